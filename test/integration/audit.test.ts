// `npm run audit` (reliability 7.1) on the data of a real run: green as it is, and for every kind of breach red at the point
// that says so, and at no other.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Interface } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Copy,
  changeGas,
  holdJournal,
  openAuditWorld,
  type Row,
  raiseBalances,
  wealthyPosition,
} from '../support/auditWorld.ts'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ELSEWHERE = '0x9999999999999999999999999999999999999999'
/** Whom most payments go to, and no wallet of the service. */
const STRANGER = `0x${'1'.repeat(40)}`
const token = new Interface(['function transfer(address,uint256)'])

let world: Awaited<ReturnType<typeof openAuditWorld>>
beforeAll(async () => {
  world = await openAuditWorld()
}, 60_000)
afterAll(() => world.close())

async function redPoints(copy: Copy): Promise<number[]> {
  const { points } = await copy.audit()
  return points.filter(({ breachCount }) => breachCount > 0).map(({ point }) => point)
}

const position = (copy: Copy, walletId: unknown) => copy.row('positions', { _id: `wal:${walletId}` })

const journalsOf = (copy: Copy, orgId: unknown) => copy.rows('journals', { orgId }, { seq: 1 })
const eventsOf = (copy: Copy, orgId: unknown) => copy.rows('events', { orgId }, { cursor: 1 })
const never = { $exists: false }
const plainDeposit = (copy: Copy) => copy.row('deposits', { blocked: never, unblocked: never, refund: never })
/** A payment that a wallet paid out of its own money and that its mandate left room for. */
const completed = (copy: Copy) => copy.row('payments', { status: 'completed' })

const CREATE: [string, string] = ['2020', '2021']
const VOID: [string, string] = ['2021', '2020']

/** A transfer that the service knows nothing of. */
async function transferFrom(copy: Copy, walletId: unknown, to: string, units: bigint): Promise<string> {
  const { address } = await copy.row('wallets', { _id: walletId })
  await world.rpc('anvil_setBalance', address, '0xde0b6b3a7640000')
  await world.rpc('anvil_impersonateAccount', address)
  const data = token.encodeFunctionData('transfer', [to, units])
  const hash = await world.rpc('eth_sendTransaction', { from: address, to: USDC, data, gas: '0x30d40' })
  await world.rpc('evm_mine')
  return String(hash)
}

type Counted = Record<'day' | 'month', { net: bigint }> &
  Record<'conduct', { today: Record<'completed' | 'attempts', number> }>
const withoutFirst = (bytes: Row): object => ({ ...bytes, items: (bytes.items as string[]).slice(1) })
const withStranger = (bytes: Row): object => ({ ...bytes, items: [...(bytes.items as string[]), 'pay_stranger'] })

