/** Work that comes round again and again: a row that always fails is told once, and left alone for a time that grows. */
import { expect, test } from 'vitest'
import { createPauses, sweepByOwner } from '../../../subgraphs/shared/commit/submitByOwner.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'

const rowsOf = (...ids: string[]) => ids.map((_id) => ({ _id, orgId: 'org_a' as never, mode: 'test' as const }))

function world(fails: (id: string) => Error | null) {
  let now = 0
  const tried: string[] = []
  const told: string[] = []
  const pauses = createPauses(() => now)
  const round = async (...ids: string[]) => {
    tried.length = 0
    await sweepByOwner(
      rowsOf(...ids),
      async (chunk) => {
        tried.push(...chunk.map(({ _id }) => _id))
        for (const { _id } of chunk) {
          const error = fails(_id)
          if (error !== null) throw error
        }
      },
      { late: new Set(), pauses, tell: ({ _id }) => told.push(_id) },
    )
    return [...tried]
  }
  return { round, told, pass: (ms: number) => (now += ms) }
}

test('the others of its chunk are not submitted one by one again while it is left alone', async () => {
  const { round, told, pass } = world((id) => (id === 'bad' ? new Error('always') : null))
  expect(await round('a', 'bad', 'b')).toEqual(['a', 'bad', 'b', 'a', 'bad', 'b'])
  expect(await round('c', 'bad', 'd')).toEqual(['c', 'd'])
  pass(1_000)
  expect(await round('bad')).toEqual(['bad'])
  pass(1_000)
  expect(await round('bad'), 'the second pause is longer').toEqual([])
  pass(1_000)
  expect(await round('bad')).toEqual(['bad'])
  expect(told).toEqual(['bad'])
})

test('that commits do not come through says nothing about a row', async () => {
  const busy = new DomainError('service_unavailable', 'Busy.', { retryable: true })
  const { round, told } = world(() => busy)
  await round('a')
  expect(await round('a')).toEqual(['a'])
  expect(told).toEqual(['a', 'a'])
})
