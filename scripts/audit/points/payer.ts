/** Finds the payment of each transfer out of a wallet: by the authorization that it used, or by its transaction (5). */
import type { Differences } from '../differences.ts'
import type { Findings } from '../findings.ts'
import { BLOCK_FIELDS, blockOf, bySender, hotWalletOf, type Nonce, PAYMENT_FIELDS, type Payment } from '../rows.ts'
import type { Source } from '../source.ts'
import { authorizationOf, type Transfer } from '../transfers.ts'
import type { Network } from './networks.ts'

interface Deps {
  readonly source: Source
  readonly network: Network
  readonly differences: Differences
  readonly findings: Findings
}

export interface Payer {
  add(transfers: readonly Transfer[]): Promise<void>
  /** Completed payments whose transfer was found. */
  /** @param completed payments that must have a transfer: where it is missing, they are named */
  end(completed: number): Promise<void>
}

export function createPayer({ source, network, differences, findings }: Deps): Payer {
  const { mode, chain, block } = network
  let matched = 0
  const minedLate = new Set<string>()

  function check(payment: Payment, transfer: Transfer, paidHere: Set<string>): void {
    const { _id, walletId, status, reversedAt, txHash, amount, token } = payment
    findings.checked(5)
    const isMeant = transfer.to === payment.to.toLowerCase() && transfer.amount === amount && transfer.token === token
    if (status !== 'completed' || reversedAt !== undefined) {
      // Its authorization moved something else, which pays nothing.
      if (status === 'failed' && isMeant) minedLate.add(_id)
      if (isMeant) differences.unbooked(payment, transfer.hash)
      else
        differences.unexpected({
          walletId: transfer.wallet.position.walletId,
          token: transfer.token,
          amount: transfer.amount,
          ...{ hash: transfer.hash, block: transfer.block },
        })
      return
    }
    if (txHash !== transfer.hash || paidHere.has(_id)) {
      findings.breach(5, `${_id} was paid by ${txHash} and again by ${transfer.hash}`)
      differences.reported(walletId, token, transfer.amount)
      return
    }
    paidHere.add(_id)
    matched += 1
    if (!isMeant || transfer.wallet.position.walletId !== walletId)
      findings.breach(
        5,
        `${_id} is over ${amount} ${token} to ${payment.to}, and ${transfer.hash} moves something else`,
      )
    const { blockHash } = blockOf(payment)
    const isKept = payment.chainWork !== null || blockHash !== null
    if (isKept && blockHash !== transfer.blockHash)
      findings.breach(6, `${_id} is completed in block ${blockHash}, not in ${transfer.blockHash}`)
  }

  async function endMinedLate(): Promise<void> {
    const inBlocks = BLOCK_FIELDS.map((field) => ({ [field]: { $gte: 0, $lte: block } }))
    const filter = { mode, chain, status: 'failed', $or: inBlocks }
    for await (const page of source.pages<Payment>('payments', { filter, projection: PAYMENT_FIELDS }))
      for (const payment of page) if (!minedLate.has(payment._id)) differences.unmined(bySender(payment))
  }

  return {
    async add(transfers) {
      if (transfers.length === 0) return
      const payments = await findPayments(source, network, transfers)
      const paidHere = new Set<string>()
      for (const transfer of transfers) {
        const { wallet, token, amount, hash, block } = transfer
        const payment = payments.get(keyOf(transfer))
        if (payment === undefined)
          differences.unexpected({ walletId: wallet.position.walletId, token, amount, hash, block })
        else check(payment, transfer, paidHere)
      }
    },
    async end(completed) {
      await endMinedLate()
      if (matched === completed) return
      let unpaid = 0
      const filter = { mode, chain, status: 'completed', reversedAt: { $exists: false } }
      for await (const page of source.pages<Payment>('payments', { filter, projection: PAYMENT_FIELDS })) {
        const read = page.filter((payment) => Number(blockOf(payment).block) <= block)
        const receipts = await network.node.batch(
          'eth_getTransactionReceipt',
          read.map(({ txHash }) => [txHash]),
        )
        for (const [index, payment] of read.entries()) {
          if (isPaid(receipts[index], block)) continue
          unpaid += 1
          differences.unpaid(bySender(payment))
        }
      }
      // Several payments name one transaction with fewer transfers.
      if (matched + unpaid !== completed)
        findings.breach(6, `${network.id}: ${completed} payments are completed, with ${matched} transfers on chain`)
    },
  }
}

