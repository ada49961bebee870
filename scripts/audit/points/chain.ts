/**
 * Ledger and chain (5, 6): every transfer to and from a wallet has its deposit or payment and the other way round, and the
 * token's balance of each wallet is the ledger's. What differs must be explained to the unit, by an open mismatch or by
 * what settlement has still to book.
 */
import { readChainBalances, type TokenBalances } from '../chainBalances.ts'
import { type Differences, openDifferences } from '../differences.ts'
import type { Findings } from '../findings.ts'
import type { Deposit, Mismatch, Payment } from '../rows.ts'
import { BLOCK_FIELDS, bySender, PAYMENT_FIELDS } from '../rows.ts'
import type { Source } from '../source.ts'
import { readTransfers, type Transfer } from '../transfers.ts'
import type { Wallet, Wallets } from '../wallets.ts'
import type { Network, Networks } from './networks.ts'
import { createPayer } from './payer.ts'
import type { Completed } from './payments.ts'
import { compareStock, type HotWallets, type StockTotals } from './stock.ts'

interface Deps {
  readonly source: Source
  readonly wallets: Wallets
  readonly networks: Networks
  /** Of the treasury, from which conversions are delivered. */
  readonly hotWallets: HotWallets
  readonly stock: StockTotals
  readonly findings: Findings
}

/** Of each network, read as early as possible: nodes forget the state of old blocks. */
export type ChainBalances = ReadonlyMap<string, TokenBalances>

export async function readAllBalances({
  wallets,
  networks,
  hotWallets,
}: Pick<Deps, 'wallets' | 'networks' | 'hotWallets'>): Promise<ChainBalances> {
  const all = new Map<string, TokenBalances>()
  for (const network of networks.list)
    all.set(
      network.id,
      await readChainBalances(network, [...walletsOn(network, wallets), ...hotOn(network, hotWallets)]),
    )
  return all
}

const hotOn = ({ mode }: Network, hotWallets: HotWallets): readonly Wallet[] => hotWallets.get(mode) ?? []

const walletsOn = ({ mode, chain }: Network, wallets: Wallets): Wallet[] =>
  [...wallets.values()].filter(
    ({ position, address, contractChain }) =>
      position.mode === mode && address !== '' && (contractChain ?? chain) === chain,
  )

export async function auditChains(deps: Deps, balances: ChainBalances, completed: Completed): Promise<void> {
  for (const network of deps.networks.list) await auditChain(deps, network, balances, completed)
}

async function auditChain(deps: Deps, network: Network, balances: ChainBalances, completed: Completed): Promise<void> {
  const { source, wallets, findings } = deps
  const own = walletsOn(network, wallets)
  const hot = hotOn(network, deps.hotWallets)
  const arrivedAt = new Map<string, bigint>()
  const { mode, chain, block } = network
  const open = await source.find<Mismatch>('mismatches', { mode, chain })
  const differences = openDifferences(network, wallets, open, findings)
  const payer = createPayer({ source, network, differences, findings })
  let credited = 0
  for await (const page of readTransfers(network, [...own, ...hot])) {
    await payer.add(page.outgoing)
    const range = { chain, mode, block: { $gte: page.from, $lte: page.to }, isGone: { $ne: true } }
    const walletId = { $in: page.wallets.map(({ position }) => position.walletId) }
    const deposits = await source.find<Deposit>('deposits', { ...range, walletId })
    const [openings, arrived] = [deposits.filter(isOpening), deposits.filter((one) => !isOpening(one))]
    const isHot = ({ wallet }: Transfer) => hot.includes(wallet)
    for (const { token, amount } of page.incoming.filter(isHot))
      arrivedAt.set(token, (arrivedAt.get(token) ?? 0n) + amount)
    matchDeposits(
      arrived,
      page.incoming.filter((one) => !isHot(one)),
      differences,
      findings,
    )
    checkOpenings(openings, deps)
    credited += deposits.length
  }
  await payer.end(completed.get(network.id) ?? 0)
  differences.endOutflows(block)
  await addLater(deps, network, differences)
  const inRange = await source.count('deposits', { chain, mode, block: { $lte: block }, isGone: { $ne: true } })
  if (inRange !== credited)
    findings.breach(6, `${network.id}: ${inRange} deposits are credited, ${credited} of them to known wallets`)
  const found = { differences, chain: balances.get(network.id) ?? new Map() }
  compare(network, own, found, findings)
  for (const wallet of hot) compareStock(network, wallet, { ...found, arrivedAt, stock: deps.stock }, findings)
}

