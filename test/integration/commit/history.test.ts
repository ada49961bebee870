// One organization has one serial history (commit 5.3): what two processes decided at the same time, decided again one
// by one in the order of the head's versions over the first rows, gives the same verdicts and the same rows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orgRef } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { Intent, Outcome, State } from '../../../subgraphs/shared/commit/types.ts'
import { createMemoryStore } from '../../unit/commit/memoryStore.ts'
import {
  depositIntent,
  endIntent,
  freezeIntent,
  orgIdOf,
  type Payment,
  payIntent,
  positionRows,
  USDC,
} from '../../unit/commit/spendWorld.ts'
import { type CommitWorld, openCommitWorld } from './commitWorld.ts'

const SHAPE = { orgs: 3, wallets: 3, policy: { dailyLimit: 40n * USDC }, funds: 60n * USDC }
let world: CommitWorld

beforeAll(async () => {
  world = await openCommitWorld('commit_history', SHAPE)
})
afterAll(() => world.stop())

/** An intent, and on what it was decided last: the attempt that was committed. */
interface Recorded {
  readonly intent: Intent<unknown>
  version: number
  at: Date
  outcome: Outcome<unknown> | null
}

function record(intent: Intent<unknown>): Recorded {
  const recorded: Recorded = {
    version: 0,
    at: new Date(0),
    outcome: null,
    intent: {
      ...intent,
      reads: intent.reads,
      decide(state: State, at: Date) {
        recorded.version = state.get(orgRef(intent.orgId))?.v ?? 0
        recorded.at = at
        return intent.decide(state, at)
      },
    },
  }
  return recorded
}

/** The same numbers in every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * sides)
  }
}

test('replaying the history gives every verdict and every row', async () => {
  const groupCommits = [await world.openGroupCommit(), await world.openGroupCommit()]
  const roll = createDice(7)
  const history: Recorded[] = []
  const paid: Payment[] = []
  for (let round = 0; round < 12; round++) {
    const acts = Array.from({ length: 40 }, (_, n): Intent<unknown> => {
      const [org, wallet] = [roll(SHAPE.orgs), roll(SHAPE.wallets)]
      const kind = roll(10)
      const settled = paid[roll(Math.max(1, paid.length))]
      if (kind === 0) return depositIntent(org, wallet, `dep_${org}${wallet}_${round}_${n}`, BigInt(roll(9) + 1) * USDC)
      if (kind === 1) return freezeIntent(org, wallet, roll(4) === 0)
      if (kind < 5 && settled !== undefined) return endIntent(settled, roll(2) === 0 ? 'complete' : 'release')
      const payment = { org, wallet, id: `pay_${round}_${n}`, units: BigInt(roll(20) + 1) * USDC }
      const keyed = roll(2) === 0 ? { ...payment, key: `${roll(60)}` } : payment
      paid.push(keyed)
      return payIntent(keyed)
    })
    await Promise.all(
      acts.map(async (act) => {
        const recorded = record(act)
        history.push(recorded)
        recorded.outcome = await (groupCommits[roll(2)] ?? fail()).submit(recorded.intent)
      }),
    )
  }
  const decided = history.filter(({ outcome }) => outcome?.kind === 'done' || outcome?.kind === 'refused')
  const kinds = new Set(history.map(({ outcome }) => outcome?.kind))
  expect([...kinds].sort()).toEqual(['done', 'mismatch', 'refused'].concat(kinds.has('replayed') ? ['replayed'] : []))
  await world.audit()
  for (let org = 0; org < SHAPE.orgs; org++) await replay(org, decided)
})

async function replay(org: number, decided: readonly Recorded[]): Promise<void> {
  const own = decided.filter(({ intent }) => intent.orgId === orgIdOf(org)).sort((a, b) => a.version - b.version)
  expect(own.map(({ version }) => version)).toEqual(own.map((_, index) => index + 1))
  const store = createMemoryStore(positionRows(org, SHAPE.wallets, SHAPE))
  for (const { intent, at, outcome } of own) {
    const [again] = store.run([intent], at)
    expect(again?.kind).toBe(outcome?.kind)
    if (again?.kind === 'refused' && outcome?.kind === 'refused')
      expect(again.error.details).toEqual(outcome.error.details)
    if (again?.kind === 'done' && outcome?.kind === 'done') expect(again.answer).toEqual(outcome.answer)
  }
  for (const [key, row] of store.rows) {
    const [collection = '', id = ''] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)]
    if (refKey({ collection: 'positions', id: 'gate' }) === key) continue
    expect(await world.database.collection<{ _id: string }>(collection).findOne({ _id: id })).toEqual(row)
  }
}

function fail(): never {
  throw new Error('there are two groupCommits')
}
