/**
 * The books of a database, held against themselves and against the chain: hash chains whole, balances the sum of their
 * journals, limits the sum of what was paid, and for each payment as many transfers on chain as its status says.
 */
import { id, toBeHex, zeroPadValue } from 'ethers'
import type { mongo } from 'mongoose'
import { authorizationNonce } from '../../subgraphs/payments/chains/eip3009.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { findHashChainFault } from '../../subgraphs/shared/commit/hashChain.ts'
import type { OrgPosition, WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import {
  isBalancedWithChain,
  type JournalRow,
  journalOf,
  postToWallet,
  requireBalanced,
  type WalletBalances,
} from '../../subgraphs/shared/ledger/journal.ts'
import { tokenOn } from '../embedded/embeddedChains.ts'
import { callRpc, callRpcBatch } from '../embedded/rpc.ts'

const TOKEN = tokenOn('base', 'USDC').address
const BALANCE_OF = '0x70a08231'
const AUTHORIZATION_USED = id('AuthorizationUsed(address,bytes32)')

/** What is wrong, a line each. */
export async function findBookErrors(database: Database): Promise<string[]> {
  const all = <T extends mongo.Document>(name: string, filter: object, sort: mongo.Sort): Promise<T[]> =>
    database.collection<T>(name).find(filter).sort(sort).toArray() as unknown as Promise<T[]>
  const organizations = await all<OrgPosition>('positions', { _id: /^org:/ }, { _id: 1 })
  const wallets = await all<WalletPosition>('positions', { _id: /^wal:/ }, { _id: 1 })
  const journals = await all<JournalRow>('journals', {}, { orgId: 1, seq: 1 })
  const events = await all<EventRow>('events', {}, { _id: 1 })
  if (wallets.length === 0 || journals.length === 0) return ['there are no books']
  return [...chainErrors(organizations, events, journals), ...balanceErrors(wallets, journals)]
}

function chainErrors(
  organizations: readonly OrgPosition[],
  events: readonly EventRow[],
  journals: readonly JournalRow[],
): string[] {
  return organizations.flatMap(({ orgId, cursor, eventHash, journalSeq, journalHash }) => {
    const log = events.filter((event) => event.orgId === orgId)
    const ledger = journals.filter((journal) => journal.orgId === orgId)
    const breaks = {
      events: findHashChainFault(log, (row) => Number(row.cursor), { sequence: Number(cursor), hash: eventHash }),
      journals: findHashChainFault(ledger, (row) => Number(row.seq), {
        sequence: Number(journalSeq),
        hash: journalHash,
      }),
    }
    return Object.entries(breaks).flatMap(([name, found]) =>
      found === null ? [] : [`hash chain of ${name} of ${orgId}: ${found.reason} at ${found.rowId}`],
    )
  })
}

function balanceErrors(wallets: readonly WalletPosition[], journals: readonly JournalRow[]): string[] {
  const replayed = new Map<string, WalletBalances>()
  const errors: string[] = []
  for (const row of journals) {
    const journal = journalOf(row)
    try {
      requireBalanced(journal)
      for (const walletId of new Set(row.lines.flatMap(({ walletId }) => walletId ?? [])))
        replayed.set(walletId, postToWallet(replayed.get(walletId) ?? {}, walletId, journal))
    } catch (error) {
      errors.push(`journal ${row._id}: ${(error as Error).message}`)
    }
  }
  for (const { walletId, balances } of wallets) {
    const same = textOf(replayed.get(walletId) ?? {}) === textOf(balances)
    if (!same) errors.push(`the journals of ${walletId} do not give its balances`)
    if (!Object.values(balances).every(isBalancedWithChain)) errors.push(`${walletId} is not covered`)
  }
  return errors
}

/** With nothing on its way. */
export async function findChainDifferences(database: Database, rpcUrl: string): Promise<string[]> {
  const wallets = await database.collection<WalletPosition>('positions').find({ _id: /^wal:/ }).toArray()
  const rows = await database.collection<{ _id: string; address: string }>('wallets').find().toArray()
  const addresses = new Map(rows.map(({ _id, address }) => [_id, address]))
  const onChain = await callRpcBatch(
    rpcUrl,
    wallets.map(({ walletId }) => [
      'eth_call',
      [{ to: TOKEN, data: `${BALANCE_OF}${wordOf(addresses.get(walletId) ?? '0x0')}` }, 'latest'],
    ]),
  )
  const balances = wallets.flatMap(({ walletId, balances }, index) => {
    const [books, chain] = [BigInt(balances['base:USDC']?.onChain ?? 0n), BigInt(String(onChain[index]))]
    const inFlight = BigInt(balances['base:USDC']?.inFlight ?? 0n)
    return [
      ...(books === chain ? [] : [`${walletId} has ${chain} on chain and ${books} in the books`]),
      ...(inFlight === 0n ? [] : [`${walletId} has ${inFlight} in flight with nothing on its way`]),
    ]
  })
  return [...balances, ...(await findTransferErrors(database, rpcUrl))]
}

async function findTransferErrors(database: Database, rpcUrl: string): Promise<string[]> {
  const filter = { address: TOKEN, topics: [AUTHORIZATION_USED], fromBlock: '0x0', toBlock: 'latest' }
  const logs = (await callRpc(rpcUrl, 'eth_getLogs', [filter])) as { topics: string[] }[]
  const used = Map.groupBy(logs, ({ topics }) => topics[2] ?? '')
  const payments = await database.collection<PaymentRow>('payments').find().toArray()
  return payments.flatMap(({ _id, status }) => {
    const transfers = used.get(authorizationNonce(_id))?.length ?? 0
    return transfers === (status === 'completed' ? 1 : 0)
      ? []
      : [`${_id} is ${status} with ${transfers} transfers on chain`]
  })
}

const wordOf = (address: string): string => zeroPadValue(toBeHex(BigInt(address), 20), 32).slice(2)

/** Rows of the driver and rows of a fold differ in the order of their fields and in their kinds of integers. */
function textOf(balances: WalletBalances): string {
  const sorted = Object.entries(balances).sort(([a], [b]) => a.localeCompare(b))
  return JSON.stringify(
    sorted.map(([asset, { available, held, inFlight, blocked, onChain }]) => [
      asset,
      [available, held, inFlight, blocked, onChain].map(String),
    ]),
  )
}
