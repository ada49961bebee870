/**
 * Tells organizations of what is about to end: a sweep by real time over all of them, and by the own clock of one that has moved
 * it. What is told is marked in the commit that tells it, so that it is told once, also by two processes; what came due while no
 * process ran is told by the first that does.
 */
import { type AlertThresholds, alertsOf, type OwnAlerts } from './alerts.ts'
import { timeOf } from './clock.ts'
import { type OrgPosition, orgRef } from './commit/positions.ts'
import { submitPrepared } from './commit/submit.ts'
import type { IntentPart } from './commit/types.ts'
import type { Database } from './database.ts'
import type { DueWork } from './dueWork.ts'
import type { OrgId } from './ids.ts'
import type { ClockOwner } from './organizationTime.ts'
import { type SubgraphDeps, sleep, type Worker } from './subgraph.ts'

export interface EndingRow {
  readonly _id: string
  readonly orgId: OrgId
  readonly mode: ClockOwner['mode']
  readonly expiresAt: Date
}

export interface EndingRange {
  /** Of one organization; null: of all. */
  readonly owner: ClockOwner | null
  /** Exclusive. */
  readonly from: Date
  readonly until: Date
  readonly after: EndingRow | null
  readonly limit: number
}

export interface EndingKind<Row extends EndingRow> {
  readonly name: string
  readonly leadMsMax: number
  leadMs(thresholds: AlertThresholds): number
  /** Those that end in this range and were not told of, the first first. */
  find(range: EndingRange): Promise<readonly Row[]>
  /** Marks it and adds the event, if it still waits for its end and was not told of. */
  tell(row: Row): IntentPart<unknown>
}

type Deps = Pick<SubgraphDeps, 'database' | 'clock' | 'commit' | 'log'>

const SWEEP_EVERY_MS = 30_000
const PAGE = 500
/** What has ended longer ago is no news any more: it was told, or ended before an upgrade. */
const PAST_MS = 86_400_000

export function createEndingWorker<Row extends EndingRow>(deps: Deps, kind: EndingKind<Row>): Worker {
  return {
    name: kind.name,
    async run(signal) {
      while (!signal.aborted) {
        await tellEnding(deps, kind, null, signal).catch((err: unknown) =>
          deps.log.warn({ err, of: kind.name }, 'what is about to end was not told and will be'),
        )
        await sleep(SWEEP_EVERY_MS, signal)
      }
    },
  }
}

/** For the clock of an organization. */
export const endingDueWork = <Row extends EndingRow>(deps: Deps, kind: EndingKind<Row>): DueWork => ({
  name: kind.name,
  async nextAt(owner, after) {
    const leadMs = kind.leadMs(await thresholdsOf(deps.database, owner))
    const from = new Date(after.getTime() + leadMs)
    const [next] = await kind.find({ owner, from, until: EVER, after: null, limit: 1 })
    return next === undefined ? null : new Date(next.expiresAt.getTime() - leadMs)
  },
  async count(owner, until) {
    const leadMs = kind.leadMs(await thresholdsOf(deps.database, owner))
    const from = new Date(timeOf(deps.clock, owner).getTime() - PAST_MS)
    const range = { owner, from, until: new Date(until.getTime() + leadMs), after: null, limit: PAGE }
    return (await kind.find(range)).length
  },
  run: (owner, signal) => tellEnding(deps, kind, owner, signal),
})

/** Instants end with the year 9999. */
const EVER = new Date('9999-12-31T23:59:59.999Z')

async function tellEnding<Row extends EndingRow>(
  deps: Deps,
  kind: EndingKind<Row>,
  owner: ClockOwner | null,
  signal: AbortSignal,
): Promise<void> {
  const now = owner === null ? deps.clock.now() : timeOf(deps.clock, owner)
  const [from, until] = [new Date(now.getTime() - PAST_MS), new Date(now.getTime() + kind.leadMsMax)]
  let after: Row | null = null
  let failed: { readonly error: unknown } | undefined
  while (!signal.aborted) {
    const rows: readonly Row[] = await kind.find({ owner, from, until, after, limit: PAGE })
    const thresholds = await thresholdsOfAll(deps.database, rows)
    for (const row of rows) {
      const leadMs = kind.leadMs(alertsOf({ alerts: thresholds.get(row.orgId) }, row.mode))
      if (row.expiresAt.getTime() - leadMs > now.getTime()) continue
      const { orgId, mode } = row
      try {
        await submitPrepared(deps.commit, () => ({ priority: 'settle', orgId, mode, ...kind.tell(row) }))
      } catch (error) {
        // The alerts of others do not wait for it.
        failed ??= { error }
      }
      if (signal.aborted) return
    }
    after = rows.at(-1) ?? null
    if (rows.length < PAGE) break
  }
  if (failed !== undefined) throw failed.error
}

export async function thresholdsOf(database: Database, { orgId, mode }: ClockOwner): Promise<AlertThresholds> {
  return alertsOf({ alerts: (await thresholdsOfAll(database, [{ orgId }])).get(orgId) }, mode)
}

/** Of the organizations that have own ones. */
async function thresholdsOfAll(
  database: Database,
  rows: readonly { readonly orgId: OrgId }[],
): Promise<ReadonlyMap<OrgId, OwnAlerts>> {
  const ids = [...new Set(rows.map(({ orgId }) => orgId))].map((orgId) => orgRef(orgId).id)
  if (ids.length === 0) return new Map()
  const found = await database
    .collection<OrgPosition>('positions')
    .find({ _id: { $in: ids } }, { projection: { orgId: 1, alerts: 1 } })
    .toArray()
  return new Map(found.flatMap(({ orgId, alerts }) => (alerts === undefined ? [] : [[orgId, alerts] as const])))
}
