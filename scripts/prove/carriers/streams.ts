/** Subscriptions of the graph with their arguments, and server-sent events: what is listened to instead of being answered. */
import { type GraphQLArgument, getNamedType, isInputObjectType, isRequiredArgument } from 'graphql'
import type { Caller } from './client.ts'
import { API_SCHEMA, type Field, type Given, sampleOf } from './operations.ts'

export interface Subscribing {
  /** `Subscription.events`. */
  readonly at: string
  takes(input: string): boolean
  request(given?: Given): { readonly query: string; readonly variables: object }
}

/** @param selectionOf what is read of an event */
export function subscriptionOperations(selectionOf: (field: Field) => string): Subscribing[] {
  const type = API_SCHEMA.getSubscriptionType()
  return Object.values(type?.getFields() ?? {}).map((field) => ({
    at: `${type?.name}.${field.name}`,
    takes: (input) => field.args.some((arg) => namesOf(arg).includes(input)),
    request(given = {}) {
      const args = field.args.filter((arg) => isRequiredArgument(arg) || namesOf(arg).some((name) => name in given))
      const head = args.length === 0 ? '' : `(${args.map(({ name, type: of }) => `$${name}: ${of}`).join(', ')})`
      const passed = args.length === 0 ? '' : `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`
      const values = args.map((arg) => [arg.name, sampleOf(arg.type, isNested(arg) ? given : given[arg.name])])
      return {
        query: `subscription ${head} { ${field.name}${passed} ${selectionOf(field)} }`,
        variables: Object.fromEntries(values),
      }
    },
  }))
}

const isNested = ({ type }: GraphQLArgument): boolean => isInputObjectType(getNamedType(type))

function namesOf({ name, type }: GraphQLArgument): readonly string[] {
  const of = getNamedType(type)
  return isInputObjectType(of) ? Object.keys(of.getFields()) : [name]
}

export interface OpenedStream {
  /** 'open', or the type of the refusal. */
  readonly outcome: string
  readonly status: number
  /** What has come at once. */
  readonly text: string
}

const LISTEN_MS = 100

/** Opens a stream of server-sent events, and closes it a moment later. */
export async function openStream(url: string, path: string, caller: Caller): Promise<OpenedStream> {
  const stop = new AbortController()
  const response = await fetch(`${url}${path}`, { headers: caller, signal: stop.signal })
  const { status } = response
  const isOpen = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const timer = isOpen ? setTimeout(() => stop.abort(), LISTEN_MS) : undefined
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  clearTimeout(timer)
  if (isOpen) return { outcome: 'open', status, text }
  const { error } = JSON.parse(text) as { error?: { type?: string } }
  return { outcome: `${error?.type}`, status, text }
}
