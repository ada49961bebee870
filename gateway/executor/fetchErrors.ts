/** Errors of a fetch as errors of the answer, as Apollo's gateway makes them. */
import { ERRORS, errorCodeDef } from '@apollo/federation-internals'
import type { ResponsePath } from '@apollo/query-planner'
import { GraphQLError } from 'graphql'
import type { PlainError } from '../errors.ts'
import type { Raw } from './shapeResponse.ts'

type AnswerPath = readonly (string | number)[]

/** @param path in the answer; undefined: it concerns the fetch as a whole */
export function answerError(error: PlainError, serviceName: string, path: AnswerPath | undefined): GraphQLError {
  const { message, extensions } = error
  const options = {
    originalError: error as unknown as Error,
    ...(path !== undefined && { path: [...path] }),
    extensions: { ...extensions, serviceName },
  }
  const text = message || `Error while fetching subquery from service "${serviceName}"`
  const known = errorCodeDef(error as unknown as GraphQLError)
  if (known === undefined && extensions?.code) return new GraphQLError(text, options)
  return (known ?? ERRORS.DOWNSTREAM_SERVICE_ERROR).err(text, options)
}

/** Where each entity stands in the answer that the path of a plan names, in the order of the entities. */
export function pathsOf(root: Raw, path: ResponsePath): AnswerPath[] {
  const found: AnswerPath[] = []
  const visit = (value: unknown, depth: number, at: AnswerPath): void => {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) {
      const next = path[depth] === '@' ? depth + 1 : depth
      for (const [index, one] of value.entries()) visit(one, next, [...at, index])
      return
    }
    const step = path[depth] as string | undefined
    if (step === undefined) found.push(at)
    else if (Object.hasOwn(value as Raw, step)) visit((value as Raw)[step], depth + 1, [...at, step])
  }
  visit(root, 0, [])
  return found
}
