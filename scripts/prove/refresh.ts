/**
 * Refresh tokens (specification 5.5, domain A.3, reliability 5.3) over HTTP at two services: of many refreshes at once all get the same
 * successor, a lost response can be fetched again for thirty seconds, a process that dies between two writes loses nothing,
 * and a token that is used a second time ends its family: every access and refresh token of it, in both services at once, and
 * of no other. `--fault` lets the agents forget the families that have ended.
 */
import type { Service } from '../../gateway/compose.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { openTokenWorld, type TokenAgent, type Tokens, type TokenWorld } from './tokenWorld.ts'

const ROUNDS = { ci: 8, full: 2_000 } as const
const AT_ONCE = 8
const GRACE_MS = 30_000
const COLLECTION = 'refreshTokens'

/** Descends from one exchange; `now` is its newest pair. */
interface Family {
  readonly agent: TokenAgent
  readonly past: Tokens[]
  now: Tokens
}

interface Scene {
  readonly world: TokenWorld
  readonly random: () => number
  readonly fault: boolean
  readonly breaches: string[]
  readonly figures: Record<'refreshes' | 'races' | 'crashes' | 'reuses', number>
}

export async function proveRefresh({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const world = await openTokenWorld()
  const figures = { refreshes: 0, races: 0, crashes: 0, reuses: 0 }
  const scene: Scene = { world, random: createRandom(seed), fault, breaches: [], figures }
  try {
    const organization = await world.createOrganization('Refreshing')
    const agents = [await world.createAgent(organization), await world.createAgent(organization)]
    for (let round = 0; round < (fault ? 1 : ROUNDS[size]); round++) {
      const agent = agents[round % agents.length] as TokenAgent
      const [family, spared] = [await openFamily(scene, agent), await openFamily(scene, agent)]
      const steps = 1 + Math.floor(scene.random() * 3)
      for (let step = 0; step < steps; step++) await MOVES[Math.floor(scene.random() * MOVES.length)]?.(scene, family)
      await reuse(scene, family)
      await expectLive(scene, spared)
      // So that entries of ended families run out between rounds.
      world.clock.advance(Math.floor(scene.random() * 20 * 60_000))
    }
    if (!fault) await expectNoneLive(scene)
  } finally {
    await world.close()
  }
  return { figures, breaches: scene.breaches }
}

async function openFamily({ world, random }: Scene, agent: TokenAgent): Promise<Family> {
  return { agent, past: [], now: await world.exchange(anyOf(world, random), agent) }
}

const anyOf = ({ services }: TokenWorld, random: () => number): Service => services[random() < 0.5 ? 0 : 1]

/** What happens to a live family: it is live afterwards. */
const MOVES: readonly ((scene: Scene, family: Family) => Promise<void>)[] = [
  refreshOnce,
  race,
  loseResponse,
  dieBetween,
]

async function refreshOnce(scene: Scene, family: Family): Promise<void> {
  const { world, random } = scene
  accept(scene, family, await world.refresh(anyOf(world, random), family.agent, family.now.refreshToken), 'a refresh')
}

async function race(scene: Scene, family: Family): Promise<void> {
  const { world, random, breaches, figures } = scene
  const { agent, now } = family
  const all = await Promise.all(
    Array.from({ length: AT_ONCE }, () => world.refresh(anyOf(world, random), agent, now.refreshToken)),
  )
  const successors = new Set(all.map((got) => (typeof got === 'string' ? got : got.refreshToken)))
  if (successors.size !== 1) breaches.push(`of refreshes at once came ${[...successors].join(', ')}`)
  for (const got of all.slice(1)) if (typeof got !== 'string') family.past.push(got)
  figures.races += 1
  accept(scene, family, all[0] as Tokens | string, 'one of many refreshes at once')
}

/** The successor was never used, so it can be fetched again. */
async function loseResponse(scene: Scene, family: Family): Promise<void> {
  const { world, random } = scene
  const lost = await world.refresh(anyOf(world, random), family.agent, family.now.refreshToken)
  world.clock.advance(Math.floor(random() * GRACE_MS))
  const again = await world.refresh(anyOf(world, random), family.agent, family.now.refreshToken)
  if (typeof lost !== 'string' && typeof again !== 'string' && lost.refreshToken !== again.refreshToken)
    scene.breaches.push('a lost response is given again with another successor')
  if (typeof lost !== 'string') family.past.push(lost)
  accept(scene, family, again, 'a lost response')
}

/** After the token is marked as used, and before its successor is stored. */
async function dieBetween(scene: Scene, family: Family): Promise<void> {
  const { world, random, figures } = scene
  const { agent, now } = family
  await world.whileStruck(COLLECTION, 1, () =>
    world.refresh(world.services[0], agent, now.refreshToken).then(
      () => scene.breaches.push('a refresh that could not be stored was answered'),
      () => undefined,
    ),
  )
  figures.crashes += 1
  world.clock.advance(Math.floor(random() * GRACE_MS))
  accept(scene, family, await world.refresh(anyOf(world, random), agent, now.refreshToken), 'a refresh after a crash')
}

function accept({ breaches, figures }: Scene, family: Family, got: Tokens | string, what: string): void {
  figures.refreshes += 1
  if (typeof got === 'string') return void breaches.push(`${what} is refused: ${got}`)
  family.past.push(family.now)
  family.now = got
}

/** A token that was used: later than the grace, or after its successor was used; sometimes the process dies on the way. */
async function reuse(scene: Scene, family: Family): Promise<void> {
  const { world, random, breaches, figures, fault } = scene
  const { agent } = family
  const isLate = random() < 0.5
  await refreshOnce(scene, family)
  if (!isLate) await refreshOnce(scene, family)
  if (isLate) world.clock.advance(GRACE_MS + 1 + Math.floor(random() * 60_000))
  const stolen = (isLate ? family.past.at(-1) : family.past.at(-2)) as Tokens
  const again = () => world.refresh(world.services[0], agent, stolen.refreshToken)
  const dies = random() < 0.5
  if (dies) await world.whileStruck(COLLECTION, 0, () => again().catch(() => undefined))
  else if ((await again()) !== 'refresh_token_reused') breaches.push('a token that was used is accepted again')
  figures.reuses += 1
  if (dies) figures.crashes += 1
  if (fault) await forgetEnded(world, agent)
  await expectEnded(scene, family)
}

async function expectEnded({ world, breaches }: Scene, { agent, past, now }: Family): Promise<void> {
  for (const { accessToken } of [now, ...past])
    for (const service of world.services)
      if ((await world.refusalOf(service, accessToken)) === null)
        breaches.push('an access token of an ended family is accepted')
  const newest = await world.refresh(world.services[1], agent, now.refreshToken)
  if (newest !== 'refresh_token_reused') breaches.push('the newest refresh token of an ended family is accepted')
}

async function expectLive({ world, breaches }: Scene, { agent, now }: Family): Promise<void> {
  const refusal = await world.refusalOf(world.services[0], now.accessToken)
  if (refusal !== null) breaches.push(`an access token of another family is refused: ${refusal}`)
  const next = await world.refresh(world.services[0], agent, now.refreshToken)
  if (typeof next === 'string') breaches.push(`a refresh token of another family is refused: ${next}`)
}

/** In the database too: nothing comes back to life when an entry of the agent runs out. */
async function expectNoneLive({ world, breaches }: Scene): Promise<void> {
  const rows = world.services[0].database.collection<{ familyId: string; revokedAt: Date | null }>(COLLECTION)
  const ended = await rows.distinct('familyId', { revokedAt: { $ne: null } })
  const live = await rows.countDocuments({ familyId: { $in: ended }, revokedAt: null })
  if (live > 0) breaches.push(`${live} refresh tokens of ended families are not revoked`)
}

/** The fault. */
async function forgetEnded({ services: [{ database }] }: TokenWorld, { agentId }: TokenAgent): Promise<void> {
  await database.collection<{ _id: string }>('agents').updateOne({ _id: agentId }, { $unset: { endedFamilies: 1 } })
}
