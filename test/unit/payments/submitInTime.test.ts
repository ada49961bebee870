/** Commits of settlement: under its lease as it is then, for a bounded time, and never after they were given up. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Network, Stopped, submitUntilKnown } from '../../../subgraphs/payments/settlement/network/network.ts'
import { isLate, Late, submitInTime } from '../../../subgraphs/payments/settlement/network/submitInTime.ts'
import type { Intent, Outcome, State } from '../../../subgraphs/shared/commit/types.ts'
import { done } from '../../../subgraphs/shared/commit/verdicts.ts'

const NOW = new Date('2026-01-01T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const running = new AbortController().signal

const NO_ROWS: State = { get: () => null }

/** Commits that are decided when the test says so, at its time. */
function openNetwork() {
  const waiting: ((at: Date) => void)[] = []
  const submit = <Answer>(intent: Intent<Answer>) =>
    new Promise<Outcome<Answer>>((resolve) => {
      waiting.push((at) => resolve(intent.decide(NO_ROWS, at) as unknown as Outcome<Answer>))
    })
  const network = { commit: { submit }, heldUntil: later(1_000), late: new Map() } as unknown as Network
  /** Lets the oldest commit happen. */
  const decideAt = async (at: Date) => {
    waiting.shift()?.(at)
    // What waits for it goes on.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { network, decideAt, waiting }
}

const intentOf = (orgId: string, decide: () => ReturnType<typeof done<string>> = () => done('stored')) =>
  ({ priority: 'settle', orgId, mode: 'test', reads: () => ({ guard: [] }), decide }) as unknown as Intent<string>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('under the lease', () => {
  test('not a process that was paused beyond its lease: it waits until the lease is prolonged', async () => {
    const { network, decideAt, waiting } = openNetwork()
    const decided = vi.fn(() => done('stored'))
    const outcome = submitUntilKnown(network, intentOf('org_1', decided), running)
    await decideAt(later(1_000))
    expect(decided).not.toHaveBeenCalled()
    network.heldUntil = later(5_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    await decideAt(later(1_200))
    expect(await outcome).toMatchObject({ kind: 'done', answer: 'stored' })
  })
})

describe('given up', () => {
  test('it is waited for no longer, and what was not decided by then never is', async () => {
    const { network, decideAt } = openNetwork()
    const decided = vi.fn(() => done('stored'))
    const stop = new AbortController()
    const outcome = submitUntilKnown(network, intentOf('org_1', decided), stop.signal)
    stop.abort()
    await expect(outcome).rejects.toThrow(Stopped)
    await decideAt(NOW)
    expect(decided).not.toHaveBeenCalled()
  })

  test('within seconds, where it is one organization among others, of which no more is begun for a while', async () => {
    const { network, decideAt, waiting } = openNetwork()
    const decided = vi.fn(() => done('stored'))
    const late = expect(submitInTime(network, intentOf('org_1', decided), running)).rejects.toThrow(Late)
    await vi.advanceTimersByTimeAsync(5_000)
    await late
    await expect(submitInTime(network, intentOf('org_1'), running)).rejects.toThrow(Late)
    await decideAt(NOW)
    expect([decided.mock.calls, waiting]).toEqual([[], []])
    const other = submitInTime(network, intentOf('org_2'), running)
    await decideAt(NOW)
    expect(await other).toMatchObject({ answer: 'stored' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(isLate(network, 'org_1')).toBe(false)
  })

  test('stopped, its organization is not late', async () => {
    const { network } = openNetwork()
    const stop = new AbortController()
    const outcome = expect(submitInTime(network, intentOf('org_1'), stop.signal)).rejects.toThrow(Stopped)
    stop.abort()
    await outcome
    expect(isLate(network, 'org_1')).toBe(false)
  })
})
