/** Round robin over organizations: however much one has waiting, it does not delay the others. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pickInTurn, type Turn } from '../../../subgraphs/payments/settlement/network/pickInTurn.ts'

function openQueues(waiting: Readonly<Record<string, number>>) {
  const left = new Map(Object.entries(waiting))
  const turn: Turn = { after: null }
  return {
    /** One round; removes the items that it takes. */
    async round(limit: number): Promise<string[]> {
      const organizations = [...left].filter(([, count]) => count > 0).map(([orgId]) => orgId)
      const picked = await pickInTurn(turn, organizations, limit, async (orgId, share) =>
        Array.from({ length: Math.min(share, left.get(orgId) ?? 0) }, () => orgId),
      )
      for (const orgId of picked) left.set(orgId, (left.get(orgId) ?? 0) - 1)
      return picked
    },
  }
}

test('a single organization gets the whole round', async () => {
  expect(await openQueues({ a: 500 }).round(128)).toHaveLength(128)
})

test('a single payment beside a thousand of another is in the first round', async () => {
  expect(await openQueues({ a: 1_000, z: 1 }).round(128)).toContain('z')
})

test('with more organizations than places, each gets its turn before any gets a second one', async () => {
  const waiting = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`org_${index}`, 9]))
  const queues = openQueues(waiting)
  const seen = [...(await queues.round(20)), ...(await queues.round(20)), ...(await queues.round(10))]
  expect(new Set(seen).size).toBe(50)
})

test('no round takes more than its limit, and every item is taken eventually', async () => {
  const counts = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.integer({ min: 0, max: 30 }), { maxKeys: 12 })
  await fc.assert(
    fc.asyncProperty(counts, fc.integer({ min: 1, max: 40 }), async (waiting, limit) => {
      const queues = openQueues(waiting)
      const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)
      let taken = 0
      for (let round = 0; round <= total; round++) {
        const picked = await queues.round(limit)
        expect(picked.length).toBeLessThanOrEqual(limit)
        taken += picked.length
      }
      expect(taken).toBe(total)
    }),
  )
})
