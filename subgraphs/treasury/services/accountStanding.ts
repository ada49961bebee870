/** What the decision of the bank about an account holder means for its financial accounts (domain 1.2). Pure. */
import type { HolderStatus } from '../../shared/kya.ts'
import type { AccountStatus } from '../banks/bank.ts'

/** Only a holder that the bank accepts has open accounts, whatever the bank tells of each of them. */
export function standingOf(holder: HolderStatus, told: AccountStatus): AccountStatus {
  if (holder === 'ACCEPTED' || told !== 'OPEN') return told
  return holder === 'REJECTED' ? 'SUSPENDED' : 'PENDING'
}
