/**
 * A restored backup (reliability 7.2 row 14): the database is copied as of one instant while an agent pays in tokens of each
 * kind, and a service starts on the copy, beside chains that have gone on. What the copy knows is paid once and no more, by the
 * balance of the payee in each token too, and of what it does not know every transfer is recorded as a mismatch or listed by the
 * audit, and nothing else. `--fault` leaves a payment out of the copy.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { mongo } from 'mongoose'
import { composeService, type Service } from '../../gateway/compose.ts'
import { parseConfig } from '../../gateway/config.ts'
import { runWorkers } from '../../gateway/workers.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { callRpc } from '../embedded/rpc.ts'
import { waitUntil } from '../waitUntil.ts'
import { balanceOf, representativeRows, type TokenRow } from './chains/tokenRows.ts'
import { copyDatabase, RESTORED } from './copyDatabase.ts'
import { createAgent, createOrganization, fundByFaucet, PAYEE, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { findBreaches, log, openWorld, type ProveWorld, type WorldNode } from './world.ts'

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
  const rows = representativeRows()
  const chains = [...new Set(rows.map(({ chain }) => chain))]
  const world = await openWorld({ chains })
  const figures = {
    tokens: rows.length,
    chains: chains.length,
    payments: 0,
    inBackup: 0,
    pendingInBackup: 0,
    afterBackup: 0,
    listed: 0,
    recorded: 0,
  }
  const breaches: string[] = []
  try {
    const service = await world.open({ isQuiet: true, settlement: { options: OPTIONS } })
    const workers = runWorkers(service.workers, { info() {}, warn() {}, error() {} })
    const organization = await createOrganization(service, 'Restored')
    const agent = await createAgent(service, organization, 'Max $1,000,000 per transaction.')
    await fundAll(service, organization, agent, rows)
    const total = PAYMENTS[size]
    const paying = payOneByOne(service, agent, { total, rows }, figures)
    while (figures.payments < total / 2) await sleep(5)
    await sleep(random() * 500)
    await copyDatabase(world, fault)
    await paying
    await waitForEnd(service)
    await workers.stop(5_000)
    const made = await paymentsOf(world, 'prove')
    const copied = await paymentsOf(world, RESTORED)
    figures.inBackup = copied.length
    figures.pendingInBackup = copied.filter(({ status }) => status === 'pending').length
    figures.afterBackup = made.length - copied.length
    await settleRestored(world, breaches)
    breaches.push(...(await compare(world, copied)), ...(await findPaidOtherwise(world, rows, made)))
    const { mongodbUri, nodes } = world
    const rpcUrls = Object.fromEntries(Object.entries(nodes).map(([chain, { rpcUrl }]) => [chain, rpcUrl]))
    const found = await findBreaches({ mongodbUri, database: RESTORED, rpcUrls })
    const unknown = made.filter(({ _id }) => !copied.some((one) => one._id === _id))
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

async function fundAll(
  service: Service,
  organization: ProveOrganization,
  { walletId }: AgentPrincipal,
  rows: readonly TokenRow[],
): Promise<void> {
  for (const { chain, token } of rows)
    await fundByFaucet(service, organization, { walletId, amount: '1000', chain, token })
  const funded = rows.map(({ chain, token }) => [`balances.${chain}:${token}.available`, { $gt: 0n }])
  const all = { walletId, ...Object.fromEntries(funded) }
  await waitUntil('the deposits', () => service.database.collection('positions').findOne(all))
}

/** In each token in turn. */
async function payOneByOne(
  service: Service,
  agent: AgentPrincipal,
  { total, rows }: { readonly total: number; readonly rows: readonly TokenRow[] },
  figures: { payments: number },
): Promise<void> {
  for (; figures.payments < total; figures.payments++) {
    const { chain, token } = rows[figures.payments % rows.length] as TokenRow
    await pay(service, agent, { units: UNITS, chain, token })
    await sleep(PAUSE_MS)
  }
}

interface Paid {
  readonly _id: string
  readonly status: string
  readonly txHash: string | null
  readonly chain: string
  readonly token: string
}

/** What the copy cannot know: transfers since then, and the transactions that made them. */
const isOfLostHours = (breach: string, unknown: readonly Paid[]): boolean =>
  unknown.some(({ txHash }) => breach.includes(String(txHash))) ||
  /^audit 6: test:\w+:0x\w+ has sent \d+ transactions, and the last record is \d+$/.test(breach)

/** A service on the copy, until it has nothing left to do. */
async function settleRestored({ environment, nodes }: ProveWorld, breaches: string[]): Promise<void> {
  const config = parseConfig({ ...environment, DATABASE_NAME: RESTORED })
  const quiet = { ...log, error() {} }
  const service = await composeService(config, { log: quiet, settlement: { options: OPTIONS } })
  const workers = runWorkers(service.workers, quiet)
  try {
    for (const [chain, { rpcUrl }] of Object.entries(nodes)) await readUpToNow(service, chain, rpcUrl)
    await waitForEnd(service).catch((error: Error) => breaches.push(error.message))
  } finally {
    await workers.stop(5_000)
    await service.close(5_000)
  }
}

/** Whatever the copy does not know is in these blocks. */
async function readUpToNow({ database }: Service, chain: string, rpcUrl: string): Promise<void> {
  const head = Number(await callRpc(rpcUrl, 'eth_blockNumber', []))
  const isRead = { _id: `test:${chain}`, number: { $gte: head } }
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
    database
      .collection<Paid>('payments')
      .find({})
      .project<Paid>({ status: 1, txHash: 1, chain: 1, token: 1 })
      .toArray(),
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

/** What the chains say: each payment has come to its payee once, whichever of the two services has sent it. */
async function findPaidOtherwise(
  { nodes }: ProveWorld,
  rows: readonly TokenRow[],
  made: readonly Paid[],
): Promise<string[]> {
  const found = await Promise.all(
    rows.map(async (row) => {
      const node = nodes[row.chain] as WorldNode
      const count = made.filter(({ chain, token }) => chain === row.chain && token === row.token).length
      const [has, wanted] = [await balanceOf(node, row, PAYEE), BigInt(count) * UNITS]
      return has === wanted ? [] : [`the payee has ${has} units of ${row.token} on ${row.chain} instead of ${wanted}`]
    }),
  )
  return found.flat()
}
