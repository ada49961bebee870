/**
 * Reconciliation of wallets with one chain (domain 1.11, 9.4): ledger and chain at the same block, the last that was read.
 * Nothing is decided about a wallet while something of it is still to be booked. A difference is believed once a second look
 * finds it, too; then it is a mismatch until they agree again. Nothing is corrected here. The owner of an external wallet may
 * have had money in it before its registration: until that is booked (openWallets), a difference says nothing.
 */

import type { Clock } from '../../shared/clock.ts'
import { joinWrites } from '../../shared/commit/compose.ts'
import type { Intent } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { Database } from '../../shared/database.ts'
import { assetKey } from '../../shared/ledger/journal.ts'
import { formatUnits } from '../../shared/money.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { type BlockHead, type ChainAdapter, ChainUnavailable } from '../chains/chainAdapter.ts'
import {
  type LedgerSnapshot,
  type ReconciliationRow,
  type ReconciliationState,
  readLedgerSnapshot,
} from '../models/reconciliations.ts'
import { isOnChain, isOpened, type WalletRow } from '../models/wallets.ts'
import { expectedOnChain } from '../rules/reconciliation.ts'
import { type MismatchSubject, mismatchRefFor, openMismatch, resolveMismatch } from './intents/mismatches.ts'
import { guardedIntent } from './intents/settlementIntent.ts'

