/** Records an act that changed no committed row, such as a change of a webhook endpoint, in the audit log. */
import type { Actor, Change } from '../acting.ts'
import { DomainError } from '../errors.ts'
import type { OrgId } from '../ids.ts'
import type { Mode } from '../principal.ts'
import { newOrgPosition, orgRef } from './positions.ts'
import { insertRow } from './rowWrites.ts'
import type { Commit, Intent } from './types.ts'
import { done } from './verdicts.ts'

interface OtherAct {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly actor: Actor
  readonly changes: readonly Change[]
  /** What it is about; absent: what has changed, or the organization. */
  readonly resourceId?: string
}

/** @throws DomainError gateway_timeout: it was done, and may not be recorded */
export async function recordAct(commit: Pick<Commit, 'submit'>, act: OtherAct): Promise<void> {
  const outcome = await commit.submit(recordIntent(act))
  if (outcome.kind === 'done') return
  const message = 'It was done, and may not be in the audit log. Read the resource before trying again.'
  throw new DomainError('gateway_timeout', message, { reason: 'not_recorded', retryable: true })
}

function recordIntent({ orgId, mode, actor, changes, resourceId: about }: OtherAct): Intent<null> {
  const org = orgRef(orgId)
  const resourceId = about ?? changes[0]?.resource.split('/').at(-1) ?? orgId
  return {
    // Few, and the act itself waits for it: before spends.
    ...{ priority: 'control', orgId, mode, by: actor, whileSuspended: true, afterEnd: true },
    reads: () => ({ guard: [org] }),
    decide: (state) =>
      done(null, {
        // That of the platform has no position before its first act.
        insert: state.get(org) === null ? [insertRow(org, newOrgPosition(orgId))] : [],
        events: [{ type: 'audit.changed', resourceId, data: {}, changes }],
      }),
  }
}
