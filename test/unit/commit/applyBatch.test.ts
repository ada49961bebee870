// The fold of the group commit without a database (commit 5.1, 5.2): batching changes nothing, order between strangers changes
// nothing, a key happens once, and what decides is declared and written.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyBatch, type Result } from '../../../subgraphs/shared/commit/apply.ts'
import { findHashChainFault } from '../../../subgraphs/shared/commit/hashChain.ts'
import { planOf } from '../../../subgraphs/shared/commit/plan.ts'
import { orgRef, PLATFORM, walletRef } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import { insertRow, setRow } from '../../../subgraphs/shared/commit/rowWrites.ts'
import { STOP } from '../../../subgraphs/shared/commit/stop.ts'
import { refusalIntent } from '../../../subgraphs/shared/commit/submit.ts'
import type { Intent, Ref, Row, State } from '../../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { EventRow } from '../../../subgraphs/shared/events.ts'
import type { JournalRow } from '../../../subgraphs/shared/ledger/journal.ts'
import { suspensionRefusal } from '../../../subgraphs/shared/organizationStanding.ts'
import { createMemoryStore, type MemoryStore } from './memoryStore.ts'
import {
  depositIntent,
  endIntent,
  freezeIntent,
  NOON,
  orgIdOf,
  type Payment,
  payIntent,
  positionRows,
  USDC,
  walletIdOf,
} from './spendWorld.ts'

const LIMITS = { policy: { dailyLimit: 20n * USDC, monthlyLimit: 50n * USDC }, funds: 30n * USDC }
const world = () => createMemoryStore([...positionRows(0, 2, LIMITS), ...positionRows(1, 2, LIMITS)])

type Act =
  | { readonly kind: 'pay'; readonly payment: Payment }
  | { readonly kind: 'end'; readonly payment: Payment; readonly end: 'complete' | 'release' }
  | { readonly kind: 'deposit'; readonly org: number; readonly wallet: number; readonly id: string }
  | { readonly kind: 'freeze'; readonly org: number; readonly wallet: number; readonly isFrozen: boolean }

const place = { org: fc.nat(1), wallet: fc.nat(1) }
const payment = fc
  .record({ ...place, n: fc.nat(7), dollars: fc.integer({ min: 1, max: 9 }), keyed: fc.boolean() })
  .map(({ org, wallet, n, dollars, keyed }): Payment => {
    const units = BigInt(dollars) * USDC
    return { org, wallet, id: `pay_${org}${wallet}${n}`, units, ...(keyed ? { key: `k${n}` } : {}) }
  })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay' as const), payment }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end' as const), payment, end: fc.constantFrom('complete', 'release') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deposit' as const), ...place, id: fc.constantFrom('a', 'b') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), ...place, isFrozen: fc.boolean() }) },
)

function intentOf(one: Act): Intent<unknown> {
  switch (one.kind) {
    case 'pay':
      return payIntent(one.payment)
    case 'end':
      return endIntent(one.payment, one.end)
    case 'deposit':
      return depositIntent(one.org, one.wallet, `dep_${one.org}${one.wallet}${one.id}`, USDC)
    case 'freeze':
      return freezeIntent(one.org, one.wallet, one.isFrozen)
  }
}

/** Results without what cannot be compared. */
const told = (results: readonly Result[]) =>
  results.map((result) => {
    if (result.kind === 'broken') return { kind: 'broken' }
    return result.kind === 'refused'
      ? { kind: 'refused', type: result.error.type, details: result.error.details }
      : result
  })

const contents = (store: MemoryStore) => Object.fromEntries([...store.rows].sort(([a], [b]) => (a < b ? -1 : 1)))

test('a batch equals its intents one by one, version by version', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30, size: 'max' }), fc.nat(5), (acts, cut) => {
      const intents = acts.map(intentOf)
      const [one, whole, two] = [world(), world(), world()]
      const results = intents.flatMap((intent) => one.run([intent], NOON))
      expect(told(whole.run(intents, NOON))).toEqual(told(results))
      expect(told([...two.run(intents.slice(0, cut), NOON), ...two.run(intents.slice(cut), NOON)])).toEqual(
        told(results),
      )
      expect(contents(whole)).toEqual(contents(one))
      expect(contents(two)).toEqual(contents(one))
    }),
    { numRuns: 150 },
  )
})

