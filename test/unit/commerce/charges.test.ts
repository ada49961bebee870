// Charges of which a payment processor is asked (domain A.14): what their ends leave, and what one that fails does to others.
import { describe, expect, test, vi } from 'vitest'
import { createCommerce } from '../../../subgraphs/commerce/index.ts'
import { chargesOf } from '../../../subgraphs/commerce/models/charges.ts'
import type { CommerceDeps } from '../../../subgraphs/commerce/ports.ts'
import type { ProcessorVerdict } from '../../../subgraphs/commerce/processors/verdicts.ts'
import {
  type Charge,
  type ChargeStatus,
  chargeStatusOf,
  unansweredRefusal,
} from '../../../subgraphs/commerce/rules/charges.ts'
import { askAbout } from '../../../subgraphs/commerce/services/charges/askAbout.ts'
import { stopCharges } from '../../../subgraphs/commerce/services/charges/endCharge.ts'
import { settleCharge } from '../../../subgraphs/commerce/services/charges/settleCharge.ts'
import { payCheckout } from '../../../subgraphs/commerce/services/payCheckout.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import { insertRow, setRow } from '../../../subgraphs/shared/commit/rowWrites.ts'
import type { Intent, Ref, State } from '../../../subgraphs/shared/commit/types.ts'
import { done, refused } from '../../../subgraphs/shared/commit/verdicts.ts'
import { DomainError, type ErrorType } from '../../../subgraphs/shared/errors.ts'
import { type ChargeId, newId } from '../../../subgraphs/shared/ids.ts'
import { silentLog } from '../../support/openTestDatabase.ts'

