/** Who lifts a freeze by compliance, and when (domain 9.1). Pure. */
import { DomainError } from '../../shared/errors.ts'

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

/** Of a person of compliance alone, about a freeze that compliance has not caused. */
export const adminOnly = (roles: readonly string[]) =>
  new DomainError(
    'insufficient_scope',
    'Compliance has not frozen this wallet, so this needs an organization key with the role admin.',
    { required: 'admin', roles },
  )
