/** Quotes of conversions (domain 1.9): their row, states and events. Pure. */
import { DomainError, type ErrorType } from '../../../shared/errors.ts'
import type { EventDraft } from '../../../shared/events.ts'
import { DOLLAR_RATE, inverseRate } from '../../../shared/fxRates.ts'
import type {
  AgentId,
  ApprovalId,
  FinancialAccountId,
  OrgId,
  PaymentId,
  QuoteId,
  WalletId,
} from '../../../shared/ids.ts'
import type { Converted } from '../../../shared/ledger/conversionPostings.ts'
import { formatUnits } from '../../../shared/money.ts'
import type { Mode } from '../../../shared/principal.ts'
import type { Chain, Token } from '../../../shared/tokens.ts'
import { nextState, type Transitions } from '../../../shared/transitions.ts'
import type { Fixed } from './price.ts'

export const QUOTE_LIFE_MS = 60_000

export type QuoteStatus = 'open' | 'executed' | 'expired' | 'canceled'
/** fail: it was executed, and can never be delivered. */
export type QuoteChange = 'execute' | 'expire' | 'cancel' | 'fail'

const QUOTE_TRANSITIONS: Transitions<QuoteStatus, QuoteChange> = {
  open: { execute: 'executed', expire: 'expired', cancel: 'canceled' },
  executed: { fail: 'canceled' },
  expired: {},
  canceled: {},
}

/** Null: the change does not apply. */
export const nextQuoteStatus = (from: QuoteStatus, change: QuoteChange): QuoteStatus | null =>
  nextState(QUOTE_TRANSITIONS, from, change)

export interface QuoteRow {
  readonly _id: QuoteId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly status: QuoteStatus
  readonly fixedSide: Fixed['side']
  readonly fromCents: bigint
  /** Part of it. */
  readonly feeCents: bigint
  readonly token: Token
  readonly chain: Chain
  readonly toUnits: bigint
  /** US dollars for one of the token's currency; null: it is worth a dollar. */
  readonly fx: { readonly rate: string; readonly asOf: Date } | null
  readonly walletId: WalletId
  /** Of the wallet, EIP-55. */
  readonly address: string
  readonly financialAccountId: FinancialAccountId
  /** Who asked for it; null: the organization. */
  readonly agentId: AgentId | null
  /** The delivery. */
  readonly paymentId: PaymentId | null
  /** While it is open: it waits for a person, and does not expire. */
  readonly approvalId: ApprovalId | null
  readonly failureCode: ErrorType | null
  readonly expiresAt: Date
  readonly executedAt: Date | null
  readonly deliveredAt: Date | null
  /** When it expires by itself; null: it does not any more. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const isParked = ({ status, approvalId }: Pick<QuoteRow, 'status' | 'approvalId'>): boolean =>
  status === 'open' && approvalId !== null

const isOver = (row: Pick<QuoteRow, 'status' | 'approvalId' | 'expiresAt'>, at: Date): boolean =>
  row.status === 'open' && row.approvalId === null && at.getTime() >= row.expiresAt.getTime()

/** An end that has come counts before the sweep has noticed it. */
export const statusAt = (row: Pick<QuoteRow, 'status' | 'approvalId' | 'expiresAt'>, at: Date): QuoteStatus =>
  isOver(row, at) ? 'expired' : row.status

/** Units of the token for a dollar. */
export const rateOf = ({ fx }: Pick<QuoteRow, 'fx'>): string => inverseRate(fx?.rate ?? DOLLAR_RATE)

/** Why it cannot be executed; null: it is open. */
export function executionRefusal(row: QuoteRow, at: Date): DomainError | null {
  const status = statusAt(row, at)
  if (status === 'open') return null
  const details = { quote_id: row._id, status, expires_at: row.expiresAt.toISOString() }
  if (status === 'expired')
    return new DomainError('quote_expired', `The quote expired at ${details.expires_at}. Request a new one.`, details)
  return new DomainError('quote_already_used', `The quote is ${status}. Request a new one.`, details)
}

export function convertedOf(row: QuoteRow): Converted {
  const { mode, financialAccountId: financialAccount, fromCents: amount, feeCents: fee, token, chain } = row
  const stock = { mode, token, chain, units: BigInt(row.toUnits) }
  return { mode, financialAccount, amount: BigInt(amount), fee: BigInt(fee), stock }
}

export function conversionEvent(row: Omit<QuoteRow, 'v'>): EventDraft {
  return {
    ...{ type: 'treasury.conversion.executed', resourceId: row._id },
    ...(row.agentId === null ? {} : { agentId: row.agentId }),
    data: {
      ...{ quote_id: row._id, payment_id: row.paymentId, status: row.status, wallet_id: row.walletId },
      ...{ from_currency: 'USD', from_amount_minor: Number(row.fromCents), fee_minor: Number(row.feeCents) },
      ...{ to_token: row.token, to_chain: row.chain, to_amount: formatUnits(BigInt(row.toUnits), row.token) },
      ...{ rate: rateOf(row), financial_account_token: row.financialAccountId, agent_id: row.agentId },
    },
  }
}
