/**
 * Unfreezes a wallet (domain 9.1). What compliance has frozen, only compliance unfreezes, and only once the cause is gone;
 * anything else an administrator does.
 */
import { PLATFORM, type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import type { KeyedIntent } from '../../shared/commit/submit.ts'
import { isBusy } from '../../shared/commit/submitByOwner.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { hasRole, type Principal, requireOrganization } from '../../shared/principal.ts'
import type { StoppablePayments } from '../../shared/stops.ts'
import { complianceFreezeOf, unfreeze } from '../../shared/walletEvents.ts'
import { findBlockedOf } from '../models/deposits.ts'
import type { WalletRow } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { adminOnly, complianceFreezeRefusal, type FreezeCause } from '../rules/complianceFreezes.ts'
import { denyingList } from '../rules/screening.ts'
import { type ChangedWallet, changedTo, changeOf, type FreezeInput, submitWalletChange } from './freezeWallet.ts'
import { getWallet } from './readPayments.ts'

interface UnfreezeInput extends FreezeInput {
  /** Compliance has decided that the rest may be spent, while deposits from listed addresses stay blocked. */
  readonly keepBlocked?: boolean | null | undefined
}

type Deps = Pick<PaymentsDeps, 'database' | 'commit' | 'screener' | 'agents'> & {
  readonly work: Pick<StoppablePayments, 'stop'>
}

/**
 * For administrators and compliance, never for agents. Also resets the policy violations that count towards the next freeze.
 * @throws DomainError not_found (foreign wallet), invalid_request, conflict (frozen by compliance), service_unavailable (its
 * owner cannot be screened), and those of access
 */
export function unfreezeWallet(
  deps: Deps,
  principal: Principal,
  input: UnfreezeInput,
  key: RequestKey | null = null,
): Promise<ChangedWallet> {
  let isFirst = true
  const prepare = async (): Promise<KeyedIntent<WalletPosition>> => {
    const caller = requireOrganization(principal)
    const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const { row, position } = await getWallet(deps, caller, input.walletId)
    const by = { isAdmin: hasRole(caller, 'admin'), isCompliance: hasRole(caller, 'compliance') }
    if (!isFirst) deps.screener.refresh()
    isFirst = false
    const prepared = await prepareCauses(deps, position, row)
    // What the freeze has not ended yet would go on afterwards, although it was accepted before.
    if (position.frozen !== null) await stopFrozen(deps, row)
    return {
      ...changeOf(row),
      decide(state, at) {
        const wallet = state.get(walletRef(row._id))
        if (wallet === null) return refused(notFound('wallet'))
        // It was unfrozen and frozen again meanwhile: what this freeze stops has not been ended.
        if (!isSameFreeze(wallet.frozen, position.frozen)) return { kind: 'stale' }
        const held = complianceFreezeOf(wallet)
        if (held === null && !by.isAdmin) return refused(adminOnly(caller.roles))
        if (held !== null) {
          // Something was found, or its owner has changed, since the causes were looked up.
          if (prepared?.times !== held.times || prepared.agentId !== wallet.agentId) return { kind: 'stale' }
          const platform = state.get(PLATFORM)
          if (platform !== null && deps.screener.isOutdated(platform)) return { kind: 'stale' }
          const left = prepared.causes.filter(({ kind }) => kind !== 'deposit' || input.keepBlocked !== true)
          const error = complianceFreezeRefusal(held, by.isCompliance ? left : prepared.causes, by)
          if (error !== null) return refused(error)
        }
        const changed = unfreeze(wallet, { source: 'manual', by: caller.keyId, reason, at }, by)
        return changed === null ? done(wallet) : changedTo(changed)
      },
    }
  }
  return submitWalletChange(deps, principal, { input, prepare, key })
}

/** One payment that cannot be ended must not keep the wallet frozen: it waits for settlement, as in the background. */
async function stopFrozen({ work }: Pick<Deps, 'work'>, { orgId, mode, _id: targetId }: WalletRow): Promise<void> {
  await work.stop({ orgId, mode, scope: 'wallet', targetId }).catch((error: unknown) => {
    if (isBusy(error)) throw error
  })
}

type Freeze = WalletPosition['frozen']

const isSameFreeze = (now: Freeze, before: Freeze): boolean =>
  now?.by === before?.by && now?.at.getTime() === before?.at.getTime()

interface Causes {
  /** How often compliance had frozen it. */
  readonly times: number
  readonly agentId: WalletPosition['agentId']
  /** What still keeps it frozen. */
  readonly causes: readonly FreezeCause[]
}

/** Null: compliance has not frozen it. */
async function prepareCauses(
  deps: Deps,
  position: WalletPosition,
  { address }: Pick<WalletRow, 'address'>,
): Promise<Causes | null> {
  const held = complianceFreezeOf(position)
  if (held === null) return null
  const { walletId, agentId } = position
  const [deposit, owners] = await Promise.all([
    findBlockedOf(deps.database, walletId),
    deps.agents.findNamedOwners(position),
  ])
  const causes: FreezeCause[] = deposit === null ? [] : [{ kind: 'deposit', depositId: deposit._id }]
  const itself = denyingList((await deps.screener.screenRecord({ names: [], addresses: [address] })).checks)
  if (itself !== null) causes.push({ kind: 'address', list: itself.list })
  for (const owner of owners) {
    const listed = denyingList((await deps.screener.screenRecord(owner)).checks)
    if (listed !== null)
      causes.push({ kind: 'owner', subjectType: owner.subjectType, subjectId: owner.subjectId, list: listed.list })
  }
  return { times: held.times, agentId, causes }
}
