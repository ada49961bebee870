/**
 * Conversions (domain 1.9) in every token on every chain: their dollars leave in the commit that queues the delivery, and are
 * back where the token refuses the treasury, before it is sent and on the chain; others arrive, also after a reorganization
 * has taken them away; quotes that are executed many times at once are delivered once. In the end dollars, tokens and the stock of the
 * treasury are what they should be, to the unit, and the audit finds nothing. `--fault` books more than is
 * delivered.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import { findHotWallet } from '../../subgraphs/payments/settlement/network/senders.ts'
import type { UsdPosition } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { waitUntil } from '../waitUntil.ts'
import { FAST_OPTIONS } from './chainEnds.ts'
import { balanceOf, refuseSender, representativeRows, TOKEN_ROWS, type TokenRow } from './chains/tokenRows.ts'
import { createAgent, createOrganization, type ProveOrganization } from './organization.ts'
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'
import { execute, openWorld, type ProveWorld, type WorldNode } from './world.ts'

const ROUNDS = { ci: 1, full: 10 } as const
/** What may be collected in a day. */
const DOLLARS = 5_000_000
const DELIVERED_EACH = 3
const CENTS_MAX = 5_000
const AT_ONCE = 4
/** Until then something hangs, however busy the machine is. */
const END_MS = 300_000
const TRIES_MAX = 20

const input = (type: string, field: string, of: string) =>
  `mutation ($input: ${type}!) { ${field}(input: $input) { ${of} } }`
const SYNC = input('SyncAccountHolderInput', 'syncAccountHolder', 'created')
const LINK = input('LinkExternalBankAccountInput', 'linkExternalBankAccount', 'externalBankAccount { id }')
const FUND = input('FundTreasuryInput', 'fundTreasury', 'treasuryPayment { id }')
const ADVANCE = input('SimulateTreasuryPaymentEventInput', 'simulateTreasuryPaymentEvent', 'treasuryPayment { status }')
const QUOTE = 'conversionQuote { id status fromAmountMinor toAmount paymentId failureCode deliveredAt }'
export const CREATE = input('CreateConversionQuoteInput', 'createConversionQuote', QUOTE)
export const EXECUTE = input('ExecuteConversionQuoteInput', 'executeConversionQuote', QUOTE)

export interface Quote {
  readonly id: string
  readonly status: string
  readonly fromAmountMinor: number
  readonly toAmount: string
  readonly paymentId: string | null
}

interface Scene {
  readonly row: TokenRow
  readonly node: WorldNode
  readonly agent: AgentPrincipal
  readonly address: string
  readonly executed: { readonly quote: Quote; readonly mustFail: boolean }[]
}

