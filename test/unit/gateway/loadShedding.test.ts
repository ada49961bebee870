// What is turned away under overload (reliability 7.2, row 34): a queue that stands, never a burst, and never a stop.
import { describe, expect, it } from 'vitest'
import { createLoadShedding, type LoadBounds } from '../../../gateway/loadShedding.ts'

const BOUNDS = { requestsMin: 4, requestsMax: 10, slowMs: 500, intervalMs: 500, stopsMax: 2 }

function open(bounds: LoadBounds = BOUNDS) {
  let now = 0
  const shedding = createLoadShedding(bounds, () => now)
  return {
    shedding: {
      ...shedding,
      /** For a known caller. */
      isOverloaded: (kind: 'request' | 'stop' = 'request') => shedding.admit(kind, true) === null,
    },
    pass: (ms: number) => {
      now += ms
    },
    begin: (count: number) => {
      for (let n = 0; n < count; n++) shedding.begin('request')
    },
  }
}

describe('load shedding', () => {
  it('lets a burst in', () => {
    const { shedding, begin, pass } = open()
    begin(9)
    expect(shedding.isOverloaded()).toBe(false)
    pass(600)
    shedding.end('request', 100)
    expect(shedding.isOverloaded()).toBe(false)
  })

  it('turns away while not one request is fast and many are in progress, and no longer', () => {
    const { shedding, begin, pass } = open()
    begin(6)
    pass(600)
    shedding.end('request', 590)
    expect(shedding.isOverloaded()).toBe(false)
    expect(shedding.isOverloaded()).toBe(true)
    shedding.end('request', 600)
    // Three of those in progress.
    shedding.end('request', 600)
    expect(shedding.isOverloaded()).toBe(false)
    begin(4)
    expect(shedding.isOverloaded()).toBe(true)
    shedding.end('request', 20)
    pass(600)
    expect(shedding.isOverloaded()).toBe(false)
  })

  it('lets in about as many as end in half a second, and more again once one is fast', () => {
    const { shedding, begin, pass } = open({ ...BOUNDS, requestsMax: 100 })
    begin(41)
    pass(1_000)
    shedding.end('request', 1_000)
    // The one of this interval.
    expect(shedding.isOverloaded()).toBe(false)
    expect(shedding.isOverloaded()).toBe(true)
    for (let n = 0; n < 20; n++) shedding.end('request', 1_000)
    expect(shedding.isOverloaded()).toBe(true)
    shedding.end('request', 1_000)
    expect(shedding.isOverloaded()).toBe(false)
    pass(500)
    shedding.end('request', 400)
    begin(6)
    expect(shedding.isOverloaded()).toBe(false)
    begin(1)
    expect(shedding.isOverloaded()).toBe(false)
    expect(shedding.isOverloaded()).toBe(true)
  })

  it('turns away when nothing ends at all', () => {
    const { shedding, begin, pass } = open()
    begin(4)
    pass(500)
    expect(shedding.isOverloaded()).toBe(false)
    expect(shedding.isOverloaded()).toBe(true)
  })

  it('lets others in while many wait for something slow: one of each interval shows that the service is fast', () => {
    const { shedding, begin, pass } = open()
    begin(8)
    pass(500)
    expect(shedding.isOverloaded()).toBe(false)
    begin(1)
    shedding.end('request', 3)
    expect(shedding.isOverloaded()).toBe(true)
    pass(500)
    for (let n = 0; n < 5; n++) expect(shedding.isOverloaded()).toBe(false)
  })

  it('does not take callers that asked to wait for a slow service', () => {
    const { shedding, begin, pass } = open()
    begin(3)
    pass(600)
    shedding.end('request', null)
    pass(600)
    begin(5)
    shedding.end('request', null)
    shedding.end('request', 5)
    pass(600)
    expect(shedding.isOverloaded()).toBe(false)
  })

  it('lets stops in among requests that are turned away, with a bound of their own', () => {
    const { shedding, begin, pass } = open()
    begin(10)
    pass(600)
    expect(shedding.isOverloaded()).toBe(true)
    expect(shedding.isOverloaded('stop')).toBe(false)
    shedding.begin('stop')
    shedding.begin('stop')
    expect(shedding.isOverloaded('stop')).toBe(true)
  })

  it('lets no stranger be the one that shows whether the queue is over', () => {
    const { shedding, begin, pass } = open()
    begin(6)
    pass(600)
    // Whoever calls is not known yet.
    expect(shedding.isClosed()).toBe(false)
    expect(shedding.admit('request', false)).toBeNull()
    expect(shedding.admit('request', true)).not.toBeNull()
    expect(shedding.isClosed()).toBe(true)
  })

  it('lets in another one where the one of this interval has ended without telling anything', () => {
    const { shedding, begin, pass } = open()
    begin(6)
    pass(600)
    const probe = shedding.admit('request', true)?.probe
    expect(shedding.admit('request', true)).toBeNull()
    shedding.release(probe ?? {})
    const next = shedding.admit('request', true)?.probe
    expect(next).not.toBeNull()
    // One of an interval that is over gives nothing back.
    shedding.release(probe ?? {})
    expect(shedding.admit('request', true)).toBeNull()
  })
})
