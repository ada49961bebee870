/**
 * Faults of the database (reliability 7.2 row 5): every command that payments, holds and settlement send fails in every way
 * that the server itself can make it fail. Whatever callers are told is what the database holds, the same key never pays
 * twice, and all that was accepted is paid. `--fault` lets the service forget that a commit has succeeded.
 */
import type { Service } from '../../gateway/compose.ts'
import { refusalOf } from '../../gateway/errors.ts'
import { StoreError } from '../../subgraphs/shared/commit/failures.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { waitUntil } from '../waitUntil.ts'
import { createAgent, createOrganization, fundByFaucet, PAYEE, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld } from './world.ts'

const APP = 'dbfaults'
const FAULTS = {
  notPrimary: { errorCode: 10107 },
  writeConflict: { errorCode: 112 },
  closed: { closeConnection: true },
  writeConcern: { writeConcernError: { code: 91, codeName: 'ShutdownInProgress', errmsg: 'replication shuts down' } },
} as const
type Fault = keyof typeof FAULTS

/** Of connections and monitoring, not of the service's work. */
const NO_WORK = [
  ...['hello', 'isMaster', 'ping', 'buildInfo', 'endSessions', 'killSessions', 'serverStatus', 'configureFailPoint'],
  ...['replSetGetStatus', 'getParameter', 'listCollections', 'createIndexes', 'create', 'listIndexes'],
]
/** Whatever else the server counts. */
const ALWAYS = ['find', 'insert', 'update', 'findAndModify', 'commitTransaction']
const READS = ['find', 'distinct', 'aggregate', 'count', 'getMore']
const ROUNDS = { ci: 1, full: 10 } as const
/** How often in a row the command fails. */
const TIMES_MAX = 4
const PAYMENTS = 2
/** Commits, with the fault. */
const FORGOTTEN = 3
const STRUCK_WITHIN_MS = 2_000
const UNITS = 1_000n
const END_MS = 90_000
const OPTIONS = {
  ...{ leaseMs: 1_000, queuePollMs: 50, resendAfterMs: 1_000, nonceCheckMs: 300, overdueAfterMs: 3_000 },
  ...{ pauseMs: 200, pauseMaxMs: 500 },
}

interface Scene {
  readonly service: Service
  readonly database: Database
  readonly organization: ProveOrganization
  readonly agent: AgentPrincipal
  readonly breaches: string[]
  readonly figures: Record<'commands' | 'cells' | 'strikes' | 'payments' | 'holds' | 'unanswered', number>
}

