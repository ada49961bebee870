/**
 * The hot wallet of the treasury (6): what it has on each chain is what the journals leave of its stock; what was sent to it
 * and nobody has booked yet is told.
 */
import type { Differences } from '../differences.ts'
import type { Findings } from '../findings.ts'
import { hotWalletOf, type Journal, type WalletPosition } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Wallet } from '../wallets.ts'
import type { Network } from './networks.ts'

/** By mode: one, or none where nothing was ever converted. */
export type HotWallets = ReadonlyMap<string, readonly Wallet[]>

/** By mode, chain and token, in its units. */
export interface StockTotals {
  /** Account 1110. */
  readonly left: ReadonlyMap<string, bigint>
  /** What was booked as sent to it. */
  readonly added: ReadonlyMap<string, bigint>
}

export async function readHotWallets(source: Source): Promise<HotWallets> {
  const hot = new Map<string, readonly Wallet[]>()
  for (const mode of ['test', 'live']) {
    const walletId = hotWalletOf(mode)
    type Key = { readonly address: string; readonly createdAt: Date }
    const [key] = await source.find<Key>('walletKeys', { _id: walletId }, { address: 1, createdAt: 1 })
    if (key === undefined) continue
    const position = { _id: walletId, walletId, mode, balances: {} } as unknown as WalletPosition
    const facts = { position, address: key.address.toLowerCase(), contractChain: null, openings: null }
    const counted = { seq: 0, wasCreated: true, isFrozen: false, isForNew: false, freezes: [] }
    hot.set(mode, [{ ...facts, createdAt: key.createdAt, folded: new Map(), ...counted }])
  }
  return hot
}

export function openStock() {
  const [left, added] = [new Map<string, bigint>(), new Map<string, bigint>()]
  return {
    totals: { left, added } satisfies StockTotals,
    add({ type, lines }: Journal): void {
      for (const line of lines) {
        if (line.account !== '1110') continue
        const key = `${(line as unknown as { mode: string }).mode}:${line.chain}:${line.token}`
        const units = line.direction === 'debit' ? BigInt(line.amount) : -BigInt(line.amount)
        left.set(key, (left.get(key) ?? 0n) + units)
        if (type === 'stock_added') added.set(key, (added.get(key) ?? 0n) + units)
      }
    },
  }
}

interface Found {
  readonly differences: Differences
  readonly chain: ReadonlyMap<string, bigint>
  /** By token: what came to the wallet on this chain. */
  readonly arrivedAt: ReadonlyMap<string, bigint>
  readonly stock: StockTotals
}

export function compareStock(
  { id, tokens }: Network,
  { position: { walletId } }: Wallet,
  { differences, chain, arrivedAt, stock }: Found,
  findings: Findings,
): void {
  for (const token of tokens.values()) {
    findings.checked(6)
    const key = `${id}:${token}`
    const unbooked = (arrivedAt.get(token) ?? 0n) - (stock.added.get(key) ?? 0n)
    if (unbooked < 0n) findings.breach(6, `${-unbooked} ${token} are booked as stock on ${id} that never arrived`)
    if (unbooked > 0n)
      findings.explain(`${unbooked} ${token} came to the hot wallet on ${id}, and nobody has booked them`)
    const ledger = (stock.left.get(key) ?? 0n) + (unbooked > 0n ? unbooked : 0n)
    const found = chain.get(`${walletId} ${token}`) ?? 0n
    const explained = differences.of(walletId, token)
    if (ledger - found !== explained)
      findings.breach(
        6,
        `${key} of the hot wallet: ${ledger} in the ledger, ${found} on chain, of which ${explained} are explained`,
      )
  }
}