test('intents of different organizations commute', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 24, size: 'max' }), fc.infiniteStream(fc.boolean()), (acts, coins) => {
      const intents = acts.map(intentOf)
      const [first, other] = [0, 1].map((org) => intents.filter(({ orgId }) => orgId === orgIdOf(org)))
      const shuffled: Intent<unknown>[] = []
      const lists = [[...(first ?? [])], [...(other ?? [])]]
      while (lists.some((list) => list.length > 0)) {
        const next = lists[coins.next().value ? 0 : 1]?.shift()
        if (next !== undefined) shuffled.push(next)
      }
      const [given, mixed] = [world(), world()]
      given.run(intents, NOON)
      mixed.run(shuffled, NOON)
      expect(contents(mixed)).toEqual(contents(given))
    }),
    { numRuns: 100 },
  )
})

test('every history: hash chains intact, sequences gapless, limits and balances kept', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40, size: 'max' }), (acts) => {
      const store = world()
      for (const one of acts) store.run([intentOf(one)], NOON)
      for (const org of [0, 1]) {
        const head = store.get(orgRef(orgIdOf(org)))
        const own = <T extends { orgId: string }>(rows: T[]) => rows.filter(({ orgId }) => orgId === orgIdOf(org))
        const events = own(store.all<EventRow>('events')).sort((a, b) => a.cursor - b.cursor)
        const journals = own(store.all<JournalRow>('journals')).sort((a, b) => a.seq - b.seq)
        expect(
          findHashChainFault(events, (row) => row.cursor, { sequence: head.cursor, hash: head.eventHash }),
        ).toBeNull()
        expect(
          findHashChainFault(journals, (row) => row.seq, { sequence: head.journalSeq, hash: head.journalHash }),
        ).toBeNull()
        for (const index of [0, 1]) {
          const walletId = walletIdOf(org, index)
          const wallet = store.get(walletRef(walletId))
          const sequence = events.filter((row) => row.walletId === walletId).map((row) => row.walletSeq)
          expect(sequence).toEqual(Array.from({ length: wallet.seq }, (_, at) => at + 1))
          expect((wallet.day?.net ?? 0n) + (wallet.day?.reserved ?? 0n) <= 20n * USDC).toBe(true)
        }
      }
    }),
    { numRuns: 60 },
  )
})

describe('idempotency keys', () => {
  const pay = (id: string, units: bigint, key = 'k') => payIntent({ org: 0, wallet: 0, id, units, key })

  test('a replay changes nothing, in the same batch or any later one', () => {
    const store = world()
    const [done, twin] = store.run([pay('pay_1', USDC), pay('pay_2', USDC)], NOON)
    expect(done).toMatchObject({ kind: 'done', answer: { _id: 'pay_1' } })
    expect(twin).toMatchObject({ kind: 'replayed', stored: { resource: { id: 'pay_1' } } })
    const before = contents(store)
    const year = new Date(NOON.getTime() + 365 * 24 * 3_600_000)
    expect(store.run([pay('pay_3', USDC)], year)).toMatchObject([{ kind: 'replayed' }])
    expect(store.run([pay('pay_3', 2n * USDC)], year)).toMatchObject([
      { kind: 'mismatch', stored: { resource: { id: 'pay_1' } } },
    ])
    expect(contents(store)).toEqual(before)
  })

  test('a refusal that created nothing is stored for 24 hours, then the request is decided again', () => {
    const store = world()
    const [first] = store.run([pay('pay_1', 21n * USDC)], NOON)
    const until = new Date(NOON.getTime() + 24 * 3_600_000).toISOString()
    expect(first).toMatchObject({
      kind: 'refused',
      error: { details: { key_kept_until: until } },
      storedKey: { _id: expect.any(String) },
    })
    const later = new Date(NOON.getTime() + 24 * 3_600_000)
    const before = new Date(later.getTime() - 1)
    expect(store.run([pay('pay_2', 21n * USDC)], before)).toMatchObject([
      { kind: 'replayed', stored: { resource: null } },
    ])
    expect(store.run([pay('pay_3', 21n * USDC)], later)).toMatchObject([{ kind: 'refused' }])
  })

  test('a refusal that created a failed payment returns that payment for ever', () => {
    const store = createMemoryStore(positionRows(0, 1, { funds: 1n }))
    expect(store.run([pay('pay_1', USDC)], NOON)).toMatchObject([
      {
        ...{ kind: 'refused', storedKey: { outcome: null } },
        error: { type: 'insufficient_funds', details: { key_kept_until: '9999-12-31T23:59:59.999Z' } },
      },
    ])
    const year = new Date(NOON.getTime() + 365 * 24 * 3_600_000)
    expect(store.run([pay('pay_2', USDC)], year)).toMatchObject([
      { kind: 'replayed', stored: { resource: { id: 'pay_1' } } },
    ])
  })

  test.each([['invalid_request'], ['authentication_error'], ['rate_limited'], ['service_unavailable']] as const)(
    '%s is no decision',
    (type) => {
      const store = world()
      const refusing: Intent<null> = {
        ...pay('pay_1', USDC),
        reads: () => ({ guard: [] }),
        decide: () => ({ kind: 'refused', error: new DomainError(type, 'no'), writes: {} }),
      }
      expect(store.run([refusing, pay('pay_1', USDC)], NOON)).toMatchObject([{ kind: 'refused' }, { kind: 'done' }])
    },
  )
})

