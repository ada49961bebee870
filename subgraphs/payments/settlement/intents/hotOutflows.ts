/**
 * Transfers from the hot wallet of the treasury that no delivery explains: the conversion may have been lost with
 * an older backup, and its quote be executed again much later. Each has a row, open until one delivery takes it as its own, or
 * an operator writes it off. It is in no organization, and the journals of the stock are not corrected: all of it is missing.
 */
import { newOrgPosition, orgRef } from '../../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { isHotWallet } from '../../../shared/conversions.ts'
import { type Stock, stockFound, stockWrittenOff } from '../../../shared/ledger/conversionPostings.ts'
import type { JournalEntry } from '../../../shared/ledger/journal.ts'
import { PLATFORM_ORG } from '../../../shared/principal.ts'
import { isDirect } from '../../chains/directTransfer.ts'
import { paymentNonce } from '../../chains/eip3009.ts'
import { type MismatchRow, mismatchRef } from '../../models/mismatches.ts'
import type { PaymentRow } from '../../models/payments.ts'
import type { Outflow } from './correctLedger.ts'
import { mismatchRefFor } from './mismatches.ts'
import { guardedIntent } from './settlementIntent.ts'

const UNEXPLAINED = 'The hot wallet of the treasury has sent it, and no delivery explains it.'
const DELIVERED = 'delivered'
const WRITTEN_OFF = 'written_off'

export const outflowRefOf = (transfer: Outflow['transfer']): Ref<MismatchRow> =>
  mismatchRefFor('unexpected_outflow', { paymentId: null, depositId: null, transfer })

/** Of what the authorization of a delivery has moved. */
const authorizedOutflowRef = (
  { chain, token }: Pick<MismatchRow, 'chain' | 'token'>,
  authorization: string,
): Ref<MismatchRow> =>
  mismatchRefFor('unexpected_outflow', {
    ...{ paymentId: null, depositId: null },
    transfer: { id: `out_${chain}_${token}_${authorization}` },
  })

/** The row of what the authorization of this delivery may have moved; to be guarded by what ends it unsigned. */
export const madeReads = (payment: PaymentRow): readonly Ref<MismatchRow>[] =>
  payment.quoteId === undefined || isDirect(payment) ? [] : [authorizedOutflowRef(payment, paymentNonce(payment))]

/**
 * Whether an execution that was lost with an older backup has made the delivery: it is about to be completed with that
 * transfer, and nothing else ends it. Its dollars would be free until then.
 */
export const isMade = (state: State, payment: PaymentRow): boolean =>
  madeReads(payment).some((ref) => {
    const row = state.get(ref)
    const isOpen = row?.paymentId === null && row.transfer?.isGone === false
    return isOpen && row.transfer.to.toLowerCase() === payment.to.toLowerCase()
  })

const refOf = ({ transfer, ...asset }: Pick<Outflow, 'transfer' | 'chain' | 'token'>): Ref<MismatchRow> =>
  transfer.authorization === undefined ? outflowRefOf(transfer) : authorizedOutflowRef(asset, transfer.authorization)

/** known: it was noted before; a delivery has taken it, or it is in another block since. */
export function noteHotOutflowIntent(outflow: Outflow): Intent<'noted' | 'known'> {
  const { orgId, mode, walletId, token, chain, amount, transfer } = outflow
  const ref = refOf(outflow)
  return guardedIntent(outflow, [ref], (state, at) => {
    const known = state.get(ref)
    if (known !== null && known.transfer?.isGone === false) {
      const isSame = known.transfer.blockHash === transfer.blockHash
      return done('known', isSame ? {} : { set: [setRow(ref, { ...known, transfer, updatedAt: at })] })
    }
    const row: Omit<MismatchRow, '_id' | 'v'> = {
      ...({ kind: 'unexpected_outflow', state: 'open' } as const),
      ...{ orgId, mode, walletId, paymentId: null, depositId: null, transfer },
      ...{ token, chain, expected: '0', found: String(amount), missing: amount, reason: UNEXPLAINED },
      corrections: known?.corrections ?? 0,
      ...{ resolution: null, openedAt: at, resolvedAt: null, updatedAt: at },
    }
    return done(
      'noted',
      known === null ? { insert: [insertRow(ref, row)] } : { set: [setRow(ref, { ...known, ...row })] },
    )
  })
}

