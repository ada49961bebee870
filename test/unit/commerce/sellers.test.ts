// Domain A.14: prices come from the feed as it is when the session is made, whatever was read before.
import { expect, test } from 'vitest'
import { pricing } from '../../../subgraphs/commerce/services/sellers.ts'
import type { State } from '../../../subgraphs/shared/commit/types.ts'
import { done } from '../../../subgraphs/shared/commit/verdicts.ts'

type Offer = Parameters<typeof pricing>[1]

const product = { productId: 'pen', title: 'A pen', description: null, amountMinor: 199, availability: 'in_stock' }
const offer = {
  merchant: { _id: 'mrc_1', status: 'active', feedVersion: 1 },
  ...{ lines: [{ productId: 'pen', quantity: 2 }], products: [product] },
} as unknown as Offer
const priced = (feedVersion: number) => {
  const state = { get: () => ({ _id: 'mrc_1', v: 1, status: 'active', feedVersion }) } as unknown as State
  return pricing(state, offer, ({ totalMinor }) => done(totalMinor))
}

test('what is bought costs what the feed says', () => {
  expect(priced(1)).toMatchObject({ kind: 'done', answer: 398 })
})

test('a feed that was replaced since it was read is read again', () => {
  expect(priced(2)).toEqual({ kind: 'stale' })
})
