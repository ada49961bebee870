// A difference between ledger and chain is accepted where an open mismatch explains it to the unit, and nowhere else
// (reliability 7.1, point 6). Refunds, opening balances and blocks agree with what records them. Seals fit their logs (12),
// nothing that opens anything is readable (13), each row has one key that made it (9), and gas is reserved for something (4).
// Where events are kept no longer the signed checkpoints vouch for what stays, and verification starts there (12).
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDumps, readDump } from '../../scripts/upgrades/dumpFile.ts'
import { openSealer, sealLog, verifyLog } from '../../subgraphs/events/index.ts'
import { replaceExpired } from '../../subgraphs/events/services/auditLog/checkpoints.ts'
import { type Database, openDatabase } from '../../subgraphs/shared/database.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
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

const HOUR_MS = 3_600_000

test('6: what is still to be booked explains a difference for an hour in which a process lives, and no longer', async () => {
  const copy = await world.copy()
  const { _id, ...deposit } = await copy.row('deposits', {})
  await copy.remove('deposits', _id)
  const now = new Date()
  await copy.insert('processes', { _id: 'lives', host: 'here', pid: 1, at: now, sessionIds: [] })
  const found = async (ageMs: number) => {
    await copy.remove('settlementTasks', 'waits')
    await copy.insert('settlementTasks', {
      ...{ _id: 'waits', network: 'test:base', orgId: deposit.orgId, subjectId: _id, tries: 3, error: 'Fails.' },
      work: { kind: 'deposit', deposit: { _id, ...deposit, amount: String(deposit.amount) } },
      ...{ dueAt: now, createdAt: new Date(now.getTime() - ageMs) },
    })
    const { points, explained } = await copy.audit()
    const unbooked = points.flatMap(({ breaches }) => breaches).filter((one) => one.includes('are not credited'))
    return [unbooked.length, explained.filter((one) => one.includes('waits')).length]
  }
  expect(await found(HOUR_MS - 60_000)).toEqual([0, 1])
  expect(await found(HOUR_MS + 60_000)).toEqual([1, 1])
  // Nobody could book anything since the last process has ended.
  await copy.set('processes', 'lives', { at: new Date(now.getTime() - 2 * HOUR_MS) })
  await copy.set('chainCursors', 'test:base', { at: new Date(now.getTime() - 2 * HOUR_MS) })
  expect(await found(HOUR_MS + 60_000)).toEqual([0, 1])
})

