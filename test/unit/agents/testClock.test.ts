/** Calls that wait for a clock that somebody else moves cost little, however many they are. */
import { expect, test } from 'vitest'
import { advanceClock } from '../../../subgraphs/agents/services/testClock/testClock.ts'

type Deps = Parameters<typeof advanceClock>[0]

/** @param freeAfterMs so long another process moves the clock */
function openDeps(freeAfterMs: number) {
  const began = performance.now()
  let asked = 0
  const collection = () => ({
    findOne: async () => null,
    updateOne: async () => undefined,
    async findOneAndUpdate(_filter: object, [update]: [{ $replaceWith: { $cond: [object, Taken, string] } }]) {
      asked += 1
      const isFree = performance.now() - began > freeAfterMs
      return { holder: isFree ? update.$replaceWith.$cond[1].$mergeObjects[1].holder : 'another process' }
    },
  })
  const deps = {
    ...{ database: { collection }, clock: { now: () => new Date() }, dueWork: [] },
    commit: { submit: async () => ({ kind: 'done', answer: new Date() }) },
  } as unknown as Deps
  return { deps, asked: () => asked }
}

interface Taken {
  readonly $mergeObjects: [string, { holder: string }]
}

const admin = { kind: 'organization', orgId: 'org_one', mode: 'test', roles: ['admin'] } as never

test('of the calls of one organization one asks for the turn, and then each has it', async () => {
  const { deps, asked } = openDeps(1_000)
  await Promise.all(Array.from({ length: 12 }, () => advanceClock(deps, admin, { seconds: 0 })))
  expect(asked()).toBeLessThan(80)
})

test('no more than a few wait: the others are told to come again', async () => {
  const { deps } = openDeps(500)
  const calls = Array.from({ length: 100 }, () => advanceClock(deps, admin, { seconds: 0 }))
  const refused = (await Promise.allSettled(calls)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.length).toBeGreaterThan(50)
  for (const { type } of refused) expect(type).toBe('rate_limited')
})
