/**
 * What a stop means for holds (domain 5): parked ones are dismissed with their approval, and a mandate that has ended
 * voids its open ones. An open hold under a kill switch stays: it cannot be captured, and can be voided.
 */
import { composeParts } from '../../../shared/commit/compose.ts'
import { orgRef, walletRef } from '../../../shared/commit/positions.ts'
import { ITEMS_MAX, type LateOwners, submitByOwner } from '../../../shared/commit/submitByOwner.ts'
import type { IntentPart, State } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { DomainError } from '../../../shared/errors.ts'
import { type ChargeId, type HoldId, isId, type WalletId } from '../../../shared/ids.ts'
import type { StopScope } from '../../../shared/stops.ts'
import { endedMandatesOf, findParkedHolds, type HoldRow } from '../../models/holds.ts'
import { findOpenTokens } from '../../models/sharedTokens.ts'
import { findWalletPositions } from '../../models/wallets.ts'
import type { PaymentsDeps } from '../../ports.ts'
import type { createSettlementRules } from '../../settlement/intents/preSignCheck.ts'
import { dismissApproval } from '../approvals/expireApprovals.ts'
import { voidAll, voidWithoutMandate } from './expireHolds.ts'

export interface StopHoldsDeps extends Pick<PaymentsDeps, 'database' | 'commit' | 'log'> {
  readonly rules: ReturnType<typeof createSettlementRules>
  /** Ends charges whose payment processor has not answered, where a kill switch stops them, and tells which could not be. */
  readonly stopCharges?: ((ids: readonly ChargeId[], late: LateOwners) => Promise<Failures>) | undefined
}

type Failures = readonly { readonly error: unknown }[]

/**
 * Idempotent.
 * @param isConcerned which of the holds in the scope are looked at; default: all
 * @returns how many parked holds it dismissed
 * @throws the first failure, after all others were dismissed, and open shared tokens were voided
 */
export async function stopHolds(
  deps: StopHoldsDeps,
  work: StopScope,
  isConcerned: (hold: HoldRow) => boolean = () => true,
): Promise<number> {
  if (work.scope === 'wallet' && isId('wallet', work.targetId)) await voidRevoked(deps, work.targetId)
  let count = 0
  const late: LateOwners = new Set()
  const failures: { readonly error: unknown }[] = []
  await revokeTokens(deps, work, failures)
  for (let after: HoldId | null = null; ; ) {
    const parked: HoldRow[] = await findParkedHolds(deps.database, work, { after, limit: ITEMS_MAX })
    const dismiss = async (own: readonly [HoldRow, ...HoldRow[]]) => {
      count += await dismissRefused(deps, own)
    }
    const failed = await submitByOwner(parked.filter(isConcerned), dismiss, late)
    for (const { row, error } of failed)
      deps.log.error({ err: error, holdId: row._id }, 'a hold could not be dismissed')
    failures.push(...failed)
    after = parked.at(-1)?._id ?? null
    if (parked.length < ITEMS_MAX || after === null) break
  }
  const [first] = failures
  if (first !== undefined) throw first.error
  return count
}

/** A wallet that is stopped and not revoked keeps its open holds, and may have very many: they are not even read. */
async function voidRevoked(deps: StopHoldsDeps, walletId: WalletId): Promise<void> {
  const position = (await findWalletPositions(deps.database, [walletId])).get(walletId)
  if (position === undefined) return
  const ended = endedMandatesOf(position, position.mandate?.status === 'revoked')
  if (ended !== null) await voidWithoutMandate(deps, ended)
}

/** A kill switch ends open shared tokens; what else stops a wallet stops their charge. */
async function revokeTokens(
  deps: StopHoldsDeps,
  work: StopScope,
  failures: { readonly error: unknown }[],
): Promise<void> {
  const isStopped = (state: State, row: HoldRow, at: Date) =>
    deps.rules.preSignCheck(state, row, at)?.type === 'kill_switch_active'
  const late: LateOwners = new Set()
  for (let after: HoldRow | null = null; ; ) {
    const open: HoldRow[] = await findOpenTokens(deps.database, work, { after, limit: ITEMS_MAX })
    const reads = (row: HoldRow) => deps.rules.preSignReads(row)
    await voidAll(deps, open, { reason: 'kill_switch', isDue: isStopped, reads, late, failures })
    const kept = open.flatMap(({ chargeId = [] }) => chargeId)
    const unstopped = kept.length === 0 ? [] : await deps.stopCharges?.(kept, late).catch((error) => [{ error }])
    failures.push(...(unstopped ?? []))
    after = open.at(-1) ?? null
    if (open.length < ITEMS_MAX || after === null) return
  }
}

async function dismissRefused(deps: StopHoldsDeps, holds: readonly [HoldRow, ...HoldRow[]]): Promise<number> {
  const [{ orgId, mode }] = holds
  const checked = await deps.commit.dryRun({
    ...{ orgId, mode },
    ...composeParts(holds.map((hold) => checkPart(deps.rules, hold))),
  })
  const errors = checked.kind === 'done' ? checked.answer : []
  let count = 0
  for (const [index, { approvalId }] of holds.entries()) {
    const error = errors[index] ?? null
    if (error !== null && (await dismissApproval(deps, approvalId, error))) count += 1
  }
  return count
}

function checkPart(rules: StopHoldsDeps['rules'], hold: HoldRow): IntentPart<DomainError | null> {
  return {
    reads: () => ({ guard: [orgRef(hold.orgId), walletRef(hold.walletId), ...rules.preSignReads(hold)] }),
    decide: (state, at) => done(rules.preSignCheck(state, hold, at)),
  }
}
