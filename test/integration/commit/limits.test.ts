// Limits under concurrency from two processes, and the purpose of each guard (commit 5.2). Several protections overlap: the
// organization's head, the wallet, the database's write conflicts, unique ids. So each guard is removed where no other
// protects, and the others are shown to suffice on their own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GroupCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import { type OrgPosition, orgRef, PLATFORM, shardRef, walletRef } from '../../../subgraphs/shared/commit/positions.ts'
import { insertRow, setRow } from '../../../subgraphs/shared/commit/rowWrites.ts'
import type { StoreFaults } from '../../../subgraphs/shared/commit/storeFaults.ts'
import type { Intent, Ref, Row } from '../../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { orgIdOf, payIntent, USDC, walletIdOf } from '../../unit/commit/spendWorld.ts'
import { type CommitWorld, kindOfOutcome, openCommitWorld } from './commitWorld.ts'

const LIMIT = 10
const isHead = (ref: Ref) => ref.id.startsWith('org:')
const isWallet = (ref: Ref) => ref.id.startsWith('wal:')
const isGate = (ref: Ref) => ref.id.startsWith(shardRef(0).id.slice(0, 5))

let world: CommitWorld
let last = 0

beforeAll(async () => {
  world = await openCommitWorld('commit_limits', { orgs: 2, wallets: 40, policy: { dailyLimit: BigInt(LIMIT) * USDC } })
})
afterAll(() => world.stop())

/**
 * The first batches of two group commits decide on the same rows: each continues only once the other has read too. Then they write
 * at the same time or, where the database would notice that, one after the other.
 */
