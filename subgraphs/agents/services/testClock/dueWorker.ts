/**
 * What becomes due while the moved clock of an organization goes on by itself. The sweeps look by real time; this looks at
 * moved organizations, some in each round, so that however many there are none waits for ever and none costs the others much.
 */
import { runDue } from '../../../shared/dueWork.ts'
import { type ClockOwner, takeTurns } from '../../../shared/organizationTime.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import type { ClockDeps } from './followClock.ts'

const ROUND_MS = 1_000
const IN_ROUND_MAX = 32
const AT_ONCE = 4
/** For one organization, in one round. */
const ONE_WITHIN_MS = 5_000

export function createDueWorker(deps: ClockDeps): Worker {
  const work = deps.dueWork.filter(({ followsOthers }) => followsOthers !== true)

  async function lookAt(owner: ClockOwner, signal: AbortSignal): Promise<void> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(ONE_WITHIN_MS)])
    try {
      await runDue({ clock: deps.clock, work }, owner, limited)
    } catch (err) {
      deps.log.warn({ err, orgId: owner.orgId }, 'what is due on the clock of an organization will be done later')
    }
  }

  return {
    name: 'dueOnClocks',
    async run(signal) {
      let last = ''
      for (; !signal.aborted; await sleep(ROUND_MS, signal)) {
        const round = takeTurns(deps.clock.organizations?.moved('test') ?? [], last, IN_ROUND_MAX)
        for (let start = 0; start < round.length && !signal.aborted; start += AT_ONCE)
          await Promise.all(round.slice(start, start + AT_ONCE).map((owner) => lookAt(owner, signal)))
        last = round.at(-1)?.orgId ?? ''
      }
    },
  }
}