function isPaid(receipt: unknown, block: number): boolean {
  const found = receipt as { status: string; blockNumber: string } | null | undefined
  return found != null && Number(found.status) === 1 && Number(found.blockNumber) <= block
}

const keyOf = ({ wallet, authorizationNonce, hash }: Transfer): string =>
  `${wallet.position.walletId} ${authorizationNonce ?? hash}`

async function findPayments(
  source: Source,
  { mode, chain }: Network,
  transfers: readonly Transfer[],
): Promise<Map<string, Payment>> {
  const used = transfers.flatMap(({ authorizationNonce }) => authorizationNonce ?? [])
  const hashes = transfers.filter(({ authorizationNonce }) => authorizationNonce === null).map(({ hash }) => hash)
  const bytesRead = { 'bytes.hash': 1, 'bytes.purpose': 1, 'bytes.items': 1 }
  const projection = { subjectId: 1, paymentIds: 1, authorizationNonce: 1, ...bytesRead }
  const records = [
    ...(used.length === 0
      ? []
      : await source.find<Nonce>('accountNonces', { authorizationNonce: { $type: 'string', $in: used } }, projection)),
    ...(hashes.length === 0
      ? []
      : await source.find<Nonce>('accountNonces', { 'bytes.hash': { $in: hashes } }, projection)),
  ]
  const itemsOf = ({ bytes }: Nonce) => bytes.flatMap(({ items = [] }) => items)
  const ids = [...new Set(records.flatMap((one) => [one.subjectId, ...(one.paymentIds ?? []), ...itemsOf(one)]))]
  const known = ids.length === 0 ? [] : await findRows(source, { _id: { $in: ids } })
  const byId = new Map(known.map((payment) => [payment._id, payment]))
  const found = new Map<string, Payment>()
  for (const { subjectId, paymentIds, authorizationNonce, bytes } of records) {
    // Of a batch each payment has its own authorization, and the hash names no single one.
    for (const paymentId of paymentIds ?? []) {
      const carried = byId.get(paymentId)
      if (carried !== undefined) found.set(`${carried.walletId} ${authorizationOf(carried)}`, carried)
    }
    if (paymentIds !== undefined) continue
    const named = [{ name: authorizationNonce, paymentId: subjectId }]
    for (const { hash, purpose, items: [carried] = [] } of bytes)
      if (purpose === 'pay') named.push({ name: hash, paymentId: carried ?? subjectId })
    for (const { name, paymentId } of named) {
      const payment = byId.get(paymentId)
      if (payment !== undefined) found.set(`${payment.walletId} ${name}`, payment)
    }
  }
  // After a restored backup the bytes are gone; the authorization still follows from the payment.
  const rest = transfers.filter((transfer) => !found.has(keyOf(transfer)))
  const walletIds = [...new Set(rest.map(({ wallet }) => wallet.position.walletId))]
  const restHashes = rest.map(({ hash }) => hash)
  const unsigned =
    rest.length === 0
      ? []
      : await findRows(source, {
          ...(walletIds.includes(hotWalletOf(mode)) ? {} : { walletId: { $in: walletIds } }),
          ...{ mode, chain },
          $or: [{ txHash: { $in: restHashes } }, { status: 'pending', chainWork: null }],
        })
  for (const payment of unsigned) found.set(`${payment.walletId} ${authorizationOf(payment)}`, payment)
  return found
}

const findRows = async (source: Source, filter: Record<string, unknown>): Promise<Payment[]> =>
  (await source.find<Payment>('payments', filter, PAYMENT_FIELDS)).map(bySender)
