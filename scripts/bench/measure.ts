/**
 * A closed loop of callers, measured: rate, latency, and the CPU time of this process and of the database. On a machine with
 * other work the rate drifts by tens of percent within seconds, so comparisons alternate in short rounds and use medians.
 */
import type { Database } from '../../subgraphs/shared/database.ts'

/** One way of accepting payments; `accept` answers when the payment is durable. */
export interface Lane {
  readonly name: string
  accept(turn: Turn): Promise<void>
  /** Lets what is under way end early; a lane that retries needs it. */
  stop?(): void
  close?(): Promise<void>
}

export interface Turn {
  /** 0, 1, 2 ... over the life of the process: no two turns have the same. */
  readonly sequence: number
  /** Which wallet spends; below the number of wallets of the cell. */
  readonly wallet: number
}

export interface Cell {
  readonly wallets: number
  readonly callers: number
}

/** What the callers saw; made in this process or in that of the HTTP callers. */
export interface Seen {
  readonly payments: number
  readonly refused: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Measured extends Seen {
  readonly rate: number
  /** Milliseconds for each payment; the database's is null where its server does not tell (not on Linux). */
  readonly processCpuMs: number
  readonly databaseCpuMs: number | null
}

let sequence = 0

/** Callers of this process, each with its next payment as soon as the last one is answered. */
export async function callInTurn(lane: Lane, cell: Cell, seconds: number): Promise<Seen> {
  const latencies: number[] = []
  let refused = 0
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1_000
  async function call(): Promise<void> {
    for (let now = performance.now(); now < deadline; ) {
      const turn = { sequence, wallet: sequence % cell.wallets }
      sequence++
      const answered = await lane.accept(turn).then(
        () => true,
        (error: unknown) => reportFirst(lane.name, error),
      )
      const after = performance.now()
      if (answered) latencies.push(after - now)
      else refused++
      now = after
    }
  }
  const calls = Array.from({ length: cell.callers }, call)
  const stop = setTimeout(() => lane.stop?.(), seconds * 1_000)
  await Promise.all(calls)
  clearTimeout(stop)
  return summarize(latencies, { refused, seconds: (performance.now() - startedAt) / 1_000 })
}

const reported = new Set<string>()

function reportFirst(lane: string, error: unknown): false {
  if (!reported.has(lane) && !(error instanceof Stopped)) {
    reported.add(lane)
    console.error(`${lane}: first refusal:`, error)
  }
  return false
}

/** Thrown by a lane for what it gave up at the end of the round: neither a payment nor a refusal. */
export class Stopped extends Error {}

function summarize(latencies: readonly number[], seen: Pick<Seen, 'refused' | 'seconds'>): Seen {
  const sorted = [...latencies].sort((a, b) => a - b)
  return { ...seen, payments: sorted.length, p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) }
}

/** Nearest rank over values in ascending order; 0 when there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Runs `call` with the processor time of this process and of the database around it. */
export async function measure(database: Database, call: () => Promise<Seen>): Promise<Measured> {
  const databaseBefore = await databaseCpuMs(database)
  const before = process.cpuUsage()
  const seen = await call()
  const used = process.cpuUsage(before)
  const databaseAfter = await databaseCpuMs(database)
  const payments = Math.max(1, seen.payments)
  return {
    ...seen,
    rate: seen.payments / seen.seconds,
    processCpuMs: (used.user + used.system) / 1_000 / payments,
    databaseCpuMs:
      databaseBefore === null || databaseAfter === null ? null : (databaseAfter - databaseBefore) / payments,
  }
}

async function databaseCpuMs(database: Database): Promise<number | null> {
  const status = await database.connection.getClient().db('admin').command({ serverStatus: 1 })
  const { user_time_us: user, system_time_us: system } = (status.extra_info ?? {}) as Record<string, unknown>
  return user === undefined || system === undefined ? null : (Number(user) + Number(system)) / 1_000
}

/** Each figure's own median, so that one disturbed round does not decide. */
export function medianOf(rounds: readonly Measured[]): Measured {
  const pick = (figure: (one: Measured) => number) =>
    quantile(
      rounds.map(figure).sort((a, b) => a - b),
      0.5,
    )
  const isKnown = rounds.every(({ databaseCpuMs: ms }) => ms !== null)
  return {
    payments: rounds.reduce((sum, one) => sum + one.payments, 0),
    refused: rounds.reduce((sum, one) => sum + one.refused, 0),
    seconds: rounds.reduce((sum, one) => sum + one.seconds, 0),
    p50Ms: pick((one) => one.p50Ms),
    p99Ms: pick((one) => one.p99Ms),
    rate: pick((one) => one.rate),
    processCpuMs: pick((one) => one.processCpuMs),
    databaseCpuMs: isKnown ? pick((one) => one.databaseCpuMs ?? 0) : null,
  }
}
