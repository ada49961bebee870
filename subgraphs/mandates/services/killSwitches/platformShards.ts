/**
 * The platform's switches in the gates that every batch guards. The record is the truth; a process that dies between
 * record and gates leaves them apart, so whoever starts, retries or lifts puts them together again.
 */

import type { KillSwitchId } from '../../../shared/ids.ts'
import { findPlatformSwitches, findShardSwitches } from '../../models/killSwitches.ts'
import type { KillSwitchDeps } from '../../ports.ts'

type Deps = Pick<KillSwitchDeps, 'database' | 'commit'>

/** After it no batch of any process commits on an older list. */
export async function publishToShards({ database, commit }: Deps): Promise<void> {
  await commit.publishSwitches(() => findPlatformSwitches(database))
}

/** @returns whether something had to be put right */
export async function repairShards(deps: Deps): Promise<boolean> {
  const [record, gates] = await Promise.all([findPlatformSwitches(deps.database), findShardSwitches(deps.database)])
  const wanted = idsOf(record)
  if (gates.every((switches) => idsOf(switches) === wanted)) return false
  await publishToShards(deps)
  return true
}

const idsOf = (switches: readonly { readonly switchId: KillSwitchId }[]): string =>
  switches
    .map(({ switchId }) => switchId)
    .sort()
    .join()
