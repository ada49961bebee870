/**
 * The Ed25519 keys of access tokens (specification 2.5): one signs, and the next is published already, so that verifiers know it
 * before it is used. Created once for all processes and cached for a minute. A command for rotation is not there yet; it only
 * has to retire the lowest key.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { invariant } from '../../shared/errors.ts'
import type { SecretBox } from '../../shared/secretBox.ts'
import { findSigningKeys, insertSigningKey, type SigningKeyRow } from '../models/signingKeys.ts'

/** Current and next. */
const KEYS_LIVE = 2
const CACHE_MS = 60_000
/** Least time between reloads for an unknown `kid`, which anybody can send. */
const UNKNOWN_KID_RELOAD_MS = 10_000

export interface SigningKeys {
  signing(): Promise<{ readonly kid: string; readonly key: KeyObject }>
  /** Null for an unknown key. */
  verifying(kid: string): Promise<KeyObject | null>
  jwks(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>
}

interface Loaded {
  readonly at: number
  readonly signing: { readonly kid: string; readonly key: KeyObject }
  readonly verifying: ReadonlyMap<string, KeyObject>
  readonly rows: readonly SigningKeyRow[]
}

export function createSigningKeys(deps: { database: Database; clock: Clock; secrets: SecretBox }): SigningKeys {
  let loaded: Loaded | null = null
  let loading: Promise<Loaded> | null = null

  async function load(ageMsMax: number): Promise<Loaded> {
    if (loaded !== null && deps.clock.now().getTime() - loaded.at <= ageMsMax) return loaded
    // Concurrent callers share one read.
    loading ??= readAll(deps).finally(() => {
      loading = null
    })
    loaded = await loading
    return loaded
  }

  return {
    signing: async () => (await load(CACHE_MS)).signing,
    async verifying(kid) {
      const known = (await load(CACHE_MS)).verifying.get(kid)
      return known ?? (await load(UNKNOWN_KID_RELOAD_MS)).verifying.get(kid) ?? null
    },
    async jwks() {
      const { rows } = await load(CACHE_MS)
      return { keys: rows.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid, x })) }
    },
  }
}

async function readAll(deps: { database: Database; clock: Clock; secrets: SecretBox }): Promise<Loaded> {
  let rows = await findSigningKeys(deps.database)
  for (let made = rows.filter(isLive).length; made < KEYS_LIVE; made = rows.filter(isLive).length) {
    await insertSigningKey(deps.database, await createKey(deps, (rows.at(-1)?.number ?? 0) + 1))
    rows = await findSigningKeys(deps.database)
  }
  const current = rows.find(isLive)
  invariant(current !== undefined, 'a signing key was just made')
  const d = deps.secrets.open(current.sealed, current._id)
  return {
    at: deps.clock.now().getTime(),
    signing: { kid: current.kid, key: createPrivateKey({ key: { ...publicJwk(current.x), d }, format: 'jwk' }) },
    verifying: new Map(rows.map(({ kid, x }) => [kid, createPublicKey({ key: publicJwk(x), format: 'jwk' })])),
    rows,
  }
}

async function createKey(deps: { clock: Clock; secrets: SecretBox }, number: number): Promise<SigningKeyRow> {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  invariant(x !== undefined && d !== undefined, 'an Ed25519 key has x and d')
  const _id = `sig_${number}`
  const kid = await calculateJwkThumbprint(publicJwk(x))
  return { _id, number, kid, x, sealed: deps.secrets.seal(d, _id), createdAt: deps.clock.now(), retiredAt: null }
}

const isLive = (row: SigningKeyRow): boolean => row.retiredAt === null
const publicJwk = (x: string) => ({ kty: 'OKP', crv: 'Ed25519', x })
