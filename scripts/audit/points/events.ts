/**
 * The event log of each organization in its order: hash chain (12), gapless wallet sequences and one event for each
 * transition (10), histories that agree with the rows (7), limits at every acceptance, cards included (4), nothing accepted
 * after a stop (14).
 */
import type { Checkpoints } from '../checkpoints.ts'
import type { Findings } from '../findings.ts'
import { openHashChains } from '../hashChain.ts'
import { openLimits, type Versions, versionId } from '../limits.ts'
import {
  type CardTransaction,
  type Event,
  type Head,
  HOLD_FIELDS,
  type Hold,
  PAYMENT_FIELDS,
  type Payment,
} from '../rows.ts'
import type { Source } from '../source.ts'
import type { Stops } from '../stops.ts'
import type { Wallets } from '../wallets.ts'
import { CARD_TRANSACTION_FIELDS, openCardHistories } from './cardHistories.ts'
import { openHoldHistories } from './holdHistories.ts'
import { openPaymentHistories, type PaymentEventCounts } from './paymentHistories.ts'
import { openRecordHistories } from './recordHistories.ts'
import type { openSessionPoint } from './sessions.ts'

export interface EventDeps {
  readonly source: Source
  readonly wallets: Wallets
  readonly stops: Stops
  readonly versions: Versions
  readonly checkpoints: Checkpoints
  readonly sessions: ReturnType<typeof openSessionPoint>
  readonly findings: Findings
}

export async function auditEvents(deps: EventDeps): Promise<PaymentEventCounts> {
  const { source, findings, versions, checkpoints } = deps
  const limits = openLimits(findings)
  const payments = openPaymentHistories({ ...deps, limits })
  const holds = openHoldHistories({ ...deps, limits })
  const cards = openCardHistories({ ...deps, limits })
  const records = openRecordHistories(deps)
  const endOf = (head: Head) => ({ number: head.cursor, hash: head.eventHash })
  const chains = openHashChains('events', deps, endOf, checkpoints.of)
  /** Wallets with an event after the checkpoints, whose numbers are gapless from there. */
  const whole = new Set<string>()
  for await (const page of source.pages<Event>('events')) {
    const rows = await paymentsOf(source, page)
    const held = await holdsOf(source, page)
    const charges = await chargesOf(source, page)
    const policies = await versions.of([...rows.values(), ...held.values(), ...charges.values()])
    await records.prepare(page)
    await deps.sessions.prepare(page)
    for (const event of page) {
      await chains.add(event, Number(event.cursor))
      followWallet(event, deps, whole)
      const paymentId = paymentIdOf(event)
      const payment = paymentId === null ? undefined : rows.get(paymentId)
      if (payment === undefined || !checkpoints.isCut(payment))
        payments.add(event, payment, payment === undefined ? undefined : policies.get(versionId(payment)))
      if (event.type.startsWith('hold.')) {
        const hold = held.get(event.resourceId)
        if (hold === undefined || !checkpoints.isCut(hold))
          holds.add(event, hold, hold === undefined ? undefined : policies.get(versionId(hold)))
      }
      if (event.type === 'card.created' || event.type === 'card.updated') cards.follow(event)
      const charge = charges.get(event.resourceId)
      if (charge !== undefined && !checkpoints.isCut(charge)) cards.add(event, charge, policies.get(versionId(charge)))
      records.add(event)
      deps.sessions.add(event)
    }
  }
  await chains.end()
  endWallets(deps, whole)
  await records.end()
  await holds.end()
  return payments.end()
}

/** The payment that an event is about, also where an approval for it is requested. */
function paymentIdOf({ type, resourceId, data }: Event): string | null {
  if (type.startsWith('payment.')) return resourceId
  return type.startsWith('approval.') && typeof data.subject_id === 'string' ? data.subject_id : null
}

