// Every intent is decided at the time of its own organization and mode, whatever else is in its batch; time only goes forward.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setEndIntent, stepIntent } from '../../../subgraphs/agents/services/testClock/moveClock.ts'
import { orgRef } from '../../../subgraphs/shared/commit/positions.ts'
import { realInstant } from '../../../subgraphs/shared/commit/realInstant.ts'
import type { Intent, KeyRow } from '../../../subgraphs/shared/commit/types.ts'
import { done } from '../../../subgraphs/shared/commit/verdicts.ts'
import { aheadMsOf } from '../../../subgraphs/shared/organizationTime.ts'
import type { Mode } from '../../../subgraphs/shared/principal.ts'
import { createMemoryStore } from './memoryStore.ts'
import { NOON, orgIdOf, positionRows } from './spendWorld.ts'

interface Instants {
  readonly at: Date
  readonly real: Date
}

const ask = (org: number, mode: Mode): Intent<Instants> => ({
  ...{ priority: 'spend', orgId: orgIdOf(org), mode },
  reads: () => ({ guard: [] }),
  decide: (state, at) => done({ at, real: realInstant(state, { orgId: orgIdOf(org), mode }, at) }),
})

const later = (ms: number) => new Date(NOON.getTime() + ms)
const world = () => createMemoryStore([...positionRows(0, 1), ...positionRows(1, 1)])
const answerOf = (result: unknown) => (result as { answer: Instants }).answer

test('a move in the middle of a batch holds for what comes behind it, in test mode and in its organization alone', () => {
  const owner = { orgId: orgIdOf(0), mode: 'test' } as const
  const results = world().run(
    [ask(0, 'test'), stepIntent(owner, later(5_000)), ask(0, 'test'), ask(0, 'live'), ask(1, 'test')],
    NOON,
  )
  const ats = [0, 2, 3, 4].map((index) => answerOf(results[index]))
  expect(ats.map(({ at }) => at)).toEqual([NOON, later(5_000), NOON, NOON])
  expect(ats.map(({ real }) => real)).toEqual([NOON, NOON, NOON, NOON])
})

test('keys are stored at the real instant, so that a move neither ends nor prolongs them', () => {
  const store = world()
  const owner = { orgId: orgIdOf(0), mode: 'test' } as const
  const key = { id: 'k', fingerprint: 'f', resource: { type: 'clock', id: '' } }
  const seconds = 40 * 86_400
  store.run([stepIntent(owner, later(seconds * 1_000)), { ...ask(0, 'test'), key }], NOON)
  const row = store.get<KeyRow>({ collection: 'idempotency', id: 'k' })
  expect(row.at).toEqual(NOON)
  expect(store.run([{ ...ask(0, 'test'), key }], later(1)).map(({ kind }) => kind)).toEqual(['replayed'])
})

const move = fc.oneof(
  fc.record({ kind: fc.constant('end' as const), seconds: fc.nat(86_400) }),
  fc.record({ kind: fc.constant('to' as const), ms: fc.integer({ min: -86_400_000, max: 86_400_000 }) }),
  fc.record({ kind: fc.constant('step' as const), ms: fc.integer({ min: -86_400_000, max: 86_400_000 }) }),
)

test('no order of moves and steps takes time back or beyond where the moves go, and seconds add up', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), move), { maxLength: 30 }), (moves) => {
      const store = world()
      for (const [index, [org, one]] of moves.entries()) {
        const owner = { orgId: orgIdOf(org), mode: 'test' } as const
        const now = later(index)
        const read = () => store.get(orgRef(owner.orgId))
        const [before, end] = [aheadMsOf(read(), 'test'), read().clocks?.test?.until ?? null]
        const instant = (ms: number) => new Date(now.getTime() + before + ms)
        if (one.kind === 'step') {
          store.run([stepIntent(owner, instant(one.ms))], now)
          expect(aheadMsOf(read(), 'test')).toBe(before + Math.max(0, one.ms))
        } else {
          const [result] = store.run(
            [setEndIntent(owner, one.kind === 'end' ? { seconds: one.seconds } : { to: instant(one.ms) })],
            now,
          )
          expect(aheadMsOf(read(), 'test')).toBe(before)
          const base = end !== null && end > instant(0) ? end : instant(0)
          if (one.kind === 'end')
            expect((result as { answer: unknown }).answer).toEqual(new Date(base.getTime() + one.seconds * 1_000))
          else expect(result?.kind).toBe(one.ms < 0 ? 'refused' : 'done')
          const until = read().clocks?.test?.until ?? null
          if (end !== null && end > instant(0)) expect(until?.getTime()).toBeGreaterThanOrEqual(end.getTime())
        }
      }
    }),
  )
})
