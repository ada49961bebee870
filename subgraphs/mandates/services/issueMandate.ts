/**
 * Puts a mandate in force as part of a larger act: the row, its first version and the copy in the wallet's position,
 * which is what every spend is decided on, are written together.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { IntentPart, Ref } from '../../shared/commit/types.ts'
import { notFound } from '../../shared/errors.ts'
import type { MandateId, NewId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { type MandateRow, type MandateVersionRow, versionId } from '../models/mandate.ts'
import { type Policy, policyToWire } from '../rules/policy.ts'

export interface IssueInput {
  readonly orgId: string
  readonly mode: Mode
  readonly agentId: string
  readonly walletId: string
  readonly policy: Policy
  readonly policyText: string
  readonly canonicalText: string
  readonly limitTimezone: string
  readonly expiresInDays: number
  readonly createdBy: string
}

const DAY_MS = 86_400_000

export function issueMandate(
  deps: { newId: NewId },
  input: IssueInput,
): { mandateId: MandateId; part: IntentPart<{ mandateId: string }> } {
  const mandateId = deps.newId('mandate')
  const ref: Ref = { collection: 'mandates', id: mandateId }
  const firstVersion: Ref = { collection: 'mandateVersions', id: versionId(mandateId, 1) }
  const position = walletRef(input.walletId)
  return {
    mandateId,
    part: {
      reads: () => ({ guard: [position], absent: [ref, firstVersion] }),
      decide: (state, at) => {
        const wallet = state.get<WalletPosition>(position)
        if (wallet === null) return { kind: 'refused', error: notFound('wallet'), writes: {} }
        const expiresAt = new Date(at.getTime() + input.expiresInDays * DAY_MS)
        const inForce = {
          mandateId,
          version: 1,
          status: 'active',
          expiresAt,
          limitTimezone: input.limitTimezone,
          policy: input.policy,
        } as const
        return {
          kind: 'done',
          answer: { mandateId },
          writes: {
            insert: [
              { ref, row: mandateRow(input, expiresAt, at) },
              { ref: firstVersion, row: versionRow(mandateId, input, at) },
            ],
            set: [{ ref: position, next: { ...wallet, mandate: inForce } }],
            events: [
              {
                type: 'mandate.created',
                resourceId: mandateId,
                walletId: input.walletId,
                agentId: input.agentId,
                data: { mandate_id: mandateId, version: 1, wallet_id: input.walletId, agent_id: input.agentId },
              },
            ],
          },
        }
      },
    },
  }
}

function mandateRow(input: IssueInput, expiresAt: Date, at: Date): Omit<MandateRow, '_id' | 'v'> {
  return {
    orgId: input.orgId,
    mode: input.mode,
    agentId: input.agentId,
    walletId: input.walletId,
    status: 'active',
    version: 1,
    expiresAt,
    limitTimezone: input.limitTimezone,
    supersedes: null,
    createdBy: input.createdBy,
    revokedAt: null,
    revokedReason: null,
    createdAt: at,
    updatedAt: at,
  }
}

function versionRow(mandateId: string, input: IssueInput, at: Date): Omit<MandateVersionRow, '_id' | 'v'> {
  return {
    mandateId,
    version: 1,
    policy: input.policy,
    policyText: input.policyText,
    canonicalText: input.canonicalText,
    policyHash: policyHash(input.policy),
    effectiveFrom: at,
    supersededAt: null,
    createdBy: input.createdBy,
  }
}

/** SHA-256 of the canonical JSON of the wire object: equal policies have equal hashes. */
export function policyHash(policy: Policy): string {
  return createHash('sha256')
    .update(canonicalize(policyToWire(policy)) ?? '')
    .digest('hex')
}
