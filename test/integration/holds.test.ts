// Holds (domain 2.1) where time, zones and numbers move under them: whatever ends them, money and limits come out even.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { audit } from '../../scripts/audit/audit.ts'
import { type HoldRow, readWalletsOfEndedMandates } from '../../subgraphs/payments/models/holds.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, PAYEE, type Registered, refusalOf } from '../support/mandatesWorld.ts'

const DATABASE = 'holds-test'

let world: MandatesWorld
let admin: OrganizationPrincipal

beforeAll(async () => {
  world = await openMandatesWorld(DATABASE)
  admin = await world.newOrganization()
}, 90_000)

afterAll(() => world.stop())

interface Hold {
  readonly id: string
  readonly status: string
  readonly voidReason: string | null
}

const FIELDS = 'hold { id status voidReason }'

async function act(operation: 'capture' | 'void', holdId: string, more: object = {}): Promise<Hold> {
  const type = `${operation === 'capture' ? 'Capture' : 'Void'}HoldInput`
  const source = `mutation ($input: ${type}!) { act: ${operation}Hold(input: $input) { ${FIELDS} } }`
  const { payments } = world.service.subgraphs
  const { act } = await execute<{ act: { hold: Hold } }>(payments, admin, source, { input: { holdId, ...more } })
  return act.hold
}

async function place({ agent: { walletId } }: Registered, amount: string, more: object = {}): Promise<string> {
  const source = `mutation ($input: CreateHoldInput!) { createHold(input: $input) { ${FIELDS} approval { subjectId } } }`
  const input = { walletId, amount, token: 'USDC', merchant: PAYEE, ...more }
  const { createHold } = await execute<{ createHold: { hold: Hold | null; approval: { subjectId: string } | null } }>(
    ...([world.service.subgraphs.payments, admin, source, { input }] as const),
  )
  return createHold.hold?.id ?? createHold.approval?.subjectId ?? ''
}

async function mandate({ agent: { agentId, walletId } }: Registered, policy: string): Promise<string> {
  const input = { agentId, walletId, policy, expiresAt: '2099-01-01T00:00:00Z' }
  const source = 'mutation ($input: CreateMandateInput!) { createMandate(input: $input) { mandate { id } } }'
  const { createMandate } = await world.run<{ createMandate: { mandate: { id: string } } }>(admin, source, { input })
  return createMandate.mandate.id
}

async function moveTo(id: string, policy: string, limitTimezone: string): Promise<void> {
  const source = 'mutation ($input: UpdateMandateInput!) { updateMandate(input: $input) { replayed } }'
  await world.run(admin, source, { input: { id, policy, limitTimezone } })
}

/** By another person than the one who asked. */
async function approve(holdId: string): Promise<void> {
  const row = await world.database.collection<HoldRow>('holds').findOne({ _id: holdId } as never)
  await decide(row?.approvalId)
}

async function decide(approvalId: unknown): Promise<void> {
  const source = 'mutation ($input: DecideApprovalInput!) { approveApproval(input: $input) { approval { status } } }'
  const by = { ...admin, personId: 'q', keyId: 'key_2' } as const
  await execute(world.service.subgraphs.payments, by, source, { input: { approvalId } })
}

const paymentOf = async (holdId: string): Promise<PaymentRow> => {
  const row = await world.database.collection<PaymentRow>('payments').findOne({ holdId } as never)
  if (row === null) throw new Error(`${holdId} has no payment`)
  return row
}