export async function proveDbfaults({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openWorld({ chains: ['base'], testCommands: true })
  const figures = { commands: 0, cells: 0, strikes: 0, payments: 0, holds: 0, unanswered: 0 }
  const breaches: string[] = []
  try {
    // Has connections of its own, which no fault strikes.
    const { database } = await world.open({ isQuiet: true })
    let forgets = 0
    const forget = (step: string) => {
      if (step === 'afterCommit' && forgets-- > 0) throw new StoreError('retry')
    }
    const service = await world.open({
      ...{ withWorkers: true, isQuiet: true, appName: APP, settlement: { options: OPTIONS } },
      commitFaults: { onStep: forget },
    })
    const organization = await createOrganization(service, 'Faults')
    const agent = await createAgent(service, organization, 'Max $1,000,000 per transaction.')
    await fundByFaucet(service, organization, { walletId: agent.walletId, amount: '1000' })
    await waitUntil('the deposit', () => database.collection('positions').findOne(fundedWallet(agent)), 30_000)
    const scene: Scene = { service, database, organization, agent, breaches, figures }
    const commands = await findCommands(scene)
    figures.commands = commands.length
    for (const name of ALWAYS)
      if (!commands.includes(name)) breaches.push(`${name} was not seen while money moved: ${commands.join()}`)
    forgets = fault ? FORGOTTEN : 0
    for (let round = 0; round < (fault ? 1 : ROUNDS[size]); round++)
      for (const command of fault ? commands.slice(0, 1) : commands)
        for (const kind of faultsOf(command))
          await playCell(scene, { command, kind, times: 1 + Math.floor(random() * TIMES_MAX) })
    await waitUntil('all is paid', async () => (await countOpen(scene)) === 0, END_MS).catch((error: Error) =>
      breaches.push(error.message),
    )
    breaches.push(...(await findUnpaid(scene)), ...(await world.audit()))
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

/** Reads have no write concern. */
const faultsOf = (command: string): Fault[] =>
  (Object.keys(FAULTS) as Fault[]).filter((kind) => kind !== 'writeConcern' || !READS.includes(command))

const fundedWallet = ({ walletId }: AgentPrincipal) => ({ walletId, 'balances.base:USDC.available': { $gt: 0n } })

const admin = (database: Database) => database.connection.getClient().db('admin')

/** What the server counts while money moves without faults: nothing of the money path is left out. */
async function findCommands(scene: Scene): Promise<string[]> {
  const before = await readCounts(scene)
  await moveMoney(scene, 'first')
  await waitUntil('the first is paid', async () => (await countOpen(scene)) === 0, END_MS)
  const after = await readCounts(scene)
  return [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name)
}

async function readCounts({ database }: Scene): Promise<Map<string, number>> {
  const { metrics } = await admin(database).command({ serverStatus: 1 })
  const commands = Object.entries(metrics.commands as Record<string, { total?: bigint }>)
  return new Map(
    commands.filter(([name]) => !NO_WORK.includes(name)).map(([name, { total }]) => [name, Number(total ?? 0)]),
  )
}

interface Cell {
  readonly command: string
  readonly kind: Fault
  readonly times: number
}

async function playCell(scene: Scene, { command, kind, times }: Cell): Promise<void> {
  const { database, figures, breaches } = scene
  const data = { failCommands: [command], appName: APP, ...FAULTS[kind] }
  const off = { configureFailPoint: 'failCommand', mode: 'off' }
  const { count: before } = await admin(database).command({ ...off, mode: { times }, data })
  await moveMoney(scene, `${command} ${kind} ${figures.cells}`)
  const struck = { waitForFailPoint: 'failCommand', timesEntered: Number(before) + 1, maxTimeMS: STRUCK_WITHIN_MS }
  await admin(database)
    .command(struck)
    .catch(() => breaches.push(`${command} never failed with ${kind}`))
  const { count } = await admin(database).command(off)
  figures.strikes += Number(count) - Number(before)
  figures.cells += 1
}

/** Some payments with a key and some without, and a hold that is captured. */
async function moveMoney(scene: Scene, name: string): Promise<void> {
  const payments = Array.from({ length: PAYMENTS }, (_, index) => payOnce(scene, `${name} ${index}`, index % 2 === 0))
  await Promise.all([...payments, holdAndCapture(scene, name)])
}

/** Repeated with its key until there is an answer; without a key it is asked once. */
async function payOnce(scene: Scene, name: string, hasKey: boolean): Promise<void> {
  const { service, database, agent, figures, breaches } = scene
  let paymentId: string | null = null
  let isUnknown = false
  do {
    const outcome = await pay(service, agent, { units: UNITS, purpose: name, key: hasKey ? name : null }).catch(
      (error: unknown) => ({ refused: typeOf(error) }),
    )
    if ('paymentId' in outcome) paymentId = outcome.paymentId
    else if (RETRYABLE.includes(outcome.refused)) {
      isUnknown = outcome.refused === 'gateway_timeout'
      figures.unanswered += 1
    } else breaches.push(`${name} is refused with ${outcome.refused}`)
  } while (hasKey && paymentId === null && breaches.length === 0)
  const rows = await waitUntil('the payment can be read', () => findPayments(database, name))
  figures.payments += rows.length
  const isTold = rows.length === 0 ? paymentId === null : rows[0]?._id === paymentId || isUnknown
  if (rows.length > 1 || !isTold)
    breaches.push(`${name} was told ${paymentId ?? 'no'} and made ${rows.length} payments`)
}

/** What a caller is told. */
const typeOf = (error: unknown): string => refusalOf(error, 'req_prove', quiet).type
const quiet: Log = { info() {}, warn() {}, error() {} }
const RETRYABLE = ['gateway_timeout', 'service_unavailable']

const findPayments = (database: Database, purpose: string) =>
  database.collection<{ _id: string }>('payments').find({ purpose }).toArray()

const CREATE = `mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }`
const CAPTURE = `mutation ($input: CaptureHoldInput!) { captureHold(input: $input) { hold { status } } }`

async function holdAndCapture(scene: Scene, name: string): Promise<void> {
  const { organization, agent, figures } = scene
  const { walletId } = agent
  const placed = await repeat<{ createHold: { hold: { id: string } } }>(scene, CREATE, {
    ...{ walletId, amount: '0.002', token: 'USDC', chain: 'base', merchant: PAYEE, idempotencyKey: `place ${name}` },
  })
  const holdId = placed?.createHold.hold.id
  if (holdId === undefined) return
  await repeat(scene, CAPTURE, { holdId, amount: '0.001', idempotencyKey: `capture ${name}` })
  figures.holds += 1
  const paid = await scene.database.collection('payments').countDocuments({ holdId })
  if (paid !== 1) scene.breaches.push(`${name}: the hold of ${organization.admin.orgId} has ${paid} payments`)
}

async function repeat<T>(scene: Scene, source: string, input: object): Promise<T | null> {
  const { service, organization, figures, breaches } = scene
  for (;;)
    try {
      return await execute<T>(service.subgraphs.payments, organization.admin, source, { input })
    } catch (error) {
      figures.unanswered += 1
      if (RETRYABLE.includes(typeOf(error))) continue
      breaches.push(`a hold is refused with ${typeOf(error)}: ${error}`)
      return null
    }
}

async function countOpen({ database }: Scene): Promise<number> {
  const pending = await database.collection('payments').countDocuments({ status: 'pending' })
  return pending + (await database.collection('settlementTasks').countDocuments({}))
}

async function findUnpaid({ database }: Scene): Promise<string[]> {
  const rows = await database
    .collection<{ _id: string; status: string }>('payments')
    .find({ status: { $ne: 'completed' } })
    .toArray()
  return rows.map(({ _id, status }) => `${_id} was accepted and is ${status}`)
}
