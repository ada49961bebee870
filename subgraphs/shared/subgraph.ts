/** What every subgraph is given, and what it gives to the worker runner. */
import { setTimeout } from 'node:timers/promises'
import type { RefusedActs } from './acting.ts'
import type { Clock } from './clock.ts'
import type { Commit } from './commit/types.ts'
import type { Database } from './database.ts'
import type { NewId } from './ids.ts'

export interface SubgraphDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Log
  /** Absent: refused acts are not recorded. */
  readonly refusedActs?: RefusedActs
}

/** A bounded loop that ends soon after its signal; it may run in any number of processes at once. */
export interface Worker {
  readonly name: string
  run(signal: AbortSignal): Promise<void>
}

/** The log of workers and services: pino in the product, silent in tests. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Waits, or returns at once when the signal fires: a stopping worker never sleeps on. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}
