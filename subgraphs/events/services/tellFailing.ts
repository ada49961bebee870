/**
 * Tells the owner of an endpoint that it fails again and again: once for each run of failures, from the threshold of its
 * organization on. The commit stores a key with the event, so that whoever tells it again, after a crash too, tells nothing.
 */
import { orgRef } from '../../shared/commit/positions.ts'
import type { Intent } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { thresholdsOf } from '../../shared/endingAlerts.ts'
import { markTold, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'

type Deps = Pick<ServiceDeps, 'database' | 'commit'>
type Failed = Pick<WebhookRow, '_id' | 'orgId' | 'mode' | 'agentId' | 'url' | 'failing'>

/** Does nothing below the threshold. */
export async function tellFailing({ database, commit }: Deps, webhook: Failed): Promise<void> {
  const { _id, failing } = webhook
  if (failing === undefined || failing.told) return
  if (failing.count < (await thresholdsOf(database, webhook)).endpointFailures) return
  const outcome = await commit.submit(failingIntent(webhook, failing))
  if (outcome.kind === 'done' || outcome.kind === 'replayed') await markTold(database, _id, failing)
}

function failingIntent(
  { _id, orgId, mode, agentId, url }: Failed,
  { count, since, error }: NonNullable<WebhookRow['failing']>,
): Intent<null> {
  const data = { webhook_id: _id, url, failures_in_row: count, failing_since: since.toISOString(), error }
  const agent = agentId === null ? {} : { agentId }
  return {
    ...({ priority: 'settle', orgId, mode } as const),
    key: { id: `alert ${_id} ${since.getTime()}`, fingerprint: '', resource: { type: 'none', id: '' } },
    reads: () => ({ guard: [orgRef(orgId)] }),
    decide: () => done(null, { events: [{ type: 'alert.endpoint_failing', resourceId: _id, ...agent, data }] }),
  }
}