// First: the acts of this world's settlement emit no events of completion.
describe('the audit', () => {
  test('finds nothing in holds that are open, parked, approved, captured, paid, failed and voided', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    await mandate(of, 'Max $1000 per day. Require approval above $20.')
    const [captured, failed, voided] = [await place(of, '12.00'), await place(of, '7.00'), await place(of, '9.00')]
    await place(of, '3.00')
    await place(of, '21.00')
    await act('capture', captured, { amount: '5.00' })
    await act('capture', failed)
    await world.fail(await paymentOf(failed))
    await act('void', voided)
    await approve(await place(of, '22.00'))
    const found = await breaches()
    expect([...found.values()].flat()).toEqual([])
    expect(found.size).toBeGreaterThan(5)

    const holds = world.database.collection<HoldRow>('holds')
    const open = await holds.findOne({ walletId: of.agent.walletId, stage: 'created' } as never)
    const change = (fields: object) => holds.updateOne({ _id: open?._id } as never, { $set: fields } as never)
    await change({ stage: 'voided', isOpen: false })
    const ended = await breaches()
    for (const point of [4, 8, 10]) expect(ended.get(point)).not.toEqual([])
    await change({ stage: 'created', isOpen: true, usdMicro: 1n })
    expect((await breaches()).get(4)).not.toEqual([])
  })

  /** Without the chain, which this world does not have. */
  async function breaches(): Promise<Map<number, readonly string[]>> {
    const { mongodbUri } = inject('services')
    const { points } = await audit({ mongodbUri, database: DATABASE, endpoints: new Map() })
    return new Map(points.filter(({ point }) => point !== 6).map(({ point, breaches }) => [point, breaches]))
  }
})

describe('what a hold allows', () => {
  test('it tells whether the payment that captured it has arrived, since it stays captured when that fails', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    await mandate(of, 'Max $1000 per day.')
    const [paid, failed] = [await place(of, '10.00'), await place(of, '10.00')]
    const source = 'query ($id: ID!) { hold(id: $id) { status paymentStatus } }'
    const told = async (id: string, by: Principal = admin) =>
      (await execute<{ hold: object }>(world.service.subgraphs.payments, by, source, { id })).hold
    expect(await told(paid)).toEqual({ status: 'created', paymentStatus: null })
    await act('capture', paid)
    expect(await told(paid)).toEqual({ status: 'captured', paymentStatus: 'pending' })
    await world.complete(await paymentOf(paid))
    expect(await told(paid)).toEqual({ status: 'captured', paymentStatus: 'completed' })
    await act('capture', failed)
    await world.fail(await paymentOf(failed))
    // Also to an agent that may not read payments.
    const holder = { ...of.agent, capabilities: ['holds'] as const }
    expect(await told(failed, holder)).toEqual({ status: 'captured', paymentStatus: 'failed' })
  })

  test('at most its amount is captured, and nothing extends it once it has ended', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    await mandate(of, 'Max $1000 per day.')
    const [open, voided] = [await place(of, '10.00'), await place(of, '10.00')]
    expect(await refusalOf(act('capture', open, { amount: '10.000001' }))).toBe('invalid_request above_hold')
    await act('void', voided)
    const before = await world.database.collection<HoldRow>('holds').findOne({ _id: voided } as never)
    const source = 'mutation ($input: ExtendHoldInput!) { extendHold(input: $input) { replayed } }'
    const input = { holdId: voided, expiresInSeconds: 2_000_000 }
    const extended = execute(world.service.subgraphs.payments, admin, source, { input })
    expect(await refusalOf(extended)).toMatch(/^conflict/)
    expect((await world.database.collection<HoldRow>('holds').findOne({ _id: voided } as never))?.expiresAt).toEqual(
      before?.expiresAt,
    )
    await act('void', open)
  })
})

