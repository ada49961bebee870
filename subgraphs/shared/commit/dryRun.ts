/** The dry run: what an intent would decide now, over one snapshot and with nothing written. */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { dryRunOf } from './apply.ts'
import { classify, StoreError } from './failures.ts'
import { orgRef, PLATFORM, SHARD_COUNT, shardRef } from './positions.ts'
import { refKey } from './refKey.ts'
import { abortQuietly, type ReadSnapshot } from './snapshot.ts'
import type { Intent, IntentPart, Verdict } from './types.ts'

export type DryRun = <A>(intent: IntentPart<A> & Pick<Intent<A>, 'orgId'>, at: Date) => Promise<Verdict<A>>

const TRIES = 3

export function createDryRun(database: Database, read: ReadSnapshot): DryRun {
  const runOnce: DryRun = async (intent, at) => {
    const session = database.bounded.client.startSession({ causalConsistency: false })
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' } })
      const reads = intent.reads(at)
      const shard = shardRef(randomInt(SHARD_COUNT))
      const refs = [orgRef(intent.orgId), shard, ...reads.guard, ...(reads.absent ?? [])]
      const snapshot = await read(new Map(refs.map((ref) => [refKey(ref), ref])), session)
      snapshot.set(refKey(PLATFORM), snapshot.get(refKey(shard)) ?? null)
      return dryRunOf(snapshot, intent, at)
    } finally {
      await abortQuietly(session)
      await session.endSession()
    }
  }
  return async (intent, at) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(intent, at)
      } catch (error) {
        if (!(classify(error) instanceof StoreError) || attempt >= TRIES) throw error
        await pause(50 * attempt)
      }
    }
  }
}