describe('attempts', () => {
  test('the window may change between two attempts: the last one counts', () => {
    const rows = positionRows(0, 1, { policy: { dailyLimit: 5n * USDC, monthlyLimit: 8n * USDC } })
    const store = createMemoryStore(rows)
    const midnight = new Date('2026-12-01T00:00:00Z')
    const before = new Date(midnight.getTime() - 1)
    const pay = (n: number, units: bigint) => payIntent({ org: 0, wallet: 0, id: `pay_${n}`, units })
    store.run([pay(1, 5n * USDC)], before)
    const again = pay(2, 5n * USDC)
    // The first attempt is lost: what it decided was never written.
    expect(applyBatch(store.rows, [again], before).results).toMatchObject([{ kind: 'refused' }])
    expect(store.run([again], midnight)).toMatchObject([
      { kind: 'done', answer: { dayKey: '2026-12-01', monthKey: '2026-12' } },
    ])
    store.run([endIntent({ org: 0, wallet: 0, id: 'pay_1', units: 0n }, 'release')], midnight)
    const wallet = store.get(walletRef(walletIdOf(0, 0)))
    expect(wallet).toMatchObject({ day: { reserved: 5n * USDC }, month: { reserved: 5n * USDC }, closedWindows: [] })
  })

  test('payments of one batch count one another for the rules against money laundering', () => {
    const store = createMemoryStore(positionRows(0, 1))
    const burst = Array.from({ length: 22 }, (_, n) => payIntent({ org: 0, wallet: 0, id: `pay_${n}`, units: USDC }))
    const results = store.run(burst, NOON) as unknown as { answer: { screening: { checks?: object[] } } }[]
    const found = results.map(({ answer: { screening } }) => screening.checks ?? [])
    const scored = [{ name: 'velocity_count', score: 30, evidence: { count: 21 } }]
    expect(found.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => []))
    expect(found.slice(20)).toMatchObject([scored, scored])
  })

  test('decide may run again: it does not change its arguments', () => {
    const store = world()
    const intent = payIntent({ org: 0, wallet: 0, id: 'pay_1', units: USDC, key: 'k' })
    const [first, second] = [applyBatch(store.rows, [intent], NOON), applyBatch(store.rows, [intent], NOON)]
    expect(second).toEqual(first)
  })
})

