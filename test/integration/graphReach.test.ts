// Specification 5 rule 6 over the graph: every query with the identifiers of somebody else, every edge behind it and every
// edge behind that, as a sibling agent, an agent and a key of another organization, a key of the other mode and an
// operator. Nothing of what the owner sees on the same ways is shown to them, in data or in errors.
import { readFileSync } from 'node:fs'
import { Supergraph } from '@apollo/federation-internals'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOneOfEach } from '../conformance/sections/ownership.ts'
import { type Body, type Caller, createCarrier, postGraph } from '../support/carriers.ts'
import { done, newAddress, openAgent, openScene, type Scene, type TestAgent, textIn } from '../support/scene.ts'
import { OPERATORS, startTestService, type TestService } from '../support/startService.ts'

const sdl = readFileSync(new URL('../../schema/supergraph.graphql', import.meta.url), 'utf8')
const schema = Supergraph.build(sdl).apiSchema().toGraphQLJSSchema()
const queries = Object.values(schema.getQueryType()?.getFields() ?? {})
const WORDS = { purpose: 'the-purpose-of-the-victim', policy: 'Max $17.31 per transaction, $171.13 per day.' }

type Field = GraphQLField<unknown, unknown>

let service: TestService
let scene: Scene
let victim: TestAgent
let ids: Readonly<Record<string, string>>
/** What only the victim and its organization know. */
let marks: readonly string[]
let strangers: readonly (readonly [name: string, ...Caller[]])[]

beforeAll(async () => {
  service = await startTestService('graph_reach', 'in process')
  const carrier = createCarrier('rest', service)
  const given = { carrierName: 'rest', service: () => service, carrier: () => carrier } as const
  scene = await openScene(given, 'Victim')
  const foreign = await openScene(given, 'Stranger')
  const capabilities = ['payments', 'wallets', 'mandates', 'approvals', 'holds', 'cards']
  const options = { capabilities, scope: 'agent:admin' }
  // The treasury is of the organization: a sibling with that capability sees all of it.
  const sibling = await openAgent(scene, options)
  const stranger = await openAgent(foreign, { ...options, capabilities: [...capabilities, 'treasury'] })
  const live = await service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' })
  strangers = [
    ['a sibling agent', sibling.caller],
    ['a foreign agent', stranger.caller],
    ['a foreign organization', foreign.owner],
    ['a key of the other mode', { apiKey: live }],
    // In turn: one alone may not ask so much in a minute.
    ['an operator', { apiKey: OPERATORS.alice }, { apiKey: OPERATORS.bob }],
  ]
  victim = await openAgent(scene, options)
  const { walletId, agentId, caller } = victim
  ids = await makeOneOfEach(scene, victim)
  const form = { agent_id: agentId, wallet_id: walletId, policy: WORDS.policy }
  const { body: mandate } = done(await carrier.call('createMandate', form, scene.owner))
  const asked = { wallet_id: walletId, amount: '2.00', to: newAddress(), purpose: WORDS.purpose }
  done(await carrier.call('requestApproval', asked, caller))
  const stop = { scope: 'agent', target_id: agentId, reason: 'the-reason-of-the-owner', reason_code: 'test' }
  const { body: killSwitch } = done(await carrier.call('activateSwitch', stop, scene.owner))
  const wallet = done(await carrier.call('getWallet', { wallet_id: walletId }, scene.owner)).body
  const person = { org_id: scene.organization.orgId, name: 'the-person-of-the-owner', roles: ['approver'] }
  const { body: personKey } = done(await carrier.call('createKey', person, scene.owner))
  ids = {
    ...ids,
    key_id: textIn(personKey, 'key_id'),
    mandate_id: textIn(mandate, 'mandate_id'),
    switch_id: textIn(killSwitch, 'switch_id'),
  }
  const {
    agent_id,
    wallet_id,
    mandate_id,
    payment_id,
    hold_id = '',
    webhook_id,
    delivery_id,
    event_id,
    approval_id,
    switch_id,
    key_id,
    session_id,
  } = ids
  // Amounts with their quotes: a time may have the same digits.
  marks = [
    hold_id,
    ...[agent_id, wallet_id, mandate_id, payment_id, webhook_id, delivery_id, event_id, approval_id, switch_id],
    ...[textIn(wallet, 'address'), textIn(victim.record, 'did'), '"17.31"', '"171.13"', WORDS.purpose],
    ...['https://192.0.2.1.example/hook', 'the-reason-of-the-owner', 'the-person-of-the-owner', key_id, session_id],
    ...[ids.card_id, ids.card_transaction_id, ids.bank_account_id, ids.treasury_payment_id],
    ...[ids.account_holder_id, ids.financial_account_id],
  ].filter((mark) => mark !== undefined)
}, 90_000)
afterAll(() => service.stop())

