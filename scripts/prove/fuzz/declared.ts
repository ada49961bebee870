/** Whether the OpenAPI document declares an answer: its status, and its body by the schema. */
import { ERROR_TYPES } from '../../../subgraphs/shared/errors.ts'
import type { Answer } from '../carriers/client.ts'
import type { Documented } from '../carriers/operations.ts'
import { findMisfits, type JsonSchema, resolve } from './jsonSchema.ts'

export interface OpenApiDocument extends JsonSchema {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
}

export function findUndeclared(
  answer: Pick<Answer, 'status' | 'body' | 'text' | 'refusal'>,
  { document: { responses } }: { readonly document: Documented },
  document: OpenApiDocument,
): string[] {
  const { status, body, text, refusal } = answer
  if (status >= 500) return [`${status} ${text}`]
  if (status >= 400 && refusal?.isFlat !== true) {
    const declared = refusal === null ? undefined : ERROR_TYPES[refusal.type as keyof typeof ERROR_TYPES]
    if (declared?.status !== status) return [`${status} is not that of the error: ${text}`]
  }
  const response = findResponse(responses, status, document)
  if (response === undefined) return [`${status} is not declared: ${text}`]
  const schema = response.content?.['application/json']?.schema as JsonSchema | undefined
  if (schema === undefined) return []
  return misfitsOf(body, schema, document).map((misfit) => `${misfit}: ${status} ${text}`)
}

/** By its status, else by the class of the status. */
export function findResponse<R extends { readonly $ref?: string }>(
  responses: Readonly<Record<string, R>>,
  status: number,
  document: JsonSchema,
): R | undefined {
  const found = responses[status] ?? responses[`${Math.floor(status / 100)}XX`]
  return found?.$ref === undefined ? found : (resolve(found.$ref, document) as unknown as R)
}

/** Parts that are checked one by one: a part does not know the fields of the others. */
export function misfitsOf(body: object, schema: JsonSchema, document: JsonSchema): string[] {
  const parts = (schema.allOf as JsonSchema[] | undefined) ?? [schema]
  const known = new Set(parts.flatMap((part) => Object.keys((part.properties ?? {}) as object)))
  return parts.flatMap((part) => {
    const own = Object.keys((part.properties ?? {}) as object)
    const others = [...known].filter((name) => !own.includes(name))
    const mine = Object.fromEntries(Object.entries(body).filter(([name]) => !others.includes(name)))
    return findMisfits(mine, part, document)
  })
}
