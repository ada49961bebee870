/**
 * Purchases (specification 6.2; domain A.14): each checkout session is paid with each of its shared tokens, canceled and
 * authorized again at once, from two services, before and after its tokens end. Each is charged once or never: what callers
 * were told, session, order, payment and tokens agree, and of what has ended nothing stays reserved. `--fault` opens sessions
 * and tokens again that had ended.
 */
import type { Service } from '../../gateway/compose.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import { createAgent, createOrganization, credit, type ProveOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openProcessor, raceCharges } from './purchases/charges.ts'
import { authorize, CENT_UNITS, cancel, checkout, completeAll, openShop, PRICE, payWith } from './purchases/shop.ts'
import { openWorld, type ProveWorld } from './world.ts'

const SESSIONS = { ci: 60, full: 3_000 } as const
const CHARGE_ROUNDS = { ci: 1, full: 40 } as const
const AT_ONCE = 20
const AGENTS = 3
const FUNDS = 1_000_000_000n
const CAP = 5
const TOKENS_MAX = 3
const ACTS_MAX = 6
const TOKEN_LIFE_MS = 15 * 60_000
/** Why one of several may be refused. */
const REFUSALS = ['shared_token_used', 'shared_token_expired', 'shared_token_invalid', 'conflict']

interface Purchase {
  readonly sessionId: string
  readonly agent: AgentPrincipal
  readonly tokens: readonly string[]
  readonly told: ('paid' | 'canceled')[]
}

interface Scene {
  readonly services: readonly [Service, Service]
  readonly clock: ManualClock
  readonly agents: readonly AgentPrincipal[]
  readonly random: () => number
  readonly breaches: string[]
  readonly figures: Record<'sessions' | 'acts' | 'paid' | 'canceled' | 'open', number>
}

export async function proveAcp({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWorld({ chains: [] })
  try {
    const clock = createManualClock(new Date('2026-03-02T06:00:00Z'))
    const services = [await world.open({ clock, isQuiet: true }), await world.open({ clock, isQuiet: true })] as const
    const organization = await createOrganization(services[0], 'Purchases')
    await openShop(services[0], organization)
    const agents: AgentPrincipal[] = []
    for (let index = 0; index < AGENTS; index++) {
      const agent = await createAgent(services[0], organization, 'Max $1,000,000 per day.')
      await credit(services[0], agent, FUNDS)
      agents.push(agent)
    }
    const figures = { sessions: 0, acts: 0, paid: 0, canceled: 0, open: 0 }
    const scene: Scene = { services, clock, agents, random: createRandom(seed), breaches: [], figures }
    while (figures.sessions < (fault ? AT_ONCE : SESSIONS[size])) {
      const purchases = await raceMany(scene)
      if (fault) await openAgain(scene, purchases)
      for (const purchase of purchases) await compare(scene, purchase)
      await completeAll(services[0])
    }
    const charged = fault ? null : await proveCharges(world, scene, organization, CHARGE_ROUNDS[size])
    return { figures: { ...figures, ...charged }, breaches: [...scene.breaches, ...(await world.audit())] }
  } finally {
    await world.close()
  }
}

/** The same shop, with a payment processor. */
async function proveCharges(world: ProveWorld, scene: Scene, organization: ProveOrganization, rounds: number) {
  const processor = await openProcessor(scene.random)
  try {
    const { environment } = processor
    const options = { clock: scene.clock, isQuiet: true, environment }
    const services = [await world.open(options), await world.open(options)] as const
    return await raceCharges({ ...scene, services, processor, organization }, rounds)
  } finally {
    await processor.close()
  }
}

/** Half of the acts come after the end of the tokens. */
async function raceMany(scene: Scene): Promise<Purchase[]> {
  const { clock, random, figures } = scene
  const purchases = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(scene)))
  const acts = purchases.flatMap((purchase) =>
    Array.from({ length: 1 + Math.floor(random() * ACTS_MAX) }, () => ({ purchase, by: random(), which: random() })),
  )
  const middle = Math.floor(acts.length / 2)
  const run = (some: typeof acts) => Promise.all(some.map((one, index) => act(scene, one, index % 2)))
  await run(acts.slice(0, middle))
  clock.advance(TOKEN_LIFE_MS)
  await run(acts.slice(middle))
  figures.sessions += purchases.length
  figures.acts += acts.length
  return purchases
}

