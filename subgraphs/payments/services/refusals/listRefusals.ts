/** Refused attempts: an organization sees those of its wallets in its mode, an agent its own. */
import { timeOf } from '../../../shared/clock.ts'
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { parseInstant, requireRange } from '../../../shared/fields.ts'
import { type Principal, requireCaller } from '../../../shared/principal.ts'
import { findRefusalPage, type RefusalRow } from '../../models/refusals.ts'
import type { PaymentsDeps } from '../../ports.ts'

interface RefusalQuery extends OrderedArguments {
  readonly walletId?: string | null
  readonly agentId?: string | null
  readonly rule?: string | null
  readonly createdFrom?: string | null
  readonly createdUntil?: string | null
}

/** @throws DomainError invalid_request, and those of access */
export function listRefusals(
  { database, clock }: Pick<PaymentsDeps, 'database' | 'clock'>,
  principal: Principal,
  { walletId, agentId, rule, createdFrom, createdUntil, ...args }: RefusalQuery,
): Promise<Page<RefusalRow>> {
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  const scope = { orgId, mode, ...(caller.kind === 'agent' ? { agentId: caller.agentId } : {}) }
  const range = {
    createdFrom: parseInstant(createdFrom, 'created_from', 'day'),
    createdUntil: parseInstant(createdUntil, 'created_until', 'day'),
  }
  requireRange(range.createdFrom, range.createdUntil, ['created_from', 'created_until'])
  return findRefusalPage(database, timeOf(clock, caller), scope, { walletId, agentId, rule, ...range }, args)
}
