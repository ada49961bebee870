/**
 * What waits for compliance and is no payment (15): a bank account whose owner has a name like one on a list, and an organization
 * of which too many collections come back. Each knows its last case, and stands as that was decided. A mismatch has its case as
 * long as it exists, and nothing but the freeze of its wallet waits for that: a wallet that keeps such cases is frozen.
 */
import type { Findings } from '../findings.ts'
import type { Source } from '../source.ts'
import type { Case } from './caseRow.ts'

interface Review {
  readonly caseId: string
  readonly status: string
}

/** What a case is about, as far as that is looked at. */
export interface ReviewedRow {
  readonly orgId: string
  readonly mode: string
  readonly review: Review | null
  /** Of a bank account. */
  readonly state: string | null
}

interface BankAccount extends Omit<ReviewedRow, 'review'> {
  readonly _id: string
  readonly review?: Review
}

interface Owned extends Pick<ReviewedRow, 'orgId' | 'mode'> {
  readonly _id: string
}

interface Position extends Pick<ReviewedRow, 'orgId' | 'mode'> {
  readonly _id: string
  readonly returnReview?: Review
}

const ACCOUNT = { orgId: 1, mode: 1, review: 1, state: 1 }
const POSITION = { orgId: 1, mode: 1, returnReview: 1 }
const STATUS_OF: Readonly<Record<string, string>> = { closed_cleared: 'cleared', closed_rejected: 'rejected' }

/** By the id of what the case is about, and of an organization by its mode as well. */
export async function reviewsOf(source: Source, cases: readonly Case[]): Promise<Map<string, ReviewedRow>> {
  const of = (type: string) => cases.filter(({ subject }) => subject?.type === type)
  const accounts = of('bank_account').map(({ subject }) => subject?.id)
  const positions = of('organization').map(({ subject, mode }) => `usd:${subject?.id}:${mode}`)
  const mismatches = of('mismatch').map(({ subject }) => subject?.id)
  const differing = mismatches.length === 0 ? [] : await source.find<Owned>('mismatches', { _id: { $in: mismatches } })
  const [banks, books] = [
    accounts.length === 0 ? [] : await source.find<BankAccount>('bankAccounts', { _id: { $in: accounts } }, ACCOUNT),
    positions.length === 0 ? [] : await source.find<Position>('positions', { _id: { $in: positions } }, POSITION),
  ]
  return new Map([
    ...differing.map(({ _id, orgId, mode }): [string, ReviewedRow] => [
      _id,
      { orgId, mode, review: null, state: null },
    ]),
    ...banks.map(({ _id, review = null, ...row }): [string, ReviewedRow] => [_id, { ...row, review }]),
    ...books.map(({ _id, orgId, mode, returnReview: review = null }): [string, ReviewedRow] => [
      _id,
      { orgId, mode, review, state: null },
    ]),
  ])
}

/** Of a case that is about no payment. */
export const reviewedKey = ({ subject, mode }: Case): string =>
  subject?.type === 'organization' ? `usd:${subject.id}:${mode}` : (subject?.id ?? '')

export function faultsOfReview({ _id, orgId, mode, status, isOpen, subject }: Case, row: ReviewedRow | undefined) {
  if (subject === undefined) return ['is about nothing']
  if (row === undefined || row.orgId !== orgId || row.mode !== mode)
    return [`is about ${subject.id}, which its organization does not have`]
  if (subject.type === 'mismatch') return []
  const { review, state } = row
  // Another one followed, which nothing does before this one is decided.
  if (review?.caseId !== _id) return isOpen ? [`is open, and ${subject.id} waits for ${review?.caseId}`] : []
  const due = STATUS_OF[status] ?? 'open'
  const isEnded = state === 'CLOSED' && review.status === 'rejected'
  return [
    ...(review.status === due || isEnded ? [] : [`is ${status}, and the review of ${subject.id} is ${review.status}`]),
    ...(state === 'ENABLED' && due !== 'cleared' ? [`is ${status}, and ${subject.id} can be used`] : []),
  ]
}

interface KeepingWallet extends Owned {
  readonly walletId: string
  readonly frozen: object | null
  readonly mismatchCases: readonly string[]
}

async function checkKeptCases(source: Source, findings: Findings): Promise<void> {
  const filter = { 'mismatchCases.0': { $exists: true } }
  for await (const page of source.pages<KeepingWallet>('positions', { filter }))
    for (const { walletId, frozen, mismatchCases } of page) {
      findings.checked(15)
      if (frozen === null) findings.breach(15, `${walletId} is not frozen, and ${mismatchCases[0]} is about its money`)
      const cases = await source.find<Case>('cases', { _id: { $in: mismatchCases } })
      const ids = cases.flatMap(({ subject }) => (subject?.type === 'mismatch' ? [subject.id] : []))
      const about = await source.find<Owned>('mismatches', { _id: { $in: ids }, walletId })
      if (about.length < mismatchCases.length)
        findings.breach(15, `${walletId} keeps ${mismatchCases.length} cases, and ${about.length} are about its money`)
    }
}

/** What waits has a case that is open. */
export async function checkReviews(source: Source, findings: Findings): Promise<void> {
  const waiting: { readonly _id: string; readonly caseId: string }[] = []
  const take = (_id: string, review: Review | undefined) => review && waiting.push({ _id, caseId: review.caseId })
  for await (const page of source.pages<BankAccount>('bankAccounts', { filter: { 'review.status': 'open' } }))
    for (const { _id, review } of page) take(_id, review)
  for await (const page of source.pages<Position>('positions', { filter: { 'returnReview.status': 'open' } }))
    for (const { _id, returnReview } of page) take(_id, returnReview)
  await checkKeptCases(source, findings)
  for (const { _id, caseId } of waiting) {
    findings.checked(15)
    const [row] = await source.find<Case>('cases', { _id: caseId })
    if (row?.isOpen !== true) findings.breach(15, `${_id} waits for ${caseId}, which is ${row?.status ?? 'missing'}`)
    else if (reviewedKey(row) !== _id) findings.breach(15, `${_id} waits for ${caseId}, which is about something else`)
  }
}
