/** The clock of an organization's test mode (domain A.13b): what it says, and moving it forward. */
import { runAsService } from '../../../shared/acting.ts'
import { timeOf } from '../../../shared/clock.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { countDue } from '../../../shared/dueWork.ts'
import { DomainError, notFound } from '../../../shared/errors.ts'
import type { ClockOwner } from '../../../shared/organizationTime.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { createTurns } from '../../../shared/turns.ts'
import { findOrgClock } from '../../models/orgClocks.ts'
import type { AgentsDeps } from '../../ports.ts'
import { parseMove } from '../../rules/testClock.ts'
import { type ClockDeps, followClock } from './followClock.ts'
import { setEndIntent } from './moveClock.ts'

/** The work of one call, so that it is answered within half a minute; the next one goes on. */
export const WORK_MS_MAX = 28_000
/** Of a process: one call of an organization moves its clock, or asks whether another process has done, and few wait for it. */
const moves = createTurns({ inAll: 256, perOwner: 1, waitingMax: 16, waitMaxMs: 2 * WORK_MS_MAX }, tooManyMoves)

export interface ClockView {
  readonly now: Date
  readonly aheadMs: number
  /** Where a move that has not ended goes; null: there is none. */
  readonly advancingTo: Date | null
}

export interface AdvancedClock {
  readonly clock: ClockView
  /** Of what was due until the end of this move. */
  readonly dueLeft: number
  readonly replayed: boolean
}

/** @throws DomainError not_found in live mode */
export async function readClock(deps: Pick<ClockDeps, 'database' | 'clock'>, principal: Principal): Promise<ClockView> {
  const owner = requireTestMode(requireCaller(principal))
  return viewOf(deps, owner)
}

/** For a field of its organization: null where its mode has no such clock. */
export const findClock = (deps: Pick<ClockDeps, 'database' | 'clock'>, owner: ClockOwner): Promise<ClockView> | null =>
  owner.mode === 'test' ? viewOf(deps, owner) : null

async function viewOf(deps: Pick<ClockDeps, 'database' | 'clock'>, owner: ClockOwner): Promise<ClockView> {
  const known = await findOrgClock(deps.database, owner)
  if (known !== null) deps.clock.organizations?.note(owner, known)
  const now = timeOf(deps.clock, owner)
  const until = known?.until ?? null
  return { now, aheadMs: known?.aheadMs ?? 0, advancingTo: until !== null && until > now ? until : null }
}

/**
 * Moves it, and does all that becomes due on the way before it answers, within half a minute.
 * @throws DomainError not_found (live mode), invalid_request (seconds, to), and those of access and key
 */
export async function advanceClock(
  deps: ClockDeps & Pick<AgentsDeps, 'clockWorkMs'>,
  principal: Principal,
  input: { readonly seconds?: unknown; readonly to?: unknown },
  key: RequestKey | null = null,
): Promise<AdvancedClock> {
  const owner = requireTestMode(requireCaller(principal))
  const settled = await submitPrepared(deps.commit, () => setEndIntent(owner, parseMove(input)), key)
  const replayed = !('answer' in settled)
  // A repeat goes on to the end of the first, should that have died on the way.
  const end = 'answer' in settled ? settled.answer : new Date(settled.replayedId)
  const signal = AbortSignal.timeout(deps.clockWorkMs?.() ?? WORK_MS_MAX)
  await moves.take(owner.orgId, () => runAsService(() => followClock(deps, owner, end, signal)))
  const [clock, dueLeft] = [await viewOf(deps, owner), await countDue(deps.dueWork, owner, end)]
  return { clock, dueLeft, replayed }
}

function tooManyMoves(): DomainError {
  const message = 'Too many calls that move this clock wait already. Its end is set; repeat the call with the same key.'
  return new DomainError('rate_limited', message, { bucket: 'test-clock', retry_after_ms: 1_000 })
}

function requireTestMode({ orgId, mode }: Caller): ClockOwner {
  if (mode !== 'test') throw notFound('resource')
  return { orgId, mode }
}