describe('limit windows (domain 6.3)', () => {
  const POLICY = 'Max $1000 per day. Require approval above $300.'

  test('open, parked and captured holds move to another zone and release there, after days and months', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    const now = world.clock.now()
    world.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0, 9, 30) - now.getTime())
    const id = await mandate(of, POLICY)
    const [open, captured, parked] = [await place(of, '1.00'), await place(of, '20.00'), await place(of, '301.00')]
    world.clock.advance(3_600_000)
    const later = await place(of, '40.00')
    await act('capture', captured, { amount: '7.00' })
    await moveTo(id, POLICY, 'Pacific/Kiritimati')
    const after = await world.position(of.agent.walletId)
    expect(after.day).toMatchObject({ net: 0n, reserved: 40_000_000n })
    expect(after.month).toMatchObject({ net: 0n, reserved: 40_000_000n })
    expect(after.closedWindows.map(({ reserved }) => reserved)).toEqual([309_000_000n, 309_000_000n])
    await world.complete(await paymentOf(captured))
    await moveTo(id, POLICY, 'America/New_York')
    const back = await world.position(of.agent.walletId)
    expect(back.day).toMatchObject({ net: 7_000_000n, reserved: 342_000_000n })
    world.clock.advance(2 * 86_400_000)
    await act('void', open)
    await act('capture', later, { amount: '0.000001' })
    await world.fail(await paymentOf(later))
    const row = await world.database.collection<HoldRow>('holds').findOne({ _id: parked } as never)
    expect(row?.stage).toBe('awaiting_approval')
    const { day, month, closedWindows } = await world.position(of.agent.walletId)
    expect([day, month, ...closedWindows].map((window) => window?.reserved)).toEqual([301_000_000n, 301_000_000n])
  })

  test('more holds than one commit can move: another zone is refused and says why, until they have ended', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    const id = await mandate(of, POLICY)
    const placed: string[] = []
    for (let start = 0; start < 1_001; start += 91)
      placed.push(...(await Promise.all(Array.from({ length: 91 }, () => place(of, '0.01')))))
    expect(await refusalOf(moveTo(id, POLICY, 'Asia/Tokyo'))).toBe('conflict too_many_under_way')
    await act('void', placed[0] ?? '')
    await moveTo(id, POLICY, 'Asia/Tokyo')
    const { day, month, mandate: moved } = await world.position(of.agent.walletId)
    expect([day?.reserved, month?.reserved, moved?.limitTimezone]).toEqual([10_000_000n, 10_000_000n, 'Asia/Tokyo'])
  }, 60_000)
})

test('a chain that this deployment has no more: a hold on it is not captured, and can be voided (domain 0.1, gate 10)', async () => {
  const of = await world.register(admin)
  await world.fund(of, 1_000_000_000n)
  const placed = await place(of, '2.00')
  const move = (chain: string) =>
    world.database.collection<HoldRow>('holds').updateOne({ _id: placed } as never, { $set: { chain } } as never)
  await move('polygon')
  expect(await refusalOf(act('capture', placed))).toMatch(/^no_route/)
  await move('base')
  expect(await act('void', placed)).toMatchObject({ status: 'voided' })
})

test('the sweep looks for ended mandates by wallet, and reads no hold for it', async () => {
  const holds = world.database.collection<HoldRow>('holds')
  const wallets = await holds.distinct('walletId', { isOpen: true } as never)
  const found: string[] = []
  for await (const ended of readWalletsOfEndedMandates(world.database, new Date('2100-01-01')))
    found.push(...ended.map(({ walletId }) => walletId))
  expect(found.sort()).toEqual(wallets.map(String).sort())
  expect(await holds.countDocuments({ isOpen: true } as never)).toBeGreaterThan(10 * wallets.length)
  const pipeline = [{ $match: { isOpen: true } }, { $group: { _id: '$walletId' } }]
  const { stages } = await holds.aggregate(pipeline, { hint: 'openByWallet' }).explain('executionStats')
  const { totalKeysExamined, totalDocsExamined } = stages[0].$cursor.executionStats
  expect([totalKeysExamined, totalDocsExamined].map(Number)).toEqual([wallets.length, 0])
})

