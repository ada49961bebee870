/**
 * The platform's switches in the shards that every batch guards. The record is authoritative; a process that dies before
 * it has published leaves them different, so every start, retry and lift publishes again.
 */

import type { KillSwitchId } from '../../../shared/ids.ts'
import { findPlatformSwitches, findShardSwitches } from '../../models/killSwitches.ts'
import type { KillSwitchDeps } from '../../ports.ts'

type Deps = Pick<KillSwitchDeps, 'database' | 'commit'>

/** Once it has returned, no batch of any process commits on an older list. */
export async function publishToShards({ database, commit }: Deps): Promise<void> {
  await commit.publishSwitches(() => findPlatformSwitches(database))
}

/** @returns whether the shards differed from the record */
export async function repairShards(deps: Deps): Promise<boolean> {
  const [record, shards] = await Promise.all([findPlatformSwitches(deps.database), findShardSwitches(deps.database)])
  const wanted = idsOf(record)
  if (shards.every((switches) => idsOf(switches) === wanted)) return false
  await publishToShards(deps)
  return true
}

const idsOf = (switches: readonly { readonly switchId: KillSwitchId }[]): string =>
  switches
    .map(({ switchId }) => switchId)
    .sort()
    .join()
