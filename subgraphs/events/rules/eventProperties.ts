/** The fields that `data` of events is made of: a JSON Schema and a sample of each. */
import { EVENT_VALUES } from './eventValues.ts'

export interface Property {
  readonly type: 'string' | 'boolean' | 'integer' | 'number' | 'object' | 'array' | 'any'
  readonly description: string
  readonly format?: 'date-time' | 'date' | 'uri'
  /** Of text. */
  readonly pattern?: string
  /** All that it may be. */
  readonly values?: readonly string[]
  readonly sample: unknown
  /** May be absent. */
  readonly optional?: true
  /** May be null. */
  readonly nullable?: true
}
export type Properties = Readonly<Record<string, Property>>

export const text = (description: string, sample: string): Property => ({ type: 'string', description, sample })
export const optionalText = (description: string, sample: string): Property => ({
  ...text(description, sample),
  optional: true,
})
/** One of the values of an enum of the graph. */
export const oneOf = (description: string, name: keyof typeof EVENT_VALUES, sample: string): Property => ({
  ...text(description, sample),
  values: EVENT_VALUES[name],
})
export const minor = (description: string): Property => ({ type: 'integer', description, sample: 1250 })

export const INSTANT = '2026-01-05T09:30:00.000Z'
export const instant = (description: string): Property => ({ ...text(description, INSTANT), format: 'date-time' })
/** An amount as decimal text, which may be below zero where something is counted back. */
export const decimal = (description: string, sample: string): Property => ({
  ...text(description, sample),
  pattern: '^-?\\d+(\\.\\d+)?$',
})
export const TX_HASH = `0x${'0'.repeat(63)}1`

export const agent_id = text('The agent.', 'agt_sample')
