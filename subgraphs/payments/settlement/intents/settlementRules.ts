/** What settlement decides with inside the commit, and what other files of payments own. */
import type { OrderLedger } from '../../../shared/acp.ts'
import type { WalletPosition } from '../../../shared/commit/positions.ts'
import type { Ref, State } from '../../../shared/commit/types.ts'
import type { DeliveryLedger } from '../../../shared/conversions.ts'
import type { DomainError } from '../../../shared/errors.ts'
import type { PaymentRow } from '../../models/payments.ts'

/** The stored facts of a payment or a hold that gate 15 asks about. */
export type AcceptedSpend = Pick<
  PaymentRow,
  | 'orgId'
  | 'mode'
  | 'walletId'
  | 'mandateId'
  | 'kind'
  | 'amount'
  | 'token'
  | 'chain'
  | 'usdMicro'
  | 'to'
  | 'toText'
  | 'merchantId'
  | 'merchant'
  | 'category'
  | 'sharers'
  | 'approvalId'
  | 'screening'
  | 'quoteId'
  | 'sessionId'
  | 'createdAt'
  | 'stopped'
>

/** Rules that others own and every step of settlement decides with, inside the commit. */
export interface SettlementRules {
  /** Gate 15: what it reads besides payment and wallet, and its verdict. */
  readonly preSignReads: (payment: PaymentRow) => readonly Ref[]
  readonly preSignCheck: (state: State, payment: PaymentRow, at: Date) => DomainError | null
  /** The screening lists of this process are not those in force: it decides again once it has read them. */
  readonly isOutdated?: (state: State) => boolean
  /** What the end of a conversion's delivery books; absent where nothing is converted. */
  readonly deliveryLedger?: DeliveryLedger
  /** What a payment does to its order; absent where nothing is ordered. */
  readonly orderLedger?: OrderLedger
  /** Moves the payment's share of the limits: reserved to net, or reserved to nothing. */
  readonly settleLimits: (wallet: WalletPosition, payment: PaymentRow, end: 'complete' | 'release') => WalletPosition
}
