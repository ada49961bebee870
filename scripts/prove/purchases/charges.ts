/**
 * Purchases of which a payment processor is asked, that approves, declines, is silent, breaks, or decides and does not get its
 * answer through: each is paid by several at once from two services, ended by the organization and stopped, while the workers of
 * both ask again. Each charge ends once; with an order where it was approved, with a failed payment otherwise.
 */
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
import { authorize, checkout, payWith } from './shop.ts'

const SECRET = 'a secret of the processor'
const BEHAVIORS: readonly Behavior[] = ['approve', 'decline', 'lost', 'broken', 'silent']
const AT_ONCE = 20
const PAYERS = 3
const CAP = 5
/** Longer than any pause between two questions that are asked here. */
const LATER_MS = 60_000
const WITHIN_MS = 30_000
/** What else a payer may be told. */
const TOLD = ['all_adapters_exhausted', 'payment_declined', 'shared_token_used', 'shared_token_invalid', 'conflict']
const LIST = 'query { charges(first: 100, statuses: [pending, unanswered]) { nodes { id sessionId } } }'
const END = 'mutation ($input: EndChargeInput!) { endCharge(input: $input) { charge { id } } }'

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

/** @returns how the charges have ended */
export async function raceCharges(scene: ChargeScene, rounds: number): Promise<Record<'charges' | 'ordered', number>> {
  const figures = { charges: 0, ordered: 0 }
  for (let round = 0; round < rounds; round++) {
    const sessions = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(scene)))
    await Promise.all(sessions.flatMap((one) => Array.from({ length: PAYERS }, (_, at) => pay(scene, one, at % 2))))
    await endSome(scene)
    await endAll(scene)
    for (const one of sessions) await compare(scene, one, figures)
  }
  return figures
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
  return { id, agent, token: await authorize(service, agent, id, CAP), told: [] }
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

/** By the organization, of those that wait for an answer: every second one. */
async function endSome({ services: [{ subgraphs }], organization: { admin } }: ChargeScene): Promise<void> {
  const { charges } = await execute<{ charges: { nodes: { id: string }[] } }>(subgraphs.commerce, admin, LIST)
  for (const { id: chargeId } of charges.nodes.filter((_, index) => index % 2 === 0))
    await execute(subgraphs.commerce, admin, END, { input: { chargeId } })
}

/** Both services ask again until nothing waits. */
async function endAll({ services, clock }: ChargeScene): Promise<void> {
  const [{ database }] = services
  const running = services.map(({ subgraphs }) => runWorkers(subgraphs.commerce.workers, log))
  try {
    await waitUntil(
      'all charges have ended',
      async () => {
        clock.advance(LATER_MS)
        return (await database.collection('charges').countDocuments({ status: 'pending' })) === 0
      },
      WITHIN_MS,
    )
  } finally {
    for (const workers of running) await workers.stop(WITHIN_MS)
  }
}

async function compare(
  { services: [{ database }], processor, breaches }: ChargeScene,
  { id, told }: Session,
  figures: Record<'charges' | 'ordered', number>,
): Promise<void> {
  const of = (name: string) =>
    database.collection<{ _id: string; status: string; stage: string }>(name).find({ sessionId: id }).toArray()
  const [charges, orders, payments, holds] = await Promise.all([
    of('charges'),
    of('orders'),
    of('payments'),
    of('holds'),
  ])
  const [charge] = charges
  const isOrdered = charge?.status === 'approved'
  const verdict = processor.verdicts.get(charge?._id ?? '')
  const paid = payments.filter(({ status }) => status !== 'failed')
  const faults = [
    charges.length === 1 && payments.length === 1
      ? null
      : `has ${charges.length} charges and ${payments.length} payments`,
    orders.length === (isOrdered ? 1 : 0) ? null : `has ${orders.length} orders, and its charge is ${charge?.status}`,
    paid.length === orders.length ? null : `has ${paid.length} payments for ${orders.length} orders`,
    isOrdered && verdict !== 'approved' ? `is ordered, and the processor has ${verdict ?? 'not decided'}` : null,
    charge?.status === 'declined' && verdict !== 'declined' ? `is declined, and the processor has ${verdict}` : null,
    told.filter((one) => one === 'paid').length <= orders.length ? null : 'was told to be paid, and is not',
    holds.every(({ stage }) => stage !== 'created') ? null : 'has ended, and money stays reserved',
  ]
  for (const fault of faults) if (fault !== null) breaches.push(`${id} ${fault}`)
  figures.charges += charges.length
  figures.ordered += orders.length
}
