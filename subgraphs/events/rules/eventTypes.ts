/** How callers name event types: one by its name, a family as `payment.*`, all as `*`. */
import { invalidField } from '../../shared/errors.ts'
import { EVENT_TYPES, type EventType, isEventType } from '../../shared/events.ts'

export const ALL_TYPES = Object.keys(EVENT_TYPES) as EventType[]

const covers = (pattern: string, type: string): boolean =>
  pattern === type || pattern === '*' || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))

/** Whether one of the patterns names the type. */
export const namesType = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => covers(pattern, type))

/** The types that one of the patterns names. */
export const typesNamed = (patterns: readonly string[]): readonly EventType[] =>
  ALL_TYPES.filter((type) => namesType(patterns, type))

/** A type, or a pattern that names at least one. */
export const isTypePattern = (value: unknown): value is string =>
  isEventType(value) || (typeof value === 'string' && ALL_TYPES.some((type) => covers(value, type)))

/** @throws DomainError invalid_request, for the first that names no type */
export function readTypePatterns(
  patterns: readonly string[] | null | undefined,
  path = 'types',
): readonly EventType[] | null {
  if (patterns === null || patterns === undefined) return null
  const unknown = patterns.findIndex((pattern) => !isTypePattern(pattern))
  if (unknown !== -1)
    throw invalidField(
      `${path}[${unknown}]`,
      'unknown_event_type',
      'is neither an event type nor a family as payment.*; GET /api/v2/event-types lists them.',
    )
  return typesNamed(patterns)
}
