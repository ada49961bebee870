/**
 * Unfreezes a wallet (domain 9.1). What compliance has frozen, only compliance unfreezes, and only once the cause is gone;
 * anything else an administrator does. While a case about a mismatch of the wallet is open nobody does.
 */
import { PLATFORM, type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import type { KeyedIntent } from '../../shared/commit/submit.ts'
import { isBusy } from '../../shared/commit/submitByOwner.ts'
import type { State } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { type CaseId, isId } from '../../shared/ids.ts'
import { hasRole, type Principal, requireOrganization } from '../../shared/principal.ts'
import type { StoppablePayments } from '../../shared/stops.ts'
import { complianceFreezeOf, unfreeze } from '../../shared/walletEvents.ts'
import { type CaseRow, caseRef, findCasesById, mismatchCaseIdOf } from '../models/cases.ts'
import { findBlockedOf } from '../models/deposits.ts'
import { findOpenOf } from '../models/mismatches.ts'
import type { WalletRow } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import {
  adminOnly,
  complianceFreezeRefusal,
  type FreezeCause,
  mismatchCaseRefusal,
} from '../rules/complianceFreezes.ts'
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
    const [prepared, reviews] = await Promise.all([
      prepareCauses(deps, position, row),
      findMismatchCases(deps, position),
    ])
    // What the freeze has not ended yet would go on afterwards, although it was accepted before.
    if (position.frozen !== null) await stopFrozen(deps, row)
    return {
      ...changeOf(row),
      reads: () => ({ guard: [walletRef(row._id), ...reviews.map(caseRef)] }),
      decide(state, at) {
        const wallet = state.get(walletRef(row._id))
        if (wallet === null) return refused(notFound('wallet'))
        // It was unfrozen and frozen again meanwhile: what this freeze stops has not been ended.
        if (!isSameFreeze(wallet.frozen, position.frozen)) return { kind: 'stale' }
        const held = complianceFreezeOf(wallet)
        // Money has left it since they were looked up.
        if (wallet.mismatchCases?.some((id) => !reviews.includes(id))) return { kind: 'stale' }
        const cases = keepingCases(wallet, reviews, state)
        const undecided = mismatchCaseRefusal(cases, by.isCompliance)
        if (undecided !== null) return refused(undecided)
        // What a mismatch has frozen, and compliance has looked into, compliance unfreezes as an administrator does.
        const isDecided = cases.some(({ _id }) => _id === caseOfFreeze(wallet.frozen))
        const isAdmin = by.isAdmin || (isDecided && by.isCompliance)
        // Beside the freeze of somebody else it lifts what the cases have kept.
        const liftsCases = by.isCompliance && cases.length > 0
        if (held === null && !isAdmin && !liftsCases) return refused(adminOnly(caller.roles))
        if (held !== null) {
          // Something was found, or its owner has changed, since the causes were looked up.
          if (prepared?.times !== held.times || prepared.agentId !== wallet.agentId) return { kind: 'stale' }
          // By the lists of that look, which are not those that this process has by now.
          if (Number(state.get(PLATFORM)?.lists ?? 0) > prepared.revision) return { kind: 'stale' }
          const left = prepared.causes.filter(({ kind }) => kind !== 'deposit' || input.keepBlocked !== true)
          const error = complianceFreezeRefusal(held, by.isCompliance ? left : prepared.causes, by)
          if (error !== null) return refused(error)
        }
        const lifted = withoutCases(wallet, cases)
        const changed = unfreeze(lifted, { source: 'manual', by: caller.keyId, reason, at }, { ...by, isAdmin })
        if (changed !== null) return changedTo(changed)
        return liftsCases && wallet.frozen !== null ? changedTo({ next: lifted, events: [] }) : done(wallet)
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

/** More would not keep it frozen any longer. */
const OPEN_MISMATCHES_MAX = 20

const caseOfFreeze = (frozen: Freeze): CaseId | null =>
  frozen !== null && isId('mismatch', frozen.by) ? mismatchCaseIdOf(frozen.by) : null

/**
 * Those that the wallet keeps. Of wallets of earlier releases, which keep none, the one about the mismatch that has frozen it, and
 * those about the open ones: another freeze may have stood before them.
 */
async function findMismatchCases({ database }: Pick<Deps, 'database'>, position: WalletPosition): Promise<CaseId[]> {
  const { walletId, frozen, mismatchCases = [] } = position
  const own = caseOfFreeze(frozen)
  const open = await findOpenOf(database, walletId, OPEN_MISMATCHES_MAX)
  const ids = [...(own === null ? [] : [own]), ...open.map(({ _id }) => mismatchCaseIdOf(_id))]
  const found = (await findCasesById(database, [...new Set(ids)])).map(({ _id }) => _id)
  return [...new Set([...mismatchCases, ...found])]
}

/** Without those that compliance has decided, and lifted the freeze for, while their mismatch is still open. */
function keepingCases(wallet: WalletPosition, reviews: readonly CaseId[], state: State): CaseRow[] {
  const { frozen, mismatchCases: kept } = wallet
  const own = caseOfFreeze(frozen)
  return reviews.flatMap((id) => {
    const row = state.get(caseRef(id))
    const isKept = kept === undefined || kept.includes(id) || id === own
    return row !== null && (isKept || row.isOpen) ? [row] : []
  })
}

/** Empty where there were any: those about mismatches that are still open would be found again otherwise. */
const withoutCases = (wallet: WalletPosition, cases: readonly CaseRow[]): WalletPosition =>
  cases.length === 0 && wallet.mismatchCases === undefined ? wallet : { ...wallet, mismatchCases: [] }

const isSameFreeze = (now: Freeze, before: Freeze): boolean =>
  now?.by === before?.by && now?.at.getTime() === before?.at.getTime()

interface Causes {
  /** How often compliance had frozen it. */
  readonly times: number
  readonly agentId: WalletPosition['agentId']
  /** What still keeps it frozen. */
  readonly causes: readonly FreezeCause[]
  /** Of the lists by which all of it was found, or earlier. */
  readonly revision: number
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
  const [deposit, ...named] = await Promise.all([
    findBlockedOf(deps.database, walletId),
    deps.agents.findNamedOwners(position),
    ...(held.formerAgents ?? []).map((former) => deps.agents.findNamedOwners({ ...position, agentId: former })),
  ])
  const owners = new Map(named.flat().map((owner) => [owner.subjectId, owner]))
  const causes: FreezeCause[] = deposit === null ? [] : [{ kind: 'deposit', depositId: deposit._id }]
  // The first look has the earliest lists.
  const { checks, revision } = await deps.screener.screenRecord({ names: [], addresses: [address] })
  const itself = denyingList(checks)
  if (itself !== null) causes.push({ kind: 'address', list: itself.list })
  for (const owner of owners.values()) {
    const listed = denyingList((await deps.screener.screenRecord(owner)).checks)
    if (listed !== null)
      causes.push({ kind: 'owner', subjectType: owner.subjectType, subjectId: owner.subjectId, list: listed.list })
  }
  return { times: held.times, agentId, causes, revision }
}
