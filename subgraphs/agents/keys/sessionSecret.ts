/**
 * What opens a session: a token, or for a browser a one-time code and then the secret of its cookie. Each names the session
 * in a public part, as an API key names its row, and only an HMAC of it is stored.
 */
import { randomBytes } from 'node:crypto'
import { base32, type SessionId } from '../../shared/ids.ts'
import { checksum } from './apiKey.ts'

const PREFIXES = { session: 'sk_session_', code: 'sk_code_' } as const
type SecretKind = keyof typeof PREFIXES

export interface SessionSecret {
  readonly sessionId: SessionId
  /** Shown only once and never stored. */
  readonly text: string
}

const FORM = /^(sk_(?:session|code)_)([0-9a-hjkmnp-tv-z]{16})_[0-9a-hjkmnp-tv-z]{52}([0-9a-f]{8})$/

/** @param sessionId default: that of a new session */
export function createSessionSecret(
  kind: SecretKind,
  sessionId: SessionId = `ses_${base32(randomBytes(10))}`,
): SessionSecret {
  const body = `${PREFIXES[kind]}${sessionId.slice(4)}_${base32(randomBytes(32))}`
  return { sessionId, text: `${body}${checksum(body)}` }
}

/** Null for text that is not in the format of such a secret, or has a wrong checksum. */
export function parseSessionSecret(kind: SecretKind, text: string): SessionSecret | null {
  const match = FORM.exec(text)
  if (match === null || match[1] !== PREFIXES[kind] || checksum(text.slice(0, -8)) !== match[3]) return null
  return { sessionId: `ses_${match[2]}`, text }
}
