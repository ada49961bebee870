/**
 * Purchases of which a payment processor is asked, that approves, declines, is silent, breaks, or decides and does not get its
 * answer through: each is paid by several at once from two services, while the workers of both ask again, the organization ends
 * one charge after the other, and a kill switch is raised over one of the agents and lifted. Each charge ends once, at the price; with an
 * order where it was approved, with a failed payment otherwise.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../../gateway/compose.ts'
import { runWorkers } from '../../../gateway/workers.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import { startLocalServer } from '../../localServer.ts'
import { type Behavior, openChargeDesk } from '../../merchant/charges.ts'
import { waitUntil } from '../../waitUntil.ts'
import type { ManualClock } from '../manualClock.ts'
import type { ProveOrganization } from '../organization.ts'
import { execute, log } from '../world.ts'
import { authorize, CENT_UNITS, checkout, PRICE, payWith } from './shop.ts'

const SECRET = 'a secret of the processor'
const BEHAVIORS: readonly Behavior[] = ['approve', 'decline', 'lost', 'broken', 'silent']
const AT_ONCE = 20
const PAYERS = 3
const CAP = 5
/** Longer than any pause between two questions that are asked here. */
const LATER_MS = 60_000
const WITHIN_MS = 30_000
/** What else a payer may be told. */
const TOLD = [
  ...['all_adapters_exhausted', 'payment_declined', 'shared_token_used', 'shared_token_invalid', 'conflict'],
  'kill_switch_active',
]
/** Between two charges that the organization ends: the workers have to get to some before. */
const END_EVERY_MS = 100
/** The switch is raised within so long, and lifted within so long. */
const SWITCH_MS = 600
const LIST = 'query { charges(first: 100, statuses: [pending, unanswered, delayed]) { nodes { id sessionId } } }'
const END = 'mutation ($input: EndChargeInput!) { endCharge(input: $input) { charge { id } } }'
const STOP = 'mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) { killSwitch { id } } }'
const LIFT =
  'mutation ($input: DeactivateKillSwitchInput!) { deactivateKillSwitch(input: $input) { killSwitch { id } } }'

export async function openProcessor(random: () => number) {
  const pick = (of: readonly Behavior[]) => of[Math.floor(random() * of.length)] as Behavior
  // Whoever did not answer does so the third time at the latest.
  const desk = openChargeDesk(SECRET, (_, times) => pick(times < 3 ? BEHAVIORS : BEHAVIORS.slice(0, 2)))
  const server = await startLocalServer(desk.handle)
  return {
    ...desk,
    environment: {
      ...{ PAYMENT_PROCESSOR: 'http', PAYMENT_PROCESSOR_URL: server.url, PAYMENT_PROCESSOR_SECRET: SECRET },
      ...{ PAYMENT_PROCESSOR_TIMEOUT_MS: '200', ALLOW_LOOPBACK_RECEIVERS: 'true' },
    },
    close: server.close,
  }
}

export interface ChargeScene {
  readonly services: readonly [Service, Service]
  readonly processor: Awaited<ReturnType<typeof openProcessor>>
  readonly organization: ProveOrganization
  readonly agents: readonly AgentPrincipal[]
  readonly clock: ManualClock
  readonly random: () => number
  readonly breaches: string[]
}

type Figures = Record<'purchases' | 'ordered' | 'ended' | 'stopped', number>

/**
 * @param fault changes two charges by hand, both of which have to be found
 * @returns how the charges have ended
 */
export async function raceCharges(scene: ChargeScene, rounds: number, fault: boolean): Promise<Figures> {
  const figures = { purchases: 0, ordered: 0, ended: 0, stopped: 0 }
  for (let round = 0; round < rounds; round++) {
    const sessions = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(scene)))
    const ended = await race(scene, sessions)
    const changed = fault ? await changeTwo(scene, sessions) : []
    for (const one of sessions) await compare(scene, one, { figures, ended })
    const isFound = (id: string) => scene.breaches.some((breach) => breach.startsWith(id))
    if (!changed.every(isFound)) throw new Error('a charge that was changed by hand is not found')
  }
  return figures
}

