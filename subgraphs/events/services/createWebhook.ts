/** Registers an endpoint (specification 4.3). It gets events that are committed from now on. */

import { noteChange } from '../../shared/acting.ts'
import { timeOf } from '../../shared/clock.ts'
import { type ExternalResult, runExternal } from '../../shared/commit/external.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseMetadata, parseOptionalText } from '../../shared/fields.ts'
import type { WebhookId } from '../../shared/ids.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { findLogEnd } from '../models/events.ts'
import { findWebhooksWithDeleted, type WebhookFormat, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { viewerOf } from '../rules/visibility.ts'
import { recordedFields } from './recordedFields.ts'
import { sealSecret } from './secrets.ts'
import { parseEventTypes, parseSecret, parseUrl, requireMerchant } from './webhookInput.ts'
import { insertWithinQuota } from './webhookQuota.ts'

export interface CreateWebhookInput {
  readonly url: unknown
  readonly events: unknown
  readonly secret: unknown
  readonly format?: WebhookFormat | null
  readonly merchantId?: unknown
  readonly description?: unknown
  readonly metadata?: unknown
}

/** The secret is null in a replay. */
export interface CreatedWebhook {
  readonly webhook: WebhookRow
  readonly secret: string | null
}

/** @throws DomainError invalid_request, not_found (the merchant), conflict (too_many_webhooks), and those of access and key */
export function createWebhook(
  deps: ServiceDeps,
  principal: Principal,
  input: CreateWebhookInput,
  key: RequestKey | null = null,
): Promise<ExternalResult<CreatedWebhook>> {
  return runExternal(deps.commit, key, {
    kind: 'webhook',
    async prepare() {
      const prepared = await prepare(deps, principal, input)
      return { id: deps.newId('webhook'), owner: prepared.caller, prepared }
    },
    async find(id) {
      const [webhook] = await findWebhooksWithDeleted(deps.database, [id])
      if (webhook?.status === 'deleted') throw notFound('webhook')
      return webhook === undefined ? null : { webhook, secret: null }
    },
    make: (id, prepared) => make(deps, id, prepared),
  })
}

async function prepare(deps: ServiceDeps, principal: Principal, input: CreateWebhookInput) {
  const caller = requireCaller(principal)
  const fields = parseAll({
    events: () => parseEventTypes(input.events, input.format),
    secret: () => parseSecret(input.secret),
    description: () => parseOptionalText(input.description, { path: 'description', lengthMax: LENGTH_MAX.description }),
    metadata: () => parseMetadata(input.metadata),
  })
  const merchantId = await requireMerchant(deps, caller, input.merchantId)
  const url = await parseUrl(deps, caller.mode, input.url)
  return { caller, ...fields, url, merchantId, format: input.format ?? 'service' }
}

async function make(
  deps: ServiceDeps,
  _id: WebhookId,
  prepared: Awaited<ReturnType<typeof prepare>>,
): Promise<CreatedWebhook> {
  const { caller, secret, url, events, format, merchantId, description, metadata } = prepared
  // What its capabilities open is asked when an event is to be sent, because they may change.
  const { capabilities: _, ...owner } = viewerOf(caller)
  const now = timeOf(deps.clock, caller)
  const webhook: WebhookRow = {
    _id,
    ...owner,
    ...{ url, events, format, merchantId },
    status: 'active',
    description,
    metadata,
    secret: sealSecret(deps.secrets, _id, secret),
    previousSecret: null,
    previousSecretExpiresAt: null,
    signWith: 'new',
    // Read before the row is inserted, so that events committed in between are sent.
    cursor: await findLogEnd(deps.database, caller.orgId),
    createdAt: now,
    updatedAt: now,
  }
  await insertWithinQuota(deps, caller, webhook)
  deps.wakeFanOut(caller.orgId)
  noteChange(`webhooks/${_id}`, null, recordedFields(webhook))
  return { webhook, secret }
}
