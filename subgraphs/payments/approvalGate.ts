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
import type { Gate, GateVerdict, Spend, SpendState } from '../shared/spend.ts'
import { approvalEvent, hashSubject, newApproval, type Payer } from './models/approvalRow.ts'
import { type ApprovalRow, approvalRef } from './models/approvals.ts'
import {
  APPROVAL_LIFE_MS,
  type ApprovalReason,
  approvalReason,
  explainReason,
  isOver,
  nextStatus,
  quorumOf,
  requiredApprovals,
  type SubjectType,
} from './rules/approvals.ts'

export const approvalGate: Gate = {
  name: 'approval',
  reads: ({ approval }) =>
    approval == null || approval.presentedId === null || !approval.isPresentedOwn
      ? []
      : [approvalRef(approval.presentedId)],
  newIds: ({ approval }) => (approval == null || approval.newId === null ? [] : [approvalRef(approval.newId)]),
  decide({ rows, wallet, org, isApproved: isOfUse }, spend, at) {
    const threshold = wallet?.mandate?.policy.approvalThreshold ?? null
    const isAttested = wallet?.agentId != null && kyaLevelOf(wallet, org, spend.mode, at) === 'attested'
    const reason = approvalReason(spend.usdMicro, threshold, isAttested)
    const { approval } = spend
    if (wallet === null || approval?.isApproved === true) return { kind: 'pass' }
    const presentedId = approval?.presentedId ?? null
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
}

const subjectTypeOf = ({ kind }: Spend): SubjectType => (kind === 'hold' ? 'hold' : 'payment')

/** Whether a person has approved exactly this spend: gate 11 takes it into account, gate 13 decides on it. */
export function isApproved({ rows, wallet, org }: Omit<SpendState, 'isApproved'>, spend: Spend, at: Date): boolean {
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
  spend: Spend,
  approval: Pick<NonNullable<Spend['approval']>, 'isPresentedOwn' | 'subjectId'> & { readonly presentedId: ApprovalId },
  at: Date,
): GateVerdict {
  const ref = approvalRef(approval.presentedId)
  const row = approval.isPresentedOwn ? rows.get(ref) : null
  const error = row === null ? notFound('approval') : refusalOf(row, spend, owner, at)
  if (row === null || error !== null) return { kind: 'refuse', error: naming(error ?? notFound('approval')) }
  // A payment completes its approval with its own end; a hold is made at once.
  const status = row.subjectType === 'hold' ? (nextStatus(row.status, 'complete') ?? row.status) : row.status
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

function refusalOf(row: ApprovalRow, spend: Spend, { payer, org }: Owner, at: Date): DomainError | null {
  if (!owns(spend.caller, row)) return notFound('approval')
  const details = { approval_id: row._id, status: row.status }
  const refuse = (message: string, reason: string) =>
    new DomainError('approval_required', message, { reason, ...details })
  const needsMore = requiredApprovals(spend.usdMicro, quorumOf(org, spend.mode)) > row.requiredApprovals
  if (needsMore || row.subjectType !== subjectTypeOf(spend) || row.subjectHash !== hashSubject(spend, payer.agentId))
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
  if (row.status === 'approved') return null
  if (row.status === 'pending')
    return refuse(
      'The approval is still pending. Send this again when it is approved, under another Idempotency-Key than this one, if it has any: that repeats this refusal.',
      'approval_pending',
    )
  return refuse(`The approval is ${row.status}. Request a new one.`, `approval_${row.status}`)
}

function required({ usdMicro }: Spend, reason: ApprovalReason, threshold: bigint | null, details: object): DomainError {
  const actual = formatUsd(usdMicro)
  const what =
    reason === 'above_threshold' && threshold !== null
      ? `is above the approval threshold of ${formatUsd(threshold)} USD`
      : `needs the approval of a person. ${explainReason(reason).replace(/\.$/, '')}`
  const next =
    'approval_id' in details
      ? 'Send it again with this approval_id once a person of the organization has approved it, or lower the amount.'
      : 'Request an approval of the organization, or lower the amount.'
  const message = `Amount ${actual} USD ${what}. ${next}`
  return new DomainError('approval_required', message, {
    ...{ reason, threshold: threshold === null ? null : formatUsd(threshold), actual },
    ...details,
  })
}