/** The fault. @returns the sessions of the charges that now stand as they have not ended */
async function changeTwo({ services: [{ database }] }: ChargeScene, sessions: readonly Session[]): Promise<string[]> {
  const rows = database.collection<{ _id: string; sessionId: string; status: string }>('charges')
  const two = await rows
    .find({ sessionId: { $in: sessions.map(({ id }) => id) } })
    .limit(2)
    .toArray()
  if (two.length < 2) throw new Error('there are not two charges to change')
  for (const { _id, status } of two)
    await rows.updateOne({ _id }, { $set: { status: status === 'approved' ? 'declined' : 'approved' } })
  return two.map(({ sessionId }) => sessionId)
}

/** @returns the charges that the organization was told to have ended */
async function race(scene: ChargeScene, sessions: readonly Session[]): Promise<ReadonlySet<string>> {
  const over = new AbortController()
  const workers = scene.services.map(({ subgraphs: { commerce, mandates } }) =>
    runWorkers([...commerce.workers, ...mandates.workers], log),
  )
  const payAll = async () => {
    try {
      await Promise.all(sessions.flatMap((one) => Array.from({ length: PAYERS }, (_, at) => pay(scene, one, at % 2))))
      await endAll(scene)
    } finally {
      over.abort()
    }
  }
  try {
    const [ended] = await Promise.all([endSome(scene, over.signal), payAll(), stopOne(scene)])
    return ended
  } finally {
    for (const running of workers) await running.stop(WITHIN_MS)
  }
}

interface Session {
  readonly id: string
  readonly agent: AgentPrincipal
  readonly token: string
  readonly told: string[]
}

async function begin({ services: [service], agents, random }: ChargeScene): Promise<Session> {
  const agent = agents[Math.floor(random() * agents.length)] as AgentPrincipal
  const id = await checkout(service, agent, 1)
  const { secret: token } = await authorize(service, agent, id, CAP)
  return { id, agent, token, told: [] }
}

async function pay(
  { services, breaches }: ChargeScene,
  { id, agent, token, told }: Session,
  at: number,
): Promise<void> {
  try {
    await payWith(services[at] as Service, agent, id, token)
    told.push('paid')
  } catch (error) {
    const type = error instanceof DomainError ? error.type : String(error)
    if (TOLD.includes(type)) told.push(type)
    else breaches.push(`a payment of ${id} is refused with ${type}`)
  }
}

/** By the organization, one after the other of those that wait for an answer. @returns which it was told to have ended */
async function endSome(
  { services: [{ subgraphs }], organization: { admin }, breaches, random }: ChargeScene,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const ended = new Set<string>()
  while (!signal.aborted) {
    const { charges } = await execute<{ charges: { nodes: { id: string }[] } }>(subgraphs.commerce, admin, LIST)
    const one = charges.nodes[Math.floor(random() * charges.nodes.length)]
    if (one !== undefined)
      try {
        await execute(subgraphs.commerce, admin, END, { input: { chargeId: one.id } })
        ended.add(one.id)
      } catch (error) {
        // Its answer, another service or the switch was first.
        const type = error instanceof DomainError ? error.type : String(error)
        if (type !== 'conflict') breaches.push(`the end of ${one.id} is refused with ${type}`)
      }
    await sleep(END_EVERY_MS)
  }
  return ended
}

/** A kill switch over one of the agents, which ends what it waits for, and is lifted. */
async function stopOne({ services: [, { subgraphs }], organization, agents, random }: ChargeScene): Promise<void> {
  const { agentId: targetId } = agents[Math.floor(random() * agents.length)] as AgentPrincipal
  const input = { scope: 'agent', targetId, reason: 'Drill.', reasonCode: 'test' }
  await sleep(random() * SWITCH_MS)
  const { activateKillSwitch } = await execute<{ activateKillSwitch: { killSwitch: { id: string } } }>(
    ...([subgraphs.mandates, organization.admin, STOP, { input }] as const),
  )
  await sleep(random() * SWITCH_MS)
  const { id } = activateKillSwitch.killSwitch
  await execute(subgraphs.mandates, organization.second, LIFT, { input: { id, reason: 'Over.' } })
}

/** The workers ask again until nothing waits. */
async function endAll({ services: [{ database }], clock }: ChargeScene): Promise<void> {
  await waitUntil(
    'all charges have ended',
    async () => {
      clock.advance(LATER_MS)
      return (await database.collection('charges').countDocuments({ status: 'pending' })) === 0
    },
    WITHIN_MS,
  )
}

