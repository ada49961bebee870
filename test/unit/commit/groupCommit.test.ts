// The group commit over a store that the test controls (commit 4): which outcome each caller gets when something fails,
// what runs again in which order, and what is refused.
import { describe, expect, test, vi } from 'vitest'
import type { Result } from '../../../subgraphs/shared/commit/apply.ts'
import { StoreError } from '../../../subgraphs/shared/commit/failures.ts'
import { createCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import type { GroupCommitOptions } from '../../../subgraphs/shared/commit/groupCommitOptions.ts'
import type { OrganizationLeases } from '../../../subgraphs/shared/commit/organizationLeases.ts'
import type { CommitStore } from '../../../subgraphs/shared/commit/store.ts'
import type { Intent, Outcome } from '../../../subgraphs/shared/commit/types.ts'
import type { Database } from '../../../subgraphs/shared/database.ts'
import { NOON } from './spendWorld.ts'

interface Tagged extends Intent<string> {
  readonly tag: string
}

function intent(name: string, tag: string, more: Partial<Intent<string>> = {}): Tagged {
  const orgId = `org_${name}` as const
  const reads = () => ({ guard: [] })
  const decide = () => ({ kind: 'done', answer: tag, writes: {} }) as const
  return { priority: 'spend', orgId, mode: 'test', reads, decide, ...more, tag }
}

type Run = (tags: readonly string[], attempt: number) => Promise<void> | void

/** One process alone. */
const NO_LEASES: OrganizationLeases = { mayRun: () => true, reportConflict() {}, ended() {}, releaseUnused() {} }

/** @param run throws what the store would; batches that it lets pass are done */
function openGroupCommit(
  run: Run,
  options: Partial<GroupCommitOptions> = {},
  onCommitted = () => {},
  leases = NO_LEASES,
) {
  const batches: string[][] = []
  let running = 0
  const close = vi.fn(async () => {})
  const store: CommitStore = {
    async commit(_slot, intents) {
      const tags = (intents as Tagged[]).map(({ tag }) => tag)
      batches.push(tags)
      running += 1
      try {
        await new Promise((resolve) => setImmediate(resolve))
        await run(tags, batches.length)
        const results: Result[] = tags.map((tag) => ({ kind: 'done', answer: tag }))
        return { results, bytes: 100 * tags.length }
      } finally {
        running -= 1
      }
    },
    dryRun: async () => ({ kind: 'stale' }),
    findKey: async () => null,
    publishSwitches: async () => {},
    sessionIds: () => [],
    close,
  }
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const clock = { now: () => NOON }
  const groupCommit = createCommit({ database: {} as Database, clock, log, store, leases, options })
  groupCommit.onCommitted(onCommitted)
  return { groupCommit, batches, log, close, running: () => running }
}

const answerOf = (outcome: Outcome<string>) => (outcome.kind === 'done' ? outcome.answer : outcome.kind)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('concurrent callers share a batch, and each gets its own result', async () => {
  const { groupCommit, batches } = openGroupCommit(() => {})
  const outcomes = await Promise.all(['1', '2', '3'].map((tag) => groupCommit.submit(intent('a', tag))))
  expect(outcomes.map(answerOf)).toEqual(['1', '2', '3'])
  expect(batches).toEqual([['1', '2', '3']])
})

describe('a batch that failed without committing', () => {
  test('runs again whole, and after five attempts split by organization; nothing is reordered', async () => {
    const { groupCommit, batches } = openGroupCommit(
      (tags) => {
        if (tags.includes('b1')) throw new StoreError('retry')
      },
      { retryMs: 700 },
    )
    const first = ['a1', 'b1', 'a2'].map((tag) => groupCommit.submit(intent(tag.slice(0, 1), tag)))
    await vi.waitFor(() => expect(batches.length).toBeGreaterThan(1))
    const second = ['b2', 'a3', 'c1'].map((tag) => groupCommit.submit(intent(tag.slice(0, 1), tag)))
    expect((await Promise.all([...first, ...second])).map(answerOf)).toEqual([
      'a1',
      'notStarted',
      'a2',
      'b2',
      'a3',
      'c1',
    ])
    expect(batches.filter((tags) => tags.length === 3 && tags.includes('b1'))).toHaveLength(6)
    const at = (tag: string) => batches.findIndex((tags) => tags.length < 3 && tags.includes(tag))
    expect(at('c1')).toBeLessThan(at('a1'))
    expect(at('a1')).toBeLessThan(at('a3'))
    expect(at('a3')).toBeLessThan(at('b2'))
  })

  test('of one organization is then halved: what fails because of its size passes in parts, in order', async () => {
    const { groupCommit, batches } = openGroupCommit((tags) => {
      if (tags.length > 20) throw new StoreError('retry')
    })
    const tags = Array.from({ length: 64 }, (_, n) => `${n}`)
    expect((await Promise.all(tags.map((tag) => groupCommit.submit(intent('a', tag))))).map(answerOf)).toEqual(tags)
    expect(batches.filter(({ length }) => length <= 20).flat()).toEqual(tags)
  })

  test('however many are retried, new intents are not delayed', async () => {
    const locked = Array.from({ length: 30 }, (_, n) => `locked${n}`)
    const { groupCommit, batches } = openGroupCommit(
      async (tags) => {
        await pause(3)
        if (tags.some((tag) => tag.startsWith('locked'))) throw new StoreError('retry')
      },
      { concurrency: 1, retryMs: 900 },
    )
    const waiting = locked.map((tag) => groupCommit.submit(intent(tag, tag)))
    await vi.waitFor(() => expect(batches.length).toBeGreaterThan(40), { timeout: 5_000 })
    const before = batches.length
    expect(answerOf(await groupCommit.submit(intent('new', 'new')))).toBe('new')
    expect(batches.length - before).toBeLessThan(5)
    expect(new Set((await Promise.all(waiting)).map(answerOf))).toEqual(new Set(['notStarted']))
  })

  test('halves until the failing intent is alone; only that one is rejected', async () => {
    const { groupCommit, log } = openGroupCommit((tags) => {
      if (tags.includes('5')) throw Object.assign(new Error('duplicate'), { code: 11000 })
    })
    const tags = Array.from({ length: 9 }, (_, index) => `${index}`)
    const settled = await Promise.allSettled(tags.map((tag) => groupCommit.submit(intent('a', tag))))
    expect(settled.map((one) => (one.status === 'fulfilled' ? answerOf(one.value) : 'rejected'))).toEqual(
      tags.with(5, 'rejected'),
    )
    expect(log.error).toHaveBeenCalledTimes(1)
  })

  test('with an unknown outcome is never run again, and names the resources to be created', async () => {
    const { groupCommit, batches } = openGroupCommit(() => {
      throw new StoreError('unknown')
    })
    const keyed = intent('a', '1', { key: { id: 'k', fingerprint: 'f', resource: { type: 'payment', id: 'pay_1' } } })
    const outcomes = [groupCommit.submit(keyed), groupCommit.submit(intent('a', '2', { resourceId: 'pay_2' }))]
    expect(await Promise.all(outcomes)).toEqual([
      { kind: 'unknown', resourceId: 'pay_1' },
      { kind: 'unknown', resourceId: 'pay_2' },
    ])
    expect(batches).toHaveLength(1)
  })
})

test('what did not fit is run before anything newer of its organization', async () => {
  const batches: string[][] = []
  const store = {
    async commit(_slot: number, intents: readonly Intent<unknown>[]) {
      const tags = (intents as Tagged[]).map(({ tag }) => tag)
      batches.push(tags)
      return { results: tags.slice(0, 2).map((tag): Result => ({ kind: 'done', answer: tag })), bytes: 1 }
    },
  } as unknown as CommitStore
  const log = { info() {}, warn() {}, error() {} }
  const groupCommit = createCommit({
    database: {} as Database,
    clock: { now: () => NOON },
    log,
    store,
    leases: NO_LEASES,
  })
  await Promise.all(['1', '2', '3', '4', '5'].map((tag) => groupCommit.submit(intent('a', tag))))
  expect(batches).toEqual([['1', '2', '3', '4', '5'], ['3', '4', '5'], ['5']])
})

test('a listener that throws after the commit changes no result, and nothing runs twice', async () => {
  const { groupCommit, batches } = openGroupCommit(
    () => {},
    {},
    () => {
      throw new Error('listener')
    },
  )
  expect(answerOf(await groupCommit.submit(intent('a', '1')))).toBe('1')
  expect(answerOf(await groupCommit.submit(intent('a', '2')))).toBe('2')
  expect(batches).toEqual([['1'], ['2']])
})

describe('deadlines', () => {
  test('not yet picked: nothing has happened, and nothing will', async () => {
    const { groupCommit, batches } = openGroupCommit(() => pause(150), { concurrency: 1 })
    const first = groupCommit.submit(intent('a', '1'))
    await vi.waitFor(() => expect(batches).toHaveLength(1))
    expect(await groupCommit.submit(intent('a', '2', { waitMs: 20 }))).toMatchObject({ kind: 'notStarted' })
    await first
    await pause(30)
    expect(batches).toEqual([['1']])
  })

  test('picked: waits for the result beyond its deadline, and finally gets `unknown`', async () => {
    const { groupCommit } = openGroupCommit((tags) => pause(tags[0] === 'slow' ? 150 : 50), { commitTimeoutMs: 100 })
    const outcomes = ['quick', 'slow'].map((tag) =>
      groupCommit.submit(intent(tag, tag, { waitMs: 10, resourceId: tag })),
    )
    // Both are in one batch only if they share a slot: these are two organizations picked together.
    expect((await Promise.all(outcomes)).map(answerOf)).toEqual(['quick', 'slow'])
    const slow = await groupCommit.submit(intent('a', 'slow', { waitMs: 10, resourceId: 'pay_9' }))
    expect(slow).toEqual({ kind: 'unknown', resourceId: 'pay_9' })
  })
})

describe('back-pressure refuses at once', () => {
  test.each<[string, Partial<GroupCommitOptions>, string]>([
    ['by count', { queueMax: 3 }, 'other'],
    ['by count of one organization', { queueMaxPerOrganization: 3 }, 'a'],
    ['by bytes', { queueBytesMax: 3 * 4 * 1024 }, 'other'],
    ['by bytes of one organization', { queueBytesMaxPerOrganization: 3 * 4 * 1024 }, 'a'],
  ])('%s', async (_name, options, orgId) => {
    const { groupCommit } = openGroupCommit(() => {}, { ...options, concurrency: 1 })
    const waiting = ['1', '2', '3'].map((tag) => groupCommit.submit(intent('a', tag)))
    expect(await groupCommit.submit(intent(orgId, '4'))).toMatchObject({ kind: 'notStarted' })
    expect((await Promise.all(waiting)).map(answerOf)).toEqual(['1', '2', '3'])
    expect(answerOf(await groupCommit.submit(intent(orgId, '5')))).toBe('5')
  })

  test('by estimated wait, but never an organization that would be in the next batch', async () => {
    const { groupCommit, batches } = openGroupCommit((_tags, attempt) => pause(attempt === 1 ? 120 : 1), {
      concurrency: 1,
    })
    const first = groupCommit.submit(intent('a', '0'))
    await vi.waitFor(() => expect(batches).toHaveLength(1))
    await pause(60)
    const many = Array.from({ length: 300 }, (_, n) => groupCommit.submit(intent('a', `${n}`, { waitMs: 60_000 })))
    expect(await groupCommit.submit(intent('a', 'late', { waitMs: 20 }))).toMatchObject({ kind: 'notStarted' })
    expect(answerOf(await groupCommit.submit(intent('quiet', 'quiet', { waitMs: 100 })))).toBe('quiet')
    await Promise.all([first, ...many])
  })
})

describe('control and settle have bounds of their own', () => {
  test.each<[string, Partial<GroupCommitOptions>]>([
    ['count', { queueMax: 8 }],
    ['count of one organization', { queueMaxPerOrganization: 8 }],
    ['bytes', { queueBytesMax: 8 * 4 * 1024 }],
    ['bytes of one organization', { queueBytesMaxPerOrganization: 8 * 4 * 1024 }],
  ])('full of spends by %s: a spend is refused, a stop and a settlement are not', async (_name, options) => {
    const { groupCommit, batches } = openGroupCommit((_tags, attempt) => pause(attempt === 1 ? 50 : 1), {
      ...options,
      concurrency: 1,
    })
    const first = groupCommit.submit(intent('other', '0'))
    await vi.waitFor(() => expect(batches).toHaveLength(1))
    const spends = Array.from({ length: 8 }, (_, n) => groupCommit.submit(intent('a', `${n}`)))
    expect(answerOf(await groupCommit.submit(intent('a', 'spend')))).toBe('notStarted')
    const kept = [
      groupCommit.submit(intent('a', 'stop', { priority: 'control' })),
      groupCommit.submit(intent('a', 'settle', { priority: 'settle' })),
    ]
    expect((await Promise.all(kept)).map(answerOf)).toEqual(['stop', 'settle'])
    await Promise.all([first, ...spends])
    expect(batches[1]?.slice(0, 2)).toEqual(['stop', 'settle'])
  })

  test('their number is bounded too', async () => {
    const { groupCommit } = openGroupCommit(() => pause(20), { queueMax: 8, concurrency: 1 })
    const stops = Array.from({ length: 5 }, (_, n) => groupCommit.submit(intent('a', `${n}`, { priority: 'control' })))
    expect((await Promise.all(stops)).map(answerOf)).toEqual(['0', '1', 'notStarted', 'notStarted', 'notStarted'])
  })

  test('their wait is estimated from their own queue, not from waiting spends', async () => {
    const { groupCommit, batches } = openGroupCommit((_tags, attempt) => pause(attempt === 1 ? 120 : 1), {
      concurrency: 1,
    })
    const first = groupCommit.submit(intent('a', '0'))
    await vi.waitFor(() => expect(batches).toHaveLength(1))
    await pause(60)
    const many = Array.from({ length: 600 }, (_, n) => groupCommit.submit(intent('a', `${n}`, { waitMs: 60_000 })))
    expect(answerOf(await groupCommit.submit(intent('a', 'late', { waitMs: 100 })))).toBe('notStarted')
    expect(answerOf(await groupCommit.submit(intent('a', 'stop', { waitMs: 100, priority: 'control' })))).toBe('stop')
    expect(batches[1]?.[0]).toBe('stop')
    await Promise.all([first, ...many])
  })

  test('a stop does not wait for retries of batches that conflict with another process', async () => {
    let isInTheWay = true
    const { groupCommit, batches } = openGroupCommit(
      (tags) => {
        if (isInTheWay && tags.includes('spend')) throw new StoreError('retry')
      },
      { retryMs: 5_000 },
    )
    const spend = groupCommit.submit(intent('a', 'spend'))
    await vi.waitFor(() => expect(batches.length).toBeGreaterThan(2))
    expect(answerOf(await groupCommit.submit(intent('a', 'stop', { priority: 'control' })))).toBe('stop')
    isInTheWay = false
    expect(answerOf(await spend)).toBe('spend')
    expect(batches.some((tags) => tags.includes('stop') && tags.includes('spend'))).toBe(false)
  })
})

describe('an organization that another process writes too', () => {
  /** Leases that the test grants. */
  function openLeases() {
    const waiting = new Set<string>()
    const reportConflict = vi.fn((orgId: string) => void waiting.add(orgId))
    const leases = {
      reportConflict,
      mayRun: (orgId: string) => !waiting.has(orgId),
      ended: vi.fn(),
      releaseUnused() {},
    }
    return { leases, give: (orgId: string) => void waiting.delete(orgId) }
  }

  test('uses the lease after a conflict; a stop and other organizations do not wait for it', async () => {
    const { leases, give } = openLeases()
    let conflicts = 1
    const { groupCommit, batches } = openGroupCommit(
      (tags) => {
        if (tags.includes('1') && conflicts-- > 0) throw new StoreError('conflict')
      },
      {},
      () => {},
      leases,
    )
    const first = groupCommit.submit(intent('a', '1'))
    await vi.waitFor(() => expect(leases.reportConflict).toHaveBeenCalledWith('org_a'))
    const second = groupCommit.submit(intent('a', '2'))
    expect(answerOf(await groupCommit.submit(intent('a', 'stop', { priority: 'control' })))).toBe('stop')
    expect(answerOf(await groupCommit.submit(intent('b', 'other')))).toBe('other')
    expect(batches.flat()).not.toContain('2')
    give('org_a')
    expect(answerOf(await groupCommit.submit(intent('b', 'wakes')))).toBe('wakes')
    expect((await Promise.all([first, second])).map(answerOf)).toEqual(['1', '2'])
    expect(leases.ended).toHaveBeenCalledWith(['org_a'])
  })

  test('another kind of failure is no contention', async () => {
    const { leases } = openLeases()
    const { groupCommit } = openGroupCommit(
      (_tags, attempt) => {
        if (attempt === 1) throw new StoreError('retry')
      },
      {},
      () => {},
      leases,
    )
    expect(answerOf(await groupCommit.submit(intent('a', '1')))).toBe('1')
    expect(leases.reportConflict).not.toHaveBeenCalled()
  })
})

describe('shutdown', () => {
  test('stops intake, finishes what waits, then closes the store', async () => {
    const { groupCommit, close } = openGroupCommit(() => pause(20))
    const waiting = ['1', '2'].map((tag) => groupCommit.submit(intent('a', tag)))
    const drained = groupCommit.drain(1_000)
    expect(await groupCommit.submit(intent('a', '3'))).toMatchObject({ kind: 'notStarted' })
    expect((await Promise.all(waiting)).map(answerOf)).toEqual(['1', '2'])
    await drained
    expect(close).toHaveBeenCalledTimes(1)
  })

  test('after its deadline the rest is not started, and a running transaction is awaited', async () => {
    const { groupCommit, close, running, batches } = openGroupCommit(() => pause(120), { concurrency: 1 })
    const first = groupCommit.submit(intent('a', '1'))
    await vi.waitFor(() => expect(batches).toHaveLength(1))
    const second = groupCommit.submit(intent('a', '2'))
    const drained = groupCommit.drain(10)
    expect(await second).toMatchObject({ kind: 'notStarted' })
    expect(close).not.toHaveBeenCalled()
    expect(answerOf(await first)).toBe('1')
    await drained
    expect([running(), close.mock.calls.length]).toEqual([0, 1])
  })

  test('a batch that would have to be retried has not happened', async () => {
    const { groupCommit } = openGroupCommit(() => {
      throw new StoreError('retry')
    })
    const outcome = groupCommit.submit(intent('a', '1'))
    await groupCommit.drain(30)
    expect(await outcome).toMatchObject({ kind: 'notStarted' })
  })
})
