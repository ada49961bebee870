/**
 * The attempts of a payment, in its row. What counts towards a limit of tries stays far below the bound, so only what may
 * repeat for days is ever left out, from the middle. Pure.
 */

const FIRST = 50
const LAST = 50

interface Attempts<Attempt> {
  readonly attempts: readonly Attempt[]
  readonly attemptsOmitted?: number
}

export const countAttempts = ({ attempts, attemptsOmitted = 0 }: Attempts<unknown>): number =>
  attempts.length + attemptsOmitted

/** The changed fields. */
export function addAttempts<Attempt>(row: Attempts<Attempt>, added: readonly Attempt[]): Attempts<Attempt> {
  const all = [...row.attempts, ...added]
  const total = countAttempts(row) + added.length
  const attempts = all.length > FIRST + LAST ? [...all.slice(0, FIRST), ...all.slice(-LAST)] : all
  return total === attempts.length ? { attempts } : { attempts, attemptsOmitted: total - attempts.length }
}