function createMeeting(isInTurn: boolean): (step: string) => Promise<void> {
  const [met, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let arrived = 0
  const atMost = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  return async (step) => {
    if (step === 'afterCommit') finished.resolve()
    if (step !== 'afterReads' || arrived === 2) return
    arrived += 1
    if (arrived === 2) {
      met.resolve()
      if (isInTurn) await Promise.race([finished.promise, atMost(3_000)])
    } else await Promise.race([met.promise, atMost(3_000)])
  }
}

async function openTwo(faults: StoreFaults = {}): Promise<readonly [GroupCommit, GroupCommit]> {
  const onStep = createMeeting(faults.readsOutside === true)
  return [
    await world.openGroupCommit({ faults: { ...faults, onStep } }),
    await world.openGroupCommit({ faults: { ...faults, onStep } }),
  ]
}

/** The outcomes of callers that use two processes alternately. */
async function countOutcomes(groupCommits: readonly GroupCommit[], intents: readonly Intent<unknown>[]) {
  const outcomes = await Promise.all(
    intents.map((intent, n) => kindOfOutcome(groupCommits[n % groupCommits.length] as GroupCommit, intent)),
  )
  const count = (kind: string) => outcomes.filter((one) => one === kind).length
  return { done: count('done'), refused: count('refused'), other: outcomes.length - count('done') - count('refused') }
}

describe('payments: exactly as many as the limit admits', () => {
  const payments = (wallet: number) =>
    Array.from({ length: 4 * LIMIT }, (_, n) => payIntent({ org: 0, wallet, id: `pay_w${wallet}n${n}`, units: USDC }))
  const exactly = { done: LIMIT, refused: 3 * LIMIT, other: 0 }

  test.each<[string, StoreFaults]>([
    ['as built', {}],
    ['the version filters alone, without the database noticing conflicts', { readsOutside: true }],
    [
      'without the guard of the wallet: the head serializes the organization',
      { unguarded: isWallet, readsOutside: true },
    ],
    ['without the guard of the head: the wallet serializes its spends', { unguarded: isHead, readsOutside: true }],
    [
      'without both: each changes its rows, so the database notices',
      { unguarded: (ref) => isHead(ref) || isWallet(ref) },
    ],
  ])('%s', async (_name, faults) => {
    const wallet = last++
    expect(await countOutcomes(await openTwo(faults), payments(wallet))).toEqual(exactly)
  })

  test('without both guards and without write conflicts: event ids are unique, so that the lost update is detected', async () => {
    const wallet = last++
    const faults = { unguarded: (ref: Ref) => isHead(ref) || isWallet(ref), readsOutside: true }
    // No mutant of the guards alone turns payments red: a batch on an old head makes an event that is there already,
    // is rejected, and its halves read again. What each guard is for is therefore shown on plainer acts below.
    expect((await countOutcomes(await openTwo(faults), payments(wallet))).done).toBe(LIMIT)
  })

  test('and the ledger is consistent after all the others', async () => {
    const own = await openCommitWorld('commit_limits_books', {
      orgs: 1,
      wallets: 4,
      policy: { dailyLimit: 10n * USDC },
    })
    const groupCommits = [await own.openGroupCommit(), await own.openGroupCommit()]
    const outcomes = await countOutcomes(groupCommits, [0, 1, 2, 3].flatMap(payments))
    expect(outcomes).toEqual({ done: 4 * LIMIT, refused: 12 * LIMIT, other: 0 })
    expect((await own.audit()).payments).toHaveLength(4 * LIMIT)
    await own.stop()
  })
})

interface Counter extends Row {
  readonly used?: number
}

const noWrites = new DomainError('policy_violation', 'no more')

/** Spends one of a budget that all these wallets share, writes only the first of them, and emits nothing. */
function budgetIntent(org: number, wallets: readonly number[], n: number): Intent<number> {
  const refs = wallets.map((wallet): Ref<Counter> => ({ ...walletRef(walletIdOf(0, wallet)) }))
  const [own] = refs as [Ref<Counter>]
  return {
    ...{ priority: 'spend', orgId: orgIdOf(org), mode: 'test' },
    reads: () => ({ guard: refs }),
    decide(state) {
      const rows = refs.map((ref) => state.get(ref))
      const used = rows.reduce((sum, row) => sum + (row?.used ?? 0), 0)
      if (used >= LIMIT) return { kind: 'refused', error: noWrites, writes: {} }
      return {
        kind: 'done',
        answer: n,
        writes: { set: [setRow(own, { ...rows[0], used: (rows[0]?.used ?? 0) + 1 })] },
      }
    },
  }
}

describe('the guard on a wallet, with a budget that two organizations share', () => {
  const acts = (wallet: number) => Array.from({ length: 4 * LIMIT }, (_, n) => budgetIntent(n % 2, [wallet], n))

  test.each<[string, StoreFaults]>([
    ['guarded', {}],
    ['guarded, by the version filter alone', { readsOutside: true }],
    ['unguarded, but changed: the database notices', { unguarded: isWallet }],
  ])('%s: exactly as many as it admits', async (_name, faults) => {
    expect(await countOutcomes(await openTwo(faults), acts(last++))).toMatchObject({ done: LIMIT, other: 0 })
  })

  test('without it updates are lost and more are accepted', async () => {
    const faults = { unguarded: (ref: Ref) => isWallet(ref) || isGate(ref), readsOutside: true }
    expect((await countOutcomes(await openTwo(faults), acts(last++))).done).toBeGreaterThan(LIMIT)
  })
})

describe('write skew: a budget over two wallets, of which each act changes one', () => {
  const acts = (a: number, b: number) =>
    Array.from({ length: 4 * LIMIT }, (_, n) => budgetIntent(0, n % 2 ? [a, b] : [b, a], n))

  test.each<[string, StoreFaults]>([
    ['as built', {}],
    ['without the guards of the wallets: the head serializes', { unguarded: isWallet }],
    ['without the guard of the head: the wallets do', { unguarded: isHead }],
  ])('%s: exactly as many as it admits', async (_name, faults) => {
    last += 2
    expect(await countOutcomes(await openTwo(faults), acts(last - 2, last - 1))).toMatchObject({
      done: LIMIT,
      other: 0,
    })
  })

  test('without both guards snapshot isolation alone admits both', async () => {
    last += 2
    // The gates are left out too: two batches that happen to take the same one would meet there.
    const faults = { unguarded: () => true }
    expect((await countOutcomes(await openTwo(faults), acts(last - 2, last - 1))).done).toBeGreaterThan(LIMIT)
  })
})

describe('a stop holds although an act read before it was acknowledged and writes after it', () => {
  /** Does `stop` once, between the reading and the writing of the first batch. */
  async function openInterrupted(stop: () => Promise<unknown>, faults: StoreFaults): Promise<GroupCommit> {
    let isFirst = true
    return world.openGroupCommit({
      faults: {
        ...faults,
        async onStep(step) {
          if (step !== 'afterReads' || !isFirst) return
          isFirst = false
          await stop()
        },
      },
    })
  }

  /** An act that rests on its organization's head and changes another row only. */
  const act = (org: number, ref: Ref): Intent<null> => ({
    ...{ priority: 'spend', orgId: orgIdOf(org), mode: 'test' },
    reads: () => ({ guard: [], absent: [ref] }),
    decide(state) {
      const isStopped = state.get(orgRef(orgIdOf(org)))?.status === 'suspended'
      if (isStopped) return { kind: 'refused', error: noWrites, writes: {} }
      return { kind: 'done', answer: null, writes: { insert: [insertRow(ref, {})] } }
    },
  })

  const suspend = (org: number, status: OrgPosition['status']): Intent<null> => ({
    ...{ priority: 'control', orgId: orgIdOf(org), mode: 'test', whileSuspended: true },
    reads: () => ({ guard: [] }),
    decide(state) {
      const head = orgRef(orgIdOf(org))
      return {
        kind: 'done',
        answer: null,
        writes: { set: [setRow(head, { ...(state.get(head) as OrgPosition), status })] },
      }
    },
  })

  test.each<[string, StoreFaults, string]>([
    ['guarded', {}, 'refused'],
    // The gates are left out too: two batches that happen to take the same one would meet there.
    ['RED without the guard of the head', { unguarded: (ref: Ref) => isHead(ref) || isGate(ref) }, 'done'],
  ])('an organization is suspended: %s', async (_name, faults, expected) => {
    const control = await world.openGroupCommit()
    const groupCommit = await openInterrupted(() => control.submit(suspend(1, 'suspended')), faults)
    const told = await kindOfOutcome(groupCommit, act(1, { collection: 'deposits', id: `dep_${last++}` }))
    await control.submit(suspend(1, 'active'))
    expect(told).toBe(expected)
  })

  test.each<[string, StoreFaults, string]>([
    ['guarded', {}, 'refused'],
    ['RED without the guard of the gate', { unguarded: isGate }, 'done'],
  ])('the whole platform is stopped: %s', async (_name, faults, expected) => {
    const control = await world.openGroupCommit()
    const all = { switchId: 'kil_1', scope: 'global', targetId: '*', reason: 'test', activatedAt: new Date() }
    const forAll = { ...all, mode: null, autoDeactivateAt: null }
    const groupCommit = await openInterrupted(() => control.publishSwitches(async () => [forAll]), faults)
    const wallet = last++
    expect(await kindOfOutcome(groupCommit, payIntent({ org: 1, wallet, id: `pay_stop${wallet}`, units: 1n }))).toBe(
      expected,
    )
    await control.publishSwitches(async () => [])
  })

  test('of two concurrent platform switches every shard has both', async () => {
    const groupCommits = [await world.openGroupCommit(), await world.openGroupCommit()]
    const records: object[] = []
    const activate = async (groupCommit: GroupCommit, switchId: string) => {
      records.push({ switchId })
      await groupCommit.publishSwitches(async () => [...records])
    }
    await Promise.all(
      groupCommits.flatMap((groupCommit, n) => [0, 1, 2].map((one) => activate(groupCommit, `kil_${n}${one}`))),
    )
    const positions = world.database.collection<{ _id: string; switches: object[] }>('positions')
    const gates = await positions.find({ _id: { $regex: `^${PLATFORM.id}:` } }).toArray()
    expect(gates).toHaveLength(64)
    for (const { switches } of gates) expect(switches).toHaveLength(6)
    await groupCommits[0]?.publishSwitches([])
  })
})
