/**
 * Asks again about charges whose payment processor has not answered, each when it is due. Any number of processes may run it:
 * one takes a charge in the commit that counts the question, and what dies with a process is due again.
 */
import type { ChargeId } from '../../shared/ids.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { findDueCharges } from '../models/charges.ts'
import type { CommerceDeps } from '../ports.ts'
import { askAbout, takeDue } from '../services/charges/askAbout.ts'

const LOOK_EVERY_MS = 500
const AT_ONCE = 16
/** What could not be taken is passed over for so long, so that it keeps no other from being asked about. */
const PASSED_OVER_MS = 30_000
const PASSED_OVER_MAX = 1_000

export function createChargeWorker(deps: CommerceDeps): Worker {
  const passedOver = new Map<ChargeId, number>()
  const ask = async (due: Parameters<typeof takeDue>[1]): Promise<boolean> => {
    try {
      const taken = await takeDue(deps, due)
      if (taken !== null) await askAbout(deps, taken)
      return taken !== null
    } catch (error) {
      deps.log.warn({ err: error, chargeId: due._id }, 'a charge could not be asked about and is due again')
      if (passedOver.size < PASSED_OVER_MAX) passedOver.set(due._id, performance.now() + PASSED_OVER_MS)
      return false
    }
  }
  return {
    name: 'commerce.charges',
    async run(signal) {
      while (!signal.aborted) {
        for (const [id, until] of passedOver) if (until <= performance.now()) passedOver.delete(id)
        const page = { limit: AT_ONCE, except: [...passedOver.keys()] }
        const due = await findDueCharges(deps.database, deps.clock.now(), page).catch((error: unknown) => {
          deps.log.warn({ err: error }, 'due charges could not be read and will be')
          return []
        })
        const asked = await Promise.all(due.map(ask))
        // Of a full page there may be more, unless nothing comes of it.
        if (due.length < AT_ONCE || !asked.includes(true)) await sleep(LOOK_EVERY_MS, signal)
      }
    },
  }
}