const AT = new Date('2026-03-02T06:00:00Z')
const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`
const OWN = { orgId: 'org_1', mode: 'test' } as const
const CALLER = { kind: 'agent', agentId: 'agt_1', walletId: 'wal_1', ...OWN }
const WALLET: Ref<Record<string, unknown>> = { collection: 'positions', id: 'wallet:wal_1' }
const SCREENING: Ref<object> = { collection: 'screenings', id: 'scr_1' }
const DENIED = new DomainError('compliance_denied', 'The payee is on a list.', { reason: 'sanctions_hit' })
const refusal = (type: ErrorType, reason: string) => new DomainError(type, 'It is not paid now.', { reason })

const chargeRow = (n: number) => ({
  ...{ _id: idOf('chg', n) as ChargeId, v: 1, ...OWN, agentId: 'agt_1', caller: CALLER, walletId: 'wal_1' },
  ...{ sessionId: idOf('cks', n), holdId: `hld_${n}`, orderId: `ord_${n}`, paymentId: `pay_${n}` },
  ...{ amountMinor: 100, status: 'pending', tries: 4, nextAskAt: AT, lastError: null, failure: null, chain: 'base' },
})

type Writable = { -readonly [Name in keyof Charge]: Charge[Name] }

interface Open {
  readonly broken?: number
  readonly verdict?: ProcessorVerdict
  /** Why the money is not taken. */
  readonly refusedWith?: DomainError
  /** Before anything is decided. */
  readonly thrown?: DomainError
}

/** Rows by hand, and a commit that decides on them at once. */
function openCharges(count: number, { broken, verdict, refusedWith = DENIED, thrown }: Open = {}) {
  const rows = new Map<string, object>([[refKey(WALLET), { _id: WALLET.id, v: 1, isReleased: false }]])
  const charges = Array.from({ length: count }, (_, n) => chargeRow(n))
  for (const charge of charges) {
    rows.set(`charges/${charge._id}`, charge)
    const session = { ...OWN, agentId: 'agt_1', chargeId: charge._id, tokenIds: [charge.holdId] }
    rows.set(`checkouts/${charge.sessionId}`, { _id: charge.sessionId, v: 1, ...session })
  }
  const commits: number[] = []
  const state = { get: (ref: Ref) => rows.get(refKey(ref)) ?? null } as State
  const commit = {
    async submit(intent: Intent<unknown>) {
      const decided = intent.decide(state, AT)
      if (decided.kind === 'stale') return decided
      const { set = [], insert = [] } = decided.writes
      commits.push(set.length)
      for (const { ref, next } of set) rows.set(refKey(ref), { ...next, v: 2 })
      for (const { ref, row } of insert) rows.set(refKey(ref), row)
      return decided
    },
  }
  const collection = (name: string) => ({
    find({ _id }: { _id: { $in?: string[] } }) {
      const ids = _id.$in ?? charges.map((one) => one._id)
      const toArray = async () => ids.flatMap((id) => rows.get(`${name}/${id}`) ?? [])
      return { toArray, sort: () => ({ limit: () => ({ toArray }) }) }
    },
  })
  const tokens = {
    async prepareCharge() {
      if (thrown !== undefined) throw thrown
      return {
        reads: () => ({ guard: [WALLET] }),
        decide: (seen: State) =>
          refused(refusedWith, {
            set: [setRow(WALLET, { ...seen.get(WALLET), isFlagged: true })],
            insert: [insertRow(SCREENING, { outcome: 'deny' })],
            events: [{ type: 'compliance.flagged', resourceId: 'wal_1', data: {} }],
          }),
      }
    },
    failCharge(seen: State, { holdId, isFlagged }: { holdId: string; isFlagged: boolean }) {
      if (holdId === `hld_${broken}`) throw new Error('The books of this wallet do not add up.')
      return { set: [setRow(WALLET, { ...seen.get(WALLET), isReleased: true, isTold: isFlagged })] }
    },
    prepareStop: async () => ({
      reads: () => ({ guard: [] }),
      refusal: () => ({ type: 'kill_switch_active', message: 'Stopped.', details: {} }),
    }),
    ...{ refresh: () => undefined, wake: () => undefined },
  }
  const processor = { waitMs: 100, ask: async () => verdict }
  const clock = { now: () => AT }
  const deps = {
    database: { collection, model: () => undefined },
    commit,
    tokens,
    clock,
    processor,
    log: silentLog,
  } as unknown as CommerceDeps
  const read = <T>(collection: string, id: string) => rows.get(`${collection}/${id}`) as T
  const charge = (n: number) => read<Writable>('charges', idOf('chg', n))
  const session = (n: number) => read<object>('checkouts', idOf('cks', n))
  return {
    deps,
    charges,
    charge,
    session,
    commits,
    wallet: () => state.get(WALLET),
    screening: () => state.get(SCREENING),
  }
}

describe('an approved charge', () => {
  test('that compliance denies leaves what it found, and releases its money', async () => {
    const { deps, charges, wallet, screening } = openCharges(1)
    const ended = await settleCharge(deps, charges[0]?._id as ChargeId, { kind: 'approved' })
    expect(ended).toMatchObject({ status: 'failed', failure: { type: 'compliance_denied' } })
    expect(screening()).toMatchObject({ outcome: 'deny' })
    expect(wallet()).toMatchObject({ isFlagged: true, isReleased: true })
  })

  test('that compliance denies is flagged once: by the refusal, not by the failure too (domain 4.2)', async () => {
    const { deps, charges, wallet } = openCharges(1)
    await settleCharge(deps, charges[0]?._id as ChargeId, { kind: 'approved' })
    expect(wallet()).toMatchObject({ isTold: true })
  })

  // The processor has approved, and what is missing comes by itself.
  test.each([
    ['no_route', 'rpc_unreachable'],
    ['no_route', 'chain_unavailable'],
    ['insufficient_funds', 'gas_not_covered'],
    ['service_unavailable', 'screening_unavailable'],
    ['rate_limited', 'too_many_at_once'],
  ] as const)('waits where it is refused with %s, %s, and is asked about again', async (type, reason) => {
    const error = refusal(type, reason)
    for (const given of [{ refusedWith: error }, { thrown: error }]) {
      const { deps, charges, charge, wallet } = openCharges(1, { ...given, verdict: { kind: 'approved' } })
      await expect(settleCharge(deps, charges[0]?._id as ChargeId, { kind: 'approved' })).rejects.toBe(error)
      expect(charge(0).status).toBe('pending')
      await askAbout(deps, charges[0] as never)
      expect(charge(0)).toMatchObject({ status: 'pending', nextAskAt: new Date(AT.getTime() + 16_000) })
      expect(wallet()).toMatchObject({ isReleased: false })
    }
  })

  test.each([
    ['no_route', 'merchant_has_no_address_on_chain'],
    ['insufficient_funds', 'balance_too_low'],
  ] as const)('fails where it is refused with %s, %s', async (type, reason) => {
    const error = refusal(type, reason)
    for (const given of [{ refusedWith: error }, { thrown: error }]) {
      const { deps, charges, wallet } = openCharges(1, given)
      const ended = await settleCharge(deps, charges[0]?._id as ChargeId, { kind: 'approved' })
      expect(ended).toMatchObject({ status: 'failed', failure: { type, details: { reason } } })
      expect(wallet()).toMatchObject({ isReleased: true })
    }
  })

  test('that cannot be ended is asked about less and less often', async () => {
    const { deps, charges, charge } = openCharges(1, { broken: 0, verdict: { kind: 'approved' } })
    await askAbout(deps, charges[0] as never)
    expect(charge(0)).toMatchObject({ status: 'pending', nextAskAt: new Date(AT.getTime() + 16_000) })
    expect(charge(0)).toMatchObject({ waitsFor: 'service', lastError: 'Its answer could not be recorded yet.' })
  })
})

test('a charge that waits when no payment processor is asked any more is told as unanswered', async () => {
  const { deps, charge } = openCharges(1)
  const [worker] = createCommerce({ ...deps, processor: undefined }).workers
  const stopping = new AbortController()
  const running = worker?.run(stopping.signal)
  try {
    const told = { status: 'pending', tries: 5, lastError: 'No payment processor is configured.' }
    await vi.waitFor(() => expect(charge(0)).toMatchObject(told))
  } finally {
    stopping.abort()
    await running
  }
})

test('who waits for the answer of a payment processor only waits: no place of other requests is taken meanwhile', async () => {
  const { deps, session } = openCharges(1)
  const [later, holdId] = [new Date(AT.getTime() + 60_000), 'hld_0']
  Object.assign(session(0), { chargeId: null, status: 'open', orderId: null, totalMinor: 100, expiresAt: later })
  const presented = { sessionId: idOf('cks', 0), holdId, walletId: 'wal_1', token: 'USDC', chain: 'base' }
  const tokens = {
    ...deps.tokens,
    findByHash: async () => presented,
    prepareAsk: async () => ({ reads: () => ({ guard: [] }), decide: () => done(null) }),
  }
  let waits = 0
  const seen: number[] = []
  const processor = {
    waitMs: 100,
    async ask() {
      seen.push(waits)
      return { kind: 'declined', reason: null }
    },
  }
  const pause = <T>(wait: () => Promise<T>): Promise<T> => {
    waits += 1
    return wait().finally(() => {
      waits -= 1
    })
  }
  const input = { sessionId: idOf('cks', 0), token: `spt_${'A'.repeat(43)}` }
  const asking = { ...deps, tokens, processor, newId } as unknown as CommerceDeps
  await expect(payCheckout(asking, CALLER as never, input, null, pause)).rejects.toThrow('declined')
  expect([seen, waits]).toEqual([[1], 0])
})

describe('an approved charge that cannot be paid now', () => {
  const refusalOf = (type: ErrorType, reason: string) => new DomainError(type, 'Later.', { reason })
  test.each([
    [refusalOf('no_route', 'rpc_unreachable'), 'chain', 'chain_unavailable', 'base'],
    [refusalOf('no_route', 'chain_unavailable'), 'chain', 'chain_unavailable', 'base'],
    [refusalOf('insufficient_funds', 'gas_not_covered'), 'gas', 'gas_not_covered', 'base'],
    [refusalOf('service_unavailable', 'list_stale'), 'service', 'verdict_not_recorded', 'service'],
  ])('waits for what it lacks, and blames no processor: %s', async (refusal, waitsFor, reason, adapter) => {
    const { deps, charges, charge } = openCharges(1, { refusedWith: refusal, verdict: { kind: 'approved' } })
    // As often as makes a processor that does not answer unanswered.
    const row = { ...charges[0], tries: 5 }
    charge(0).tries = 5
    await askAbout(deps, row as never)
    expect(charge(0)).toMatchObject({ status: 'pending', waitsFor, lastError: 'Later.' })
    expect(chargeStatusOf(charge(0))).toBe('delayed')
    const told = unansweredRefusal(charge(0))
    expect([told.type, told.details]).toMatchObject(['all_adapters_exhausted', { reason, attempts: [{ adapter }] }])
    expect(told.message).toMatch(/has (approved|answered).*same Idempotency-Key/)
  })

  test('is told as unanswered again when the processor falls silent', async () => {
    const { deps, charges, charge } = openCharges(1, { verdict: { kind: 'unanswered', error: 'No response.' } })
    Object.assign(charge(0), { tries: 5, waitsFor: 'chain' })
    await askAbout(deps, { ...charges[0], tries: 5 } as never)
    expect([charge(0).waitsFor, chargeStatusOf(charge(0))]).toEqual(['processor', 'unanswered'])
    expect(unansweredRefusal(charge(0)).details).toMatchObject({ reason: 'processor_unanswered' })
  })
})

// What is passed over has a bound: beyond it the same rows are found again and again.
test('the worker pauses where none of many charges that are due can be taken', async () => {
  const { deps } = openCharges(40)
  let tries = 0
  const submit = async () => {
    tries += 1
    await new Promise(setImmediate)
    throw new DomainError('service_unavailable', 'The commits of this organization do not come through.', {})
  }
  const [worker] = createCommerce({ ...deps, commit: { ...deps.commit, submit }, processor: undefined }).workers
  const stopping = new AbortController()
  const running = worker?.run(stopping.signal)
  await new Promise((resolve) => setTimeout(resolve, 300))
  stopping.abort()
  await running
  // One round, or a few where the machine is slow.
  expect(tries).toBeLessThan(400)
})

describe('a list of charges by status', () => {
  type Tests = Readonly<Record<string, unknown>>
  const TESTS: Record<string, (value: unknown, wanted: never) => boolean> = {
    $lt: (value, wanted: number) => Number(value) < wanted,
    $gte: (value, wanted: number) => Number(value) >= wanted,
    $in: (value, wanted: unknown[]) => wanted.includes(value ?? null),
    $nin: (value, wanted: unknown[]) => !wanted.includes(value ?? null),
  }
  /** As the database does it, where a field that is missing is null. */
  const matches = (row: Tests, filter: object): boolean =>
    Object.entries(filter).every(([name, wanted]) => {
      if (name === '$or') return (wanted as object[]).some((one) => matches(row, one))
      if (typeof wanted !== 'object') return row[name] === wanted
      return Object.entries(wanted as Tests).every(([by, value]) => TESTS[by]?.(row[name], value as never))
    })

  const waits = [{}, ...(['processor', 'chain', 'gas', 'service'] as const).map((waitsFor) => ({ waitsFor }))]
  const open = waits.flatMap((wait) => [4, 5].map((tries) => ({ status: 'pending' as const, tries, ...wait })))
  const rows = [...open, { status: 'approved' as const, tries: 9 }]
  test.each<readonly ChargeStatus[][]>([
    [['pending']],
    [['unanswered']],
    [['delayed']],
    [['approved']],
    [['pending', 'unanswered']],
    [['unanswered', 'delayed']],
    [['pending', 'unanswered', 'delayed']],
    [['delayed', 'approved']],
    [[]],
  ])('has those that are told with it: %j', (statuses) => {
    const listed = rows.filter((row) => matches(row, chargesOf(statuses)))
    expect(listed).toEqual(rows.filter((row) => statuses.includes(chargeStatusOf(row))))
  })
})

describe('a kill switch', () => {
  test('ends charges together; one that cannot be ended is told, and keeps no other from it', async () => {
    const whole = openCharges(3)
    const ids = whole.charges.map(({ _id }) => _id)
    expect(await stopCharges(whole.deps, ids, new Set())).toEqual([])
    expect(whole.commits).toHaveLength(1)
    const one = openCharges(3, { broken: 1 })
    const failed = await stopCharges(one.deps, ids, new Set())
    expect(failed).toMatchObject([{ row: { _id: ids[1] } }])
    expect([0, 1, 2].map((n) => one.charge(n).status)).toEqual(['ended', 'pending', 'ended'])
  })
})
