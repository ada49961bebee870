/**
 * Reconciliation mismatches for an organization, which sees its own; an agent sees none. Resolving one by hand (domain 1.11)
 * changes the record only, since corrections are journal entries.
 */

import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { type KeyedIntent, submitPrepared } from '../../shared/commit/submit.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { idsOf, type KeyId } from '../../shared/ids.ts'
import { formatUnits } from '../../shared/money.ts'
import { type Principal, requireCaller, requireOrganization, visibleInOrder } from '../../shared/principal.ts'
import {
  findMismatches,
  findMismatchPage,
  findOpenAssets,
  findOpenOf,
  type MismatchFilter,
  type MismatchKind,
  type MismatchRow,
  mismatchRef,
} from '../models/mismatches.ts'
import type { PaymentsDeps } from '../ports.ts'
import { resolveMismatch } from '../settlement/intents/mismatches.ts'

type Deps = Pick<PaymentsDeps, 'database'>

export async function listOwnMismatches(
  deps: Deps,
  principal: Principal,
  { states, kinds, ...args }: MismatchFilter & OrderedArguments,
): Promise<Page<MismatchRow>> {
  const { orgId, mode } = requireCaller(principal)
  return findMismatchPage(deps.database, { orgId, mode }, { states, kinds }, args)
}

/** @throws DomainError not_found */
export async function getMismatch(deps: Deps, principal: Principal, mismatchId: string): Promise<MismatchRow> {
  const [row] = await findVisibleMismatches(deps, principal, [mismatchId])
  if (row == null) throw notFound('mismatch')
  return row
}

/** For references: null where the principal may not read. */
export async function findVisibleMismatches(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(MismatchRow | null)[]> {
  return visibleInOrder(principal, ids, await findMismatches(deps.database, idsOf('mismatch', ids)))
}

/** The tokens and chains with open ones, of wallets that the caller has got already. */
export async function readOpenAssets({ database }: Deps, walletIds: readonly string[]) {
  const open = Map.groupBy(await findOpenAssets(database, idsOf('wallet', walletIds)), ({ walletId }) => `${walletId}`)
  return walletIds.map((id) => open.get(id) ?? [])
}

const OPEN_MAX = 20

/** Open ones of wallets that the caller has got already: what they froze stays frozen, even where ledger and chain agree. */
export async function readOpenMismatches(
  { database }: Deps,
  principal: Principal,
  walletIds: readonly string[],
): Promise<(readonly MismatchRow[])[]> {
  if (principal.kind !== 'organization') return walletIds.map(() => [])
  return Promise.all(idsOf('wallet', walletIds).map((id) => findOpenOf(database, id, OPEN_MAX)))
}

export interface ResolveMismatchInput {
  readonly id: string
  readonly resolution: string
}

const TRIED_AGAIN: readonly MismatchKind[] = ['deposit_not_booked', 'payment_not_booked']

/** @throws DomainError not_found (foreign mismatch), conflict (not over yet), invalid_request, and those of access */
export async function resolveMismatchByHand(
  deps: Pick<PaymentsDeps, 'database' | 'commit'>,
  principal: Principal,
  input: ResolveMismatchInput,
  key: RequestKey | null = null,
): Promise<{ readonly mismatch: MismatchRow; readonly replayed: boolean }> {
  const prepare = async () => {
    const caller = requireOrganization(principal)
    const text = parseText(input.resolution, { path: 'resolution', lengthMax: LENGTH_MAX.reason })
    return resolveIntent(await getMismatch(deps, principal, input.id), text, caller.keyId)
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { mismatch: await getMismatch(deps, principal, input.id), replayed: !('answer' in settled) }
}

function resolveIntent({ _id, orgId, mode }: MismatchRow, resolution: string, by: KeyId): KeyedIntent<null> {
  const ref = mismatchRef(_id)
  return {
    resource: { type: 'mismatch', id: _id },
    priority: 'control',
    orgId,
    mode,
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const row = state.get(ref)
      if (row === null) return refused(notFound('mismatch'))
      const isUnderWay = row.state === 'open' && (row.missing > 0n || TRIED_AGAIN.includes(row.kind))
      if (isUnderWay)
        return refused(
          new DomainError('conflict', stillDiffers(row), {
            ...{ reason: 'still_differs', kind: row.kind, token: row.token, chain: row.chain },
            missing: formatUnits(row.missing, row.token),
          }),
        )
      return done(null, resolveMismatch(state, ref, resolution, at, by))
    },
  }
}

function stillDiffers({ missing, token, chain }: MismatchRow): string {
  const differs = `Ledger and chain still differ on ${chain}`
  return missing > 0n
    ? `${differs}: ${formatUnits(missing, token)} ${token} are not booked yet, because the wallet does not have them. Fund the wallet; it is resolved by itself then.`
    : `${differs}: the service is still trying to book what the chain has. It is resolved by itself once that is done; ask the operator if it stays.`
}
