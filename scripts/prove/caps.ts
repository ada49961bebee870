/**
 * Caps (specification 6.2): a shared token, in dollars or euros, never pays more than what it was authorized for, whatever the
 * checkout session costs by then, and all that an agent has reserved and paid stays within its mandate, however many tokens are asked for at once from
 * two services. `--fault` raises the caps of stored tokens.
 */
import type { Service } from '../../gateway/compose.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { createManualClock } from './manualClock.ts'
import { createAgent, createOrganization, credit, type ProveOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { authorize, CENT_UNITS, change, checkout, completeAll, openShop, payWith } from './purchases/shop.ts'
import { openWorld } from './world.ts'

const AGENTS = { ci: 6, full: 200 } as const
const TOKENS = 12
const FUNDS = 100_000_000n
/** Of the mandate, a day; what is asked for comes to about twice that. */
const LIMIT_MINOR = 100
const CAP_MAX = 40
/** By the agents in turn. */
const TOKENS_PAID = ['USDC', 'EURC'] as const
const REFUSALS = ['amount_exceeds_cap', 'policy_violation', 'shared_token_used', 'shared_token_invalid', 'conflict']

interface Scene {
  readonly services: readonly [Service, Service]
  readonly organization: ProveOrganization
  readonly random: () => number
  readonly fault: boolean
  readonly breaches: string[]
  readonly figures: Record<'agents' | 'tokens' | 'refused' | 'paid', number>
}

export async function proveCaps({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWorld({ chains: [] })
  try {
    const clock = createManualClock(new Date('2026-03-02T06:00:00Z'))
    const services = [await world.open({ clock, isQuiet: true }), await world.open({ clock, isQuiet: true })] as const
    const organization = await createOrganization(services[0], 'Caps')
    await openShop(services[0], organization)
    const figures = { agents: 0, tokens: 0, refused: 0, paid: 0 }
    const scene: Scene = { services, organization, random: createRandom(seed), fault, breaches: [], figures }
    while (figures.agents < AGENTS[fault ? 'ci' : size]) await spend(scene)
    await completeAll(services[0])
    return { figures, breaches: [...scene.breaches, ...(await world.audit())] }
  } finally {
    await world.close()
  }
}

interface Token {
  readonly sessionId: string
  readonly secret: string
  readonly cap: number
}

async function spend(scene: Scene): Promise<void> {
  const { services, organization, random, breaches, figures } = scene
  const agent = await createAgent(services[0], organization, 'Max $1 per day.')
  const currency = TOKENS_PAID[figures.agents % TOKENS_PAID.length] as (typeof TOKENS_PAID)[number]
  await credit(services[0], agent, FUNDS, currency)
  const asked = Array.from({ length: TOKENS }, () => 1 + Math.floor(random() * CAP_MAX))
  const made = await Promise.all(asked.map((cap, index) => ask(scene, agent, { cap, currency }, index)))
  const tokens = made.filter((token) => token !== null)
  await expectWithin(scene, agent)
  if (scene.fault) await raiseCaps(scene, agent)
  await Promise.all(tokens.map((token, index) => payChanged(scene, agent, token, index)))
  await expectWithin(scene, agent)
  figures.agents += 1
  figures.tokens += tokens.length
  if (tokens.length === 0) breaches.push(`${agent.agentId} got no token`)
}

async function ask(
  scene: Scene,
  agent: AgentPrincipal,
  { cap, currency }: { readonly cap: number; readonly currency: (typeof TOKENS_PAID)[number] },
  index: number,
): Promise<Token | null> {
  const service = scene.services[index % 2] as Service
  const sessionId = await checkout(service, agent, 1)
  const secret = await attempt(scene, () => authorize(service, agent, sessionId, cap, currency))
  return secret === null ? null : { sessionId, secret, cap }
}

/** The price changes while it is paid, to either side of the cap. */
async function payChanged(scene: Scene, agent: AgentPrincipal, token: Token, index: number): Promise<void> {
  const { services, random, breaches, figures } = scene
  const [here, there] = index % 2 === 0 ? services : [services[1], services[0]]
  const { sessionId, secret, cap } = token
  const quantity = 1 + Math.floor(random() * 2 * cap)
  const [charged] = await Promise.all([
    attempt(scene, () => payWith(here, agent, sessionId, secret)),
    attempt(scene, () => change(there, agent, sessionId, quantity)),
  ])
  const later = charged ?? (await attempt(scene, () => payWith(there, agent, sessionId, secret)))
  if (later === null) return
  figures.paid += 1
  if (later > cap) breaches.push(`${sessionId} was charged ${later} cents, and its token may take ${cap}`)
}

async function attempt<T>({ breaches, figures }: Scene, act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    const type = error instanceof DomainError ? error.type : String(error)
    if (!REFUSALS.includes(type)) breaches.push(`refused with ${type}`)
    figures.refused += 1
    return null
  }
}

interface Reserved {
  readonly _id: string
  readonly stage: string
  readonly amount: bigint
  readonly capturedAmount: bigint
  readonly usdMicro: bigint
  readonly capMinor: number
}

interface Paid {
  readonly _id: string
  readonly holdId: string
  readonly usdMicro: bigint
}

/** What is reserved and what was taken of it, of one day. */
async function expectWithin(
  { services: [{ database }], breaches }: Scene,
  { walletId }: AgentPrincipal,
): Promise<void> {
  const rows = await database.collection<Reserved & { walletId: string }>('holds').find({ walletId }).toArray()
  const payments = await database.collection<Paid & { walletId: string }>('payments').find({ walletId }).toArray()
  const paid = new Map(payments.map(({ holdId, usdMicro }) => [holdId, usdMicro]))
  const used = rows.reduce((sum, { _id, stage, usdMicro }) => {
    if (stage === 'captured') return sum + (paid.get(_id) ?? 0n)
    return stage === 'created' ? sum + usdMicro : sum
  }, 0n)
  if (used > BigInt(LIMIT_MINOR) * CENT_UNITS) breaches.push(`${walletId} has used ${used} millionths of its limit`)
  for (const { _id, amount, capturedAmount, capMinor } of rows) {
    if (capturedAmount > amount) breaches.push(`${_id} has paid ${capturedAmount} of ${amount} reserved units`)
    const cost = paid.get(_id) ?? 0n
    if (cost > BigInt(capMinor) * CENT_UNITS) breaches.push(`${_id} has paid ${cost} millionths of ${capMinor} cents`)
  }
}

/** The fault. */
async function raiseCaps({ services: [{ database }] }: Scene, { walletId }: AgentPrincipal): Promise<void> {
  const holds = database.collection<{ _id: string; walletId: string; capMinor: number }>('holds')
  await holds.updateMany({ walletId }, { $mul: { capMinor: 10 } })
}
