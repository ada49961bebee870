/** The dry run: what an intent would decide now, over one snapshot and with nothing written. */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { timeAt } from '../organizationTime.ts'
import { dryRunOf } from './apply.ts'
import { classify, StoreError } from './failures.ts'
import { type OrgPosition, orgRef, PLATFORM, SHARD_COUNT, shardRef } from './positions.ts'
import { refKey } from './refKey.ts'
import { abortQuietly, type ReadSnapshot } from './snapshot.ts'
import type { Intent, IntentPart, Verdict } from './types.ts'

type DryRunIntent<A> = IntentPart<A> & Pick<Intent<A>, 'orgId' | 'mode'>

interface DryRunInstant {
  /** On the clock of the organization; absent: what that clock says at the real instant. */
  readonly at: Date | undefined
  readonly real: Date
}

export type DryRun = <A>(intent: DryRunIntent<A>, when: DryRunInstant) => Promise<Verdict<A>>

const TRIES = 3

export function createDryRun(database: Database, read: ReadSnapshot): DryRun {
  const runOnce: DryRun = async (intent, when) => {
    const session = database.bounded.client.startSession({ causalConsistency: false })
    try {
      session.startTransaction({ readConcern: { level: 'snapshot' } })
      const reads = intent.reads(when.at ?? when.real)
      const shard = shardRef(randomInt(SHARD_COUNT))
      const refs = [orgRef(intent.orgId), shard, ...reads.guard, ...(reads.absent ?? [])]
      const snapshot = await read(new Map(refs.map((ref) => [refKey(ref), ref])), session)
      snapshot.set(refKey(PLATFORM), snapshot.get(refKey(shard)) ?? null)
      const org = snapshot.get(refKey(orgRef(intent.orgId))) as OrgPosition | null
      return dryRunOf(snapshot, intent, when.at ?? timeAt(org, intent.mode, when.real))
    } finally {
      await abortQuietly(session)
      await session.endSession()
    }
  }
  return async (intent, when) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runOnce(intent, when)
      } catch (error) {
        if (!(classify(error) instanceof StoreError) || attempt >= TRIES) throw error
        await pause(50 * attempt)
      }
    }
  }
}
