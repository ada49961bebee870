/** What the audit log keeps of an endpoint: nothing secret, and nothing that the service changes by itself. */
import type { WebhookRow } from '../models/webhooks.ts'

export function recordedFields({
  url,
  events,
  format = 'service',
  merchantId = null,
  status,
  description,
  metadata,
  signWith,
  ...webhook
}: WebhookRow): object {
  return {
    url,
    events,
    format,
    merchantId,
    status,
    description,
    metadata,
    signWith,
    rotatedAt: webhook.rotatedAt ?? null,
  }
}
