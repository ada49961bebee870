/**
 * Screening (18): each assessment that is kept has the weights of its checks, and what it says is what became of the payment,
 * hold or card transaction. What was denied is never paid, what needed a review only with its case.
 */
import type { Findings } from '../findings.ts'
import type { Listings } from '../listings.ts'
import type { Source } from '../source.ts'
import { assess, type Check, type Cleared, wrongWeight } from './assessment.ts'

interface Screened {
  readonly _id: string
  readonly stage: string
  readonly mode: string
  readonly caseId?: string
  readonly cleared?: readonly Cleared[]
  /** Absent in rows of earlier releases. */
  readonly screening?: { readonly revision: number; readonly checks?: readonly Check[] }
}

interface Charge {
  readonly _id: string
  readonly mode: string
  readonly declineReason: string | null
}

interface Kept {
  readonly _id: string
  readonly orgId: string
  readonly walletId: string | null
  readonly subjectType: string
  readonly subjectId: string
  readonly checks: readonly Check[]
  readonly revision: number
}

const REVIEW = 'awaiting_compliance_review'
/** What these stages have passed: a payment that failed may have been denied. */
const PASSED = ['awaiting_approval', 'queued', 'broadcasting', 'confirming', 'completed', 'created', 'captured']
const STOPPED = ['failed', 'dismissed', 'voided']
const FIELDS = { mode: 1, stage: 1, caseId: 1, cleared: 1, screening: 1 }

export async function auditScreenings(source: Source, listings: Listings, findings: Findings): Promise<void> {
  for (const collection of ['payments', 'holds']) {
    const filter = { screening: { $exists: true } }
    for await (const page of source.pages<Screened>(collection, { filter, projection: FIELDS }))
      for (const row of page) {
        findings.checked(18)
        for (const fault of faultsOf(row, listings)) findings.breach(18, `${row._id} ${fault}`)
      }
  }
  for await (const page of source.pages<Kept>('screenings')) {
    const subjects = await subjectsOf(source, page)
    for (const row of page) {
      findings.checked(18)
      for (const fault of faultsOfRecord(row, subjects.get(row.subjectId), listings))
        findings.breach(18, `${row._id} ${fault}`)
    }
  }
}

function faultsOf({ mode, stage, caseId, cleared = [], screening }: Screened, listings: Listings): string[] {
  const { checks = [], revision = 0 } = screening ?? {}
  const { outcome, score } = assess(checks, cleared)
  const due = stage === REVIEW ? 'review' : PASSED.includes(stage) ? 'pass' : outcome
  const weight = wrongWeight(checks)
  return [
    ...(weight === null ? [] : [weight]),
    ...(outcome === due ? [] : [`is ${stage}, and its checks give ${outcome} with ${score}`]),
    ...(cleared.length > 0 && caseId === undefined ? ['has checks cleared without a case'] : []),
    ...unknownLists(checks, Number(revision), listings),
    ...(mode === 'live' && checks.some(isOfSandbox) ? ['is screened by the sandbox in live mode'] : []),
  ]
}

function faultsOfRecord(row: Kept, subject: Screened | undefined, listings: Listings): string[] {
  const { checks, revision, subjectType, walletId } = row
  const { outcome } = assess(checks)
  const weight = wrongWeight(checks)
  const isSpend = ['payment', 'hold', 'card_transaction'].includes(subjectType)
  return [
    ...(weight === null ? [] : [weight]),
    ...(outcome === 'pass' && isSpend ? ['is kept for what has passed'] : []),
    ...(isSpend && walletId === null ? ['is of a spend without a wallet'] : []),
    ...(isSpend && outcome === 'deny' && subject !== undefined && !STOPPED.includes(subject.stage)
      ? [`denies ${subject._id}, which is ${subject.stage}`]
      : []),
    ...(isSpend &&
    outcome === 'review' &&
    subject !== undefined &&
    subject.caseId === undefined &&
    PASSED.includes(subject.stage)
      ? [`asks for a review of ${subject._id}, which is ${subject.stage} without one`]
      : []),
    ...unknownLists(checks, Number(revision), listings),
  ]
}

/** Its values stand for payees of a list that does not exist. */
const isOfSandbox = ({ evidence }: Check): boolean => evidence.list === 'sandbox'

/** Findings name versions of lists that were in force then. */
function unknownLists(checks: readonly Check[], revision: number, listings: Listings): string[] {
  const ofLists = checks.filter((check) => !isOfSandbox(check))
  return ofLists.flatMap(({ name, evidence: { list, list_version: version } }) =>
    typeof list === 'string' && typeof version === 'string' && listings.hasVersion(revision, list, version) === false
      ? [`has found ${name} on ${version}, which was not in force`]
      : [],
  )
}

async function subjectsOf(source: Source, records: readonly Kept[]): Promise<Map<string, Screened>> {
  const ids = records.map(({ subjectId }) => subjectId)
  const [payments, holds, charges] = [
    await source.find<Screened>('payments', { _id: { $in: ids } }, FIELDS),
    await source.find<Screened>('holds', { _id: { $in: ids } }, FIELDS),
    await source.find<Charge>('cardTransactions', { _id: { $in: ids } }, { mode: 1, declineReason: 1 }),
  ]
  // A card cannot wait: what was not declined was paid.
  const paid = charges.map(({ _id, mode, declineReason }) => ({
    ...{ _id, mode, stage: declineReason === null ? 'completed' : 'failed' },
  }))
  return new Map([...payments, ...holds, ...paid].map((row) => [row._id, row]))
}
