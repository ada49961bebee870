/**
 * Cases of compliance (15): a payment that waits for one has exactly one open, people other than the requester decide it within
 * its time, and what they reject is never paid. What else they are about stands as they were decided.
 */
import type { Findings } from '../findings.ts'
import type { Event, Payment } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Times } from '../times.ts'
import { assess, type Check, type Cleared, covers, wrongWeight } from './assessment.ts'
import type { Case } from './caseRow.ts'
import { checkReviews, faultsOfReview, reviewedKey, reviewsOf } from './reviews.ts'

type Reviewed = Pick<Payment, '_id' | 'orgId' | 'walletId' | 'status' | 'stage' | 'txHash'> & {
  readonly caseId?: string
  readonly cleared?: readonly Cleared[]
}

const LIFE_MS = 72 * 3_600_000
/** The service closes what is due every few seconds; one that is stopped does nothing, and nothing else happens then. */
const OVERDUE_MS = 300_000
const STATUS_AFTER: Readonly<Record<string, string>> = {
  ...{ clear: 'closed_cleared', reject: 'closed_rejected', escalate: 'escalated' },
  ...{ dismiss: 'closed_rejected', expire: 'closed_rejected' },
}
const ENDS = ['clear', 'reject', 'dismiss', 'expire']
const HANDS = ['take', 'release', 'hand_over']
const BY_PEOPLE = ['clear', 'reject', 'escalate', 'note', ...HANDS]
const PARKED = { stage: 'awaiting_compliance_review' }
const FIELDS = { orgId: 1, walletId: 1, status: 1, stage: 1, txHash: 1, caseId: 1, cleared: 1 }

export async function auditCases(source: Source, findings: Findings, times: Times): Promise<void> {
  await checkParked(source, findings)
  await checkReviews(source, findings)
  if (!source.has('cases')) return findings.nothing(15, 'there are no cases')
  for await (const page of source.pages<Case>('cases')) {
    const ids = page.flatMap(({ paymentId }) => paymentId ?? [])
    const payments = await source.find<Reviewed>('payments', { _id: { $in: ids } }, FIELDS)
    const byId = new Map(payments.map((row) => [row._id, row]))
    const reserved = await reservedOf(source, ids)
    const records = await recordsOf(source, page)
    const [flags, reviews] = [await flagsOf(source, page), await reviewsOf(source, page)]
    for (const row of page) {
      findings.checked(15)
      const { paymentId } = row
      const faults = [
        ...faultsOfCase(row, times.of(row)),
        ...(paymentId === null
          ? faultsOfReview(row, reviews.get(reviewedKey(row)))
          : faultsOfPayment(row, byId.get(paymentId), reserved.has(paymentId))),
        ...(flags.has(row._id) ? [] : ['was opened without an event compliance.flagged']),
        ...(sameChecks(records.get(row.screeningId), row.checks) ? [] : ['rests on other checks than its screening']),
      ]
      for (const fault of faults) findings.breach(15, `${row._id} ${fault}`)
    }
  }
}

const sameChecks = (one: readonly Check[] | undefined, other: readonly Check[]): boolean =>
  one !== undefined && textOf(one) === textOf(other)

const textOf = (checks: readonly Check[]): string =>
  JSON.stringify(checks, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))

/** Payments that wait, and that have a case which they should not have. */
async function checkParked(source: Source, findings: Findings): Promise<void> {
  for await (const page of source.pages<Reviewed>('payments', { filter: PARKED, projection: FIELDS })) {
    const open = await source.find<Case>('cases', { paymentId: { $in: page.map(({ _id }) => _id) }, isOpen: true })
    const byPayment = Map.groupBy(open, ({ paymentId }) => paymentId)
    for (const { _id, caseId } of page) {
      findings.checked(15)
      const own = byPayment.get(_id) ?? []
      if (own.length !== 1 || own[0]?._id !== caseId)
        findings.breach(15, `${_id} waits for ${caseId}, and ${own.length} cases about it are open`)
    }
  }
  const passed = { caseId: { $exists: true }, stage: { $ne: PARKED.stage }, status: { $ne: 'failed' } }
  for await (const page of source.pages<Reviewed>('payments', { filter: passed, projection: FIELDS })) {
    const found = await source.find<Case>('cases', { _id: { $in: page.map(({ caseId }) => caseId) } })
    const byId = new Map(found.map((row) => [row._id, row]))
    for (const { _id, caseId, stage, cleared = [] } of page) {
      findings.checked(15)
      const row = byId.get(caseId ?? '')
      if (row?.status !== 'closed_cleared' || row.paymentId !== _id)
        findings.breach(15, `${_id} is ${stage}, and its case ${caseId} is ${row?.status ?? 'missing'}`)
      else if (!cleared.every((one) => row.checks.some((check) => covers(one, check))))
        findings.breach(15, `${_id} has checks cleared that ${caseId} is not about`)
    }
  }
}

