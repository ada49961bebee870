/**
 * Where events are kept no longer: the signed checkpoints in their place. Of what began before, the log does not tell the whole
 * history any more.
 */
import type { Source } from './source.ts'

export interface Checkpoint {
  readonly _id: string
  readonly orgId: string
  readonly from: number
  readonly sequence: number
  readonly hash: string
  readonly kept: number
  readonly keptHash: string
  readonly until: Readonly<Record<string, Date>>
  readonly at: Date
  readonly signature: string
  /** Not everything that goes has been deleted yet. */
  readonly open?: true
}

export interface Checkpoints {
  /** In their order. */
  of(orgId: string): readonly Checkpoint[]
  /** Number of the last row that may be missing; 0: none is. */
  endOf(orgId: string): number
  /** Whether events of it may be missing. */
  isCut(row: { readonly orgId: string; readonly mode: string; readonly createdAt: Date }): boolean
}

export async function openCheckpoints(source: Source): Promise<Checkpoints> {
  const all = new Map<string, Checkpoint[]>()
  for await (const page of source.pages<Checkpoint>('auditCheckpoints'))
    for (const row of page) all.set(row.orgId, [...(all.get(row.orgId) ?? []), row])
  const of = (orgId: string) => all.get(orgId) ?? []
  return {
    of,
    endOf: (orgId) => Number(of(orgId).at(-1)?.sequence ?? 0),
    isCut({ orgId, mode, createdAt }) {
      const until = of(orgId).at(-1)?.until[mode]
      return until !== undefined && createdAt <= until
    },
  }
}

/** Without who caused them they are events alone, and go. */
const PASSING = /^(payment|hold|deposit|card\.transaction|treasury|checkout|order|reconciliation)[._]/

export const isRecord = (row: object): boolean => {
  const { by, outcome, changes, type } = row as Readonly<Record<string, unknown>>
  return by !== undefined || outcome !== undefined || changes !== undefined || !PASSING.test(String(type))
}
