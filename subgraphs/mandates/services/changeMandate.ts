/**
 * Update and revocation of a mandate (specification 2.6, 5.8): versions are immutable, so an update adds one. Both write
 * the wallet's position, which every spend guards: once acknowledged, no spend is decided on the old state.
 */

import { composeParts } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { STOP } from '../../shared/commit/stop.ts'
import { type KeyedIntent, submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart, Verdict } from '../../shared/commit/types.ts'
import { DomainError, invalidField, invariant, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../shared/fields.ts'
import { isId, type MandateId, type WalletId } from '../../shared/ids.ts'
import {
  type OrganizationPrincipal,
  type Principal,
  requireOrganization,
  requireOwned,
} from '../../shared/principal.ts'
import { findMandates, type MandateRow, mandateRef, versionRef } from '../models/mandates.ts'
import { findWalletPosition } from '../models/walletPositions.ts'
import type { MandatesDeps } from '../ports.ts'
import { nextMandateStatus, statusAt } from '../rules/mandateStatus.ts'
import type { Written } from './createMandate.ts'
import { mandateEvent, type VersionText, versionRow } from './issueMandate.ts'
import { getMandate } from './readMandates.ts'
import { parseLimitTimezone, readPolicy, zoneOfWindows } from './readPolicy.ts'
import { recountPart } from './recountPart.ts'

export interface UpdateMandateInput {
  readonly id: string
  readonly policy?: unknown
  readonly expectedVersion?: unknown
  readonly limitTimezone?: unknown
}

export interface RevokeMandateInput {
  readonly id: string
  readonly reason?: unknown
}

/**
 * @throws DomainError invalid_request (with `problems` of the text), not_found, conflict (revoked, expired, superseded,
 * version_conflict), capability_denied, insufficient_scope, idempotency_mismatch
 */
export async function updateMandate(
  deps: MandatesDeps,
  principal: Principal,
  input: UpdateMandateInput,
  key: RequestKey | null = null,
): Promise<Written> {
  const prepare = async (): Promise<KeyedIntent<number>> => {
    const caller = requireOrganization(principal)
    const { orgId, mode } = caller
    const row = await findOwn(deps, caller, input.id)
    const named = parseLimitTimezone(input.limitTimezone)
    const expected = parseVersion(input.expectedVersion)
    const zone = await zoneOfWindows(deps, caller, named)
    const { policy, policyText, canonicalText } = readPolicy(input.policy, zone)
    const wallet = await findWalletPosition(deps.database, row.walletId)
    if (wallet === null) throw notFound('wallet')
    const limitTimezone = named ?? row.limitTimezone
    const text = { policy, policyText, canonicalText, limitTimezone, createdBy: orgId }
    const parts = composeParts([await recountPart(deps, wallet, limitTimezone), versionPart(row, { text, expected })])
    const resource = { type: 'mandate', id: row._id }
    return { priority: 'control', orgId, mode, resource, reads: parts.reads, decide: lastAnswer(parts.decide) }
  }
  const done = await submitPrepared(deps.commit, prepare, key)
  const version = 'answer' in done ? done.answer : null
  return { view: await getMandate(deps, principal, { id: input.id, version }), replayed: version === null }
}

/** A repeat changes nothing. @throws DomainError not_found, conflict (expired, superseded), and those of access and key */
export async function revokeMandate(
  deps: MandatesDeps,
  principal: Principal,
  input: RevokeMandateInput,
  key: RequestKey | null = null,
): Promise<Written> {
  const prepare = async (): Promise<KeyedIntent<null>> => {
    const caller = requireOrganization(principal)
    const { orgId, mode } = caller
    const { _id: id, walletId } = await findOwn(deps, caller, input.id)
    const reason = parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    return {
      ...({ priority: 'control', orgId, mode, ...STOP } as const),
      resource: { type: 'mandate', id },
      ...revocationPart(id, walletId, reason),
    }
  }
  const done = await submitPrepared(deps.commit, prepare, key)
  const view = await getMandate(deps, principal, { id: input.id, version: null })
  const { orgId, mode, walletId: targetId } = view.row
  deps.work.beginStop({ orgId, mode, scope: 'wallet', targetId })
  return { view, replayed: !('answer' in done) }
}

/** Of a wallet whose agent is revoked, as part of that commit. A mandate that has ended stays as it is. */
export async function prepareRevocation(
  deps: Pick<MandatesDeps, 'database'>,
  { walletId, reason }: { readonly walletId: WalletId; readonly reason: string },
): Promise<IntentPart<null>> {
  const position = walletRef(walletId)
  const inForce = (await findWalletPosition(deps.database, walletId))?.mandate?.mandateId ?? null
  const part = inForce === null ? null : revocationPart(inForce, walletId, reason)
  return {
    reads: (at) => part?.reads(at) ?? { guard: [position] },
    decide(state, at) {
      if ((state.get(position)?.mandate?.mandateId ?? null) !== inForce) return { kind: 'stale' }
      const row = inForce === null ? null : state.get(mandateRef(inForce))
      const hasEnded = row === null || nextMandateStatus(statusAt(row, at), 'revoke') === null
      return part === null || hasEnded ? { kind: 'done', answer: null, writes: {} } : part.decide(state, at)
    },
  }
}

/** Another organization's row must not even be guarded, so it is refused before the commit. */
async function findOwn(deps: MandatesDeps, caller: OrganizationPrincipal, id: string): Promise<MandateRow> {
  const [row] = isId('mandate', id) ? await findMandates(deps.database, [id]) : []
  return requireOwned(caller, row ?? null, 'mandate')
}

function parseVersion(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw invalidField('expected_version', 'out_of_range', 'must be a whole number from 1.')
  return value
}

function versionPart(
  prepared: MandateRow,
  { text, expected }: { text: VersionText; expected: number | null },
): IntentPart<number> {
  const { _id: id, walletId, version } = prepared
  const [ref, old, next] = [mandateRef(id), versionRef(id, version), versionRef(id, version + 1)]
  const position = walletRef(walletId)
  return {
    reads: () => ({ guard: [position, ref, old], absent: [next] }),
    decide(state, at) {
      const row = state.get(ref)
      const before = state.get(old)
      const wallet = state.get(position)
      invariant(row !== null && before !== null && wallet !== null, `mandate ${id} has no version or no wallet`)
      if (row.version !== version) return { kind: 'stale' }
      const status = statusAt(row, at)
      if (nextMandateStatus(status, 'update') === null) return refuse(ended(status))
      if (expected !== null && expected !== version) return refuse(versionConflict(version))
      invariant(wallet.mandate?.mandateId === id, `mandate ${id} is active and not the one in force`)
      const { limitTimezone, policy } = text
      const inForce = { ...wallet.mandate, version: version + 1, limitTimezone, policy }
      const changed = { ...row, version: version + 1, limitTimezone, updatedAt: at }
      return {
        kind: 'done',
        answer: version + 1,
        writes: {
          set: [
            setRow(ref, changed),
            setRow(old, { ...before, supersededAt: at }),
            setRow(position, { ...wallet, mandate: inForce }),
          ],
          insert: [insertRow(next, versionRow(id, version + 1, text, at))],
          events: [mandateEvent('mandate.updated', changed)],
        },
      }
    },
  }
}

function revocationPart(id: MandateId, walletId: WalletId, reason: string | null): IntentPart<null> {
  const [ref, position] = [mandateRef(id), walletRef(walletId)]
  return {
    reads: () => ({ guard: [position, ref] }),
    decide(state, at) {
      const row = state.get(ref)
      const wallet = state.get(position)
      invariant(row !== null && wallet !== null, `mandate ${id} or its wallet has gone`)
      const status = statusAt(row, at)
      if (status === 'revoked') return { kind: 'done', answer: null, writes: {} }
      const revoked = nextMandateStatus(status, 'revoke')
      if (revoked === null) return refuse(ended(status))
      invariant(wallet.mandate?.mandateId === id, `mandate ${id} is active and not the one in force`)
      const next = { ...row, status: revoked, revokedAt: at, revokedReason: reason, updatedAt: at }
      return {
        kind: 'done',
        answer: null,
        writes: {
          set: [setRow(ref, next), setRow(position, { ...wallet, mandate: { ...wallet.mandate, status: 'revoked' } })],
          events: [mandateEvent('mandate.revoked', next, reason === null ? {} : { reason })],
        },
      }
    },
  }
}

function lastAnswer<T>(
  decide: IntentPart<[null, T]>['decide'],
): (...args: Parameters<IntentPart<T>['decide']>) => Verdict<T> {
  return (state, at) => {
    const verdict = decide(state, at)
    return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[1] } : verdict
  }
}

function refuse(error: DomainError) {
  return { kind: 'refused', error, writes: {} } as const
}

function ended(status: string): DomainError {
  return new DomainError('conflict', `The mandate is ${status}, and that is final. Create a new mandate.`, {
    reason: `mandate_${status}`,
  })
}

function versionConflict(current: number): DomainError {
  return new DomainError('conflict', `The mandate has version ${current} now. Read it and decide again.`, {
    reason: 'version_conflict',
    current_version: current,
  })
}
