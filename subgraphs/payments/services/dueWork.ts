/**
 * What the clock of an organization makes due in this subgraph. The sweeps of all organizations look by real time, which is
 * never later than anybody's own, so that these find what is left between the two.
 */
import { timeOf } from '../../shared/clock.ts'
import type { LateOwners } from '../../shared/commit/submitByOwner.ts'
import type { DueWork } from '../../shared/dueWork.ts'
import { createEndingWorker, endingDueWork } from '../../shared/endingAlerts.ts'
import type { Worker } from '../../shared/subgraph.ts'
import { countDueApprovals, findNextApprovalEnd } from '../models/approvals.ts'
import { countDueCases, findNextCaseEnd } from '../models/cases.ts'
import { countDueHolds, findMandateEnds, findNextHoldEnd } from '../models/holds.ts'
import { countExpiredRefusals, deleteExpiredRefusals } from '../models/refusals.ts'
import type { PaymentsDeps } from '../ports.ts'
import { createExpiryWorker, expireDueApprovals } from './approvals/expireApprovals.ts'
import { endingApprovals } from './approvals/tellEnding.ts'
import { createCaseWorker, expireDueCases } from './cases/closeCase.ts'
import { createWaitingWorker } from './endWaiting.ts'
import { createHoldWorker, expireDueHolds, voidWithoutMandate } from './holds/expireHolds.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'commit' | 'clock' | 'log' | 'parked' | 'reviewed'>

/** Of all organizations, by real time. */
export const createSweeps = (deps: Deps & Parameters<typeof createWaitingWorker>[0]): readonly Worker[] => [
  createExpiryWorker(deps),
  createHoldWorker(deps),
  createCaseWorker(deps),
  createEndingWorker(deps, endingApprovals(deps)),
  createWaitingWorker(deps),
]

export const paymentsDueWork = (deps: Deps): readonly DueWork[] => [
  endingDueWork(deps, endingApprovals(deps)),
  {
    name: 'holds',
    nextAt: (owner, after) => findNextHoldEnd(deps.database, owner, after),
    count: (owner, until) => countDueHolds(deps.database, owner, until),
    run: async (owner, signal) => void (await expireDueHolds(deps, new Set(), { owner, signal })),
  },
  mandateEnds(deps),
  {
    name: 'approvals',
    nextAt: (owner, after) => findNextApprovalEnd(deps.database, owner, after),
    count: (owner, until) => countDueApprovals(deps.database, owner, until),
    run: async (owner, signal) => void (await expireDueApprovals(deps, new Set(), { owner, signal })),
  },
  {
    name: 'cases',
    nextAt: (owner, after) => findNextCaseEnd(deps.database, owner, after),
    count: (owner, until) => countDueCases(deps.database, owner, until),
    run: async (owner, signal) => void (await expireDueCases(deps, new Set(), { owner, signal })),
  },
  {
    name: 'refusals',
    followsOthers: true,
    // That one is gone shows at no instant of its own, so no step of a move is for it; lists leave it out by themselves.
    nextAt: async () => null,
    count: (owner, until) => countExpiredRefusals(deps.database, owner, until),
    run: (owner) => deleteExpiredRefusals(deps.database, owner, timeOf(deps.clock, owner)),
  },
]

/** Holds end with the mandate that they were placed under. */
const mandateEnds = (deps: Deps): DueWork => ({
  name: 'mandates',
  async nextAt(owner, after) {
    const ends = (await findMandateEnds(deps.database, owner, { $gt: after })).map(({ at }) => at.getTime())
    return ends.length === 0 ? null : new Date(Math.min(...ends))
  },
  count: async (owner, until) => (await findMandateEnds(deps.database, owner, { $lte: until })).length,
  async run(owner, signal) {
    const ended = await findMandateEnds(deps.database, owner, { $lte: timeOf(deps.clock, owner) })
    const late: LateOwners = new Set()
    for (const { walletId } of ended) {
      if (signal.aborted) return
      await voidWithoutMandate(deps, { walletId, mandateIds: null }, late, signal)
    }
  },
})
