/**
 * One attempt: lease, send, record. The lease is taken at send time, for one row, and outlasts the timeout; after a crash in
 * between the row is due again when the lease expires. Delivery is at least once.
 */

import { timeOf } from '../../shared/clock.ts'
import type { Log } from '../../shared/subgraph.ts'
import { type MadeAttempt, recordAttempts } from '../models/deliveryAttempts.ts'
import { releaseDelivery } from '../models/deliveryLeases.ts'
import { countFailure, endFailing, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { progressAfter } from '../rules/retrySchedule.ts'
import { opens } from '../rules/visibility.ts'
import type { Claimed, Claims } from './claimDeliveries.ts'
import type { Deliver, PostResult } from './deliver.ts'
import { inBatches } from './inBatches.ts'
import { keepTrying } from './keepTrying.ts'
import { openSecrets } from './secrets.ts'
import { signatureHeaders } from './signatures.ts'
import { tellFailing } from './tellFailing.ts'

const RECORDED_AT_ONCE = 100

export interface AttemptDeps extends ServiceDeps {
  readonly deliver: Deliver
  readonly log: Log
  readonly timeoutMs: number
  readonly claims: Claims
  readonly record: (made: MadeAttempt) => Promise<void>
}

/** Those that end at the same time are recorded together. */
export function createRecorder({ database, log }: Pick<AttemptDeps, 'database' | 'log'>): AttemptDeps['record'] {
  return inBatches(async (made: readonly MadeAttempt[]) => {
    const lost = made.length - (await recordAttempts(database, made))
    if (lost > 0)
      log.warn({ lost, deliveryIds: made.map(({ row }) => row._id) }, 'webhook attempts outlasted their leases')
    return made.map(() => undefined)
  }, RECORDED_AT_ONCE)
}

export interface Answer {
  readonly tookMs: number
  /** False: there was none. */
  readonly hasCome: boolean
}

/** Makes the attempt; when `stop` aborts it, the delivery is released without counting the attempt. @returns null then */
export async function attemptDelivery(deps: AttemptDeps, claimed: Claimed, stop: AbortSignal): Promise<Answer | null> {
  try {
    return await attempt(deps, claimed, stop)
  } finally {
    deps.claims.release(claimed.row)
  }
}

async function attempt(deps: AttemptDeps, { row, webhook }: Claimed, stop: AbortSignal): Promise<Answer | null> {
  const at = timeOf(deps.clock, row)
  let result: PostResult
  try {
    result = await post(deps, { row, webhook }, at, stop)
  } catch (error) {
    // Nothing was sent, or the worker stops: nobody waits for the lease to end.
    await releaseDelivery(deps.database, row)
    if (!stop.aborted) throw error
    return null
  }
  const { succeeded, ...outcome } = result
  const made = { number: row.attemptsMade + 1, at, manual: row.manual, ...outcome }
  const progress = progressAfter(row, { at, succeeded, manual: row.manual })
  const { status, scheduledMade, nextAttemptAt } = progress
  const state = { status, scheduledMade, nextAttemptAt }
  const recorded = { row, attempt: made, progress: state, changedAt: deps.leaseClock.now() }
  // For about as long as the lease lives: what is not recorded is sent again.
  await keepTrying(() => deps.record(recorded), stop)
  await noteResult(deps, webhook, { succeeded, at, error: outcome.error })
  return { tookMs: outcome.durationMs, hasCome: outcome.statusCode !== null }
}

/** Of an endpoint that works, nothing is written. */
async function noteResult(
  deps: AttemptDeps,
  webhook: WebhookRow,
  { succeeded, at, error }: { readonly succeeded: boolean; readonly at: Date; readonly error: string | null },
): Promise<void> {
  if (succeeded && webhook.failing === undefined) return
  const failed = succeeded ? webhook : await countFailure(deps.database, webhook._id, { at, error })
  if (failed !== null) await tellFailing(deps, failed)
  if (succeeded) await endFailing(deps.database, webhook._id)
}

const notSent = (reason: string): PostResult => ({
  ...{ succeeded: false, statusCode: null, durationMs: 0, error: `Not sent: ${reason}`, responseExcerpt: null },
})

async function post(deps: AttemptDeps, { row, webhook }: Claimed, at: Date, stop: AbortSignal): Promise<PostResult> {
  // What waited may be of an area that its agent has lost meanwhile.
  if (!row.test && webhook.agentId !== null && !opens(await deps.agents.findCapabilities(webhook.agentId), row.type))
    return notSent(`no capability of the agent opens events of the type ${row.type} any more.`)
  // It was planned before the endpoint became that of one merchant, or of another one.
  if (!row.test && webhook.merchantId != null && row.merchantId !== webhook.merchantId)
    return notSent('the endpoint gets the events of one merchant alone, which this one is not of.')
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
    // The protocol's body has no room for what tells events apart and in which order they came.
    ...(webhook.format === 'acp' && { 'request-id': row.eventId, 'x-source-event-id': row.sourceEventId }),
    'x-service-attempt': `${row._id}.${row.attemptsMade + 1}`,
    ...signatures,
  }
  const loopbackAllowed = deps.allowLoopbackReceivers && webhook.mode === 'test'
  return deps.deliver({ url: webhook.url, loopbackAllowed, headers, body: row.body }, stop)
}
