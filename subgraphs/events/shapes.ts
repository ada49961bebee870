/** Rows -> GraphQL objects. References to other subgraphs are stubs with an id, which the gateway resolves. */
import { invariant } from '../shared/errors.ts'
import type { EventRow } from '../shared/events.ts'
import type { OrgId } from '../shared/ids.ts'
import type {
  Event,
  EventDetails,
  ReplayWebhookPayload,
  WalletUpdate,
  Webhook,
  WebhookDelivery,
  WebhookHealth,
} from './generated.ts'
import type { DeliveryRow } from './models/deliveries.ts'
import type { ReplayRow } from './models/replays.ts'
import type { WebhookRow } from './models/webhooks.ts'
import { formatEventCursor } from './rules/eventCursor.ts'
import type { Health } from './services/webhookHealth.ts'

/** `deliveries` has a resolver of its own. */
export type EventShape = Omit<Event, 'deliveries'>

export function shapeEvent(row: EventRow): EventShape {
  const { _id: id, type, resourceId, walletId, walletSeq, agentId, data } = row
  return {
    ...{ id, sourceEventId: id, type, resourceId, walletId, walletSeq, agentId, data, details: detailsOf(type, data) },
    createdAt: row.createdAt.toISOString(),
    cursor: formatEventCursor(row.orgId, row.cursor),
    payment: resourceId.startsWith('pay_') ? { id: resourceId } : null,
    wallet: walletId === null ? null : { id: walletId },
    agent: agentId === null ? null : { id: agentId },
    approval: resourceId.startsWith('apr_') ? { id: resourceId } : null,
  }
}

/** Families of types that are told alike. */
const TOLD_AS: Readonly<Record<string, string>> = { checkout: 'order' }

/** `data` in the type of its family, whose fields are those of the wire. */
function detailsOf(type: string, data: EventRow['data']): EventDetails {
  const family = type.slice(0, type.indexOf('.'))
  const name = inCamelCase(`_${TOLD_AS[family] ?? family}`)
  const fields = Object.entries(data).map(([field, value]) => [inCamelCase(field), value])
  return { __typename: `${name}EventDetails`, ...Object.fromEntries(fields) } as EventDetails
}

const inCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export function shapeWalletUpdate({ orgId, cursor, walletId, walletSeq }: EventRow): WalletUpdate {
  invariant(walletId !== null, 'an update of no wallet')
  return { cursor: formatEventCursor(orgId, cursor), walletSeq, wallet: { id: walletId } }
}

/** `deliveries` and `health` have resolvers of their own, the latter with the row. */
export type WebhookShape = Omit<Webhook, 'deliveries' | 'health'> & { readonly row: WebhookRow }

export function shapeWebhook(row: WebhookRow): WebhookShape {
  const { _id: id, url, status, description, metadata, previousSecretExpiresAt } = row
  return {
    ...{ id, url, description, metadata, row },
    events: [...row.events],
    format: row.format ?? 'service',
    merchantId: row.merchantId ?? null,
    status: status === 'disabled' ? 'disabled' : 'active',
    agent: row.agentId === null ? null : { id: row.agentId },
    previousSecretExpiresAt: previousSecretExpiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function shapeHealth({ lastFailure, lastSuccessAt, nextAttemptAt, ...health }: Health): WebhookHealth {
  return {
    ...health,
    lastFailure: lastFailure && { ...lastFailure, at: lastFailure.at.toISOString() },
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  }
}

export function shapeReplay(orgId: OrgId, row: ReplayRow): Omit<ReplayWebhookPayload, 'replayed'> {
  const { _id: replayId, scheduled, delivered, underWay, next } = row
  return {
    ...{ replayId, scheduled, delivered, underWay },
    complete: next === null,
    nextCursor: next === null ? null : formatEventCursor(orgId, next),
  }
}

export function shapeDelivery(row: DeliveryRow): WebhookDelivery {
  const { _id: id, webhookId, eventId, sourceEventId, type, status, test } = row
  return {
    ...{ id, webhookId, eventId, sourceEventId, type, status, test },
    attempts: row.attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
