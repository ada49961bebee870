/** Changes the signing secret. During the overlap both sign, so that a receiver can change over without losing one delivery. */
import { randomBytes } from 'node:crypto'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { requireActiveOrganization } from '../../shared/organizationStanding.ts'
import { type Principal, requireAccess, requireOwned } from '../../shared/principal.ts'
import { changeSecret, findWebhook, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { sealSecret } from './secrets.ts'
import { parseSecret, WEBHOOK_ACCESS } from './webhookInput.ts'

const OVERLAP_DEFAULT_SECONDS = 86_400
const OVERLAP_MAX_SECONDS = 604_800

export interface RotateWebhookSecretInput {
  readonly webhookId: string
  readonly secret?: unknown
  readonly overlapSeconds?: unknown
  readonly signWith?: unknown
}

export async function rotateWebhookSecret(
  deps: ServiceDeps,
  principal: Principal,
  input: RotateWebhookSecretInput,
): Promise<{ webhook: WebhookRow; secret: string; previousSecretExpiresAt: Date }> {
  requireAccess(principal, WEBHOOK_ACCESS)
  const before = requireOwned(principal, await findWebhook(deps.database, input.webhookId), 'webhook')
  const secret =
    input.secret === undefined || input.secret === null
      ? `whsec_${randomBytes(32).toString('base64')}`
      : parseSecret(input.secret)
  const signWith = parseSignWith(input.signWith)
  await requireActiveOrganization(deps.database, before.orgId)
  const now = deps.clock.now()
  const previousSecretExpiresAt = new Date(now.getTime() + parseOverlap(input.overlapSeconds) * 1000)
  const webhook = await changeSecret(deps.database, before, {
    secret: sealSecret(deps.secrets, before._id, secret),
    previousSecret: before.secret,
    previousSecretExpiresAt,
    signWith,
    updatedAt: now,
  })
  if (webhook === null)
    throw new DomainError('conflict', 'The secret was changed or the endpoint deleted at the same moment.', {
      reason: 'concurrent_change',
    })
  return { webhook, secret, previousSecretExpiresAt }
}

function parseOverlap(value: unknown): number {
  if (value === undefined || value === null) return OVERLAP_DEFAULT_SECONDS
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > OVERLAP_MAX_SECONDS)
    throw invalidField('overlap_seconds', 'out_of_range', `must be an integer from 0 to ${OVERLAP_MAX_SECONDS}.`)
  return value
}

function parseSignWith(value: unknown): 'new' | 'previous' {
  if (value === undefined || value === null) return 'new'
  if (value !== 'new' && value !== 'previous')
    throw invalidField('sign_with', 'unknown_choice', 'must be new or previous.')
  return value
}
