/**
 * Gate 13: above the threshold a person has to approve. The spend is parked in the commit that requests the approval; an
 * approval obtained in advance lets exactly one matching spend pass, and is used up by it. Pure.
 */
import type { OrgPosition } from '../shared/commit/positions.ts'
import { insertRow, setRow } from '../shared/commit/rowWrites.ts'
import type { State, Writes } from '../shared/commit/types.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import type { ApprovalId } from '../shared/ids.ts'
import { kyaLevelOf } from '../shared/kya.ts'
import { formatUsd } from '../shared/money.ts'
import { owns } from '../shared/principal.ts'
import type { AnySpend, Gate, GateVerdict, SpendState } from '../shared/spend.ts'
import { approvalEvent, hashSubject, newApproval, type Payer } from './models/approvalRow.ts'
import { type ApprovalRow, approvalRef } from './models/approvals.ts'
import type { SpendGates } from './ports.ts'
import {
  APPROVAL_LIFE_MS,
  type ApprovalReason,
  approvalReason,
  CHALLENGE_LIFE_MS,
  explainReason,
  isOver,
  nextStatus,
  quorumOf,
  requiredApprovals,
  type SubjectType,
} from './rules/approvals.ts'

export const approvalGate = ({ trusting }: Pick<SpendGates, 'trusting'>): Gate<AnySpend> => ({
  name: 'approval',
  reads: ({ approval }) =>
    approval == null || approval.presentedId === null || !approval.isPresentedOwn
      ? []
      : [approvalRef(approval.presentedId), ...(approval.votes?.reads ?? [])],
  newIds: ({ approval }) => (approval == null || approval.newId === null ? [] : [approvalRef(approval.newId)]),
  decide({ rows, wallet, org, isApproved: isOfUse }, spend, at) {
    const threshold = wallet?.mandate?.policy.approvalThreshold ?? null
    const isAttested = wallet?.agentId != null && kyaLevelOf(trusting(wallet), org, spend.mode, at) === 'attested'
    const reason = approvalReason(spend.usdMicro, threshold, isAttested)
    const { approval } = spend
    if (wallet === null || approval?.isApproved === true) return { kind: 'pass' }
    // A card names no approval: one that was found for a larger amount says nothing about what needs none.
    if ((spend.kind === 'card' || approval?.isFound === true) && reason === null) return { kind: 'pass' }
    const presentedId = approval?.presentedId ?? null
    if (approval?.votes?.isOutdated(rows, at) === true) return { kind: 'stale' }
    if (approval !== undefined && presentedId !== null && (isOfUse || approval.isReplaceable !== true)) {
      const verdict = present(rows, { payer: wallet, org }, spend, { ...approval, presentedId }, at)
      // Below the threshold it is not used up. Whoever names an approval means the one spend that it is for, all the same.
      return reason === null && verdict.kind === 'pass' ? { kind: 'pass' } : verdict
    }
    if (reason === null) return { kind: 'pass' }
    if (approval === undefined || approval.newId === null)
      return { kind: 'refuse', error: required(spend, reason, threshold, {}) }
    const { newId, park, subjectId, purpose } = approval
    const subjectType = subjectTypeOf(spend)
    const { parkedUnder } = approval
    const life = { comment: null, lifeMs: APPROVAL_LIFE_MS, parkedUnder }
    const request = { approvalId: newId, subjectType, reason, purpose, ...life }
    const row = newApproval(spend, { payer: wallet, org }, { ...request, subjectId: park ? subjectId : null }, at)
    const writes: Writes = {
      insert: [insertRow(approvalRef(newId), row)],
      events: [approvalEvent('approval.requested', row)],
    }
    if (park) return { kind: 'park', approvalId: newId, writes }
    return { kind: 'refuse', error: required(spend, reason, threshold, { approval_id: newId }), writes }
  },
})

const SUBJECT_TYPE_OF: Readonly<Record<AnySpend['kind'], SubjectType>> = {
  ...{ payment: 'payment', transfer: 'payment', execute: 'payment', hold: 'hold' },
  card: 'card_challenge',
}
const subjectTypeOf = ({ kind }: AnySpend): SubjectType => SUBJECT_TYPE_OF[kind]
/** Those that are made at once; a payment completes its approval with its own end. */
const MADE_AT_ONCE: readonly SubjectType[] = ['hold', 'card_challenge']

/** Whether a person has approved exactly this spend: gate 11 takes it into account, gate 13 decides on it. */
export function isApproved({ rows, wallet, org }: Omit<SpendState, 'isApproved'>, spend: AnySpend, at: Date): boolean {
  const { approval } = spend
  if (approval === undefined || wallet === null) return false
  if (approval.isApproved) return true
  if (approval.presentedId === null || !approval.isPresentedOwn) return false
  const row = rows.get(approvalRef(approval.presentedId))
  return row !== null && refusalOf(row, spend, { payer: wallet, org }, at) === null
}