function faultsOfCase(row: Case, now: Date): string[] {
  const { status, isOpen, severity, riskScore, checks, requestedBy, notes, decidedBy, dueAt, createdAt, closedAt } = row
  const decisions = notes.filter(({ event }) => event !== 'note')
  const ends = decisions.filter(({ event }) => ENDS.includes(event))
  const [end, second] = ends
  const weight = wrongWeight(checks)
  const assessment = assess(checks)
  const requester = requestedBy?.kind === 'organization' ? requestedBy.personId : undefined
  const told = [
    isOpen !== (end === undefined) && `is ${isOpen ? 'open' : 'closed'}, and its notes say otherwise`,
    status !== statusAfter(row) && `is ${status}, and its notes lead elsewhere`,
    (row.assignee ?? null) !== assigneeAfter(row) && `is worked on by ${row.assignee}, and its notes tell of another`,
    second !== undefined && 'was decided twice',
    end !== undefined && end !== notes.at(-1) && 'went on after it was closed',
    (closedAt === null) !== isOpen && `is ${status} and closed at ${closedAt?.toISOString() ?? 'no time'}`,
    closedAt !== null && closedAt.getTime() !== end?.at.getTime() && 'was closed at another time than it was decided',
    decidedBy !== (end?.personId ?? null) && `was decided by ${decidedBy ?? 'nobody'}, and its notes tell of another`,
    notes.some(({ event, personId }) => BY_PEOPLE.includes(event) && personId === null) && 'was decided by nobody',
    decisions.some(({ personId }) => personId !== null && personId === requester) &&
      'was decided by who has requested it',
    dueAt.getTime() !== createdAt.getTime() + LIFE_MS && 'has another time than 72 hours',
    end?.event === 'expire' && end.at < dueAt && 'has expired before its time was over',
    end !== undefined && BY_PEOPLE.includes(end.event) && end.at >= dueAt && 'was decided after its time',
    isOpen && now.getTime() > dueAt.getTime() + OVERDUE_MS && 'is open after its time',
    weight,
    (assessment.score !== Number(riskScore) || assessment.level !== severity) &&
      `is ${severity} with ${riskScore}, and its checks make it ${assessment.level} with ${assessment.score}`,
    assessment.outcome !== 'review' && `was opened for what is a ${assessment.outcome}`,
  ]
  return told.filter((fault) => typeof fault === 'string')
}

/** Of the last decision; a case that nobody has decided or passed on is in review while somebody works on it. */
function statusAfter(row: Case): string {
  const last = row.notes.findLast(({ event }) => STATUS_AFTER[event] !== undefined)
  return last === undefined ? (assigneeAfter(row) === null ? 'open' : 'in_review') : (STATUS_AFTER[last.event] ?? '')
}

function assigneeAfter({ notes }: Case): string | null {
  const last = notes.findLast(({ event }) => event === 'escalate' || HANDS.includes(event))
  if (last?.event === 'take') return last.personId
  return last?.event === 'hand_over' ? (last.to ?? null) : null
}

function faultsOfPayment(row: Case, payment: Reviewed | undefined, wasReserved: boolean): string[] {
  const { _id, orgId, walletId, status, paymentId } = row
  if (payment === undefined || payment.orgId !== orgId || payment.walletId !== walletId || payment.caseId !== _id)
    return [`is about ${paymentId}, which is not a payment that waited for it`]
  const { stage } = payment
  if (row.isOpen !== (stage === PARKED.stage)) return [`is ${status}, and its payment is ${stage}`]
  const isPaid = payment.status !== 'failed' || payment.txHash !== null || wasReserved
  return status === 'closed_rejected' && isPaid ? [`was rejected, and ${paymentId} is ${stage}`] : []
}

/** Those of which money was ever taken in flight. */
async function reservedOf(source: Source, paymentIds: readonly string[]): Promise<Set<string>> {
  const ids = paymentIds.map((id) => `led_${id}.reserved`)
  const rows = await source.find<{ _id: string }>('journals', { _id: { $in: ids } }, { _id: 1 })
  return new Set(rows.map(({ _id }) => _id.slice('led_'.length, -'.reserved'.length)))
}

async function recordsOf(source: Source, cases: readonly Case[]): Promise<Map<string, readonly Check[]>> {
  const ids = cases.map(({ screeningId }) => screeningId)
  const rows = await source.find<{ _id: string; checks: readonly Check[] }>('screenings', { _id: { $in: ids } })
  return new Map(rows.map(({ _id, checks }) => [_id, checks]))
}

async function flagsOf(source: Source, cases: readonly Case[]): Promise<Set<unknown>> {
  const told = { type: 'compliance.flagged', 'data.case_id': { $in: cases.map(({ _id }) => _id) } }
  const wallets = [...new Set(cases.flatMap(({ walletId }) => walletId ?? []))]
  const subjects = [...new Set(cases.flatMap(({ subject }) => subject?.id ?? []))]
  const rows = [
    ...(await source.find<Event>('events', { walletId: { $in: wallets }, ...told }, { 'data.case_id': 1 })),
    ...(await source.find<Event>('events', { resourceId: { $in: subjects }, ...told }, { 'data.case_id': 1 })),
  ]
  return new Set(rows.map(({ data }) => data.case_id))
}
