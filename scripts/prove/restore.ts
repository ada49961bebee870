/**
 * A restored backup (reliability 7.2 row 14): the database is copied as of one instant while agents pay, and a service starts
 * on the copy, beside a chain that has gone on. What the copy knows is paid once and no more, and of what it does not know
 * every transfer is recorded as a mismatch or listed by the audit, and nothing else. `--fault` leaves a payment out of the copy.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { mongo } from 'mongoose'
import { composeService, type Service } from '../../gateway/compose.ts'
import { parseConfig } from '../../gateway/config.ts'
import { runWorkers } from '../../gateway/workers.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { callRpc } from '../embedded/rpc.ts'
import { waitUntil } from '../waitUntil.ts'
import { copyDatabase, RESTORED } from './copyDatabase.ts'
import { createAgent, createOrganization, fundByFaucet, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { findBreaches, log, openWorld, type ProveWorld } from './world.ts'

const PAYMENTS = { ci: 30, full: 300 } as const
const UNITS = 1_000n
const PAUSE_MS = 60
const END_MS = 90_000
const QUIET_ROUNDS = 5
const OPTIONS = {
  ...{ leaseMs: 1_000, queuePollMs: 50, resendAfterMs: 1_000, nonceCheckMs: 300, overdueAfterMs: 3_000 },
  ...{ pauseMs: 200, pauseMaxMs: 500 },
}

export async function proveRestore({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openWorld({ chains: ['base'] })
  const figures = { payments: 0, inBackup: 0, pendingInBackup: 0, afterBackup: 0, listed: 0, recorded: 0 }
  const breaches: string[] = []
  try {
    const service = await world.open({ isQuiet: true, settlement: { options: OPTIONS } })
    const workers = runWorkers(service.workers, { info() {}, warn() {}, error() {} })
    const organization = await createOrganization(service, 'Restored')
    const agent = await createAgent(service, organization, 'Max $1,000,000 per transaction.')
    await fundByFaucet(service, organization, { walletId: agent.walletId, amount: '1000' })
    const funded = { walletId: agent.walletId, 'balances.base:USDC.available': { $gt: 0n } }
    await waitUntil('the deposit', () => service.database.collection('positions').findOne(funded))
    const total = PAYMENTS[size]
    const paying = payOneByOne(service, agent, total, figures)
    while (figures.payments < total / 2) await sleep(5)
    await sleep(random() * 500)
    await copyDatabase(world, fault)
    await paying
    await waitForEnd(service)
    await workers.stop(5_000)
    const rows = await paymentsOf(world, 'prove')
    const copied = await paymentsOf(world, RESTORED)
    figures.inBackup = copied.length
    figures.pendingInBackup = copied.filter(({ status }) => status === 'pending').length
    figures.afterBackup = rows.length - copied.length
    await settleRestored(world, breaches)
    breaches.push(...(await compare(world, copied)))
    const { mongodbUri, rpcUrl } = world
    const found = await findBreaches({ mongodbUri, database: RESTORED, rpcUrls: { base: rpcUrl ?? '' } })
    const unknown = rows.filter(({ _id }) => !copied.some((one) => one._id === _id))
    figures.listed = unknown.filter(({ txHash }) => found.some((one) => one.includes(String(txHash)))).length
    figures.recorded = await countRecorded(world)
    if (figures.listed + figures.recorded !== unknown.length)
      breaches.push(`of ${unknown.length} payments after the backup ${figures.listed + figures.recorded} were found`)
    breaches.push(...found.filter((one) => !isOfLostHours(one, unknown)))
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

async function payOneByOne(
  service: Service,
  agent: AgentPrincipal,
  total: number,
  figures: { payments: number },
): Promise<void> {
  for (; figures.payments < total; figures.payments++) {
    await pay(service, agent, { units: UNITS })
    await sleep(PAUSE_MS)
  }
}

interface Paid {
  readonly _id: string
  readonly status: string
  readonly txHash: string | null
}

/** What the copy cannot know: transfers since then, and the transactions that made them. */
const isOfLostHours = (breach: string, unknown: readonly Paid[]): boolean =>
  unknown.some(({ txHash }) => breach.includes(String(txHash))) ||
  /^audit 6: test:base:0x\w+ has sent \d+ transactions, and the last record is \d+$/.test(breach)

/** A service on the copy, until it has nothing left to do. */
async function settleRestored({ environment, rpcUrl }: ProveWorld, breaches: string[]): Promise<void> {
  const config = parseConfig({ ...environment, DATABASE_NAME: RESTORED })
  const quiet = { ...log, error() {} }
  const service = await composeService(config, { log: quiet, settlement: { options: OPTIONS } })
  const workers = runWorkers(service.workers, quiet)
  try {
    await readUpToNow(service, rpcUrl ?? '')
    await waitForEnd(service).catch((error: Error) => breaches.push(error.message))
  } finally {
    await workers.stop(5_000)
    await service.close(5_000)
  }
}

/** Whatever the copy does not know is in these blocks. */
async function readUpToNow({ database }: Service, rpcUrl: string): Promise<void> {
  const head = Number(await callRpc(rpcUrl, 'eth_blockNumber', []))
  const isRead = { _id: 'test:base', number: { $gte: head } }
  await waitUntil('the blocks are read', () => cursors(database).findOne(isRead), END_MS)
}

const cursors = (database: Service['database']) => database.collection<{ _id: string; number: number }>('chainCursors')

async function waitForEnd({ database }: Service): Promise<void> {
  let quiet = 0
  await waitUntil(
    'every payment ends',
    async () => {
      const pending = await database.collection('payments').countDocuments({ status: 'pending' })
      const tasks = await database.collection('settlementTasks').countDocuments({})
      quiet = pending + tasks === 0 ? quiet + 1 : 0
      await sleep(200)
      return quiet >= QUIET_ROUNDS
    },
    END_MS,
  )
}

async function paymentsOf(world: ProveWorld, name: string): Promise<Paid[]> {
  return withDatabase(world, name, (database) =>
    database.collection<Paid>('payments').find({}).project<Paid>({ status: 1, txHash: 1 }).toArray(),
  )
}

const countRecorded = (world: ProveWorld): Promise<number> =>
  withDatabase(world, RESTORED, (database) =>
    database.collection('mismatches').countDocuments({ kind: 'unexpected_outflow', state: 'open' }),
  )

async function withDatabase<T>(
  { mongodbUri }: ProveWorld,
  name: string,
  read: (database: mongo.Db) => Promise<T>,
): Promise<T> {
  const client = await mongo.MongoClient.connect(mongodbUri, { useBigInt64: true })
  try {
    return await read(client.db(name))
  } finally {
    await client.close()
  }
}

/** What the copy knew has ended as it had ended already on the chain: nothing failed, nothing was sent a second time. */
async function compare(world: ProveWorld, copied: readonly Paid[]): Promise<string[]> {
  const [first, restored] = [await paymentsOf(world, 'prove'), await paymentsOf(world, RESTORED)]
  const ends = new Map(first.map(({ _id, status }) => [_id, status]))
  const after = new Map(restored.map(({ _id, status }) => [_id, status]))
  return copied.flatMap(({ _id }) =>
    after.get(_id) === ends.get(_id) ? [] : [`${_id} was ${ends.get(_id)}, and is ${after.get(_id)} after the restore`],
  )
}