export async function proveConversions({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const representative = representativeRows()
  const rows = fault ? representative.slice(0, 1) : size === 'ci' ? representative : TOKEN_ROWS
  const chains = [...new Set(rows.map(({ chain }) => chain))]
  const world = await openWorld({ chains })
  const breaches: string[] = []
  const figures = { rows: rows.length, chains: chains.length, delivered: 0, failed: 0, reorganized: 0 }
  try {
    const refusing = new Set<Scene>()
    let refused = Promise.resolve()
    const service = await world.open({
      ...{ withWorkers: true, isQuiet: true },
      settlement: {
        options: FAST_OPTIONS,
        // Simulated and signed: what is refused from now on fails on the chain.
        async onStep(step) {
          if (step !== 'signed') return
          const scenes = [...refusing]
          refusing.clear()
          if (scenes.length > 0) refused = refuseAll(service, scenes, true)
          // Whatever is signed meanwhile is sent no earlier either.
          await refused
        },
      },
    })
    const organization = await createOrganization(service, 'Conversions')
    await fundDollars(service, organization)
    const scenes = await Promise.all(rows.map((row) => openScene(world, service, organization, row)))
    // The hot wallet is stocked by the first quote of each.
    await Promise.all(scenes.map((scene) => convert(service, organization, scene, { random, fault: false })))
    await waitForNone(service)
    for (let round = 0; round < (fault ? 1 : ROUNDS[size]); round++) {
      if (!fault) await failAll(service, organization, scenes, { refusing, random })
      const wanted = scenes.flatMap((scene) => Array.from({ length: DELIVERED_EACH }, () => scene))
      await Promise.all(wanted.map((scene) => convert(service, organization, scene, { random, fault })))
      await waitForNone(service)
      if (!fault) figures.reorganized += await reorganizeAll(service, scenes)
      await waitForArrival(service, scenes).catch((error: Error) => breaches.push(error.message))
    }
    breaches.push(...(await findWrongEnds(service, organization, scenes)))
    for (const { executed } of scenes) {
      figures.failed += executed.filter(({ mustFail }) => mustFail).length
      figures.delivered += executed.filter(({ mustFail }) => !mustFail).length
    }
    breaches.push(...(await world.audit()))
  } finally {
    await world.close()
  }
  return { figures, breaches }
}

export async function fundDollars(service: Service, { admin }: ProveOrganization): Promise<void> {
  const { treasury } = service.subgraphs
  const ask = <T>(document: string, more: object) => execute<T>(treasury, admin, document, { input: more })
  await ask(SYNC, {})
  const bank = { routingNumber: '021000021', accountNumber: '12345678', type: 'CHECKING', owner: 'Acme Inc' }
  const { linkExternalBankAccount } = await ask<{
    linkExternalBankAccount: { externalBankAccount: { id: string } }
  }>(LINK, { ...bank, ownerType: 'BUSINESS', verificationMethod: 'EXTERNALLY_VERIFIED' })
  for (let part = 0; part < DOLLARS; part += 2_500_000) {
    const { fundTreasury } = await ask<{ fundTreasury: { treasuryPayment: { id: string } } }>(FUND, {
      amountMinor: Math.min(2_500_000, DOLLARS - part),
      externalBankAccountToken: linkExternalBankAccount.externalBankAccount.id,
    })
    const { id } = fundTreasury.treasuryPayment
    for (let event = 0; event < 3; event++) await ask(ADVANCE, { id }).catch(() => undefined)
  }
}

async function openScene(
  world: ProveWorld,
  service: Service,
  organization: ProveOrganization,
  row: TokenRow,
): Promise<Scene> {
  const agent = await untilDone(() => createAgent(service, organization, 'Max $100,000 per transaction.'))
  const wallets = service.database.collection<{ _id: string; address: string }>('wallets')
  const { address } = (await wallets.findOne({ _id: agent.walletId })) as { address: string }
  return { row, node: world.nodes[row.chain] as WorldNode, agent, address, executed: [] }
}

interface Converting {
  readonly random: () => number
  readonly fault: boolean
  readonly mustFail?: boolean
}

/** Executed several times at once: it has one delivery. */
async function convert(
  service: Service,
  { admin }: ProveOrganization,
  { row, agent, executed }: Scene,
  { random, fault, mustFail = false }: Converting,
): Promise<void> {
  const { treasury } = service.subgraphs
  const ask = async (document: string, more: object): Promise<Quote> => {
    const answer = await untilDone(() =>
      execute<Record<string, { conversionQuote: Quote }>>(treasury, admin, document, { input: more }),
    )
    return Object.values(answer)[0]?.conversionQuote as Quote
  }
  const fixed = 2 + Math.floor(random() * CENTS_MAX)
  const asked = random() < 0.5 ? { fromAmountMinor: fixed } : { toAmount: (fixed / 100).toFixed(2) }
  const { id } = await ask(CREATE, { ...asked, toToken: row.token, toChain: row.chain, walletId: agent.walletId })
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(EXECUTE, { id })))
  const [quote] = answers
  if (quote === undefined || answers.some(({ paymentId }) => paymentId !== quote.paymentId))
    throw new Error(`${id} has several deliveries`)
  executed.push({ quote, mustFail })
  if (!fault) return
  await service.database.collection<{ _id: string }>('quotes').updateOne({ _id: id }, { $inc: { toUnits: 1 } })
}

/** On a busy machine a caller is told that nothing was done, and tries again. */
async function untilDone<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await ask()
    } catch (error) {
      const isBusy = error instanceof DomainError && error.type === 'service_unavailable'
      if (!isBusy || tries >= TRIES_MAX) throw error
      await sleep(250)
    }
}

async function refuseAll({ database }: Service, scenes: readonly Scene[], isRefused: boolean): Promise<void> {
  const hot = await findHotWallet(database, 'test')
  if (hot === null) throw new Error('nothing was ever stocked')
  // One after the other on each chain, where some tokens have the same administrator.
  const refuseEach = async (own: readonly Scene[]) => {
    for (const { node, row } of own) await refuseSender(node, row, hot.address, isRefused)
  }
  await Promise.all([...Map.groupBy(scenes, ({ node }) => node).values()].map(refuseEach))
}

