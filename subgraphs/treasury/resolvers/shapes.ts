/** Rows of the treasury as the graph shows them. */
import type { UsdBalances } from '../../shared/ledger/accounts.ts'
import type {
  AccountHolder,
  BookTransfer,
  Card,
  CardTransaction,
  ConversionQuote,
  ExternalBankAccount,
  FinancialAccount,
  TreasuryBalance,
  TreasuryPayment,
  TreasuryTotal,
} from '../generated.ts'
import type { AccountHolderRow } from '../models/accountHolders.ts'
import type { BookTransferRow } from '../models/bookTransfers.ts'
import type { CardRow } from '../models/cards.ts'
import type { FinancialAccountRow } from '../models/financialAccounts.ts'
import { bankDay } from '../rules/achCalendar.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'
import { shownAmounts } from '../rules/achStates.ts'
import type { BankAccountRow } from '../rules/bankAccount.ts'
import { ATTEMPTS_MAX } from '../rules/bankAccountStates.ts'
import { failureMessageOf } from '../rules/failureMessages.ts'
import type { AccountBalance } from '../services/readTreasury.ts'

const CURRENCY = 'USD'

export type FinancialAccountShape = Omit<FinancialAccount, 'balance'>
export type ConversionQuoteShape = Omit<ConversionQuote, 'financialAccount'>
export type ExternalBankAccountShape = Omit<ExternalBankAccount, 'financialAccount'>
export type TreasuryPaymentShape = Omit<TreasuryPayment, 'financialAccount' | 'externalBankAccount'>

export type CardShape = Omit<Card, 'transactions' | 'spentToday' | 'spentThisMonth'> & { readonly row: CardRow }
export type CardTransactionShape = Omit<CardTransaction, 'card'>

interface Owned {
  readonly orgId: string
  readonly mode: 'test' | 'live'
  readonly createdAt: Date
}

const ownerOf = ({ orgId, mode, createdAt }: Owned) => ({
  ...{ mode, organization: { id: orgId }, createdAt: createdAt.toISOString() },
})

export function shapeHolder(row: AccountHolderRow): AccountHolder {
  const { _id: id, userType, status, statusReasons, externalToken: accountToken, updatedAt } = row
  return { id, userType, status, statusReasons, accountToken, ...ownerOf(row), updatedAt: updatedAt.toISOString() }
}

export function shapeAccount(row: FinancialAccountRow): FinancialAccountShape {
  const { _id: id, type, status, nickname, holderId: accountHolderId, updatedAt } = row
  return {
    ...{ id, type, status, nickname, accountHolderId, currency: CURRENCY },
    ...ownerOf(row),
    updatedAt: updatedAt.toISOString(),
  }
}

export function shapeBalance({ account, balances, touched }: AccountBalance): TreasuryBalance {
  return {
    ...{ financialAccountId: account._id, type: account.type, currency: CURRENCY },
    ...amountsOf(balances),
    lastEventToken: touched?.token ?? null,
    updatedAt: (touched?.at ?? account.createdAt).toISOString(),
  }
}

/** Available is 2010; pending is 2011 with 2012; what is uncollected is not shown (domain 8.5). */
function amountsOf({ available, pending, held }: Pick<UsdBalances, 'available' | 'pending' | 'held'>) {
  return {
    availableAmountMinor: Number(available),
    pendingAmountMinor: Number(pending + held),
    totalAmountMinor: Number(available + pending + held),
    heldAmountMinor: Number(held),
  }
}

/** The sum of these accounts, in the one currency that there is. */
export function shapeTotals(all: readonly AccountBalance[]): TreasuryTotal[] {
  const sum = { available: 0n, pending: 0n, held: 0n }
  for (const { balances } of all) {
    sum.available += balances.available
    sum.pending += balances.pending
    sum.held += balances.held
  }
  return [{ currency: CURRENCY, ...amountsOf(sum) }]
}

export function shapeBankAccount(row: BankAccountRow): ExternalBankAccountShape {
  const { microDeposits } = row
  return {
    id: row._id,
    ...{ state: row.state, verificationState: row.verificationState, verificationMethod: row.verificationMethod },
    verificationAttempts: microDeposits?.attempts ?? 0,
    verificationFailedReason: row.verificationFailedReason,
    microDepositStatus: microDeposits?.status ?? null,
    microDepositsExpireAt: microDeposits?.expiresAt?.toISOString() ?? null,
    attemptsRemaining: microDeposits === null ? 0 : Math.max(0, ATTEMPTS_MAX - microDeposits.attempts),
    ...{ lastFour: row.lastFour, routingNumber: row.routingNumber, owner: row.owner, ownerType: row.ownerType },
    ...{ type: row.type, country: row.country, currency: CURRENCY, name: row.name },
    ...{ doingBusinessAs: row.doingBusinessAs, companyId: row.companyId, userDefinedId: row.userDefinedId },
    financialAccountId: row.financialAccountId,
    ...{ isPaused: row.state === 'PAUSED', pauseReason: row.pauseReason },
    lastReturnReasonCode: row.lastReturnReasonCode,
    ...ownerOf(row),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Null: it will not be released, or never was. */
const releaseDayOf = ({ direction, schedule, status }: AchPaymentRow): string | null =>
  direction === 'CREDIT' || schedule === null || (status !== 'PENDING' && status !== 'SETTLED')
    ? null
    : bankDay(schedule.releaseAt)

export function shapePayment(row: AchPaymentRow): TreasuryPaymentShape {
  const { pending, settled, released } = shownAmounts(row.stage, row.amount)
  return {
    ...{ id: row._id, direction: row.direction, type: row.direction === 'DEBIT' ? 'COLLECTION' : 'PAYMENT' },
    ...{ category: 'ACH', method: row.method, status: row.status, stage: row.stage, result: row.result },
    methodAttributes: {
      ...{ secCode: row.secCode, achHoldPeriod: row.holdDays, returnReasonCode: row.returnCode },
      traceNumbers: row.events.flatMap(({ externalId }) => externalId ?? []),
      ...{ retries: row.retries, companyId: row.companyId },
    },
    ...{ amountMinor: Number(row.amount), pendingAmountMinor: Number(pending) },
    ...{ settledAmountMinor: Number(settled), releasedAmountMinor: Number(released), currency: CURRENCY },
    ...{ failureCode: row.failureCode, failureMessage: failureMessageOf(row) },
    ...{ financialAccountId: row.financialAccountId, externalBankAccountId: row.bankAccountId },
    expectedReleaseDate: releaseDayOf(row),
    ...{ descriptor: row.descriptor, memo: row.memo, userDefinedId: row.userDefinedId, retryOfId: row.retryOf },
    ...{ approvalId: row.approvalId, approval: row.approvalId === null ? null : { id: row.approvalId } },
    agent: row.agentId === null ? null : { id: row.agentId },
    events: row.events.map(({ token, type, amount, result, detailedResults, externalId, createdAt }) => ({
      ...{ token, type, amountMinor: Number(amount), result, detailedResults, externalId },
      createdAt: createdAt.toISOString(),
    })),
    ...ownerOf(row),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function shapeBookTransfer(row: BookTransferRow): BookTransfer {
  return {
    ...{ id: row._id, status: 'SETTLED', fromFinancialAccountId: row.from, toFinancialAccountId: row.to },
    ...{ amountMinor: Number(row.amount), currency: CURRENCY, memo: row.memo },
    ...ownerOf(row),
  }
}
