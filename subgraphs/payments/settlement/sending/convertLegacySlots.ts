/**
 * Earlier releases stored nonces without a state: the bytes of a payment in its row, those of a mint or a filled gap with
 * the nonce. They are converted once, under the lease and before anything else, lowest nonce first; repeating after a
 * crash has no effect. The old rows are kept.
 */

import { Transaction } from 'ethers'
import { insertRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import {
  findLegacyAccounts,
  findLegacySlots,
  type LegacySlotRow,
  type LegacyTransaction,
  markConverted,
} from '../../models/legacyNonceSlots.ts'
import { type NonceSlotRow, type SignedBytes, slotRef } from '../../models/nonceSlots.ts'
import { findSubjects, type PaymentRow } from '../../models/payments.ts'
import { RELAYER_ORG } from '../intents/replaceBytes.ts'
import { guardedIntent } from '../intents/settlementIntent.ts'
import { type Network, submitUntilKnown } from '../network/network.ts'

const AT_ONCE = 200

export async function convertSlots(network: Network, signal: AbortSignal): Promise<void> {
  for (const account of await findLegacyAccounts(network.database, `${network.mode}:${network.chain}`)) {
    let after = -1
    for (;;) {
      const rows = await findLegacySlots(network.database, account, after, AT_ONCE)
      const payments = await findSubjects(network.database, rows)
      await Promise.all(
        rows.map((row) => {
          const payment = payments.get(row.subjectId) ?? null
          return submitUntilKnown(network, convertIntent(network, row, payment), signal)
        }),
      )
      after = rows.at(-1)?.nonce ?? after
      if (rows.length < AT_ONCE) break
    }
    await markConverted(network.database, account)
    network.log.info({ account, nonces: after + 1 }, 'nonces of an earlier release were converted')
  }
}

function convertIntent(network: Network, old: LegacySlotRow, payment: PaymentRow | null): Intent<boolean> {
  const ref = slotRef(old.account, old.nonce)
  return guardedIntent({ orgId: payment?.orgId ?? RELAYER_ORG, mode: network.mode }, [ref], (state) => {
    if (state.get(ref) !== null) return done(false)
    return done(true, { insert: [insertRow(ref, newRow(old, payment))] })
  })
}

function newRow(old: LegacySlotRow, payment: PaymentRow | null): Omit<NonceSlotRow, '_id' | 'v'> {
  const { account, nonce, subjectId, authorizationNonce, fence, own, at } = old
  const kept = transactionsOf(payment).filter((one) => one.nonce === nonce)
  const filled = own === null ? [] : [{ ...own, purpose: old.purpose === 'mint' ? 'mint' : 'fill', at } as const]
  const bytes = [...kept, ...filled].map(toBytes)
  return {
    ...{ account, nonce, subjectId, authorizationNonce, fence, at, bytes, mined: null },
    orgId: payment?.orgId ?? null,
    state: bytes.length === 0 ? 'empty' : 'sent',
  }
}

/** The transactions in the row of a payment of an earlier release. */
function transactionsOf(payment: PaymentRow | null): readonly LegacyTransaction[] {
  const work = payment?.chainWork as { transactions?: readonly LegacyTransaction[] } | null | undefined
  return work?.transactions ?? []
}

function toBytes({ hash, raw, purpose, at }: Omit<LegacyTransaction, 'nonce'>): SignedBytes {
  const { maxPriorityFeePerGas, maxFeePerGas } = Transaction.from(raw)
  return { hash, raw, purpose, at, height: 0, tip: maxPriorityFeePerGas ?? 0n, maxFee: maxFeePerGas ?? 0n }
}
