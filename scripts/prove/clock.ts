/**
 * Clocks that are wrong (reliability 7.2 row 35): two services over one database and one chain have clocks that are set
 * forward and back by seconds to hours, each for itself, over a month with its end and the clock changes of five zones. Agents
 * pay up to their daily limits, hold and capture, repeat old requests and use tokens meanwhile, and both services settle.
 * No window takes more than its limit, nobody is refused before, a key has one payment, a token works exactly as long as
 * the clock of the service says, a hold expires once, and every payment is paid once. `--fault` lets wallets forget what was
 * spent when a clock is set back.
 */
import type { Service } from '../../gateway/compose.ts'
import { CLOCK_SKEW_MS } from '../../subgraphs/agents/rules/tokenTimes.ts'
import type { Clock } from '../../subgraphs/shared/clock.ts'
import type { WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { waitUntil } from '../waitUntil.ts'
import { FAST_OPTIONS, findNonceGaps, waitForEnds } from './chainEnds.ts'
import { createAgent, createOrganization, fundByFaucet, PAYEE, type ProveOrganization, pay } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld } from './world.ts'

const JUMPS = { ci: 9, full: 500 } as const
const FAULT_JUMPS = 2
const START = new Date('2026-03-06T03:00:00Z')
const SPAN_MS = 32 * 86_400_000
/** With the changes of 8 and 29 March and 5 April. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'] as const
const HOUR_MS = 3_600_000
/** Half of the time so little passes between two jumps that clocks go back. */
const SHORT_MS = HOUR_MS
const SKEWS_MS = [0, 0, 1_000, -1_000, 60_000, -60_000, HOUR_MS, -HOUR_MS, 6 * HOUR_MS, -6 * HOUR_MS]
const SKEW_MAX_MS = Math.max(...SKEWS_MS)
const DOLLAR = 1_000_000n
const FUNDS = '5000'
const LIMIT_MAX = 6
/** More than the limit. */
const BURST = 9
const HOLD_SECONDS = 3_600
const TOKENS_KEPT = 8
const END_MS = 120_000
/** What was forgotten cannot be given back, so nothing ends. */
const FAULT_WAIT_MS = 1_000

const REGISTER = 'mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { id } apiKey } }'
const ISSUE = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken expiresIn } }'
const UNFREEZE = 'mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { id } } }'
const CREATE = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }'
const CAPTURE = 'mutation ($input: CaptureHoldInput!) { captureHold(input: $input) { hold { id } } }'
const VOID = 'mutation ($input: VoidHoldInput!) { voidHold(input: $input) { hold { id } } }'
const NOBODY: Principal = { kind: 'anonymous' }

/** The clock of a service: the true time and what it is wrong by. */
interface WrongClock extends Clock {
  skewMs: number
}

interface Payer {
  readonly agent: AgentPrincipal
  readonly limit: bigint
  /** Accepted payments by their keys. */
  readonly paid: Map<string, string>
  readonly holds: string[]
}

