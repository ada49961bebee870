/**
 * Prefixed, time-sortable identifiers. They are made before a commit, never in it, because decisions are pure.
 */
import { base32crockford } from '@scure/base'
import { uuidv7obj } from 'uuidv7'

export const ID_PREFIXES = {
  organization: 'org_',
  agent: 'agt_',
  wallet: 'wal_',
  mandate: 'mnd_',
  payment: 'pay_',
  hold: 'hld_',
  approval: 'apr_',
  killSwitch: 'kil_',
  screening: 'scr_',
  case: 'cas_',
  refusal: 'rfs_',
  mismatch: 'mis_',
  journal: 'led_',
  /** Of its journal, with another prefix. */
  transaction: 'txn_',
  webhook: 'whk_',
  delivery: 'dlv_',
  /** Of what an endpoint has missed. */
  replay: 'rpl_',
  event: 'evt_',
  merchant: 'mrc_',
  /** A checkout session. */
  checkout: 'cks_',
  order: 'ord_',
  /** Of a checkout session, as a payment processor is asked about it. */
  charge: 'chg_',
  accountHolder: 'ah_',
  financialAccount: 'fa_',
  /** An external bank account. */
  bankAccount: 'eba_',
  /** Of dollars over ACH. */
  achPayment: 'tpay_',
  bookTransfer: 'btr_',
  /** Of books and bank. */
  bankMismatch: 'tmi_',
  /** Of a conversion. */
  quote: 'qte_',
  card: 'crd_',
  cardTransaction: 'ctx_',
  key: 'key_',
  session: 'ses_',
  request: 'req_',
} as const

export type IdKind = keyof typeof ID_PREFIXES
export type Id<K extends IdKind> = `${(typeof ID_PREFIXES)[K]}${string}`
export type OrgId = Id<'organization'>
export type AgentId = Id<'agent'>
export type WalletId = Id<'wallet'>
export type MandateId = Id<'mandate'>
export type PaymentId = Id<'payment'>
export type HoldId = Id<'hold'>
export type MerchantId = Id<'merchant'>
export type CheckoutId = Id<'checkout'>
export type OrderId = Id<'order'>
export type ChargeId = Id<'charge'>
export type ApprovalId = Id<'approval'>
export type KillSwitchId = Id<'killSwitch'>
/** That of what was screened, with another prefix. */
export type ScreeningId = Id<'screening'>
/** That of what is reviewed, with another prefix. */
export type CaseId = Id<'case'>
/** Of a refused attempt to spend. */
export type RefusalId = Id<'refusal'>
export type WebhookId = Id<'webhook'>
export type DeliveryId = Id<'delivery'>
export type ReplayId = Id<'replay'>
export type EventId = Id<'event'>
export type AccountHolderId = Id<'accountHolder'>
export type FinancialAccountId = Id<'financialAccount'>
export type BankAccountId = Id<'bankAccount'>
export type AchPaymentId = Id<'achPayment'>
export type BookTransferId = Id<'bookTransfer'>
/** Derived from what it is about. */
export type BankMismatchId = Id<'bankMismatch'>
export type QuoteId = Id<'quote'>
export type CardId = Id<'card'>
export type CardTransactionId = Id<'cardTransaction'>
export type KeyId = Id<'key'>
export type SessionId = Id<'session'>
/** Derived from its cause. */
export type MismatchId = Id<'mismatch'>

/** Makes ids; tests replace it. */
export type NewId = <K extends IdKind>(kind: K) => Id<K>

/**
 * The id of the payment that delivers a conversion: made of its quote, so that one that is executed again after an older backup
 * was restored carries the same single-use authorization, and the chain takes no second one.
 */
export const deliveryIdOf = (quoteId: QuoteId): PaymentId =>
  `${ID_PREFIXES.payment}${quoteId.slice(ID_PREFIXES.quote.length)}`

/** The id of one version of a mandate: of its row, and of the reference in each payment that it decided. */
export const mandateVersionId = (mandateId: string, version: number): string => `${mandateId}/${version}`

/** 26 characters over a UUIDv7: sorts by time of making. */
export const newId: NewId = (kind) => `${ID_PREFIXES[kind]}${base32(uuidv7obj().bytes)}` as Id<typeof kind>

/** Crockford's, in lower case. */
export function base32(bytes: Uint8Array): string {
  return base32crockford.encode(bytes).toLowerCase()
}

/** Whatever was made before this instant has a lower id. */
export function firstIdAt<K extends IdKind>(kind: K, at: Date): Id<K> {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, at.getTime()), 0, 6)
  return `${ID_PREFIXES[kind]}${base32(bytes)}` as Id<K>
}

/** When it was made, in real time whatever the clock of its organization tells; null: it does not say. */
export function madeAt(id: string): Date | null {
  try {
    const bytes = Buffer.from(base32crockford.decode(id.slice(id.lastIndexOf('_') + 1).toUpperCase()))
    return (bytes[6] ?? 0) >> 4 === 7 ? new Date(bytes.readUIntBE(0, 6)) : null
  } catch {
    return null
  }
}

/** Checks the form only, not whether such an id exists. */
export function isId<K extends IdKind>(kind: K, value: unknown): value is Id<K> {
  if (typeof value !== 'string' || value.length > 80) return false
  return value.startsWith(ID_PREFIXES[kind]) && /^[a-z]+_[A-Za-z0-9_.-]+$/.test(value)
}

/** Those of the values that are such ids in form: no others exist. */
export const idsOf = <K extends IdKind>(kind: K, values: readonly string[]): Id<K>[] =>
  values.filter((value) => isId(kind, value))
