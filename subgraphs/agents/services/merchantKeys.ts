/**
 * Keys of merchants: an administrator of the organization in whose registry a merchant is makes one and hands it to the merchant,
 * which then keeps its own feed, and reads and reports its own orders. Replaced with an overlap and revoked as the keys of persons
 * are, and checked on its row with every request. It belongs to no person, whatever it is called.
 */

import { batchById } from '../../shared/batchById.ts'
import { timeOf } from '../../shared/clock.ts'
import { orgRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import type { EventDraft, EventType } from '../../shared/events.ts'
import { LENGTH_MAX, parseOptionalText } from '../../shared/fields.ts'
import { isId, type KeyId, type MerchantId } from '../../shared/ids.ts'
import {
  type MerchantPrincipal,
  type OrganizationPrincipal,
  type Principal,
  requireOrganization,
  requireOwned,
} from '../../shared/principal.ts'
import { createApiKey, hashSecret, matchesHash, parseApiKey } from '../keys/apiKey.ts'
import {
  type ApiKeyRow,
  findApiKeys,
  findMerchantKeyPage,
  keyRef,
  type MerchantKeyRow,
  type MerchantKeyStatus,
} from '../models/apiKeys.ts'
import type { AgentsDeps } from '../ports.ts'
import { isInForce, keyEnded, parseOverlap } from '../rules/organizationKeys.ts'
import type { KeyUses } from './keyUses.ts'
import { showKey } from './showKey.ts'
import { invalidApiKey } from './verifyOrganizationKey.ts'

type ReadDeps = Pick<AgentsDeps, 'database' | 'clock' | 'findMerchantOwner'>

export interface ChangedMerchantKey {
  readonly record: MerchantKeyRow
  readonly replayed: boolean
}

export interface NewMerchantKey extends ChangedMerchantKey {
  /** Shown only once: null in a replay. */
  readonly apiKey: string | null
}

interface KeyInput {
  readonly merchantId: string
  readonly keyId: string
}

/** @throws DomainError not_found (merchant), invalid_request (name), and those of access */
export async function createMerchantKey(
  deps: AgentsDeps,
  principal: Principal,
  input: { readonly merchantId: string; readonly name?: unknown },
  key: RequestKey | null = null,
): Promise<NewMerchantKey> {
  const apiKey = createApiKey('merchant')
  const ref = keyRef(apiKey.keyId)
  const prepare = async () => {
    const { caller, merchantId } = await requireMerchant(deps, principal, input.merchantId)
    const label = parseOptionalText(input.name, { path: 'name', lengthMax: LENGTH_MAX.name })
    const row = keyRow(deps, { apiKey: apiKey.text, merchantId, label, caller })
    return {
      ...intentOf(caller, apiKey.keyId),
      reads: () => ({ guard: [], absent: [ref] }),
      decide(_state: State, at: Date): Verdict<null> {
        const event = merchantKeyEvent('merchant_key.created', { ...row, _id: apiKey.keyId }, { by: caller.keyId, at })
        return done(null, { insert: [insertRow(ref, { ...row, createdAt: at })], events: [event] })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return showKey(settled, apiKey, (keyId) => getMerchantKey(deps, principal, { merchantId: input.merchantId, keyId }))
}

/**
 * A new key for the same merchant; the old one works for the overlap, a day if nothing else is said.
 * @throws DomainError not_found, invalid_request (overlap_seconds), conflict (key_ended)
 */
export async function rotateMerchantKey(
  deps: AgentsDeps,
  principal: Principal,
  input: KeyInput & { readonly overlapSeconds?: unknown },
  key: RequestKey | null = null,
): Promise<NewMerchantKey> {
  const apiKey = createApiKey('merchant')
  const prepare = async () => {
    const { caller, merchantId } = await requireMerchant(deps, principal, input.merchantId)
    const { _id: keyId, label } = await getMerchantKey(deps, principal, input)
    const [old, ref] = [keyRef(keyId), keyRef(apiKey.keyId)]
    const overlapMs = parseOverlap(input.overlapSeconds) * 1_000
    const next = keyRow(deps, { apiKey: apiKey.text, merchantId, label, caller })
    return {
      ...intentOf(caller, apiKey.keyId),
      reads: () => ({ guard: [old], absent: [ref] }),
      decide(state: State, at: Date): Verdict<null> {
        const row = state.get(old)
        if (row?.kind !== 'merchant') return refused(notFound('merchant_key'))
        if (!isInForce(row, at) || row.validUntil !== undefined) return refused(keyEnded())
        const validUntil = new Date(at.getTime() + overlapMs)
        const replaced: MerchantKeyRow = { ...row, validUntil }
        const told = { replaced_by: apiKey.keyId, valid_until: validUntil.toISOString() }
        const event = merchantKeyEvent('merchant_key.rotated', row, { by: caller.keyId, at }, told)
        return done(null, {
          set: [setRow(old, replaced)],
          insert: [insertRow(ref, { ...next, createdAt: at })],
          events: [event],
        })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return showKey(settled, apiKey, (keyId) => getMerchantKey(deps, principal, { merchantId: input.merchantId, keyId }))
}

/** Final; repeating it changes nothing. @throws DomainError not_found, and those of access */
export async function revokeMerchantKey(
  deps: AgentsDeps,
  principal: Principal,
  input: KeyInput & { readonly reason?: unknown },
  key: RequestKey | null = null,
): Promise<ChangedMerchantKey> {
  const prepare = async () => {
    const { caller } = await requireMerchant(deps, principal, input.merchantId)
    const { _id: keyId } = await getMerchantKey(deps, principal, input)
    const ref = keyRef(keyId)
    return {
      ...{ ...intentOf(caller, keyId), ...STOP },
      // With the head of the organization: what its streams show is asked about again.
      reads: () => ({ guard: [orgRef(caller.orgId), ref] }),
      decide(state: State, at: Date): Verdict<null> {
        const row = state.get(ref)
        if (row?.kind !== 'merchant') return refused(notFound('merchant_key'))
        if (row.status === 'revoked') return done(null)
        const reason = parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
        const next: MerchantKeyRow = { ...row, status: 'revoked', revokedAt: at }
        const event = merchantKeyEvent('merchant_key.revoked', row, { by: caller.keyId, at }, { reason })
        return done(null, { set: [setRow(ref, next)], events: [event] })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { record: await getMerchantKey(deps, principal, input), replayed: !('answer' in settled) }
}

/** @throws DomainError not_found (merchant), invalid_request: cursor */
export async function listMerchantKeys(
  deps: ReadDeps,
  principal: Principal,
  {
    merchantId: named,
    statuses,
    ...args
  }: OrderedArguments & {
    readonly merchantId: string
    readonly statuses?: readonly MerchantKeyStatus[] | null | undefined
  },
): Promise<Page<MerchantKeyRow>> {
  const { merchantId, caller } = await requireMerchant(deps, principal, named)
  return findMerchantKeyPage(deps.database, { merchantId, statuses, at: timeOf(deps.clock, caller) }, args)
}

async function getMerchantKey(deps: ReadDeps, principal: Principal, input: KeyInput): Promise<MerchantKeyRow> {
  const { merchantId } = await requireMerchant(deps, principal, input.merchantId)
  const [row] = isId('key', input.keyId) ? await findApiKeys(deps.database, [input.keyId]) : []
  if (row?.kind !== 'merchant' || row.merchantId !== merchantId) throw notFound('merchant_key')
  return row
}

/** `sk_merchant_` key -> MerchantPrincipal. @throws DomainError authentication_error: invalid_api_key */
export function createMerchantKeyVerifier(
  deps: Pick<AgentsDeps, 'database' | 'config' | 'clock'>,
  uses: Pick<KeyUses, 'note'>,
): (key: string) => Promise<MerchantPrincipal> {
  const rowOf = batchById<ApiKeyRow>((ids) => findApiKeys(deps.database, ids))
  return async (text) => {
    const key = parseApiKey(text)
    const row = key?.kind === 'merchant' ? await rowOf(key.keyId) : null
    if (row?.kind !== 'merchant' || !matchesHash(deps.config.pepper, text, row.hash)) throw invalidApiKey()
    if (!isInForce(row, timeOf(deps.clock, row))) throw endedKey()
    uses.note(row._id)
    const { _id: keyId, orgId, mode, merchantId, validUntil } = row
    const until = validUntil && { validUntilMs: validUntil.getTime() }
    return { kind: 'merchant', orgId, mode, merchantId, keyId, ...until }
  }
}

/** Told to whoever holds the whole key: the merchant looks for the fault in the right place. */
function endedKey(): DomainError {
  const message =
    'This key of a merchant was revoked or replaced, and opens nothing. Ask the organization for another one.'
  return new DomainError('authentication_error', message, { reason: 'invalid_api_key' })
}

async function requireMerchant(
  deps: Pick<AgentsDeps, 'findMerchantOwner'>,
  principal: Principal,
  merchantId: string,
): Promise<{ readonly caller: OrganizationPrincipal; readonly merchantId: MerchantId }> {
  const caller = requireOrganization(principal)
  if (!isId('merchant', merchantId)) throw notFound('merchant')
  requireOwned(caller, await deps.findMerchantOwner(merchantId), 'merchant')
  return { caller, merchantId }
}

const intentOf = ({ orgId, mode }: OrganizationPrincipal, keyId: KeyId) =>
  ({ priority: 'control', orgId, mode, resource: { type: 'merchantKey', id: keyId } }) as const

function keyRow(
  { config }: AgentsDeps,
  facts: Pick<MerchantKeyRow, 'merchantId' | 'label'> & {
    readonly apiKey: string
    readonly caller: OrganizationPrincipal
  },
): Omit<MerchantKeyRow, '_id' | 'v' | 'createdAt'> {
  const { merchantId, label, apiKey, caller } = facts
  const { orgId, mode, keyId: createdBy } = caller
  const hash = hashSecret(config.pepper, apiKey)
  return { kind: 'merchant', orgId, mode, merchantId, hash, status: 'active', label, createdBy }
}

function merchantKeyEvent(
  type: Extract<EventType, `merchant_key.${string}`>,
  { _id: keyId, merchantId, label }: Pick<MerchantKeyRow, '_id' | 'merchantId' | 'label'>,
  { by: actor, at }: { readonly by: KeyId; readonly at: Date },
  more: Readonly<Record<string, unknown>> = {},
): EventDraft {
  const data = { key_id: keyId, merchant_id: merchantId, name: label, actor, at: at.toISOString(), ...more }
  return { type, resourceId: keyId, data }
}