test('6: what is booked from a block beyond the last that was read is accepted while blocks are booked, and no longer', async () => {
  const copy = await world.copy()
  const [last] = await copy.rows('deposits', { block: { $gt: 0 } }, { block: -1 })
  const number = Number(last?.block) - 1
  const { hash } = (await world.rpc('eth_getBlockByNumber', `0x${number.toString(16)}`, false)) as { hash: string }
  const now = new Date()
  await copy.insert('processes', { _id: 'lives', host: 'here', pid: 1, at: now, sessionIds: [] })
  const beyond = async (ageMs: number) => {
    const at = new Date(now.getTime() - ageMs)
    await copy.set('chainCursors', 'test:base', { number, recent: [{ number, hash }], at })
    const { points, explained } = await copy.audit()
    const isBeyond = (text: string) => text.includes('in a block newer than the last that was read')
    return [points.flatMap(({ breaches }) => breaches).some(isBeyond), explained.some(isBeyond)]
  }
  expect(await beyond(HOUR_MS - 60_000)).toEqual([false, true])
  expect(await beyond(HOUR_MS + 60_000)).toEqual([true, false])
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

test.each([
  ['gives back more than it brought', ({ refund }: Row) => ({ amount: (refund as { amount: bigint }).amount - 1n })],
  ['came in another token than was paid', ({ token }: Row) => ({ token: token === 'USDC' ? 'EURC' : 'USDC' })],
  ['came to another wallet than the one that paid', () => ({ walletId: 'wal_other' })],
])('2: a refund by a deposit that %s', async (_fault, change) => {
  const copy = await world.copy()
  const deposit = await copy.row('deposits', { refund: { $exists: true }, isGone: { $ne: true } })
  await copy.set('deposits', deposit._id, change(deposit))
  expect(redPoints(await copy.audit())).toContain(2)
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

test.each([
  ['agent', 'agents', 'updateAgent', 'registerAgent'],
  ['hold', 'holds', 'voidHold', 'createHold'],
])('9: of the keys of one %s only one has made it, whatever others have changed', async (type, rows, changed, made) => {
  const copy = await world.copy()
  const { _id: id, orgId } = await copy.row(rows, {})
  const key = { orgId, fingerprint: 'f', at: new Date(), resource: { type, id }, refusal: null, outcome: null }
  const add = (operation: string, name: string) =>
    copy.insert('idempotency', { ...key, _id: `${orgId}:test|${operation}|${name}` })
  const known = await copy.rows('idempotency', { 'resource.id': id, _id: { $regex: `\\|${made}\\|` } })
  if (known.length === 0) await add(made, 'first')
  await add(changed, 'second')
  expect(redPoints(await copy.audit())).toEqual([])
  await add(made, 'third')
  expect(redPoints(await copy.audit())).toEqual([9])
})

describe('12: where events are kept no longer', () => {
  const CHANGED = ['events', 'auditCheckpoints', 'auditSeals', 'auditKeys']
  const later = { now: () => new Date(Date.now() + 3_650 * 86_400_000) }
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ uri: world.mongodbUri, name: world.database, poolSize: 2 })
  })
  afterAll(() => database?.close())

  async function openLog() {
    const copy = await world.copy()
    for (const name of CHANGED) await copy.remove(name, 'nothing')
    const { masterKey } = readDump(listDumps().at(-1) ?? '').secrets
    const secrets = createSecretBox(Buffer.from(masterKey, 'hex'), 'events')
    const sealer = await openSealer({ database, secrets })
    const deps = { database, clock: later, retentionDays: 30, sealer }
    const { orgId } = await copy.row('events', { type: 'payment.completed' })
    const own = orgId as OrgId
    await sealLog(deps, own)
    const signal = new AbortController().signal
    return {
      ...{ copy, deps, orgId: own, verify: () => verifyLog(deps, own) },
      replace: (until = signal) => replaceExpired(deps, own, until),
      /** All rows but those that are sealed last. */
      async replaceAll() {
        let result = 'done'
        while (result === 'done') result = await replaceExpired(deps, own, signal)
        return result
      },
    }
  }

  test('records stay, and the audit and a verification start at the signed checkpoint', async () => {
    const { copy, orgId, replaceAll, verify } = await openLog()
    const before = await copy.rows('events', { orgId }, { cursor: 1 })
    expect(await replaceAll()).toBe('nothing')
    const after = await copy.rows('events', { orgId }, { cursor: 1 })
    const gone = before.filter(({ _id }) => !after.some((row) => row._id === _id))
    expect(gone.map(({ type }) => type)).toEqual(expect.arrayContaining(['payment.completed', 'payment.pending']))
    expect(gone.filter((row) => row.by !== undefined || row.outcome !== undefined)).toEqual([])
    expect(after.length).toBeGreaterThan(10)
    const checkpoint = await copy.row('auditCheckpoints', { orgId })
    expect(await verify()).toMatchObject({ fault: null, goOnAfter: null, records: after.length })
    expect((await verify()).checkpoint).toMatchObject({ hash: checkpoint.hash, sequence: before.length - 1 })
    const { points } = await copy.audit()
    expect(points.flatMap(({ breaches }) => breaches)).toEqual([])
  })

  test('a process that has died between checkpoint and deletion leaves what the next one deletes', async () => {
    const { copy, orgId, replace, replaceAll, verify } = await openLog()
    const count = async () => (await copy.rows('events', { orgId })).length
    const all = await count()
    expect(await replace(AbortSignal.abort())).toBe('done')
    expect([await count(), (await verify()).fault]).toEqual([all, null])
    expect((await copy.audit()).points.flatMap(({ breaches }) => breaches)).toEqual([])
    await replaceAll()
    expect(await count()).toBeLessThan(all)
    expect(await copy.rows('auditCheckpoints', { open: true })).toEqual([])
  })

  test.each([
    ['a record that was changed', (copy: Copy, { _id }: Row) => copy.set('events', _id, { agentId: 'agt_other' })],
    ['a record that is missing', (copy: Copy, { _id }: Row) => copy.remove('events', _id)],
    [
      'a checkpoint that was changed',
      (copy: Copy, _: Row, { _id }: Row) => copy.set('auditCheckpoints', _id, { kept: 1 }),
    ],
    ['a checkpoint that is missing', (copy: Copy, _: Row, { _id }: Row) => copy.remove('auditCheckpoints', _id)],
  ])('%s is found', async (_what, make) => {
    const { copy, orgId, replaceAll, verify } = await openLog()
    await replaceAll()
    const record = await copy.row('events', { orgId, by: { $exists: true } })
    await make(copy, record, await copy.row('auditCheckpoints', { orgId }))
    expect((await verify()).fault).not.toBeNull()
    const { points } = await copy.audit()
    expect(points.filter(({ breachCount }) => breachCount > 0).map(({ point }) => point)).toContain(12)
  })

  test('a log that is not what was sealed is never replaced', async () => {
    const { copy, orgId, replaceAll } = await openLog()
    const { _id } = await copy.row('events', { orgId, type: 'payment.completed' })
    await copy.set('events', _id, { data: { payment_id: 'pay_other' } })
    expect(await replaceAll()).toBe('broken')
    expect(await copy.rows('auditCheckpoints', { orgId })).toEqual([])
  })
})

