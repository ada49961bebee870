/**
 * The payments and open holds of each wallet: their journals and what is in flight (2), limit windows (4), states (7), and as many events
 * as there were transitions (10).
 */
import type { Checkpoints } from '../checkpoints.ts'
import type { Findings } from '../findings.ts'
import { type Versions, versionId } from '../limits.ts'
import { blockOf, type CardTransaction, type Hold, type Line, PAYMENT_FIELDS, type Payment } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Wallet, Wallets } from '../wallets.ts'
import { checkApprovals } from './approvals.ts'
import type { PaymentEventCounts } from './paymentHistories.ts'
import { checkRefunds, returnedOf } from './refunds.ts'
import { type Count, type CountedCharge, countCharge, countIn, openKeys, windowDifferences } from './windows.ts'

const STATUS_OF: Readonly<Record<string, string>> = {
  ...{ awaiting_compliance_review: 'pending', awaiting_approval: 'pending' },
  ...{ queued: 'pending', broadcasting: 'pending', confirming: 'pending' },
  ...{ completed: 'completed', failed: 'failed' },
}
/** Limits are reserved, money is not. */
const PARKED = ['awaiting_compliance_review', 'awaiting_approval']
const UNSIGNED = [...PARKED, 'queued']

interface Deps {
  readonly source: Source
  readonly wallets: Wallets
  readonly versions: Versions
  readonly checkpoints: Checkpoints
  readonly findings: Findings
}

/** What the payments of one wallet add up to. */
interface Sum {
  readonly walletId: string
  readonly inFlight: Map<string, bigint>
  readonly windows: Map<string, Count>
}

const sumOf = (walletId: string): Sum => ({ walletId, inFlight: new Map(), windows: new Map() })

/** Completed and not reversed, by network: those that the chain must show. */
export type Completed = ReadonlyMap<string, number>

/** @param blocks the last block that was read of each network */
export async function auditPayments(
  deps: Deps,
  events: PaymentEventCounts,
  blocks: ReadonlyMap<string, number>,
): Promise<Completed> {
  const { source, versions, findings } = deps
  const counts = { accepted: 0, completed: 0, failed: 0 }
  const completed = new Map<string, number>()
  let sum = sumOf('')
  const seen = new Set<string>()
  const query = { sort: { walletId: 1, _id: -1 }, projection: PAYMENT_FIELDS } as const
  for await (const page of source.pages<Payment>('payments', query)) {
    const posted = await journalsOf(source, page)
    const policies = await versions.of(page)
    await checkRefunds(source, page, findings)
    const accepted = page.filter(
      (payment) => payment.holdId === undefined && posted.has(journalId(payment, 'reserved')),
    )
    await checkApprovals(deps, accepted)
    for (const payment of page) {
      if (sum.walletId !== payment.walletId) {
        await endWallet(deps, sum)
        sum = sumOf(payment.walletId)
        seen.add(payment.walletId)
      }
      checkState(payment, findings)
      const wasAccepted = checkJournals(payment, posted, findings)
      const isTold = !deps.checkpoints.isCut(payment)
      if (isTold && wasAccepted) counts.accepted += 1
      if (isTold && (payment.status === 'completed' || payment.status === 'failed')) counts[payment.status] += 1
      const max = policies.get(versionId(payment))?.policy.maxPerTransaction ?? null
      if (wasAccepted && max !== null && payment.usdMicro > max)
        findings.breach(4, `${payment._id} spends ${payment.usdMicro} of at most ${max} in one transaction`)
      add(sum, payment)
      const network = `${payment.mode}:${payment.chain}`
      if (isOnChain(payment, blocks.get(network))) completed.set(network, (completed.get(network) ?? 0) + 1)
    }
  }
  await endWallet(deps, sum)
  for (const walletId of deps.wallets.keys()) if (!seen.has(walletId)) await endWallet(deps, sumOf(walletId))
  for (const name of ['accepted', 'completed', 'failed'] as const)
    if (counts[name] !== events[name])
      findings.breach(10, `${counts[name]} payments were ${name}, with ${events[name]} events payment.${name}`)
  return completed
}

