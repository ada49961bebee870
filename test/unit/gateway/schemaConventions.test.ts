// The conventions of the graph (domain A.1, section 0), walked over the whole schema: lists are Relay connections with
// totals, an order and filters by state; closed sets are enums; money is Decimal with its token; entities are nodes; a
// query field that fails blanks alone. What is another way is listed here with its reason.
import { readFileSync } from 'node:fs'
import { Supergraph } from '@apollo/federation-internals'
import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { listMaxOf } from '../../../gateway/queryCost.ts'
import { TOKENS_MAX } from '../../../subgraphs/commerce/rules/checkouts.ts'
import { pageMaxOf } from '../../../subgraphs/shared/connections.ts'
import { readDeclarations } from '../../../subgraphs/shared/contract.ts'
import { TOKEN_FACTS } from '../../../subgraphs/shared/tokens.ts'

const sdl = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8')
const schema = Supergraph.build(sdl).apiSchema().toGraphQLJSSchema()
const declared = readDeclarations(parse(sdl))
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const objects = types.filter((type): type is GraphQLObjectType => isObjectType(type))
const outputs = objects.flatMap((type) => Object.values(type.getFields()).map((field) => at(type, field)))
const inputs = types
  .filter(isInputObjectType)
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, field })))
const args = outputs.flatMap(({ path, field }) =>
  field.args.map((arg) => ({ path: `${path}(${arg.name})`, field: arg })),
)

function at(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>) {
  return { path: `${type.name}.${field.name}`, type, field }
}
const isPage = (type: GraphQLNamedType) => isObjectType(type) && type.getFields().pageInfo !== undefined
const isList = ({ type }: { type: GraphQLInputField['type'] | GraphQLField<unknown, unknown>['type'] }) =>
  isListType(getNullableType(type))
const pages = outputs.filter(({ field }) => isPage(getNamedType(field.type)))

/** Whether what has an id of its own can be reached from fields of a type. */
function leadsOn(start: GraphQLNamedType): boolean {
  const seen = new Set([start])
  for (const type of seen) {
    if (type !== start && hasFields(type) && 'id' in type.getFields()) return true
    if (hasFields(type)) for (const { type: of } of Object.values(type.getFields())) seen.add(getNamedType(of))
  }
  return false
}
function hasFields(type: GraphQLNamedType): type is GraphQLObjectType | GraphQLInterfaceType {
  return isObjectType(type) || isInterfaceType(type)
}

/** Plain lists, and how their descriptions tell how long they get: short by nature, or a catalogue. */
const PLAIN_LISTS: Readonly<Record<string, string>> = {
  'AccountHolder.statusReasons': 'at most 20',
  'AchAttributes.traceNumbers': 'one for each event',
  'Agent.didHistory': 'one for each key',
  'AgentKya.evidence': 'at most one for each type',
  'Approval.deciders': 'at most 100',
  'Approval.decisions': 'at most one for each person',
  'Card.allowedCategories': 'at most 100',
  'Card.blockedCategories': 'at most 100',
  'Checkout.items': 'at most 100',
  'Checkout.sharedTokens': 'at most 20',
  'ComplianceCase.checks': 'one for each rule',
  'ComplianceCase.notes': 'at most 50 notes',
  'EffectiveKillSwitches.switches': 'at most four for each target',
  'SkippedVariants.reasons': 'at most 10',
  'KillSwitchesInForce.switches': 'at most 100',
  'MandateVersion.changes': 'one for each field',
  'Merchant.payoutAddresses': 'at most 20',
  'Order.items': 'at most 100',
  'Order.refunds': 'at most 50',
  'Payment.attempts': 'until its authorization ends',
  'Payment.reviewReasons': 'one for each rule',
  'Policy.allowedMerchants': 'as many as the text names',
  'Policy.allowedCategories': 'as many as the text names',
  'Policy.blockedCategories': 'as many as the text names',
  'Policy.timeWindows': 'as many as the text names',
  'AuditExport.lines': 'at most 1,000',
  'AuditRecord.changes': 'at most 20',
  'Organization.approvalQuorum': 'at most 10',
  'OrganizationPerson.keys': 'at most 100',
  'PolicyCheck.rules': 'twelve rules',
  'PolicyDecision.rules': 'twelve rules',
  'PolicyFieldValue.names': 'as many as the text names',
  'PolicyFieldValue.timeWindows': 'as many as the text names',
  'PolicyFreeRule.roles': 'a few for each rule',
  'PolicyFreeRule.slots': 'as many as the rule has',
  'PolicyPreview.changes': 'one for each field',
  'PolicyPreview.notes': 'a few for each clause or field',
  'PolicyPreview.spans': 'one for each clause',
  'PolicyRole.words': 'each of them',
  'ProductManifest.productFeed': 'at most 500',
  'Query.eventTypes': 'the same for all callers',
  'Query.nodes': 'one for each id',
  'Query.policyCategories': 'the same for all callers',
  'Query.screeningLists': 'one version of each list',
  'Screening.checks': 'one for each rule',
  'SimulatedMicroDeposits.microDeposits': 'two of them',
  'SyncAccountHolderPayload.financialAccounts': 'at most 20',
  'TreasuryBalances.balances': 'at most 20',
  'TreasuryBalances.totals': 'One for each currency',
  'TreasuryPayment.events': 'at most 20',
  'Screening.listVersions': 'one for each list',
  'TrustScore.signals': 'six signals',
  'TrustScoreChange.signals': 'six signals',
  'LedgerTransaction.lines': 'two to five',
  'LedgerTransactionTotals.totals': 'one for each type, status and currency, or token and chain',
  'Transaction.lines': 'two or three',
  'TransactionTotals.totals': 'one for each type, status, token and chain',
  'Wallet.addresses': 'on each chain',
  'Wallet.balances': 'for each token and chain',
  'Wallet.openMismatches': 'at most 20',
  'Wallet.reconciliation': 'for each token and chain',
  'Webhook.events': 'at most 100',
  'WebhookDelivery.attempts': 'at most the last 50',
}
/** Parts of the two catalogues, which are data of the service and grow with it alone. */
const CATALOGUES = /^Policy(Category|CategoryGroup|CategoryWords|Construction|Language|Wording)\./

