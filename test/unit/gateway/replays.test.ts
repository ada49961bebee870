// A replay of a request in progress waits for the first response, within bounds.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReplays } from '../../../gateway/replays.ts'
import type { KeyMark } from '../../../subgraphs/shared/principal.ts'
import { createMemoryResponses } from './fixture.ts'

const NOON = new Date('2026-01-01T12:00:00.000Z')
const FIRST = { form: 'rest', credential: 'key_1', status: 201, body: '{}', location: null }
const at = (ms: number) => new Date(NOON.getTime() + ms).toISOString()
const mark = (answerBy: string | null): KeyMark => ({ id: 'k', replayed: true, outcome: null, answerBy })

describe('a replay', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  function open() {
    const responses = createMemoryResponses()
    return { responses, replays: createReplays(responses, { now: () => NOON }) }
  }

  it('gets the first response as soon as it is stored', async () => {
    const { responses, replays } = open()
    const found = replays.findFirst([mark(at(5_000))], 'rest')
    await vi.advanceTimersByTimeAsync(2_000)
    await responses.put('k', FIRST)
    await vi.advanceTimersByTimeAsync(250)
    expect(await found).toEqual(FIRST)
  })

  it('gets no response of another protocol, and does not wait for one', async () => {
    const { responses, replays } = open()
    await responses.put('k', FIRST)
    expect(await replays.findFirst([mark(at(5_000))], 'graphql x')).toBeNull()
  })

  it('waits at most as long as the first request may take', async () => {
    const { replays } = open()
    const found = replays.findFirst([mark(at(1_000))], 'rest')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await found).toBeNull()
    for (const over of [at(-1), null]) expect(await replays.findFirst([mark(over)], 'rest')).toBeNull()
  })

  it('is refused with Retry-After when its own wait ends first', async () => {
    const { replays } = open()
    const found = expect(replays.findFirst([mark(at(31_000))], 'rest')).rejects.toMatchObject({
      ...{ type: 'idempotency_in_progress', details: { retry_after_ms: 1_000 } },
    })
    await vi.advanceTimersByTimeAsync(10_500)
    await found
  })
})
