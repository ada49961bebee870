/** Gas of payments among the random operations of the ledger's proof. */
import type { Service } from '../../../gateway/compose.ts'
import { type NonceSlotRow, slotRef } from '../../../subgraphs/payments/models/nonceSlots.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { bookGasIntent } from '../../../subgraphs/payments/settlement/intents/bookGas.ts'
import { guardedIntent } from '../../../subgraphs/payments/settlement/intents/settlementIntent.ts'
import { insertRow } from '../../../subgraphs/shared/commit/rowWrites.ts'
import { done } from '../../../subgraphs/shared/commit/verdicts.ts'
import { any, type Bench } from './bench.ts'

const GAS_MAX = 1_000_000

/** A transaction of a payment is mined; now and then it is mined again, and costs another amount. */
export async function bookGas({ paid, random, figures }: Bench, { commit }: Service): Promise<void> {
  const payment = any(paid, random)
  if (payment === undefined) return
  const { _id, orgId, mode, chain, walletId } = payment
  const account = `${mode}:${chain}:proof`
  const nonce = figures.gas++
  await commit.submit(storeNonce(payment, account, nonce))
  for (let mined = random() < 0.5 ? 1 : 2; mined > 0; mined--) {
    const cost = { gasWei: String(1 + Math.floor(random() * GAS_MAX)), block: mined, blockHash: `${nonce}.${mined}` }
    const receipt = { account, nonce, hash: hashOf(nonce), ...cost, walletIds: { [_id]: walletId } }
    await commit.submit(bookGasIntent(orgId, { mode, chain }, [receipt]))
  }
}

const hashOf = (nonce: number): string => `0x${nonce}`

function storeNonce({ _id, orgId, mode }: PaymentRow, account: string, nonce: number) {
  const ref = slotRef(account, nonce)
  return guardedIntent({ orgId, mode }, [ref], (_, at) => {
    const bytes = { hash: hashOf(nonce), raw: '0x', purpose: 'pay', at, height: 1, tip: 1n, maxFee: 1n } as const
    const row: Omit<NonceSlotRow, '_id' | 'v'> = {
      ...{ account, nonce, orgId, subjectId: _id, authorizationNonce: null, state: 'sent', fence: 1 },
      ...{ bytes: [bytes], mined: null, at },
    }
    return done(null, { insert: [insertRow(ref, row)] })
  })
}
