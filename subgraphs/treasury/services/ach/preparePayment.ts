/** What a new payment over ACH rests on: its fields, its accounts, and the row that it becomes. */

import { DomainError } from '../../../shared/errors.ts'
import type { AchPaymentId } from '../../../shared/ids.ts'
import type { Caller } from '../../../shared/principal.ts'
import { type FinancialAccountRow, findAccountsOf } from '../../models/financialAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { type AchFields, type AchInput, descriptorOf, parseAch, secCodeFor } from '../../rules/achFields.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import { type AchDirection, type AchEvent, type AchEventType, statusOf } from '../../rules/achStates.ts'
import { eventToken } from '../../rules/achSteps.ts'
import { type BankAccountRow, IN_REVIEW } from '../../rules/bankAccount.ts'
import { SAME_DAY_MAX } from '../../rules/returns.ts'
import { noFinancialAccount, requireFound, visible } from '../readTreasury.ts'

export interface PreparedPayment {
  readonly fields: AchFields
  readonly account: FinancialAccountRow
  readonly bankAccount: BankAccountRow
}

/** @throws DomainError invalid_request, not_found: of the financial account, or the bank account */
export async function preparePayment(deps: TreasuryDeps, caller: Caller, input: AchInput): Promise<PreparedPayment> {
  const fields = parseAch(input)
  const [bankAccount = null] = await visible.bankAccounts(deps, caller, [fields.bankAccountId])
  const found = requireFound(bankAccount, 'external bank account')
  const accounts = await findAccountsOf(deps.database, caller.orgId, caller.mode)
  const { financialAccountId } = fields
  const account = accounts.find(({ _id, type }) =>
    financialAccountId === null ? type === 'ISSUING' : _id === financialAccountId,
  )
  if (account === undefined) throw noFinancialAccount(accounts)
  secCodeFor(fields.secCode, found.ownerType)
  return { fields, account, bankAccount: found }
}

/** Why this bank account may not be used now; null: it may. */
export function bankAccountRefusal(row: BankAccountRow): DomainError | null {
  const { _id, state, verificationState, pauseReason, review } = row
  const details = { external_bank_account_token: _id, state, verification_state: verificationState }
  if (state === 'CLOSED')
    return new DomainError('conflict', 'The bank account is closed for good. Link it anew.', {
      ...{ reason: 'bank_account_closed', ...details },
    })
  if (state === 'PAUSED' && pauseReason === IN_REVIEW)
    return new DomainError(
      'bank_account_paused',
      'The owner of the bank account has a name like one on a list. It can be used once compliance has cleared its case.',
      { pause_reason: pauseReason, case_id: review?.caseId ?? null, ...details },
    )
  if (state === 'PAUSED')
    return new DomainError(
      'bank_account_paused',
      'The bank account is paused. An administrator can unpause it, once its reason is settled.',
      { pause_reason: pauseReason, ...details },
    )
  if (verificationState === 'ENABLED') return null
  return new DomainError(
    'bank_account_not_verified',
    'The bank account is not verified. Tell its two amounts first, or start a new round of them.',
    details,
  )
}

export function accountRefusal({ _id, status }: FinancialAccountRow): DomainError | null {
  if (status === 'OPEN') return null
  const message = `The financial account is ${status}. Settle it with the bank and synchronize the account holder, or use one that is OPEN.`
  return new DomainError('conflict', message, {
    ...{ reason: 'financial_account_not_open', financial_account_token: _id, status },
  })
}

interface NewPayment extends PreparedPayment {
  readonly id: AchPaymentId
  readonly direction: AchDirection
  readonly caller: Caller
}

/** Before it is reviewed, and without its schedule. */
export function newPayment(
  { id, direction, caller, fields, account, bankAccount }: NewPayment,
  at: Date,
): AchPaymentRow {
  // Above its limit the same day is not refused: it goes on the next one, and the response says so.
  const method = fields.amount > SAME_DAY_MAX ? 'ACH_NEXT_DAY' : fields.method
  return {
    ...{ _id: id, v: 1, orgId: caller.orgId, mode: caller.mode, direction, method },
    secCode: secCodeFor(fields.secCode, bankAccount.ownerType),
    ...{ holdDays: fields.holdDays, amount: fields.amount, stage: 'initiated', status: statusOf('initiated') },
    ...{ result: 'APPROVED', failureCode: null, returnCode: null },
    ...{ financialAccountId: account._id, bankAccountId: bankAccount._id, companyId: bankAccount.companyId },
    ...{ descriptor: descriptorOf(fields.memo), memo: fields.memo, userDefinedId: fields.userDefinedId },
    ...{ retryOf: null, retriedBy: null, firstOf: id, retries: 0 },
    agentId: caller.kind === 'agent' ? caller.agentId : null,
    walletId: caller.kind === 'agent' ? caller.walletId : null,
    ...{ approvalId: null, schedule: null, events: [], origination: 'none' },
    behaviour: bankAccount.behaviour,
    ...{ settledAt: null, returnedAt: null, dueAt: null, createdAt: at, updatedAt: at },
  }
}

/** An event of the service itself. */
export function ownEvent(
  row: Pick<AchPaymentRow, '_id' | 'amount' | 'events'>,
  type: AchEventType,
  at: Date,
  declined: AchEvent['detailedResults'][number] | null = null,
): AchEvent {
  return {
    ...{ token: eventToken(row._id, row.events.length + 1), type, amount: row.amount },
    result: declined === null ? 'APPROVED' : 'DECLINED',
    detailedResults: declined === null ? ['APPROVED'] : ['DECLINED', declined],
    ...{ externalId: null, createdAt: at },
  }
}
