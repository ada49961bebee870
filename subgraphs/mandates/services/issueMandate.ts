/**
 * Activates a mandate as part of a larger commit: its row, its first version and the copy in the wallet's position,
 * on which every spend is decided, are written together. It replaces the current mandate; limit usage and parked
 * payments stay with the wallet.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart, State, Writes } from '../../shared/commit/types.ts'
import { notFound } from '../../shared/errors.ts'
import type { AgentId, MandateId, NewId, OrgId, WalletId } from '../../shared/ids.ts'
import { withEndOfMandate } from '../../shared/mandateEnds.ts'
import type { Mode } from '../../shared/principal.ts'
import { type MandateRow, type MandateVersionRow, mandateRef, versionRef } from '../models/mandates.ts'
import { nextMandateStatus, statusAt } from '../rules/mandateStatus.ts'
import { type Policy, policyToWire } from '../rules/policy.ts'

/** The content of one version. */
export interface VersionText {
  readonly policy: Policy
  readonly policyText: string
  readonly canonicalText: string
  readonly limitTimezone: string
  readonly createdBy: string
}

export interface IssueInput extends VersionText {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId
  readonly walletId: WalletId
  readonly validity: { readonly expiresAt: Date } | { readonly days: number }
  /** The current mandate when this was prepared. */
  readonly prior: { readonly mandateId: MandateId; readonly version: number } | null
}

const DAY_MS = 86_400_000

export function issueMandate(
  deps: { newId: NewId },
  input: IssueInput,
): { mandateId: MandateId; part: IntentPart<{ mandateId: MandateId }> } {
  const mandateId = deps.newId('mandate')
  const ref = mandateRef(mandateId)
  const firstVersion = versionRef(mandateId, 1)
  const position = walletRef(input.walletId)
  const { prior } = input
  const replaced = prior === null ? [] : [mandateRef(prior.mandateId), versionRef(prior.mandateId, prior.version)]
  return {
    mandateId,
    part: {
      reads: () => ({ guard: [position, ...replaced], absent: [ref, firstVersion] }),
      decide: (state, at) => {
        const wallet = state.get(position)
        if (wallet === null) return { kind: 'refused', error: notFound('wallet'), writes: {} }
        if (!isSame(wallet.mandate, prior)) return { kind: 'stale' }
        const { validity, limitTimezone, policy } = input
        const expiresAt = 'days' in validity ? new Date(at.getTime() + validity.days * DAY_MS) : validity.expiresAt
        const before = prior === null ? null : state.get(mandateRef(prior.mandateId))
        const kept = withEndOfMandate(wallet, before?.supersedes ?? null, at)
        const ended = endPrior(state, prior, at)
        const inForce = { mandateId, version: 1, status: 'active', expiresAt, limitTimezone, policy } as const
        return {
          kind: 'done',
          answer: { mandateId },
          writes: {
            insert: [
              insertRow(ref, mandateRow(input, { expiresAt, supersedes: ended.supersedes }, at)),
              insertRow(firstVersion, versionRow(mandateId, 1, input, at)),
            ],
            set: [setRow(position, { ...wallet, mandate: inForce, ...kept }), ...ended.set],
            events: [
              mandateEvent(
                'mandate.created',
                { ...input, _id: mandateId, version: 1 },
                { supersedes: ended.supersedes },
              ),
            ],
          },
        }
      },
    },
  }
}

function isSame(inForce: WalletPosition['mandate'], prior: IssueInput['prior']): boolean {
  if (inForce === null || prior === null) return inForce === prior
  return inForce.mandateId === prior.mandateId && inForce.version === prior.version
}

/** Only an active mandate is superseded; a revoked or expired one keeps its status. */
function endPrior(
  state: State,
  prior: IssueInput['prior'],
  at: Date,
): { supersedes: MandateId | null; set: NonNullable<Writes['set']> } {
  if (prior === null) return { supersedes: null, set: [] }
  const [ref, ofVersion] = [mandateRef(prior.mandateId), versionRef(prior.mandateId, prior.version)]
  const row = state.get(ref)
  const version = state.get(ofVersion)
  const replaced = row === null ? null : nextMandateStatus(row.status, 'replace')
  if (row === null || version === null || replaced === null) return { supersedes: null, set: [] }
  const status = statusAt(row, at)
  if (status !== row.status) return { supersedes: null, set: [setRow(ref, { ...row, status, updatedAt: at })] }
  return {
    supersedes: prior.mandateId,
    set: [
      setRow(ref, { ...row, status: replaced, updatedAt: at }),
      setRow(ofVersion, { ...version, supersededAt: at }),
    ],
  }
}

function mandateRow(
  input: IssueInput,
  { expiresAt, supersedes }: Pick<MandateRow, 'expiresAt' | 'supersedes'>,
  at: Date,
): Omit<MandateRow, '_id' | 'v'> {
  const { orgId, mode, agentId, walletId, limitTimezone, createdBy } = input
  return {
    ...{ orgId, mode, agentId, walletId, limitTimezone, createdBy, expiresAt, supersedes },
    status: 'active',
    version: 1,
    revokedAt: null,
    revokedReason: null,
    createdAt: at,
    updatedAt: at,
  }
}

export function versionRow(
  mandateId: MandateId,
  version: number,
  text: VersionText,
  at: Date,
): Omit<MandateVersionRow, '_id' | 'v'> {
  const { policy, policyText, canonicalText, limitTimezone, createdBy } = text
  return {
    ...{ mandateId, version, policy, policyText, canonicalText, limitTimezone, createdBy },
    policyHash: policyHash(policy),
    effectiveFrom: at,
    supersededAt: null,
  }
}

export function mandateEvent(
  type: 'mandate.created' | 'mandate.updated' | 'mandate.revoked',
  row: Pick<MandateRow, '_id' | 'agentId' | 'walletId' | 'version'>,
  more: Readonly<Record<string, unknown>> = {},
) {
  const { _id: mandateId, agentId, walletId, version } = row
  const status = type === 'mandate.revoked' ? 'revoked' : 'active'
  const data = { mandate_id: mandateId, agent_id: agentId, wallet_id: walletId, version, status, ...more }
  return { type, resourceId: mandateId, walletId, agentId, data }
}

/** SHA-256 of the canonical JSON of the wire object: equal policies have equal hashes. */
function policyHash(policy: Policy): string {
  return createHash('sha256')
    .update(canonicalize(policyToWire(policy)) ?? '')
    .digest('hex')
}
