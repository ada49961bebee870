/** Finds the logs of a token about the authorization of one payment. */

import { zeroPadValue } from 'ethers'
import { aheadMsNow } from '../../../shared/clock.ts'
import type { MinedLog, Receipt } from '../../chains/chainAdapter.ts'
import { TOPICS } from '../../chains/eip3009.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { notSentBefore } from '../../models/settlingPayments.ts'
import type { Network } from '../network/network.ts'
import { requireAuthorization, requireWork } from '../transactions/relayTransactions.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'

/** Endpoints refuse wider ranges. */
const LOG_RANGE_BLOCKS = 9_000

/** More than the clocks of chain and service differ. */
export const CLOCKS_DIFFER_MS = 60 * 60_000

/**
 * The logs that an authorization was used or canceled, from block `until` back to when the payment was made, or what it was
 * made for: after a restored backup the transfer may be days old.
 */
export async function findAuthorizationLogs(
  network: Network,
  payment: PaymentRow,
  until: number,
): Promise<{ used: MinedLog | undefined; canceled: MinedLog | undefined }> {
  // Blocks have real time; the organization may have been ahead of it when it paid, and not more than now.
  const since = (notSentBefore(payment, aheadMsNow(network.clock, payment)) - CLOCKS_DIFFER_MS) / 1_000
  for (let to = until; ; to -= LOG_RANGE_BLOCKS) {
    const from = Math.max(0, to - LOG_RANGE_BLOCKS + 1)
    const found = await findIn(network, payment, { from, to })
    if (found.used !== undefined || found.canceled !== undefined || from === 0) return found
    const first = await network.adapter.headAt(from)
    if (first === null || first.timestamp < since) return found
  }
}

type TokenLog = Pick<MinedLog, 'address' | 'topics'>

/** What the transaction that used the payment's authorization has moved with it; 0 when that cannot be read. */
export function amountMovedBy(payment: PaymentRow, { logs }: Pick<Receipt, 'logs'>): bigint {
  const transfer = logs[logs.findIndex(isUseOf(payment)) + 1]
  return transfer?.topics[0] === TOPICS.transfer && /^0x[0-9a-f]{64}$/i.test(transfer.data) ? BigInt(transfer.data) : 0n
}

/** Whether a log says that the payment's authorization was used. */
export const isUseOf = (payment: PaymentRow) => isNamed(payment, TOPICS.authorizationUsed)
/** Whether a log says that the payment's authorization was canceled. */
export const isCancellationOf = (payment: PaymentRow) => isNamed(payment, TOPICS.authorizationCanceled)

function isNamed(payment: PaymentRow, topic: string): (log: TokenLog) => boolean {
  const token = tokenAddress(payment).toLowerCase()
  const authorizer = zeroPadValue(requireWork(payment).from, 32).toLowerCase()
  const { nonce } = requireAuthorization(payment)
  return ({ address, topics }) =>
    address === token && topics[0] === topic && topics[1]?.toLowerCase() === authorizer && topics[2] === nonce
}

async function findIn(network: Network, payment: PaymentRow, range: { from: number; to: number }) {
  const { from } = requireWork(payment)
  const authorization = requireAuthorization(payment)
  const found = await network.adapter.logs({
    ...{ address: tokenAddress(payment), topics: [null, zeroPadValue(from, 32), authorization.nonce] },
    ...range,
  })
  const named = (topic: string) => found.find(({ topics }) => topics[0] === topic)
  return { used: named(TOPICS.authorizationUsed), canceled: named(TOPICS.authorizationCanceled) }
}
