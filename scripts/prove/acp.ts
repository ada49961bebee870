/**
 * Purchases (specification 6.2; domain 8.3, A.14). Many callers pay with one shared token at once: one of them does. Each
 * checkout session is paid with each of its tokens, canceled and authorized again, and each token revoked, at once, from two services,
 * while their clock passes the end of the tokens and the sweep runs. Each token ends once, and each session is charged once or never:
 * what callers were told, session, order, payment, tokens, their terminal postings and what the ledger keeps reserved agree, of
 * what has ended and of what is still open. `--fault` opens sessions and tokens again that had ended, and changes
 * two charges by hand, both of which have to be found.
 */
import type { Service } from '../../gateway/compose.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { sweep, sweepOnce } from './holds/sweep.ts'
import { createManualClock } from './manualClock.ts'
import { createAgent, createOrganization, credit, type ProveOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openProcessor, raceCharges } from './purchases/charges.ts'
import { compareEnds, compareReserve, type Purchase, type PurchaseScene } from './purchases/ends.ts'
import { authorize, cancel, checkout, completeAll, openShop, payWith, revoke, untilServed } from './purchases/shop.ts'
import { openWorld, type ProveWorld } from './world.ts'

const PAYS = { ci: 60, full: 500 } as const
const SESSIONS = { ci: 60, full: 3_000 } as const
const CHARGE_ROUNDS = { ci: 1, full: 40 } as const
const AT_ONCE = 20
const AGENTS = 3
const FUNDS = 1_000_000_000n
const CAP = 5
const TOKENS_MAX = 3
const ACTS_MAX = 8
const TOKEN_LIFE_MS = 15 * 60_000
/** Why one of several may be refused. */
const REFUSALS = [
  ...['shared_token_used', 'shared_token_expired', 'shared_token_invalid', 'conflict', 'hold_not_voidable'],
]

interface Scene extends PurchaseScene {
  readonly services: readonly [Service, Service]
  readonly organization: ProveOrganization
  readonly agents: readonly AgentPrincipal[]
  readonly random: () => number
  /** Sessions that may still have open tokens. */
  readonly open: Set<Purchase>
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
    const figures = { pays: 0, sessions: 0, acts: 0, paid: 0, canceled: 0, revoked: 0, expired: 0, open: 0 }
    const { database } = services[0]
    const scene: Scene = {
      ...{ services, database, clock, organization, agents, random: createRandom(seed), breaches: [], figures },
      open: new Set(),
    }
    while (figures.sessions < (fault ? AT_ONCE : SESSIONS[size])) await raceMany(scene, fault)
    if (!fault) await payOneToken(scene, PAYS[size])
    const charged = await proveCharges(world, scene, organization, {
      rounds: CHARGE_ROUNDS[fault ? 'ci' : size],
      fault,
    })
    return { figures: { ...figures, ...charged }, breaches: [...scene.breaches, ...(await world.audit())] }
  } finally {
    await world.close()
  }
}

/** The same shop, with a payment processor. */
async function proveCharges(
  world: ProveWorld,
  scene: Scene,
  organization: ProveOrganization,
  { rounds, fault }: { readonly rounds: number; readonly fault: boolean },
) {
  const processor = await openProcessor(scene.random)
  try {
    const { environment } = processor
    const options = { clock: scene.clock, isQuiet: true, environment }
    const services = [await world.open(options), await world.open(options)] as const
    return await raceCharges({ ...scene, services, processor, organization }, rounds, fault)
  } finally {
    await processor.close()
  }
}

/** At once, from both services. */
async function payOneToken(scene: Scene, pays: number): Promise<void> {
  const purchase = await begin(scene, 1)
  await Promise.all(Array.from({ length: pays }, (_, index) => act(scene, { purchase, by: 0, which: 0 }, index % 2)))
  const { length } = purchase.told
  if (length !== 1) scene.breaches.push(`${length} of ${pays} that paid with one token have succeeded`)
  scene.figures.pays += pays
  await settle(scene, [purchase])
}

