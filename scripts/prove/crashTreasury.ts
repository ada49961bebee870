/**
 * Crash points of deposits, holds and the treasury (reliability 7.2 row 2): the service kills itself on both sides of each commit of
 * each step, and at one more of its points by chance, in rounds of which each has all steps. Each step happens once: what arrives, is
 * held, linked, collected, withdrawn, returned and charged is there once, and its money with it.
 */
import { BY_CLOCK, COLLECTED, paymentsEnd } from './crash/achSteps.ts'
import { advanceClock, bankAccountsEnd, treasury } from './crash/bankAccountSteps.ts'
import { chargesEnd, SPENT } from './crash/cardSteps.ts'
import { beforeHolds, HOLD_STEPS, holdsEnd } from './crash/holdSteps.ts'
import { openOutside, outsideEnds, outsideSteps } from './crash/outsideSteps.ts'
import { CONVERTED, quotesEnd } from './crash/quoteSteps.ts'
import { type Body, crashIn, mustSend, type Scene, type Step } from './crash/steps.ts'
import { TREASURY_STEPS } from './crash/treasurySteps.ts'
import { sendJson } from './payingCaller.ts'
import type { ProcessWorld, ServiceProcess } from './processWorld.ts'

/** Returns of sixty days are counted together: too many end what an organization may collect. */
const APART: Step = { name: 'wait', ...advanceClock(61 * 86_400), points: [] }
/** Of a commit: nothing is there yet, and nobody was answered yet. What lies between differs in nothing that is kept. */
const SIDES = [':beforeCommit', ':afterCommit']

interface CrashInput {
  readonly size: 'ci' | 'full'
  readonly walletId: string
  readonly random: () => number
}

export interface Crashed {
  readonly deaths: number
  readonly steps: number
  /** At the point where it has died least often. */
  readonly leastDeaths: number
  readonly breaches: string[]
}

/** What belongs to a round, beside its steps. */
interface Rounds {
  readonly name: string
  readonly steps: readonly Step[]
  readonly begin: (scene: Scene) => Promise<(scene: Scene) => Promise<void>>
}

/** Deposits and plain holds. */
export const crashHolds = (world: ProcessWorld, input: CrashInput): Promise<Crashed> =>
  crashRounds(openScene(world, input), input, {
    ...{ name: 'holds', steps: HOLD_STEPS },
    async begin(scene) {
      const before = await beforeHolds(scene)
      return () => holdsEnd(scene, before)
    },
  })

interface TreasuryInput extends CrashInput {
  /** What the account for cards has before. */
  readonly cents: number
}

export async function crashTreasury(world: ProcessWorld, input: TreasuryInput): Promise<Crashed> {
  const scene = openScene(world, input)
  await mustSend(scene, '/test/kyb-review', { status: 'accepted' })
  await noteAccounts(scene)
  const agent = await openAgent(scene)
  scene.made.set('treasurer', String(agent.agentId)).set('wallet of the treasurer', agent.walletId)
  const { agent_id: owner } = await mustSend(scene, `/wallets/${input.walletId}`)
  let expected = input.cents
  return crashRounds(scene, input, {
    ...{ name: 'treasury', steps: input.size === 'ci' ? TREASURY_STEPS : [...TREASURY_STEPS, APART] },
    async begin() {
      // Evidence and tokens end, and the clock of a round goes months ahead.
      for (const id of [agent.agentId, owner])
        await mustSend(scene, `/compliance/kya/${id}/evidence`, { type: 'purpose_review' })
      scene.agentHeaders = await agent.signIn()
      expected += COLLECTED + BY_CLOCK - CONVERTED - SPENT
      return () => treasuryEnds(scene, expected)
    },
  })
}

/** Last: from then on the service has another bank, and its clock is ahead. */
export async function crashOutside(world: ProcessWorld, input: CrashInput): Promise<Crashed> {
  const opened = openScene(world, input)
  const outside = await openOutside(opened.service, opened)
  try {
    const scene: Scene = { ...opened, adminKey: outside.adminKey }
    await mustSend(scene, '/test/kyb-review', { status: 'accepted' })
    await noteAccounts(scene)
    let rounds = 0
    return await crashRounds(scene, input, {
      ...{ name: 'outside', steps: outsideSteps(outside) },
      async begin() {
        rounds += 1
        return () => outsideEnds(scene, outside, rounds)
      },
    })
  } finally {
    await opened.service.kill()
    await outside.bank.stop()
  }
}