/** Why a text of such a name is no enum. */
const TEXTS: readonly (readonly [where: RegExp, reason: string])[] = [
  [/[.(](token|chain)\)?$/, 'rows of data; an unknown one is refused by name, after the gates before it'],
  [/[.(](category|group)\)?$/, 'names of a catalogue that is data, and grows'],
  [
    /^(ActivateKillSwitch|DeactivateKillSwitch|FreezeWallet|UnfreezeWallet|RevokeMandate|VoidHold|UnblockDeposit|EndCharge|VoidKyaEvidence)Input\.reason$/,
    'own words',
  ],
  [
    /^(Suspend|Reactivate|Revoke)(Agent|Person)Input\.reason$|^(RotateAgent|RevokeMerchant|RevokeOrganization)KeyInput\.reason$|^RevokeSessionInput\.reason$|^(ChangeExternalBankAccount|CancelTreasuryPayment)Input\.reason$/,
    'own words',
  ],
  [/^ChangeCardInput\.reason$/, 'own words'],
  [/^ConversionQuote\.failureCode$/, 'that of the payment which delivers it, whose contract has the enumeration'],
  [/^(KillSwitch|EffectiveKillSwitch|ReconciliationMismatch|TreasuryMismatch|DepositRelease)\.reason$/, 'own words'],
  [
    /^(AuditRecord|Event|EventTypeInfo|WebhookDelivery|TestWebhookInput)\.type$/,
    'written with a dot on the wire, and an open set',
  ],
  [
    /^(Query\.(events|deliveries)|Webhook\.deliveries|Subscription\.(paymentEvents|treasuryEvents))\(types\)$|^(EventFilter|ReplayWebhookInput)\.types$|^Query.eventType\(type\)$/,
    'as the types of events',
  ],
  [/EventDetails\.\w+$/, 'as the log has it, also in words of earlier versions'],
  [/^(IssueTokenInput|TokenPayload|Viewer)\.(grantType|tokenType|scope)$/, 'names of OAuth; a scope has a colon'],
  [/^RegisterAgentInput\.capabilities$/, 'all that is wrong with a registration is named at once'],
  [
    /^Query\.effectiveKillSwitches\((rail|protocol|capability)\)$/,
    'targets of switches, refused by one code of theirs',
  ],
  [/^PaymentAttempt\.adapter$/, 'endpoints of the configuration'],
  [/^KyaEvidence\.source$/, 'issuers of the configuration, and organizations'],
  [/^RefusedAttempt\.rule$|^Query\.refusals\(rule\)$/, 'rules and reasons of every gate, an open set'],
  [/^PolicyConstruction\.topic$/, 'grows with the language'],
  [
    /^(AchAttributes|SimulateTreasuryReturnInput)\.returnReasonCode$|^ExternalBankAccount\.lastReturnReasonCode$/,
    'codes of banks, a table that is data',
  ],
  [
    /^PostalAddress(Input)?\.postalCode$|^BankAddressInput\.(state|postalCode)$/,
    'as the post of each country writes them',
  ],
]
const CLOSED =
  /^(status|outcome|kind|role|mode|code|type|state|stage|scope|reason|level|source|format|topic|rail|protocol|capability|capabilities|custody|direction|token|chain|category|group|adapter|rule|severity)(s|es)?$|(Type|Code|Status|Kind|State|Scope|Mode|Level|Source|Outcome)s?$/