test('open holds of an expired mandate are voided, unless the organization honors them, in their mode alone (domain 2.1)', async () => {
  const owner = await world.newOrganization()
  const of = await world.register(owner)
  await world.fund(of, 1_000_000_000n)
  const { agentId, walletId } = of.agent
  const run = <T>(source: string, input: object, mode: 'test' | 'live' = 'test') =>
    execute<T>(world.service.subgraphs.payments, { ...owner, mode }, source, { input })
  const honor = (honorOpenHolds: boolean, mode: 'test' | 'live' = 'test') => {
    const source =
      'mutation ($input: SetHoldSettingsInput!) { setHoldSettings(input: $input) { holdSettings { orgId } } }'
    return run(source, { orgId: owner.orgId, honorOpenHolds }, mode)
  }
  const isSwept = async () => {
    const swept: string[] = []
    for await (const ended of readWalletsOfEndedMandates(world.database, world.clock.now()))
      swept.push(...ended.map((one) => one.walletId))
    return swept.includes(walletId)
  }
  const expiresAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
  const source = 'mutation ($input: CreateMandateInput!) { createMandate(input: $input) { mandate { id } } }'
  await world.run(owner, source, { input: { agentId, walletId, policy: 'Max $100 per day.', expiresAt } })
  const create = `mutation ($input: CreateHoldInput!) { createHold(input: $input) { ${FIELDS} } }`
  const input = { walletId, amount: '1.00', token: 'USDC', merchant: PAYEE }
  const { createHold } = await run<{ createHold: { hold: Hold } }>(create, input)
  world.clock.advance(3_600_000)
  const capture = () =>
    run('mutation ($input: CaptureHoldInput!) { captureHold(input: $input) { replayed } }', {
      holdId: createHold.hold.id,
    })

  expect(await refusalOf(capture())).toMatch(/^mandate_expired/)
  await honor(true, 'live')
  expect(await isSwept()).toBe(true)
  await honor(true)
  expect(await isSwept()).toBe(false)
  await honor(false)
  expect(await isSwept()).toBe(true)
  expect(await refusalOf(capture())).toMatch(/^mandate_expired/)
  await honor(true)
  await capture()
})

test('holds for a merchant whose address comes later are scored and counted like all spends (domain 4.4)', async () => {
  const of = await world.register(admin)
  await world.fund(of, 1_000_000_000n)
  await mandate(of, 'Max $100 per transaction.')
  const merchant = { name: 'Later', legalName: 'Later Ltd.', domain: 'later.example.com', category: 'software' }
  const source = 'mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id } } }'
  await execute(world.service.subgraphs.commerce, admin, source, { input: merchant })
  const justBelow = (amount: string) => place(of, amount, { merchant: merchant.domain })
  await justBelow('91.00')
  await justBelow('92.00')
  expect(await refusalOf(justBelow('93.00'))).toBe('compliance_denied aml_risk')
})

test('an approval in advance makes one hold, of its own kind and amount only (domain A.10)', async () => {
  const of = await world.register(admin)
  await world.fund(of, 1_000_000_000n)
  await mandate(of, 'Max $1000 per day. Require approval above $20.')
  const ask = async (subjectType: string) => {
    const source = 'mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { id } } }'
    const input = { walletId: of.agent.walletId, amount: '30.00', token: 'USDC', to: PAYEE, subjectType }
    const { requestApproval } = await execute<{ requestApproval: { approval: { id: string } } }>(
      ...([world.service.subgraphs.payments, admin, source, { input }] as const),
    )
    await decide(requestApproval.approval.id)
    return requestApproval.approval.id
  }
  const [forHold, forPayment] = [await ask('hold'), await ask('payment')]
  const other = 'approval_required approval_does_not_match approval_does_not_match'
  expect(await refusalOf(place(of, '30.00', { approvalId: forPayment }))).toBe(other)
  expect(await refusalOf(place(of, '30.01', { approvalId: forHold }))).toBe(other)
  const tries = Array.from({ length: 6 }, () =>
    place(of, '30.00', { approvalId: forHold }).then(() => 'placed', String),
  )
  const placed = (await Promise.all(tries)).filter((one) => one === 'placed')
  expect(placed).toEqual(['placed'])
  const { day, balances } = await world.position(of.agent.walletId)
  expect([day?.reserved, balances['base:USDC']?.held]).toEqual([30_000_000n, 30_000_000n])
})
