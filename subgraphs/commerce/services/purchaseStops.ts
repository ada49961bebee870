/** Whether a kill switch stops a purchase before anything is authorized (domain 5, A.14): nothing is begun that nobody can pay. */
import { orgRef, PLATFORM, walletRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import type { Ref, State } from '../../shared/commit/types.ts'
import type { DomainError } from '../../shared/errors.ts'
import type { WalletId } from '../../shared/ids.ts'
import type { Caller } from '../../shared/principal.ts'
import type { MerchantRow } from '../models/merchants.ts'
import type { CommerceDeps } from '../ports.ts'

export interface Purchase extends Pick<Caller, 'orgId' | 'mode'> {
  /** Of the agent that buys; null: none is known yet. */
  readonly walletId: WalletId | null
  readonly merchant: Pick<MerchantRow, '_id' | 'domain'>
}

export const stopReads = ({ orgId, walletId }: Purchase): readonly Ref[] => [
  ...[orgRef(orgId), ...(walletId === null ? [] : [walletRef(walletId)])],
]

/** Null: none does. The rows of `stopReads` are guarded. */
export function stopRefusal(
  { killSwitch }: Pick<CommerceDeps, 'killSwitch'>,
  state: State,
  { orgId, mode, walletId, merchant: { _id: merchantId, domain } }: Purchase,
  at: Date,
): DomainError | null {
  const seen = {
    ...{ rows: state, org: requireRow(state, orgRef(orgId)), platform: requireRow(state, PLATFORM) },
    ...{ wallet: walletId === null ? null : state.get(walletRef(walletId)), isApproved: false },
  }
  const act = { orgId, mode, rail: 'acp', access: 'payments', merchant: { merchantId, domain } } as const
  const verdict = killSwitch.decide(seen, act, at)
  return verdict.kind === 'refuse' ? verdict.error : null
}
