/**
 * What a restored backup does not know (reliability 3.3): a conversion's quote is open again, and executing it once more must
 * not deliver its tokens twice; a hold is captured once, and what is paid already does not fail.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { composeService, type Service } from '../../gateway/compose.ts'
import { parseConfig } from '../../gateway/config.ts'
import { runWorkers } from '../../gateway/workers.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { FAST_OPTIONS } from '../../scripts/prove/chainEnds.ts'
import { balanceOf, TOKEN_ROWS, type TokenRow } from '../../scripts/prove/chains/tokenRows.ts'
import { CREATE, EXECUTE, fundDollars, type Quote } from '../../scripts/prove/conversions.ts'
import { copyDatabase, RESTORED } from '../../scripts/prove/copyDatabase.ts'
import { createAgent, createOrganization, fundByFaucet, pay } from '../../scripts/prove/organization.ts'
import { execute, findBreaches, openWorld, type ProveWorld, type WorldNode } from '../../scripts/prove/world.ts'
import { waitUntil } from '../../scripts/waitUntil.ts'
import { loadRates } from '../../subgraphs/payments/index.ts'
import { mismatchCaseIdOf } from '../../subgraphs/payments/models/cases.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import type { UsdPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { MismatchId } from '../../subgraphs/shared/ids.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'

const quiet = { info() {}, warn() {}, error() {} }
const rowOf = (wanted: string) => TOKEN_ROWS.find(({ chain, token }) => `${token} on ${chain}` === wanted) as TokenRow
const RELAYED = rowOf('USDC on base')
/** The hot wallet sends it itself. */
const DIRECT = rowOf('USDT on ethereum')
/** Of ten dollars, after the fee. */
const UNITS = 9_990_000n

let world: ProveWorld
beforeEach(async () => {
  world = await openWorld({ chains: ['base', 'ethereum', 'polygon'] })
}, 60_000)
afterEach(() => world.close(), 60_000)

function running<T>(name: string, work: (service: Service) => Promise<T>): Promise<T> {
  return composed(name, async (service) => {
    const workers = runWorkers(service.workers, quiet)
    try {
      return await work(service)
    } finally {
      await workers.stop(5_000)
    }
  })
}

/** It accepts requests, and does nothing by itself. */
async function composed<T>(name: string, work: (service: Service) => Promise<T>): Promise<T> {
  const config = parseConfig({ ...world.environment, DATABASE_NAME: name })
  const service = await composeService(config, { log: quiet, settlement: { options: FAST_OPTIONS } })
  try {
    return await work(service)
  } finally {
    await service.close(5_000)
  }
}

async function ask({ subgraphs }: Service, by: Principal, document: string, input: object): Promise<Quote> {
  const answer = await execute<Record<string, { conversionQuote: Quote }>>(subgraphs.treasury, by, document, { input })
  return Object.values(answer)[0]?.conversionQuote as Quote
}

/** @returns its delivery */
async function delivered(service: Service, by: Principal, id: string): Promise<string | null> {
  const { paymentId } = await ask(service, by, EXECUTE, { id })
  const quotes = service.database.collection<{ _id: string; deliveredAt: Date | null }>('quotes')
  await waitUntil('it is delivered', async () => (await quotes.findOne({ _id: id }))?.deliveredAt, 60_000)
  return paymentId
}

/** It does not end while the test goes on: one that waits for an approval has no end either. */
async function keepOpen({ database }: Service, id: string): Promise<void> {
  const later = new Date(Date.now() + 3_600_000)
  const quotes = database.collection<{ _id: string }>('quotes')
  await quotes.updateOne({ _id: id }, { $set: { expiresAt: later, dueAt: later } })
}

/** Whatever they have moved is explained, or is known to be unexplained. */
async function readBlocks({ database }: Service, { row, node }: Scene): Promise<void> {
  const head = Number(await callRpc(node.rpcUrl, 'eth_blockNumber', []))
  const network = `test:${row.chain}`
  const cursors = database.collection<{ _id: string; number: number }>('chainCursors')
  await waitUntil('its blocks are read', () => cursors.findOne({ _id: network, number: { $gte: head } }), 60_000)
  const tasks = database.collection('settlementTasks')
  await waitUntil('its transfers are looked at', async () => (await tasks.countDocuments({ network })) === 0, 60_000)
}

interface Scene {
  readonly row: TokenRow
  readonly node: WorldNode
  readonly admin: OrganizationPrincipal
  readonly walletId: string
  readonly address: string
}

async function openScene(service: Service, row: TokenRow): Promise<Scene> {
  const organization = await createOrganization(service, 'Restored')
  await fundDollars(service, organization)
  const { walletId } = await createAgent(service, organization, 'Max $100 per transaction.')
  const wallets = service.database.collection<{ _id: string; address: string }>('wallets')
  const wallet = await wallets.findOne({ _id: walletId })
  const node = world.nodes[row.chain] as WorldNode
  return { row, node, admin: organization.admin, walletId, address: wallet?.address ?? '' }
}

