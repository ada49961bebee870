/** What counts in the windows of limits, of wallets and of cards: as rows say it, beside what is stored. Pure. */
import type { CardTransaction, Payment, Window } from '../rows.ts'

export interface Count {
  net: bigint
  reserved: bigint
}

type Keys = Pick<Payment, 'dayKey' | 'monthKey'>

export function countIn(
  windows: Map<string, Count>,
  { dayKey, monthKey, usdMicro }: Keys & Pick<Payment, 'usdMicro'>,
  status: string,
): void {
  for (const key of [dayKey, monthKey]) {
    const known = windows.get(key) ?? { net: 0n, reserved: 0n }
    if (status === 'completed') known.net += usdMicro
    else known.reserved += usdMicro
    windows.set(key, known)
  }
}

export type CountedCharge = Pick<Payment, 'dayKey' | 'monthKey' | 'policyEvaluatedAt' | 'usdMicro'>

/** Of a card: what it holds is reserved, what was cleared and has not come back is spent. */
export function countCharge(
  { dayKey, monthKey, policyEvaluatedAt, heldCents, clearedCents, refundedCents }: CardTransaction,
  add: (counted: CountedCharge, status: string) => void,
): void {
  if (dayKey === '') return
  const counted = (cents: bigint) => ({ dayKey, monthKey, policyEvaluatedAt, usdMicro: BigInt(cents) * 10_000n })
  add(counted(heldCents), 'pending')
  add(counted(clearedCents - refundedCents), 'completed')
}

/** The windows of an instant in a time zone. */
export function openKeys(timeZone: string): (at: Date) => Keys {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (at) => {
    const dayKey = format.format(at)
    return { dayKey, monthKey: dayKey.slice(0, 7) }
  }
}

export interface Windows {
  readonly day: Window | null
  readonly month: Window | null
  readonly closedWindows: readonly Window[]
}

export function windowDifferences(
  { day, month, closedWindows }: Windows,
  windows: ReadonlyMap<string, Count>,
): string[] {
  const current = [day, month].flatMap((window) => window ?? [])
  const stored = new Map([...current, ...closedWindows].map((window) => [window.key, window]))
  const differences = current.flatMap(({ key, net }) => {
    const sum = windows.get(key)?.net ?? 0n
    return net === sum ? [] : [`the window ${key} has spent ${net}, and its payments ${sum}`]
  })
  for (const key of new Set([...stored.keys(), ...windows.keys()])) {
    const [counted, sum] = [stored.get(key)?.reserved ?? 0n, windows.get(key)?.reserved ?? 0n]
    if (counted !== sum) differences.push(`the window ${key} reserves ${counted}, and its payments ${sum}`)
  }
  return differences
}
