/**
 * Screens whom a new payment over ACH concerns, by the lists in force now (domain 4.3): nothing moves for an organization or an
 * agent on a list, nor to or from such an owner of a bank account. Of an owner with a similar name compliance decides first.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import type { IntentPart, Verdict } from '../../../shared/commit/types.ts'
import { refused } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import type { Caller } from '../../../shared/principal.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { type BankAccountRow, underReview } from '../../rules/bankAccount.ts'
import { writesOf } from '../bankAccounts/accountWrites.ts'
import { screenOwner } from '../bankAccounts/screenOwner.ts'
import { prepareLook } from './lastLook.ts'
import { bankAccountRefusal } from './preparePayment.ts'

/**
 * To be decided with the row of the bank account among what is read. It refuses with compliance_denied or bank_account_paused;
 * in the latter case it opens the case in the same commit.
 * @throws DomainError service_unavailable: the lists cannot be read
 */
export async function screenParties(
  deps: Pick<TreasuryDeps, 'screening' | 'findNamedOwners' | 'newId'>,
  caller: Caller,
  bankAccount: BankAccountRow,
): Promise<IntentPart<null>> {
  const { orgId, mode } = caller
  const agentId = caller.kind === 'agent' ? caller.agentId : null
  const [screened, look] = await Promise.all([
    screenOwner(deps, bankAccount, caller),
    prepareLook(deps, { orgId, mode, agentId }, bankAccount),
  ])
  return {
    reads: screened.reads,
    decide(state, at): Verdict<null> {
      const passed = screened.decide(state, at)
      if (passed.kind !== 'done') return passed
      const listed = look(state)
      if (listed === 'stale') return { kind: 'stale' }
      if (listed !== null) return refused(listed)
      if (passed.answer === null) return { ...passed, answer: null }
      const row = requireRow(state, bankAccountRef(bankAccount._id))
      const paused = { ...underReview(row, passed.answer), updatedAt: at }
      const error = bankAccountRefusal(paused)
      invariant(error !== null, `bank account ${row._id} is under review and can be used`)
      return refused(error, joinWrites([passed.writes, writesOf(paused)]))
    },
  }
}