describe('rows that decide are declared and written', () => {
  test('once by each verdict: of two writes of one row the second would undo the first', () => {
    const store = createMemoryStore(positionRows(0, 1))
    const ref = walletRef(walletIdOf(0, 0))
    const write = (times: number): Intent<null> => ({
      ...({ priority: 'settle', orgId: orgIdOf(0), mode: 'test' } as const),
      reads: () => ({ guard: [ref] }),
      decide(state) {
        const row = state.get(ref)
        if (row === null) throw new Error('there is no wallet')
        const set = Array.from({ length: times }, (_, n) => setRow(ref, { ...row, cardsIssued: n }))
        return { kind: 'done', answer: null, writes: { set } }
      },
    })
    const { results } = store.apply([write(1), write(2), write(1)], NOON)
    expect(results.map(({ kind }) => kind)).toEqual(['done', 'broken', 'done'])
  })

  /** Runs a decide with a state that records which rows it reads. */
  function watched(intent: Intent<unknown>, store: MemoryStore): Set<string> {
    const read = new Set<string>()
    const state: State = {
      get<T>(ref: Ref<T>) {
        read.add(refKey(ref))
        return (store.rows.get(refKey(ref)) ?? null) as (T & Row) | null
      },
    }
    intent.decide(state, NOON)
    return read
  }

  test.each([
    ['accepted', USDC],
    ['refused by the policy', 21n * USDC],
    ['refused for lack of funds', 15n * USDC],
  ])('a payment that is %s reads no more, and each guard gets a new version', (_name, units) => {
    const store = createMemoryStore(positionRows(0, 1, { policy: { dailyLimit: 20n * USDC }, funds: 10n * USDC }))
    const intent = payIntent({ org: 0, wallet: 0, id: 'pay_1', units, key: 'k' })
    const { guards, absents, newIds } = planOf(intent, NOON)
    const declared = new Set([refKey(PLATFORM), ...guards.keys(), ...absents.keys(), ...newIds.keys()])
    for (const key of watched(intent, store)) expect(declared).toContain(key)
    const batch = store.apply([intent], NOON)
    expect(batch.updates.map(({ ref }) => refKey(ref)).sort()).toEqual([...guards.keys()].sort())
    for (const { base, next } of batch.updates) expect(next.v).toBe(base.v + 1)
  })

  test('each verdict increments each version, so that an outdated preparation is detected within the batch', () => {
    const ref = walletRef(walletIdOf(0, 0))
    const touch: Intent<number> = {
      ...{ priority: 'spend', orgId: orgIdOf(0), mode: 'test' },
      reads: () => ({ guard: [ref] }),
      decide: (state) => ({ kind: 'done', answer: state.get(ref)?.v ?? 0, writes: {} }),
    }
    expect(
      world()
        .run([touch, touch, touch], NOON)
        .map((one) => one.kind === 'done' && one.answer),
    ).toEqual([1, 2, 3])
  })

  const base = { priority: 'spend', orgId: orgIdOf(0), mode: 'test' } as const
  const wallet = walletRef(walletIdOf(0, 0))
  const other = walletRef(walletIdOf(0, 1))
  const deposit = depositIntent(0, 1, 'dep_1', 1n)
  const cases: [string, Intent<unknown>, string][] = [
    [
      'reading what was not declared',
      {
        ...base,
        reads: () => ({ guard: [wallet] }),
        decide: (state) => ({ kind: 'done', answer: state.get(other), writes: {} }),
      },
      'without declaring it',
    ],
    [
      'setting what is not guarded',
      {
        ...base,
        reads: () => ({ guard: [], absent: [wallet] }),
        decide: () => ({ kind: 'done', answer: 0, writes: { set: [setRow(wallet as Ref, {})] } }),
      },
      'without being guarded',
    ],
    ['inserting what is not declared', { ...deposit, reads: () => ({ guard: [other] }) }, 'without being declared'],
    [
      'posting to a wallet that only another intent of the batch guards',
      { ...deposit, reads: (at) => ({ ...deposit.reads(at), guard: [] }) },
      'without being guarded',
    ],
    [
      'an event of a wallet that is not guarded',
      {
        ...base,
        reads: () => ({ guard: [] }),
        decide: () => ({
          kind: 'done',
          answer: 0,
          writes: { events: [{ type: 'wallet.frozen', resourceId: 'x', walletId: walletIdOf(0, 1), data: {} }] },
        }),
      },
      'without being guarded',
    ],
    [
      'more than 256 KB',
      {
        ...base,
        reads: () => ({ guard: [] }),
        decide: () => ({
          kind: 'done',
          answer: 0,
          writes: { events: [{ type: 'wallet.frozen', resourceId: 'x', data: { text: 'x'.repeat(300_000) } }] },
        }),
      },
      'writes too much data',
    ],
    [
      'reads that throw',
      {
        ...base,
        reads: () => {
          throw new Error('no reads')
        },
        decide: () => ({ kind: 'stale' }),
      },
      'no reads',
    ],
  ]

  test.each(cases)('%s fails that intent, and the others continue', (_name, intent, message) => {
    const store = world()
    const before = freezeIntent(0, 1, true)
    const [first, broken, last] = store.run([before, intent, freezeIntent(0, 0, true)], NOON)
    expect(broken).toMatchObject({ kind: 'broken', error: { message: expect.stringContaining(message) } })
    expect([first?.kind, last?.kind]).toEqual(['done', 'done'])
    expect(store.get(orgRef(orgIdOf(0)))).toMatchObject({ v: 3, cursor: 2 })
  })
})

