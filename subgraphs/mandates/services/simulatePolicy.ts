/**
 * How another policy would have decided a wallet's past payments: the number of outcomes, and the payments decided
 * differently. Refused attempts leave no payment, so they are not replayed.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { timeOf } from '../../shared/clock.ts'
import { type Page, type PageArguments, pageOf } from '../../shared/connections.ts'
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import { isWritable, parseInstant } from '../../shared/fields.ts'
import { isId, type MandateId, type WalletId } from '../../shared/ids.ts'
import { windowKeys } from '../../shared/limitWindows.ts'
import { owns, type Principal, requireCaller } from '../../shared/principal.ts'
import { findWalletPosition } from '../models/walletPositions.ts'
import type { MandatesDeps, PastPayment } from '../ports.ts'
import type { Policy } from '../rules/policy.ts'
import { createReplay, type Replayed, type ReplayedPayment, type ReplayOutcome } from '../rules/replay.ts'
import { getMandate } from './readMandates.ts'
import { parseLimitTimezone, readPolicy, zoneOfWindows } from './readPolicy.ts'

export interface SimulateInput extends PageArguments {
  readonly walletId: string
  readonly policy?: unknown
  readonly mandateId?: string | null
  readonly version?: number | null
  readonly limitTimezone?: unknown
  readonly from?: unknown
  readonly until?: unknown
}

export type OutcomeCounts = Readonly<Record<ReplayOutcome, number>>

export interface ChangedPayment extends Replayed<PastPayment> {
  readonly _id: string
  readonly before: ReplayOutcome
}

export interface Simulation {
  readonly walletId: WalletId
  readonly from: Date
  readonly until: Date
  readonly policy: Policy
  readonly canonicalText: string
  readonly limitTimezone: string
  readonly payments: number
  readonly before: OutcomeCounts
  readonly after: OutcomeCounts
  readonly changed: number
  /** Oldest first. */
  readonly changes: Page<ChangedPayment>
}

const DAY_MS = 86_400_000
/** Stands for the simulated mandate; never returned. */
const SIMULATED: MandateId = 'mnd_simulated'
const DEFAULT_DAYS = 30
const PAYMENTS_MAX = 20_000
/** What takes a few milliseconds. */
const REPLAYED_AT_ONCE = 250

/** @throws DomainError invalid_request (text, range, too many payments), not_found (wallet, mandate), capability_denied */
export async function simulatePolicy(
  deps: MandatesDeps,
  principal: Principal,
  input: SimulateInput,
): Promise<Simulation> {
  const caller = requireCaller(principal)
  const until = parseInstant(input.until, 'until', 'utc') ?? timeOf(deps.clock, caller)
  const from = parseInstant(input.from, 'from', 'utc') ?? new Date(until.getTime() - DEFAULT_DAYS * DAY_MS)
  if (!isWritable(from))
    throw invalidField('until', 'out_of_range', `must leave ${DEFAULT_DAYS} days before it, or name \`from\`, too.`)
  if (from >= until) throw invalidField('from', 'out_of_range', 'must be earlier than `until`.')
  const wanted = await readWanted(deps, principal, input)
  const wallet = isId('wallet', input.walletId) ? await findWalletPosition(deps.database, input.walletId) : null
  if (wallet === null || !owns(caller, wallet)) throw notFound('wallet')
  const limitTimezone = wanted.limitTimezone ?? wallet.mandate?.limitTimezone ?? 'UTC'
  const past = await deps.history.read({
    walletId: wallet.walletId,
    // Payments before the range count in the windows that are open at its start.
    from: windowKeys(from, limitTimezone).monthStartsAt,
    until,
    countMax: PAYMENTS_MAX,
  })
  if (past === null)
    throw new DomainError('invalid_request', `More than ${PAYMENTS_MAX} payments. Choose a shorter range.`, {
      reason: 'too_many_payments',
    })
  const { policy, canonicalText } = wanted
  const mandate = { mandateId: SIMULATED, version: 0, policy, limitTimezone }
  const replayed = await replayInTurns(past, createReplay(mandate, from))
  const changes = replayed.flatMap(changeOf)
  return {
    ...{ walletId: wallet.walletId, from, until, policy, canonicalText, limitTimezone },
    payments: replayed.length,
    before: countOf(replayed.map(({ payment }) => originalOutcome(payment))),
    after: countOf(replayed.map(({ outcome }) => outcome)),
    changed: changes.length,
    changes: pageOf({ name: `simulatedPayments ${input.walletId}` }, changes, input),
  }
}

/** Everybody else is served in between, emergency acts among them. */
export async function replayInTurns<P extends ReplayedPayment>(
  payments: readonly P[],
  replay: (payments: readonly P[]) => readonly Replayed<P>[],
): Promise<readonly Replayed<P>[]> {
  const replayed: Replayed<P>[] = []
  for (let at = 0; at < payments.length; at += REPLAYED_AT_ONCE) {
    replayed.push(...replay(payments.slice(at, at + REPLAYED_AT_ONCE)))
    await nextTurn()
  }
  return replayed
}

/** The policy to simulate: a text, or a version of one of the caller's mandates. */
async function readWanted(deps: MandatesDeps, principal: Principal, input: SimulateInput) {
  const named = parseLimitTimezone(input.limitTimezone)
  if ((input.policy == null) === (input.mandateId == null))
    throw invalidField('policy', 'required', 'name either a policy text or a mandate.')
  if (input.mandateId == null)
    return { ...readPolicy(input.policy, await zoneOfWindows(deps, principal, named)), limitTimezone: named }
  const { version } = await getMandate(deps, principal, { id: input.mandateId, version: input.version ?? null })
  return { ...version, limitTimezone: named ?? version.limitTimezone }
}

/** A payment with an approval was allowed in the end, but its original outcome was approval_required. */
function originalOutcome({ decision, approvalId }: PastPayment): ReplayOutcome {
  if (approvalId !== null) return 'approval_required'
  const { outcome } = (decision ?? {}) as { readonly outcome?: string }
  return outcome === 'approval_required' || outcome === 'deny' ? outcome : 'allow'
}

function changeOf(replayed: Replayed<PastPayment>): ChangedPayment[] {
  const before = originalOutcome(replayed.payment)
  return before === replayed.outcome ? [] : [{ ...replayed, _id: replayed.payment.paymentId, before }]
}

function countOf(outcomes: readonly ReplayOutcome[]): OutcomeCounts {
  const counts = { allow: 0, approval_required: 0, deny: 0 }
  for (const outcome of outcomes) counts[outcome] += 1
  return counts
}
