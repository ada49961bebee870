/**
 * Idempotent replays over GraphQL: the same document with the same variables gets the stored response, byte for byte but for `replayed`; another
 * selection gets the current resource. Both are marked in `extensions.idempotency`.
 */
import { createHash } from 'node:crypto'
import type { ApolloServerPlugin } from '@apollo/server'
import type { DocumentNode, FieldNode, FormattedExecutionResult } from 'graphql'
import { DomainError } from '../subgraphs/shared/errors.ts'
import { credentialOf, type Principal, type RequestContext } from '../subgraphs/shared/principal.ts'
import { toPlainError } from './errors.ts'
import type { Replays } from './replays.ts'
import { responseNameOf, responseNamesOf, rootFieldsOf } from './rootFields.ts'

interface GraphRequest {
  readonly query?: string | undefined
  readonly operationName?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** Changed in place, because Apollo sends this object. */
type Result = { -readonly [K in keyof FormattedExecutionResult]: FormattedExecutionResult[K] }

/**
 * @param showsOnce root fields whose payload holds a secret that is shown once
 * @param mayCall whether the caller may call the root field now: whoever could not make a secret is not shown one again
 */
export function replayResponses(
  replays: Replays,
  showsOnce: (field: string) => boolean,
  mayCall: (field: string, principal: Principal) => boolean,
): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ request, response, document, operation, contextValue }) {
          if (response.body.kind !== 'single' || document === undefined || operation === undefined) return
          const fields = rootFieldsOf(document, operation)
          const { principal } = contextValue
          const options = {
            request,
            showsOnce: fields?.some(({ name }) => showsOnce(name.value)) ?? true,
            mark: (data: Result['data']) => {
              for (const field of fields ?? []) markReplayed(document, field, data)
            },
            mayCall: fields?.every(({ name }) => !showsOnce(name.value) || mayCall(name.value, principal)) ?? false,
          }
          await replayOverGraph(replays, response.body.singleResult, contextValue, options)
        },
      }
    },
  }
}

async function replayOverGraph(
  replays: Replays,
  result: Result,
  { principal, requestId, keys: marks = [] }: RequestContext,
  options: {
    readonly request: GraphRequest
    readonly showsOnce: boolean
    readonly mayCall: boolean
    readonly mark: (data: Result['data']) => void
  },
): Promise<void> {
  if (marks.length === 0) return
  const { showsOnce } = options
  const form = formOf(options.request)
  const credential = credentialOf(principal)
  // A response is stored only if every root field has a key and every refusal in it is final.
  const allKeyed = marks.length === Object.keys(result.data ?? {}).length
  if (marks.every(({ replayed }) => !replayed)) {
    if (!allKeyed || !(result.errors ?? []).every(isStoredRefusal)) return
    const body = JSON.stringify({ data: result.data, errors: result.errors })
    return replays.store(marks, { form, credential, status: 200, body, location: null }, showsOnce)
  }
  const replayed = marks.every((mark) => mark.replayed)
  try {
    const first = replayed && allKeyed ? await replays.findFirst(marks, form) : null
    if (first !== null && (!showsOnce || (options.mayCall && first.credential === credential))) {
      // Errors of rendering the current resource do not belong to the stored response.
      delete result.errors
      Object.assign(result, JSON.parse(first.body))
      options.mark(result.data)
    }
    result.extensions = { ...result.extensions, idempotency: { replayed } }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    result.data = null
    const { message, extensions } = toPlainError(error, requestId)
    result.errors = [{ message, extensions: { ...extensions } }]
  }
}

/** The stored response is that of the first call, which was none; the payload says what this one is. */
function markReplayed(document: DocumentNode, field: FieldNode, data: Result['data']): void {
  const payload = data?.[responseNameOf(field)]
  if (typeof payload !== 'object' || payload === null) return
  for (const name of responseNamesOf(document, field, 'replayed')) Object.assign(payload, { [name]: true })
}

function formOf({ query = '', operationName = '', variables = {} }: GraphRequest): string {
  const text = JSON.stringify([query, operationName, variables])
  return `graphql ${createHash('sha256').update(text).digest('base64url')}`
}

function isStoredRefusal({ extensions }: { readonly extensions?: { readonly [name: string]: unknown } }): boolean {
  const details = extensions?.details as { readonly key_kept_until?: unknown } | undefined
  return details?.key_kept_until !== undefined
}
