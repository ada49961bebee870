/**
 * The audit's point 14: which kill switch stands against a spend, by its rail, the capability that it needs and everybody who
 * is paid at its address, as the service itself decides it.
 */
import { expect, test } from 'vitest'
import type { Spend } from '../../../scripts/audit/rows.ts'
import type { Source } from '../../../scripts/audit/source.ts'
import { type KillSwitch, openStops } from '../../../scripts/audit/stops.ts'

const SET_AT = new Date('2026-03-02T10:00:00.000Z')
const LATER = new Date('2026-03-02T11:00:00.000Z')

const PAYMENT = {
  ...{ _id: 'pay_1', orgId: 'org_1', mode: 'test', kind: 'payment', walletId: 'wal_1', agentId: 'agt_1' },
  ...{ mandateId: 'mnd_1', merchantId: null, merchant: null, token: 'USDC', chain: 'base' },
} as Spend
const TOKEN = { ...PAYMENT, _id: 'hld_1', kind: 'hold', sessionId: 'cks_1' }
const CHARGE = { ...PAYMENT, sessionId: 'cks_1' }
const CONVERSION = { ...PAYMENT, kind: 'conversion', quoteId: 'qte_1' }
const SHARED = { ...PAYMENT, sharers: [{ merchantId: 'mer_2', domain: 'www.books.example' }] }

/** @returns what stands against the spend in the log, and by the clock */
async function stopsOf(scope: string, targetId: string, spend: Spend): Promise<readonly boolean[]> {
  const row: KillSwitch = {
    ...{ _id: 'kil_1', orgId: 'org_1', mode: 'test', scope, targetId, state: 'active' },
    ...{ activatedAt: SET_AT, autoDeactivateAt: null, deactivatedAt: null },
  }
  const source = {
    async *pages(collection: string) {
      if (collection === 'killSwitches') yield [row]
    },
  } as unknown as Source
  const stops = await openStops(source, 0)
  stops.activate(row._id)
  const found = [stops.stopInLog(spend, new Map(), LATER), stops.stopAtTime(spend, new Map(), LATER)]
  return found.map((one) => one !== null)
}

test.each<[string, Spend, string, string, boolean]>([
  ['a payment', PAYMENT, 'capability', 'payments', true],
  ['a payment', PAYMENT, 'rail', 'onchain', true],
  ['a payment', PAYMENT, 'rail', 'acp', false],
  ['a shared token', TOKEN, 'rail', 'acp', true],
  ['a shared token', TOKEN, 'rail', 'onchain', true],
  ['a shared token', TOKEN, 'capability', 'payments', true],
  ['a shared token', TOKEN, 'capability', 'holds', false],
  ['a charge', CHARGE, 'rail', 'acp', true],
  ['a charge', CHARGE, 'capability', 'payments', true],
  ['a hold', { ...TOKEN, sessionId: undefined } as unknown as Spend, 'capability', 'holds', true],
  ['a delivery of a conversion', CONVERSION, 'capability', 'treasury', true],
  ['a delivery of a conversion', CONVERSION, 'capability', 'payments', false],
  ['a payment to an address that others share', SHARED, 'merchant', 'mer_2', true],
  ['a payment to an address that others share', SHARED, 'merchant', 'books.example', true],
  ['a payment to an address that others share', SHARED, 'merchant', 'other.example', false],
  ['a purchase with a card', { ...PAYMENT, kind: 'card' }, 'rail', 'card', true],
  ['a purchase with a card', { ...PAYMENT, kind: 'card' }, 'rail', 'onchain', false],
])('%# %s', async (_, spend, scope, targetId, isStopped) => {
  expect(await stopsOf(scope, targetId, spend)).toEqual([isStopped, isStopped])
})
