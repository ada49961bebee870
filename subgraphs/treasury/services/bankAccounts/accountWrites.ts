/** A change of an external bank account, and the event that tells of it. */
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Writes } from '../../../shared/commit/types.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import type { BankAccountRow } from '../../rules/bankAccount.ts'
import { bankAccountEvent } from '../../rules/treasuryEvents.ts'

export const writesOf = (next: BankAccountRow): Writes => ({
  set: [setRow(bankAccountRef(next._id), next)],
  events: [bankAccountEvent(next)],
})
