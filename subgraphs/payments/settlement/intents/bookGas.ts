/**
 * Books the gas cost of the relayer's transactions to the organizations they were made for: transfers, reverts,
 * cancellations and empty transfers alike. The nonce record stores which of its transactions was booked, so each receipt
 * is booked once, and a booking that a reorganization has made wrong is reversed: another transaction has the nonce, or
 * the same one has cost another amount.
 */

import { joinWrites } from '../../../shared/commit/compose.ts'
import { orgRef } from '../../../shared/commit/positions.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import type { OrgId, WalletId } from '../../../shared/ids.ts'
import { type GasSubject, gasPaidJournal, gasReversedJournal } from '../../../shared/ledger/postings.ts'
import type { Chain } from '../../../shared/tokens.ts'
import { type NonceSlotRow, slotRef } from '../../models/nonceSlots.ts'
import { gasShares } from '../../rules/batches.ts'
import { changeGas, type GasNetwork } from '../../rules/gasBudget.ts'
import { nextSlotState } from '../../rules/slotStates.ts'
import { guardedIntent } from './settlementIntent.ts'

/** Amounts as text, since it may be stored in a task. */
export interface GasReceipt {
  readonly account: string
  readonly nonce: number
  readonly hash: string
  readonly block: number
  readonly blockHash: string
  readonly gasWei: string
  /** The wallets of the subjects of its nonce; absent in tasks of earlier versions. */
  readonly walletIds?: Readonly<Record<string, WalletId>>
}

/** Of a gift of gas that its block did not end: one whose block has booked it meanwhile keeps what it has cost. */
export function endTopUpIntent(orgId: OrgId, network: GasNetwork, ended: GasReceipt): Intent<number> {
  const { decide, ...intent } = bookGasIntent(orgId, network, [ended])
  const ref = slotRef(ended.account, ended.nonce)
  return { ...intent, decide: (state, at) => (state.get(ref)?.state === 'mined' ? done(0) : decide(state, at)) }
}

export function bookGasIntent(orgId: OrgId, network: GasNetwork, receipts: readonly GasReceipt[]): Intent<number> {
  const org = orgRef(orgId)
  return guardedIntent(
    { orgId, mode: network.mode },
    [org, ...receipts.map(({ account, nonce }) => slotRef(account, nonce))],
    (state, at) => {
      const booked = receipts.flatMap((receipt) => book(state, network, receipt) ?? [])
      const used = booked.reduce((sum, { wei }) => sum + wei, 0n)
      const row = state.get(org)
      invariant(row !== null, `organization ${orgId} has no position`)
      const reserved = -booked.reduce((sum, one) => sum + one.reserved, 0n)
      const isSame = used === 0n && reserved === 0n
      const counter: Writes = isSame ? {} : { set: [setRow(org, changeGas(row, network, at, { used, reserved }))] }
      return done(booked.length, joinWrites([counter, ...booked.map(({ writes }) => writes)]))
    },
  )
}

/** Null: booked already, or the nonce is unknown. */
function book(
  state: State,
  { chain }: GasNetwork,
  receipt: GasReceipt,
): { wei: bigint; reserved: bigint; writes: Writes } | null {
  const { account, nonce, hash, block, blockHash, gasWei, walletIds = {} } = receipt
  const ref = slotRef(account, nonce)
  const slot = state.get(ref)
  const next = slot === null ? null : nextSlotState(slot.state, 'mine')
  if (slot === null || next === null) return null
  const before = slot.mined
  // Mined again in another block it may have cost another amount.
  const isNew = before === null || before.hash !== hash || before.gasWei !== gasWei
  if (!isNew && before.blockHash === blockHash && slot.state === 'mined') return null
  const booking = (before?.booking ?? 0) + (isNew ? 1 : 0)
  const mined = { hash, block, blockHash, gasWei, booking }
  const { gasReservedWei = '0', ...kept } = slot
  const reserved = BigInt(gasReservedWei)
  const set = [setRow(ref, { ...kept, state: next, mined })]
  if (!isNew) return { wei: 0n, reserved, writes: { set } }
  const wei = BigInt(gasWei)
  const back = before === null ? 0n : BigInt(before.gasWei)
  const journals = [
    ...(before === null ? [] : sharesOf(slot, { chain, walletIds }, before.hash, back)).map((one) =>
      gasReversedJournal(one, booking - 1),
    ),
    ...sharesOf(slot, { chain, walletIds }, hash, wei).map((one) => gasPaidJournal(one, booking)),
  ]
  return { wei: wei - back, reserved, writes: { set, journals } }
}

/** One share for each payment that the transaction carried: its journals name who caused the cost. */
function sharesOf(
  slot: NonceSlotRow,
  { chain, walletIds }: { readonly chain: Chain; readonly walletIds: Readonly<Record<string, WalletId>> },
  hash: string,
  wei: bigint,
): GasSubject[] {
  const walletOf = (paymentId: string) => walletIds[paymentId] ?? null
  if (wei === 0n) return []
  const { subjectId, paymentIds, bytes } = slot
  // An empty transfer in the place of a batch is paid by all that it was signed for.
  const items = bytes.find((one) => one.hash === hash)?.items ?? paymentIds
  if (items === undefined) return [{ paymentId: subjectId, walletId: walletOf(subjectId), chain, hash, wei }]
  const shares = gasShares(wei, items.length)
  return items.map((paymentId, item) => ({
    ...{ paymentId, walletId: walletOf(paymentId), chain, hash, item },
    wei: shares[item] ?? 0n,
  }))
}
