/** What must hold in a simulation: at every commit, and when all is quiet. Counted here a second time, not by the service. */
import type { DepositRow } from '../../../subgraphs/payments/models/deposits.ts'
import type { HoldRow } from '../../../subgraphs/payments/models/holds.ts'
import type { MismatchRow } from '../../../subgraphs/payments/models/mismatches.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import type { RowInsert, RowUpdate } from '../../../subgraphs/shared/commit/apply.ts'
import { findHashChainFault } from '../../../subgraphs/shared/commit/hashChain.ts'
import {
  type LimitWindow,
  type OrgPosition,
  orgRef,
  PLATFORM,
  type PlatformShard,
  type WalletPosition,
} from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { EventRow } from '../../../subgraphs/shared/events.ts'
import type { OrgId } from '../../../subgraphs/shared/ids.ts'
import { isWalletPosting, type JournalRow } from '../../../subgraphs/shared/ledger/journal.ts'
import type { SimChain } from './chain.ts'
import type { MemoryDatabase } from './memoryDatabase.ts'

/** What the callers of one key were told. */
export interface Told {
  readonly paymentIds: Set<string>
  isRefused: boolean
}

type Balance = 'available' | 'held' | 'inFlight' | 'blocked' | 'onChain'
const BALANCES: Readonly<Record<string, { readonly name: Balance; readonly raisedBy: string }>> = {
  '1120': { name: 'onChain', raisedBy: 'debit' },
  '2020': { name: 'available', raisedBy: 'credit' },
  '2021': { name: 'held', raisedBy: 'credit' },
  '2022': { name: 'inFlight', raisedBy: 'credit' },
  '2023': { name: 'blocked', raisedBy: 'credit' },
}
const ZERO = { available: 0n, held: 0n, inFlight: 0n, blocked: 0n, onChain: 0n }

/** Breaches of one commit, before it is visible. @param dailyLimit in USD micro units */
export function checkCommit(
  { rows }: MemoryDatabase,
  { updates, inserts }: { readonly updates: readonly RowUpdate[]; readonly inserts: readonly RowInsert[] },
  dailyLimit: bigint,
): string[] {
  const breaches: string[] = []
  for (const { ref, next } of updates) {
    const { stage, capturedAt, expiresAt } = next as unknown as HoldRow
    if (ref.collection === 'holds' && stage === 'captured' && capturedAt !== null && capturedAt >= expiresAt)
      breaches.push(`${ref.id} is captured after its end`)
    if (!ref.id.startsWith('wal:')) continue
    const { balances, day } = next as unknown as WalletPosition
    for (const { available, held, inFlight, blocked, onChain } of Object.values(balances)) {
      if ([available, held, inFlight, blocked, onChain].some((one) => one < 0n))
        breaches.push(`${ref.id} is below zero`)
      if (onChain !== available + held + inFlight + blocked) breaches.push(`${ref.id} differs from its chain`)
    }
    if (day !== null && day.net + day.reserved > dailyLimit)
      breaches.push(`${ref.id} has spent ${day.net + day.reserved} of ${dailyLimit} on ${day.key}`)
  }
  breaches.push(...checkStops(rows, updates, inserts))
  for (const { ref, row } of inserts) {
    const { walletId, stage } = row as unknown as Pick<PaymentRow, 'walletId' | 'stage'>
    if (!['holds', 'payments'].includes(ref.collection) || stage === 'failed') continue
    const before = rows.get(`positions/wal:${walletId}`) as WalletPosition | undefined
    const after = updates.find((one) => one.ref.id === `wal:${walletId}`)?.next as WalletPosition | undefined
    // Unless the same commit has unfrozen it before.
    if (before?.frozen != null && after?.frozen === before.frozen)
      breaches.push(`${ref.id} was accepted from ${walletId}, which is frozen`)
  }
  return breaches
}

/** Nothing is accepted or signed against a switch that was in force before the commit, and is after it. */
function checkStops(
  rows: MemoryDatabase['rows'],
  updates: readonly RowUpdate[],
  inserts: readonly RowInsert[],
): string[] {
  const platform = rows.get(refKey(PLATFORM)) as PlatformShard
  const inForce = (orgId: OrgId) => {
    const { switches } = rows.get(refKey(orgRef(orgId))) as OrgPosition
    const next = updates.find(({ ref }) => ref.id === orgRef(orgId).id)?.next as OrgPosition | undefined
    const kept = new Set((next?.switches ?? switches).map(({ switchId }) => switchId))
    return [...platform.switches, ...switches.filter(({ switchId }) => kept.has(switchId))]
  }
  return inserts.flatMap(({ ref, row }) => {
    const { stage, state, subjectId } = row as unknown as Pick<PaymentRow, 'stage'> & {
      state: string
      subjectId: string
    }
    const isAccepted = ['holds', 'payments'].includes(ref.collection) && stage !== 'failed'
    const isSigned = ref.collection === 'accountNonces' && state === 'signed'
    if (!isAccepted && !isSigned) return []
    const spend = (isSigned ? rows.get(`payments/${subjectId}`) : row) as Pick<PaymentRow, 'orgId' | 'walletId'>
    const named = ['*', 'USDC', spend.orgId, spend.walletId]
    const hit = inForce(spend.orgId).find(({ targetId }) => named.includes(targetId))
    return hit === undefined
      ? []
      : [`${ref.id} was ${isSigned ? 'signed' : 'accepted'} in spite of a switch on ${hit.targetId}`]
  })
}

