/** Which inputs of the graph name a resource, and of which kind: read from the schema, so that a new one is not left out. */
import { getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { API_SCHEMA, rootField } from '../carriers/operations.ts'

export const KINDS = [
  ...(['organization', 'person', 'key', 'enrolmentKey', 'session', 'agent', 'wallet', 'mandate', 'payment'] as const),
  ...(['hold', 'transaction', 'deposit', 'mismatch', 'approval', 'screening', 'case', 'killSwitch'] as const),
  ...(['merchant', 'webhook', 'delivery', 'event', 'request'] as const),
  ...(['accountHolder', 'financialAccount', 'bankAccount', 'treasuryPayment', 'bookTransfer', 'card'] as const),
  ...(['quote', 'treasuryMismatch', 'checkout', 'order', 'charge', 'merchantKey'] as const),
  // A transfer is between two.
  ...(['cardTransaction', 'otherAccount'] as const),
] as const
export type Kind = (typeof KINDS)[number]

/** By the name of the input. */
const BY_NAME: Readonly<Record<string, Kind>> = {
  ...{
    orgId: 'organization',
    ownerOrgId: 'organization',
    principalId: 'person',
    assignee: 'person',
    sessionId: 'session',
  },
  ...{ agentId: 'agent', walletId: 'wallet', mandateId: 'mandate', paymentId: 'payment', holdId: 'hold' },
  ...{ merchantId: 'merchant', chargeId: 'charge' },
  ...{ depositId: 'deposit', approvalId: 'approval', screeningId: 'screening', caseId: 'case' },
  ...{ webhookId: 'webhook', deliveryId: 'delivery', requestId: 'request' },
  ...{ externalBankAccountId: 'bankAccount', externalBankAccountToken: 'bankAccount' },
  ...{ financialAccountId: 'financialAccount', financialAccountToken: 'financialAccount' },
  ...{ fromFinancialAccountToken: 'financialAccount', toFinancialAccountToken: 'otherAccount' },
  ...{ cardId: 'card', cardTransactionId: 'cardTransaction' },
  // Of any kind: what payments are asked for by others.
  ...{ subjectId: 'payment', resourceId: 'payment', targetId: 'agent' },
}

/** Where the name alone does not tell. */
const BY_PLACE: Readonly<Record<string, Kind>> = {
  'Mutation.revokeEnrolmentKey keyId': 'enrolmentKey',
  'Mutation.rotateMerchantKey keyId': 'merchantKey',
  'Mutation.revokeMerchantKey keyId': 'merchantKey',
  'Query.simulatedMicroDeposits id': 'bankAccount',
  'Query.charge id': 'charge',
  'Mutation.authorizeCheckout sessionId': 'checkout',
  'Mutation.payCheckout sessionId': 'checkout',
}

/** Words and secrets of the caller's own, names at a bank, and the token of a price: they name nothing here. */
const WORDS: ReadonlySet<string> = new Set([
  ...['companyId', 'userDefinedId', 'accountToken', 'refreshToken', 'paymentToken', 'toToken'],
])

/** `id` names what the operation returns. */
const BY_TYPE: Readonly<Record<string, Kind>> = {
  ...{ Organization: 'organization', OrganizationKey: 'key', EnrolmentKey: 'enrolmentKey', Session: 'session' },
  ...{ Agent: 'agent', Wallet: 'wallet', Mandate: 'mandate', MandateVersion: 'mandate', Payment: 'payment' },
  ...{
    Hold: 'hold',
    Transaction: 'transaction',
    LedgerTransaction: 'transaction',
    ReconciliationMismatch: 'mismatch',
    Approval: 'approval',
  },
  ...{ ComplianceCase: 'case', KillSwitch: 'killSwitch', Merchant: 'merchant', Webhook: 'webhook' },
  ...{ WebhookDelivery: 'delivery', Event: 'event' },
  ...{ AccountHolder: 'accountHolder', FinancialAccount: 'financialAccount', ExternalBankAccount: 'bankAccount' },
  ...{ TreasuryPayment: 'treasuryPayment', BookTransfer: 'bookTransfer' },
  ...{ ConversionQuote: 'quote', TreasuryMismatch: 'treasuryMismatch' },
  ...{ Card: 'card', CardTransaction: 'cardTransaction', Checkout: 'checkout', Order: 'order' },
}

/** Of an entity; null for a type that is none. */
export const kindOfType = (type: string): Kind | null => BY_TYPE[type] ?? null

/** Asked for each kind by themselves. */
const OF_ANY_KIND: ReadonlySet<string> = new Set(['Query.node', 'Query.nodes'])

export interface IdInput {
  readonly name: string
  readonly kind: Kind
  readonly isRequired: boolean
}

export interface IdInputs {
  readonly known: ReadonlyMap<string, readonly IdInput[]>
  /** Inputs whose kind is not known here. */
  readonly unknown: readonly string[]
}

export function readIdInputs(): IdInputs {
  const known = new Map<string, IdInput[]>()
  const unknown: string[] = []
  for (const type of [API_SCHEMA.getQueryType(), API_SCHEMA.getMutationType(), API_SCHEMA.getSubscriptionType()])
    for (const name of Object.keys(type?.getFields() ?? {})) {
      const at = `${type?.name}.${name}`
      if (OF_ANY_KIND.has(at)) continue
      const inputs = inputsOf(at).flatMap((input) => {
        const kind = kindAt(at, input.name)
        if (kind === null) unknown.push(`${at} ${input.name}`)
        return kind === null ? [] : [{ ...input, kind }]
      })
      known.set(at, inputs)
    }
  return { known, unknown }
}

function inputsOf(at: string): { readonly name: string; readonly isRequired: boolean }[] {
  const { args } = rootField(at)
  return args.flatMap((arg) => {
    const type = getNamedType(arg.type)
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [arg]
    return fields
      .filter(({ name }) => !WORDS.has(name))
      .filter((field) => getNamedType(field.type).name === 'ID' || /(I[dD]|Token)$/.test(field.name))
      .map((field) => ({ name: field.name, isRequired: String(field.type).endsWith('!') }))
  })
}

/** Null for one that names nothing, or nothing known. */
export function kindAt(at: string, input: string): Kind | null {
  const placed = BY_PLACE[`${at} ${input}`]
  if (placed !== undefined) return placed
  if (input === 'keyId') return 'key'
  if (input !== 'id') return BY_NAME[input] ?? null
  const type = getNamedType(rootField(at).type)
  if (kindOfType(type.name) !== null) return kindOfType(type.name)
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  for (const field of fields) {
    const kind = kindOfType(getNamedType(field.type).name)
    if (kind !== null) return kind
  }
  return null
}
