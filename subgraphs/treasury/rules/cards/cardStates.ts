/** States of cards and of their transactions (domain 2.2, 2.3). Pure. */
import { nextState, type Transitions } from '../../../shared/transitions.ts'

export type CardType = 'virtual' | 'single_use' | 'merchant_locked'
/** Cards of one wallet that are active or frozen. */
export const OPEN_CARDS_MAX = 100

export type CardStatus = 'active' | 'frozen' | 'canceled' | 'expired'
export type CardChange = 'freeze' | 'unfreeze' | 'cancel' | 'expire'

const CARD_TRANSITIONS: Transitions<CardStatus, CardChange> = {
  active: { freeze: 'frozen', cancel: 'canceled', expire: 'expired' },
  frozen: { unfreeze: 'active', cancel: 'canceled', expire: 'expired' },
  canceled: {},
  expired: {},
}

/** Null: the change does not apply. */
export const nextCardStatus = (from: CardStatus, change: CardChange): CardStatus | null =>
  nextState(CARD_TRANSITIONS, from, change)

export type CardTransactionStatus = 'PENDING' | 'SETTLED' | 'VOIDED' | 'EXPIRED' | 'DECLINED'
export type CardTransactionChange = 'clear' | 'void' | 'expire'

const TRANSACTION_TRANSITIONS: Transitions<CardTransactionStatus, CardTransactionChange> = {
  PENDING: { clear: 'SETTLED', void: 'VOIDED', expire: 'EXPIRED' },
  SETTLED: {},
  VOIDED: {},
  EXPIRED: {},
  DECLINED: {},
}

/** Null: the change does not apply. */
export const nextTransactionStatus = (
  from: CardTransactionStatus,
  change: CardTransactionChange,
): CardTransactionStatus | null => nextState(TRANSACTION_TRANSITIONS, from, change)

/** What a merchant asks for before it clears. */
export type AuthorizationKind = 'AUTHORIZATION' | 'FINANCIAL_AUTHORIZATION' | 'BALANCE_INQUIRY' | 'CREDIT_AUTHORIZATION'
export type CardTransactionKind = AuthorizationKind | 'FORCE_POST'

const DAY_MS = 86_400_000
/** An authorization that is not cleared ends then. */
export const AUTHORIZATION_LIFE_MS = 7 * DAY_MS
const LIFE_MONTHS = 36

/** The month at whose end a card expires, and that instant, which is the first of the next month in UTC. */
export function expiryOf(issuedAt: Date): { readonly month: string; readonly year: string; readonly expiresAt: Date } {
  const last = new Date(Date.UTC(issuedAt.getUTCFullYear(), issuedAt.getUTCMonth() + LIFE_MONTHS, 1))
  return {
    month: String(last.getUTCMonth() + 1).padStart(2, '0'),
    year: String(last.getUTCFullYear()),
    expiresAt: new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)),
  }
}
