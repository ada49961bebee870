/** Books the gas cost of the relayer's transactions in a block to the organizations they were made for. */
import type { Intent } from '../../../shared/commit/types.ts'
import { isHotWallet } from '../../../shared/conversions.ts'
import { idsOf, type OrgId, type WalletId } from '../../../shared/ids.ts'
import type { Block } from '../../chains/chainAdapter.ts'
import { findSpenders, type NonceSlotRow, subjectsOf, toppedUpWallet } from '../../models/nonceSlots.ts'
import { findPayingWallets } from '../../models/payments.ts'
import type { NewTask, SettlementTaskRow } from '../../models/settlementTasks.ts'
import { bookGasIntent, type GasReceipt } from '../intents/bookGas.ts'
import { type Network, submitUntilKnown, type TaskOutcome } from '../network/network.ts'
import { standingOf } from '../network/standingOf.ts'

/** Journal entries in one commit. */
const AT_ONCE = 100

/** What a block books, and the task that books it later if that fails. */
export interface Booking {
  readonly intent: Intent<string | number>
  readonly task: NewTask
  /** It does not count yet, so the task books it. */
  readonly isLate?: boolean
}

export async function gasOf(network: Network, block: Block): Promise<Booking[]> {
  const relayers = network.relayers.filter(({ use }) => use !== 'faucet')
  const known = [...relayers, ...network.wallets.values()].map(({ address }) => address.toLowerCase())
  const senders = new Set([...known, ...network.formerRelayers])
  const own = new Map(block.receipts.filter(({ from }) => senders.has(from)).map((one) => [one.hash, one]))
  const found = await findSpenders(network.database, [...own.keys()])
  const walletIdsOf = await findWalletIds(network, found)
  const byOrganization = new Map<OrgId, Costed[]>()
  for (const { account, nonce, orgId, bytes, walletId, ...slot } of found) {
    const receipt = bytes.map(({ hash }) => own.get(hash)).find((one) => one !== undefined)
    // A nonce without a payment is the service's own expense.
    if (receipt === undefined || orgId === null) continue
    const { hash, blockNumber, blockHash } = receipt
    const given = bytes.find((one) => one.hash === hash)?.value ?? 0n
    // A wallet spends what a top-up gave it, which was booked then.
    const wei = walletId !== undefined ? 0n : receipt.gasWei + (receipt.succeeded ? given : 0n)
    const walletIds = walletIdsOf(slot)
    const costed: GasReceipt = { account, nonce, hash, block: blockNumber, blockHash, gasWei: String(wei), walletIds }
    const entry = { receipt: costed, entries: bytes.find((one) => one.hash === hash)?.items?.length ?? 1 }
    byOrganization.set(orgId, [...(byOrganization.get(orgId) ?? []), entry])
  }
  return [...byOrganization].flatMap(([orgId, receipts]) => bookingsOf(network, orgId, receipts))
}

type Subjects = Pick<NonceSlotRow, 'subjectId' | 'paymentIds'>

/** The wallets that the subjects of a nonce are of, which the journals of its gas name. */
export async function findWalletIds(
  { database }: Pick<Network, 'database'>,
  slots: readonly Subjects[],
): Promise<(slot: Subjects) => Readonly<Record<string, WalletId>>> {
  const subjects = slots.flatMap((slot): readonly string[] => subjectsOf(slot))
  const payers = await findPayingWallets(database, idsOf('payment', subjects))
  return (slot) =>
    Object.fromEntries(
      subjectsOf(slot).flatMap((id) => {
        const payer = payers.get(id) ?? toppedUpWallet(id)
        // What the hot wallet of the treasury is given names no wallet of the organization that pays for it.
        return payer === null || isHotWallet(payer) ? [] : [[id, payer]]
      }),
    )
}

interface Costed {
  readonly receipt: GasReceipt
  /** A batch has one for each of its payments. */
  readonly entries: number
}

function bookingsOf(network: Network, orgId: OrgId, costed: readonly Costed[]): Booking[] {
  const parts: GasReceipt[][] = []
  let left = 0
  for (const { receipt, entries } of costed) {
    if (entries > left) {
      parts.push([])
      left = AT_ONCE
    }
    parts.at(-1)?.push(receipt)
    left -= entries
  }
  return parts.map((part) => ({
    intent: bookGasIntent(orgId, network, part),
    task: {
      ...{ network: network.id, orgId, subjectId: part[0]?.hash ?? '', occurrence: part[0]?.blockHash ?? '' },
      work: { kind: 'gas', receipts: part },
    },
  }))
}

export async function retryGasBooking(
  network: Network,
  { orgId, work }: SettlementTaskRow,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  if (work.kind !== 'gas' || orgId === '') return 'done'
  const receipts = work.receipts as GasReceipt[]
  const [first] = receipts
  // They are of one block: one that has left the chain must not undo what another has booked since.
  const standing = first === undefined ? 'gone' : await standingOf(network, first)
  if (standing !== 'read') return standing === 'gone' ? 'done' : 'later'
  const outcome = await submitUntilKnown(network, bookGasIntent(orgId, network, receipts), signal)
  if (outcome.kind === 'refused') throw outcome.error
  return 'done'
}
