/**
 * Remembers when organization keys were used, and stores it every few seconds: no request waits for it. What a process that
 * is killed had not stored is lost.
 */
import type { KeyId } from '../../shared/ids.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { findKeyUses, storeKeyUses } from '../models/keyUses.ts'
import type { AgentsDeps } from '../ports.ts'

const STORE_EVERY_MS = 10_000
/** More keys than these between two writes are not remembered. */
const KEYS_MAX = 10_000

export interface KeyUses {
  note(keyId: KeyId): void
  /** With what this process has not stored yet. */
  find(ids: readonly KeyId[]): Promise<ReadonlyMap<KeyId, Date>>
  /** Runs in every process that verifies keys. */
  readonly worker: Worker
}

export function createKeyUses({ database, clock, log }: Pick<AgentsDeps, 'database' | 'clock' | 'log'>): KeyUses {
  let recent = new Map<KeyId, Date>()

  async function store(): Promise<void> {
    const uses = recent
    recent = new Map()
    await storeKeyUses(database, uses).catch((err: unknown) => log.warn({ err }, 'the last use of keys was not stored'))
  }

  return {
    note(keyId) {
      if (recent.size < KEYS_MAX || recent.has(keyId)) recent.set(keyId, clock.now())
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
