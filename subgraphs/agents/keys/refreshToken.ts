/**
 * Refresh tokens: a public part that finds the row and 256 secret bits. A successor is derived from the token that it replaces
 * (with the pepper), so that a retry after a lost response gets the same one, although only hashes are stored.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { base32 } from '../../shared/ids.ts'

export interface RefreshToken {
  readonly id: string
  readonly text: string
}

const FORM = /^rt_([0-9a-z]{16})_[0-9a-z]{52}$/

export function createRefreshToken(): RefreshToken {
  return format(randomBytes(10), randomBytes(32))
}

export function succeedRefreshToken(pepper: Uint8Array, token: RefreshToken): RefreshToken {
  const derive = (part: string) =>
    createHmac('sha256', pepper).update(`refresh-successor:${part}:${token.text}`).digest()
  return format(derive('id').subarray(0, 10), derive('secret'))
}

export function parseRefreshToken(text: string): RefreshToken | null {
  const id = FORM.exec(text)?.[1]
  return id === undefined ? null : { id, text }
}

function format(id: Uint8Array, secret: Uint8Array): RefreshToken {
  const publicPart = base32(id)
  return { id: publicPart, text: `rt_${publicPart}_${base32(secret)}` }
}