async function noteAccounts(scene: Scene): Promise<void> {
  const { financial_accounts: accounts, account_holder: holder } = await mustSend(
    scene,
    treasury('account-holders/sync'),
    {},
  )
  scene.made.set('holder', String((holder as Body).token))
  for (const { type, token } of accounts as Body[]) scene.made.set(String(type).toLowerCase(), String(token))
}

function openScene(world: ProcessWorld, { walletId }: CrashInput): Scene {
  const service = world.services[0] as ServiceProcess
  return { world, service, adminKey: world.adminKey, made: new Map([['wallet', walletId]]), breaches: [] }
}

/** Every step in each round. At the full size each dies once a round; at the small one a single step, by chance. */
async function crashRounds(
  scene: Scene,
  { size, random }: CrashInput,
  { name, steps, begin }: Rounds,
): Promise<Crashed> {
  const pointsOf = size === 'ci' ? onlyOne(steps, random) : steps.map(({ points }) => sidesAndOne(points, random))
  const rounds = Math.max(...pointsOf.map(({ length }) => length))
  const died = new Map<string, number>()
  let [deaths, taken] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    const end = await begin(scene)
    for (const [index, step] of steps.entries()) {
      const point = pointsOf[index]?.[round] ?? null
      const hasDied = await crashIn(scene, step, point, `${name}-${round}-${index}`)
      deaths += Number(hasDied)
      taken += 1
      const at = `${step.name} ${point}`
      if (point !== null) died.set(at, (died.get(at) ?? 0) + Number(hasDied))
    }
    await end(scene)
  }
  return { deaths, steps: taken, leastDeaths: Math.min(...died.values()), breaches: scene.breaches }
}

/** A point of a single step. */
function onlyOne(steps: readonly Step[], random: () => number): readonly (readonly string[])[] {
  const all = steps.flatMap(({ points }, step) => points.map((point) => ({ step, point })))
  const chosen = all[Math.floor(random() * all.length)]
  return steps.map((_, index) => (chosen?.step === index ? [chosen.point] : []))
}

function sidesAndOne(points: readonly string[], random: () => number): readonly string[] {
  const sides = points.filter((point) => SIDES.some((side) => point.endsWith(side)))
  const others = points.filter((point) => !sides.includes(point))
  return [...sides, ...others.slice(Math.floor(random() * others.length)).slice(0, 1)]
}

/** One that collects and withdraws for the organization. */
async function openAgent(scene: Scene) {
  const { world, service } = scene
  const admin = { 'x-api-key': world.adminKey }
  const post = (path: string, headers: Record<string, string>, body: object) =>
    sendJson(`${service.url}/api/v2/${path}`, headers, body)
  const organization = await world.database.collection<{ _id: string }>('organizations').findOne({})
  const form = { name: 'Treasurer', capabilities: ['treasury'], owner_org_id: organization?._id }
  const { agent_id, api_key, wallet_id } = await post('auth/agent/register', admin, form)
  return {
    agentId: agent_id,
    walletId: String(wallet_id),
    async signIn() {
      const { access_token } = await post('auth/agent/token', {}, { agent_id, api_key })
      return { authorization: `Bearer ${access_token}`, 'x-agent-id': String(agent_id) }
    },
  }
}

/** The account for cards has what was collected, less what was charged: all else came back. */
async function treasuryEnds(scene: Scene, expected: number): Promise<void> {
  const { breaches, made } = scene
  const { balances } = await mustSend(scene, treasury(`balances?financial_account_token=${made.get('issuing')}`))
  const [balance] = balances as Body[]
  if (balance?.available_amount_minor !== expected || balance.total_amount_minor !== expected)
    breaches.push(`the account for cards has ${JSON.stringify(balance)}, and ${expected} were left in it`)
  await bankAccountsEnd(scene)
  await paymentsEnd(scene)
  await quotesEnd(scene)
  await chargesEnd(scene)
}
