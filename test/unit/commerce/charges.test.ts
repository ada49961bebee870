// Charges of which a payment processor is asked (domain A.14): what their ends leave, and what one that fails does to others.
import { describe, expect, test, vi } from 'vitest'
import { createCommerce } from '../../../subgraphs/commerce/index.ts'
import type { CommerceDeps } from '../../../subgraphs/commerce/ports.ts'
import type { ProcessorVerdict } from '../../../subgraphs/commerce/processors/verdicts.ts'
import { askAbout } from '../../../subgraphs/commerce/services/charges/askAbout.ts'
import { stopCharges } from '../../../subgraphs/commerce/services/charges/endCharge.ts'
import { settleCharge } from '../../../subgraphs/commerce/services/charges/settleCharge.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import { insertRow, setRow } from '../../../subgraphs/shared/commit/rowWrites.ts'
import type { Intent, Ref, State } from '../../../subgraphs/shared/commit/types.ts'
import { refused } from '../../../subgraphs/shared/commit/verdicts.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { ChargeId } from '../../../subgraphs/shared/ids.ts'
import { silentLog } from '../../support/openTestDatabase.ts'

const AT = new Date('2026-03-02T06:00:00Z')
const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(26, '0')}`
const OWN = { orgId: 'org_1', mode: 'test' } as const
const CALLER = { kind: 'agent', agentId: 'agt_1', walletId: 'wal_1', ...OWN }
const WALLET: Ref<Record<string, unknown>> = { collection: 'positions', id: 'wallet:wal_1' }
const SCREENING: Ref<object> = { collection: 'screenings', id: 'scr_1' }
const DENIED = new DomainError('compliance_denied', 'The payee is on a list.', { reason: 'sanctions_hit' })

const chargeRow = (n: number) => ({
  ...{ _id: idOf('chg', n) as ChargeId, v: 1, ...OWN, agentId: 'agt_1', caller: CALLER, walletId: 'wal_1' },
  ...{ sessionId: idOf('cks', n), holdId: `hld_${n}`, orderId: `ord_${n}`, paymentId: `pay_${n}` },
  ...{ amountMinor: 100, status: 'pending', tries: 4, nextAskAt: AT, lastError: null, failure: null },
})

/** Rows by hand, and a commit that decides on them at once. */
function openCharges(count: number, { broken, verdict }: { broken?: number; verdict?: ProcessorVerdict } = {}) {
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
    prepareCharge: async () => ({
      reads: () => ({ guard: [WALLET] }),
      decide: (seen: State) =>
        refused(DENIED, {
          set: [setRow(WALLET, { ...seen.get(WALLET), isFlagged: true })],
          insert: [insertRow(SCREENING, { outcome: 'deny' })],
        }),
    }),
    failCharge(seen: State, { holdId }: { holdId: string }) {
      if (holdId === `hld_${broken}`) throw new Error('The books of this wallet do not add up.')
      return { set: [setRow(WALLET, { ...seen.get(WALLET), isReleased: true })] }
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
  const charge = (n: number) => read<{ status: string; nextAskAt: Date; lastError: string }>('charges', idOf('chg', n))
  return { deps, charges, charge, commits, wallet: () => state.get(WALLET), screening: () => state.get(SCREENING) }
}

describe('an approved charge', () => {
  test('that compliance denies leaves what it found, and releases its money', async () => {
    const { deps, charges, wallet, screening } = openCharges(1)
    const ended = await settleCharge(deps, charges[0]?._id as ChargeId, { kind: 'approved' })
    expect(ended).toMatchObject({ status: 'failed', failure: { type: 'compliance_denied' } })
    expect(screening()).toMatchObject({ outcome: 'deny' })
    expect(wallet()).toMatchObject({ isFlagged: true, isReleased: true })
  })

  test('that cannot be ended is asked about less and less often', async () => {
    const { deps, charges, charge } = openCharges(1, { broken: 0, verdict: { kind: 'approved' } })
    await askAbout(deps, charges[0] as never)
    expect(charge(0)).toMatchObject({ status: 'pending', nextAskAt: new Date(AT.getTime() + 16_000) })
    expect(charge(0).lastError).toMatch('could not be recorded')
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