export interface ReconciledNetwork {
  /** `<mode>:<chain>` */
  readonly id: string
  readonly mode: Mode
  readonly chain: Chain
  readonly adapter: Pick<ChainAdapter, 'headAt' | 'balancesAt'>
  /** Token contracts by address, lower case. */
  readonly tokens: ReadonlyMap<string, Token>
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

export interface Reconciled {
  readonly rows: readonly ReconciliationRow[]
  /** That was compared; null: the chain did not say, or was never read. */
  readonly block: Pick<BlockHead, 'number' | 'hash'> | null
  /** Those of the rows that have an open mismatch. */
  readonly open: ReadonlySet<string>
}

/** @param isThorough also for tokens that the ledger has never seen in the wallet */
export async function reconcileWallets(
  deps: Deps,
  network: ReconciledNetwork,
  wallets: readonly WalletRow[],
  isThorough = false,
): Promise<Reconciled> {
  const first = await compareOnce(deps, network, wallets, isThorough)
  const differing = new Set(first.rows.filter(({ state }) => state === 'differs').map(({ walletId }) => walletId))
  if (differing.size === 0) return first
  const suspects = wallets.filter(({ _id }) => differing.has(_id))
  const second = new Map((await compareOnce(deps, network, suspects, isThorough)).rows.map((row) => [row._id, row]))
  return { ...first, rows: first.rows.map((row) => second.get(row._id) ?? row) }
}

export async function compareOnce(
  { database, clock }: Deps,
  network: ReconciledNetwork,
  wallets: readonly WalletRow[],
  isThorough: boolean,
): Promise<Reconciled> {
  const ids = wallets.map(({ _id }) => _id)
  const ledger = await readLedgerSnapshot(database, network, ids)
  const { cursor } = ledger
  if (cursor === null || cursor.number < 0) return { rows: [], open: new Set(), block: null }
  const positions = new Map(ledger.positions.map((position) => [position.walletId as string, position]))
  const asked = wallets
    .filter((wallet) => isOnChain(wallet, network.chain))
    .flatMap((wallet) => {
      const balances = positions.get(wallet._id)?.balances ?? {}
      return [...network.tokens]
        .filter(([, token]) => isThorough || balances[assetKey(network.chain, token)] !== undefined)
        .map(([contract, token]) => ({ wallet, contract, token, address: wallet.address }))
    })
  const found = await balancesOf(network, cursor, asked)
  const undecided = undecidedIn(ledger)
  const bookings = bookingsOf(ledger, cursor.number)
  const at = clock.now()
  const rows = asked.flatMap(({ wallet, token }, index): ReconciliationRow[] => {
    const { _id: walletId, orgId, mode } = wallet
    const position = positions.get(walletId)
    if (position === undefined) return []
    const { chain } = network
    const expected = expectedOnChain(position, { chain, token }, bookings)
    const onChain = found === null ? null : (found.balances[index] ?? 0n)
    const isNothing = position.balances[assetKey(chain, token)] === undefined && onChain === 0n
    if (isNothing) return []
    const isBehind = ledger.behind.has('') || ledger.behind.has(orgId)
    const isUndecided = onChain === null || isBehind || undecided === 'all' || undecided.has(walletId)
    const state: ReconciliationState = isUndecided ? 'undecided' : onChain === expected ? 'agrees' : 'differs'
    return [
      {
        ...{ _id: `${walletId}:${chain}:${token}`, orgId, mode, walletId, chain, token, state, at },
        ...{ ledger: String(expected), onChain: onChain === null ? null : String(onChain), block: cursor.number },
      },
    ]
  })
  const open = ledger.mismatches.filter(({ kind, state }) => kind === 'balance_differs' && state === 'open')
  const named = open.map(({ walletId, chain, token }) => `${walletId}:${chain}:${token}`)
  return { rows, open: new Set(named), block: found?.head ?? null }
}

/** Null: the chain does not answer, has forgotten that block, or has another one in its place. */
async function balancesOf(
  { adapter }: ReconciledNetwork,
  { number, recent }: NonNullable<LedgerSnapshot['cursor']>,
  asked: readonly { readonly contract: string; readonly address: string }[],
): Promise<{ readonly balances: readonly bigint[]; readonly head: BlockHead } | null> {
  try {
    const balances = await adapter.balancesAt(asked, Number(number))
    const head = await adapter.headAt(Number(number))
    const known = recent.at(-1)
    const isOther = known !== undefined && known.number === number && known.hash !== head?.hash
    return head === null || isOther ? null : { balances, head }
  } catch (error) {
    if (error instanceof ChainUnavailable) return null
    throw error
  }
}

function bookingsOf({ later, mismatches }: LedgerSnapshot, block: number) {
  const outflows = mismatches.filter(({ transfer }) => transfer?.isGone === false && Number(transfer.block) > block)
  return {
    arrived: later.deposits,
    left: [...later.payments, ...outflows.map((one) => ({ ...one, amount: BigInt(one.found) }))],
    missing: mismatches.map((one) => ({ ...one, amount: one.missing })),
  }
}

/** Wallets that something is still to be booked for; all while blocks are read again that have changed. */
function undecidedIn({ tasks, taskWallets }: LedgerSnapshot): ReadonlySet<string> | 'all' {
  if (tasks.some(({ work }) => work.kind === 'reorganized')) return 'all'
  const named = tasks.flatMap(({ work }) => {
    if (work.kind === 'deposit') return [(work.deposit as { walletId: string }).walletId]
    return work.kind === 'outflow' ? [(work.outflow as { walletId: string }).walletId] : []
  })
  return new Set([...named, ...taskWallets])
}

function subjectOf({ orgId, mode, walletId, token, chain, _id: cause }: ReconciliationRow): MismatchSubject {
  return { orgId, mode, walletId, token, chain, paymentId: null, depositId: null, cause }
}

/** Opens the mismatches of what differs, and resolves those of what agrees again. @returns how many it changed */
export function reconciledIntent(wallet: WalletRow, found: readonly ReconciliationRow[]): Intent<number> {
  const rows = found.filter(({ chain }) => isOpened(wallet, chain))
  const refOf = (row: ReconciliationRow) => mismatchRefFor('balance_differs', subjectOf(row))
  return guardedIntent(wallet, rows.map(refOf), (state, at) => {
    const changes = rows.flatMap((row) => {
      const { state: verdict, ledger, onChain, token, chain, block } = row
      if (verdict === 'agrees') return [resolveMismatch(state, refOf(row), 'balances_agree', at)]
      if (verdict === 'undecided' || onChain === null) return []
      const [expected, found] = [BigInt(ledger), BigInt(onChain)]
      const reason = `The ledger has ${formatUnits(expected, token)} ${token} on ${chain} at block ${block}, and the chain ${formatUnits(found, token)}.`
      const finding = { kind: 'balance_differs', expected, found, missing: 0n, corrected: false, reason } as const
      return [openMismatch(state, subjectOf(row), finding, at)]
    })
    return done(changes.filter(({ events }) => events !== undefined).length, joinWrites(changes))
  })
}
