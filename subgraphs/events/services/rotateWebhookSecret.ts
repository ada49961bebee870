/**
 * Rotates the signing secret. During the overlap both sign, so that a receiver can switch without losing a delivery; it is not
 * rotated again before that is over, unless all former secrets are to end at once.
 */

import { randomBytes } from 'node:crypto'
import { noteChange } from '../../shared/acting.ts'
import { timeOf } from '../../shared/clock.ts'
import { type ExternalResult, runExternal } from '../../shared/commit/external.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { credentialOf, type Principal } from '../../shared/principal.ts'
import { changeSecret, findWebhook, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { getWebhook } from './readWebhooks.ts'
import { recordedFields } from './recordedFields.ts'
import { openSecret, sealSecret } from './secrets.ts'
import { parseSecret } from './webhookInput.ts'

const OVERLAP_DEFAULT_SECONDS = 86_400
const OVERLAP_MAX_SECONDS = 604_800

export interface RotateWebhookSecretInput {
  readonly webhookId: string
  readonly secret?: unknown
  readonly overlapSeconds?: unknown
  readonly signWith?: unknown
}

export interface RotatedSecret {
  readonly webhook: WebhookRow
  /** Null in a replay for another credential. */
  readonly secret: string | null
  readonly previousSecretExpiresAt: Date
}

/** @throws DomainError not_found, invalid_request, conflict (concurrent change, overlap), and those of access and key */
export function rotateWebhookSecret(
  deps: ServiceDeps,
  principal: Principal,
  input: RotateWebhookSecretInput,
  key: RequestKey | null = null,
): Promise<ExternalResult<RotatedSecret>> {
  const find = () => getWebhook(deps, principal, input)
  return runExternal(deps.commit, key, {
    kind: 'webhook',
    async prepare() {
      const before = await find()
      const secret =
        input.secret === undefined || input.secret === null
          ? `whsec_${randomBytes(32).toString('base64')}`
          : parseSecret(input.secret)
      const signWith = parseSignWith(input.signWith)
      const prepared = { before, secret, signWith, overlapSeconds: parseOverlap(input.overlapSeconds) }
      const isOwn = key !== null && before.rotatedFor === key.id
      if (prepared.overlapSeconds > 0 && !isOwn) refuseInOverlap(before, timeOf(deps.clock, before))
      return { id: before._id, owner: before, prepared }
    },
    async find(_id, takenAt) {
      const webhook = await find()
      const { rotatedAt, rotatedFor, previousSecretExpiresAt } = webhook
      // By the key and not by its time: processes whose clocks differ would rotate for it again.
      const isOwn = key !== null && rotatedFor === key.id
      const isLater = rotatedAt !== undefined && rotatedAt >= takenAt
      if (previousSecretExpiresAt === null || !(isOwn || isLater)) return null
      return { webhook, secret: isOwn ? secretFor(deps, principal, webhook) : null, previousSecretExpiresAt }
    },
    make: (_id, prepared) => rotate(deps, principal, prepared, key?.id ?? null),
  })
}

/** Two secrets sign at most: another one would take the first from receivers that may have no other. */
function refuseInOverlap({ previousSecretExpiresAt }: WebhookRow, now: Date): void {
  if (previousSecretExpiresAt === null || now >= previousSecretExpiresAt) return
  const until = previousSecretExpiresAt.toISOString()
  const message = `Its secret was rotated, and the former one signs until ${until} for receivers that still have it. Rotate again after that, or with overlap_seconds 0, which ends all former secrets at once.`
  throw new DomainError('conflict', message, { reason: 'secret_overlap', previous_secret_expires_at: until })
}

interface Rotation {
  readonly before: WebhookRow
  readonly secret: string
  readonly signWith: 'new' | 'previous'
  readonly overlapSeconds: number
}

/** Its answer may have been lost, and without the secret no receiver could be told it. */
const secretFor = ({ secrets }: ServiceDeps, principal: Principal, webhook: WebhookRow): string | null =>
  webhook.rotatedBy === credentialOf(principal) ? openSecret(secrets, webhook) : null

async function rotate(
  deps: ServiceDeps,
  principal: Principal,
  { before, secret, signWith, overlapSeconds }: Rotation,
  rotatedFor: string | null,
): Promise<RotatedSecret> {
  const now = timeOf(deps.clock, before)
  const previousSecretExpiresAt = new Date(now.getTime() + overlapSeconds * 1000)
  const webhook = await changeSecret(deps.database, before, {
    secret: sealSecret(deps.secrets, before._id, secret),
    previousSecret: before.secret,
    previousSecretExpiresAt,
    signWith,
    // Compared with the instant at which a key was taken, which is real.
    rotatedAt: deps.clock.now(),
    rotatedFor,
    rotatedBy: credentialOf(principal),
    updatedAt: now,
  })
  if (webhook === null) {
    // The same request at the same moment has made this rotation.
    const current = rotatedFor === null ? null : await findWebhook(deps.database, before._id)
    if (current?.rotatedFor === rotatedFor && current.previousSecretExpiresAt !== null)
      return {
        webhook: current,
        secret: secretFor(deps, principal, current),
        previousSecretExpiresAt: current.previousSecretExpiresAt,
      }
    throw new DomainError(
      'conflict',
      'The secret was changed or the endpoint deleted at the same moment. Read the endpoint and decide again.',
      {
        reason: 'concurrent_change',
      },
    )
  }
  noteChange(`webhooks/${webhook._id}`, recordedFields(before), recordedFields(webhook))
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
