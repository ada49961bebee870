// A difference between ledger and chain is accepted where an open mismatch explains it to the unit, and nowhere else
// (reliability 7.1, point 6). Refunds, opening balances and blocks agree with what records them. Seals fit their logs (12),
// nothing that opens anything is readable (13), each row has one key that made it (9), and gas is reserved for something (4).
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  balancesOf,
  type Copy,
  openAuditWorld,
  type Row,
  raiseBalances,
  wealthyPosition,
} from '../support/auditWorld.ts'

let world: Awaited<ReturnType<typeof openAuditWorld>>
beforeAll(async () => {
  world = await openAuditWorld()
}, 60_000)
afterAll(() => world.close())

test('6: a deposit that is not credited, unless an open mismatch explains it and no other one', async () => {
  const copy = await world.copy()
  const deposit = await copy.row('deposits', {})
  const mismatch = (fields: object) =>
    copy.insert('mismatches', {
      ...{ _id: 'mis_deposit', v: 1, orgId: deposit.orgId, mode: 'test', kind: 'deposit_not_booked', state: 'open' },
      ...{ walletId: deposit.walletId, paymentId: null, depositId: deposit._id, token: 'USDC', chain: 'base' },
      ...{ expected: '0', found: String(deposit.amount), missing: 0n, corrections: 0, reason: 'Not booked.' },
      ...{ resolution: null, openedAt: new Date(), resolvedAt: null, ...fields },
    })
  await copy.remove('deposits', deposit._id)
  await mismatch({ token: 'EURC' })
  const { points } = await copy.audit()
  const breaches = points.find(({ point }) => point === 6)?.breaches ?? []
  expect(breaches.filter((one) => one.includes('are not credited'))).toHaveLength(1)
  await copy.set('mismatches', 'mis_deposit', { token: 'USDC' })
  const explained = await copy.audit()
  expect(explained.explained.filter((one) => one.includes('mis_deposit'))).toHaveLength(1)
  expect(explained.points.flatMap((one) => one.breaches).filter((one) => one.includes('are not credited'))).toEqual([])
})

test.each([
  { what: 'with none', mismatch: null, red: [6] },
  { what: 'as an open mismatch says', mismatch: {}, red: [] },
  { what: 'by one unit more than an open mismatch says', mismatch: { expected: 2n }, red: [6] },
  { what: 'by one unit less than an open mismatch says', mismatch: { found: 2n }, red: [6] },
  { what: 'the other way round', mismatch: { expected: 0n, found: 3n }, red: [6] },
  { what: 'as a resolved mismatch says', mismatch: { state: 'resolved' }, red: [6] },
  { what: 'as the mismatch of another token says', mismatch: { token: 'EURC' }, red: [6] },
  { what: 'as that of another wallet says', mismatch: { isOthers: true }, red: [6] },
  { what: 'as that of another mode says', mismatch: { mode: 'live' }, red: [6] },
])('6: a ledger that differs from the chain $what', async ({ mismatch, red }) => {
  const copy = await world.copy()
  const { walletId, orgId } = await wealthyPosition(copy)
  const line = { walletId, token: 'USDC', chain: 'base', amount: 3n }
  const gift = {
    ...{ _id: 'led_gift', orgId, seq: 0, type: 'deposit', reference: { resource: 'deposit', id: 'dep_gift' } },
    lines: [
      { ...line, account: '1120', direction: 'debit' },
      { ...line, account: '2020', direction: 'credit' },
    ],
    ...{ postedAt: new Date(), prevHash: '', hash: '' },
  }
  await copy.reseal('journals', orgId, [...(await copy.rows('journals', { orgId }, { seq: 1 })), gift])
  await raiseBalances(copy, walletId, { available: 3n, onChain: 3n })
  const others = await copy.row('positions', { walletId: { $exists: true, $ne: walletId } })
  const { expected = 3n, found = 0n, isOthers = false, ...fields } = { ...mismatch } as Partial<Row>
  const known =
    balancesOf(await copy.row('positions', { walletId: isOthers ? others.walletId : walletId })).onChain ?? 0n
  const ledger = isOthers ? known + 3n : known
  if (mismatch !== null)
    await copy.insert('mismatches', {
      ...{ _id: 'mis_gift', v: 1, orgId, mode: 'test', kind: 'balance_differs', state: 'open' },
      ...{ walletId: isOthers ? others.walletId : walletId, paymentId: null, depositId: null, token: 'USDC' },
      ...{ chain: 'base', expected: String(ledger - 3n + (expected as bigint)) },
      ...{ found: String(ledger - 3n + (found as bigint)), missing: 0n, corrections: 0, reason: 'Differs.' },
      ...{ resolution: null, openedAt: new Date(), resolvedAt: null, ...fields },
    })
  const { points, explained } = await copy.audit()
  expect(points.filter(({ breachCount }) => breachCount > 0).map(({ point }) => point)).toEqual(red)
  if (red.length === 0) expect(explained.join()).toContain('mis_gift')
})

const redPoints = ({ points }: Awaited<ReturnType<Copy['audit']>>): number[] =>
  points.filter(({ breachCount }) => breachCount > 0).map(({ point }) => point)