function isOnChain(payment: Payment, block: number | undefined): boolean {
  const { status, reversedAt } = payment
  if (status !== 'completed' || reversedAt !== undefined || block === undefined) return false
  // Of one without stored bytes earlier releases have not kept the block.
  return Number(blockOf(payment).block) <= block
}

function checkState(payment: Payment, findings: Findings): void {
  const { _id, status, stage, txHash, chainWork, completedAt, failureCode } = payment
  findings.checked(7)
  const faults = [
    STATUS_OF[stage] === status ? null : `is ${status} in the stage ${stage}`,
    (completedAt !== null) === (status === 'completed')
      ? null
      : `is ${status}, completed at ${completedAt?.toISOString()}`,
    (failureCode !== null) === (status === 'failed') ? null : `is ${status} with the failure ${failureCode}`,
    UNSIGNED.includes(stage) && (txHash !== null || chainWork !== null) ? `is ${stage} and signed` : null,
    stage === 'broadcasting' && chainWork === null ? 'is broadcasting and not signed' : null,
    (stage === 'confirming' || stage === 'completed') && txHash === null ? `is ${stage} without a transaction` : null,
  ]
  for (const fault of faults) if (fault !== null) findings.breach(7, `${_id} ${fault}`)
}

const STEPS = ['reserved', 'completed', 'failed'] as const

/** Money goes in flight with the payment, or with the capture of its hold. */
function journalId({ _id, holdId, quoteId }: Payment, step: (typeof STEPS)[number]): string {
  if (quoteId !== undefined) return `led_${quoteId}.${OF_CONVERSION[step]}`
  return step === 'reserved' && holdId !== undefined ? `led_${holdId}.ended` : `led_${_id}.${step}`
}

/** What a conversion delivers is paid for with dollars, which its journals move. */
const OF_CONVERSION = { reserved: 'executed', completed: 'delivered', failed: 'failed' } as const

/** What they move into flight or out of it, by their ids. */
async function journalsOf(source: Source, payments: readonly Payment[]): Promise<Map<string, bigint>> {
  const ids = payments.flatMap((payment) => STEPS.map((step) => journalId(payment, step)))
  const projection = { 'lines.account': 1, 'lines.amount': 1 }
  const rows = await source.find<{ _id: string; lines: readonly Pick<Line, 'account' | 'amount'>[] }>(
    ...(['journals', { _id: { $in: ids } }, projection] as const),
  )
  return new Map(
    rows.flatMap(({ _id, lines }) => {
      const moved = lines.find(({ account }) => account === '2022')
      // Of a hold that was voided: its shared token was presented after its end, and nothing went in flight.
      return moved === undefined && _id.endsWith('.ended') ? [] : [[_id, BigInt(moved?.amount ?? 0n)] as const]
    }),
  )
}

/** @returns whether its money was ever reserved */
function checkJournals(payment: Payment, posted: ReadonlyMap<string, bigint>, findings: Findings): boolean {
  const { _id, status, stage, amount } = payment
  const has = (step: (typeof STEPS)[number]) => posted.has(journalId(payment, step))
  const wasAccepted = has('reserved')
  findings.checked(2)
  for (const step of STEPS) {
    const units = posted.get(journalId(payment, step))
    if (units !== undefined && units !== amount && payment.quoteId === undefined)
      findings.breach(2, `${_id} is over ${amount} and posts ${units} as ${step}`)
  }
  const isParked = PARKED.includes(stage)
  const needsReserve = !isParked && status !== 'failed'
  if (needsReserve && !wasAccepted) findings.breach(2, `${_id} is ${stage} and was never reserved`)
  if (isParked && wasAccepted) findings.breach(2, `${_id} is ${stage} and is reserved`)
  for (const end of ['completed', 'failed'] as const) {
    const isDue = status === end && wasAccepted
    if (has(end) !== isDue)
      findings.breach(2, `${_id} is ${status} ${has(end) ? 'and posts' : 'without posting'} ${end}`)
  }
  return wasAccepted
}