/** Whether the transfer is booked already; what the hot wallet has sent is free while its row is open. */
export function isOutflowBooked(state: State, transfer: Outflow['transfer']): boolean {
  const row = state.get(outflowRefOf(transfer))
  return row?.transfer?.isGone === false && !(isHotWallet(row.walletId) && row.state === 'open')
}

/** In the commit that takes it as a delivery. @param paymentId null: it moves something else */
export function takenWrites(
  state: State,
  ref: Ref<MismatchRow>,
  at: Date,
  paymentId: MismatchRow['paymentId'],
): Writes {
  const row = state.get(ref)
  if (row === null || paymentId === null || !(row.state === 'open' || row.resolution === WRITTEN_OFF)) return {}
  const found = foundAgain(row)
  return { set: [setRow(ref, { ...endedRow(found.row, DELIVERED, at), paymentId })], journals: found.journals }
}

/** @returns whether it was open */
export function writeOffIntent({ _id, mode }: MismatchRow): Intent<boolean> {
  const [ref, org] = [mismatchRef(_id), orgRef(PLATFORM_ORG)]
  return guardedIntent({ orgId: PLATFORM_ORG, mode }, [org, ref], (state, at) => {
    const row = state.get(ref)
    if (row === null || row.state !== 'open') return done(false)
    const corrections = row.corrections + 1
    const journals = [stockWrittenOff(row._id, stockOf(row), corrections)]
    // That of the platform has no position before its first act.
    const insert = state.get(org) === null ? [insertRow(org, newOrgPosition(PLATFORM_ORG))] : []
    return done(true, { insert, set: [setRow(ref, { ...endedRow(row, WRITTEN_OFF, at), corrections })], journals })
  })
}

/** Its block has left the chain. */
export function goneHotOutflowIntent(judged: MismatchRow): Intent<'reversed' | 'changed'> {
  const [ref, org] = [mismatchRef(judged._id), orgRef(PLATFORM_ORG)]
  return guardedIntent({ orgId: PLATFORM_ORG, mode: judged.mode }, [org, ref], (state, at) => {
    const row = state.get(ref)
    if (row?.transfer === undefined || row.transfer.isGone || row.transfer.blockHash !== judged.transfer?.blockHash)
      return done('changed')
    const isFree = row.state === 'open' || row.resolution === WRITTEN_OFF
    const found = foundAgain(row)
    const ended = isFree ? endedRow(found.row, 'left_the_chain', at) : row
    return done('reversed', {
      set: [setRow(ref, { ...ended, missing: 0n, transfer: { ...row.transfer, isGone: true } })],
      journals: found.journals,
    })
  })
}

/** One that was written off goes back on the stock. Earlier releases have not counted that they wrote it off. */
function foundAgain(row: MismatchRow): { readonly row: MismatchRow; readonly journals: readonly JournalEntry[] } {
  if (row.resolution !== WRITTEN_OFF) return { row, journals: [] }
  const corrections = Math.max(1, row.corrections)
  return { row: { ...row, corrections }, journals: [stockFound(row._id, stockOf(row), corrections)] }
}

const stockOf = ({ mode, token, chain, found }: MismatchRow): Stock => ({ mode, token, chain, units: BigInt(found) })

const endedRow = (row: MismatchRow, resolution: string, at: Date): MismatchRow => ({
  ...row,
  ...{ state: 'resolved', resolution, missing: 0n, resolvedAt: at, updatedAt: at },
})
