/**
 * Creates a mandate (specification 2.6): only an administrator of the organization may, and it replaces the
 * current mandate of the same agent and wallet in the same commit.
 */

import { timeOf } from '../../shared/clock.ts'
import { composeParts } from '../../shared/commit/compose.ts'
import type { WalletPosition } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { type KeyedIntent, submitPrepared } from '../../shared/commit/submit.ts'
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseInstant, parseText } from '../../shared/fields.ts'
import { type AgentId, isId } from '../../shared/ids.ts'
import { type OrganizationPrincipal, owns, type Principal, requireOrganization } from '../../shared/principal.ts'
import { findWalletPosition } from '../models/walletPositions.ts'
import type { MandatesDeps } from '../ports.ts'
import { BUILTIN_TEMPLATE } from '../rules/builtinTemplate.ts'
import { issueMandate } from './issueMandate.ts'
import { getMandate, type MandateView } from './readMandates.ts'
import { parseLimitTimezone, readPolicy, zoneOfWindows } from './readPolicy.ts'
import { recountPart } from './recountPart.ts'

export interface CreateMandateInput {
  readonly agentId?: unknown
  readonly walletId?: unknown
  readonly policy?: unknown
  readonly expiresAt?: unknown
  readonly limitTimezone?: unknown
}

export interface Written {
  readonly view: MandateView
  readonly replayed: boolean
}

/**
 * @throws DomainError invalid_request (with `problems` of the text), not_found (agent, wallet), conflict (the wallet of
 * another agent), capability_denied, insufficient_scope, idempotency_mismatch
 */
export async function createMandate(
  deps: MandatesDeps,
  principal: Principal,
  input: CreateMandateInput,
  key: RequestKey | null = null,
): Promise<Written> {
  const done = await submitPrepared(deps.commit, () => prepare(deps, principal, input), key)
  const id = 'answer' in done ? done.answer : done.replayedId
  return { view: await getMandate(deps, principal, { id, version: null }), replayed: !('answer' in done) }
}

async function prepare(
  deps: MandatesDeps,
  principal: Principal,
  input: CreateMandateInput,
): Promise<KeyedIntent<string>> {
  const caller = requireOrganization(principal)
  const { orgId, mode } = caller
  const wanted = await parse(deps, caller, input)
  const { policyText, policy, canonicalText, expiresAt } = wanted
  const wallet = await requireAgentOfWallet(deps, caller, wanted)
  const { agentId, walletId } = wallet
  const organization = await deps.organizations.find(orgId)
  if (organization === null) throw notFound('organization')
  const limitTimezone = wanted.limitTimezone ?? organization.limitTimezone
  const days = organization.policyTemplates[caller.mode]?.expiresInDays ?? BUILTIN_TEMPLATE.expiresInDays
  const issue = issueMandate(deps, {
    ...{ orgId, mode, agentId, walletId, policy, policyText, canonicalText, limitTimezone, createdBy: orgId },
    validity: expiresAt === null ? { days } : { expiresAt },
    prior: wallet.mandate,
  })
  const parts = composeParts([await recountPart(deps, wallet, limitTimezone), issue.part])
  return {
    ...({ priority: 'control', orgId, mode } as const),
    resource: { type: 'mandate', id: issue.mandateId },
    reads: parts.reads,
    decide(state, at) {
      const verdict = parts.decide(state, at)
      return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[1].mandateId } : verdict
    },
  }
}

async function parse(deps: MandatesDeps, caller: OrganizationPrincipal, input: CreateMandateInput) {
  const id = (value: unknown, path: string) => parseText(value, { path, lengthMax: LENGTH_MAX.id })
  const fields = parseAll({
    agentId: () => id(input.agentId, 'agent_id'),
    walletId: () => id(input.walletId, 'wallet_id'),
    limitTimezone: () => parseLimitTimezone(input.limitTimezone),
    expiresAt: () => parseExpiry(timeOf(deps.clock, caller), input.expiresAt),
  })
  return { ...fields, ...readPolicy(input.policy, await zoneOfWindows(deps, caller, fields.limitTimezone)) }
}

function parseExpiry(now: Date, value: unknown): Date | null {
  const expiresAt = parseInstant(value, 'expires_at', 'utc')
  if (expiresAt !== null && expiresAt <= now) throw invalidField('expires_at', 'in_the_past', 'must be later than now.')
  return expiresAt
}

/** Another organization's agent or wallet is not found; a mandate is only for the agent that spends from the wallet. */
async function requireAgentOfWallet(
  deps: MandatesDeps,
  caller: OrganizationPrincipal,
  { agentId, walletId }: { agentId: string; walletId: string },
): Promise<WalletPosition & { readonly agentId: AgentId }> {
  if (!isId('agent', agentId)) throw notFound('agent')
  const agent = await deps.organizations.findAgent(agentId)
  if (agent === null || !owns(caller, { ...agent, agentId })) throw notFound('agent')
  const wallet = isId('wallet', walletId) ? await findWalletPosition(deps.database, walletId) : null
  if (wallet === null || !owns(caller, wallet)) throw notFound('wallet')
  if (wallet.agentId === agentId) return { ...wallet, agentId }
  throw new DomainError('conflict', 'This agent does not spend from this wallet. Name the wallet of the agent.', {
    reason: 'wallet_of_another_agent',
  })
}
