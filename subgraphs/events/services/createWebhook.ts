/** Registers an endpoint: specification 4.3. It starts at the present end of the log. */
import { parseAll, parseMetadata, parseOptionalText } from '../../shared/fields.ts'
import { requireActiveOrganization } from '../../shared/organizationStanding.ts'
import { type Principal, requireAccess } from '../../shared/principal.ts'
import { findLogEnd } from '../models/events.ts'
import type { WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { sealSecret } from './secrets.ts'
import { parseEventTypes, parseSecret, parseUrl, WEBHOOK_ACCESS } from './webhookInput.ts'
import { insertInPlace } from './webhookPlaces.ts'

export interface CreateWebhookInput {
  readonly url: unknown
  readonly events: unknown
  readonly secret: unknown
  readonly description?: unknown
  readonly metadata?: unknown
}

export async function createWebhook(
  deps: ServiceDeps,
  principal: Principal,
  input: CreateWebhookInput,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const caller = requireAccess(principal, WEBHOOK_ACCESS)
  const fields = parseAll({
    events: () => parseEventTypes(input.events),
    secret: () => parseSecret(input.secret),
    description: () => parseOptionalText(input.description, { path: 'description', lengthMax: 1_000 }),
    metadata: () => parseMetadata(input.metadata),
  })
  const url = await parseUrl(deps, caller.mode, input.url)
  const now = deps.clock.now()
  const _id = deps.newId('webhook')
  const webhook: WebhookRow = {
    _id,
    orgId: caller.orgId,
    mode: caller.mode,
    agentId: caller.kind === 'agent' ? caller.agentId : null,
    walletId: caller.kind === 'agent' ? caller.walletId : null,
    url,
    events: fields.events,
    status: 'active',
    description: fields.description,
    metadata: fields.metadata,
    secret: sealSecret(deps.secrets, _id, fields.secret),
    previousSecret: null,
    previousSecretExpiresAt: null,
    signWith: 'new',
    // Read before the row is there: what is committed in between is behind the cursor and will be sent.
    cursor: await findLogEnd(deps.database, caller.orgId),
    createdAt: now,
    updatedAt: now,
  }
  await requireActiveOrganization(deps.database, caller.orgId)
  await insertInPlace(deps, caller, webhook)
  deps.wakeFanOut(caller.orgId)
  return { webhook, secret: fields.secret }
}
