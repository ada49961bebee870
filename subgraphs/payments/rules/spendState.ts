/** The rows that every spend is decided on: its organization, the platform's shard and its wallet. */
import { type OrgPosition, orgRef, PLATFORM, type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { Ref } from '../../shared/commit/types.ts'
import type { OrgId, WalletId } from '../../shared/ids.ts'

export const shardOfBatch = PLATFORM

export interface SpendSubject {
  readonly orgId: OrgId
  readonly walletId: WalletId
  /** False when the wallet is not of this organization: then its row is neither read nor written. */
  readonly walletKnown: boolean
}

export function spendStateRefs(subject: SpendSubject): { org: Ref<OrgPosition>; wallet: Ref<WalletPosition> | null } {
  return { org: orgRef(subject.orgId), wallet: subject.walletKnown ? walletRef(subject.walletId) : null }
}

export function guardsOf(subject: SpendSubject): Ref[] {
  const { org, wallet } = spendStateRefs(subject)
  return wallet === null ? [org] : [org, wallet]
}