/** They begin before the end of the first tokens. In the middle it comes, and from then on the sweep runs beside them. */
async function raceMany(scene: Scene, fault: boolean): Promise<void> {
  const { services, clock, random, figures } = scene
  const tokensOf = () => 1 + Math.floor(random() * TOKENS_MAX)
  const purchases = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(scene, tokensOf())))
  await compareReserve(scene, scene.open)
  const acts = purchases.flatMap((purchase) =>
    Array.from({ length: 1 + Math.floor(random() * ACTS_MAX) }, () => ({ purchase, by: random(), which: random() })),
  )
  clock.advance(TOKEN_LIFE_MS - 1)
  const ended = new AbortController()
  const sweeps: Promise<void>[] = []
  let done = 0
  await Promise.all(
    acts.map(async (one, index) => {
      await act(scene, one, index % 2)
      done += 1
      if (done !== Math.ceil(acts.length / 3)) return
      clock.advance(1)
      for (const service of services) sweeps.push(sweep(service, ended.signal))
    }),
  )
  ended.abort()
  await Promise.all(sweeps)
  await sweepOnce(services[0], clock)
  figures.sessions += purchases.length
  figures.acts += acts.length
  if (fault) await openAgain(scene, purchases)
  await settle(scene, purchases)
}

async function settle(scene: Scene, purchases: readonly Purchase[]): Promise<void> {
  for (const purchase of purchases) await compareEnds(scene, purchase)
  await compareReserve(scene, scene.open)
  await completeAll(scene.services[0])
}

async function begin(scene: Scene, count: number): Promise<Purchase> {
  const { services, agents, random } = scene
  const agent = agents[Math.floor(random() * agents.length)] as AgentPrincipal
  const sessionId = await untilServed(() => checkout(services[0], agent, 1))
  const purchase: Purchase = { sessionId, agent, tokens: [], told: [] }
  for (let left = count; left > 0; left--) await issue(scene, services[0], purchase)
  scene.open.add(purchase)
  return purchase
}

async function issue({ clock }: Scene, service: Service, { sessionId, agent, tokens }: Purchase): Promise<void> {
  const issued = await untilServed(() => authorize(service, agent, sessionId, CAP))
  tokens.push({ ...issued, cap: CAP, isRevoked: false, endsAt: clock.now().getTime() + TOKEN_LIFE_MS })
}

async function act(
  scene: Scene,
  { purchase, by, which }: { readonly purchase: Purchase; readonly by: number; readonly which: number },
  at: number,
): Promise<void> {
  const { services, organization, breaches } = scene
  const service = services[at] as Service
  const { sessionId, agent, tokens, told } = purchase
  const token = tokens[Math.floor(which * tokens.length)] as Purchase['tokens'][number]
  try {
    if (by < 0.5) {
      await untilServed(() => payWith(service, agent, sessionId, token.secret))
      told.push('paid')
    } else if (by < 0.65) {
      await untilServed(() => cancel(service, agent, sessionId))
      told.push('canceled')
    } else if (by < 0.85) {
      await untilServed(() => revoke(service, organization, token.holdId))
      token.isRevoked = true
    } else await issue(scene, service, purchase)
  } catch (error) {
    const type = error instanceof DomainError ? error.type : String(error)
    if (!REFUSALS.includes(type)) breaches.push(`an act on ${sessionId} is refused with ${type}`)
  }
}

/** The fault. */
async function openAgain({ database }: Scene, purchases: readonly Purchase[]): Promise<void> {
  const ids = purchases.map(({ sessionId }) => sessionId)
  const sessions = database.collection<{ _id: string }>('checkouts')
  await sessions.updateMany({ _id: { $in: ids } }, { $set: { status: 'open', orderId: null } })
  const tokens = database.collection<{ _id: string }>('holds')
  await tokens.updateMany({ sessionId: { $in: ids } }, { $set: { stage: 'created', isOpen: true } })
}