async function begin({ services: [service], agents, random }: Scene): Promise<Purchase> {
  const agent = agents[Math.floor(random() * agents.length)] as AgentPrincipal
  const sessionId = await checkout(service, agent, 1)
  const tokens: string[] = []
  for (let count = 1 + Math.floor(random() * TOKENS_MAX); count > 0; count--)
    tokens.push(await authorize(service, agent, sessionId, CAP))
  return { sessionId, agent, tokens, told: [] }
}

async function act(
  { services, breaches }: Scene,
  { purchase, by, which }: { readonly purchase: Purchase; readonly by: number; readonly which: number },
  at: number,
): Promise<void> {
  const service = services[at] as Service
  const { sessionId, agent, tokens, told } = purchase
  const token = tokens[Math.floor(which * tokens.length)] as string
  try {
    if (by < 0.7) {
      await payWith(service, agent, sessionId, token)
      told.push('paid')
    } else if (by < 0.85) {
      await cancel(service, agent, sessionId)
      told.push('canceled')
    } else await authorize(service, agent, sessionId, CAP)
  } catch (error) {
    const type = error instanceof DomainError ? error.type : String(error)
    if (!REFUSALS.includes(type)) breaches.push(`an act on ${sessionId} is refused with ${type}`)
  }
}

/** The fault. */
async function openAgain({ services: [{ database }] }: Scene, purchases: readonly Purchase[]): Promise<void> {
  const ids = purchases.map(({ sessionId }) => sessionId)
  const sessions = database.collection<{ _id: string }>('checkouts')
  await sessions.updateMany({ _id: { $in: ids } }, { $set: { status: 'open', orderId: null } })
  const tokens = database.collection<{ _id: string }>('holds')
  await tokens.updateMany({ sessionId: { $in: ids } }, { $set: { stage: 'created', isOpen: true } })
}

interface Charged {
  readonly _id: string
  readonly amount: bigint
}

/** What callers were told, the session, its order, its payment and its tokens. */
async function compare({ services: [{ database }], figures, breaches }: Scene, one: Purchase): Promise<void> {
  const { sessionId, told } = one
  const of = <Row extends { readonly _id: string }>(name: string, filter: object) =>
    database
      .collection<Row>(name)
      .find(filter as never)
      .toArray()
  const [session] = await of<{ _id: string; status: 'open' | 'completed' | 'canceled' }>('checkouts', {
    _id: sessionId,
  })
  const orders = await of('orders', { sessionId })
  const holds = await of<{ _id: string; stage: string }>('holds', { sessionId })
  const payments = await of<Charged>('payments', { sessionId, status: { $ne: 'failed' } })
  const [end] = told
  const status = end === undefined ? 'open' : end === 'paid' ? 'completed' : 'canceled'
  const charges = end === 'paid' ? 1 : 0
  const captured = holds.filter(({ stage }) => stage === 'captured')
  const faults = [
    told.length > 1 ? `${told.length} callers were told that they ended it: ${told.join()}` : null,
    session?.status === status ? null : `is ${session?.status}, and its callers were told ${status}`,
    orders.length === charges ? null : `has ${orders.length} orders as ${status}`,
    payments.length === charges ? null : `has ${payments.length} payments as ${status}`,
    captured.length === charges ? null : `has ${captured.length} tokens that were used as ${status}`,
    payments.every(({ amount }) => amount === BigInt(PRICE) * CENT_UNITS) ? null : 'was charged another price',
    end !== undefined && holds.some(({ stage }) => stage === 'created') ? 'has ended, and money stays reserved' : null,
  ]
  for (const fault of faults) if (fault !== null) breaches.push(`${sessionId} ${fault}`)
  figures[status === 'completed' ? 'paid' : status] += 1
}
