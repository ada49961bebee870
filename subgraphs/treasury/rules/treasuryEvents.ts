/** The events of the treasury as intents state them. Pure. */
import type { EventDraft } from '../../shared/events.ts'
import type { UsdBalances } from '../../shared/ledger/accounts.ts'
import type { AchPaymentRow } from './achPayment.ts'
import type { BankAccountRow } from './bankAccount.ts'
import type { Difference } from './reconciliation.ts'

export function bankAccountEvent(row: Omit<BankAccountRow, 'v'>): EventDraft {
  return {
    type: 'treasury.bank_account.updated',
    resourceId: row._id,
    data: {
      ...{ external_bank_account_token: row._id, state: row.state, verification_state: row.verificationState },
      micro_deposit_status: row.microDeposits?.status ?? null,
      verification_failed_reason: row.verificationFailedReason,
      last_return_reason_code: row.lastReturnReasonCode,
      ...(row.pauseReason === null ? {} : { reason: row.pauseReason }),
    },
  }
}

/** About the last thing that happened to it. */
export function achEvent(
  type: 'treasury.payment.created' | 'treasury.payment.updated',
  row: Omit<AchPaymentRow, 'v'>,
): EventDraft {
  const last = row.events.at(-1)
  return {
    ...{ type, resourceId: row._id, ...(row.agentId === null ? {} : { agentId: row.agentId }) },
    data: {
      ...{ payment_token: row._id, event_type: last?.type ?? 'ACH_ORIGINATION_INITIATED' },
      event_token: last?.token ?? null,
      ...{ direction: row.direction, amount_minor: Number(row.amount), currency: 'USD', status: row.status },
      ...{ stage: row.stage, result: row.result, failure_code: row.failureCode, return_reason_code: row.returnCode },
      financial_account_token: row.financialAccountId,
      external_bank_account_token: row.bankAccountId,
      agent_id: row.agentId,
    },
  }
}

interface ToldMismatch extends Difference {
  readonly _id: string
  readonly state: string
  readonly reason: string
  readonly resolution: string | null
}

export function mismatchEvent(row: ToldMismatch): EventDraft {
  const minor = (cents: bigint | null) => (cents === null ? null : Number(cents))
  return {
    type: 'treasury.reconciliation.mismatch',
    resourceId: row._id,
    data: {
      ...{ mismatch_id: row._id, kind: row.kind, state: row.state, entry: row.entry, currency: 'USD' },
      ...{
        financial_account_token: row.financialAccountId,
        payment_token: row.entry === 'micro_deposits' ? null : row.reference,
      },
      ...{ trace_number: row.traceNumber, ledger_amount_minor: minor(row.ledgerCents) },
      ...{ bank_amount_minor: minor(row.bankCents), reason: row.reason },
      ...(row.resolution === null ? {} : { resolution: row.resolution }),
    },
  }
}

export function balanceEvent(
  financialAccountId: string,
  { available, pending, held }: UsdBalances,
  token: string | null,
): EventDraft {
  return {
    type: 'treasury.balance.updated',
    resourceId: financialAccountId,
    data: {
      ...{ financial_account_token: financialAccountId, currency: 'USD' },
      available_amount_minor: Number(available),
      pending_amount_minor: Number(pending + held),
      total_amount_minor: Number(available + pending + held),
      ...{ held_amount_minor: Number(held), event_token: token },
    },
  }
}
