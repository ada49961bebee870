/**
 * Caps (specification 6.2): a shared token, in dollars or euros, never pays more than what it was authorized for, whatever the
 * checkout session costs by then, and all that an agent has reserved and paid stays within its mandate, however many tokens are asked for at once from
 * two services. What is reserved is the cap, and what is paid the price, to the last unit, at the rate of when the token was issued,
 * while the rate moves. `--fault` raises the caps of stored tokens.
 */
import type { Service } from '../../gateway/compose.ts'
import { loadRates } from '../../subgraphs/payments/index.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import { createAgent, createOrganization, credit, type ProveOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import {
  authorize,
  CENT_UNITS,
  change,
  checkout,
  completeAll,
  openShop,
  type PaidWith,
  payWith,
} from './purchases/shop.ts'
import { openWorld } from './world.ts'

const AGENTS = { ci: 6, full: 200 } as const
const TOKENS = 12
const FUNDS = 100_000_000n
/** Of the mandate, a day; what is asked for comes to about twice that. */
const LIMIT_MINOR = 100
const CAP_MAX = 40
/** By the agents in turn. */
const PAID_WITH = [
  ...[{ token: 'USDC', chain: 'base' } as const, { token: 'EURC', chain: 'base' } as const],
  ...[{ token: 'USDT', chain: 'ethereum' } as const, { token: 'EURC', chain: 'polygon' } as const],
  { token: 'PYUSD', chain: 'ethereum' },
] as const satisfies PaidWith[]
const HEADS = ['base', 'ethereum', 'polygon'] as const
/** Dollars for a euro, in ten thousandths. */
const RATES = { least: 9_000, span: 5_000, scale: 10_000n } as const
const REFUSALS = ['amount_exceeds_cap', 'policy_violation', 'shared_token_used', 'shared_token_invalid', 'conflict']

interface Scene {
  readonly services: readonly [Service, Service]
  readonly organization: ProveOrganization
  readonly clock: ManualClock
  readonly random: () => number
  /** Of a euro, in their order. */
  readonly rates: string[]
  readonly fault: boolean
  readonly breaches: string[]
  readonly figures: Record<'agents' | 'tokens' | 'refused' | 'paid', number>
}

export async function proveCaps({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWorld({ chains: [], heads: HEADS })
  try {
    const clock = createManualClock(new Date('2026-03-02T06:00:00Z'))
    const services = [await world.open({ clock, isQuiet: true }), await world.open({ clock, isQuiet: true })] as const
    const organization = await createOrganization(services[0], 'Caps')
    await openShop(services[0], organization)
    const figures = { agents: 0, tokens: 0, refused: 0, paid: 0 }
    const scene: Scene = {
      ...{ services, organization, clock, random: createRandom(seed), rates: [], fault, breaches: [], figures },
    }
    await moveRate(scene)
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
  readonly holdId: string
  readonly cap: number
  /** Of which one was in force when it was issued. */
  readonly rates: readonly string[]
  /** In cents, once it has paid. */
  charged: number | null
}

async function spend(scene: Scene): Promise<void> {
  const { services, organization, random, breaches, figures } = scene
  const agent = await createAgent(services[0], organization, 'Max $1 per day.')
  const paidWith = PAID_WITH[figures.agents % PAID_WITH.length] as (typeof PAID_WITH)[number]
  await credit(services[0], agent, FUNDS, paidWith.token, paidWith.chain)
  const asked = Array.from({ length: TOKENS }, () => 1 + Math.floor(random() * CAP_MAX))
  const [made] = await Promise.all([
    Promise.all(asked.map((cap, index) => ask(scene, agent, { cap, paidWith }, index))),
    moveRate(scene),
  ])
  const tokens = made.filter((token) => token !== null)
  await expectWithin(scene, agent)
  if (scene.fault) await raiseCaps(scene, agent)
  await moveRate(scene)
  await Promise.all(tokens.map((token, index) => payChanged(scene, agent, token, index)))
  await expectWithin(scene, agent)
  for (const token of tokens) await expectExact(scene, token)
  figures.agents += 1
  figures.tokens += tokens.length
  if (tokens.length === 0) breaches.push(`${agent.agentId} got no token`)
}

async function ask(
  scene: Scene,
  agent: AgentPrincipal,
  { cap, paidWith }: { readonly cap: number; readonly paidWith: PaidWith },
  index: number,
): Promise<Token | null> {
  const service = scene.services[index % 2] as Service
  const sessionId = await checkout(service, agent, 1)
  const from = Math.max(0, scene.rates.length - 2)
  const issued = await attempt(scene, () => authorize(service, agent, sessionId, cap, paidWith))
  const rates = paidWith.token === 'EURC' ? scene.rates.slice(from) : ['1']
  return issued === null ? null : { ...issued, sessionId, cap, rates, charged: null }
}

async function moveRate({ services: [{ database }], clock, random, rates }: Scene): Promise<void> {
  const moved = RATES.least + Math.floor(random() * RATES.span)
  const rate = `${Math.floor(moved / 10_000)}.${String(moved % 10_000).padStart(4, '0')}`
  clock.advance(1)
  // Before it is stored: by then it may have been used.
  rates.push(rate)
  await loadRates({ database, clock }, [{ rate, source: 'The proof.' }])
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
  token.charged = later
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

interface Priced {
  readonly amount: bigint
  readonly capturedAmount: bigint
  readonly fx: { readonly rate: string } | null
}

/** Reckoned here anew: so many units as the cents are at the rate, and not one more or less. */
const unitsOf = (cents: number, rate: string): bigint => {
  const [whole = '', fraction = ''] = rate.split('.')
  return (BigInt(cents) * CENT_UNITS * RATES.scale) / BigInt(`${whole}${fraction.padEnd(4, '0')}`)
}

async function expectExact({ services: [{ database }], breaches }: Scene, token: Token): Promise<void> {
  const { holdId, cap, charged } = token
  const hold = await database.collection<Priced & { _id: string }>('holds').findOne({ _id: holdId })
  const payments = await database.collection<Priced & { holdId: string }>('payments').find({ holdId }).toArray()
  const rate = hold?.fx?.rate ?? '1'
  const price = charged === null ? 0n : unitsOf(charged, rate)
  const faults = [
    token.rates.some((one) => Number(one) === Number(rate)) ? null : `was issued at ${rate}, and not at ${token.rates}`,
    hold?.amount === unitsOf(cap, rate) ? null : `reserves ${hold?.amount} units for ${cap} cents at ${rate}`,
    hold?.capturedAmount === price ? null : `took ${hold?.capturedAmount} units for ${charged} cents at ${rate}`,
    payments.every((one) => one.amount === price) ? null : `was paid another amount than ${price} units`,
    payments.every(({ fx }) => (fx?.rate ?? '1') === rate) ? null : 'was paid at another rate',
    payments.length === (charged === null ? 0 : 1) ? null : `has ${payments.length} payments`,
  ]
  for (const fault of faults) if (fault !== null) breaches.push(`${holdId} ${fault}`)
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