test('the data of a real run is green, at every point that it has something for', async () => {
  const { points, explained, breachCount } = await (await world.copy()).audit()
  expect(points.flatMap(({ breaches }) => breaches)).toEqual([])
  expect([breachCount, explained]).toEqual([0, []])
  const counts = new Map(points.map(({ point, checked }) => [point, checked]))
  expect([...counts.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  for (const [point, checked] of counts)
    expect(checked, `point ${point}`).toBeGreaterThan([8, 15, 17, 19].includes(point) ? 2 : 10)
})

interface Fault {
  readonly point: number
  readonly fault: string
  readonly make: (copy: Copy) => Promise<void>
}

const IN_THE_LEDGER: readonly Fault[] = [
  {
    point: 1,
    fault: 'an entry whose sides differ',
    make: (copy) => changeGas(copy, '1130', ({ amount }) => ({ amount: String(BigInt(String(amount)) + 1n) })),
  },
  {
    point: 2,
    fault: 'a fee of a wallet that is not of the organization',
    make: (copy) => changeGas(copy, '5010', () => ({ walletId: 'wal_stranger' })),
  },
  {
    point: 2,
    fault: 'a lost posting',
    async make(copy) {
      const { _id, orgId } = await completed(copy)
      const all = await journalsOf(copy, orgId)
      await copy.reseal(
        'journals',
        orgId,
        all.filter((row) => row._id !== `led_${_id}.completed`),
      )
    },
  },
  {
    point: 2,
    fault: 'a deposit that is linked as the refund of a payment which does not know it',
    async make(copy) {
      const { _id: paymentId } = await completed(copy)
      const { _id } = await copy.row('deposits', {})
      const refund = { paymentId, amount: 1n, number: 1, linkedBy: 'key_1' }
      await copy.set('deposits', _id, { refund, refundedAt: new Date() })
    },
  },
  {
    point: 2,
    fault: 'a deposit from a listed address that is not in the blocked balance',
    async make(copy) {
      const { _id } = await copy.row('deposits', { isGone: { $ne: true } })
      await copy.set('deposits', _id, { listedIn: 'v1', blocked: 1n })
    },
  },
  {
    point: 2,
    fault: 'a deposit that was released, and nothing of it was moved',
    async make(copy) {
      const { _id } = await copy.row('deposits', { isGone: { $ne: true } })
      const unblocked = { amount: 1n, listedIn: 'v1', clearedBy: 'v2', by: 'key_1', reason: 'x', at: new Date() }
      await copy.set('deposits', _id, { unblocked, unblocks: 1 })
    },
  },
  {
    point: 2,
    fault: 'a changed balance',
    async make(copy) {
      await raiseBalances(copy, (await wealthyPosition(copy)).walletId, { available: -1n, blocked: 1n })
    },
  },
  {
    point: 3,
    fault: 'money that was spent before it came',
    async make(copy) {
      const { orgId, _id } = await copy.row('journals', { type: 'payment_reserved' })
      const all = await journalsOf(copy, orgId)
      const spent = all.find((row) => row._id === _id) as Row
      await copy.reseal('journals', orgId, [spent, ...all.filter((row) => row !== spent)])
    },
  },
  {
    point: 8,
    fault: 'a hold that ends twice',
    async make(copy) {
      const wallet = await wealthyPosition(copy)
      const all = await journalsOf(copy, wallet.orgId)
      await copy.reseal('journals', wallet.orgId, [
        ...all,
        holdJournal(wallet, 'hld_1', 'created', CREATE),
        holdJournal(wallet, 'hld_2', 'created', CREATE),
        holdJournal(wallet, 'hld_1', 'voided', VOID),
        holdJournal(wallet, 'hld_1', 'expired', VOID),
      ])
    },
  },
  {
    point: 12,
    fault: 'a changed entry',
    async make(copy) {
      const { _id } = await copy.row('journals', { type: 'deposit' })
      await copy.set('journals', _id, { 'reference.id': 'dep_other' })
    },
  },
  {
    point: 12,
    fault: 'a changed event',
    async make(copy) {
      const { _id } = await copy.row('events', { type: 'wallet.created' })
      await copy.set('events', _id, { 'data.reason': 'another' })
    },
  },
]

const IN_THE_RECORDS: readonly Fault[] = [
  {
    point: 4,
    fault: 'a daily limit that was exceeded',
    async make(copy) {
      const { mandateId, mandateVersion, usdMicro } = await completed(copy)
      await copy.set('mandateVersions', `${mandateId}/${mandateVersion}`, {
        'policy.dailyLimit': (usdMicro as bigint) - 1n,
      })
    },
  },
  {
    point: 4,
    fault: 'a window that counts too little',
    async make(copy) {
      const { _id, day } = await copy.row('positions', { 'day.net': { $gt: 0 } })
      await copy.set('positions', _id, { 'day.net': (day as { net: bigint }).net - 1n })
    },
  },
  {
    point: 7,
    fault: 'a payment that is completed and confirming',
    async make(copy) {
      await copy.set('payments', (await completed(copy))._id, { stage: 'confirming' })
    },
  },
  {
    point: 7,
    fault: 'a nonce that is sent without bytes',
    async make(copy) {
      const { _id } = await copy.row('accountNonces', { mined: null })
      await copy.set('accountNonces', _id, { state: 'sent', bytes: [] })
    },
  },
  {
    point: 7,
    fault: 'an approval that was denied and is approved',
    async make(copy) {
      await copy.set('approvals', (await copy.row('approvals', { status: 'denied' }))._id, { status: 'dismissed' })
    },
  },
  {
    point: 9,
    fault: 'two keys that made one payment',
    async make(copy) {
      const keys = await copy.rows('idempotency', { 'resource.type': 'payment', refusal: null })
      const [first, second] = keys.filter(({ orgId }) => orgId === keys[0]?.orgId)
      await copy.set('idempotency', String(first?._id), { resource: second?.resource })
    },
  },
  {
    point: 9,
    fault: 'a key whose payment is gone',
    async make(copy) {
      const { _id } = await copy.row('idempotency', { 'resource.type': 'payment' })
      await copy.set('idempotency', _id, { 'resource.id': 'pay_gone' })
    },
  },
  {
    point: 10,
    fault: 'a missing event',
    async make(copy) {
      const { _id, orgId } = await completed(copy)
      const all = await eventsOf(copy, orgId)
      await copy.reseal(
        'events',
        orgId,
        all.filter(({ type, resourceId }) => !(type === 'payment.completed' && resourceId === _id)),
      )
    },
  },
  {
    point: 10,
    fault: 'an event that was emitted twice',
    async make(copy) {
      const { _id, orgId } = await completed(copy)
      const all = await eventsOf(copy, orgId)
      const one = all.find(({ type, resourceId }) => type === 'payment.completed' && resourceId === _id) as Row
      await copy.reseal('events', orgId, [...all, one])
    },
  },
  {
    point: 10,
    fault: 'a gap in the sequence of a wallet',
    async make(copy) {
      const { walletId, seq } = await wealthyPosition(copy)
      await copy.set('positions', `wal:${walletId}`, { seq: Number(seq) + 1 })
    },
  },
  {
    point: 7,
    fault: 'a wallet of one agent whose position is of another',
    async make(copy) {
      const { _id } = await copy.row('wallets', { agentId: { $ne: null } })
      await copy.set('wallets', _id, { agentId: 'agt_other' })
    },
  },
  {
    point: 7,
    fault: 'an agent with two wallets',
    async make(copy) {
      const [first, second] = await copy.rows('wallets', { agentId: { $ne: null } })
      await copy.set('wallets', second?._id ?? '', { agentId: first?.agentId })
      await copy.set('positions', `wal:${second?._id}`, { agentId: first?.agentId, conduct: null })
    },
  },
  {
    point: 7,
    fault: 'an enrolment key that has registered more agents than it may',
    make: (copy) => copy.insert('apiKeys', { _id: 'key_enrolled', v: 1, kind: 'enrolment', uses: 2, usesMax: 1 }),
  },
  {
    point: 7,
    fault: 'an external wallet that nobody has proven to own',
    async make(copy) {
      const { _id } = await copy.row('wallets', {})
      await copy.set('wallets', _id, { custody: 'external' })
    },
  },
  {
    point: 14,
    fault: 'a payment that was accepted after its wallet was frozen',
    async make(copy) {
      const accepted = await copy.rows('events', { type: 'payment.accepted' })
      const payers = accepted.map(({ walletId }) => walletId)
      const frozen = await copy.row('events', { type: 'wallet.frozen', walletId: { $in: payers } })
      const all = await eventsOf(copy, frozen.orgId)
      const rest = all.filter(({ _id }) => _id !== frozen._id)
      const at = rest.findIndex(({ type, walletId }) => type === 'payment.accepted' && walletId === frozen.walletId)
      if (at < 0) throw new Error('the frozen wallet never paid')
      await copy.reseal('events', frozen.orgId, [...rest.slice(0, at), frozen, ...rest.slice(at)])
    },
  },
  {
    point: 14,
    fault: 'a signature after a kill switch',
    async make(copy) {
      const { orgId, createdAt } = await completed(copy)
      const { _id } = await copy.row('killSwitches', { orgId })
      const activatedAt = new Date((createdAt as Date).getTime() - 60_000)
      const since = { activatedAt, deactivatedAt: null, autoDeactivateAt: null }
      await copy.set('killSwitches', _id, { scope: 'rail', targetId: 'onchain', ...since })
    },
  },
]

describe('red at one point alone', () => {
  test.each([...IN_THE_LEDGER, ...IN_THE_RECORDS])('$point: $fault', async ({ point, make }) => {
    const copy = await world.copy()
    await make(copy)
    expect(await redPoints(copy)).toEqual([point])
  })
})

describe('ledger and chain', () => {
  test('6: a deposit that is not credited', async () => {
    const copy = await world.copy()
    await copy.remove('deposits', (await plainDeposit(copy))._id)
    expect(await redPoints(copy)).toEqual([6])
  })

  test('6: a deposit that never came', async () => {
    const copy = await world.copy()
    const deposit = await plainDeposit(copy)
    await copy.insert('deposits', { ...deposit, _id: 'dep_base_again' })
    expect(await redPoints(copy)).toEqual([6])
  })

  test('6: gas that was booked and not paid', async () => {
    const copy = await world.copy()
    const { _id, mined } = await copy.row('accountNonces', { 'mined.gasWei': { $exists: true } })
    const gasWei = String(BigInt((mined as { gasWei: string }).gasWei) + 1n)
    await copy.set('accountNonces', _id, { 'mined.gasWei': gasWei })
    expect(await redPoints(copy)).toEqual([6])
  })

  test('6: a payment that is in the books twice and was paid once', async () => {
    const copy = await world.copy()
    const payment = await completed(copy)
    const { _id, orgId, walletId, amount } = payment
    const twin = `${_id.slice(0, -1)}${_id.endsWith('0') ? '1' : '0'}`
    const isOwn = (row: Row) => (row.reference as Row | undefined)?.id === _id || row.resourceId === _id
    await copy.insert('payments', { ...payment, _id: twin })
    const journals = await journalsOf(copy, orgId)
    const more = journals.filter((row) => isOwn(row) && row.type !== 'gas_paid')
    await copy.reseal('journals', orgId, [
      ...journals,
      ...more.map((row) => ({ ...row, _id: row._id.replace(_id, twin), reference: { resource: 'payment', id: twin } })),
    ])
    const events = await eventsOf(copy, orgId)
    await copy.reseal('events', orgId, [
      ...events,
      ...events.filter(isOwn).map((row) => ({ ...row, resourceId: twin })),
    ])
    await raiseBalances(copy, walletId, { available: -(amount as bigint), onChain: -(amount as bigint) })
    const usdMicro = payment.usdMicro as bigint
    const { day, month, conduct } = (await position(copy, walletId)) as unknown as Counted
    const today = { ...conduct.today, completed: conduct.today.completed + 1, attempts: conduct.today.attempts + 1 }
    const windows = { 'day.net': day.net + usdMicro, 'month.net': month.net + usdMicro }
    await copy.set('positions', `wal:${walletId}`, { ...windows, 'conduct.today': today })
    expect(await redPoints(copy)).toEqual([6])
  })

  test.each<[number, string, (batch: Row, copy: Copy) => Promise<object>]>([
    [6, 'divides its cost otherwise', async ({ bytes }) => ({ bytes: (bytes as Row[]).map(withoutFirst) })],
    [
      7,
      'carries a payment that it does not record',
      async ({ bytes }) => ({ bytes: (bytes as Row[]).map(withStranger) }),
    ],
    [
      7,
      'records the authorization of another payment',
      async ({ authorizationNonce }) => ({
        authorizationNonce: [...(authorizationNonce as string[]).slice(1), `0x${'1'.repeat(64)}`],
      }),
    ],
    [
      7,
      'is signed by the wrong organization',
      async (_, copy) => {
        const { orgId } = await copy.row('accountNonces', {
          paymentIds: { $exists: false },
          orgId: { $type: 'string' },
        })
        const others = await copy.rows('payments', { orgId: { $ne: orgId }, status: 'completed' })
        return { paymentIds: others.slice(0, 2).map(({ _id }) => _id) }
      },
    ],
  ])('%i: a batch that %s', async (point, _, change) => {
    const copy = await world.copy()
    const batch = await copy.row('accountNonces', { paymentIds: { $exists: true }, state: 'mined' })
    await copy.set('accountNonces', batch._id, await change(batch, copy))
    expect(await redPoints(copy)).toContain(point)
  })
  const earlier = { hash: '', walletId: '' as unknown }

  test('5: two transfers for one payment', async () => {
    const copy = await world.copy()
    const paid = (await copy.rows('payments', { status: 'completed', to: STRANGER })).map(({ _id }) => _id)
    const alone = { state: 'mined', paymentIds: { $exists: false }, subjectId: { $in: paid } }
    const slot = await copy.row('accountNonces', alone)
    const { walletId, to } = await copy.row('payments', { _id: slot.subjectId })
    const hash = await transferFrom(copy, walletId, String(to), 2n)
    Object.assign(earlier, { hash, walletId })
    await copy.readAll()
    const [first] = slot.bytes as Row[]
    await copy.set('accountNonces', slot._id, { bytes: [...(slot.bytes as Row[]), { ...first, hash }] })
    expect(await redPoints(copy)).toEqual([5])
  })

  test('6: an unexpected outflow, unless an open mismatch explains it to the unit', async () => {
    const copy = await world.copy()
    const { walletId, orgId } = await wealthyPosition(copy)
    const before = (await world.rpc('eth_blockNumber')) as string
    const hash = await transferFrom(copy, walletId, ELSEWHERE, 3n)
    // An earlier test's transfer is in the chain too: it is explained in the same way.
    await copy.readAll()
    const logs = (await world.rpc('eth_getLogs', { address: USDC, fromBlock: before, toBlock: 'latest' })) as object[]
    expect(logs.length).toBeGreaterThan(0)
    expect(await redPoints(copy)).toEqual([6])
    // The wallet could not cover anything of it yet.
    const mismatch = (id: string, wallet: unknown, txHash: string, units: bigint) => ({
      ...{ _id: id, v: 1, orgId, mode: 'test', kind: 'unexpected_outflow', state: 'open', walletId: wallet },
      ...{ paymentId: null, depositId: null, token: 'USDC', chain: 'base', expected: '0' },
      ...{ found: String(units), missing: units, transfer: { txHash, block: 1, isGone: false } },
      ...{ corrections: 0, reason: 'Left.', resolution: null, openedAt: new Date(), resolvedAt: null },
    })
    await copy.insert('mismatches', mismatch('mis_first', earlier.walletId, earlier.hash, 2n))
    await copy.insert('mismatches', mismatch('mis_second', walletId, hash, 4n))
    expect(await redPoints(copy)).toEqual([6])
    await copy.set('mismatches', 'mis_second', { found: '3', missing: 3n })
    const { breachCount, explained } = await copy.audit()
    expect(breachCount).toBe(0)
    expect(explained.join()).toContain('mis_second')
  })

  test('6: a failed payment that is debited as mined, and whose authorization moved the money elsewhere', async () => {
    const copy = await world.copy()
    const { _id, walletId, txHash } = await copy.row('payments', { status: 'completed', purpose: 'shop' })
    await copy.set('payments', _id, { status: 'failed', stage: 'failed', to: ELSEWHERE })
    const texts = (await copy.audit()).points.flatMap(({ breaches }) => breaches).join()
    expect(texts).toContain(`left ${walletId} in ${txHash} for no payment`)
    expect(texts).toContain(`${_id} had failed and is debited as mined`)
  })

  test('6: an outflow that is booked and not on the chain', async () => {
    const copy = await world.copy()
    const { walletId, orgId } = await wealthyPosition(copy)
    await copy.insert('mismatches', {
      ...{ _id: 'mis_none', v: 1, orgId, mode: 'test', kind: 'unexpected_outflow', state: 'resolved', walletId },
      ...{ paymentId: null, depositId: null, token: 'USDC', chain: 'base', expected: '0', found: '3', missing: 0n },
      ...{ transfer: { txHash: `0x${'3'.repeat(64)}`, block: 1, isGone: false }, corrections: 1, reason: 'Left.' },
      ...{ resolution: null, openedAt: new Date(), resolvedAt: null },
    })
    expect(await redPoints(copy)).toEqual([6])
  })

  test('6: a chain that is not the one that the service has read', async () => {
    const copy = await world.copy()
    await copy.set('chainCursors', 'test:base', { recent: [{ number: 1, hash: `0x${'1'.repeat(64)}` }] })
    expect(await redPoints(copy)).toEqual([6])
  })
})

test('one plain command, with every point on a line and an exit code', async () => {
  const copy = await world.copy()
  await copy.set('payments', (await completed(copy))._id, { stage: 'confirming' })
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'audit', 'main.ts')
  const { MONGODB_URI: _, ...env } = process.env
  const flags = ['--url', world.mongodbUri, '--database', world.database, '--rpc', `test:base=${world.rpcUrl}`]
  const child = spawn(process.execPath, [script, ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  expect(output).toMatch(/^ok {5} 1 {2}entries sum to zero per token and chain: \d+ checked, 0 breaches$/m)
  expect(output).toMatch(/^BREACH {2}7 .*1 breach$/m)
  expect(code).toBe(1)
})
