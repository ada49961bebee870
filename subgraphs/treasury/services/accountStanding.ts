/** Whether dollars may move in a financial account: it is open, and its holder is accepted at the bank (domain 1.2). */
import { requireRow } from '../../shared/commit/requireRow.ts'
import type { Ref, State } from '../../shared/commit/types.ts'
import { DomainError, invariant } from '../../shared/errors.ts'
import type { FinancialAccountId } from '../../shared/ids.ts'
import { type AccountHolderRow, holderRef } from '../models/accountHolders.ts'
import { type FinancialAccountRow, financialAccountRef, findFinancialAccounts } from '../models/financialAccounts.ts'
import type { TreasuryDeps } from '../ports.ts'

/** The rows on which `accountRefusal` decides. */
export const accountReads = ({ _id, holderId }: Pick<FinancialAccountRow, '_id' | 'holderId'>): Ref[] => [
  financialAccountRef(_id),
  holderRef(holderId),
]

/** The same, where only its name is known. */
export async function findAccountReads(
  { database }: Pick<TreasuryDeps, 'database'>,
  id: FinancialAccountId,
): Promise<Ref[]> {
  const [account] = await findFinancialAccounts(database, [id])
  invariant(account !== undefined, `financial account ${id} does not exist`)
  return accountReads(account)
}

/** Why no dollars move in this account now; null: they may. What comes in by itself is booked all the same. */
export function accountRefusal(state: State, id: FinancialAccountId): DomainError | null {
  const { status, holderId } = requireRow(state, financialAccountRef(id))
  const held = holderRefusal(requireRow(state, holderRef(holderId)))
  if (held !== null || status === 'OPEN') return held
  return new DomainError('conflict', `The financial account is ${status}. Use one that is OPEN.`, {
    ...{ reason: 'financial_account_not_open', financial_account_token: id, status },
  })
}

function holderRefusal({ _id, status, statusReasons }: AccountHolderRow): DomainError | null {
  if (status === 'ACCEPTED') return null
  const message =
    status === 'REJECTED'
      ? 'The bank has rejected the account holder, so that no dollars move. Settle the reasons with the bank, then synchronize the account holder.'
      : `The account holder is ${status} at the bank, so that no dollars move yet. Give the bank what it asks for, then synchronize the account holder.`
  return new DomainError('conflict', message, {
    reason: status === 'REJECTED' ? 'account_holder_rejected' : 'account_holder_not_accepted',
    ...{ account_holder_token: _id, status, status_reasons: statusReasons },
  })
}