/** A connection is seen through its rows. */
function rowOf(field: Field): GraphQLObjectType | null {
  const type = getNamedType(field.type)
  if (!isObjectType(type)) return null
  const rows = type.getFields().pageInfo === undefined ? undefined : type.getFields().nodes
  return rows === undefined ? type : (getNamedType(rows.type) as GraphQLObjectType)
}
const isPage = (field: Field) => rowOf(field) !== getNamedType(field.type)

function select(field: Field, inner: string, given = '', rows = 3): string {
  const takesSize = field.args.some(({ name }) => name === 'first')
  const paged = takesSize ? [given, `first: ${rows}`].filter((one) => one !== '').join(', ') : given
  return `${field.name}${paged === '' ? '' : `(${paged})`} { ${isPage(field) ? `nodes { ${inner} }` : inner} }`
}

const fieldsOf = (type: GraphQLObjectType | null) => Object.values(type?.getFields() ?? {})
const leaves = (type: GraphQLObjectType | null): string =>
  fieldsOf(type)
    .filter((field) => rowOf(field) === null && !isAbstractType(getNamedType(field.type)))
    .map(({ name }) => name)
    .join(' ')
const edges = (type: GraphQLObjectType | null): Field[] => fieldsOf(type).filter((field) => rowOf(field) !== null)

/** Two edges deep, one document for each first edge. */
function selections(type: GraphQLObjectType | null): string[] {
  const first = edges(type).map((edge) => {
    const second = edges(rowOf(edge)).map((one) => select(one, `__typename ${leaves(rowOf(one))}`))
    return `__typename ${leaves(type)} ${select(edge, ['__typename', leaves(rowOf(edge)), ...second].join(' '))}`
  })
  return first.length === 0 ? [`__typename ${leaves(type)}`] : first
}

const KEPT = ['Agent', 'Wallet', 'Payment', 'Mandate', 'Approval', 'Merchant', 'Webhook', 'Event', 'Hold'] as const

/** Values for the arguments of a query: those of the victim. */
function valuesOf(field: Field): Readonly<Record<string, string>> {
  const text = (name: string) => JSON.stringify(ids[name] ?? 'x')
  const own = KEPT.find((name) => name === getNamedType(field.type).name)?.toLowerCase()
  const byType: Readonly<Record<string, string>> = {
    WebhookDelivery: text('delivery_id'),
    ComplianceCase: text('case_id'),
    Organization: JSON.stringify(scene.organization.orgId),
    Card: text('card_id'),
    CardTransaction: text('card_transaction_id'),
    AccountHolder: text('account_holder_id'),
    FinancialAccount: text('financial_account_id'),
    ExternalBankAccount: text('bank_account_id'),
    SimulatedMicroDeposits: text('bank_account_id'),
    TreasuryPayment: text('treasury_payment_id'),
  }
  return {
    id: byType[getNamedType(field.type).name] ?? text(`${own}_id`),
    ids: JSON.stringify(Object.values(ids)),
    ...{ walletId: text('wallet_id'), agentId: text('agent_id'), mandateId: text('mandate_id') },
    ...{ cardId: text('card_id'), externalBankAccountId: text('bank_account_id') },
    financialAccountId: text('financial_account_id'),
    keyId: text('key_id'),
    merchantId: text('merchant_id'),
    sessionId: text('session_id'),
    screeningId: text('screening_id'),
    requestId: JSON.stringify('req_unknown'),
    type: JSON.stringify('payment.completed'),
    subjectId: text('payment_id'),
    ...{ webhookId: text('webhook_id'), resourceId: text('payment_id') },
    ...{ paymentId: text('payment_id'), holdId: text('hold_id'), txHash: JSON.stringify(`0x${'1'.repeat(64)}`) },
    orgId: JSON.stringify(scene.organization.orgId),
    ...{ scope: 'agent', targetId: text('agent_id') },
  }
}

const INPUTS = (): Readonly<Record<string, readonly string[]>> => ({
  ScreenInput: [`{ address: "${newAddress()}" }`],
  PreviewPolicyInput: [`{ policy: "Max $1 per day.", mandateId: "${ids.mandate_id}" }`],
  SimulatePolicyInput: [
    `{ walletId: "${ids.wallet_id}", policy: "Max $1 per day." }`,
    `{ walletId: "${ids.wallet_id}", mandateId: "${ids.mandate_id}" }`,
  ],
  CheckPolicyInput: [
    `{ walletId: "${ids.wallet_id}", amount: "1", to: "${newAddress()}" }`,
    `{ agentId: "${ids.agent_id}", amount: "1", to: "${newAddress()}" }`,
  ],
})