/** Fields of a row that tell its state, and the filter that a list of such rows has. */
const FILTERS: Readonly<Record<string, string>> = {
  ...{ status: 'statuses', state: 'states', stage: 'stages', kind: 'kinds', scope: 'scopes' },
  subjectType: 'subjectTypes',
}
const UNFILTERED: Readonly<Record<string, string>> = {
  'Mandate.versions': 'every version but the newest is superseded',
  'Query.mandateVersions': 'every version but the newest is superseded',
}
/** Its page and its order belong to the input that it is computed from. */
const COMPUTED = 'PolicySimulation.changes'

/** Entities have an id of their own; the view of a switch by those whom it stops is none, and a merchant's key is read with its merchant's. */
const NO_NODES = ['Charge', 'EffectiveKillSwitch', 'MerchantKey']
/** Each is loaded by its owner and by nobody else in the conformance tests of the graph, mismatches beside settlement. */
const NODES = [
  ...[
    'AccountHolder',
    'Agent',
    'Approval',
    'BookTransfer',
    'Card',
    'CardTransaction',
    'Checkout',
    'ComplianceCase',
    'ConversionQuote',
    'EnrolmentKey',
    'Event',
    'ExternalBankAccount',
    'FinancialAccount',
    'Hold',
    'KillSwitch',
    'LedgerTransaction',
    'Mandate',
    'MandateVersion',
    'Merchant',
    'Order',
    'Organization',
    'OrganizationKey',
    'Payment',
  ],
  ...['ReconciliationMismatch', 'Session', 'Transaction', 'TreasuryMismatch', 'TreasuryPayment', 'Wallet', 'Webhook'],
  'WebhookDelivery',
]

describe('descriptions', () => {
  test('a type is described for its readers: they do not tell subgraphs apart', () => {
    const told = types.filter(({ description }) =>
      /subgraph|belongs? to (agents|mandates|payments|treasury|commerce|events)\b|part of the graph/.test(
        description ?? '',
      ),
    )
    expect(told.map(({ name }) => name)).toEqual([])
  })
})

describe('lists', () => {
  test('are connections, or short and say how short', () => {
    const plain = outputs
      .filter(({ type, field }) => isList(field) && !(isPage(type) || isEnumType(getNamedType(field.type))))
      .filter(({ path }) => !CATALOGUES.test(path))
    expect(plain.map(({ path }) => path).toSorted()).toEqual(Object.keys(PLAIN_LISTS).toSorted())
    for (const { path, field } of plain) expect(field.description, path).toContain(PLAIN_LISTS[path])
  })

  test('without pages have a declared size wherever their elements lead back into the graph: it counts as rows', () => {
    const multiplying = outputs.filter(
      ({ type, field }) =>
        isList(field) &&
        !isPage(type) &&
        leadsOn(getNamedType(field.type)) &&
        field.args.every(({ name }) => name !== 'ids'),
    )
    expect(Object.fromEntries(multiplying.map(({ path }) => [path, listMaxOf(path)]))).toEqual({
      'Checkout.sharedTokens': TOKENS_MAX,
      'SyncAccountHolderPayload.financialAccounts': 20,
      'Wallet.balances': Object.values(TOKEN_FACTS).flatMap(({ chains }) => chains).length,
      'Wallet.openMismatches': 20,
    })
  })

  test.each(pages.map((one) => [one.path, one] as const))('%s is paged, ordered and filtered', (path, { field }) => {
    const connection = getNamedType(field.type) as GraphQLObjectType
    expect(Object.values(connection.getFields()).map(({ name, type }) => `${name}: ${type}`)).toEqual([
      expect.stringMatching(/^edges: \[\w+Edge!\]!$/),
      expect.stringMatching(/^nodes: \[\w+!\]!$/),
      ...['pageInfo: PageInfo!', 'totalCount: Int!', 'totalCountIsExact: Boolean!'],
      // The one list that grows at its end is followed (domain A.13).
      ...(path === 'Query.events' ? ['resumeCursor: String'] : []),
    ])
    const given =
      path === COMPUTED
        ? Object.values((schema.getType('SimulatePolicyInput') as GraphQLInputObjectType).getFields())
        : field.args
    const named = new Map<string, (typeof given)[number]>(given.map((one) => [one.name, one]))
    for (const name of ['first', 'after', 'last', 'before']) expect(named.has(name), name).toBe(true)
    for (const name of ['first', 'last']) expect(named.get(name)?.description).toContain(`1 to ${pageMaxOf(path)}`)
    if (path === COMPUTED) return
    const order = named.get('orderBy')?.type as GraphQLInputObjectType
    const by = getNamedType(order.getFields().field?.type) as GraphQLEnumType
    expect(by.getValues().map(({ name }) => name)).toContain('created_at')
    expect(`${order.getFields().direction?.type}`).toBe('OrderDirection!')
    const row = getNamedType(connection.getFields().nodes?.type) as GraphQLObjectType
    for (const [name, filter] of Object.entries(FILTERS)) {
      const shown = row.getFields()[name]
      if (shown === undefined || !isEnumType(getNamedType(shown.type)) || path in UNFILTERED) continue
      expect(`${named.get(filter)?.type}`, filter).toBe(`[${getNamedType(shown.type)}!]`)
    }
  })
})

