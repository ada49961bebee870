/**
 * One attempt: lease, send, record. The lease is taken at send time, for one row, and outlasts the timeout; after a crash in
 * between the row is due again when the lease expires. Delivery is at least once.
 */

import { randomUUID } from 'node:crypto'
import { timeOf } from '../../shared/clock.ts'
import type { WebhookId } from '../../shared/ids.ts'
import type { Log } from '../../shared/subgraph.ts'
import {
  abandonDeliveries,
  claimDelivery,
  type DeliveryRow,
  recordAttempt,
  releaseDelivery,
} from '../models/deliveries.ts'
import { deleteWebhookRow, findWebhooksWithDeleted, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { progressAfter } from '../rules/retrySchedule.ts'
import { opens } from '../rules/visibility.ts'
import type { Deliver, PostResult } from './deliver.ts'
import { openSecrets } from './secrets.ts'
import { signatureHeaders } from './signatures.ts'

const LEASE_MARGIN_MS = 20_000

export interface AttemptDeps extends ServiceDeps {
  readonly deliver: Deliver
  readonly log: Log
  readonly timeoutMs: number
}

export interface Claimed {
  readonly row: DeliveryRow
  readonly webhook: WebhookRow
}

/**
 * Leases one due delivery of the endpoint; null when it has none, or gets none now. An endpoint of an agent tells no more than
 * its token could read: while the agent is suspended its deliveries wait, and it ends with the agent, whose wallet another one
 * may have by then.
 */
export async function claimNext(deps: AttemptDeps, webhookId: WebhookId): Promise<Claimed | null> {
  const [webhook] = await findWebhooksWithDeleted(deps.database, [webhookId])
  const owner = webhook?.agentId == null ? 'active' : await deps.agents.findStatus(webhook.agentId)
  if (owner === 'revoked') await deleteWebhookRow(deps.database, webhookId, deps.clock.now())
  if (webhook === undefined || webhook.status === 'deleted' || owner === 'revoked') {
    await abandonDeliveries(deps.database, webhookId)
    return null
  }
  if (owner === 'suspended') return null
  const machineNow = deps.leaseClock.now()
  const until = new Date(machineNow.getTime() + deps.timeoutMs + LEASE_MARGIN_MS)
  const row = await claimDelivery(deps.database, webhookId, {
    now: timeOf(deps.clock, webhook),
    machineNow,
    lease: { owner: randomUUID(), until },
    // Manual attempts and tests are sent to a disabled endpoint too; the schedule waits.
    manualOnly: webhook.status === 'disabled',
  })
  return row === null ? null : { row, webhook }
}

/** Makes the attempt; when `stop` aborts it, the delivery is released without counting the attempt. */
export async function attemptDelivery(deps: AttemptDeps, { row, webhook }: Claimed, stop: AbortSignal): Promise<void> {
  const at = timeOf(deps.clock, row)
  let result: PostResult
  try {
    result = await post(deps, { row, webhook }, at, stop)
  } catch (error) {
    if (!stop.aborted) throw error
    await releaseDelivery(deps.database, row)
    return
  }
  const { succeeded, ...outcome } = result
  const attempt = { number: row.attemptsMade + 1, at, manual: row.manual, ...outcome }
  const progress = progressAfter(row, { at, succeeded, manual: row.manual })
  const { status, scheduledMade, nextAttemptAt } = progress
  const recorded = await recordAttempt(deps.database, row, attempt, { status, scheduledMade, nextAttemptAt })
  if (!recorded) deps.log.warn({ deliveryId: row._id }, 'a webhook attempt outlasted its lease')
}

const notSent = (reason: string): PostResult => ({
  ...{ succeeded: false, statusCode: null, durationMs: 0, error: `Not sent: ${reason}`, responseExcerpt: null },
})

async function post(deps: AttemptDeps, { row, webhook }: Claimed, at: Date, stop: AbortSignal): Promise<PostResult> {
  // What waited may be of an area that its agent has lost meanwhile.
  if (!row.test && webhook.agentId !== null && !opens(await deps.agents.findCapabilities(webhook.agentId), row.type))
    return notSent(`no capability of the agent opens events of the type ${row.type} any more.`)
  let signatures: Record<string, string>
  try {
    const secrets = openSecrets(deps.secrets, webhook, at)
    // The receiver compares the time of the signature with its own clock, which nobody moves.
    signatures = signatureHeaders(
      { eventId: row.eventId, body: row.body, at: deps.clock.now(), format: webhook.format },
      secrets,
    )
  } catch (error) {
    deps.log.error({ err: error, webhookId: webhook._id }, 'a webhook secret could not be decrypted')
    return notSent('the signing secret is not available.')
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'agent-payment-service-webhooks/2',
    ...(webhook.format === 'acp' && { 'request-id': row.eventId }),
    'x-service-attempt': `${row._id}.${row.attemptsMade + 1}`,
    ...signatures,
  }
  const loopbackAllowed = deps.allowLoopbackReceivers && webhook.mode === 'test'
  return deps.deliver({ url: webhook.url, loopbackAllowed, headers, body: row.body }, stop)
}
