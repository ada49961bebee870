// Parts of several subgraphs as one act: all or nothing, and each part sees what those before it wrote.
import { describe, expect, test } from 'vitest'
import { composeParts } from '../../../subgraphs/shared/commit/compose.ts'
import { insertRow, setRow } from '../../../subgraphs/shared/commit/rowWrites.ts'
import type { IntentPart, Ref, Row, State, Writes } from '../../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'

interface Wallet {
  readonly agentId: string
  readonly mandate: string | null
  readonly payments: number
}

const at = new Date('2026-01-01T00:00:00Z')
const wallet: Ref<Wallet> = { collection: 'positions', id: 'wal:wal_1' }
const agent: Ref = { collection: 'agents', id: 'agt_1' }
const org: Ref = { collection: 'positions', id: 'org:org_1' }

function stateOf(rows: Record<string, object>): State {
  return { get: <T>(ref: Ref<T>) => (rows[ref.id] ?? null) as (T & Row) | null }
}

function part<A>(
  answer: A,
  reads: { guard?: Ref[]; absent?: Ref[] },
  writes: (state: State) => Writes = () => ({}),
): IntentPart<A> {
  return {
    reads: () => ({ guard: reads.guard ?? [], absent: reads.absent ?? [] }),
    decide: (state) => ({ kind: 'done', answer, writes: writes(state) }),
  }
}

const refusing = (writes: Writes = {}): IntentPart<never> => ({
  reads: () => ({ guard: [] }),
  decide: () => ({ kind: 'refused', error: new DomainError('conflict', 'no'), writes }),
})

const makesWallet = part('wallet', { guard: [org], absent: [wallet] }, () => ({
  insert: [insertRow(wallet, { agentId: 'agt_1', mandate: null, payments: 0 })],
  events: [{ type: 'wallet.created', resourceId: 'wal_1', data: {} }],
}))

describe('composeParts', () => {
  test('declares every ref once, and rows created by an earlier part are not guarded', () => {
    const composed = composeParts([
      makesWallet,
      part(2, { guard: [wallet, org] }),
      part(3, { absent: [agent, wallet] }),
    ])
    expect(composed.reads(at)).toEqual({ guard: [org], absent: [wallet, agent], newIds: [] })
  })

  test('rows that a part creates under its own id stay declared', () => {
    const makesAgent: IntentPart<null> = { ...part(null, {}), reads: () => ({ guard: [], newIds: [agent] }) }
    const composed = composeParts([makesAgent, part(2, { guard: [agent, org] })])
    expect(composed.reads(at)).toEqual({ guard: [org], absent: [], newIds: [agent] })
  })

  test('a ref that an earlier part guards cannot be new for a later one', () => {
    const composed = composeParts([part(1, { guard: [wallet] }), part(2, { absent: [wallet] })])
    expect(() => composed.reads(at)).toThrow('absent for a later one')
  })

  test('results are in order; a set on an inserted row becomes part of the insert', () => {
    const bindsMandate = part('mandate', { guard: [wallet] }, (state) => {
      const row = state.get(wallet) as Wallet
      expect(row).toEqual({ _id: 'wal:wal_1', v: 1, agentId: 'agt_1', mandate: null, payments: 0 })
      return { set: [setRow(wallet, { ...row, mandate: 'mnd_1' })] }
    })
    const verdict = composeParts([makesWallet, bindsMandate]).decide(stateOf({}), at)
    expect(verdict).toMatchObject({ kind: 'done', answer: ['wallet', 'mandate'] })
    if (verdict.kind !== 'done') return
    expect(verdict.writes.set).toEqual([])
    expect(verdict.writes.insert).toMatchObject([{ ref: wallet, row: { agentId: 'agt_1', mandate: 'mnd_1' } }])
    expect(verdict.writes.events).toHaveLength(1)
  })

  test('two sets on one row become one, and keep the version that was read', () => {
    const add = part(null, { guard: [wallet] }, (state) => {
      const row = state.get(wallet) as Wallet & Row
      expect(row.v).toBe(7)
      return { set: [setRow(wallet, { ...row, payments: row.payments + 1 })] }
    })
    const verdict = composeParts([add, add]).decide(
      stateOf({ 'wal:wal_1': { _id: 'wal:wal_1', v: 7, payments: 1 } }),
      at,
    )
    expect(verdict).toMatchObject({
      kind: 'done',
      writes: { set: [{ ref: wallet, next: { payments: 3 } }], insert: [] },
    })
  })

  test('two parts cannot create one row', () => {
    expect(() => composeParts([makesWallet, makesWallet]).decide(stateOf({}), at)).toThrow('inserted by two parts')
  })

  test('a refusal drops earlier writes', () => {
    const kept: Writes = { events: [{ type: 'policy.violated', resourceId: 'x', data: {} }] }
    expect(composeParts([makesWallet, refusing(kept)]).decide(stateOf({}), at)).toMatchObject({
      kind: 'refused',
      writes: {},
    })
    expect(composeParts([refusing(kept), makesWallet]).decide(stateOf({}), at)).toMatchObject({
      kind: 'refused',
      writes: kept,
    })
  })

  test('stale takes precedence over everything after it', () => {
    const stale: IntentPart<string> = { reads: () => ({ guard: [] }), decide: () => ({ kind: 'stale' }) }
    expect(composeParts([makesWallet, stale, refusing()]).decide(stateOf({}), at)).toEqual({ kind: 'stale' })
  })
})
