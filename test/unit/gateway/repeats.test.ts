// Who repeats a request while the first is still being answered waits for that answer, within bounds.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRepeats } from '../../../gateway/replays.ts'
import type { KeyMark } from '../../../subgraphs/shared/principal.ts'
import { createMemoryAnswers } from './fixture.ts'

const NOON = new Date('2026-01-01T12:00:00.000Z')
const FIRST = { form: 'rest', credential: 'key_1', status: 201, body: '{}', location: null }
const at = (ms: number) => new Date(NOON.getTime() + ms).toISOString()
const mark = (answerBy: string | null): KeyMark => ({ id: 'k', replayed: true, outcome: null, answerBy })

describe('a repeat', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  function open() {
    const answers = createMemoryAnswers()
    return { answers, repeats: createRepeats(answers, { now: () => NOON }) }
  }

  it('gets the first answer as soon as it is there', async () => {
    const { answers, repeats } = open()
    const found = repeats.findFirst([mark(at(5_000))], 'rest')
    await vi.advanceTimersByTimeAsync(2_000)
    await answers.put('k', FIRST)
    await vi.advanceTimersByTimeAsync(250)
    expect(await found).toEqual(FIRST)
  })

  it('gets none that was given in another form, and is told so at once', async () => {
    const { answers, repeats } = open()
    await answers.put('k', FIRST)
    expect(await repeats.findFirst([mark(at(5_000))], 'graphql x')).toBeNull()
  })

  it('waits no longer than the first caller could', async () => {
    const { repeats } = open()
    const found = repeats.findFirst([mark(at(1_000))], 'rest')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await found).toBeNull()
    for (const over of [at(-1), null]) expect(await repeats.findFirst([mark(over)], 'rest')).toBeNull()
  })

  it('is told to come back when its own patience ends first', async () => {
    const { repeats } = open()
    const found = expect(repeats.findFirst([mark(at(31_000))], 'rest')).rejects.toMatchObject({
      ...{ type: 'idempotency_in_progress', details: { retry_after_ms: 1_000 } },
    })
    await vi.advanceTimersByTimeAsync(10_500)
    await found
  })
})