async function quoted(service: Service, { row, admin, walletId }: Scene): Promise<string> {
  const form = { fromAmountMinor: 1_000, toToken: row.token, toChain: row.chain, walletId }
  const { id } = await ask(service, admin, CREATE, form)
  await keepOpen(service, id)
  return id
}

async function dollarsOf({ database }: Service, { admin }: Scene): Promise<bigint> {
  const id = `usd:${admin.orgId}:test`
  const position = await database.collection<UsdPosition>('positions').findOne({ _id: id } as object)
  return Object.values(position?.accounts ?? {}).reduce((sum, { available }) => sum + BigInt(available), 0n)
}

function findRestoredBreaches(): Promise<string[]> {
  const rpcUrls = Object.fromEntries(Object.entries(world.nodes).map(([chain, { rpcUrl }]) => [chain, rpcUrl]))
  return findBreaches({ mongodbUri: world.mongodbUri, database: RESTORED, rpcUrls })
}

const received = ({ row, node, address }: Scene) => balanceOf(node, row, address)

test.each([
  { token: 'USDC', row: RELAYED, when: 'at once', isRead: false },
  { token: 'USDC', row: RELAYED, when: 'once its delivery was read', isRead: true },
  { token: 'USDT', row: DIRECT, when: 'at once', isRead: false },
  { token: 'USDT', row: DIRECT, when: 'once its delivery was read', isRead: true },
])(
  'a quote for $token whose execution was lost is delivered once, executed again $when',
  { timeout: 180_000 },
  async (given) => {
    const { id, scene, first } = await running('prove', async (service) => {
      const scene = await openScene(service, given.row)
      const id = await quoted(service, scene)
      await copyDatabase(world, false)
      return { id, scene, first: await delivered(service, scene.admin, id) }
    })
    expect(await received(scene)).toBe(UNITS)

    await running(RESTORED, async (service) => {
      if (given.isRead) await readBlocks(service, scene)
      const unexplained = () => service.subgraphs.payments.stock.unexplained('test')
      const sent = { chain: given.row.chain, token: given.row.token, units: UNITS, to: scene.address.toLowerCase() }
      expect(await unexplained()).toMatchObject(given.isRead ? [sent] : [])
      expect(await delivered(service, scene.admin, id)).toBe(first)
      expect(await received(scene)).toBe(UNITS)
      expect(await unexplained()).toEqual([])
      // What was made after that transfer is none of it.
      await delivered(service, scene.admin, await quoted(service, scene))
      expect(await received(scene)).toBe(2n * UNITS)
    })
    expect(await findRestoredBreaches()).toEqual([])
  },
)

test.each([
  { how: 'by an authorization', row: rowOf('EURC on base'), isRead: false },
  { how: 'by an authorization, which was read', row: rowOf('EURC on base'), isRead: true },
  { how: 'directly', row: rowOf('EURC on polygon'), isRead: false },
  { how: 'directly, which was read', row: rowOf('EURC on polygon'), isRead: true },
])(
  'a quote whose lost execution had another price counts as delivered in that amount: $how',
  { timeout: 180_000 },
  async (given) => {
    const { id, scene, first } = await running('prove', async (service) => {
      await loadRates({ database: service.database, clock: systemClock }, [{ rate: '1.0850', source: 'test' }])
      const scene = await openScene(service, given.row)
      const id = await quoted(service, scene)
      await copyDatabase(world, false)
      return { id, scene, first: await delivered(service, scene.admin, id) }
    })
    const units = await received(scene)

    await running(RESTORED, async (service) => {
      if (given.isRead) await readBlocks(service, scene)
      // As an approval prices it after its minute.
      const quotes = service.database.collection<{ _id: string; toUnits: bigint; fromCents: bigint; status: string }>(
        'quotes',
      )
      await quotes.updateOne({ _id: id }, { $set: { toUnits: units + 45_000n, 'fx.rate': '1.0797' } })
      const before = await dollarsOf(service, scene)
      expect(await delivered(service, scene.admin, id)).toBe(first)
      expect(await received(scene)).toBe(units)
      expect(await quotes.findOne({ _id: id })).toMatchObject({ status: 'executed', toUnits: units })
      expect(before - (await dollarsOf(service, scene))).toBe(1_000n)
      const payments = service.database.collection<{ _id: string }>('payments')
      expect(await payments.findOne({ _id: first ?? '' })).toMatchObject({ status: 'completed', amount: units })
      const open = service.database.collection('mismatches').countDocuments({ state: 'open' })
      expect(await open).toBe(0)
    })
    expect(await findRestoredBreaches()).toEqual([])
  },
)

