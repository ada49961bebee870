/** The gas budget of an organization: a counter in its position, decided on in the commit (domain 9.2, 8.6). */
import { describe, expect, test } from 'vitest'
import { orderedGates } from '../../../subgraphs/payments/gates.ts'
import { type NonceSlotRow, slotRef } from '../../../subgraphs/payments/models/nonceSlots.ts'
import type { SpendGates } from '../../../subgraphs/payments/ports.ts'
import { changeGas, gasSpent } from '../../../subgraphs/payments/rules/gasBudget.ts'
import { createGasQuotes } from '../../../subgraphs/payments/services/gasQuotes.ts'
import {
  bookGasIntent,
  endTopUpIntent,
  type GasReceipt,
} from '../../../subgraphs/payments/settlement/intents/bookGas.ts'
import { applyBatch } from '../../../subgraphs/shared/commit/apply.ts'
import { newOrgPosition, type OrgPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { Intent } from '../../../subgraphs/shared/commit/types.ts'
import { type JournalRow, journalOf, requireBalanced } from '../../../subgraphs/shared/ledger/journal.ts'
import type { Spend, SpendState } from '../../../subgraphs/shared/spend.ts'

const AT = new Date('2026-01-01T12:00:00Z')
const BASE = { mode: 'test', chain: 'base' } as const
const org = { ...newOrgPosition('org_1'), _id: 'org:org_1', v: 1 } as OrgPosition

describe('the gas counter', () => {
  test('counts each chain and mode separately, and beyond 64 bits', () => {
    const much = 10n ** 21n
    const next = changeGas(org, BASE, AT, { used: much, reserved: 5n })
    expect(gasSpent(next, BASE, AT)).toEqual({ used: much, reserved: 5n })
    expect(gasSpent(next, { ...BASE, mode: 'live' }, AT)).toEqual({ used: 0n, reserved: 0n })
    expect(gasSpent(next, { ...BASE, chain: 'polygon' }, AT)).toEqual({ used: 0n, reserved: 0n })
  })

  test('a new UTC day starts with nothing used; the reservations of payments in flight stay', () => {
    const next = changeGas(org, BASE, new Date('2026-01-01T23:59:59Z'), { used: 7n, reserved: 5n })
    expect(gasSpent(next, BASE, new Date('2026-01-02T00:00:00Z'))).toEqual({ used: 0n, reserved: 5n })
  })

  test('a process whose clock runs behind counts in the day that another one has begun, and ends it for nobody', () => {
    const [ahead, behind] = [new Date('2026-01-02T00:00:01Z'), new Date('2026-01-01T23:59:59Z')]
    const begun = changeGas(org, BASE, ahead, { used: 7n })
    expect(gasSpent(begun, BASE, behind)).toEqual({ used: 7n, reserved: 0n })
    const both = changeGas(begun, BASE, behind, { used: 2n })
    expect(gasSpent(both, BASE, ahead)).toEqual({ used: 9n, reserved: 0n })
    expect(gasSpent(both, BASE, new Date('2026-01-03T00:00:00Z'))).toEqual({ used: 0n, reserved: 0n })
  })

  test('a day that a wrong clock has begun ends, and nobody waits for it', () => {
    const begun = changeGas(org, BASE, new Date('2036-01-01T12:00:00Z'), { used: 7n, reserved: 5n })
    expect(gasSpent(begun, BASE, AT)).toEqual({ used: 0n, reserved: 5n })
    expect(gasSpent(changeGas(begun, BASE, AT, { used: 2n }), BASE, AT)).toEqual({ used: 2n, reserved: 5n })
  })

  test('never below zero: payments of an older release have reserved nothing', () => {
    expect(gasSpent(changeGas(org, BASE, AT, { reserved: -5n }), BASE, AT)).toEqual({ used: 0n, reserved: 0n })
  })
})

describe('gate 14', () => {
  const funds = orderedGates({} as SpendGates, new Map()).at(-1)
  const balances = { 'base:USDC': { available: 100n, held: 0n, inFlight: 0n, blocked: 0n, onChain: 100n } }
  const decide = (position: OrgPosition, estimateWei: bigint) => {
    const spend = {
      ...{ ...BASE, orgId: 'org_1', amount: { units: 10n, token: 'USDC' } },
      gas: { estimateWei, budgetWei: 100n },
    } as Partial<Spend> as Spend
    return funds?.decide({ org: position, wallet: { balances } } as unknown as SpendState, spend, AT)
  }

  test('reserves the estimate, up to the budget and no further', () => {
    const first = decide(org, 60n)
    expect(first).toMatchObject({ kind: 'pass' })
    const next = (first as unknown as { writes: { set: { next: OrgPosition }[] } }).writes.set[0]?.next as OrgPosition
    expect(gasSpent(next, BASE, AT)).toEqual({ used: 0n, reserved: 60n })
    expect(decide(next, 40n)).toMatchObject({ kind: 'pass' })
    expect(decide(next, 41n)).toMatchObject({
      kind: 'refuse',
      error: {
        type: 'insufficient_funds',
        details: { reason: 'gas_not_covered', available_wei: '40', resets_at: '2026-01-02T00:00:00.000Z' },
      },
    })
  })

  test('what was used today counts too', () => {
    expect(decide(changeGas(org, BASE, AT, { used: 100n }), 1n)).toMatchObject({ kind: 'refuse' })
  })
})

describe('posting receipts', () => {
  const ACCOUNT = 'test:base:0xR'
  const bytes = (hash: string) => ({ hash, raw: '0x', purpose: 'pay', tip: 1n, maxFee: 1n, height: 1, at: AT }) as const
  const keyOf = (nonce: number) => `${slotRef(ACCOUNT, nonce).collection}/${slotRef(ACCOUNT, nonce).id}`
  const slot = (nonce: number, ...hashes: string[]): NonceSlotRow => ({
    ...{ _id: slotRef(ACCOUNT, nonce).id, v: 1, account: ACCOUNT, nonce, orgId: 'org_1', subjectId: 'pay_1' },
    ...{ authorizationNonce: null, state: 'sent', fence: 1, bytes: hashes.map(bytes), mined: null, at: AT },
  })
  const receipt = (nonce: number, hash: string, gasWei: string, blockHash = '0xb'): GasReceipt => ({
    ...{ account: ACCOUNT, nonce, hash, block: 5, blockHash, gasWei },
  })
  function open() {
    const rows = new Map<string, object | null>([
      ['positions/gate', { _id: 'gate', v: 1, switches: [] }],
      ['positions/org:org_1', org],
      [keyOf(1), slot(1, '0xa', '0xc')],
      [keyOf(2), slot(2, '0xd')],
    ])
    const journals: JournalRow[] = []
    const run = (intent: Intent<number>) => {
      const batch = applyBatch(rows, [intent], AT)
      for (const { ref, next } of batch.updates) rows.set(refKey(ref), next)
      for (const { ref, row } of batch.inserts) if (ref.collection === 'journals') journals.push(row as JournalRow)
      return batch.results[0]
    }
    return {
      journals,
      book: (...receipts: GasReceipt[]) => run(bookGasIntent('org_1', BASE, receipts)),
      end: (ended: GasReceipt) => run(endTopUpIntent('org_1', BASE, ended)),
      used: () => gasSpent(rows.get('positions/org:org_1') as OrgPosition, BASE, AT).used,
      slot: (nonce: number) => rows.get(keyOf(nonce)) as NonceSlotRow,
    }
  }

  test('debits 5010 and credits 1130 once for each receipt, however often its block is read', () => {
    const world = open()
    const both = [receipt(1, '0xa', '30'), receipt(2, '0xd', '12')]
    expect(world.book(...both)).toEqual({ kind: 'done', answer: 2 })
    expect(world.book(...both)).toEqual({ kind: 'done', answer: 0 })
    expect(world.used()).toBe(42n)
    expect(world.journals.map(({ _id, type }) => [_id, type])).toEqual([
      ['led_gas_0xa', 'gas_paid'],
      ['led_gas_0xd', 'gas_paid'],
    ])
    const [journal] = world.journals
    expect(journal?.lines.map(({ account, direction, amount }) => [account, direction, amount])).toEqual([
      ['5010', 'debit', '30'],
      ['1130', 'credit', '30'],
    ])
    for (const row of world.journals) requireBalanced(journalOf(row))
    expect(world.slot(1)).toMatchObject({ state: 'mined', mined: { hash: '0xa', gasWei: '30' } })
  })

  test('the same transaction in another block is not posted again', () => {
    const world = open()
    world.book(receipt(1, '0xa', '30'))
    world.book(receipt(1, '0xa', '30', '0xother'))
    expect(world.used()).toBe(30n)
    expect(world.journals).toHaveLength(1)
    expect(world.slot(1).mined).toMatchObject({ blockHash: '0xother', gasWei: '30' })
  })

  test('in another block, where it has cost another amount, that amount replaces the first', () => {
    const world = open()
    world.book(receipt(1, '0xa', '30'))
    world.book(receipt(1, '0xa', '31', '0xother'))
    world.book(receipt(1, '0xa', '31', '0xother'))
    expect(world.used()).toBe(31n)
    expect(world.journals.map(({ _id }) => _id)).toEqual(['led_gas_0xa', 'led_gas_0xa.reversed.1', 'led_gas_0xa.2'])
    expect(world.slot(1).mined).toMatchObject({ blockHash: '0xother', gasWei: '31', booking: 2 })
  })

  test('a reorganization that replaces a transaction by another one with its nonce reverses the posting of the first, each time', () => {
    const world = open()
    for (const [hash, wei] of [
      ['0xa', '30'],
      ['0xc', '50'],
      ['0xa', '30'],
    ] as const)
      world.book(receipt(1, hash, wei, `0x${hash}`))
    expect(world.used()).toBe(30n)
    expect(world.journals.map(({ type }) => type)).toEqual([
      'gas_paid',
      'gas_reversed',
      'gas_paid',
      'gas_reversed',
      'gas_paid',
    ])
    expect(new Set(world.journals.map(({ _id }) => _id)).size).toBe(5)
  })

  test('a gift of gas that is given up costs what its block says, whichever of the two is booked first', () => {
    const [first, second] = [open(), open()]
    for (const world of [first, second]) {
      if (world === second) world.end(receipt(1, '0xc', '0'))
      world.book(receipt(1, '0xa', '30'))
      world.end(receipt(1, '0xc', '0'))
      expect(world.used()).toBe(30n)
      expect(world.slot(1).mined).toMatchObject({ hash: '0xa', gasWei: '30' })
    }
  })

  test('an amount beyond 64 bits is stored exactly', () => {
    const world = open()
    world.book(receipt(1, '0xa', '123456789012345678901234'))
    expect(world.journals[0]?.lines[0]?.amount).toBe('123456789012345678901234')
    expect(world.used()).toBe(123456789012345678901234n)
  })
})

test('acceptance never waits for a chain: a quote uses its bounds until the chain has responded', async () => {
  let asked = 0
  let now = 0
  const adapter = {
    head: async () => ({ baseFee: 3n * 10n ** 9n }) as never,
    suggestedTip: async () => {
      asked++
      return 10n ** 9n
    },
  }
  const quotes = createGasQuotes([{ ...BASE, adapter, gasBudgetWei: 9n }], () => now)
  const first = quotes('test', 'base')
  expect(first).toMatchObject({ budgetWei: 9n, estimateWei: 5n * 10n ** 9n * 110_000n })
  await new Promise((resolve) => setImmediate(resolve))
  expect(quotes('test', 'base')?.estimateWei).toBe(4n * 10n ** 9n * 110_000n)
  expect(asked).toBe(1)
  now = 20_000
  quotes('test', 'base')
  expect(asked).toBe(2)
  expect(quotes('live', 'base')).toBeUndefined()
})
