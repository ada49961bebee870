/** Opens streams over the event log; refusals come before the first event. */
import { invalidField } from '../../shared/errors.ts'
import { EVENT_TYPES, type EventRow, type EventType } from '../../shared/events.ts'
import { type Principal, type RequestContext, requireCaller } from '../../shared/principal.ts'
import type { EventFeed, SubscribeInput } from '../feed.ts'
import { formatEventCursor } from '../rules/eventCursor.ts'
import { isTypePattern, namesType, readTypePatterns } from '../rules/eventTypes.ts'
import { closable, type Stream } from './stream.ts'

const typesOf = (family: string) =>
  (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => namesType([`${family}.*`], type))
const PAYMENT_TYPES = typesOf('payment')
const TREASURY_TYPES = typesOf('treasury')

interface Area {
  /** What can be named. */
  readonly types: readonly EventType[]
  /** What is told where nothing is named. */
  readonly usual: readonly EventType[]
}
export const PAYMENT_EVENTS: Area = {
  types: PAYMENT_TYPES,
  usual: PAYMENT_TYPES.filter((type) => !EVENT_TYPES[type].optIn),
}
export const TREASURY_EVENTS: Area = { types: TREASURY_TYPES, usual: TREASURY_TYPES }
export const APPROVAL_TYPES: readonly EventType[] = typesOf('approval')
export const KILL_SWITCH_TYPES: readonly EventType[] = typesOf('kill_switch')

interface Opening {
  readonly feed: EventFeed
  readonly context: Pick<RequestContext, 'principal' | 'onPosition'>
}

export interface AreaEventsInput {
  readonly walletId?: string | null | undefined
  readonly types?: readonly string[] | null | undefined
  readonly after?: string | null | undefined
}

/** Events of one area. @throws DomainError, see `EventFeed.subscribe`, and invalid_request for a type of another area */
export function subscribeArea(
  opening: Opening,
  { types: own, usual }: Area,
  { walletId, types, after }: AreaEventsInput,
): Promise<Stream<EventRow>> {
  const foreign = types?.findIndex((type) => !isTypePattern(type) || !own.some((one) => namesType([type], one))) ?? -1
  if (foreign !== -1) throw invalidField(`types[${foreign}]`, 'unknown_event_type', `must be one of ${own.join(', ')}.`)
  const named = types == null ? usual : own.filter((type) => namesType(types, type))
  return subscribeEvents(opening, { walletId, types: named, after })
}

interface EventFilterInput {
  readonly types?: readonly string[] | null | undefined
  readonly walletId?: string | null | undefined
  readonly resourceId?: string | null | undefined
}

/** Events of every area that is open to the caller. */
export function subscribeAll(
  opening: Opening,
  filter: EventFilterInput | null | undefined,
  after: string | null | undefined,
): Promise<Stream<EventRow>> {
  const { walletId, resourceId } = filter ?? {}
  const types = readTypePatterns(filter?.types, 'filter.types')
  return subscribeEvents(opening, { walletId, resourceId, types, after })
}

/** Tells the context where the stream begins, so that a client that is cut off before the first event misses none. */
export async function subscribeEvents({ feed, context }: Opening, input: SubscribeInput): Promise<Stream<EventRow>> {
  const closing = new AbortController()
  const subscription = feed.subscribe(context.principal, input, closing.signal)
  const position = await subscription.ready
  context.onPosition?.(formatEventCursor(requireCaller(context.principal).orgId, position))
  return closable(subscription[Symbol.asyncIterator](), closing)
}

/** A state that events change: told at once, and again after each of them. There is nothing to resume. */
export async function subscribeState<T>(
  { feed, context }: Opening,
  types: readonly EventType[],
  read: (principal: Principal) => Promise<T>,
): Promise<Stream<T>> {
  const closing = new AbortController()
  const subscription = feed.subscribe(context.principal, { types, anyArea: true }, closing.signal)
  await subscription.ready
  async function* states(): AsyncGenerator<T, undefined> {
    yield await read(context.principal)
    for await (const _ of subscription) yield await read(context.principal)
    return undefined
  }
  return closable(states(), closing)
}