const HOLD = 'mutation ($input: CreateHoldInput!) { createHold(input: $input) { hold { id } } }'
const CAPTURE = 'mutation ($input: CaptureHoldInput!) { captureHold(input: $input) { hold { id } } }'
const FREEZE = 'mutation ($input: FreezeWalletInput!) { freezeWallet(input: $input) { wallet { id } } }'
const UNFREEZE = 'mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { id } } }'
const DECIDE = 'mutation ($input: DecideCaseInput!) { decideCase(input: $input) { complianceCase { id } } }'
const [MERCHANT, PAID, UNPAID] = ['44', '55', '66'].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string]

const payments = ({ database }: Service) => database.collection<PaymentRow>('payments')
const ended = (service: Service, which: object) =>
  waitUntil('it has ended', () => payments(service).findOne({ ...which, status: { $ne: 'pending' } }), 60_000)

test('paid after the backup, a queued payment is not failed by a stop, and a hold is captured once', async () => {
  const ask = ({ subgraphs }: Service, document: string, input: object) =>
    execute(subgraphs.payments, admin, document, { input })
  const { admin, payer, holder, hold } = await running('prove', async (service) => {
    const organization = await createOrganization(service, 'Restored')
    const [payer, holder] = [
      await createAgent(service, organization, 'Max $100 per transaction.'),
      await createAgent(service, organization, 'Max $100 per transaction.'),
    ]
    for (const { walletId } of [payer, holder]) await fundByFaucet(service, organization, { walletId, amount: '50' })
    const funded = { 'balances.base:USDC.available': 50_000_000n }
    const positions = service.database.collection('positions')
    await waitUntil('the deposits', async () => (await positions.countDocuments(funded)) === 2, 60_000)
    const form = { walletId: holder.walletId, amount: '20.00', token: 'USDC', merchant: MERCHANT }
    const { admin } = organization
    const { createHold } = await execute<{ createHold: { hold: { id: string } } }>(
      service.subgraphs.payments,
      admin,
      HOLD,
      { input: form },
    )
    return { admin, payer, holder, hold: createHold.hold.id }
  })
  await composed('prove', (service) => pay(service, payer, { units: 3_000_000n, to: PAID }))
  await copyDatabase(world, false)
  const captured = await running('prove', async (service) => {
    await ask(service, CAPTURE, { holdId: hold, amount: '12.50' })
    expect(await ended(service, { to: PAID })).toMatchObject({ status: 'completed' })
    return ended(service, { holdId: hold })
  })
  expect(captured).toMatchObject({ status: 'completed' })

  // Before anything of the chain is read.
  await composed(RESTORED, async (service) => {
    await pay(service, payer, { units: 1_000_000n, to: UNPAID })
    await ask(service, FREEZE, { walletId: payer.walletId, reason: 'It is looked into.' })
    await ask(service, UNFREEZE, { walletId: payer.walletId, reason: 'It was looked into.' })
  })
  await running(RESTORED, async (service) => {
    expect(await ended(service, { to: PAID })).toMatchObject({ status: 'completed' })
    expect(await ended(service, { to: UNPAID })).toMatchObject({ status: 'failed', failureCode: 'wallet_frozen' })
    const outflow = { walletId: holder.walletId, kind: 'unexpected_outflow', state: 'open' }
    const mismatches = service.database.collection<{ _id: MismatchId }>('mismatches')
    const found = await waitUntil('what was captured is not explained', () => mismatches.findOne(outflow), 60_000)
    const officer = { ...admin, roles: ['admin', 'compliance'] } as const
    const decision = { caseId: mismatchCaseIdOf(found._id), decision: 'clear', comment: 'It is the capture.' }
    await execute(service.subgraphs.payments, officer, DECIDE, { input: decision })
    await ask(service, UNFREEZE, { walletId: holder.walletId, reason: 'It was looked into.' })
    await ask(service, CAPTURE, { holdId: hold, amount: '12.50' })
    const again = await ended(service, { holdId: hold })
    expect(again).toMatchObject({ status: 'completed', txHash: captured.txHash })
    const base = world.nodes.base as WorldNode
    expect(await balanceOf(base, RELAYED, MERCHANT)).toBe(12_500_000n)
    expect(await mismatches.countDocuments({ state: 'open' })).toBe(0)
    const positions = service.database.collection<{ balances: Record<string, object> }>('positions')
    const position = await positions.findOne({ walletId: holder.walletId })
    const left = { available: 37_500_000n, held: 0n, inFlight: 0n, onChain: 37_500_000n }
    expect(position?.balances['base:USDC']).toMatchObject(left)
  })
  expect(await findRestoredBreaches()).toEqual([])
}, 180_000)
