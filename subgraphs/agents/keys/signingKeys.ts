/**
 * The Ed25519 keys of access tokens (specification 2.5): one signs, and the next is published already, so that verifiers know it
 * before it is used. Created once for all processes, and read again each second: what a stolen key has signed ends as soon as
 * anything else that is stopped, whoever sends unknown keys has nothing read for them, and a rotation needs no restart.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { DomainError, invariant } from '../../shared/errors.ts'
import {
  findSigningKeys,
  insertSigningKey,
  retireSigningKey,
  revokeSigningKeys,
  type SigningKeyRow,
} from '../models/signingKeys.ts'
import type { AgentsDeps } from '../ports.ts'
import { lastTokenEnds } from '../rules/tokenTimes.ts'

/** Current and next. */
const KEYS_LIVE = 2
const CACHE_MS = 1_000
/** As long as others may keep the published keys: what the JWKS says in Cache-Control, and some minutes. */
const PUBLISHED_BEFORE_USE_MS = 70 * 60_000

export interface SigningKeys {
  signing(): Promise<{ readonly kid: string; readonly key: KeyObject }>
  /** Null for a key that is unknown, revoked, or retired for longer than its tokens live. */
  verifying(kid: string): Promise<KeyObject | null>
  jwks(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>
}

type Deps = Pick<AgentsDeps, 'database' | 'clock' | 'secrets' | 'config'>

interface Loaded {
  readonly at: number
  readonly signing: { readonly kid: string; readonly key: KeyObject }
  readonly verifying: ReadonlyMap<string, KeyObject>
  /** Those that verify. */
  readonly rows: readonly SigningKeyRow[]
}

export function createSigningKeys(deps: Deps): SigningKeys {
  let loaded: Loaded | null = null
  let loading: Promise<Loaded> | null = null

  async function load(): Promise<Loaded> {
    // Also after a clock was set back.
    if (loaded !== null && Math.abs(deps.clock.now().getTime() - loaded.at) <= CACHE_MS) return loaded
    // Concurrent callers share one read.
    loading ??= readAll(deps).finally(() => {
      loading = null
    })
    loaded = await loading
    return loaded
  }

  return {
    signing: async () => (await load()).signing,
    verifying: async (kid) => (await load()).verifying.get(kid) ?? null,
    async jwks() {
      const { rows } = await load()
      return { keys: rows.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid, x })) }
    },
  }
}

export interface RotatedKeys {
  /** Signs from now on. */
  readonly current: string
  /** Published from now on, and signs after the next rotation. */
  readonly next: string
  /** Until then it verifies what it has signed; null: it verifies nothing any more. */
  readonly formerUntil: Date | null
}

/**
 * The next key signs, and a new one is published as the next. Every process follows within seconds.
 * @param input.isStolen none of the keys verifies any more, so that every access token ends; refresh tokens stay
 * @throws DomainError conflict: the next key is not published for long enough to be known everywhere
 */
export async function rotateSigningKey(deps: Deps, input: { readonly isStolen: boolean }): Promise<RotatedKeys> {
  const at = deps.clock.now()
  const { rows } = await readAll(deps)
  const [current, next] = rows.filter(isLive)
  invariant(current !== undefined && next !== undefined, 'two keys are live')
  if (input.isStolen) await revokeSigningKeys(deps.database, Math.max(...rows.map(({ number }) => number)), at)
  else {
    const usableFrom = new Date(next.createdAt.getTime() + PUBLISHED_BEFORE_USE_MS)
    if (at < usableFrom)
      throw new DomainError(
        'conflict',
        `The next key may not be known everywhere before ${usableFrom.toISOString()}. Rotate then; if a key is stolen, say so, and every access token ends.`,
        { reason: 'next_key_too_new', usable_from: usableFrom.toISOString() },
      )
    if (!(await retireSigningKey(deps.database, current._id, at)))
      throw new DomainError('conflict', 'Another command has just rotated the key.', { reason: 'rotated_meanwhile' })
  }
  const [signing, following] = (await readAll(deps)).rows.filter(isLive)
  invariant(signing !== undefined && following !== undefined, 'two keys are live')
  const formerUntil = input.isStolen ? null : verifiesUntil({ retiredAt: at }, deps)
  return { current: signing.kid, next: following.kid, formerUntil }
}

async function readAll(deps: Deps): Promise<Loaded> {
  let rows = await findSigningKeys(deps.database)
  for (let made = rows.filter(isLive).length; made < KEYS_LIVE; made = rows.filter(isLive).length) {
    await insertSigningKey(deps.database, await createKey(deps, (rows.at(-1)?.number ?? 0) + 1))
    rows = await findSigningKeys(deps.database)
  }
  const current = rows.find(isLive)
  invariant(current?.sealed != null, 'the lowest key that is not retired has its private part')
  const now = deps.clock.now()
  const d = deps.secrets.open(current.sealed, current._id)
  const accepted = rows.filter((row) => row.revokedAt === undefined && (isLive(row) || now < verifiesUntil(row, deps)))
  return {
    at: now.getTime(),
    signing: { kid: current.kid, key: createPrivateKey({ key: { ...publicJwk(current.x), d }, format: 'jwk' }) },
    verifying: new Map(accepted.map(({ kid, x }) => [kid, createPublicKey({ key: publicJwk(x), format: 'jwk' })])),
    rows: accepted,
  }
}

/** Another process may sign with it until it reads again, and such a token lives as long as any. */
function verifiesUntil({ retiredAt }: Pick<SigningKeyRow, 'retiredAt'>, { config }: Pick<Deps, 'config'>): Date {
  return lastTokenEnds(new Date((retiredAt?.getTime() ?? 0) + CACHE_MS), config.tokenLifetimeSeconds)
}

async function createKey(deps: Pick<Deps, 'clock' | 'secrets'>, number: number): Promise<SigningKeyRow> {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  invariant(x !== undefined && d !== undefined, 'an Ed25519 key has x and d')
  const _id = `sig_${number}`
  const kid = await calculateJwkThumbprint(publicJwk(x))
  return { _id, number, kid, x, sealed: deps.secrets.seal(d, _id), createdAt: deps.clock.now(), retiredAt: null }
}

const isLive = (row: SigningKeyRow): boolean => row.retiredAt === null && row.revokedAt === undefined
const publicJwk = (x: string) => ({ kty: 'OKP', crv: 'Ed25519', x })
