/** Opens a stream of the events of one area; refusals come before the first event. */
import { invalidField } from '../../shared/errors.ts'
import { EVENT_TYPES, type EventRow, type EventType, isEventType } from '../../shared/events.ts'
import type { Principal } from '../../shared/principal.ts'
import type { EventFeed } from '../feed.ts'

const typesOf = (area: string) =>
  (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => type.startsWith(`${area}.`))
const PAYMENT_TYPES = typesOf('payment')
const TREASURY_TYPES = typesOf('treasury')
/** What can be named, and what is told where nothing is. */
export const PAYMENT_EVENTS = {
  types: PAYMENT_TYPES,
  usual: PAYMENT_TYPES.filter((type) => !EVENT_TYPES[type].optIn),
} as const
export const TREASURY_EVENTS = { types: TREASURY_TYPES, usual: TREASURY_TYPES } as const

export interface AreaEventsInput {
  readonly walletId?: string | null | undefined
  readonly types?: readonly string[] | null | undefined
  readonly after?: string | null | undefined
}

export async function subscribeEvents(
  deps: { readonly feed: EventFeed },
  principal: Principal,
  area: { readonly types: readonly EventType[]; readonly usual: readonly EventType[] },
  input: AreaEventsInput,
): Promise<AsyncIterableIterator<EventRow, undefined>> {
  const types = input.types?.map((type, index) => {
    if (!isEventType(type) || !area.types.includes(type))
      throw invalidField(`types[${index}]`, 'unknown_event_type', `must be one of ${area.types.join(', ')}.`)
    return type
  })
  const closing = new AbortController()
  const { walletId, after } = input
  const subscription = deps.feed.subscribe(principal, { walletId, types: types ?? area.usual, after }, closing.signal)
  await subscription.ready
  const events = subscription[Symbol.asyncIterator]()
  const stream: AsyncIterableIterator<EventRow, undefined> = {
    next: () => events.next(),
    // An async generator that waits for its next event handles `return` only after that event.
    return: async () => {
      closing.abort()
      return { value: undefined, done: true }
    },
    throw: async (error) => {
      closing.abort()
      throw error
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}
