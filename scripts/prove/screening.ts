/**
 * Screening lists (domain 4.3): a list is imported in the middle of payments from several services, some of them to an address
 * and some to a name that is on it. In the database's commit order, and once the import is acknowledged, none of these is
 * accepted or signed; all others are paid. `--fault` puts the list into force without telling the services.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import {
  insertChunk,
  type ListEntry,
  newImportId,
  replaceList,
} from '../../subgraphs/payments/models/screeningLists.ts'
import { SHARD_COUNT, type WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { quantile } from '../statistics.ts'
import { waitUntil } from '../waitUntil.ts'
import { type CommittedChange, type OplogWatch, watchOplog } from './oplog.ts'
import { createAgent, createOrganization, fundByFaucet, PAYEE, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openWorld } from './world.ts'

const SIZES = {
  ci: { updates: 1, services: 2, payments: 90, entries: 500 },
  full: { updates: 20, services: 4, payments: 300, entries: 20_000 },
} as const
const UNITS = 1_000n
/** The payments of an update start at random times within this span. */
const SPREAD_MS = 400
const END_MS = 60_000
const LIST = 'proof'

/** Whom a third of the payments each is for. Agents of their own, and new ones for each update: what is denied is held against its agent. */
const PAYEES = ['address', 'name', 'other'] as const
type Payee = (typeof PAYEES)[number]

interface ProofContext {
  readonly services: readonly Service[]
  readonly agents: Readonly<Record<Payee, AgentPrincipal>>
  readonly oplog: OplogWatch
  readonly random: () => number
  readonly payments: number
  readonly entries: number
}

