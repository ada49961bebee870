/**
 * Moves the clock of an organization from one due instant to the next, and does what is due at each before it goes on. So
 * everything happens in the order of its times and at its own instant, and what it makes due in turn comes in its place.
 */
import { randomUUID } from 'node:crypto'
import { timeOf } from '../../../shared/clock.ts'
import { requireDone } from '../../../shared/commit/submit.ts'
import { isDuplicateKey } from '../../../shared/database.ts'
import { nextDueAt, runDue } from '../../../shared/dueWork.ts'
import type { ClockOwner } from '../../../shared/organizationTime.ts'
import { sleep } from '../../../shared/subgraph.ts'
import { leaveTurn, takeTurn } from '../../models/clockTurns.ts'
import type { AgentsDeps } from '../../ports.ts'
import { stepIntent } from './moveClock.ts'

export type ClockDeps = Pick<AgentsDeps, 'database' | 'commit' | 'clock' | 'dueWork' | 'log'>

const TURN_MS = 3_000
const RENEW_MS = 1_000
const WAIT_MS = 25

/** Until the clock is there and what was due on the way is done, or the signal ends it: then somebody may go on. */
export async function followClock(deps: ClockDeps, owner: ClockOwner, to: Date, signal: AbortSignal): Promise<void> {
  const holder = randomUUID()
  const keep = () => takeTurn(deps.database, owner, { holder, lifetimeMs: TURN_MS })
  while (!(await keep().catch(isTakenAtOnce))) {
    if (signal.aborted) return
    await sleep(WAIT_MS, signal)
  }
  const renewing = setInterval(() => void keep().catch(() => undefined), RENEW_MS)
  try {
    await stepThrough(deps, owner, to, signal)
  } finally {
    clearInterval(renewing)
    await leaveTurn(deps.database, owner, holder)
  }
}

/** Two that make the first row of an organization: one of them looks again. */
function isTakenAtOnce(error: unknown): false {
  if (isDuplicateKey(error)) return false
  throw error
}

async function stepThrough(deps: ClockDeps, owner: ClockOwner, to: Date, signal: AbortSignal): Promise<void> {
  const { clock, dueWork: work } = deps
  await deps.clock.organizations?.refresh(owner)
  await runDue({ clock, work }, owner, signal)
  while (!signal.aborted) {
    const next = await nextDueAt(work, owner, timeOf(clock, owner))
    const isLast = next === null || next > to
    await step(deps, owner, isLast ? to : next)
    await runDue({ clock, work }, owner, signal)
    if (isLast) return
  }
}

async function step(deps: ClockDeps, owner: ClockOwner, to: Date): Promise<void> {
  const outcome = await deps.commit.submit(stepIntent(owner, to))
  if (outcome.kind === 'stale') throw new Error('a step of a clock rests on nothing that is prepared')
  const settled = requireDone(outcome)
  if ('answer' in settled) deps.clock.organizations?.note(owner, settled.answer)
}