test('what is one of a closed set is an enum, or says why not', () => {
  const texts = [...outputs, ...inputs, ...args].filter(
    ({ field }) => CLOSED.test(field.name) && ['String', 'ID'].includes(getNamedType(field.type).name),
  )
  expect(texts.filter(({ path }) => !TEXTS.some(([where]) => where.test(path))).map(({ path }) => path)).toEqual([])
  for (const [where] of TEXTS)
    expect(
      texts.some(({ path }) => where.test(path)),
      `${where}`,
    ).toBe(true)
})

test('values of enums are spelt as in REST: lower case with underscores (domain section 0)', () => {
  const values = types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => `${type}.${name}`))
  // What is the bank's is spelt as the bank does.
  const ofBanks =
    /^(AccountHolder|FinancialAccount|BankAccount|TreasuryPayment|TreasuryCurrency|BookTransfer|SecCode|Ach|Card(Authorization|Currency|Decline|Detailed|Network|Result|Transaction))/
  const wrong = values.filter((one) => !/^\w+\.[a-z][a-z0-9_]*$/.test(one))
  expect(wrong.filter((one) => !ofBanks.test(one) || !/^\w+\.[A-Z][A-Z0-9_]*$/.test(one))).toEqual([])
})

test('money is Decimal, never Float, and stands beside its token or says whose token or that it is dollars', () => {
  const all = [...outputs, ...inputs, ...args]
  const fractions = all.filter(({ field }) => getNamedType(field.type).name === 'Float').map(({ path }) => path)
  // Parts of a score, and of a number of deliveries.
  const parts = /^Trust(Score|Signal|SignalChange)\.|^WebhookHealth\.successRate$/
  expect(fractions.filter((path) => !parts.test(path))).toEqual([])
  const money = all.filter(({ field }) => getNamedType(field.type).name === 'Decimal')
  expect(money.length).toBeGreaterThan(40)
  const unclear = money.filter(({ path, field }) => {
    const type = schema.getType(path.split('.')[0] ?? '') as GraphQLObjectType | GraphQLInputObjectType
    const isDollars = /US dollars|worth a dollar|in the token of/.test(`${type.description} ${field.description}`)
    return !isDollars && type.getFields().token === undefined
  })
  expect(unclear.map(({ path }) => path)).toEqual([])
})

test('what has an id of its own is a node, and every node is held by a test', () => {
  const withId = objects.filter((type) => `${type.getFields().id?.type}` === 'ID!').map(({ name }) => name)
  const nodes = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map(({ name }) => name)
  expect(nodes.toSorted()).toEqual(NODES)
  expect(withId.filter((name) => !nodes.includes(name))).toEqual(NO_NODES)
})

test('every operation and every node says who may see it, and one that fails blanks alone', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  for (const root of roots) {
    const fields = Object.values(root?.getFields() ?? {})
    expect(fields.length).toBeGreaterThan(0)
    for (const { name, type } of fields) {
      expect(declared.has(`${root}.${name}`), name).toBe(true)
      if (root !== schema.getSubscriptionType()) expect(isNonNullType(type), name).toBe(false)
    }
  }
  for (const name of NODES) expect(declared.has(name), name).toBe(true)
})
