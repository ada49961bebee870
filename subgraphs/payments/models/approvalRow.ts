/** A new approval's row, the hash that ties it to one spend, and its events. Pure. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { OrgPosition } from '../../shared/commit/positions.ts'
import type { DollarSpend } from '../../shared/dollarSpend.ts'
import type { EventDraft } from '../../shared/events.ts'
import type { AchPaymentId, AgentId, ApprovalId, MandateId, QuoteId, WalletId } from '../../shared/ids.ts'
import { formatAmount, formatUsd } from '../../shared/money.ts'
import type { Caller } from '../../shared/principal.ts'
import type { AnySpend, SubjectId } from '../../shared/spend.ts'
import {
  APPROVAL_LIFE_MS,
  type ApprovalReason,
  type ApprovalRules,
  approvalRulesOf,
  type Requester,
  type SubjectType,
  stricterOf,
} from '../rules/approvals.ts'
import type { ApprovalRow } from './approvals.ts'

/** The paying agent and its mandate, from the wallet's position. */
export interface Payer {
  readonly agentId: AgentId | null
  readonly mandate: { readonly mandateId: MandateId; readonly version: number } | null
}

/**
 * SHA-256 over amount, token, chain, destination, wallet, agent, card and checkout session: an approval is valid for exactly
 * these. The amount of a checkout session is its cap, in dollars: how much of a token that is follows the rate, and does not
 * make it another one.
 */
export function hashSubject(spend: AnySpend, agentId: AgentId | null): string {
  const { amount, chain, walletId } = spend
  const subject = {
    amount: 'sessionId' in spend ? formatUsd(spend.usdMicro) : formatAmount(amount),
    token: amount.token,
    chain: chain ?? null,
    ...('cardId' in spend ? { card: spend.cardId } : {}),
    ...('sessionId' in spend ? { session: spend.sessionId } : {}),
    destination: (spend.to ?? spend.toText).toLowerCase(),
    wallet: walletId,
    agent: agentId,
  }
  return createHash('sha256')
    .update(canonicalize(subject) ?? '')
    .digest('hex')
}

export interface ApprovalRequest {
  readonly approvalId: ApprovalId
  readonly subjectType: SubjectType
  /** What is parked for it; null when nothing is. */
  readonly subjectId: SubjectId | null
  readonly reason: ApprovalReason
  readonly purpose: string | null
  readonly comment: string | null
  readonly lifeMs: number
  /** Those under which the spend was parked before, for a review: none of them is eased meanwhile. */
  readonly parkedUnder?: ApprovalRules | undefined
}

export function newApproval(
  spend: AnySpend,
  { payer, org }: { readonly payer: Payer; readonly org: Pick<OrgPosition, 'quorum' | 'strictApprovals'> },
  asked: ApprovalRequest,
  at: Date,
): ApprovalRow {
  const { required, isStrict } = stricterOf(approvalRulesOf(org, spend), asked.parkedUnder)
  return {
    _id: asked.approvalId,
    v: 1,
    orgId: spend.orgId,
    mode: spend.mode,
    subjectType: asked.subjectType,
    subjectId: asked.subjectId,
    isParked: asked.subjectId !== null,
    subjectHash: hashSubject(spend, payer.agentId),
    walletId: spend.walletId,
    agentId: payer.agentId,
    amount: spend.amount.units,
    token: spend.amount.token,
    chain: spend.chain ?? null,
    ...('cardId' in spend ? { cardId: spend.cardId } : {}),
    ...('sessionId' in spend && spend.sessionId !== undefined ? { sessionId: spend.sessionId } : {}),
    usdMicro: spend.usdMicro,
    to: spend.to ?? '',
    toText: spend.toText,
    merchantId: spend.merchant?.merchantId ?? null,
    merchant: spend.merchant?.domain ?? null,
    access: spend.access,
    requestedBy: requesterOf(spend.caller),
    reason: asked.reason,
    purpose: asked.purpose,
    comment: asked.comment,
    requiredApprovals: required,
    isStrict,
    decisions: [],
    status: 'pending',
    mandateId: payer.mandate?.mandateId ?? null,
    mandateVersion: payer.mandate?.version ?? null,
    expiresAt: new Date(at.getTime() + asked.lifeMs),
    createdAt: at,
    updatedAt: at,
    resolvedAt: null,
  }
}

/** Of dollars that an agent asks for; its wallet is in whose name it acts. */
export function newDollarApproval(
  spend: DollarSpend,
  {
    approvalId,
    payer,
    org,
  }: {
    readonly approvalId: ApprovalId
    readonly payer: Payer & { readonly walletId: WalletId }
    readonly org: Pick<OrgPosition, 'quorum' | 'strictApprovals'>
  },
  at: Date,
): ApprovalRow {
  const { required, isStrict } = approvalRulesOf(org, spend)
  const subject = {
    ...{ amount: spend.cents.toString(), token: 'USD', chain: null, destination: spend.to, wallet: payer.walletId },
    agent: payer.agentId,
  }
  const subjectHash = createHash('sha256')
    .update(canonicalize(subject) ?? '')
    .digest('hex')
  return {
    ...{ _id: approvalId, v: 1, orgId: spend.orgId, mode: spend.mode, subjectType: spend.kind, subjectHash },
    ...{ subjectId: spend.approval.subjectId as AchPaymentId | QuoteId, isParked: true },
    ...{ walletId: payer.walletId, agentId: payer.agentId, amount: spend.cents, token: 'USD', chain: null },
    ...{ usdMicro: spend.usdMicro, to: spend.to, toText: spend.to, merchantId: null, merchant: null },
    ...{ access: spend.access, requestedBy: requesterOf(spend.caller), reason: spend.kind, purpose: null },
    ...{ comment: null, requiredApprovals: required, isStrict, decisions: [], status: 'pending' },
    ...{ mandateId: payer.mandate?.mandateId ?? null, mandateVersion: payer.mandate?.version ?? null },
    expiresAt: new Date(at.getTime() + APPROVAL_LIFE_MS),
    ...{ createdAt: at, updatedAt: at, resolvedAt: null },
  }
}

export function requesterOf(caller: Caller): Requester {
  if (caller.kind === 'agent') {
    const { agentId, walletId, capabilities, scope } = caller
    return { kind: 'agent', agentId, walletId, capabilities, scope }
  }
  const { keyId, personId, roles } = caller
  return { kind: 'organization', keyId, personId, roles }
}

/** The requester as a caller again. @param present what it may do by now */
export function callerOf(
  { requestedBy, orgId, mode }: Pick<ApprovalRow, 'requestedBy' | 'orgId' | 'mode'>,
  present: object,
): Caller {
  return { ...requestedBy, ...present, orgId, mode } as Caller
}

export function approvalEvent(type: 'approval.requested' | 'approval.resolved', row: ApprovalRow): EventDraft {
  return {
    type,
    resourceId: row._id,
    walletId: row.walletId,
    ...(row.agentId === null ? {} : { agentId: row.agentId }),
    data: {
      approval_id: row._id,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      status: row.status,
      agent_id: row.agentId,
      amount_usd: formatUsd(row.usdMicro),
    },
  }
}