export async function proveScreening({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const { updates, services: count, ...facts } = SIZES[size]
  const world = await openWorld({ chains: ['base'] })
  const done: Update[] = []
  const breaches: string[] = []
  try {
    const settlement = { options: { leaseMs: 3_000, queuePollMs: 50 } }
    const services = [await world.open({ withWorkers: true, settlement })]
    while (services.length < count) services.push(await world.open())
    const [service] = services as [Service]
    const oplog = await watchOplog(service.database)
    const random = createRandom(seed)
    for (let update = 0; update < (fault ? 1 : updates); update++) {
      const agents = await openAgents(service)
      const one = await race({ services, agents, oplog, random, ...facts }, update, fault)
      done.push(one)
      breaches.push(...one.breaches.map((breach) => `update ${update}: ${breach}`))
    }
    if (!fault) breaches.push(...(await world.audit()))
    await oplog.close()
  } finally {
    await world.close()
  }
  const sum = (of: (update: Update) => number) => done.reduce((total, update) => total + of(update), 0)
  const times = done.map(({ importMs }) => importMs)
  return {
    figures: {
      ...{ updates: done.length, payments: done.length * facts.payments, entries: facts.entries },
      ...{ denied: sum(({ denied }) => denied), failed: sum(({ failed }) => failed) },
      completed: sum(({ completed }) => completed),
      ...{ importP50Ms: quantile(times, 0.5), importMaxMs: Math.max(...times) },
    },
    breaches,
  }
}

async function openAgents(service: Service): Promise<ProofContext['agents']> {
  const organization = await createOrganization(service, 'Screened')
  const open = async () => {
    const agent = await createAgent(service, organization, 'Max $100 per transaction.')
    await fundByFaucet(service, organization, { walletId: agent.walletId, amount: '200' })
    await waitUntil('the deposit', async () => (await available(service, agent)) > 0n, END_MS)
    return agent
  }
  const [address, name, other] = await Promise.all([open(), open(), open()])
  return { address, name, other }
}

async function available({ database }: Service, { walletId }: AgentPrincipal): Promise<bigint> {
  const position = await database.collection<WalletPosition>('positions').findOne({ walletId })
  return BigInt(position?.balances['base:USDC']?.available ?? 0)
}

interface Update {
  readonly importMs: number
  /** Before they were accepted. */
  readonly denied: number
  /** After it, unsigned. */
  readonly failed: number
  readonly completed: number
  readonly breaches: readonly string[]
}

interface Tried {
  readonly payee: Payee
  readonly isLate: boolean
  readonly paymentId: string | null
  readonly refused: string | null
}

async function race(context: ProofContext, update: number, fault: boolean): Promise<Update> {
  const { services, agents, oplog, random } = context
  const from = oplog.changes.length
  const address = `0x${(0xaaaa_0000 + update).toString(16).padStart(40, '0')}`
  const name = `Orlovsky Kvint ${update}`
  const givenTo = {
    address: { to: address },
    name: { to: PAYEE, beneficiary: { name: `KVINT ${update}, Orlovsky Ltd.`, country: 'US' } },
    other: { to: PAYEE, beneficiary: { name: 'Blue Bottle Coffee', country: 'US' } },
  }
  let ackedAt = Number.POSITIVE_INFINITY
  const payments = Array.from({ length: context.payments }, async (_, index): Promise<Tried> => {
    await sleep(random() * SPREAD_MS)
    const payee = PAYEES[index % PAYEES.length] as Payee
    const isLate = performance.now() > ackedAt
    const service = services[index % services.length] as Service
    const outcome = await pay(service, agents[payee], { units: UNITS, ...givenTo[payee] })
    return { payee, isLate, paymentId: null, refused: null, ...outcome }
  })
  await sleep(SPREAD_MS * (0.3 + 0.4 * random()))
  const asked = performance.now()
  const entries = [{ name, aliases: [], addresses: [address] }, ...othersOn(context.entries - 1)]
  // Through a service that does not settle, because a list must hold in every process.
  const revision = await putInForce(services.at(-1) as Service, entries, fault)
  ackedAt = performance.now()
  const tried = await Promise.all(payments)
  // What is accepted too late is breach enough.
  const rows = fault ? [] : await waitForEnd(services[0] as Service, tried)
  await oplog.catchUp()
  const listed = new Set(
    tried.flatMap(({ payee, paymentId }) => (payee === 'other' || paymentId === null ? [] : [paymentId])),
  )
  return {
    importMs: ackedAt - asked,
    denied: tried.filter(({ refused }) => refused !== null).length,
    failed: rows.filter(({ status }) => status === 'failed').length,
    completed: rows.filter(({ status }) => status === 'completed').length,
    breaches: [
      ...tried
        .filter(({ payee, isLate, paymentId }) => payee !== 'other' && isLate && paymentId !== null)
        .map(({ paymentId }) => `${paymentId} began after the acknowledgement and was accepted`),
      ...tried
        .filter(({ payee, refused }) => refused !== null && (payee === 'other' || refused !== 'compliance_denied'))
        .map(({ payee, refused }) => `a payment to ${payee} was refused with ${refused}`),
      ...findOrderBreaches(oplog.changes.slice(from), revision, listed),
      ...(await findWrongEnds(services[0] as Service, rows, listed)),
    ],
  }
}

/** Of nobody who is paid. */
const othersOn = (count: number): ListEntry[] =>
  Array.from({ length: count }, (_, number) => ({
    name: `Zzyxx${number.toString(36)} Quorth${(number * 7).toString(36)}`,
    aliases: [`Vrbkh ${number}`],
    addresses: [`0x${(0xbbbb_0000 + number).toString(16).padStart(40, '0')}`],
  }))

async function putInForce({ database, clock }: Service, entries: readonly ListEntry[], fault: boolean) {
  const at = clock.now()
  const version = { version: `${LIST}-${at.getTime()}`, effectiveAt: at }
  const facts = { list: LIST, category: 'sanctions', source: 'a proof' } as const
  if (!fault) {
    const source = (async function* () {
      yield* entries
    })()
    const input = { ...facts, isForced: true, entries: source, version: () => version }
    return (await importScreeningList({ database, clock }, input)).revision
  }
  const importId = newImportId()
  await insertChunk(database, importId, { number: 0, entries, at })
  const stored = { importId, entries: entries.length, chunks: 1, digest: importId, loadedAt: at }
  return (await replaceList(database, { ...facts, ...version, ...stored })).revision
}

/** A list is in force once every shard of the platform asks for its revision. */
function findOrderBreaches(
  changes: readonly CommittedChange[],
  revision: number,
  listed: ReadonlySet<string>,
): string[] {
  let shards = 0
  const breaches: string[] = []
  for (const change of changes) {
    if (change.kind === 'lists' && change.revision >= revision) shards += 1
    const isSpend = change.kind === 'accepted' || change.kind === 'stored'
    if (shards >= SHARD_COUNT && isSpend && listed.has(change.paymentId))
      breaches.push(`${change.paymentId} was ${change.kind} after the list was in force`)
  }
  if (shards < SHARD_COUNT) breaches.push(`the list never was in force (on ${shards} shards)`)
  return breaches
}

async function waitForEnd({ database }: Service, tried: readonly Tried[]): Promise<PaymentRow[]> {
  const ids = tried.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId as PaymentId]))
  const find = () =>
    database
      .collection<PaymentRow>('payments')
      .find({ _id: { $in: ids } })
      .toArray()
  const isOver = async () => (await find()).every(({ status }) => status !== 'pending')
  await waitUntil('the end of every payment', isOver, END_MS)
  return find()
}

/** What was not signed in time fails for the list alone, and its owner is told. */
async function findWrongEnds(
  { database }: Service,
  rows: readonly PaymentRow[],
  listed: ReadonlySet<string>,
): Promise<string[]> {
  const failed = rows.filter(({ status }) => status === 'failed')
  const told = new Set(
    (await database.collection<EventRow>('events').find({ type: 'compliance.flagged' }).toArray()).map(
      ({ data }) => data.payment_id,
    ),
  )
  return failed.flatMap(({ _id, failureCode }) => [
    ...(listed.has(_id) && failureCode === 'compliance_denied' ? [] : [`${_id} failed with ${failureCode}`]),
    ...(told.has(_id) ? [] : [`nobody was told that ${_id} was stopped`]),
  ])
}
