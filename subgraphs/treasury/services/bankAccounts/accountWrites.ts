/** A change of an external bank account, and the event that tells of it. */
import { usdRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { State, Writes } from '../../../shared/commit/types.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import type { BankAccountRow } from '../../rules/bankAccount.ts'
import { bankAccountEvent } from '../../rules/treasuryEvents.ts'

export const writesOf = (next: BankAccountRow): Writes => ({
  set: [setRow(bankAccountRef(next._id), next)],
  events: [bankAccountEvent(next)],
})

/** It no longer counts as open, and may be linked anew. */
export function forgotten(state: State, { _id, orgId, mode }: BankAccountRow) {
  const ref = usdRef(orgId, mode)
  const position = requireRow(state, ref)
  return setRow(ref, { ...position, bankAccounts: position.bankAccounts.filter(({ id }) => id !== _id) })
}