/** Checked and used up in one commit, so that one approval never lets a second spend pass. */
function present(
  rows: State,
  owner: Owner,
  spend: AnySpend,
  approval: Pick<NonNullable<AnySpend['approval']>, 'isPresentedOwn' | 'subjectId' | 'isFound'> & {
    readonly presentedId: ApprovalId
  },
  at: Date,
): GateVerdict {
  const ref = approvalRef(approval.presentedId)
  const row = approval.isPresentedOwn ? rows.get(ref) : null
  const error = row === null ? notFound('approval') : refusalOf(row, spend, owner, at)
  if (row === null || error !== null) {
    const told = error ?? notFound('approval')
    return { kind: 'refuse', error: approval.isFound === true ? told : naming(told) }
  }
  const status = MADE_AT_ONCE.includes(row.subjectType)
    ? (nextStatus(row.status, 'complete') ?? row.status)
    : row.status
  const next: ApprovalRow = { ...row, status, subjectId: approval.subjectId, updatedAt: at }
  return { kind: 'pass', approvalId: row._id, writes: { set: [setRow(ref, next)] } }
}

/** With the field of the request that is wrong. */
function naming({ type, message, details }: DomainError): DomainError {
  const code = typeof details.reason === 'string' ? details.reason : type
  return new DomainError(type, message, { ...details, fields: [{ path: 'approval_id', code, message }] })
}

/** Whose money it is: the wallet, and the organization with its quorum. */
interface Owner {
  readonly payer: Payer
  readonly org: Pick<OrgPosition, 'quorum' | 'strictApprovals'>
}

function refusalOf(row: ApprovalRow, spend: AnySpend, { payer, org }: Owner, at: Date): DomainError | null {
  if (!owns(spend.caller, row)) return notFound('approval')
  const details = { approval_id: row._id, status: row.status }
  const refuse = (message: string, reason: string) =>
    new DomainError('approval_required', message, { reason, ...details })
  const needsMore = requiredApprovals(spend.usdMicro, quorumOf(org, spend.mode)) > row.requiredApprovals
  if (needsMore || row.subjectType !== subjectTypeOf(spend) || row.subjectHash !== hashOf(row, spend, payer))
    return refuse(
      'The approval is for another spend than this one: wallet, agent, destination, token, chain and amount must be the same. Request one for this.',
      'approval_does_not_match',
    )
  if (row.isParked || row.subjectId !== null)
    return refuse(`The approval was used for ${row.subjectId ?? 'another spend'}. Request a new one.`, 'approval_used')
  if (row.status === 'denied')
    return new DomainError('approval_denied', 'The approval was denied, and that is final. Request a new one.', details)
  if (row.status === 'expired' || isOver(row, at))
    return new DomainError(
      'approval_expired',
      `The approval expired at ${row.expiresAt.toISOString()}. Request a new one.`,
      { ...details, expired_at: row.expiresAt.toISOString() },
    )
  if (row.status === 'approved' && (spend.approval?.votes?.count ?? row.requiredApprovals) < row.requiredApprovals)
    return refuse(
      'Who approved it may no longer approve, or did so with a key that was revoked since. Request a new one.',
      'approval_lapsed',
    )
  if (row.status === 'approved' && isUsable(row, at)) return null
  if (row.status === 'approved') return refuse('The approval was not used in time.', 'approval_expired')
  if (row.status === 'pending' && spend.kind === 'card')
    return refuse(`The approval is still pending. ${CARD_NEXT}`, 'approval_pending')
  if (row.status === 'pending')
    return refuse(
      'The approval is still pending. Send this again when it is approved, under another Idempotency-Key than this one, if it has any: that repeats this refusal.',
      'approval_pending',
    )
  return refuse(`The approval is ${row.status}. Request a new one.`, `approval_${row.status}`)
}

/** A card may be charged less than was approved. */
function hashOf(row: ApprovalRow, spend: AnySpend, { agentId }: Payer): string {
  const isLess = spend.kind === 'card' && spend.amount.units <= row.amount
  return hashSubject(isLess ? { ...spend, amount: { ...spend.amount, units: row.amount } } : spend, agentId)
}

const isUsable = ({ subjectType, resolvedAt }: ApprovalRow, at: Date): boolean =>
  subjectType !== 'card_challenge' || (resolvedAt !== null && at.getTime() < resolvedAt.getTime() + CHALLENGE_LIFE_MS)

/** A card names no approval: what a merchant asks for again is matched with it. */
const CARD_NEXT =
  'Once a person of the organization has approved it, the card passes at this merchant once, within ten minutes, for at most the amount that was approved.'

function required(
  { usdMicro, kind, ...spend }: AnySpend,
  reason: ApprovalReason,
  threshold: bigint | null,
  details: object,
): DomainError {
  const actual = formatUsd(usdMicro)
  const what =
    reason === 'above_threshold' && threshold !== null
      ? `is above the approval threshold of ${formatUsd(threshold)} USD`
      : `needs the approval of a person. ${explainReason(reason).replace(/\.$/, '')}`
  const next =
    kind === 'card' && 'approval_id' in details
      ? `${CARD_NEXT} Or lower the amount.`
      : 'approval_id' in details
        ? `Send it again${'sessionId' in spend ? '' : ' with this approval_id'} once a person of the organization has approved it, or lower the amount.`
        : 'Request an approval of the organization, or lower the amount.'
  const message = `Amount ${actual} USD ${what}. ${next}`
  return new DomainError('approval_required', message, {
    ...{ reason, threshold: threshold === null ? null : formatUsd(threshold), actual },
    ...details,
  })
}