function add({ inFlight, windows }: Sum, payment: Payment): void {
  const { status, stage, chain, token, amount, dayKey, quoteId } = payment
  const asset = `${chain}:${token}`
  if (status === 'pending' && !PARKED.includes(stage) && quoteId === undefined)
    inFlight.set(asset, (inFlight.get(asset) ?? 0n) + amount)
  if (status !== 'failed' && dayKey !== '') countIn(windows, countedOf(payment), status)
}

/** What its refunds have returned does not count. */
const countedOf = (payment: Payment) => ({ ...payment, usdMicro: payment.usdMicro - returnedOf(payment) })

async function addCards(source: Source, walletId: string, add: (counted: CountedCharge, status: string) => void) {
  if (!source.has('cardTransactions')) return
  for await (const page of source.pages<CardTransaction>('cardTransactions', { filter: { walletId } }))
    for (const row of page) countCharge(row, add)
}

/** Parked and created ones count in the windows; a captured one does with its payment. */
async function addOpenHolds(source: Source, walletId: string, add: (hold: Hold) => void): Promise<void> {
  if (!source.has('holds')) return
  const projection = { usdMicro: 1, dayKey: 1, monthKey: 1, policyEvaluatedAt: 1 }
  for await (const page of source.pages<Hold>('holds', { filter: { walletId, isOpen: true }, projection }))
    page.forEach(add)
}

async function endWallet({ source, wallets, findings }: Deps, { walletId, inFlight, windows }: Sum): Promise<void> {
  const wallet = wallets.get(walletId)
  if (walletId === '') return
  if (wallet === undefined) return findings.breach(2, `payments name the wallet ${walletId}, which does not exist`)
  const { balances } = wallet.position
  for (const asset of new Set([...inFlight.keys(), ...Object.keys(balances)])) {
    findings.checked(2)
    const sum = inFlight.get(asset) ?? 0n
    const stored = balances[asset]?.inFlight ?? 0n
    if (sum !== stored) findings.breach(2, `${asset} of ${walletId} has ${stored} in flight, and its payments ${sum}`)
  }
  await addOpenHolds(source, walletId, (hold) => countIn(windows, hold, 'pending'))
  await addCards(source, walletId, (counted, status) => countIn(windows, counted, status))
  const differences = windowDifferences(wallet.position, windows)
  findings.checked(4)
  if (differences.length === 0) return
  if (windowDifferences(wallet.position, await recount(source, wallet)).length === 0) return
  for (const difference of differences) findings.breach(4, `${walletId}: ${difference}`)
}

/** A change of the time zone recounts the windows, while completed payments keep theirs. */
async function recount(source: Source, { position }: Wallet): Promise<Map<string, Count>> {
  const { walletId, mandate } = position
  const windows = new Map<string, Count>()
  const timeZone = mandate?.limitTimezone
  if (timeZone === undefined) return windows
  const keysIn = openKeys(timeZone)
  for await (const page of source.pages<Payment>('payments', { filter: { walletId }, projection: PAYMENT_FIELDS }))
    for (const { status, dayKey, policyEvaluatedAt, usdMicro } of page.map(countedOf)) {
      if (status === 'failed' || dayKey === '') continue
      countIn(windows, { ...keysIn(policyEvaluatedAt), usdMicro }, status)
    }
  await addOpenHolds(source, walletId, ({ policyEvaluatedAt, usdMicro }) => {
    countIn(windows, { ...keysIn(policyEvaluatedAt), usdMicro }, 'pending')
  })
  await addCards(source, walletId, ({ policyEvaluatedAt, usdMicro }, status) => {
    countIn(windows, { ...keysIn(policyEvaluatedAt), usdMicro }, status)
  })
  return windows
}