async function paymentsOf(source: Source, events: readonly Event[]): Promise<Map<string, Payment>> {
  const ids = [...new Set(events.flatMap((event) => paymentIdOf(event) ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await source.find<Payment>('payments', { _id: { $in: ids } }, PAYMENT_FIELDS)
  return new Map(rows.map((row) => [row._id, row]))
}

async function holdsOf(source: Source, events: readonly Event[]): Promise<Map<string, Hold>> {
  const ids = [...new Set(events.filter(({ type }) => type.startsWith('hold.')).map(({ resourceId }) => resourceId))]
  if (ids.length === 0) return new Map()
  const rows = await source.find<Hold>('holds', { _id: { $in: ids } }, HOLD_FIELDS)
  return new Map(rows.map((row) => [row._id, row]))
}

async function chargesOf(source: Source, events: readonly Event[]): Promise<Map<string, CardTransaction>> {
  const charged = events.filter(({ type }) => type.startsWith('card.transaction_'))
  const ids = [...new Set(charged.map(({ resourceId }) => resourceId))]
  if (ids.length === 0) return new Map()
  const rows = await source.find<CardTransaction>('cardTransactions', { _id: { $in: ids } }, CARD_TRANSACTION_FIELDS)
  return new Map(rows.map((row) => [row._id, row]))
}

function followWallet(event: Event, { wallets, findings, checkpoints }: EventDeps, whole: Set<string>): void {
  const { _id, orgId, type, walletId, walletSeq, createdAt } = event
  if (walletId === null) return
  const wallet = wallets.get(walletId)
  if (wallet === undefined || wallet.position.orgId !== event.orgId) {
    findings.breach(10, `${_id} is about ${walletId}, which ${event.orgId} does not have`)
    return
  }
  findings.checked(10)
  const deleted = checkpoints.endOf(orgId)
  const isGapless = deleted === 0 || whole.has(walletId)
  if (Number(event.cursor) > deleted) whole.add(walletId)
  if (isGapless ? Number(walletSeq) !== wallet.seq + 1 : Number(walletSeq) <= wallet.seq)
    findings.breach(10, `${_id} has number ${walletSeq} of ${walletId}, after ${wallet.seq}`)
  wallet.seq = Number(walletSeq)
  if (type === 'wallet.created') {
    if (wallet.wasCreated) findings.breach(10, `${_id} creates ${walletId} a second time`)
    wallet.wasCreated = true
  }
  if (type === 'wallet.frozen' || type === 'wallet.unfrozen') {
    const isFrozen = type === 'wallet.frozen'
    const isForNew = isFrozen && event.data.actor === 'policy'
    const isWidened = isFrozen && wallet.isForNew && !isForNew
    // Compliance freezes beside others, and tells it: lifting theirs leaves its own.
    const isBeside = isFrozen && isOfCompliance(event)
    if (wallet.isFrozen === isFrozen && !isWidened && !isBeside)
      findings.breach(10, `${_id}: ${walletId} is ${type.slice(7)} already`)
    wallet.isFrozen = isFrozen
    wallet.isForNew = isForNew
    const last = wallet.freezes.at(-1)
    if (!isFrozen || isForNew) {
      if (last !== undefined) last.to ??= createdAt
    } else if (last?.to !== null) wallet.freezes.push({ from: createdAt, to: null })
  }
}

const isOfCompliance = ({ data: { source, actor } }: Event): boolean =>
  source === 'policy' && (actor === 'screening' || String(actor).startsWith('dep_'))

function endWallets({ wallets, findings, checkpoints }: EventDeps, whole: ReadonlySet<string>): void {
  for (const [walletId, { position, seq, wasCreated, isFrozen }] of wallets) {
    findings.checked(10)
    const isGone = checkpoints.endOf(position.orgId) > 0 && !whole.has(walletId) && Number(position.seq) > seq
    if (Number(position.seq) !== seq && !isGone)
      findings.breach(10, `the last event of ${walletId} is ${seq}, and its position has ${position.seq}`)
    if (!wasCreated) findings.breach(10, `${walletId} has no event wallet.created`)
    if (isFrozen !== (position.frozen !== null))
      findings.breach(10, `${walletId} is ${isFrozen ? 'frozen' : 'not frozen'} by its events, not by its position`)
  }
}
