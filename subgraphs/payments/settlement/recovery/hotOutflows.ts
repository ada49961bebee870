/**
 * Gives transfers of the hot wallet that nothing explains to the deliveries that they were made for (reliability 3.3): a quote
 * that is executed again after an older backup was restored is not delivered a second time.
 */

import { getAddress } from 'ethers'
import { aheadMsNow } from '../../../shared/clock.ts'
import { hotWalletId } from '../../../shared/conversions.ts'
import { ChainUnavailable } from '../../chains/chainAdapter.ts'
import { findOpenOutflows, type MismatchRow } from '../../models/mismatches.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { addTasks } from '../../models/settlementTasks.ts'
import { canBeFor, findUnrecordedFor, type UnrecordedTransfer } from '../../models/settlingPayments.ts'
import { isDelivery } from '../intents/endDelivery.ts'
import type { Network } from '../network/network.ts'

const CLAIMED = 'what the hot wallet has sent before may be this delivery'

/**
 * The deliveries among these that a transfer may have made already: they are not signed, and each of the transfers is looked
 * at again. To be asked after nonces are allocated: everything that the wallet has sent is known then.
 */
export async function findMadeBefore(network: Network, payments: readonly PaymentRow[]): Promise<PaymentRow[]> {
  const deliveries = payments.filter(isDelivery)
  const open = deliveries.length === 0 ? [] : await openOutflows(network)
  const claimed = open.filter((row) => deliveries.some((one) => isFor(network, row, one)))
  await lookAgain(network, claimed)
  return deliveries.filter((one) => claimed.some((row) => isFor(network, row, one)))
}

export const madeBefore = () => new ChainUnavailable(CLAIMED)

/** Those of deliveries that have failed meanwhile, too: their dollars are taken after all. */
export async function claimOutflows(network: Network): Promise<void> {
  const claimed: MismatchRow[] = []
  for (const row of await openOutflows(network)) {
    const transfer = transferOf(network, row)
    if (transfer !== null && (await findUnrecordedFor(network.database, network, transfer)) !== null) claimed.push(row)
  }
  await lookAgain(network, claimed)
}

async function openOutflows(network: Network): Promise<MismatchRow[]> {
  const found = await findOpenOutflows(network.database, hotWalletId(network.mode))
  return found.filter(({ chain }) => chain === network.chain)
}

function isFor(network: Network, row: MismatchRow, delivery: PaymentRow): boolean {
  const transfer = transferOf(network, row)
  if (transfer === null || delivery.token !== transfer.token || delivery.to !== transfer.to) return false
  return canBeFor(delivery, transfer)
}

function transferOf(network: Network, { walletId, token, found, transfer }: MismatchRow): UnrecordedTransfer | null {
  if (transfer?.minedAt === undefined) return null
  const aheadMsOf = (payment: Pick<PaymentRow, 'orgId' | 'mode'>) => aheadMsNow(network.clock, payment)
  return { walletId, token, to: getAddress(transfer.to), amount: BigInt(found), minedAt: transfer.minedAt, aheadMsOf }
}

/** By the task that has found nothing before. */
function lookAgain(network: Network, rows: readonly MismatchRow[]): Promise<void> {
  const tasks = rows.flatMap(({ orgId, mode, walletId, token, chain, found, transfer }) => {
    if (transfer === undefined) return []
    const outflow = {
      orgId,
      mode,
      walletId,
      token,
      chain,
      amount: found,
      transfer,
      isByOwner: false,
      isOwnTransaction: true,
    }
    const of = { network: network.id, orgId, subjectId: transfer.id, occurrence: transfer.blockHash }
    return [{ ...of, work: { kind: 'outflow', outflow } as const }]
  })
  return addTasks(network.database, tasks, network.clock.now())
}
