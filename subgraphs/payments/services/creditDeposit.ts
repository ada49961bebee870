/**
 * Money that arrived at a wallet's address becomes available, once for each transfer and for ever: the row's id names
 * the transfer. The receiver's side of a payment between two wallets of the service arrives here too, in the receiver's
 * own organization, so that no commit needs two organizations.
 */
import { walletRef } from '../../shared/commit/positions.ts'
import type { Intent, Ref } from '../../shared/commit/types.ts'
import { depositJournal } from '../../shared/ledger/postings.ts'
import type { DepositRow } from '../models/deposit.ts'

export type ArrivedDeposit = Omit<DepositRow, 'v' | 'createdAt'>

export function creditDepositIntent(deposit: ArrivedDeposit): Intent<'credited' | 'known' | 'minedAgain'> {
  const ref: Ref = { collection: 'deposits', id: deposit._id }
  const { walletId, token, chain, amount } = deposit
  return {
    priority: 'settle',
    orgId: deposit.orgId,
    mode: deposit.mode,
    reads: () => ({ guard: [ref, walletRef(walletId)] }),
    decide(state, at) {
      const known = state.get<DepositRow>(ref)
      if (known !== null) {
        if (known.blockHash === deposit.blockHash) return { kind: 'done', answer: 'known', writes: {} }
        const { block, blockHash, txHash } = deposit
        const next = { ...known, block, blockHash, txHash }
        return { kind: 'done', answer: 'minedAgain', writes: { set: [{ ref, next }] } }
      }
      return {
        kind: 'done',
        answer: 'credited',
        writes: {
          insert: [{ ref, row: { ...deposit, createdAt: at } }],
          journals: [depositJournal(deposit._id, { walletId, token, chain, amount })],
        },
      }
    },
  }
}