const isOpening = ({ txHash }: Deposit): boolean => txHash === null

/** Of an external wallet, and once: the sums are held against the chain with its balance. */
function checkOpenings(openings: readonly Deposit[], { wallets, findings }: Pick<Deps, 'wallets' | 'findings'>): void {
  const seen = new Set<string>()
  for (const { _id, walletId, chain, token, block } of openings) {
    findings.checked(6)
    const opening = wallets.get(walletId)?.openings?.[chain]
    if (opening === undefined || Number(opening.block) !== Number(block))
      findings.breach(6, `${_id} credits what ${walletId} had at block ${block}, where nobody has opened it`)
    const asset = `${walletId} ${token}`
    if (seen.has(asset)) findings.breach(6, `${_id} credits what ${walletId} had before it was registered again`)
    seen.add(asset)
  }
}

function matchDeposits(
  deposits: readonly Deposit[],
  incoming: readonly Transfer[],
  differences: Differences,
  findings: Findings,
): void {
  const keyOf = (walletId: string, token: string, amount: bigint, hash: string) =>
    `${walletId} ${token} ${amount} ${hash}`
  const waiting = Map.groupBy(deposits, ({ walletId, token, amount, txHash }) =>
    keyOf(walletId, token, amount, String(txHash)),
  )
  for (const { wallet, token, amount, hash, block } of incoming) {
    findings.checked(6)
    const { walletId } = wallet.position
    const found = waiting.get(keyOf(walletId, token, amount, hash))?.shift()
    if (found === undefined) differences.uncredited({ walletId, token, amount, hash, block })
  }
  for (const deposit of [...waiting.values()].flat()) differences.unfounded(deposit)
}

/** Booked from blocks beyond the one that the cursor has reached. */
async function addLater({ source }: Deps, { chain, mode, block }: Network, differences: Differences): Promise<void> {
  const later = { chain, mode, block: { $gt: block }, isGone: { $ne: true } }
  for await (const page of source.pages<Deposit>('deposits', { filter: later }))
    for (const { _id, walletId, token, amount } of page)
      differences.ahead(walletId, token, amount, `${_id} is credited`)
  const filter = {
    chain,
    mode,
    $or: BLOCK_FIELDS.map((field) => ({ [field]: { $gt: block } })),
    status: 'completed',
    reversedAt: { $exists: false },
  }
  for await (const page of source.pages<Payment>('payments', { filter, projection: PAYMENT_FIELDS }))
    for (const { _id, walletId, token, amount } of page.map(bySender))
      differences.ahead(walletId, token, -amount, `${_id} is completed`)
}

function compare(
  network: Network,
  wallets: readonly Wallet[],
  { differences, chain }: { readonly differences: Differences; readonly chain: ReadonlyMap<string, bigint> },
  findings: Findings,
): void {
  for (const { position } of wallets)
    for (const token of network.tokens.values()) {
      findings.checked(6)
      const { walletId, balances } = position
      const ledger = balances[`${network.chain}:${token}`]?.onChain ?? 0n
      const found = chain.get(`${walletId} ${token}`) ?? 0n
      const explained = differences.of(walletId, token)
      if (ledger - found !== explained)
        findings.breach(
          6,
          `${network.chain}:${token} of ${walletId}: ${ledger} in the ledger, ${found} on chain at block ${network.block}` +
            (explained === 0n ? '' : `, of which ${explained} are explained`),
        )
    }
}
