/** What an id alone leads to: its prefix says the type. */
import { ID_PREFIXES, type IdKind, isId } from '../../shared/ids.ts'

const TYPES = {
  agent: 'Agent',
  organization: 'Organization',
  wallet: 'Wallet',
  payment: 'Payment',
  approval: 'Approval',
  mandate: 'Mandate',
  merchant: 'Merchant',
  event: 'Event',
  webhook: 'Webhook',
  delivery: 'WebhookDelivery',
} as const satisfies Partial<Record<IdKind, string>>

type NodeType = (typeof TYPES)[keyof typeof TYPES]
/** Owned by other subgraphs. */
export type ForeignNodeType = Exclude<NodeType, 'Agent' | 'Organization'>

/** Null for what is no id of a node. */
export function typeOfNode(id: string): NodeType | null {
  const kind = (Object.keys(TYPES) as (keyof typeof TYPES)[]).find((one) => id.startsWith(ID_PREFIXES[one]))
  return kind !== undefined && isId(kind, id) ? TYPES[kind] : null
}
