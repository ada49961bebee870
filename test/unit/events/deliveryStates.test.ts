// The written retry schedule and the closed table of delivery states (specification 3, 6.1).
import { describe, expect, it } from 'vitest'
import {
  DELIVERY_STATES,
  DELIVERY_TRANSITIONS,
  type Progress,
  progressAfter,
  RETRY_DELAYS_MS,
  SCHEDULED_ATTEMPTS,
} from '../../../subgraphs/events/rules/retrySchedule.ts'

const start = new Date('2026-03-02T10:00:00.000Z')
const fresh: Progress = { status: 'pending', scheduledMade: 0, nextAttemptAt: start }

describe('the schedule', () => {
  it('waits 1 min, 5 min, 30 min, 2 h and 24 h, then fails: 6 attempts over 26 h 36 min', () => {
    let progress = fresh
    const times: string[] = []
    for (let attempt = 0; progress.nextAttemptAt !== null && attempt < 20; attempt++) {
      const at: Date = progress.nextAttemptAt
      times.push(at.toISOString())
      progress = progressAfter(progress, { at, succeeded: false, manual: false })
    }
    expect(times).toEqual([
      '2026-03-02T10:00:00.000Z',
      '2026-03-02T10:01:00.000Z',
      '2026-03-02T10:06:00.000Z',
      '2026-03-02T10:36:00.000Z',
      '2026-03-02T12:36:00.000Z',
      '2026-03-03T12:36:00.000Z',
    ])
    expect(progress).toEqual({ status: 'failed', scheduledMade: 6, nextAttemptAt: null })
    expect(SCHEDULED_ATTEMPTS).toBe(6)
    expect(RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0)).toBe((26 * 60 + 36) * 60_000)
  })

  it('counts from the start of the previous attempt, so that a late attempt delays the following ones', () => {
    const at = new Date('2026-03-02T10:00:07.000Z')
    expect(progressAfter(fresh, { at, succeeded: false, manual: false }).nextAttemptAt?.toISOString()).toBe(
      '2026-03-02T10:01:07.000Z',
    )
  })

  it.each([0, 1, 2, 3, 4, 5])('ends with the first success, after %i failures', (failures) => {
    let progress = fresh
    for (let i = 0; i < failures; i++)
      progress = progressAfter(progress, { at: start, succeeded: false, manual: false })
    const after = progressAfter(progress, { at: start, succeeded: true, manual: false })
    expect(after).toMatchObject({ status: 'delivered', nextAttemptAt: null })
  })
})

describe('a manual attempt', () => {
  const waiting: Progress = {
    status: 'pending_retry',
    scheduledMade: 2,
    nextAttemptAt: new Date('2026-03-02T10:06:00Z'),
  }
  const failed: Progress = { status: 'failed', scheduledMade: 6, nextAttemptAt: null }

  it('that fails leaves state, count and schedule as they were', () => {
    for (const before of [waiting, failed])
      expect(progressAfter(before, { at: start, succeeded: false, manual: true })).toEqual(before)
  })

  it('that succeeds delivers, from any state', () => {
    for (const status of DELIVERY_STATES)
      expect(progressAfter({ ...waiting, status }, { at: start, succeeded: true, manual: true })).toMatchObject({
        status: 'delivered',
        scheduledMade: 2,
        nextAttemptAt: null,
      })
  })
})

describe('the table', () => {
  it('reaches every state from pending, and never returns to it', () => {
    const reached = new Set<string>(['pending'])
    for (let round = 0; round < DELIVERY_STATES.length; round++)
      for (const state of DELIVERY_STATES)
        if (reached.has(state)) for (const next of Object.values(DELIVERY_TRANSITIONS[state])) reached.add(next)
    expect([...reached].sort()).toEqual([...DELIVERY_STATES].sort())
    for (const state of ['pending_retry', 'delivered', 'failed'] as const)
      expect(Object.values(DELIVERY_TRANSITIONS[state])).not.toContain('pending')
  })

  it('keeps delivered for ever, and failed until a manual retry', () => {
    expect(new Set(Object.values(DELIVERY_TRANSITIONS.delivered))).toEqual(new Set(['delivered']))
    expect(() =>
      progressAfter(
        { status: 'failed', scheduledMade: 0, nextAttemptAt: null },
        { at: start, succeeded: false, manual: false },
      ),
    ).toThrow(/invariant/)
  })
})