describe('11: every event, delivery and cursor', () => {
  const red = async (copy: Copy, overdueMs?: number) =>
    (await copy.audit(overdueMs)).points.filter(({ breachCount }) => breachCount > 0).map(({ point }) => point)
  const minutes = (at: unknown, count: number) => new Date((at as Date).getTime() + count * 60_000)
  type Attempts = readonly { readonly at: Date; readonly number: number }[]

  test.each<[string, (copy: Copy, open: Row, delivered: Row) => Promise<unknown>]>([
    ['an event that was not delivered', (copy, _, { _id }) => copy.remove('deliveries', _id)],
    [
      'one that is delivered by no attempt',
      (copy, { _id }) => copy.set('deliveries', _id, { status: 'delivered', nextAttemptAt: null, dueAt: null }),
    ],
    [
      'one that has failed too soon',
      (copy, { _id }) => copy.set('deliveries', _id, { status: 'failed', nextAttemptAt: null, dueAt: null }),
    ],
    ['one that no worker looks for', (copy, { _id }) => copy.set('deliveries', _id, { dueAt: null })],
    [
      'one that is sent again although nobody asked for it',
      (copy, _, { _id, createdAt }) => copy.set('deliveries', _id, { dueAt: createdAt }),
    ],
    [
      'a retry that is late by a minute',
      (copy, { _id, nextAttemptAt }) => {
        const later = minutes(nextAttemptAt, 1)
        return copy.set('deliveries', _id, { nextAttemptAt: later, dueAt: later })
      },
    ],
    [
      'a retry that was made too early',
      (copy, { _id, attempts }) => {
        const [first] = attempts as Attempts
        const again = { ...first, number: 2, at: minutes(first?.at, 0.9) }
        const made = {
          attempts: [first, again],
          attemptsMade: 2,
          scheduledMade: 2,
          ...{ nextAttemptAt: minutes(again.at, 5), dueAt: minutes(again.at, 5) },
        }
        return copy.set('deliveries', _id, made)
      },
    ],
    [
      'one of an event that is not in the log',
      (copy, _, { _id }) => copy.set('deliveries', _id, { sourceEventId: 'evt_none_000000001' }),
    ],
    [
      'one of an event of the other mode',
      async (copy, _, { _id }) => {
        const webhook = await copy.row('webhooks', {})
        await copy.set('webhooks', webhook._id, { mode: 'live' })
        await copy.set('deliveries', _id, { mode: 'live' })
      },
    ],
    [
      'an endpoint beyond the log',
      async (copy, { webhookId }) => copy.set('webhooks', String(webhookId), { cursor: 1_000_000 }),
    ],
  ])('%s is found, and nothing else', async (_what, make) => {
    const copy = await world.copy()
    await make(
      copy,
      await copy.row('deliveries', { status: 'pending_retry' }),
      await copy.row('deliveries', { status: 'delivered' }),
    )
    expect(await red(copy)).toEqual([11])
  })

  test('where the service runs, what has been due for longer than it may be is found, and who does not go on', async () => {
    const copy = await world.copy()
    const open = await copy.row('deliveries', { status: 'pending_retry' })
    const webhook = await copy.row('webhooks', { _id: open.webhookId })
    const next = await copy.row('events', { orgId: open.orgId, cursor: Number(webhook.cursor) + 1 })
    const sinceMs = (at: unknown) => Date.now() - (at as Date).getTime()
    const finds = async (text: string, overdueMs?: number) => {
      const found = (await copy.audit(overdueMs)).points.find(({ point }) => point === 11)
      return found?.breaches.some((breach) => breach.startsWith(text))
    }
    const [late, standing] = [`${open._id} has been due`, `${webhook._id} stands still`]
    expect(await finds(late, sinceMs(open.dueAt) + 60_000)).toBe(false)
    expect(await finds(late, sinceMs(open.dueAt) - 60_000)).toBe(true)
    expect(await finds(standing, sinceMs(next.createdAt) + 60_000)).toBe(false)
    expect(await finds(standing, sinceMs(next.createdAt) - 60_000)).toBe(true)
    // Nobody says that it runs.
    expect(await finds('')).toBe(false)

    await copy.set('deliveries', open._id, { leaseUntil: new Date(Date.now() + 60_000) })
    expect(await finds(late, 0)).toBe(false)
    await copy.set('deliveries', open._id, { leaseUntil: null })
    await copy.set('webhooks', webhook._id, { status: 'disabled' })
    expect([await finds(late, 0), await finds(standing, 0)]).toEqual([false, false])
    await copy.set('deliveries', open._id, { manual: true })
    expect(await finds(late, 0)).toBe(true)
  })
})
