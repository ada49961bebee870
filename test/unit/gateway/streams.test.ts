// Equal subscriptions share one run and one text (gateway 8.3), whoever is slow harms only itself (reliability 4.2 rule 5), and a
// client that was cut off goes on with the helper of sdk/.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { toPlainError } from '../../../gateway/errors.ts'
import { createDelivery, type Delivery } from '../../../gateway/subscriptions/delivery.ts'
import { createGroups, type GroupBounds, type Run } from '../../../gateway/subscriptions/groups.ts'
import { END, mapStream, type Stream, streamOf, within } from '../../../gateway/subscriptions/streams.ts'
import { createSubscriber } from '../../../gateway/subscriptions/subscriber.ts'
import { resumeSubscriptions } from '../../../sdk/resumeSubscriptions.mjs'
import { contextOf, createFixtureGraph } from './fixture.ts'

/**
 * A log of numbers: runs of it begin after a cursor or at its end, and take what is appended.
 * @param between what its end adds to the cursor of the last number, as after events that are none of this log
 */
function openLog(between = '') {
  const log = {
    runs: 0,
    open: 0,
    made: 0,
    end: 0,
    /** Cursors after which a run fails. */
    fails: new Set<number>(),
    wake: new Set<() => void>(),
    append(count: number) {
      log.end += count
      for (const goOn of log.wake) goOn()
    },
  }
  const run: Run<{ readonly refused: true }> = async (after, onPosition) => {
    log.runs += 1
    log.open += 1
    let [at, isOver, goOn] = [after === null ? log.end : Number(after), false, () => {}]
    onPosition(after ?? `${at}${between}`)
    return streamOf(
      async () => {
        while (at >= log.end && !isOver)
          await new Promise<void>((resolve) => {
            goOn = resolve
            log.wake.add(resolve)
          })
        if (isOver) return END
        if (log.fails.delete(at)) throw new Error('the run has failed')
        log.made += 1
        return { done: false, value: createDelivery({ data: { n: ++at } }, String(at)) }
      },
      () => {
        isOver = true
        log.open -= 1
        goOn()
      },
    )
  }
  return { log, run }
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

const BOUNDS = { groupsMax: 2, itemsMax: 4, bytesMax: 1e6, allBytesMax: 1e6 }
/** Of one delivery of the log. */
const BYTES = createDelivery({ data: { n: 1 } }, '1').bytes

describe('equal subscriptions', () => {
  function open(bounds: Partial<GroupBounds> = {}, between = '') {
    const { log, run } = openLog(between)
    const groups = createGroups({ ...BOUNDS, ...bounds })
    const join = async (after: string | null = null, key = 'one') => {
      const begins: string[] = []
      const member = {
        run,
        after,
        onPosition: (cursor: string) => void begins.push(cursor),
        toError: () => new Error(),
      }
      const stream = (await groups.join(key, member)) as Stream<Delivery>
      const take = async (count: number) => {
        const taken: number[] = []
        while (taken.length < count) {
          const step = await stream.next()
          if (step.done === true) break
          taken.push(Number(step.value.cursor))
        }
        return taken
      }
      return { stream, take, begins, stop: () => stream.return?.() }
    }
    return { log, groups, join }
  }

  it('share one run and one text, and the last that leaves ends it', async () => {
    const { log, groups, join } = open()
    log.append(3)
    const members = await Promise.all(Array.from({ length: 200 }, () => join()))
    expect([log.runs, groups.count()]).toEqual([1, 1])
    const taking = members.map(({ stream }) => stream.next())
    log.append(1)
    const told = (await Promise.all(taking)).map(({ value }) => value as Delivery)
    expect(new Set(told).size).toBe(1)
    expect(told[0]?.text).toBe('{"data":{"n":4}}')
    expect(new Set(members.flatMap(({ begins }) => begins))).toEqual(new Set(['3']))
    for (const { stop } of members) stop()
    expect([log.open, groups.count(), log.made]).toEqual([0, 0, 1])
  })

  it('begin where each of them asks, and meet without a gap or a duplicate', async () => {
    const { log, join } = open()
    log.append(10)
    const live = await join()
    const early = await join('2')
    expect(await early.take(8)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    const both = [live.take(3), early.take(3)]
    log.append(3)
    expect(await Promise.all(both)).toEqual([
      [11, 12, 13],
      [11, 12, 13],
    ])
    // Its own run has ended where it met the group, and of what came since nothing was made twice.
    expect(log.open).toBe(1)
    const known = await join('12')
    expect([await known.take(1), log.runs]).toEqual([[13], 2])
  })

  it('are handed what comes until one does not take it, which it gets again and misses nothing', async () => {
    const { log, join } = open()
    const [quick, slow, early] = [await join(), await join(), await join()]
    const [all, some, none]: number[][] = [[], [], []]
    const takeInto = (taken: number[] | undefined, max: number) => (delivery: Delivery) => {
      if (taken === undefined || taken.length >= max) return false
      taken.push(Number(delivery.cursor))
      return true
    }
    const handing = quick.stream.hand?.(takeInto(all, 12))
    const refusing = slow.stream.hand?.(takeInto(some, 2))
    void early.stream.hand?.(takeInto(none, 9))
    void early.stop()
    for (let n = 0; n < 10; n++) {
      log.append(1)
      await sleep(1)
    }
    await refusing
    expect([all, some, none]).toEqual([upTo(10), [1, 2], []])
    // What it was refused has left the ring meanwhile.
    expect(await slow.take(8)).toEqual(upTo(10).slice(2))
    const again = slow.stream.hand?.(takeInto(some, 4))
    log.append(3)
    await Promise.all([handing, again])
    expect([all, some]).toEqual([upTo(12), [1, 2, 11, 12]])
    expect([await quick.take(1), await slow.take(1), log.open]).toEqual([[13], [13], 1])
  })

  it('that are handed what comes are told by the next that it is over', async () => {
    const { log, join } = open()
    const { stream } = await join()
    log.fails.add(1)
    const taken: unknown[] = []
    const handing = stream.hand?.(({ cursor }) => taken.push(cursor) > 0)
    log.append(2)
    await handing
    await expect(stream.next()).rejects.toThrow('the run has failed')
    expect(taken).toEqual(['1'])
  })

  it('do not wait for one that is slow, which goes on at its own pace and misses nothing', async () => {
    const { log, join } = open()
    const [quick, slow] = [await join(), await join()]
    const taking = quick.take(50)
    log.append(50)
    expect(await taking).toHaveLength(50)
    const missed = await slow.take(50)
    expect(missed).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    const both = [quick.take(1), slow.take(1)]
    log.append(1)
    expect(await Promise.all(both)).toEqual([[51], [51]])
    expect(log.open).toBe(1)
  })

  it('are read no further ahead than by the fastest of them', async () => {
    const { log, join } = open()
    const { take } = await join()
    log.append(100)
    await take(1)
    await sleep(5)
    expect(log.made).toBeLessThanOrEqual(2)
  })

  it('of too many kinds read alone, and so do those of another key', async () => {
    const { log, groups, join } = open()
    for (const key of ['one', 'two', 'three', 'three']) await join(null, key)
    expect([log.runs, groups.count()]).toEqual([4, 2])
  })

  it('wake once for each event, however many wait, and do not wait for the last that is woken', async () => {
    const { log, join } = open()
    const members = await Promise.all(Array.from({ length: 129 }, () => join()))
    const told = members.map(() => 0)
    members.map(async ({ take }, n) => {
      // The last, which is woken in a turn of its own, takes no more than one.
      for (let left = n === 128 ? 1 : 4; left > 0; left--) told[n] = (told[n] ?? 0) + (await take(1)).length
    })
    const turns = vi.spyOn(globalThis, 'setImmediate')
    for (let n = 0; n < 3; n++) {
      log.append(1)
      await sleep(5)
    }
    await vi.waitFor(() => expect([new Set(told.slice(0, 128)), told[128]]).toEqual([new Set([3]), 1]))
    const taken = turns.mock.calls.length
    turns.mockRestore()
    for (const { stop } of members) void stop()
    expect(taken).toBe(2 + 1 + 1)
  })

  it('hold one result each where all of them together hold too much, of which those that wait miss nothing', async () => {
    const { log, join } = open({ groupsMax: 9, allBytesMax: 8 * BYTES })
    const fill = async (key: string, count: number) => {
      const [quick, slow] = [await join(null, key), await join(null, key)]
      const taking = quick.take(count)
      log.append(count)
      await taking
      const ownRuns = async () => {
        const before = log.runs
        expect(await slow.take(count)).toHaveLength(count)
        return log.runs - before
      }
      return { quick, slow, ownRuns }
    }
    const first = await fill('first', 4)
    const second = await fill('second', 4)
    const third = await fill('third', 3)
    expect(await third.ownRuns()).toBe(1)
    expect([await first.ownRuns(), await second.ownRuns()]).toEqual([0, 0])
    for (const { quick, slow } of [first, third]) for (const { stop } of [quick, slow]) void stop()
    expect(await (await fill('fourth', 3)).ownRuns()).toBe(0)

    const many = await Promise.all(Array.from({ length: 200 }, () => join(null, 'many')))
    const before = log.runs
    const taking = many.map(({ take }) => take(20))
    log.append(20)
    expect(new Set((await Promise.all(taking)).map(String)).size).toBe(1)
    expect(log.runs).toBe(before)
  })

  it('of one member hold one result', async () => {
    const { log, join } = open()
    const alone = await join()
    const taking = alone.take(4)
    log.append(4)
    await taking
    expect(await (await join('1')).take(3)).toEqual([2, 3, 4])
    expect(log.runs).toBe(2)
  })

  it('share again after all of them resumed, none of them at the very end of the log', async () => {
    const { log, join } = open({}, '.0')
    log.append(10)
    const members = await Promise.all(Array.from({ length: 50 }, (_, n) => join(String(8 + (n % 3)))))
    const taking = members.map(({ take }, n) => take(22 - (n % 3)))
    for (let n = 0; n < 20; n++) {
      await sleep(1)
      log.append(1)
    }
    for (const [n, taken] of (await Promise.all(taking)).entries())
      expect(taken).toEqual(Array.from({ length: 22 - (n % 3) }, (_, step) => 9 + (n % 3) + step))
    expect(log.made).toBeLessThan(200)
    expect(log.open).toBe(1)
  })

  it('are left by a member whose own run fails, also where nobody ends its stream', async () => {
    const { log, groups, join } = open()
    log.append(3)
    log.fails.add(1)
    const failing = await join('1')
    await expect(failing.take(1)).rejects.toThrow('the run has failed')
    expect([groups.count(), log.open]).toEqual([0, 0])
    expect(await failing.take(1)).toEqual([])
  })

  it('that wait end at once', async () => {
    const { log, join } = open()
    const { stream, stop } = await join()
    const waiting = stream.next()
    void stop()
    expect([await waiting, log.open]).toEqual([{ done: true, value: undefined }, 0])
  })
})

describe('what an event is joined with', () => {
  const JOINED = 'subscription { payments(count: 3) { id agent { name } } }'

  async function open(failures: number, joiningMs: number, text = JOINED) {
    const { graph, payments } = await createFixtureGraph()
    const { apiSchema, planner } = graph
    const told = { runs: 0 }
    const run: typeof planner.run = async (...args) => {
      const result = await planner.run(...args)
      if (told.runs++ >= failures) return result
      const refusal = { type: 'service_unavailable', message: 'Not now.', details: {} } as const
      return { data: { payments: { agent: null } }, errors: [toPlainError(refusal, 'req_1')] }
    }
    const sources = new Map([['payments', payments.subscribe]])
    const subscriber = createSubscriber({ apiSchema, planner: { ...planner, run }, sources, joiningMs })
    const document = subscriber.read(text, {})
    if (!('kind' in document)) throw new Error(String(document))
    const stream = (await subscriber.subscribe(document, {}, contextOf())) as Stream<Delivery>
    const results = (await Array.fromAsync(stream)).map(({ result }) => result)
    return { results, runs: told.runs }
  }
  const whole = (id: string) => ({ data: { payments: { id, agent: { name: 'name of agt_1' } } } })

  it('is asked for again while that fails for the moment', async () => {
    expect(await open(2, 5_000)).toEqual({ results: ['pay_1', 'pay_2', 'pay_3'].map(whole), runs: 5 })
  })

  it('is told as failed after a time, and then the next events wait no more', async () => {
    const { results, runs } = await open(Number.POSITIVE_INFINITY, 20)
    expect(results.map(({ errors }) => errors?.[0]?.extensions.type)).toEqual(Array(3).fill('service_unavailable'))
    expect(runs).toBeLessThan(6)
  })

  it('is nothing where only the event itself is told, which nobody waits for', async () => {
    const { runs } = await open(Number.POSITIVE_INFINITY, 300, 'subscription { payments(count: 3) { id } }')
    expect(runs).toBe(3)
  })
})

describe('a result for many', () => {
  it('is held once, as text, and counted by the memory that it takes', () => {
    const result = { data: { name: 'Ж' } }
    const delivery = createDelivery(result, null)
    expect(delivery.result).toBe(result)
    const { text, bytes } = delivery
    expect(delivery.result).not.toBe(result)
    expect(delivery.result).toEqual(result)
    expect(bytes).toBeGreaterThanOrEqual(2 * Buffer.byteLength(text))
    expect(BYTES).toBe(2 * '{"data":{"n":1}}'.length)
  })
})

describe('a message with a result for many', () => {
  /** What a client reads of the frame: of a whole text, unmasked, with its length (RFC 6455, section 5.2). */
  function readFrame(parts: readonly Buffer[]): unknown {
    const frame = Buffer.concat(parts)
    expect(frame[0]).toBe(0x81)
    const short = Number(frame[1])
    const [from, length] =
      short < 126 ? [2, short] : short === 126 ? [4, frame.readUInt16BE(2)] : [10, Number(frame.readBigUInt64BE(2))]
    expect(frame.length).toBe(from + length)
    return JSON.parse(String(frame.subarray(from)))
  }

  it('is made once for all operations of one id, and says to each which it is', () => {
    const delivery = createDelivery({ data: { name: 'Ж' } }, null)
    expect(delivery.frameFor('1')[0]).toBe(delivery.frameFor('1')[0])
    for (const id of ['1', '"', 'Ж'])
      expect(readFrame(delivery.frameFor(id))).toEqual({ id, type: 'next', payload: { data: { name: 'Ж' } } })
  })

  it.each([125, 126, 65_535, 65_536])('of %i bytes says how long it is', (bytes) => {
    const message = { id: '1', type: 'next', payload: { data: { name: '' } } }
    message.payload.data.name = 'x'.repeat(bytes - JSON.stringify(message).length)
    const delivery = createDelivery(message.payload, null)
    for (const id of ['1', '2']) expect(readFrame(delivery.frameFor(id))).toEqual({ ...message, id })
  })

  it('that is large has one copy, whatever the ids', () => {
    const name = 'Ж'.repeat(20_000)
    const delivery = createDelivery({ data: { name } }, null)
    const [one, other] = [delivery.frameFor('1'), delivery.frameFor('2')]
    expect(one[1]).toBeDefined()
    expect(one[1]).toBe(other[1])
    const messages = ['1', '2'].map((id) => ({ id, type: 'next', payload: { data: { name } } }))
    expect([one, other].map(readFrame)).toEqual(messages)
    expect((other[0] as Buffer).length).toBeLessThan(100)
  })

  it('that is large is not copied for each id', () => {
    const msFor = (length: number) => {
      const delivery = createDelivery({ data: { name: 'x'.repeat(length) } }, null)
      delivery.frameFor('first')
      const from = performance.now()
      for (let id = 0; id < 500; id++) delivery.frameFor(String(id))
      return performance.now() - from
    }
    msFor(20_000)
    expect(msFor(2_000_000)).toBeLessThan(20 * msFor(20_000) + 20)
  })
})

describe('a connection that takes nothing', () => {
  it('is noticed after a time, and one that takes something in time is not', async () => {
    const stalled: string[] = []
    await within(
      30,
      sleep(1).then(() => undefined),
      () => stalled.push('quick'),
    )
    await within(
      10,
      sleep(60).then(() => undefined),
      () => stalled.push('slow'),
    )
    expect(stalled).toEqual(['slow'])
  })

  it('is closed without a failure when its source cannot be', async () => {
    const stuck: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: () => Promise.reject(new Error('the source is stuck')),
      }),
    }
    const lost: unknown[] = []
    const note = (error: unknown) => void lost.push(error)
    process.on('unhandledRejection', note)
    await mapStream(stuck, (n) => n).return?.()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(lost).toEqual([])
  })
})