test('2: a refund that was unlinked and that its deposit still names', async () => {
  const copy = await world.copy()
  const { _id, amount, unlinked } = await copy.row('deposits', { unlinked: { $exists: true } })
  const { paymentId } = unlinked as { paymentId: string }
  const refund = { paymentId, amount, number: 2, linkedBy: 'key_1' }
  await copy.set('deposits', _id, { refund, refundedAt: new Date() })
  expect(redPoints(await copy.audit())).toEqual([2])
})

test('6: a payment without stored bytes that is in another block than it says', async () => {
  const copy = await world.copy()
  const { _id, chainWork } = await copy.row('payments', { status: 'completed' })
  const { minedBlock: block, minedBlockHash } = chainWork as Row
  const says = (blockHash: unknown) => copy.set('payments', _id, { minedIn: { block, blockHash, at: new Date() } })
  await copy.set('payments', _id, { chainWork: null })
  await says(minedBlockHash)
  expect(redPoints(await copy.audit())).toEqual([])
  await says(`0x${'0'.repeat(64)}`)
  expect(redPoints(await copy.audit())).toEqual([6])
})

test('6: what an external wallet had before is credited, and the wallet not marked as opened', async () => {
  const copy = await world.copy()
  const { _id } = await copy.row('wallets', { custody: 'external' })
  await copy.set('wallets', _id, { openings: {} })
  expect(redPoints(await copy.audit())).toEqual([6])
})

/** A seal of the whole log of an organization, as the service writes it, and what is made of it. */
async function seal(copy: Copy, change: object = {}): Promise<void> {
  const { orgId, cursor, eventHash } = await copy.row('positions', { cursor: { $gt: 1 } })
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const [content, at] = [{ _id: `${orgId}`, sequence: Number(cursor), hash: `${eventHash}`, ...change }, new Date()]
  const text = [content._id, content.sequence, content.hash, at.toISOString()].join('\n')
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
  for (const collection of ['auditSeals', 'auditKeys'])
    for (const { _id } of await copy.rows(collection)) await copy.remove(collection, _id)
  await copy.insert('auditKeys', { _id: 'audit-seals', publicKey: spki, sealed: 'v1.x' })
  await copy.insert('auditSeals', { ...content, at, signature })
}

test('12: a seal that fits is green', async () => {
  const copy = await world.copy()
  await seal(copy)
  expect(redPoints(await copy.audit())).toEqual([])
})

/** In its form alone; made anew for each run, so that it is no secret of anybody. */
const keyOfForm = () => `sk_test_${'0'.repeat(16)}_${randomBytes(30).toString('hex')}`
const SECRETS: readonly (readonly [name: string, value: () => unknown])[] = [
  ['an API key', keyOfForm],
  ['a refresh token', () => `rt_${'0'.repeat(16)}_${randomBytes(26).toString('hex')}`],
  ['a webhook secret', () => `whsec_${randomBytes(24).toString('base64')}`],
  ['a private key', () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })],
  ['the private part of a JWK', () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })],
]

interface Fault {
  readonly point: number
  readonly fault: string
  readonly make: (copy: Copy) => Promise<void>
}

const SEALED: readonly Fault[] = [
  {
    point: 12,
    fault: 'a seal with another number than was signed',
    async make(copy) {
      await seal(copy)
      const { _id, sequence } = await copy.row('auditSeals', {})
      await copy.set('auditSeals', _id, { sequence: Number(sequence) - 1 })
    },
  },
  { point: 12, fault: 'another row than the sealed one', make: (copy) => seal(copy, { hash: '0'.repeat(64) }) },
  { point: 12, fault: 'a log that ends before its seal', make: (copy) => seal(copy, { sequence: 1_000_000 }) },
  ...SECRETS.map(
    ([name, value]): Fault => ({
      ...{ point: 13, fault: `${name} in a row` },
      make: async (copy) => copy.set('wallets', (await copy.row('wallets', {}))._id, { note: value() }),
    }),
  ),
]

test.each(SEALED)('$point: $fault', async ({ point, make }) => {
  const copy = await world.copy()
  await make(copy)
  expect(redPoints(await copy.audit())).toEqual([point])
})

test('4: gas that stays reserved for nothing', async () => {
  const copy = await world.copy()
  const { _id, gas } = await copy.row('positions', { 'gas.test:base.reserved': { $exists: true } })
  const { reserved } = (gas as Record<string, { reserved: string }>)['test:base'] ?? { reserved: '0' }
  await copy.set('positions', _id, { 'gas.test:base.reserved': String(BigInt(reserved) + 1n) })
  expect(redPoints(await copy.audit())).toEqual([4])
})

test('9: keys that have changed an agent have not made it', async () => {
  const copy = await world.copy()
  const { _id, ...key } = await copy.row('idempotency', { 'resource.type': 'agent' })
  const [caller] = String(_id).split('|')
  await copy.insert('idempotency', { ...key, _id: `${caller}|updateAgent|second` })
  expect(redPoints(await copy.audit())).toEqual([])
  await copy.insert('idempotency', { ...key, _id: `${caller}|registerAgent|third` })
  expect(redPoints(await copy.audit())).toEqual([9])
})
