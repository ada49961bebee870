/**
 * Measures a closed loop of callers: rate, latency, and the CPU time of this process and of the database. On a machine with
 * other work the rate drifts by tens of percent within seconds, so comparisons alternate in short rounds and use medians.
 */
import type { Database } from '../../subgraphs/shared/database.ts'
import { median, quantile } from '../statistics.ts'

/** One way of accepting payments; `accept` resolves when the payment is durable. */
export interface LoadTarget {
  readonly name: string
  accept(payment: BenchPayment): Promise<void>
  /** Aborts what is still in flight; for a target that retries on its own. */
  stop?(): void
  close?(): Promise<void>
}

export interface BenchPayment {
  /** 0, 1, 2 ... over the life of the process: unique for each payment. */
  readonly sequence: number
  /** Index of the wallet that pays; below `LoadShape.wallets`. */
  readonly wallet: number
}

export interface LoadShape {
  readonly wallets: number
  readonly callers: number
}

/** What the callers measured, in this process or in that of the HTTP callers. */
export interface LoadResult {
  readonly payments: number
  readonly refused: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Measured extends LoadResult {
  readonly rate: number
  /** Milliseconds for each payment; the database's is null where the server does not report it (not on Linux). */
  readonly processCpuMs: number
  readonly databaseCpuMs: number | null
}

let sequence = 0

/** Callers in this process, each of which sends its next payment as soon as the last one has its response. */
export async function runClosedLoop(target: LoadTarget, shape: LoadShape, seconds: number): Promise<LoadResult> {
  const latencies: number[] = []
  let refused = 0
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1_000
  async function call(): Promise<void> {
    for (let now = performance.now(); now < deadline; ) {
      const payment = { sequence, wallet: sequence % shape.wallets }
      sequence++
      const accepted = await target.accept(payment).then(
        () => true,
        (error: unknown) => reportFirst(target.name, error),
      )
      const after = performance.now()
      if (accepted) latencies.push(after - now)
      else refused++
      now = after
    }
  }
  const calls = Array.from({ length: shape.callers }, call)
  const stop = setTimeout(() => target.stop?.(), seconds * 1_000)
  await Promise.all(calls)
  clearTimeout(stop)
  return summarize(latencies, { refused, seconds: (performance.now() - startedAt) / 1_000 })
}

const reported = new Set<string>()

function reportFirst(target: string, error: unknown): false {
  if (!reported.has(target) && !(error instanceof RoundEnded)) {
    reported.add(target)
    console.error(`${target}: first refusal:`, error)
  }
  return false
}

/** Thrown by a target for a payment that it gave up at the end of the round: counted with the refused ones, but not reported. */
export class RoundEnded extends Error {}

function summarize(latencies: readonly number[], result: Pick<LoadResult, 'refused' | 'seconds'>): LoadResult {
  return { ...result, payments: latencies.length, p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) }
}

/** Runs `call` with the processor time of this process and of the database around it. */
export async function measure(database: Database, call: () => Promise<LoadResult>): Promise<Measured> {
  const databaseBefore = await databaseCpuMs(database)
  const before = process.cpuUsage()
  const result = await call()
  const used = process.cpuUsage(before)
  const databaseAfter = await databaseCpuMs(database)
  const payments = Math.max(1, result.payments)
  return {
    ...result,
    rate: result.payments / result.seconds,
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
  const pick = (figure: (one: Measured) => number) => median(rounds.map(figure))
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
