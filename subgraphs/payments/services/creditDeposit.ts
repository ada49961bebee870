/**
 * Money that arrived at a wallet's address becomes available, once for each transfer: the row's id names the transfer.
 * One that had left the chain and was taken back is credited again when it comes again. The receiver's side of a payment
 * between two wallets of the service arrives here too, in the receiver's own organization, so that no commit needs two.
 */
import { joinWrites } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import type { Intent, Ref, State, Writes } from '../../shared/commit/types.ts'
import { depositJournal } from '../../shared/ledger/postings.ts'
import type { DepositRow } from '../models/deposit.ts'
import type { MismatchRow } from '../models/mismatch.ts'
import { type MismatchSubject, mismatchRef, resolveMismatch } from './mismatches.ts'

export type ArrivedDeposit = Omit<DepositRow, 'v' | 'createdAt' | 'isGone' | 'arrivals'>

export const depositRef = (depositId: string): Ref => ({ collection: 'deposits', id: depositId })

export function mismatchOfDeposit(deposit: Omit<ArrivedDeposit, 'amount'>): MismatchSubject {
  const { _id: depositId, orgId, mode, walletId, token, chain } = deposit
  return { orgId, mode, walletId, token, chain, paymentId: null, depositId }
}

export function creditDepositIntent(
  deposit: ArrivedDeposit,
): Intent<'credited' | 'known' | 'minedAgain' | 'creditedAgain'> {
  const ref = depositRef(deposit._id)
  const { walletId, token, chain, amount } = deposit
  const mismatch = mismatchRef('deposit_reorganized', mismatchOfDeposit(deposit))
  return {
    priority: 'settle',
    orgId: deposit.orgId,
    mode: deposit.mode,
    reads: () => ({ guard: [ref, walletRef(walletId), mismatch] }),
    decide(state, at) {
      const known = state.get<DepositRow>(ref)
      if (known?.isGone)
        return { kind: 'done', answer: 'creditedAgain', writes: returnWrites(state, known, deposit, mismatch, at) }
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

/** What had been taken back comes again; what the wallet could not give back was never missing in it. */
function returnWrites(state: State, known: DepositRow, deposit: ArrivedDeposit, mismatch: Ref, at: Date): Writes {
  const { block, blockHash, txHash, walletId, token, chain } = deposit
  const arrivals = (known.arrivals ?? 1) + 1
  const next: DepositRow = { ...known, block, blockHash, txHash, arrivals, isGone: false }
  const amount = known.amount - (state.get<MismatchRow>(mismatch)?.missing ?? 0n)
  const journals = amount > 0n ? [depositJournal(known._id, { walletId, token, chain, amount }, arrivals)] : []
  const writes: Writes = { set: [{ ref: depositRef(known._id), next }], journals }
  return joinWrites([writes, resolveMismatch(state, mismatch, 'credited_again', at)])
}