interface Token {
  readonly text: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

interface Scene {
  readonly services: readonly [Service, Service]
  readonly clocks: readonly [WrongClock, WrongClock]
  readonly organization: ProveOrganization
  readonly payers: readonly Payer[]
  readonly credential: { readonly agentId: string; readonly apiKey: string }
  readonly tokens: Token[]
  readonly random: () => number
  readonly breaches: string[]
  readonly figures: Record<'jumps' | 'backward' | 'payments' | 'refused' | 'holds' | 'repeats' | 'tokens', number>
}

export async function proveClock({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const world = await openWorld({ chains: ['base'] })
  const breaches: string[] = []
  const figures = { jumps: 0, backward: 0, payments: 0, refused: 0, holds: 0, repeats: 0, tokens: 0 }
  try {
    const began = Date.now()
    let passedMs = 0
    const createClock = (): WrongClock => ({
      skewMs: 0,
      now() {
        return new Date(START.getTime() + passedMs + Date.now() - began + this.skewMs)
      },
    })
    const clocks = [createClock(), createClock()] as const
    const open = (clock: Clock) =>
      world.open({ clock, withWorkers: true, isQuiet: true, settlement: { options: FAST_OPTIONS } })
    const services = [await open(clocks[0]), await open(clocks[1])] as const
    const organization = await createOrganization(services[0], 'Clocks')
    const scene: Scene = {
      ...{ services, clocks, organization, random, breaches, figures, tokens: [] },
      payers: await openPayers(services[0], organization, random),
      credential: await register(services[0], organization),
    }
    const jumps = fault ? FAULT_JUMPS : JUMPS[size]
    for (; figures.jumps < jumps; figures.jumps++) {
      const before = clocks.map((clock) => clock.now().getTime())
      // With the fault the day stays the same.
      if (!fault) passedMs += random() < 0.5 ? random() * SHORT_MS : 4 * random() * (SPAN_MS / jumps)
      for (const clock of clocks) clock.skewMs = fault ? 0 : (pick(SKEWS_MS, random) ?? 0)
      figures.backward += clocks.filter((clock, index) => clock.now().getTime() < (before[index] ?? 0)).length
      if (fault) await forgetWindows(scene)
      await Promise.all([...scene.payers.map((payer) => spend(scene, payer)), useTokens(scene)])
    }
    for (const clock of clocks) clock.skewMs = 0
    // What a clock that was ahead has put off is due by now.
    passedMs += 2 * SKEW_MAX_MS
    const withinMs = fault ? FAULT_WAIT_MS : END_MS
    await waitForEnds(services[0], withinMs).catch((error: Error) => breaches.push(error.message))
    await waitForHolds(services[0], withinMs).catch((error: Error) => breaches.push(error.message))
    for (const payer of scene.payers) breaches.push(...(await findWrongEnds(services[0], payer)))
    breaches.push(...(await findNonceGaps(services[0], world.rpcUrl ?? '')))
    breaches.push(...(await world.audit({ skewMs: 2 * SKEW_MAX_MS })))
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

const pick = <T>(all: readonly T[], random: () => number): T | undefined => all[Math.floor(random() * all.length)]
const anyOf = ({ services, random }: Scene): Service => services[random() < 0.5 ? 0 : 1]

/** One for each zone, with a limit of some dollars a day and money on the chain. */
async function openPayers(service: Service, organization: ProveOrganization, random: () => number): Promise<Payer[]> {
  const payers: Payer[] = []
  for (const limitTimezone of ZONES) {
    const limit = 2 + Math.floor(random() * (LIMIT_MAX - 1))
    const agent = await createAgent(service, organization, `Max $${limit} per day.`, { limitTimezone })
    await fundByFaucet(service, organization, { walletId: agent.walletId, amount: FUNDS })
    payers.push({ agent, limit: BigInt(limit) * DOLLAR, paid: new Map(), holds: [] })
  }
  const funded = { 'balances.base:USDC.available': { $gt: 0n } }
  const positions = service.database.collection('positions')
  await waitUntil('the deposits', async () => (await positions.countDocuments(funded)) === payers.length, END_MS)
  return payers
}

async function register(service: Service, { admin }: ProveOrganization): Promise<Scene['credential']> {
  const { registerAgent } = await execute<{ registerAgent: { agent: { id: string }; apiKey: string } }>(
    service.subgraphs.agents,
    admin,
    REGISTER,
    { input: { name: 'tokens', capabilities: ['payments'], ownerOrgId: admin.orgId } },
  )
  return { agentId: registerAgent.agent.id, apiKey: registerAgent.apiKey }
}

/** Up to the limit and beyond, from both services, beside holds and repeats of earlier requests. */
async function spend(scene: Scene, payer: Payer): Promise<void> {
  const { services, figures, breaches, random } = scene
  const { agent, limit } = payer
  await changeHolds(scene, payer)
  const before = await positionOf(services[0], agent)
  const names = Array.from({ length: BURST }, (_, index) => `${agent.walletId} ${figures.jumps} ${index}`)
  const outcomes = await Promise.all(names.map((key) => pay(anyOf(scene), agent, { units: DOLLAR, key })))
  const refused = outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : []))
  for (const [index, outcome] of outcomes.entries())
    if ('paymentId' in outcome) payer.paid.set(names[index] as string, outcome.paymentId)
  figures.payments += outcomes.length - refused.length
  figures.refused += refused.length
  for (const type of refused)
    if (!['policy_violation', 'wallet_frozen'].includes(type)) breaches.push(`a payment is refused with ${type}`)
  const after = await positionOf(services[0], agent)
  const spent = spentOf(before) + DOLLAR * BigInt(outcomes.length - refused.length)
  const isOneDay = before?.day?.key === after?.day?.key
  if (isOneDay && refused.includes('policy_violation') && spent < limit)
    breaches.push(`${agent.walletId} is refused with ${spent} of ${limit} spent on ${after?.day?.key}`)
  if (after?.frozen) await unfreeze(scene, agent)
  const [key, paymentId] = pick([...payer.paid], random) ?? []
  if (key === undefined) return
  figures.repeats += 1
  const repeated = await pay(anyOf(scene), agent, { units: DOLLAR, key })
  if (!('paymentId' in repeated) || repeated.paymentId !== paymentId)
    breaches.push(`the key of ${paymentId} gives ${JSON.stringify(repeated)} later`)
}

/** So many refusals freeze a wallet. */
async function unfreeze({ services, organization }: Scene, { walletId }: AgentPrincipal): Promise<void> {
  const input = { walletId, reason: 'Next jump.' }
  await execute(services[0].subgraphs.payments, organization.admin, UNFREEZE, { input })
}

/** Places one, and ends an earlier one, which may be over by now. */
async function changeHolds(scene: Scene, payer: Payer): Promise<void> {
  const { organization, random, figures } = scene
  const change = (source: string, input: object) =>
    execute<{ createHold?: { hold: { id: string } } }>(anyOf(scene).subgraphs.payments, organization.admin, source, {
      input,
    }).catch((error: unknown) => {
      if (error instanceof DomainError && error.type !== 'internal_error') return null
      throw error
    })
  const older = payer.holds.splice(Math.floor(random() * payer.holds.length), 1)[0]
  const what = { amount: '1', token: 'USDC', chain: 'base', merchant: PAYEE, expiresInSeconds: HOLD_SECONDS }
  const [placed] = await Promise.all([
    change(CREATE, { walletId: payer.agent.walletId, ...what }),
    older !== undefined && change(random() < 0.5 ? CAPTURE : VOID, { holdId: older }),
  ])
  if (placed?.createHold === undefined) return
  payer.holds.push(placed.createHold.hold.id)
  figures.holds += 1
}

/** Issued by either service; each accepts them while they are in time by its own clock. */
async function useTokens({ services, clocks, credential, tokens, random, breaches, figures }: Scene): Promise<void> {
  const issuer = random() < 0.5 ? 0 : 1
  const earliest = clocks[issuer].now().getTime()
  const { issueToken } = await execute<{ issueToken: { accessToken: string; expiresIn: number } }>(
    services[issuer].subgraphs.agents,
    NOBODY,
    ISSUE,
    { input: credential },
  )
  const text = issueToken.accessToken
  const claims = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()) as {
    iat: number
    exp: number
  }
  const [issuedAtMs, expiresAtMs] = [1_000 * claims.iat, 1_000 * claims.exp]
  if (expiresAtMs > clocks[issuer].now().getTime() + 1_000 * issueToken.expiresIn || expiresAtMs < earliest)
    breaches.push(`a token that lives for ${issueToken.expiresIn} s ends at ${new Date(expiresAtMs).toISOString()}`)
  tokens.push({ text, issuedAtMs, expiresAtMs })
  if (tokens.length > TOKENS_KEPT) tokens.shift()
  for (const token of tokens)
    for (const [index, { subgraphs }] of services.entries()) {
      const before = clocks[index]?.now().getTime() ?? 0
      const isAccepted = await subgraphs.agents.authenticator.verifyAccessToken(token.text).then(
        () => true,
        () => false,
      )
      const after = clocks[index]?.now().getTime() ?? 0
      figures.tokens += 1
      if (isAccepted && before >= token.expiresAtMs) breaches.push('a token is accepted after its end')
      // A clock that was set back by more than clocks differ has not come to the token yet.
      const from = token.issuedAtMs - CLOCK_SKEW_MS
      if (isAccepted && after < from) breaches.push('a token is accepted before it was issued')
      if (!isAccepted && before >= from && after < token.expiresAtMs) breaches.push('a token is refused before its end')
    }
}

const positionOf = ({ database }: Service, { walletId }: AgentPrincipal) =>
  database.collection<WalletPosition>('positions').findOne({ walletId })

const spentOf = (position: WalletPosition | null): bigint =>
  (position?.day?.net ?? 0n) + (position?.day?.reserved ?? 0n)

async function forgetWindows({ services: [{ database }] }: Scene): Promise<void> {
  await database.collection('positions').updateMany({ day: { $type: 'object' } }, { $set: { day: null } })
}

const waitForHolds = ({ database }: Service, withinMs: number) =>
  waitUntil(
    'every hold ends',
    async () => (await database.collection('holds').countDocuments({ isOpen: true })) === 0,
    withinMs,
  )

/** Each key has its payment and no other; all were paid, but for those that a freeze has stopped before they were signed. */
async function findWrongEnds({ database }: Service, { agent, paid }: Payer): Promise<string[]> {
  const { walletId } = agent
  const payments = database.collection<{ _id: string; walletId: string; status: string; holdId?: string }>('payments')
  const rows = await payments.find({ walletId, holdId: { $exists: false } }).toArray()
  const known = new Set(paid.values())
  const unpaid = await payments.countDocuments({
    ...{ walletId, status: { $ne: 'completed' }, failureCode: { $ne: 'wallet_frozen' } },
  })
  return [
    ...(known.size === paid.size ? [] : [`${paid.size} keys of ${walletId} have ${known.size} payments`]),
    ...rows.filter(({ _id }) => !known.has(_id)).map(({ _id }) => `${_id} was made and not acknowledged`),
    ...(unpaid === 0 ? [] : [`${unpaid} payments of ${walletId} are not completed`]),
  ]
}
