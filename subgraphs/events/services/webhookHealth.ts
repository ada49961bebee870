/** How deliveries to an endpoint go, read when it is asked for: of its last deliveries that were attempted. */
import { thresholdsOf } from '../../shared/endingAlerts.ts'
import { findAttempted, findNextAttemptAt } from '../models/deliveries.ts'
import type { WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'

const DELIVERIES_COUNTED = 50

type Watched = Pick<WebhookRow, '_id' | 'orgId' | 'mode' | 'status' | 'failing'>

export async function readHealth({ database }: Pick<ServiceDeps, 'database'>, webhook: Watched) {
  const { _id, status, failing } = webhook
  const [attempted, thresholds, nextAttemptAt] = await Promise.all([
    findAttempted(database, _id, DELIVERIES_COUNTED),
    failing === undefined ? null : thresholdsOf(database, webhook),
    status === 'active' ? findNextAttemptAt(database, _id) : null,
  ])
  const delivered = attempted.filter((row) => row.status === 'delivered')
  const failures = attempted.flatMap(({ _id: deliveryId, lastFailed }) =>
    lastFailed == null ? [] : [{ deliveryId, ...lastFailed }],
  )
  const successes = attempted.flatMap(({ lastSucceeded }) => lastSucceeded ?? [])
  const isFailing = thresholds !== null && Number(failing?.count) >= thresholds.endpointFailures
  const reaches = isFailing ? 'failing' : 'healthy'
  const state: 'failing' | 'healthy' | 'disabled' = status === 'active' ? reaches : 'disabled'
  return {
    state,
    successRate: attempted.length === 0 ? null : delivered.length / attempted.length,
    failuresInRow: failing?.count ?? 0,
    lastFailure: newest(failures),
    lastSuccessAt: newest(successes)?.at ?? null,
    nextAttemptAt,
  }
}

export type Health = Awaited<ReturnType<typeof readHealth>>

const newest = <T extends { readonly at: Date }>(all: readonly T[]): T | null =>
  all.reduce<T | null>((last, one) => (last === null || one.at > last.at ? one : last), null)
