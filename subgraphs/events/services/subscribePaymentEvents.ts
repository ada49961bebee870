/** Opens a stream of payment events; refusals come before the first event. */
import { invalidField } from '../../shared/errors.ts'
import { EVENT_TYPES, type EventRow, type EventType, isEventType } from '../../shared/events.ts'
import type { Principal } from '../../shared/principal.ts'
import type { EventFeed } from '../feed.ts'

const SUBSCRIBABLE = (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => type.startsWith('payment.'))
const PAYMENT_TYPES = SUBSCRIBABLE.filter((type) => !EVENT_TYPES[type].optIn)

export interface PaymentEventsInput {
  readonly walletId?: string | null | undefined
  readonly types?: readonly string[] | null | undefined
  readonly after?: string | null | undefined
}

export async function subscribePaymentEvents(
  deps: { readonly feed: EventFeed },
  principal: Principal,
  input: PaymentEventsInput,
): Promise<AsyncIterableIterator<EventRow, undefined>> {
  const types = input.types?.map((type, index) => {
    if (!isEventType(type) || !SUBSCRIBABLE.includes(type))
      throw invalidField(`types[${index}]`, 'unknown_event_type', `must be one of ${SUBSCRIBABLE.join(', ')}.`)
    return type
  })
  const closing = new AbortController()
  const { walletId, after } = input
  const subscription = deps.feed.subscribe(
    principal,
    { walletId, types: types ?? PAYMENT_TYPES, after },
    closing.signal,
  )
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
