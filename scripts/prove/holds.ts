/**
 * Holds (reliability 7.2 row 10): each hold is captured, voided, extended and expired at once, from two services, while
 * their clock passes its end, and processes die in the middle of ending one. Each hold ends once: what its callers were
 * told, its row, its one terminal posting, its payment and the balances agree. `--fault` lets rows lose their end, as
 * a database does whose writes do not wait for a majority.
 */
import type { Service } from '../../gateway/compose.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { completePaymentIntent } from '../../subgraphs/payments/settlement/intents/completePayment.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { settleReservation } from '../../subgraphs/shared/spendingLimits.ts'
import { waitUntil } from '../waitUntil.ts'
import { dieAt } from './holds/dyingProcess.ts'
import { sweep, sweepOnce } from './holds/sweep.ts'
import { createManualClock, type ManualClock } from './manualClock.ts'
import { createAgent, createOrganization, credit, PAYEE, type ProveOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld, type ProveWorld } from './world.ts'

const RACES = { ci: 100, full: 10_000 } as const
const FAULT_RACES = 50
const AT_ONCE = 50
const WALLETS = 4
const FUNDS = 1_000_000n
const UNITS_MAX = 50
const ACTS_MAX = 5
const LIFE_SECONDS = 60
const LONG_LIFE_SECONDS = 2_592_000
/** Where a process dies while it ends a hold. */
const DEATHS = ['afterReads', 'beforeWrite:holds', 'beforeWrite:journals', 'beforeCommit', 'afterCommit']
const DEATH_ROUNDS = { ci: 1, full: 10 } as const
const RECOVERY_MS = 20_000
/** Why one of several may be refused. */
const REFUSALS = ['hold_not_capturable', 'hold_not_voidable', 'hold_expired', 'conflict', 'invalid_request']

const CREATE = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }'
const CAPTURE = 'mutation ($input: CaptureHoldInput!) { captureHold(input: $input) { hold { id } } }'
const VOID = 'mutation ($input: VoidHoldInput!) { voidHold(input: $input) { hold { id } } }'
const EXTEND = 'mutation ($input: ExtendHoldInput!) { extendHold(input: $input) { hold { id } } }'

type Act = 'capture' | 'part' | 'void' | 'extend'
interface Told {
  readonly act: Act
  /** Captured units, where it was a capture. */
  readonly units: bigint
}
interface Race {
  readonly holdId: string
  readonly agent: AgentPrincipal
  readonly units: bigint
  readonly told: Told[]
}

interface Scene {
  readonly world: ProveWorld
  readonly services: readonly [Service, Service]
  readonly clock: ManualClock
  readonly organization: ProveOrganization
  readonly agents: readonly AgentPrincipal[]
  readonly random: () => number
  readonly breaches: string[]
  readonly figures: Record<'races' | 'acts' | 'captured' | 'voided' | 'expired' | 'deaths', number>
}

