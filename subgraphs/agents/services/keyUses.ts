/**
 * Remembers when organization keys and sessions were used, and stores it every few seconds: no request waits for it. What a process that
 * is killed had not stored is lost.
 */
import type { KeyId, SessionId } from '../../shared/ids.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { findKeyUses, storeKeyUses } from '../models/keyUses.ts'
import type { AgentsDeps } from '../ports.ts'

const STORE_EVERY_MS = 10_000
/** More keys than these between two writes are not remembered. */
const KEYS_MAX = 10_000

type UsedId = KeyId | SessionId

export interface KeyUses {
  note(id: UsedId): void
  /** With what this process has not stored yet. */
  find(ids: readonly UsedId[]): Promise<ReadonlyMap<UsedId, Date>>
  /** Runs in every process that verifies keys. */
  readonly worker: Worker
}

export function createKeyUses({ database, clock, log }: Pick<AgentsDeps, 'database' | 'clock' | 'log'>): KeyUses {
  let recent = new Map<UsedId, Date>()

  async function store(): Promise<void> {
    const uses = recent
    recent = new Map()
    await storeKeyUses(database, uses).catch((err: unknown) => log.warn({ err }, 'the last use of keys was not stored'))
  }

  return {
    note(id) {
      if (recent.size < KEYS_MAX || recent.has(id)) recent.set(id, clock.now())
    },
    async find(ids) {
      const pending = recent
      const found = await findKeyUses(database, ids)
      for (const id of ids) {
        const at = recent.get(id) ?? pending.get(id)
        if (at !== undefined) found.set(id, at)
      }
      return found
    },
    worker: {
      name: 'keyUses',
      async run(signal) {
        while (!signal.aborted) {
          await sleep(STORE_EVERY_MS, signal)
          await store()
        }
      },
    },
  }
}
