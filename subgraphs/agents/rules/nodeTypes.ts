/** The node type of an id, by its prefix. */
import { ID_PREFIXES } from '../../shared/ids.ts'

const TYPES = {
  [ID_PREFIXES.agent]: 'Agent',
  [ID_PREFIXES.organization]: 'Organization',
  [ID_PREFIXES.key]: 'EnrolmentKey',
  [ID_PREFIXES.session]: 'Session',
  [ID_PREFIXES.wallet]: 'Wallet',
  [ID_PREFIXES.payment]: 'Payment',
  [ID_PREFIXES.approval]: 'Approval',
  [ID_PREFIXES.case]: 'ComplianceCase',
  [ID_PREFIXES.hold]: 'Hold',
  [ID_PREFIXES.transaction]: 'Transaction',
  [ID_PREFIXES.mismatch]: 'ReconciliationMismatch',
  [ID_PREFIXES.mandate]: 'Mandate',
  [ID_PREFIXES.killSwitch]: 'KillSwitch',
  [ID_PREFIXES.merchant]: 'Merchant',
  [ID_PREFIXES.checkout]: 'Checkout',
  [ID_PREFIXES.order]: 'Order',
  [ID_PREFIXES.accountHolder]: 'AccountHolder',
  [ID_PREFIXES.financialAccount]: 'FinancialAccount',
  [ID_PREFIXES.bankAccount]: 'ExternalBankAccount',
  [ID_PREFIXES.achPayment]: 'TreasuryPayment',
  [ID_PREFIXES.bookTransfer]: 'BookTransfer',
  [ID_PREFIXES.bankMismatch]: 'TreasuryMismatch',
  [ID_PREFIXES.quote]: 'ConversionQuote',
  [ID_PREFIXES.card]: 'Card',
  [ID_PREFIXES.cardTransaction]: 'CardTransaction',
  [ID_PREFIXES.event]: 'Event',
  [ID_PREFIXES.webhook]: 'Webhook',
  [ID_PREFIXES.delivery]: 'WebhookDelivery',
} as const

type NodeType = (typeof TYPES)[keyof typeof TYPES] | 'MandateVersion' | 'LedgerTransaction'
/** Owned by other subgraphs. */
export type ForeignNodeType = Exclude<NodeType, 'Agent' | 'Organization' | 'EnrolmentKey' | 'Session'>

/**
 * The id of a mandate version is that of the mandate, a slash and the number; that of a transaction may contain a deposit's.
 */
const NODE_ID = /^([a-z]{2,4}_)[A-Za-z0-9_.-]{1,116}(\/[1-9]\d{0,8})?$/

/** A transaction has the id of what caused it; those of wallets, which were there first, have a type of their own. */
const OF_DOLLARS = (['achPayment', 'cardTransaction', 'bookTransfer', 'quote'] as const).map(
  (cause) => `${ID_PREFIXES.transaction}${ID_PREFIXES[cause]}`,
)

/** Null for text that is not the id of a node. */
export function typeOfNode(id: string): NodeType | null {
  const [, prefix = '', version] = NODE_ID.exec(id) ?? []
  if (version === undefined && OF_DOLLARS.some((start) => id.startsWith(start))) return 'LedgerTransaction'
  const type = Object.hasOwn(TYPES, prefix) ? TYPES[prefix as keyof typeof TYPES] : null
  if (version === undefined) return type
  return type === 'Mandate' ? 'MandateVersion' : null
}

/** Both kinds of key have one prefix. */
export function typeOfShape(node: { readonly id: string }): NodeType | 'OrganizationKey' | null {
  const type = typeOfNode(node.id)
  return type === 'EnrolmentKey' && 'principalId' in node ? 'OrganizationKey' : type
}
