/** What the audit has checked and found: a count and the breaches of each point. Only the first breaches are kept. */

/** The numbers are those of the list of promises that the audit holds; a missing number belongs to another tool. */
const POINTS = {
  1: 'entries sum to zero per token and chain',
  2: 'balances are the fold of the entries',
  3: 'no balance is below zero at any point of history',
  4: 'spend per window is within the limit at any point of history',
  5: 'each payment has at most one transfer on chain',
  6: 'ledger and chain agree',
  7: 'states and histories follow the transition tables',
  8: 'holds: captured, voided and open make up what was created',
  9: 'one idempotency key has one effect',
  10: 'one event for each transition, without gaps',
  11: 'every event, delivery and cursor is accounted for',
  12: 'hash chains are valid',
  13: 'no secret is readable in database or logs',
  14: 'nothing is accepted or signed after a stop',
  15: 'what waits for compliance has one open case, and people decide it',
  16: 'the level of an agent follows from its evidence',
  17: 'what a trust score rests on is what happened',
  18: 'what is paid has passed its screening, and nobody listed is paid',
  19: 'sessions end, and have no more rights than their keys',
  20: 'dollars are the fold of their entries, and what came back has left nothing',
} as const
type Point = keyof typeof POINTS

export interface PointReport {
  readonly point: Point
  readonly title: string
  /** How many rows, postings, logs or windows were compared. */
  readonly checked: number
  readonly breachCount: number
  /** The first of them. */
  readonly breaches: readonly string[]
  /** Why there was nothing to check, where a part does not exist. */
  readonly nothing: string | null
}

export interface Findings {
  checked(point: Point, count?: number): void
  breach(point: Point, text: string): void
  /** There is nothing to check, and why. */
  nothing(point: Point, why: string): void
  /** A difference between ledger and chain with its explanation. */
  explain(text: string): void
  report(): { readonly points: readonly PointReport[]; readonly explained: readonly string[] }
}

const KEPT_MAX = 50

/** What may be said of a payment whose approval or review was lost with the hours of a restored backup. */
const OF_LOST_APPROVALS: Partial<Record<Point, RegExp>> = { 7: / rests on /, 14: / is accepted /, 15: /./, 18: /./ }

/** @param found payments that the chain has paid while a restored backup has them wait, with the mismatches that tell it */
export function createFindings(found: ReadonlyMap<string, string> = new Map()): Findings {
  const points = Object.keys(POINTS).map(Number) as Point[]
  const tally = new Map(points.map((point) => [point, { checked: 0, count: 0, breaches: [] as string[] }]))
  const nothing = new Map<Point, string>()
  const explained: string[] = []
  const of = (point: Point) => tally.get(point) ?? { checked: 0, count: 0, breaches: [] }
  return {
    checked(point, count = 1) {
      of(point).checked += count
    },
    breach(point, text) {
      const isOfIt = OF_LOST_APPROVALS[point]?.test(text) === true
      const payment = isOfIt ? found.keys().find((id) => text.includes(id)) : undefined
      if (payment !== undefined) {
        explained.push(`${text}: ${found.get(payment)} tells that it was paid before a backup was restored`)
        return
      }
      const one = of(point)
      one.count += 1
      if (one.breaches.length < KEPT_MAX) one.breaches.push(text)
    },
    nothing(point, why) {
      nothing.set(point, why)
    },
    explain(text) {
      explained.push(text)
    },
    report: () => ({
      explained,
      points: points.map((point) => {
        const { checked, count, breaches } = of(point)
        return {
          ...{ point, title: POINTS[point], checked, breachCount: count, breaches },
          nothing: nothing.get(point) ?? null,
        }
      }),
    }),
  }
}
