// Domain 0.1: feeds are large, and must not hold up what stops money, nor cost a commit for nothing.
import { expect, test } from 'vitest'
import { replaceFeed } from '../../../subgraphs/commerce/services/productFeeds.ts'
import type { Intent, State } from '../../../subgraphs/shared/commit/types.ts'

const PEN = { productId: 'pen', title: 'A pen', description: null, amountMinor: 199, availability: 'in_stock' } as const
const merchant = { _id: 'mrc_1', orgId: 'org_1', mode: 'test' } as unknown as Parameters<typeof replaceFeed>[2]
const KEY = { kind: 'merchant', orgId: 'org_1', mode: 'test', merchantId: 'mrc_1', keyId: 'key_1' } as const

async function replace(products: readonly (typeof PEN)[]) {
  const submitted: Intent<unknown>[] = []
  const deps = {
    database: { collection: () => ({ findOne: async () => ({ _id: 'mrc_1', products: [{ ...PEN }] }) }) },
    commit: {
      submit: async (intent: Intent<unknown>) => {
        submitted.push(intent)
        return { kind: 'done', answer: null }
      },
    },
  } as unknown as Parameters<typeof replaceFeed>[0]
  await replaceFeed(deps, KEY, merchant, products)
  return submitted
}

test('a feed waits with the payments, and not with what stops them', async () => {
  expect(await replace([])).toMatchObject([{ priority: 'spend', orgId: 'org_1' }])
})

// It may be blocked while its feed is fetched.
test('the key of a merchant that is blocked by then sets no feed', async () => {
  const [intent] = await replace([])
  const deciding = (status: string) => {
    const state = { get: () => ({ _id: 'mrc_1', v: 1, status }) } as unknown as State
    return intent?.decide(state, new Date())
  }
  expect(deciding('active')).toMatchObject({ kind: 'done' })
  expect(deciding('blocked')).toMatchObject({ kind: 'refused', error: { details: { reason: 'merchant_blocked' } } })
})

test('a feed that is what it was before is committed by nobody', async () => {
  expect(await replace([PEN])).toEqual([])
})
