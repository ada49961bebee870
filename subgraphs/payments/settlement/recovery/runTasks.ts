/**
 * Runs the tasks that blocks leave, each by itself: organizations take turns with few tasks at once, and failures are
 * retried with exponential backoff. A booking that fails is a mismatch until it succeeds.
 */
import { sleep } from '../../../shared/subgraph.ts'
import { ChainUnavailable } from '../../chains/chainAdapter.ts'
import { messageOf } from '../../chains/jsonRpc.ts'
import { FencedOff } from '../../models/nonceSlots.ts'
import { findSubjects } from '../../models/payments.ts'
import {
  findDueTasks,
  findTaskOwners,
  postponeTask,
  removeTask,
  type SettlementTaskRow,
} from '../../models/settlementTasks.ts'
import { retryGasBooking } from '../blocks/bookGas.ts'
import { retryOutflow } from '../blocks/findOutflows.ts'
import { createWaker, growingPause, type Network, type TaskOutcome } from '../network/network.ts'
import { pickInTurn, type Turn } from '../network/pickInTurn.ts'
import { Late } from '../network/submitInTime.ts'
import { collectMissing } from './collectMissing.ts'
import { failCanceled } from './failCanceled.ts'
import { findReorganized } from './findReorganized.ts'
import { claimOutflows } from './hotOutflows.ts'
import { restorePayment } from './restorePayment.ts'
import { reportNotBooked, retryBooking } from './retryBooking.ts'
import { retryReverted } from './retryReverted.ts'
import { reverseDeposit } from './reverseDeposit.ts'
import { reverseOutflow } from './reverseOutflow.ts'

const AT_ONCE = 512
/** Their commits share transactions: a busy organization whose blocks were booked too slowly catches up. */
const OF_ONE_ORGANIZATION = 32
const TASK_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 20

export async function runTasks(network: Network, signal: AbortSignal): Promise<void> {
  const running = new Map<string, Pick<SettlementTaskRow, 'orgId'> & { run: Promise<void> }>()
  const finished = createWaker()
  const turn: Turn = { after: null }
  const rounds = [
    createRound(network, () => collectMissing(network, signal), 'missing amounts are collected later'),
    createRound(network, () => claimOutflows(network), 'outflows of the hot wallet are looked at later'),
  ]
  let fatal: unknown = null
  while (!signal.aborted && fatal === null) {
    for (const task of await pickTasks(network, turn, running)) {
      const run = runTask(network, task, signal)
        .catch((error: unknown) => {
          if (error instanceof FencedOff) fatal = error
          // Its row could not be updated, so it is still due.
          else network.log.warn({ err: error, task: task._id }, 'a task is run again')
        })
        .finally(() => {
          running.delete(task._id)
          finished.wake()
        })
      running.set(task._id, { orgId: task.orgId, run })
    }
    for (const round of rounds) round.start()
    // Tasks that began together end together.
    await finished.wait(network.options.queuePollMs, signal)
    await sleep(Math.min(LOOK_AGAIN_MS, network.options.queuePollMs), signal)
  }
  await Promise.all([...running.values()].map(({ run }) => run))
  await Promise.all(rounds.map((round) => round.ended()))
  if (fatal !== null) throw fatal
}

/** Work that is done again and again, once at a time; not awaited, since one organization's commits may be slow. */
function createRound({ log, id, options }: Network, work: () => Promise<void>, told: string) {
  let running: Promise<void> | null = null
  let startedAt = performance.now()
  return {
    start(): void {
      if (running !== null || performance.now() - startedAt <= options.overdueAfterMs / 3) return
      startedAt = performance.now()
      running = work()
        .catch((err: unknown) => log.warn({ err, network: id }, told))
        .finally(() => {
          running = null
        })
    },
    ended: () => running,
  }
}

async function pickTasks(
  network: Network,
  turn: Turn,
  running: ReadonlyMap<string, Pick<SettlementTaskRow, 'orgId'>>,
): Promise<SettlementTaskRow[]> {
  const free = AT_ONCE - running.size
  if (free <= 0 || network.reading !== 'following') return []
  const owners = await findTaskOwners(network.database, network.id)
  const now = network.clock.now()
  return pickInTurn(turn, owners, free, async (orgId, share) => {
    const own = [...running.values()].filter((one) => one.orgId === orgId).length
    const limit = Math.min(share, OF_ONE_ORGANIZATION - own)
    if (limit <= 0) return []
    const found = await findDueTasks(network.database, { network: network.id, orgId }, now, limit + own)
    return found.filter(({ _id }) => !running.has(_id)).slice(0, limit)
  })
}

async function runTask(network: Network, task: SettlementTaskRow, signal: AbortSignal): Promise<void> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TASK_WITHIN_MS)])
  const { pauseMs, pauseMaxMs } = network.options
  const tries = task.tries + 1
  const dueAt = () => new Date(network.clock.now().getTime() + growingPause(tries, pauseMs, pauseMaxMs))
  try {
    const outcome = await doTask(network, task, limited)
    if (outcome === 'done') await removeTask(network.database, task)
    else await postponeTask(network.database, task, { tries, dueAt: dueAt(), error: null })
  } catch (error) {
    if (error instanceof FencedOff) throw error
    if (signal.aborted) return
    await postponeTask(network.database, task, { tries, dueAt: dueAt(), error: messageOf(error) })
    const facts = { err: error, task: task._id, tries, orgId: task.orgId }
    const isWaiting = error instanceof ChainUnavailable || error instanceof Late || limited.aborted
    if (isWaiting) network.log.warn(facts, 'a task waits')
    else {
      network.log.error(facts, 'a task failed; it is retried with backoff')
      await reportNotBooked(network, task, error, signal)
    }
  }
}

async function doTask(network: Network, task: SettlementTaskRow, signal: AbortSignal): Promise<TaskOutcome> {
  const { work } = task
  const findPayment = async () => (await findSubjects(network.database, [task])).get(task.subjectId) ?? null
  switch (work.kind) {
    case 'deposit':
    case 'completed':
      return retryBooking(network, task, signal)
    case 'gas':
      return retryGasBooking(network, task, signal)
    case 'canceled':
      return failCanceled(network, await findPayment(), { hash: work.hash, signal })
    case 'reverted':
      return retryReverted(network, await findPayment(), { ...work, signal })
    case 'reorganized':
      return findReorganized(network, work)
    case 'outflow':
      return retryOutflow(network, task, signal)
    case 'lostOutflow':
      return reverseOutflow(network, task, signal)
    case 'lostDeposit':
      return reverseDeposit(network, task, signal)
    case 'lostPayment':
      return restorePayment(network, await findPayment(), signal)
  }
}