test('caps: from the first intent that no longer fits, the rest is left for the next batch', () => {
  const data = { text: 'x'.repeat(200_000) }
  const big: Intent<null> = {
    ...{ priority: 'spend', orgId: orgIdOf(0), mode: 'test' },
    reads: () => ({ guard: [] }),
    decide: () => ({
      kind: 'done',
      answer: null,
      writes: { events: [{ type: 'wallet.frozen', resourceId: 'x', data }] },
    }),
  }
  const batch = world().apply(
    Array.from({ length: 30 }, () => big),
    NOON,
  )
  expect(batch.results).toHaveLength(20)
  expect(batch.bytes).toBeLessThanOrEqual(4 * 1024 * 1024)
  const keyed = Array.from({ length: 600 }, (_, n) =>
    payIntent({ org: 0, wallet: 0, id: `pay_${n}`, units: 1n, key: `${n}` }),
  )
  const many = world().apply(keyed, NOON)
  expect(many.updates.length + many.inserts.length).toBeLessThanOrEqual(1_500)
  expect(many.results.length).toBeGreaterThan(300)
})

describe('a suspended organization', () => {
  test('is refused every intent that is not declared as a stop, before it decides', () => {
    const rows = positionRows(0, 1, LIMITS).map(({ ref, row }) => insertRow(ref, { ...row, status: 'suspended' }))
    const asked: string[] = []
    const intent = (name: string, facts: Pick<Intent<null>, 'priority' | 'whileSuspended'>): Intent<null> => ({
      ...{ orgId: orgIdOf(0), mode: 'test', reads: () => ({ guard: [] }), ...facts },
      decide() {
        asked.push(name)
        return { kind: 'done', answer: null, writes: {} }
      },
    })
    const results = createMemoryStore(rows).run(
      [
        intent('spend', { priority: 'spend' }),
        intent('control', { priority: 'control' }),
        intent('settle', { priority: 'settle' }),
        intent('stop', { priority: 'control', whileSuspended: true }),
      ],
      NOON,
    )
    expect(results.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'done', 'done'])
    expect(results[0]).toMatchObject({ error: { details: { reason: 'organization_suspended' } } })
    expect(asked).toEqual(['settle', 'stop'])
  })

  test('lets in what is no stop as well, but not by a key that has ended meanwhile: only a stop goes on then', () => {
    const key = { ref: { collection: 'apiKeys', id: 'key_1' }, row: { status: 'revoked', v: 0 } } as const
    const rows = positionRows(0, 1, LIMITS).map(({ ref, row }) => insertRow(ref, { ...row, status: 'suspended' }))
    const by = { kind: 'organization', id: 'key_1', requestId: 'req_1', operation: 'linkRefund' } as const
    const intent = (facts: Pick<Intent<null>, 'whileSuspended' | 'afterEnd'>): Intent<null> => ({
      ...{ orgId: orgIdOf(0), mode: 'test', priority: 'control', by, ...facts },
      ...{ reads: () => ({ guard: [] }), decide: () => ({ kind: 'done', answer: null, writes: {} }) },
    })
    const results = createMemoryStore([...rows, key]).run([intent({ whileSuspended: true }), intent(STOP)], NOON)
    expect(results.map(({ kind }) => kind)).toEqual(['refused', 'done'])
    expect(results[0]).toMatchObject({ error: { details: { reason: 'invalid_api_key' } } })
  })

  test('that is reinstated while its act is prepared is not bound to the refusal by its key', () => {
    const error = suspensionRefusal({ status: 'suspended' })
    const store = createMemoryStore(positionRows(0, 1, LIMITS))
    const key = { id: `${orgIdOf(0)}:test`, orgId: orgIdOf(0), mode: 'test', waitMs: 0, note: () => {} } as const
    const [result] = store.run([refusalIntent({ ...key, fingerprint: 'f' }, error as DomainError)], NOON)
    expect(result).toEqual({ kind: 'refused', error })
  })
})