interface Row {
  readonly _id: string
  readonly status: string
  readonly amount: bigint
}

type Paid = Row & { readonly failureCode: string | null }

interface Kept {
  readonly stage: string
  readonly voidReason: string | null
  readonly capturedAmount: bigint
}

type Charge = Row & { readonly failure: { readonly type: string } | null }

async function compare(
  { services: [{ database }], processor, breaches }: ChargeScene,
  { id, told }: Session,
  { figures, ended }: { readonly figures: Figures; readonly ended: ReadonlySet<string> },
): Promise<void> {
  const of = <R>(name: string) =>
    database.collection<{ sessionId: string }>(name).find({ sessionId: id }).toArray() as unknown as Promise<R[]>
  const [[charge, ...others], orders, payments, [hold]] = await Promise.all([
    of<Charge>('charges'),
    of<Row>('orders'),
    of<Paid>('payments'),
    of<Kept>('holds'),
  ])
  const faults = [
    others.length === 0 ? null : `has ${others.length + 1} charges`,
    told.filter((one) => one === 'paid').length <= orders.length ? null : 'was told to be paid, and is not',
    ...(charge === undefined
      ? [untouched(told, hold, orders.length + payments.length)]
      : faultsOf(charge, { orders, payments, hold, verdict: processor.verdicts.get(charge._id) })),
    charge === undefined || !ended.has(charge._id) || charge.status === 'ended'
      ? null
      : `is ${charge.status}, and the organization was told to have ended it`,
    processor.questions.every((one) => one.session_id !== id || one.amount_minor === PRICE)
      ? null
      : 'was asked about with another price',
  ]
  for (const fault of faults) if (fault !== null) breaches.push(`${id} ${fault}`)
  figures.purchases += 1
  if (charge === undefined) return
  figures.ordered += orders.length
  if (ended.has(charge._id)) figures.ended += 1
  if (charge.failure?.type === 'kill_switch_active') figures.stopped += 1
}

/** All who would have paid came while the switch was raised. */
function untouched(told: readonly string[], hold: Kept | undefined, others: number): string | null {
  const isStopped = told.every((one) => one === 'kill_switch_active' || one === 'shared_token_invalid')
  const isOver = hold?.stage === 'created' || hold?.voidReason === 'kill_switch'
  return isStopped && isOver && others === 0 ? null : `has no charge, and its callers were told ${told.join()}`
}

interface Ends {
  readonly orders: readonly Row[]
  readonly payments: readonly Paid[]
  readonly hold: Kept | undefined
  readonly verdict: string | undefined
}

function faultsOf({ status }: Charge, { orders, payments, hold, verdict }: Ends): (string | null)[] {
  const isOrdered = status === 'approved'
  const paid = payments.filter((one) => one.status !== 'failed')
  // The kill switch ends also what was ordered and is not signed yet: its payment fails, and its order is canceled.
  const isStopped = isOrdered && payments.every((one) => one.failureCode === 'kill_switch_active')
  const standing = orders.filter((one) => one.status !== 'canceled')
  const price = BigInt(PRICE) * CENT_UNITS
  return [
    payments.length === 1 ? null : `has ${payments.length} payments for its charge`,
    orders.length === (isOrdered ? 1 : 0) ? null : `has ${orders.length} orders, and its charge is ${status}`,
    paid.length === (isOrdered && !isStopped ? 1 : 0) ? null : `has ${paid.length} payments as ${status}`,
    paid.length === standing.length ? null : `has ${paid.length} payments for ${standing.length} orders`,
    payments.every(({ amount }) => amount === price) ? null : 'was charged another price',
    hold?.capturedAmount === (isOrdered ? price : 0n) ? null : `took ${hold?.capturedAmount} of what was reserved`,
    hold?.stage === (isOrdered ? 'captured' : 'voided')
      ? null
      : `is ${status}, and what was reserved is ${hold?.stage}`,
    isOrdered && verdict !== 'approved' ? `is ordered, and the processor has ${verdict ?? 'not decided'}` : null,
    status === 'declined' && verdict !== 'declined' ? `is declined, and the processor has ${verdict}` : null,
  ]
}
