/** Refusals in the audit log: in rows of their own, many in one commit. */
import type { Actor } from '../acting.ts'
import { newOrgPosition, orgRef } from '../commit/positions.ts'
import { insertRow } from '../commit/rowWrites.ts'
import { requireDone } from '../commit/submit.ts'
import type { Commit } from '../commit/types.ts'
import { done } from '../commit/verdicts.ts'
import type { EventDraft } from '../events.ts'
import type { OrgId } from '../ids.ts'
import type { Mode } from '../principal.ts'

const RECORDED_AT_ONCE = 50

export async function recordRefusals(
  commit: Pick<Commit, 'submit'>,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
  all: readonly EventDraft[],
): Promise<void> {
  const org = orgRef(orgId)
  for (let start = 0; start < all.length; start += RECORDED_AT_ONCE) {
    const events = all.slice(start, start + RECORDED_AT_ONCE)
    const outcome = await commit.submit({
      ...{ priority: 'spend', orgId, mode, whileSuspended: true, afterEnd: true },
      reads: () => ({ guard: [org] }),
      decide: (state) =>
        done(null, {
          // That of the platform has no position before its first act.
          insert: state.get(org) === null ? [insertRow(org, newOrgPosition(orgId))] : [],
          events,
        }),
    })
    if (outcome.kind !== 'stale') requireDone(outcome)
  }
}

/** Of a caller who was refused so often today that not each time is kept. */
export function omittedEvent({ caller, by }: { caller: string; by: Actor | null }, omitted: number): EventDraft {
  const rule = 'refusals_omitted'
  return {
    ...{ type: 'audit.refused', resourceId: caller, ...(by && { by }) },
    data: { type: rule, rule, details: { omitted_today: omitted } },
  }
}
