/** The fields that `data` of events is made of: a JSON Schema and a sample of each. */

export interface Property {
  readonly type: 'string' | 'boolean' | 'integer' | 'number' | 'object' | 'array' | 'any'
  readonly description: string
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
export const minor = (description: string): Property => ({ type: 'integer', description, sample: 1250 })

export const INSTANT = '2026-01-05T09:30:00.000Z'
export const TX_HASH = `0x${'0'.repeat(63)}1`

export const agent_id = text('The agent.', 'agt_sample')