/** One that is refused when it is simulated, and one that the chain reverts. */
async function failAll(
  service: Service,
  organization: ProveOrganization,
  scenes: readonly Scene[],
  { refusing, random }: { readonly refusing: Set<Scene>; readonly random: () => number },
): Promise<void> {
  const fail = (scene: Scene) => convert(service, organization, scene, { random, fault: false, mustFail: true })
  await refuseAll(service, scenes, true)
  await Promise.all(scenes.map(fail))
  await waitForNone(service)
  await refuseAll(service, scenes, false)
  for (const scene of scenes) refusing.add(scene)
  await Promise.all(scenes.map(fail))
  await waitForNone(service)
  await refuseAll(service, scenes, false)
}

const waitForNone = ({ database }: Service) =>
  waitUntil(
    'every delivery ends',
    async () => (await database.collection('payments').countDocuments({ status: 'pending' })) === 0,
    END_MS,
  )

/** @returns how many deliveries it took away */
async function reorganizeAll({ database }: Service, scenes: readonly Scene[]): Promise<number> {
  const taken = await Promise.all(
    [...Map.groupBy(scenes, ({ node }) => node)].map(async ([node, own]) => {
      const ids = own.flatMap(({ executed }) => executed.slice(-DELIVERED_EACH).map(({ quote }) => quote.paymentId))
      type Mined = { _id: string; chainWork: { minedBlock: number } | null }
      const rows = await database
        .collection<Mined>('payments')
        .find({ _id: { $in: ids as string[] }, status: 'completed' })
        .toArray()
      const blocks = rows.flatMap(({ chainWork }) => chainWork?.minedBlock ?? [])
      if (blocks.length > 0) await node.reorganizeFrom(Math.min(...blocks.map(Number)))
      return blocks.length
    }),
  )
  return taken.reduce((sum, count) => sum + count, 0)
}

const wantedOf = ({ executed }: Scene): bigint =>
  executed.reduce((sum, { quote, mustFail }) => sum + (mustFail ? 0n : unitsOf(quote)), 0n)
const unitsOf = ({ toAmount }: Quote): bigint => {
  const [whole = '', fraction = ''] = toAmount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** On the chain, and credited. */
async function waitForArrival({ database }: Service, scenes: readonly Scene[]): Promise<void> {
  const isThere = async (scene: Scene) => {
    const wanted = wantedOf(scene)
    if ((await balanceOf(scene.node, scene.row, scene.address)) !== wanted) return false
    type Position = { walletId: string; balances: Record<string, { available: bigint }> }
    const found = await database.collection<Position>('positions').findOne({ walletId: scene.agent.walletId })
    return BigInt(found?.balances[`${scene.row.chain}:${scene.row.token}`]?.available ?? 0n) === wanted
  }
  await waitUntil(
    'everything that was converted arrives, and no more',
    async () => {
      const tasks = await database.collection('settlementTasks').countDocuments({})
      return tasks === 0 && (await Promise.all(scenes.map(isThere))).every(Boolean)
    },
    END_MS,
  )
  await sleep(500)
}

async function findWrongEnds(
  { database }: Service,
  { admin }: ProveOrganization,
  scenes: readonly Scene[],
): Promise<string[]> {
  const all = scenes.flatMap(({ executed }) => executed)
  const rows = await database
    .collection<{ _id: string; status: string; deliveredAt: Date | null }>('quotes')
    .find({ _id: { $in: all.map(({ quote }) => quote.id) } })
    .toArray()
  const byId = new Map(rows.map((row) => [row._id, row]))
  const wrong = all.flatMap(({ quote, mustFail }) => {
    const row = byId.get(quote.id)
    const isRight = mustFail
      ? row?.status === 'canceled' && row.deliveredAt === null
      : row?.status === 'executed' && row.deliveredAt !== null
    return isRight ? [] : [`${quote.id} ${mustFail ? 'should fail' : 'should arrive'} and is ${row?.status}`]
  })
  const spent = all.reduce((sum, { quote, mustFail }) => sum + (mustFail ? 0 : quote.fromAmountMinor), 0)
  const position = await database.collection<UsdPosition>('positions').findOne({ _id: `usd:${admin.orgId}:test` })
  const available = Object.values(position?.accounts ?? {}).reduce((sum, one) => sum + Number(one.available), 0)
  const inFlight = Number(position?.totals.conversionInFlight ?? 0n)
  if (available !== DOLLARS - spent || inFlight !== 0)
    wrong.push(`${available} cents are available and ${inFlight} in flight, of ${DOLLARS} with ${spent} converted`)
  return wrong
}
