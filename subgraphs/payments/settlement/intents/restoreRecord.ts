/**
 * Stores the bytes of a direct payment again that were lost with an older backup, as the chain has them: in one commit with
 * the record of their nonce, so that neither is used for another payment. Another one that was signed for this nonce since
 * keeps its bytes there, which prove that it is not paid once the nonce is settled.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { isId } from '../../../shared/ids.ts'
import type { NonceSlotRow, SignedBytes } from '../../models/nonceSlots.ts'
import { slotRef } from '../../models/nonceSlots.ts'
import { type ChainWork, type PaymentRow, paymentRef } from '../../models/payments.ts'
import { nextStage } from '../../rules/paymentStages.ts'
import { endReads } from './approvalOutcome.ts'
import type { Outflow } from './correctLedger.ts'
import { adoptedWrites, type DeliveryRules, isDelivery } from './endDelivery.ts'
import { foundPaid, foundReads } from './foundPaid.ts'
import { isOutflowBooked, outflowRefOf, takenWrites } from './hotOutflows.ts'
import { guardedIntent, settlementIntent } from './settlementIntent.ts'

/**
 * gone: the payment has other bytes or ended otherwise, or it waits for its approval again and the ledger has not got the money
 * yet that the chain has paid.
 * booked: the transfer is in the ledger as an outflow.
 */
export type RestoreAnswer = 'restored' | 'gone' | 'booked'

export interface LostRecord {
  readonly account: string
  readonly nonce: number
  readonly fence: number
  readonly bytes: SignedBytes
}

export function restoreRecordIntent(
  rules: DeliveryRules,
  payment: PaymentRow,
  { transfer, walletId, amount }: Pick<Outflow, 'transfer' | 'walletId' | 'amount'>,
  { account, nonce, fence, bytes }: LostRecord,
  work: ChainWork,
): Intent<RestoreAnswer> {
  const ref = paymentRef(payment._id)
  const slot = slotRef(account, nonce)
  const outflow = outflowRefOf(transfer)
  const wallet = walletRef(payment.walletId)
  return settlementIntent<RestoreAnswer>(payment, {
    reads: [slot, outflow, wallet, ...endReads(payment), ...foundReads(payment)],
    decide(kept, before, at) {
      const waiting = foundPaid(before, kept, payment, at)
      if (waiting === 'changed' || waiting === 'short') return done('gone')
      const { row, state } = waiting ?? { row: kept, state: before }
      if (isOutflowBooked(state, transfer)) return done('booked')
      const known = state.get(slot)
      if (known?.bytes.some(({ hash }) => hash === bytes.hash)) return done('restored')
      // One that was stopped has failed: it stays so, and its completion corrects the ledger.
      const stage = row.status === 'failed' ? row.stage : nextStage(row.stage, 'storeBytes')
      if (stage === null || row.chainWork !== null) return done('gone')
      const record: Omit<NonceSlotRow, '_id' | 'v'> = {
        ...{ account, nonce, fence, walletId, orgId: row.orgId, subjectId: row._id, authorizationNonce: null },
        ...{
          state: 'mined',
          bytes: known === null ? [bytes] : [...bytesOf(known), { ...bytes, items: [row._id] }],
          mined: minedBy(transfer),
          at: realInstant(state, row, at),
        },
      }
      const adopted = isDelivery(row) ? adoptedWrites(rules, state, row, amount, at) : { row, writes: {} }
      const next: PaymentRow = { ...adopted.row, stage, chainWork: work, updatedAt: at }
      const passed = waiting === null ? {} : joinWrites([waiting.writes, { set: [setRow(wallet, waiting.wallet)] }])
      const taken = joinWrites([passed, adopted.writes, takenWrites(state, outflow, at, row._id)])
      const stored =
        known === null ? { insert: [insertRow(slot, record)] } : { set: [setRow(slot, { ...known, ...record })] }
      return done('restored', joinWrites([{ set: [setRow(ref, next)] }, stored, taken]))
    },
  })
}

/** Each with the payment that it was signed for, since the nonce gets another one. */
function bytesOf({ subjectId, bytes }: NonceSlotRow): readonly SignedBytes[] {
  return isId('payment', subjectId) ? bytes.map((one) => ({ items: [subjectId], ...one })) : bytes
}

/**
 * Of a nonce with a record the chain has mined other bytes than the record knows. They are stored with it: either they pay
 * what the nonce was taken for, or they prove that it will never be paid with it.
 */
export function adoptMinedIntent(
  slot: NonceSlotRow,
  { orgId, mode, transfer }: Pick<Outflow, 'orgId' | 'mode' | 'transfer'>,
  { fence, bytes }: Pick<LostRecord, 'fence' | 'bytes'>,
): Intent<RestoreAnswer> {
  const ref = slotRef(slot.account, slot.nonce)
  const outflow = outflowRefOf(transfer)
  return guardedIntent({ orgId, mode }, [ref, outflow], (state, at) => {
    if (isOutflowBooked(state, transfer)) return done('booked')
    const row = state.get(ref)
    if (row === null) return done('gone')
    if (row.bytes.some(({ hash }) => hash === bytes.hash)) return done('restored')
    const next = { ...row, fence, bytes: [...row.bytes, bytes], state: 'mined', mined: minedBy(transfer) } as const
    const paidBy = bytes.purpose === 'pay' && isId('payment', row.subjectId) ? row.subjectId : null
    const adopted: Writes = { set: [setRow(ref, { ...next, at: realInstant(state, { orgId, mode }, at) })] }
    return done('restored', joinWrites([adopted, takenWrites(state, outflow, at, paidBy)]))
  })
}

/** Its gas was booked with what the relayer gave the wallet. */
const minedBy = ({ txHash: hash, block, blockHash }: Outflow['transfer']) => ({
  ...{ hash, block: Number(block), blockHash },
  ...{ gasWei: '0', booking: 1 },
})