export function checkEnd(database: MemoryDatabase, chain: SimChain, told: ReadonlyMap<string, Told>): string[] {
  const payments = database.all<PaymentRow>('payments')
  const holds = database.all<HoldRow>('holds')
  const journals = database.all<JournalRow>('journals')
  const positions = database.all<OrgPosition & WalletPosition>('positions')
  return [
    ...positions.filter(({ _id }) => _id.startsWith('org:')).flatMap((org) => checkChains(database, org)),
    ...positions
      .filter(({ _id }) => _id.startsWith('wal:'))
      .flatMap((wallet) => checkWallet(wallet, { payments, holds, journals })),
    ...payments.flatMap(({ _id, status, stage, reversedAt }) => {
      if (status === 'pending') return [`${_id} is ${stage} and never ends`]
      const isPaid = status === 'completed' && reversedAt === undefined
      return isPaid === chain.has(_id) ? [] : [`${_id} is ${status}, and the chain disagrees`]
    }),
    ...checkChain(database, chain),
    ...holds.flatMap((hold) => checkHold(hold, journals, payments)),
    ...[...told].flatMap(([key, one]) => checkKey(key, one, payments)),
    ...database.all<DepositRow>('deposits').flatMap(({ _id, arrivals = 1 }) => {
      // A return whose loss was never covered credits nothing.
      const credited = journals.filter(({ reference, type }) => reference.id === _id && type === 'deposit').length
      return credited >= 1 && credited <= arrivals
        ? []
        : [`${_id} arrived ${arrivals} times, credited ${credited} times`]
    }),
  ]
}

/** What has come, was signed and has left over the chain is booked as it is there in the end, whatever blocks it has lost. */
function checkChain(database: MemoryDatabase, chain: SimChain): string[] {
  const mismatches = database.all<MismatchRow>('mismatches')
  const booked = [
    ...database.all<DepositRow>('deposits').map(({ _id, isGone }) => ({ id: _id, isThere: isGone !== true })),
    ...mismatches.flatMap(({ transfer }) => (transfer === undefined ? [] : { ...transfer, isThere: !transfer.isGone })),
  ]
  const known = new Set(booked.map(({ id }) => id))
  const signed = new Set(
    database
      .all<{ subjectId: string; state: string }>('accountNonces')
      .flatMap(({ subjectId, state }) => (state === 'empty' ? [] : subjectId)),
  )
  const positions = database.all<WalletPosition>('positions').filter(({ _id }) => _id.startsWith('wal:'))
  return [
    ...booked.flatMap(({ id, isThere }) => (isThere === chain.has(id) ? [] : `${id} is booked unlike the chain`)),
    ...chain.since(0).flatMap(({ id, kind }) => {
      if (kind === 'payment') return signed.has(id) ? [] : `${id} is on the chain and was not signed`
      return known.has(id) ? [] : `${id} is on the chain and not booked`
    }),
    ...positions.flatMap(({ walletId, balances }) => {
      const own = mismatches.filter((one) => one.walletId === walletId)
      const missing = own.reduce((sum, one) => sum + one.missing, 0n)
      const { onChain } = balances['base:USDC'] ?? ZERO
      const found = chain.balanceOf(walletId)
      return onChain - missing === found ? [] : `${walletId} has ${onChain} less ${missing}, and ${found} on the chain`
    }),
  ]
}

function checkChains(database: MemoryDatabase, org: OrgPosition): string[] {
  const own = <T extends { readonly orgId: string }>(collection: string): T[] =>
    database.all<T>(collection).filter(({ orgId }) => orgId === org.orgId)
  const events = own<EventRow>('events').sort((a, b) => a.cursor - b.cursor)
  const journals = own<JournalRow>('journals').sort((a, b) => a.seq - b.seq)
  const faults = {
    events: findHashChainFault(events, ({ cursor }) => cursor, { sequence: org.cursor, hash: org.eventHash }),
    journals: findHashChainFault(journals, ({ seq }) => seq, { sequence: org.journalSeq, hash: org.journalHash }),
  }
  return Object.entries(faults).flatMap(([name, fault]) =>
    fault === null ? [] : [`the ${name} of ${org.orgId} are broken at ${fault.rowId} (${fault.reason})`],
  )
}

