/**
 * Finds transfers to and from wallets of the service in a block. The id of a deposit must survive a reorganization: it names the
 * authorization used, which may be submitted in another transaction the second time, or else the transaction and the log's
 * position in it (its position in the block can change). Of a transaction that the service has sent itself it is the first
 * for its nonce, whichever of them is mined.
 */
import { getAddress } from 'ethers'
import { hotWalletId } from '../../../shared/conversions.ts'
import type { WalletId } from '../../../shared/ids.ts'
import type { Mode } from '../../../shared/principal.ts'
import type { Token } from '../../../shared/tokens.ts'
import type { Block, Receipt } from '../../chains/chainAdapter.ts'
import { addressOfTopic, authorizedTransfer, TOPICS } from '../../chains/eip3009.ts'
import { findDepositsById } from '../../models/deposits.ts'
import { findReplaced } from '../../models/nonceSlots.ts'
import { findWalletsByAddress, isOnChain, type WalletRow } from '../../models/wallets.ts'
import { denyingList } from '../../rules/screening.ts'
import type { ArrivedDeposit } from '../intents/creditDeposit.ts'
import { RELAYER_ORG } from '../intents/replaceBytes.ts'
import type { Network } from '../network/network.ts'
import { findHotWallet } from '../network/senders.ts'

export interface Arrival {
  readonly _id: string
  readonly to: string
  readonly from: string
  readonly token: Token
  readonly amount: bigint
  readonly receipt: Receipt
  /** Of the token, lower case. */
  readonly contract: string
  /** Of its log in the transaction. */
  readonly position: number
  /** Of the authorization that it used; null: none. */
  readonly authorizationNonce: string | null
}

/** A wallet, or the hot wallet of the treasury, which is in no organization. */
type Sender = Pick<WalletRow, '_id' | 'orgId' | 'mode' | 'custody'>

export interface Transfers {
  readonly deposits: readonly ArrivedDeposit[]
  /** From wallets of the service. */
  readonly outgoing: readonly { readonly wallet: Sender; readonly transfer: Arrival }[]
  /** External wallets of these whose opening balance contains the block. */
  readonly opened: ReadonlySet<WalletId>
}

export async function findTransfers(network: Network, block: Block): Promise<Transfers> {
  const arrivals = block.receipts.flatMap((receipt) => arrivalsOf(network, receipt))
  if (arrivals.length === 0) return { deposits: [], outgoing: [], opened: new Set() }
  const addresses = [...new Set(arrivals.flatMap(({ from, to }) => [from, to]))].map(getAddress)
  // Test and live mode may share an embedded chain; each books its own wallets.
  const own = (await findWalletsByAddress(network.database, addresses)).filter(
    (row) => row.mode === network.mode && isOnChain(row, network.chain),
  )
  const wallets = new Map(own.map((row) => [row.address.toLowerCase(), row]))
  const of = (address: string) => wallets.get(address) ?? []
  const hot = await findHotWallet(network.database, network.mode)
  const isOfHot = ({ from }: Arrival): boolean => from === hot?.address.toLowerCase()
  const incoming = arrivals.filter(({ to }) => wallets.has(to))
  const ids = await depositIdsOf(network, incoming)
  const isOpened = ({ openings }: WalletRow) => Number(openings?.[network.chain]?.block ?? -1) >= block.number
  return {
    opened: new Set(own.filter(isOpened).map(({ _id }) => _id)),
    deposits: incoming.flatMap((transfer) =>
      [of(transfer.to)]
        .flat()
        .map((wallet) => depositOf(network, wallet, { ...transfer, _id: ids.get(transfer) ?? transfer._id })),
    ),
    outgoing: [
      ...arrivals.flatMap((transfer) => [of(transfer.from)].flat().map((wallet) => ({ wallet, transfer }))),
      ...arrivals.filter(isOfHot).map((transfer) => ({ wallet: hotSender(network.mode), transfer })),
    ],
  }
}

const hotSender = (mode: Mode): Sender => ({ _id: hotWalletId(mode), orgId: RELAYER_ORG, mode, custody: 'local' })

export async function depositIdsOf(
  { database, chain }: Network,
  arrivals: readonly Arrival[],
): Promise<Map<Arrival, string>> {
  const replaced = await findReplaced(database, [...new Set(arrivals.map(({ receipt }) => receipt.hash))])
  const renamed = arrivals.flatMap((arrival) => {
    const first = replaced.get(arrival.receipt.hash)
    return first === undefined || arrival.authorizationNonce !== null
      ? []
      : [[arrival, `dep_${chain}_${first.slice(2)}_${arrival.position}`] as const]
  })
  // Earlier versions have named it by the transaction that was mined.
  const known = await findDepositsById(
    database,
    renamed.map(([{ _id }]) => _id),
  )
  const keep = new Set(known.map(({ _id }) => _id))
  return new Map(renamed.filter(([{ _id }]) => !keep.has(_id)))
}

function depositOf(
  { chain, screener }: Network,
  { _id: walletId, orgId, mode }: WalletRow,
  { _id, token, amount, from, receipt }: Arrival,
): ArrivedDeposit {
  const checks = screener.check({ address: from, mode })
  const listed = denyingList(checks)
  return {
    ...{ _id, orgId, mode, walletId, token, chain, amount, from },
    ...{ txHash: receipt.hash, block: receipt.blockNumber, blockHash: receipt.blockHash },
    ...(listed === null ? {} : { listedIn: `${listed.list} ${listed.list_version}` }),
  }
}

/** As the id of a deposit, it survives a reorganization. */
export const outflowIdOf = ({ _id }: Pick<Arrival, '_id'>): string => _id.replace(/^dep_/, 'out_')

const WORD = /^0x[0-9a-f]{64}$/i

export function arrivalsOf(network: Network, receipt: Receipt): Arrival[] {
  return receipt.logs.flatMap(({ address, topics, data }, position): Arrival[] => {
    const token = network.tokens.get(address)
    const [topic, fromTopic, toTopic] = topics
    if (token === undefined || topic !== TOPICS.transfer || fromTopic === undefined || toTopic === undefined) return []
    if (!WORD.test(data)) {
      const facts = { network: network.id, hash: receipt.hash, position }
      network.log.error(facts, 'a transfer with an unreadable amount is ignored')
      return []
    }
    const amount = BigInt(data)
    if (amount === 0n) return []
    const before = receipt.logs[position - 1]
    const isAuthorized =
      before?.address === address && before.topics[0] === TOPICS.authorizationUsed && before.topics[1] === fromTopic
    const authorizationNonce = isAuthorized ? (before.topics[2] ?? null) : null
    const from = addressOfTopic(fromTopic)
    const name =
      authorizationNonce === null
        ? `${receipt.hash.slice(2)}_${position}`
        : authorizedTransfer(address, from, authorizationNonce)
    return [
      {
        ...{
          _id: `dep_${network.chain}_${name}`,
          to: addressOfTopic(toTopic),
          from,
          token,
          amount,
          receipt,
          position,
          contract: address,
        },
        authorizationNonce,
      },
    ]
  })
}
