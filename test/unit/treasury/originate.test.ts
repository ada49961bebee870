// A payment is handed over under our token, so that two calls make one: what one of them was accepted for does not end because the
// bank refuses the other (domain 1.6).
import { expect, test } from 'vitest'
import type { Ref, State } from '../../../subgraphs/shared/commit/types.ts'
import type { AchPaymentRow } from '../../../subgraphs/treasury/rules/achPayment.ts'
import { originate } from '../../../subgraphs/treasury/services/ach/originate.ts'

type Deps = Parameters<typeof originate>[0]

const ASKED = {
  ...{ _id: 'tpay_1', v: 1, orgId: 'org_1', mode: 'test', direction: 'DEBIT', stage: 'reviewed', origination: 'asked' },
  ...{ amount: 100n, holdDays: 2, bankAccountId: 'eba_1', financialAccountId: 'fa_1', walletId: null, events: [] },
} as unknown as AchPaymentRow

/** What comes before the answer of the bank is taken; with it somebody else's call is answered, and that is stored. */
function refusedLate(): Deps {
  const rows = { ...ASKED }
  const stored: Readonly<Record<string, readonly object[]>> = {
    ...{ achPayments: [rows], financialAccounts: [{ externalToken: 'fa' }] },
    bankAccounts: [{ _id: 'eba_1', owner: 'Acme', doingBusinessAs: null, state: 'ENABLED', externalToken: 'eba' }],
  }
  const state: State = { get: <T>({ collection }: Ref<T>) => (stored[collection]?.[0] ?? null) as never }
  const submit = async ({ decide }: { decide(state: State, at: Date): object }) =>
    rows.origination === 'asked' ? { kind: 'done', answer: rows } : decide(state, new Date(0))
  const deps = {
    banks: {
      test: {
        ...{ name: 'lithic', isSimulated: false, nextLookAt: () => null },
        async originate() {
          Object.assign(rows, { origination: 'accepted' })
          return 'refused'
        },
      },
    },
    clock: { now: () => new Date(0) },
    commit: { submit },
    database: { collection: (name: string) => ({ find: () => ({ toArray: async () => stored[name] ?? [] }) }) },
    ...{ newId: () => 'cas_1', cases: { newIds: () => [] }, findNamedOwners: async () => [] },
    screening: { look: async () => () => null, unavailable: () => null },
  }
  return deps as unknown as Deps
}

test('what the bank has taken by one call does not end because it refuses another one', async () => {
  expect(await originate(refusedLate(), ASKED)).toMatchObject({ stage: 'reviewed', origination: 'accepted' })
})