export async function proveHolds({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openWorld({ chains: [] })
  try {
    const clock = createManualClock(new Date('2026-03-02T06:00:00Z'))
    const services = [await world.open({ clock, isQuiet: true }), await world.open({ clock, isQuiet: true })] as const
    const organization = await createOrganization(services[0], 'Holds')
    const agents: AgentPrincipal[] = []
    for (let wallet = 0; wallet < WALLETS; wallet++) agents.push(await createFunded(services[0], organization))
    const figures = { races: 0, acts: 0, captured: 0, voided: 0, expired: 0, deaths: 0 }
    const scene: Scene = {
      ...{ world, services, clock, organization, agents, random: createRandom(seed), figures },
      breaches: [],
    }
    const total = fault ? FAULT_RACES : RACES[size]
    const deaths = dieEverywhere(scene, fault ? 0 : DEATH_ROUNDS[size])
    while (figures.races < total) {
      const races = await raceMany(scene)
      if (fault) await loseEnds(scene, races)
      await compare(scene, races)
      await completeCaptured(scene)
    }
    await deaths
    await completeCaptured(scene)
    return { figures, breaches: [...scene.breaches, ...(await world.audit())] }
  } finally {
    await world.close()
  }
}

async function createFunded(service: Service, organization: ProveOrganization): Promise<AgentPrincipal> {
  const agent = await createAgent(service, organization, 'Max $1,000,000 per day.')
  await credit(service, agent, FUNDS)
  return agent
}

/** Half of the acts happen before the end of the hold, half after it; the sweep runs beside them. */
async function raceMany(scene: Scene): Promise<Race[]> {
  const { services, clock, random, figures } = scene
  const races = await Promise.all(Array.from({ length: AT_ONCE }, () => placeHold(scene)))
  clock.advance(LIFE_SECONDS * 1_000 - 1)
  const acts = races.flatMap((race) =>
    Array.from({ length: 1 + Math.floor(random() * ACTS_MAX) }, () => ({ race, by: random(), service: random() })),
  )
  let done = 0
  const ended = new AbortController()
  const sweeps: Promise<void>[] = []
  await Promise.all(
    acts.map(async ({ race, by, service }) => {
      await act(scene, race, services[service < 0.5 ? 0 : 1], by)
      done += 1
      if (done !== Math.floor(acts.length / 2)) return
      clock.advance(1)
      for (const one of services) sweeps.push(sweep(one, ended.signal))
    }),
  )
  // What nobody has ended expires by now, unless it was extended.
  clock.advance(LIFE_SECONDS * 1_000)
  ended.abort()
  await Promise.all(sweeps)
  await sweepOnce(services[0], clock)
  figures.races += races.length
  figures.acts += acts.length
  return races
}

/** Who asks again is told so, too. */
async function loseEnds(scene: Scene, races: readonly Race[]): Promise<void> {
  const [service] = scene.services
  const ids = races.map(({ holdId }) => holdId)
  const lost = { stage: 'created', isOpen: true, expiresAt: new Date(scene.clock.now().getTime() + 1_000) }
  await service.database.collection<StoredHold>('holds').updateMany({ _id: { $in: ids } }, { $set: lost })
  for (const race of races.slice(0, 3)) await act(scene, race, service, 0)
}

async function placeHold({
  services,
  organization,
  agents,
  random,
  lifeSeconds = LIFE_SECONDS,
}: Pick<Scene, 'services' | 'organization' | 'agents' | 'random'> & { readonly lifeSeconds?: number }): Promise<Race> {
  const agent = agents[Math.floor(random() * agents.length)] as AgentPrincipal
  const units = BigInt(1 + Math.floor(random() * UNITS_MAX))
  const { createHold } = await execute<{ createHold: { hold: { id: string } } }>(
    services[random() < 0.5 ? 0 : 1].subgraphs.payments,
    organization.admin,
    CREATE,
    {
      input: {
        ...{ walletId: agent.walletId, amount: inDecimals(units), token: 'USDC', chain: 'base', merchant: PAYEE },
        expiresInSeconds: lifeSeconds,
      },
    },
  )
  return { holdId: createHold.hold.id, agent, units, told: [] }
}

async function act(scene: Scene, race: Race, service: Service, by: number): Promise<void> {
  const name: Act = by < 0.3 ? 'capture' : by < 0.6 ? 'part' : by < 0.85 ? 'void' : 'extend'
  const units = name === 'part' ? 1n + (race.units - 1n) / 2n : race.units
  const { holdId } = race
  const input = {
    capture: { holdId },
    part: { holdId, amount: inDecimals(units) },
    void: { holdId },
    extend: { holdId, expiresInSeconds: LIFE_SECONDS },
  }[name]
  const source = { capture: CAPTURE, part: CAPTURE, void: VOID, extend: EXTEND }[name]
  try {
    await execute(service.subgraphs.payments, scene.organization.admin, source, { input })
    race.told.push({ act: name, units })
  } catch (error) {
    const type = error instanceof DomainError ? error.type : String(error)
    if (!REFUSALS.includes(type)) scene.breaches.push(`${name} of ${holdId} is refused with ${type}`)
  }
}

const inDecimals = (units: bigint): string => `0.${String(units).padStart(6, '0')}`

interface StoredHold {
  readonly _id: string
  readonly stage: string
  readonly voidReason: string | null
  readonly capturedAmount: bigint
  readonly paymentId: string | null
}

/** What callers were told, the row, the terminal posting and the payment of each hold. */
async function compare({ services: [{ database }], figures, breaches }: Scene, races: readonly Race[]): Promise<void> {
  const ids = races.map(({ holdId }) => holdId)
  const rows = await database
    .collection<StoredHold>('holds')
    .find({ _id: { $in: ids } })
    .toArray()
  const ends = { 'reference.id': { $in: ids }, type: { $in: ['hold_captured', 'hold_voided'] } }
  const journals = await database
    .collection<{ _id: string; type: string; reference: { id: string } }>('journals')
    .find(ends)
    .toArray()
  const payments = await database
    .collection<{ _id: string; holdId: string; amount: bigint }>('payments')
    .find({ holdId: { $in: ids } })
    .toArray()
  for (const { holdId, told } of races) {
    const row = rows.find(({ _id }) => _id === holdId)
    const posted = journals.filter(({ reference }) => reference.id === holdId).map(({ type }) => type)
    const paid = payments.filter((one) => one.holdId === holdId)
    const successes = told.filter(({ act: one }) => one !== 'extend')
    const [success] = successes
    const isCaptured = success !== undefined && success.act !== 'void'
    const stage = isCaptured ? 'captured' : 'voided'
    const faults = [
      successes.length > 1 ? `${successes.length} callers were told that they ended it` : null,
      row?.stage === stage ? null : `is ${row?.stage ?? 'missing'} and its callers were told ${stage}`,
      posted.join() === `hold_${stage}` ? null : `has the postings ${posted.join() || 'none'} as ${stage}`,
      paid.length === (isCaptured ? 1 : 0) ? null : `has ${paid.length} payments as ${stage}`,
      isCaptured && paid[0]?.amount !== success.units ? `pays ${paid[0]?.amount} of ${success.units} captured` : null,
      success !== undefined || row?.voidReason === 'expired' ? null : `nobody ended it, and it is ${row?.voidReason}`,
    ]
    for (const fault of faults) if (fault !== null) breaches.push(`${holdId} ${fault}`)
    figures[row?.stage === 'captured' ? 'captured' : row?.voidReason === 'expired' ? 'expired' : 'voided'] += 1
  }
}

async function completeCaptured({ services: [{ database, commit }] }: Scene): Promise<void> {
  const rows = await database.collection<PaymentRow>('payments').find({ status: 'pending' }).toArray()
  await Promise.all(
    rows.map((row) =>
      commit.submit(
        completePaymentIntent({ settleLimits: settleReservation }, row, {
          ...{ hash: `0x${row._id}`, block: 1, blockHash: row._id },
        }),
      ),
    ),
  )
}

async function dieEverywhere(scene: Scene, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) await Promise.all(DEATHS.map((step) => dieWhileCapturing(scene, step)))
}

/** A process dies while it captures a hold: who comes after it ends the hold, or finds it ended. */
async function dieWhileCapturing(scene: Scene, step: string): Promise<void> {
  const { world, services, clock, figures, breaches } = scene
  // Of its own, because what a dead process holds is locked for some seconds.
  const organization = await createOrganization(services[0], step)
  const agent = await createFunded(services[0], organization)
  const race = await placeHold({ ...scene, organization, agents: [agent], lifeSeconds: LONG_LIFE_SECONDS })
  const { holdId, units, told } = race
  const principal = organization.admin
  const died = await dieAt(world, { step, at: clock.now(), principal, source: CAPTURE, input: { holdId } })
  if (!died) breaches.push(`the process did not die at ${step}`)
  figures.deaths += 1
  const end = async (): Promise<boolean> => {
    try {
      await execute(services[1].subgraphs.payments, principal, VOID, { input: { holdId } })
      told.push({ act: 'void', units })
    } catch (error) {
      if (!(error instanceof DomainError) || error.type !== 'hold_not_voidable') return false
      told.push({ act: 'capture', units })
    }
    return true
  }
  await waitUntil(`${holdId} can be ended after a death at ${step}`, end, RECOVERY_MS)
  await compare(scene, [race])
}