function argumentsOf(field: Field): string[] {
  const input = field.args.find(({ name }) => name === 'input')
  if (input !== undefined) return (INPUTS()[getNamedType(input.type).name] ?? []).map((one) => `input: ${one}`)
  const values = valuesOf(field)
  const write = (args: readonly GraphQLArgument[]) => args.map(({ name }) => `${name}: ${values[name]}`).join(', ')
  const required = field.args.filter(isRequiredArgument)
  const optional = field.args.filter((arg) => !isRequiredArgument(arg) && /Id$/.test(arg.name))
  return [...new Set([required, ...optional.map((one) => [...required, one])].map(write))]
}

/** All ways without arguments that narrow; with each of them, what it leads to directly. */
function documentsOf(field: Field): string[] {
  const [given = '', ...narrowed] = argumentsOf(field)
  const named = getNamedType(field.type)
  if (field.name === 'node') return Object.values(ids).map((id) => `{ node(id: "${id}") { id __typename } }`)
  if (isAbstractType(named))
    return schema
      .getPossibleTypes(named)
      .flatMap((type) =>
        selections(type).map((part) => `{ ${field.name}(${given}) { id ... on ${type} { ${part} } } }`),
      )
  if (rowOf(field) === null) return [`{ ${field.name}${given === '' ? '' : `(${given})`} }`]
  return [
    ...selections(rowOf(field)).map((one) => `{ ${select(field, one, given, 10)} }`),
    ...narrowed.map((one) => `{ ${select(field, `__typename ${leaves(rowOf(field))}`, one, 10)} }`),
  ]
}

/** The marks in an answer that the question did not name itself. */
async function seen(caller: Caller, document: string): Promise<string[]> {
  const { body, text } = await postGraph(service.url, document, {}, caller)
  const errors = (body.errors ?? []) as readonly { readonly message: string; readonly extensions: Body }[]
  for (const { extensions, message } of errors) {
    expect(extensions.code, `${document}: ${message}`).not.toMatch(/VALIDATION|PARSE|INTERNAL|RATE_LIMITED/)
    expect(message, document).not.toMatch('too large')
  }
  return marks.filter((mark) => text.includes(mark) && !document.includes(mark))
}

async function walk(...callers: readonly Caller[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const documents = queries.flatMap(documentsOf)
  const next = async (): Promise<void> => {
    for (let one = documents.pop(); one !== undefined; one = documents.pop()) {
      const shown = await seen(callers[documents.length % callers.length] as Caller, one)
      if (shown.length > 0) found.set(one, shown)
    }
  }
  await Promise.all(Array.from({ length: 4 }, next))
  return found
}

describe('the ways of the graph', () => {
  test('lead the owner to all that is the victim’s', async () => {
    const found = await walk(scene.owner)
    expect(queries.flatMap(documentsOf).length).toBeGreaterThan(150)
    expect(new Set([...found.values()].flat())).toEqual(new Set(marks))
  }, 120_000)

  test('lead an agent without a capability to no wallet, mandate, payment or approval, be they its own', async () => {
    const { carrier, owner } = scene
    const bare = await openAgent(scene, { capabilities: ['cards'], scope: 'agent:admin' })
    const { agentId, walletId } = bare
    const form = { agent_id: agentId, wallet_id: walletId, policy: 'Max $77.31 per transaction, $191.73 per day.' }
    const { body: mandate } = done(await carrier.call('createMandate', form, owner))
    const spend = { wallet_id: walletId, amount: '2.39', to: newAddress(), purpose: 'the-purpose-of-the-bare' }
    const { body: approval } = done(await carrier.call('requestApproval', spend, owner))
    const wallet = done(await carrier.call('getWallet', { wallet_id: walletId }, owner)).body
    const before = { ids, marks }
    ids = {
      ...{ agent_id: agentId, wallet_id: walletId, mandate_id: textIn(mandate, 'mandate_id') },
      approval_id: textIn(approval, 'approval_id'),
    }
    // No instant contains it: seconds end at 59.
    marks = ['77.31', '191.73', textIn(wallet, 'address'), 'the-purpose-of-the-bare']
    try {
      expect(new Set([...(await walk(owner)).values()].flat())).toEqual(new Set(marks))
      expect([...(await walk(bare.caller))]).toEqual([])
    } finally {
      ids = before.ids
      marks = before.marks
    }
  }, 120_000)

  test.each([0, 1, 2, 3, 4])(
    'lead nobody else to any of it (%i)',
    async (index) => {
      const [name, ...callers] = strangers[index] ?? ['']
      const found = await walk(...callers)
      expect([...found].map(([document, shown]) => `${name}: ${shown} by ${document}`)).toEqual([])
    },
    120_000,
  )
})
