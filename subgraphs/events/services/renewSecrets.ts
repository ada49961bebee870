/**
 * Seals the secrets of endpoints and the key of audit seals with the present master key. It can be interrupted and run
 * again: what is sealed anew already is left alone.
 */
import type { Database } from '../../shared/database.ts'
import type { SecretBox } from '../../shared/secretBox.ts'
import { findSealKey, replaceSealedSealKey } from '../models/auditSeals.ts'
import { allSealedWebhooks, replaceSecrets } from '../models/webhooks.ts'
import { renewSecret } from './secrets.ts'

/** @returns how many were still under a former master key */
export async function renewSecrets(deps: {
  readonly database: Database
  readonly secrets: SecretBox
}): Promise<number> {
  const { database, secrets } = deps
  let renewed = 0
  for await (const webhook of allSealedWebhooks(database)) {
    const [secret, previousSecret] = [webhook.secret, webhook.previousSecret].map((sealed) =>
      sealed === null ? null : renewSecret(secrets, webhook._id, sealed),
    )
    if (secret == null && previousSecret == null) continue
    renewed += await replaceSecrets(database, webhook, {
      secret: secret ?? webhook.secret,
      previousSecret: previousSecret ?? webhook.previousSecret,
    })
  }
  const key = await findSealKey(database)
  const sealed = key === null ? null : secrets.renew(key.sealed, key._id)
  if (key !== null && sealed !== null) renewed += await replaceSealedSealKey(database, key, sealed)
  return renewed
}
