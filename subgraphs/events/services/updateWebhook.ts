/** Changes an endpoint. While it is disabled its events wait in the log; on enabling the owner chooses to get or skip them. */

import { noteChange } from '../../shared/acting.ts'
import { timeOf } from '../../shared/clock.ts'
import { requireStanding } from '../../shared/commit/requireStanding.ts'
import { invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseMetadata, parseOptionalText } from '../../shared/fields.ts'
import { type Principal, requireCaller, requireOwned } from '../../shared/principal.ts'
import { findLogEnd } from '../models/events.ts'
import { changeWebhook, endFailing, skipTo, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { getWebhook } from './readWebhooks.ts'
import { recordedFields } from './recordedFields.ts'
import { parseEventTypes, parseUrl, requireMerchant } from './webhookInput.ts'

/** Absent fields are unchanged. */
export interface UpdateWebhookInput {
  readonly webhookId: string
  readonly url?: unknown
  readonly events?: unknown
  readonly merchantId?: unknown
  readonly status?: unknown
  readonly missedEvents?: unknown
  readonly description?: unknown
  readonly metadata?: unknown
}

export async function updateWebhook(
  deps: ServiceDeps,
  principal: Principal,
  input: UpdateWebhookInput,
): Promise<WebhookRow> {
  const caller = requireCaller(principal)
  const before = await getWebhook(deps, principal, input)
  const fields = parseAll({
    ...(isGiven(input.events) ? { events: () => parseEventTypes(input.events, before.format) } : {}),
    ...(isGiven(input.status) ? { status: () => parseStatus(input.status) } : {}),
    ...(input.description === undefined
      ? {}
      : {
          description: () =>
            parseOptionalText(input.description, { path: 'description', lengthMax: LENGTH_MAX.description }),
        }),
    ...(input.metadata === undefined ? {} : { metadata: () => parseMetadata(input.metadata) }),
  })
  const url = isGiven(input.url) ? { url: await parseUrl(deps, caller.mode, input.url) } : {}
  const merchant =
    input.merchantId === undefined ? {} : { merchantId: await requireMerchant(deps, caller, input.merchantId) }
  // Disabling alone is a stop, which a suspended organization may do; other changes are not.
  const isStop = fields.status === 'disabled' && Object.keys({ ...fields, ...merchant, ...url }).length === 1
  if (!isStop) await requireStanding(deps.commit, before)
  const enabling = before.status === 'disabled' && fields.status === 'active'
  // Before the change, while fan-out still ignores the endpoint: no deliveries of the skipped events are made meanwhile.
  if (enabling && input.missedEvents === 'skip')
    await skipTo(deps.database, before._id, await findLogEnd(deps.database, before.orgId))
  const changed = await changeWebhook(deps.database, before._id, {
    ...fields,
    ...merchant,
    ...url,
    updatedAt: timeOf(deps.clock, before),
  })
  const webhook = requireOwned(principal, changed, 'webhook')
  // What has failed was another receiver.
  if (webhook.url !== before.url) await endFailing(deps.database, webhook._id)
  noteChange(`webhooks/${webhook._id}`, recordedFields(before), recordedFields(webhook))
  deps.wakeFanOut(webhook.orgId)
  deps.offerDelivery(webhook)
  return webhook
}

/** Null and absent both leave a required field unchanged. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function parseStatus(value: unknown): 'active' | 'disabled' {
  if (value !== 'active' && value !== 'disabled')
    throw invalidField('status', 'unknown_status', 'must be active or disabled.')
  return value
}
