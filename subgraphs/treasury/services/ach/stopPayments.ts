/**
 * What a stop means for payments over ACH (domain 5): those that have not left for the bank are canceled, parked ones are
 * dismissed with their approvals, and what has left runs on. The rules decide about each inside the commit.
 */
import { orgRef, PLATFORM, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { type LateOwners, submitByOwner } from '../../../shared/commit/submitByOwner.ts'
import type { State } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { DomainError } from '../../../shared/errors.ts'
import type { AchPaymentId } from '../../../shared/ids.ts'
import { suspensionRefusal } from '../../../shared/organizationStanding.ts'
import { type Caller, owns } from '../../../shared/principal.ts'
import type { SpendState } from '../../../shared/spend.ts'
import type { StoppablePayments, StoppedWork, StopScope } from '../../../shared/stops.ts'
import { BY_VIOLATIONS } from '../../../shared/walletEvents.ts'
import { achPaymentRef, countInStages, findNotSent } from '../../models/achPayments.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import type { FailureCode } from '../../rules/returns.ts'
import { countParkedConversions, stopConversions } from '../conversions/stopQuotes.ts'
import { canceledAt, stepPart } from './achStep.ts'
import { hasLeft } from './bankTime.ts'

const PAGE = 100
const NOTHING: StoppedWork = { queued: 0, parked: 0, broadcast: 0 }

/** No chain, token, merchant or protocol is part of a payment over ACH. */
function isConcerned({ scope, targetId }: StopScope): boolean {
  if (scope === 'rail') return targetId === 'ach'
  if (scope === 'capability') return targetId === 'treasury'
  return ['global', 'organization', 'agent', 'wallet'].includes(scope)
}

export function createTreasuryWork(deps: TreasuryDeps): StoppablePayments {
  const { database } = deps
  return {
    async count(scope) {
      const conversions = await countParkedConversions(deps, scope)
      if (!isConcerned(scope)) return { ...NOTHING, parked: conversions }
      const count = (...stages: AchPaymentRow['stage'][]) => countInStages(database, scope, stages)
      return {
        queued: await count('initiated', 'reviewed'),
        parked: (await count('awaiting_approval')) + conversions,
        broadcast: await count('processed'),
      }
    },
    stop: (scope) => stop(deps, scope),
    beginStop(scope) {
      stop(deps, scope).catch((err: unknown) => {
        const { orgId, scope: kind, targetId } = scope
        deps.log.error({ err, orgId, scope: kind, targetId }, 'work of the treasury was not stopped')
      })
    },
  }
}

/** @throws the first failure, after all other payments were stopped */
async function stop(deps: TreasuryDeps, scope: StopScope): Promise<StoppedWork> {
  const stopped = await stopPayments(deps, scope)
  return { ...stopped, parked: stopped.parked + (await stopConversions(deps, scope)) }
}

async function stopPayments(deps: TreasuryDeps, scope: StopScope): Promise<StoppedWork> {
  if (!isConcerned(scope)) return NOTHING
  let [queued, parked] = [0, 0]
  const failures: { readonly error: unknown }[] = []
  const late: LateOwners = new Set()
  const stopEach = async (payments: readonly AchPaymentRow[]) => {
    for (const payment of payments) {
      const end = await stopOne(deps, payment)
      if (end === 'canceled') queued += 1
      else if (end !== null && payment.approvalId !== null)
        parked += (await deps.dismissApproval(payment.approvalId, end)) ? 1 : 0
    }
  }
  for (let after: AchPaymentId | null = null; ; ) {
    const found: AchPaymentRow[] = await findNotSent(deps.database, scope, { after, limit: PAGE })
    failures.push(...(await submitByOwner(found, stopEach, late)))
    after = found.at(-1)?._id ?? null
    if (found.length < PAGE || after === null) break
  }
  const [first] = failures
  if (first !== undefined) throw first.error
  return { queued, parked, broadcast: 0 }
}

/** Null: nothing stops it, or it has left by now. A reason: it waits for an approval, which is to be dismissed. */
async function stopOne(deps: TreasuryDeps, payment: AchPaymentRow): Promise<'canceled' | DomainError | null> {
  const { orgId, mode, walletId, _id } = payment
  const wallet = walletId === null ? [] : [walletRef(walletId)]
  const settled = await submitPrepared<'canceled' | DomainError | null>(deps.commit, () => {
    const canceled = (failure: FailureCode) => stepPart(deps, payment, { event: (_row, at) => canceledAt(at), failure })
    const part = canceled('canceled')
    return {
      ...({ priority: 'control', orgId, mode, resourceId: _id, whileSuspended: true } as const),
      reads: (at) => ({ guard: [orgRef(orgId), ...wallet, ...part.reads(at).guard] }),
      decide(state, at) {
        const row = requireRow(state, achPaymentRef(_id))
        const error = stopRefusal(deps, state, row, at)
        if (error === null) return done(null)
        if (row.stage === 'awaiting_approval') return done(error)
        if (hasLeft(deps, row, at) || (row.stage !== 'initiated' && row.stage !== 'reviewed')) return done(null)
        const { decide } = error.type === 'kill_switch_active' ? canceled('kill_switch_active') : part
        const verdict = decide(state, at)
        return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer === null ? null : 'canceled' } : verdict
      },
    }
  })
  return 'answer' in settled ? settled.answer : null
}

function stopRefusal(
  { gates, spends }: Pick<TreasuryDeps, 'gates' | 'spends'>,
  state: State,
  row: AchPaymentRow,
  at: Date,
): DomainError | null {
  const { orgId, mode, walletId } = row
  const org = requireRow(state, orgRef(orgId))
  const wallet = walletId === null ? null : state.get(walletRef(walletId))
  const seen = { rows: state, org, platform: requireRow(state, PLATFORM), isApproved: false, wallet }
  const stopped = gates.killSwitch.decide(seen, { orgId, mode, rail: 'ach', access: 'treasury' }, at)
  if (stopped.kind === 'refuse') return stopped.error
  return suspensionRefusal(org) ?? standingRefusal({ gates, spends }, seen, row, at)
}

/** What an agent takes out ends with its standing, wallet and mandate, as what it pays from its wallet does. */
function standingRefusal(
  { gates, spends }: Pick<TreasuryDeps, 'gates' | 'spends'>,
  seen: SpendState,
  { orgId, mode, walletId, agentId, direction }: AchPaymentRow,
  at: Date,
): DomainError | null {
  if (direction === 'DEBIT' || agentId === null || walletId === null) return null
  const caller: Caller = { kind: 'agent', orgId, mode, agentId, walletId, capabilities: [], scope: 'agent:execute' }
  const { wallet } = seen
  const own = { ...seen, wallet: wallet !== null && owns(caller, wallet) ? wallet : null }
  for (const gate of [gates.agentBound, gates.agentStanding]) {
    const verdict = gate.decide(own, { caller }, at)
    if (verdict.kind === 'refuse') return verdict.error
  }
  // Violations of the policy freeze a wallet for what comes after them, and what was accepted under a mandate outlives its term.
  const isStopped = wallet?.frozen != null && wallet.frozen.by !== BY_VIOLATIONS
  const { walletState, mandateState } = spends.gates
  const verdict = isStopped ? walletState.decide(own, {}, at) : mandateState.decide(own, { walletId }, at)
  return verdict.kind === 'refuse' && ENDING.includes(verdict.error.type) ? verdict.error : null
}

const ENDING: readonly string[] = ['wallet_frozen', 'mandate_revoked']
