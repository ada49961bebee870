/**
 * Approvals (domain 3): states, quorum and who may decide. Pure. A decision is final, and the requester's own never
 * counts: that is what makes four eyes.
 */
import type { OrgPosition, WalletPosition } from '../../shared/commit/positions.ts'
import { DomainError } from '../../shared/errors.ts'
import type { AgentId, KeyId, WalletId } from '../../shared/ids.ts'
import { EMPTY_BALANCES } from '../../shared/ledger/accounts.ts'
import { assetKey } from '../../shared/ledger/journal.ts'
import { formatUsd } from '../../shared/money.ts'
import type { Mode } from '../../shared/principal.ts'
import { DEFAULT_QUORUM, type QuorumRule } from '../../shared/quorum.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { nextState, type Transitions } from '../../shared/transitions.ts'

/** What an approval can be requested for in advance. */
export const SUBJECT_TYPES = ['payment', 'hold'] as const
/** card_challenge: a card cannot wait, so that its next try is approved. */
export type SubjectType = (typeof SUBJECT_TYPES)[number] | 'withdrawal' | 'conversion' | 'card_challenge'

/** How long an approved card may be used again. */
export const CHALLENGE_LIFE_MS = 10 * 60_000

export type ApprovalReason = 'above_threshold' | 'compliance_review' | 'withdrawal' | 'conversion' | 'manual'

export type ApprovalStatus =
  | 'pending'
  | 'approved'
  | 'executed'
  | 'failed'
  | 'denied'
  | 'expired'
  | 'canceled'
  | 'dismissed'

/** quorum: enough people have approved. complete: the payment is completed, or the hold made. fail: it could not be. */
export type ApprovalEvent = 'quorum' | 'deny' | 'expire' | 'cancel' | 'dismiss' | 'complete' | 'fail'

const APPROVAL_TRANSITIONS: Transitions<ApprovalStatus, ApprovalEvent> = {
  pending: { quorum: 'approved', deny: 'denied', expire: 'expired', cancel: 'canceled', dismiss: 'dismissed' },
  approved: { complete: 'executed', fail: 'failed' },
  executed: {},
  failed: {},
  denied: {},
  expired: {},
  canceled: {},
  dismissed: {},
}

/** Null: the event does not apply. */
export function nextStatus(from: ApprovalStatus, event: ApprovalEvent): ApprovalStatus | null {
  return nextState(APPROVAL_TRANSITIONS, from, event)
}

export const APPROVAL_LIFE_MS = 24 * 3_600_000

/** The rules that an organization has chosen for this mode. */
export const quorumOf = ({ quorum }: Pick<OrgPosition, 'quorum'>, mode: Mode): readonly QuorumRule[] =>
  quorum?.[mode] ?? DEFAULT_QUORUM

export function requiredApprovals(usdMicro: bigint, rules: readonly QuorumRule[] = DEFAULT_QUORUM): number {
  return rules.reduce((most, rule) => (usdMicro >= rule.minUsdMicro ? Math.max(most, rule.required) : most), 1)
}

/** How many people approve something, and how independent they are of each other. */
export interface ApprovalRules {
  readonly required: number
  readonly isStrict: boolean
}

export const approvalRulesOf = (
  org: Pick<OrgPosition, 'quorum' | 'strictApprovals'>,
  { usdMicro, mode }: { readonly usdMicro: bigint; readonly mode: Mode },
): ApprovalRules => ({
  required: requiredApprovals(usdMicro, quorumOf(org, mode)),
  isStrict: org.strictApprovals?.[mode] === true,
})

export const stricterOf = (one: ApprovalRules, other: ApprovalRules = one): ApprovalRules => ({
  required: Math.max(one.required, other.required),
  isStrict: one.isStrict || other.isStrict,
})

/**
 * From this amount on a person has to approve, whatever the mandate allows, unless the agent is attested (domain 4.1).
 */
const ATTESTED_FROM_USD_MICRO = 10_000_000_000n

/** Why a spend needs a person; null when it does not. The amount that equals the threshold needs none. */
export function approvalReason(usdMicro: bigint, threshold: bigint | null, isAttested: boolean): ApprovalReason | null {
  if (threshold !== null && usdMicro > threshold) return 'above_threshold'
  return usdMicro >= ATTESTED_FROM_USD_MICRO && !isAttested ? 'compliance_review' : null
}

/** The same in words, with the figure. */
export function explainReason(reason: ApprovalReason): string {
  const from = formatUsd(ATTESTED_FROM_USD_MICRO)
  return {
    above_threshold: 'The amount is above the approval threshold of the mandate.',
    compliance_review: `From ${from} USD on a person has to approve whatever the mandate allows, unless the KYA level of the agent is attested.`,
    conversion: 'Dollars that an agent converts need the approval of a person, whatever the amount.',
    withdrawal: 'Money that an agent takes out of the treasury needs the approval of a person, whatever the amount.',
    manual: 'It was requested in advance.',
  }[reason]
}