describe('the helper for graphql-ws clients', () => {
  function open() {
    const options = resumeSubscriptions({ url: 'ws://pay.example/graphql' })
    const on = options.on as Record<string, ((...event: unknown[]) => void) | undefined>
    return {
      tell: (name: string, ...event: unknown[]) => on[name]?.(...event),
      next: (id: string, cursor: string) => on.message?.({ id, type: 'next', payload: { extensions: { cursor } } }),
      send: (message: object) => options.jsonMessageReplacer?.call({}, '', message),
      resume: async () => (await (options.connectionParams as () => Promise<{ resume: object }>)()).resume,
    }
  }

  it('keeps the cursors when a connection is closed between its acknowledgement and the first operation', async () => {
    const { tell, next, resume } = open()
    tell('connected')
    next('1', 'first')
    tell('closed', { code: 1006 })
    tell('connected')
    tell('closed', { code: 1013 })
    expect(await resume()).toEqual({ 1: 'first' })
  })

  it('forgets what was completed, and at last what was ended while there was no connection', async () => {
    const { tell, next, send, resume } = open()
    tell('connected')
    for (const id of ['ended', 'completed', 'quiet']) next(id, `of ${id}`)
    send({ type: 'complete', id: 'completed' })
    for (let n = 0; n < 99; n++) {
      next(`later ${n}`, 'x')
      send({ type: 'subscribe', id: 'quiet' })
    }
    const left = (await resume()) as Record<string, string>
    expect([left.ended, left.completed, left.quiet]).toEqual([undefined, undefined, 'of quiet'])
    expect(Object.keys(left)).toHaveLength(100)
  })
})
