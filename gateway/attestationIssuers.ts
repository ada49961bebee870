/** Who may attest agents (domain 4.1): issuers with their public keys, from the configuration alone. */
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'

export interface AttestationIssuer {
  readonly issuer: string
  readonly jwks: JSONWebKeySet
}

const KEYS_MAX = 20
const ISSUERS_MAX = 100

const publicKey = z
  .looseObject({ kty: z.enum(['OKP', 'EC', 'RSA']) })
  .refine((key) => !('d' in key), 'a private key stands in no configuration')
const issuers = z
  .array(
    z.strictObject({
      issuer: z.string().min(1).max(300),
      jwks: z.looseObject({ keys: z.array(publicKey).min(1).max(KEYS_MAX) }),
    }),
  )
  .max(ISSUERS_MAX)

/** Null: not in that form. */
export function parseAttestationIssuers(text: string): readonly AttestationIssuer[] | null {
  if (text === '') return []
  const parsed = issuers.safeParse(parseJson(text))
  return parsed.success ? parsed.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
