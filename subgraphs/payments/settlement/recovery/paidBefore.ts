/**
 * Captures that their wallet sends itself, of holds that were captured before, as an older backup does not know: no token refuses
 * the second transfer. Where the wallet has paid that address since the hold was placed, and nothing explains it, the capture
 * fails: that transfer is in the ledger already.
 */
import { isDirect } from '../../chains/directTransfer.ts'
import { findHoldsById } from '../../models/holds.ts'
import { findUnexplained } from '../../models/mismatches.ts'
import type { PaymentRow } from '../../models/payments.ts'
import type { Postponement } from '../intents/postponePayment.ts'
import type { Network } from '../network/network.ts'
import { postpone } from '../sending/claimQueued.ts'

/** @returns those that may be sent */
export async function failPaidBefore(
  network: Network,
  payments: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<PaymentRow[]> {
  const captures = payments.filter((one) => isDirect(one) && one.nonceOf !== undefined)
  const holds = await findHoldsById(
    network.database,
    captures.flatMap(({ nonceOf }) => nonceOf ?? []),
  )
  const placedAt = new Map(holds.map(({ _id, createdAt }) => [_id, createdAt]))
  const paid = new Set<PaymentRow>()
  for (const capture of captures) {
    const since = placedAt.get(capture.nonceOf ?? 'hld_') ?? capture.createdAt
    const outflow = await findUnexplained(network.database, capture, since)
    if (outflow?.transfer === undefined) continue
    paid.add(capture)
    void postpone(
      network,
      capture,
      failing(network, outflow.transfer.txHash),
      'it may have been captured before',
      signal,
    )
  }
  return payments.filter((one) => !paid.has(one))
}

/** At once: another look would find the same. */
const failing = ({ chain }: Network, txHash: string): Postponement => ({
  attempt: { adapter: chain, error: `not sent: its wallet has paid the address in ${txHash}` },
  triesOf: () => 0,
  triesMax: 1,
  pauseMs: () => 0,
  failureOf: () => ({
    type: 'hold_not_capturable',
    message: `Since the hold was placed its wallet has paid this address in ${txHash}, and no record explains that: it may have been this capture, which an older backup does not know. Nothing more was paid. If it was another payment, pay again.`,
    details: { reason: 'paid_before', tx_hash: txHash },
  }),
})
