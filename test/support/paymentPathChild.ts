/**
 * The process of `paymentPath.test.ts`: serves one payment and prints which files held a frame of the calls that led from
 * the socket to the commit, outermost first, and which files executed anything at all.
 */
import { createHook, executionAsyncId } from 'node:async_hooks'
import { Session } from 'node:inspector/promises'
import mongoose from 'mongoose'

export interface PaymentPath {
  readonly called: readonly string[]
  readonly executed: readonly string[]
}

const ROOT = new URL('../../', import.meta.url).href
const IN_PRODUCT = /^(gateway|subgraphs)\//

/** Each asynchronous task: the frames that started it, innermost first, and the task in which they ran. */
const tasks = new Map<number, { readonly files: readonly string[]; readonly startedBy: number }>()
const recordTasks = createHook({
  init: (id) => void tasks.set(id, { files: filesOfStack(), startedBy: executionAsyncId() }),
})

function filesOfStack(): string[] {
  const { stack = '' } = new Error()
  return stack.split('\n').flatMap((line) => {
    const url = /\(?(file:[^()]*?):\d+:\d+\)?$/.exec(line)?.[1] ?? ''
    return line.includes('at async ') || !url.startsWith(ROOT) ? [] : [url.slice(ROOT.length)]
  })
}

/** Innermost first, over all tasks that led to this line. */
function filesOfAllCallers(): string[] {
  const files = filesOfStack()
  for (let task = tasks.get(executionAsyncId()); task !== undefined; task = tasks.get(task.startedBy))
    files.push(...task.files)
  return files
}

// Before the product is loaded: what was compiled without counters is not counted later.
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
Error.stackTraceLimit = 200

const { MERCHANT, seedOrganization } = await import('../../scripts/bench/organization.ts')
const { openWorld } = await import('../../scripts/bench/world.ts')
const world = await openWorld()
const [agent] = (await seedOrganization(world, { name: 'path', wallets: 1 })).agents
if (agent === undefined) throw new Error('no agent')
const { agentId, walletId, token } = agent

async function pay(key: string): Promise<void> {
  const response = await fetch(`${world.url}/api/v2/payments`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'x-agent-id': agentId },
      ...{ 'content-type': 'application/json', 'idempotency-key': key },
    },
    body: JSON.stringify({ wallet_id: walletId, to: MERCHANT, amount: '0.01', token: 'USDC', chain: 'base' }),
  })
  if (response.status !== 201) throw new Error(await response.text())
}

// What only the first payment does, such as compiling the policy, is not part of the path.
await pay('first')
const { prototype } = mongoose.mongo.ClientSession
const { commitTransaction } = prototype
const commits: string[][] = []
prototype.commitTransaction = function () {
  commits.push(filesOfAllCallers())
  return commitTransaction.call(this)
}
await session.post('Profiler.takePreciseCoverage')
recordTasks.enable()
await pay('second')
recordTasks.disable()
const { result } = await session.post('Profiler.takePreciseCoverage')

const executed = result
  .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
  .map(({ url }) => url.slice(ROOT.length))
const called = (commits.length === 1 ? (commits[0] ?? []) : []).toReversed()
const path: PaymentPath = {
  called: [...new Set(called.filter((file) => IN_PRODUCT.test(file)))],
  executed: executed.filter((file) => IN_PRODUCT.test(file)),
}
await world.close()
console.log(JSON.stringify(path))
process.exit(0)
