// Domain A.14: the lines of a checkout session; ids of products are those of their merchant.
import { expect, test } from 'vitest'
import { priceLines, splitLines } from '../../../subgraphs/commerce/rules/checkouts.ts'

const lines = (...ids: readonly string[]) => splitLines(ids.map((productId) => ({ productId, quantity: 1 })))
const sold = (productId: string) => ({
  ...{ productId, title: productId, description: null, amountMinor: 100, availability: 'in_stock' as const },
})

test('an id with its merchant before it names the merchant, and is shown as it was sent', () => {
  const all = lines('mrc_a:tea', 'ink', 'mrc_a:a:b')
  expect(all).toEqual({
    merchantId: 'mrc_a',
    lines: [
      { productId: 'tea', quantity: 1, itemId: 'mrc_a:tea' },
      { productId: 'ink', quantity: 1 },
      { productId: 'a:b', quantity: 1, itemId: 'mrc_a:a:b' },
    ],
  })
  const { items } = priceLines(all.lines, ['tea', 'ink', 'a:b'].map(sold))
  expect(items.map(({ productId, itemId }) => [productId, itemId])).toEqual([
    ...[
      ['tea', 'mrc_a:tea'],
      ['ink', undefined],
      ['a:b', 'mrc_a:a:b'],
    ],
  ])
})

test('an id that only has a colon is a product', () => {
  expect(lines('tea:green', ':tea', 'mrc:tea', 'agt_1:tea').merchantId).toBeNull()
})

// Otherwise a merchant could catch what was asked of another.
test('what names a merchant is never the id of a product of somebody else', () => {
  expect(lines('mrc_b:mrc_a:tea')).toMatchObject({ merchantId: 'mrc_b', lines: [{ productId: 'mrc_a:tea' }] })
})

test('products of two merchants, and one of them twice, are refused', () => {
  expect(() => lines('mrc_a:tea', 'ink', 'mrc_b:tea')).toThrow('items[2].product_id: must be of one active merchant')
  expect(() => lines('mrc_a:tea', 'tea')).toThrow('items[1].product_id: is there twice')
})