interface Rows {
  readonly payments: readonly PaymentRow[]
  readonly holds: readonly HoldRow[]
  readonly journals: readonly JournalRow[]
}

function checkWallet(wallet: WalletPosition, { payments, holds, journals }: Rows): string[] {
  const { walletId } = wallet
  const sums: Record<Balance, bigint> = { ...ZERO }
  for (const { lines } of journals)
    for (const { account, walletId: of, direction, amount } of lines.filter(isWalletPosting)) {
      const balance = BALANCES[account]
      if (of === walletId && balance !== undefined)
        sums[balance.name] += balance.raisedBy === direction ? BigInt(amount) : -BigInt(amount)
    }
  const stored = wallet.balances['base:USDC'] ?? ZERO
  const own = payments.filter((one) => one.walletId === walletId)
  const open = holds.filter((one) => one.walletId === walletId && one.stage === 'created')
  const inFlight = own.filter(({ status }) => status === 'pending').reduce((sum, { amount }) => sum + amount, 0n)
  const held = open.reduce((sum, { amount }) => sum + amount, 0n)
  const breaches = (Object.keys(sums) as Balance[])
    .filter((name) => sums[name] !== stored[name])
    .map((name) => `${walletId} has ${stored[name]} ${name}, and its entries ${sums[name]}`)
  if (stored.inFlight !== inFlight)
    breaches.push(`${walletId} has ${stored.inFlight} in flight, its payments ${inFlight}`)
  if (stored.held !== held) breaches.push(`${walletId} has ${stored.held} held, its holds ${held}`)
  for (const window of [wallet.day, wallet.month, ...wallet.closedWindows])
    if (window !== null) breaches.push(...checkWindow(walletId, window, own, open))
  return breaches
}

function checkWindow(
  walletId: string,
  { key, net, reserved }: LimitWindow,
  payments: readonly PaymentRow[],
  open: readonly HoldRow[],
): string[] {
  const counts = ({ dayKey, monthKey }: Pick<PaymentRow, 'dayKey' | 'monthKey'>) => dayKey === key || monthKey === key
  const sum = (all: readonly Pick<PaymentRow, 'usdMicro' | 'dayKey' | 'monthKey'>[]) =>
    all.filter(counts).reduce((total, { usdMicro }) => total + usdMicro, 0n)
  const pending = sum(payments.filter(({ status }) => status === 'pending')) + sum(open)
  const spent = sum(payments.filter(({ status }) => status === 'completed'))
  return [
    ...(reserved === pending
      ? []
      : [`${key} of ${walletId} reserves ${reserved}, and its payments and holds ${pending}`]),
    // A closed window is kept for its reservations.
    ...(net === spent || reserved > 0n ? [] : [`${key} of ${walletId} has spent ${net}, and its payments ${spent}`]),
  ]
}

function checkHold(hold: HoldRow, journals: readonly JournalRow[], payments: readonly PaymentRow[]): string[] {
  const { _id, stage } = hold
  const ends = journals.filter(({ reference, type }) => reference.id === _id && type !== 'hold_placed')
  const paid = payments.filter(({ holdId }) => holdId === _id)
  const isOver = stage === 'captured' || stage === 'voided'
  const faults = [
    ends.length === (isOver ? 1 : 0) ? null : `has ${ends.length} terminal postings`,
    paid.length === (stage === 'captured' ? 1 : 0) ? null : `has ${paid.length} payments`,
    stage !== 'captured' || paid[0]?.amount === hold.capturedAmount ? null : 'pays another amount than was captured',
  ]
  return faults.flatMap((fault) => (fault === null ? [] : [`${_id} is ${stage} and ${fault}`]))
}

/** The purpose of each payment is its key. */
function checkKey(key: string, { paymentIds, isRefused }: Told, payments: readonly PaymentRow[]): string[] {
  const made = payments.filter(({ purpose }) => purpose === key).map(({ _id }) => _id as string)
  const lost = [...paymentIds].filter((one) => !made.includes(one))
  return [
    ...(made.length > 1 ? [`${key} made ${made.length} payments`] : []),
    ...lost.map((one) => `${one} was acknowledged for ${key} and is lost`),
    ...(isRefused && paymentIds.size > 0 ? [`${key} was refused and accepted`] : []),
  ]
}
