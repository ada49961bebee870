/** Who lifts a freeze by compliance, and when (domain 9.1). Pure. */
import type { WalletPosition } from '../../shared/commit/positions.ts'
import { DomainError } from '../../shared/errors.ts'
import type { CaseId } from '../../shared/ids.ts'

/** What compliance has frozen a wallet for, as long as it lasts. */
export type FreezeCause =
  | { readonly kind: 'deposit'; readonly depositId: string }
  | { readonly kind: 'address'; readonly list: string }
  | { readonly kind: 'owner'; readonly subjectType: string; readonly subjectId: string; readonly list: string }

interface Held {
  /** `dep_` for a deposit, else its owner or its own address. */
  readonly by: string
  readonly reason: string
  readonly at: Date
}

/**
 * @param causes that are not cleared
 * @returns null: this person lifts it now
 */
export function complianceFreezeRefusal(
  held: Held,
  causes: readonly FreezeCause[],
  { isCompliance }: { readonly isCompliance: boolean },
): DomainError | null {
  const [cause] = causes
  if (isCompliance && cause === undefined) return null
  return new DomainError(
    'conflict',
    `Compliance has frozen the wallet, so only a person with the role compliance unfreezes it. ${sayNext(held, cause)}`,
    {
      ...{ reason: 'compliance_freeze', required: 'compliance', frozen_at: held.at.toISOString() },
      ...detailsOf(held, cause),
    },
  )
}

function sayNext({ by }: Held, cause: FreezeCause | undefined): string {
  if (cause?.kind === 'deposit')
    return `The deposit ${cause.depositId} came from an address on a sanctions list and is blocked: that person releases it once no list in force has the address (POST /deposits/{deposit_id}/unblock), or decides with keep_blocked that the rest may be spent while it stays blocked.`
  if (cause?.kind === 'address')
    return `Its own address is on the sanctions list ${cause.list}: it stays frozen until no list in force has the address.`
  if (cause?.kind === 'owner')
    return `Its ${cause.subjectType} ${cause.subjectId} has a name on the sanctions list ${cause.list}: it stays frozen until no list in force has the name.`
  const what = by.startsWith('dep_')
    ? `the deposit ${by}, is not blocked any more`
    : 'its owner or its address, is not listed any more'
  return `The cause, ${what}: ask that person to unfreeze it.`
}

function detailsOf({ by }: Held, cause: FreezeCause | undefined): object {
  if (cause?.kind === 'owner') {
    const { subjectType: subject_type, subjectId: subject_id, list } = cause
    return { cause: 'owner_listed', cleared: false, subject_type, subject_id, list }
  }
  if (cause?.kind === 'address') return { cause: 'address_listed', cleared: false, list: cause.list }
  const depositId = cause?.depositId ?? (by.startsWith('dep_') ? by : null)
  const cleared = cause === undefined
  if (depositId === null) return { cause: 'owner_listed', cleared }
  return { cause: 'listed_deposit', cleared, deposit_id: depositId }
}

/** Of a wallet with so many, which may not keep all that came after, only compliance lifts the freeze. */
const CASES_MAX = 50

/** For the commit that freezes it for the mismatch that the case is about. */
export function keepCase(wallet: WalletPosition, caseId: CaseId): WalletPosition {
  const { mismatchCases: kept = [] } = wallet
  if (kept.includes(caseId) || kept.length >= CASES_MAX) return wallet
  return { ...wallet, mismatchCases: [...kept, caseId] }
}

interface MismatchCase {
  readonly _id: string
  readonly isOpen: boolean
  readonly status: string
}

/**
 * Of a wallet from which money has moved otherwise than the ledger said: whoever administers it may be who has moved it.
 * @param cases about its mismatches
 * @returns null: nothing of them keeps it frozen for this person
 */
export function mismatchCaseRefusal(cases: readonly MismatchCase[], isCompliance: boolean): DomainError | null {
  const keeping =
    cases.find(({ isOpen }) => isOpen) ??
    (isCompliance
      ? undefined
      : (cases.find(({ status }) => status === 'closed_rejected') ?? cases.slice(CASES_MAX - 1)[0]))
  if (keeping === undefined) return null
  const { _id, isOpen, status } = keeping
  const next = isOpen
    ? `a person with the role compliance decides that case first (POST /compliance/cases/${_id}/decide)`
    : status === 'closed_rejected'
      ? 'that case was rejected or not decided in time, so only a person with the role compliance unfreezes it'
      : `it is one of ${CASES_MAX} or more, so only a person with the role compliance unfreezes it`
  return new DomainError('conflict', `Case ${_id} is about money of this wallet: ${next}.`, {
    ...{ reason: 'compliance_case', required: 'compliance', case_id: _id, status },
  })
}

/** Of a person of compliance alone, about a freeze that compliance has not caused. */
export const adminOnly = (roles: readonly string[]) =>
  new DomainError(
    'insufficient_scope',
    'Compliance has not frozen this wallet, so this needs an organization key with the role admin.',
    { required: 'admin', roles },
  )
