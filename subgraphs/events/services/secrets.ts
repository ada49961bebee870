/** Signing secrets at rest, sealed with the endpoint's id: copied to another row they do not open. */
import type { WebhookId } from '../../shared/ids.ts'
import type { SecretBox } from '../../shared/secretBox.ts'
import type { WebhookRow } from '../models/webhooks.ts'
import type { SigningSecrets } from './signatures.ts'

export function sealSecret(box: SecretBox, webhookId: WebhookId, secret: string): string {
  return box.seal(secret, `webhook:${webhookId}:secret`)
}

/** Null when it is sealed with the present master key already. */
export const renewSecret = (box: SecretBox, webhookId: WebhookId, sealed: string): string | null =>
  box.renew(sealed, `webhook:${webhookId}:secret`)

/** The newest one. */
export const openSecret = (box: SecretBox, { _id, secret }: Pick<WebhookRow, '_id' | 'secret'>): string =>
  box.open(secret, `webhook:${_id}:secret`)

/** After a rotation the previous secret stays valid until it expires. */
export function openSecrets(box: SecretBox, webhook: WebhookRow, now: Date): SigningSecrets {
  const open = (sealed: string) => box.open(sealed, `webhook:${webhook._id}:secret`)
  const current = open(webhook.secret)
  const { previousSecret, previousSecretExpiresAt } = webhook
  if (previousSecret === null || previousSecretExpiresAt === null || now >= previousSecretExpiresAt)
    return { primary: current, all: [current] }
  const previous = open(previousSecret)
  return { primary: webhook.signWith === 'previous' ? previous : current, all: [current, previous] }
}
