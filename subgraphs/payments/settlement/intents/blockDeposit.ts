/**
 * Money from a listed address (domain 4.3, 8.3): it goes to the blocked balance, where nothing spends it, the wallet is
 * frozen and compliance is told. A sender may be listed later: then what is still available of the deposit is blocked.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { type WalletPosition, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { fundsBlockedJournal } from '../../../shared/ledger/postings.ts'
import { formatUnits } from '../../../shared/money.ts'
import { freeze } from '../../../shared/walletEvents.ts'
import { type DepositRow, depositRef } from '../../models/deposits.ts'
import { availablePart } from './mismatches.ts'
import { guardedIntent } from './settlementIntent.ts'

/** @param deposit as this commit leaves it */
export function flagWrites(wallet: WalletPosition, deposit: Omit<DepositRow, 'v'>, at: Date): Writes {
  const { _id: depositId, walletId, token, chain, amount, blocked = 0n, txHash, listedIn } = deposit
  const { agentId } = wallet
  const reason = 'A deposit came from an address on a sanctions list.'
  const act = { source: 'policy', by: depositId, reason, at } as const
  const frozen = wallet.frozen === null ? freeze(wallet, act) : null
  return {
    set: frozen === null ? [] : [setRow(walletRef(walletId), frozen.next)],
    events: [
      ...(frozen === null ? [] : [frozen.event]),
      {
        type: 'compliance.flagged',
        resourceId: depositId,
        walletId,
        ...(agentId === null ? {} : { agentId }),
        data: {
          ...{ wallet_id: walletId, agent_id: agentId, outcome: 'deny', reasons: ['sanctions_hit'] },
          ...{ subject_type: 'deposit', created_at: at.toISOString() },
          ...{ deposit_id: depositId, token, chain, tx_hash: txHash, list_version: listedIn },
          ...{ amount: formatUnits(amount, token), blocked: formatUnits(blocked, token) },
        },
      },
    ],
  }
}

/** @param judged as it was read @returns what was blocked of it; null: it is gone, or blocked already */
export function blockDepositIntent(judged: DepositRow, listedIn: string): Intent<bigint | null> {
  const ref = depositRef(judged._id)
  return guardedIntent(judged, [ref, walletRef(judged.walletId)], (state, at) => {
    const row = requireRow(state, ref)
    if (row.isGone || row.listedIn !== undefined) return done(null)
    const wallet = requireRow(state, walletRef(row.walletId))
    const blocked = availablePart(wallet, row, row.amount)
    const next: DepositRow = { ...row, listedIn, blocked }
    const { walletId, token, chain } = row
    const subject = { walletId, token, chain, amount: blocked }
    const writes: Writes = {
      set: [setRow(ref, next)],
      journals: blocked > 0n ? [fundsBlockedJournal(row._id, subject, row.arrivals ?? 1)] : [],
    }
    return done(blocked, joinWrites([writes, flagWrites(wallet, next, at)]))
  })
}
