/** All transfers to and from wallets up to the block of the cursor, in pages of blocks, some wallets at a time. */
import { id } from 'ethers'
import { hex, type Log } from './node.ts'
import type { Network } from './points/networks.ts'
import type { Payment } from './rows.ts'
import type { Wallet } from './wallets.ts'

export interface Transfer {
  readonly wallet: Wallet
  /** Who receives it, lower case. */
  readonly to: string
  readonly token: string
  readonly amount: bigint
  readonly hash: string
  readonly block: number
  readonly blockHash: string
  /** Of the authorization that moved it; null: a transfer by the wallet itself. */
  readonly authorizationNonce: string | null
}

export interface TransferPage {
  readonly from: number
  readonly to: number
  readonly wallets: readonly Wallet[]
  readonly incoming: readonly Transfer[]
  readonly outgoing: readonly Transfer[]
}

/** The nonce of the authorization of a payment; earlier versions have made that of a capture of the payment, too. */
export const authorizationOf = ({ _id, nonceOf }: Pick<Payment, '_id' | 'nonceOf'>): string => id(nonceOf ?? _id)

const TRANSFER = id('Transfer(address,address,uint256)')
const AUTHORIZATION_USED = id('AuthorizationUsed(address,bytes32)')
const WALLETS_AT_ONCE = 200
/** A shorter chain is read from its start. */
const SHORT = 200_000
/** Clocks of chain and service differ by less. */
const MARGIN_MS = 3_600_000

/** @param range all blocks up to the cursor's where it is left out */
export async function* readTransfers(
  network: Network,
  wallets: readonly Wallet[],
  range?: { readonly from: number; readonly to: number },
): AsyncGenerator<TransferPage> {
  const { node, tokens, block } = network
  const address = [...tokens.keys()]
  if (address.length === 0 || block < 0 || wallets.length === 0) return
  const within = range ?? { from: block < SHORT ? 0 : await findFirst(network, wallets), to: block }
  for (let start = 0; start < wallets.length; start += WALLETS_AT_ONCE) {
    const part = wallets.slice(start, start + WALLETS_AT_ONCE)
    const byWord = new Map(part.map((wallet) => [wordOf(wallet.address), wallet]))
    const words = [...byWord.keys()]
    // Both events name the payer in the same place.
    const sent = node.logs({ address, topics: [[TRANSFER, AUTHORIZATION_USED], words] }, within)
    for await (const { from, to, logs } of sent)
      yield { from, to, wallets: [], incoming: [], outgoing: outgoingOf(logs, byWord, tokens) }
    for await (const { from, to, logs } of node.logs({ address, topics: [TRANSFER, null, words] }, within)) {
      const incoming = logs.flatMap((log) => transferOf(log, byWord.get(log.topics[2] ?? ''), tokens, null) ?? [])
      yield { from, to, wallets: part, incoming, outgoing: [] }
    }
  }
}

function outgoingOf(logs: readonly Log[], byWord: ReadonlyMap<string, Wallet>, tokens: Network['tokens']): Transfer[] {
  const used = new Map<string, string>()
  for (const { topics, transactionHash, logIndex } of logs)
    if (topics[0] === AUTHORIZATION_USED) used.set(`${transactionHash} ${Number(logIndex)}`, topics[2] ?? '')
  return logs.flatMap((log) => {
    if (log.topics[0] !== TRANSFER) return []
    // The token tells of the authorization right before it moves the money.
    const nonce = used.get(`${log.transactionHash} ${Number(log.logIndex) - 1}`) ?? null
    return transferOf(log, byWord.get(log.topics[1] ?? ''), tokens, nonce) ?? []
  })
}

function transferOf(
  { address, topics, data, transactionHash: hash, blockNumber, blockHash }: Log,
  wallet: Wallet | undefined,
  tokens: Network['tokens'],
  authorizationNonce: string | null,
): Transfer | null {
  const token = tokens.get(address.toLowerCase())
  const amount = BigInt(data)
  if (wallet === undefined || token === undefined || amount === 0n) return null
  const to = `0x${topics[2]?.slice(26)}`
  return { wallet, to, token, amount, hash, block: Number(blockNumber), blockHash, authorizationNonce }
}

/** A block shortly before the first wallet existed. */
async function findFirst({ node, block }: Network, wallets: readonly Wallet[]): Promise<number> {
  const since = Math.min(...wallets.map(({ createdAt }) => createdAt.getTime())) - MARGIN_MS
  let [low, high] = [0, block]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { timestamp } = (await node.call('eth_getBlockByNumber', [hex(middle), false])) as { timestamp: string }
    if (Number(timestamp) * 1_000 < since) low = middle + 1
    else high = middle
  }
  return low
}

const wordOf = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`
