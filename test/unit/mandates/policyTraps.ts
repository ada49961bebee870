// Wordings that invite a wrong reading: conditions, exemptions, negated limits, counts, durations, comments, homonyms.
import traps from './policyTraps.json' with { type: 'json' }

/** No policy can carry them, or they have two meanings. */
export const MISREADINGS: readonly string[] = traps.refused
/** Odd, but with one meaning. */
export const ODD_READINGS: Readonly<Record<string, string>> = traps.read
