/**
 * Repeats over GraphQL: the same document with the same variables gets the first answer, byte for byte; another selection
 * gets the resource as it is. Both say so in `extensions.idempotency`.
 */
import { createHash } from 'node:crypto'
import type { ApolloServerPlugin } from '@apollo/server'
import type { FormattedExecutionResult } from 'graphql'
import { DomainError } from '../subgraphs/shared/errors.ts'
import type { RequestContext } from '../subgraphs/shared/principal.ts'
import { toPlainError } from './errors.ts'
import { credentialOf, type Repeats } from './replays.ts'
import { rootFieldsOf } from './rootFields.ts'

interface Asked {
  readonly query?: string | undefined
  readonly operationName?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** What an execution answers, changed in place: that is what the library sends. */
type Result = { -readonly [K in keyof FormattedExecutionResult]: FormattedExecutionResult[K] }

/** @param showsOnce root fields whose payload holds what is shown once */
export function repeatAnswers(
  repeats: Repeats,
  showsOnce: (field: string) => boolean,
): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ request, response, document, operation, contextValue }) {
          if (response.body.kind !== 'single' || document === undefined || operation === undefined) return
          const fields = rootFieldsOf(document, operation)
          const asked = { asked: request, showsOnce: fields?.some(({ name }) => showsOnce(name.value)) ?? true }
          await repeatOverGraph(repeats, response.body.singleResult, contextValue, asked)
        },
      }
    },
  }
}

async function repeatOverGraph(
  repeats: Repeats,
  result: Result,
  { principal, requestId, keys: marks = [] }: RequestContext,
  { asked, showsOnce }: { readonly asked: Asked; readonly showsOnce: boolean },
): Promise<void> {
  if (marks.length === 0) return
  const form = formOf(asked)
  const credential = credentialOf(principal)
  // Some of its fields may have no key, or were refused for a while only: such an answer is nobody's first.
  const isWhole = marks.length === Object.keys(result.data ?? {}).length
  if (marks.every(({ replayed }) => !replayed)) {
    if (!isWhole || !(result.errors ?? []).every(isKept)) return
    const body = JSON.stringify({ data: result.data, errors: result.errors })
    return repeats.keep(marks, { form, credential, status: 200, body, location: null }, showsOnce)
  }
  const replayed = marks.every((mark) => mark.replayed)
  try {
    const first = replayed && isWhole ? await repeats.findFirst(marks, form) : null
    if (first !== null && (!showsOnce || first.credential === credential)) {
      // What came of rendering the resource as it is now goes with it.
      delete result.errors
      Object.assign(result, JSON.parse(first.body))
    }
    result.extensions = { ...result.extensions, idempotency: { replayed } }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    result.data = null
    const { message, extensions } = toPlainError(error, requestId)
    result.errors = [{ message, extensions: { ...extensions } }]
  }
}

function formOf({ query = '', operationName = '', variables = {} }: Asked): string {
  const text = JSON.stringify([query, operationName, variables])
  return `graphql ${createHash('sha256').update(text).digest('base64url')}`
}

function isKept({ extensions }: { readonly extensions?: { readonly [name: string]: unknown } }): boolean {
  const details = extensions?.details as { readonly key_kept_until?: unknown } | undefined
  return details?.key_kept_until !== undefined
}