/** The requester with the access it had: the execution is decided for this caller. */
export type Requester =
  | {
      readonly kind: 'agent'
      readonly agentId: AgentId
      readonly walletId: WalletId
      readonly capabilities: readonly string[]
      readonly scope: string
    }
  | {
      readonly kind: 'organization'
      readonly keyId: KeyId
      readonly personId: string
      readonly roles: readonly string[]
    }

export interface Decision {
  readonly decision: 'approve' | 'deny'
  /** The human: several keys of one person count once. */
  readonly personId: string
  readonly keyId: KeyId
  readonly comment: string | null
  readonly at: Date
  /** A later decision has found that its person may no longer give it. */
  readonly isLapsed?: true
}

interface Decidable {
  readonly status: ApprovalStatus
  readonly requestedBy: Requester
  readonly decisions: readonly Decision[]
  readonly expiresAt: Date
}

/** Why this person may not decide; null when they may. An expired approval is refused even before it is closed. */
export function decisionRefusal(approval: Decidable, personId: string, at: Date): DomainError | null {
  const { status, requestedBy, decisions } = approval
  if (requestedBy.kind === 'organization' && requestedBy.personId === personId) return selfApproval(requestedBy.keyId)
  if (decisions.some((one) => one.personId === personId && one.isLapsed !== true))
    return new DomainError(
      'approval_already_decided',
      status === 'pending'
        ? 'You have decided this already, and a decision is final. It waits for another person.'
        : `You have decided this already, and a decision is final. The approval is ${status}.`,
      { status, approvals: givenApprovals(approval).length },
    )
  return openRefusal(approval, status, at)
}

/** Why nothing can be done with this approval any more; null while it is pending. */
export function openRefusal(
  approval: Pick<Decidable, 'expiresAt'>,
  status: ApprovalStatus,
  at: Date,
): DomainError | null {
  if (status === 'expired' || (status === 'pending' && isOver(approval, at)))
    return new DomainError(
      'approval_expired',
      `The approval expired at ${approval.expiresAt.toISOString()}. Request a new one.`,
      {
        status: 'expired',
        expired_at: approval.expiresAt.toISOString(),
      },
    )
  if (status === 'pending') return null
  return new DomainError('approval_not_pending', `The approval is ${status}, and that is final. ${NEXT[status]}`, {
    status,
  })
}

/** Whether the wallet could pay it now; null where nothing can be decided any more. */
export function fundsAvailable(
  { status, chain, token, amount, ...approval }: Pick<Decidable, 'status' | 'expiresAt'> & Spent,
  { balances }: Pick<WalletPosition, 'balances'>,
  at: Date,
): boolean | null {
  // Dollars are in no wallet.
  if (chain === null || token === 'USD' || openRefusal(approval, status, at) !== null) return null
  return (balances[assetKey(chain, token)] ?? EMPTY_BALANCES).available >= amount
}

interface Spent {
  readonly chain: Chain | null
  readonly token: Token | 'USD'
  readonly amount: bigint
}

/** What there is to do about an approval that has ended. */
const NEXT: Readonly<Record<Exclude<ApprovalStatus, 'pending' | 'expired'>, string>> = {
  approved: 'What it was for is being executed, or waits for the spend that it lets pass.',
  executed: 'What it was for has been done.',
  failed: 'What it was for failed; its subject says why. Request a new one to try again.',
  denied: 'Request a new one, if the spend is still wanted.',
  canceled: 'Request a new one, if the spend is still wanted.',
  dismissed: 'A stop has ended it. Request a new one once that is over.',
}

export function isOver({ expiresAt }: Pick<Decidable, 'expiresAt'>, at: Date): boolean {
  return at.getTime() >= expiresAt.getTime()
}

/** @param requestedBy agent, or key of the person */
export function selfApproval(requestedBy: string, roles = 'admin or approver'): DomainError {
  const message = `Who requested it cannot decide it. Another person with the role ${roles} has to.`
  return new DomainError('self_approval_forbidden', message, { requested_by: requestedBy })
}

export function isQuorum(approval: Pick<Decidable, 'decisions'>, required: number): boolean {
  return countPeople(givenApprovals(approval)) >= required
}

/** Those that no later decision has found to be void. */
export const givenApprovals = ({ decisions }: Pick<Decidable, 'decisions'>): readonly Decision[] =>
  decisions.filter((one) => one.decision === 'approve' && one.isLapsed !== true)

export const countPeople = (decisions: readonly Pick<Decision, 'personId'>[]): number =>
  new Set(decisions.map(({ personId }) => personId)).size

/** Why what waits in a wallet ends that is frozen, or whose mandate is revoked. */
export function stoppedWhileWaiting(isFrozen: boolean, waitsFor: 'approval' | 'its review'): DomainError {
  return isFrozen
    ? new DomainError(
        'wallet_frozen',
        `The wallet was frozen while this waited for ${waitsFor}. Send it again once it is unfrozen.`,
      )
    : new DomainError(
        'mandate_revoked',
        `The mandate was revoked while this waited for ${waitsFor}. Send it again under a new mandate.`,
      )
}
