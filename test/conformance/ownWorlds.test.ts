/**
 * Specification 7: errors that need a service of their own, because they come of its limits, its clock, its lists or its
 * database. The rest comes about in the suite: `sections/errorTypes.ts` says which where.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ERROR_TYPES, type ErrorType } from '../../subgraphs/shared/errors.ts'
import { fundCards, issue, openCardAgent } from '../support/cardScene.ts'
import {
  type Answer,
  type Body,
  type CarrierName,
  createCarrier,
  headersOf,
  type Operation,
  postGraph,
  ROUTES,
  send,
} from '../support/carriers.ts'
import { endFailCommands, failCommands, withAppName } from '../support/failPoints.ts'
import {
  done,
  eventsOf,
  openAgent,
  openScene,
  openShop,
  refused,
  rowsIn,
  type Scene,
  tokenOf,
  until,
} from '../support/scene.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { bankAccountForm, collected, linkedAccount, verifiedAccount } from '../support/treasuryScene.ts'
import { charges, inProtocol, openPurchase, openStocked, purchasesStopped, startProcessor } from './sections/charges.ts'
import { BROUGHT_ABOUT, type OwnType } from './sections/errorTypes.ts'

const APP_NAME = 'own-worlds'
const DAY_MS = 86_400_000
/** Codes of the database: a read that took too long, and one that cannot be explained to a caller. */
const [TIME_LIMIT_EXCEEDED, BAD_VALUE] = [50, 2]
const LIMITED = 3

let service: TestService
let processor: Awaited<ReturnType<typeof startProcessor>>
beforeAll(async () => {
  const { mongodbUri } = inject('services')
  processor = await startProcessor()
  service = await startTestService('own_worlds', 'in process', {
    ...processor.environment,
    MONGODB_URI: withAppName(mongodbUri, APP_NAME),
  })
})
afterAll(async () => {
  await service?.stop()
  await processor?.close()
})

type Make = (scene: Scene) => Promise<Answer>

/** What only HTTP can be asked wrongly: beside the operations, and as much at the path of the graph. */
const raw =
  (method: string, type: string, body?: string): Make =>
  ({ carrier, owner }) => {
    const headers = { ...headersOf(owner), ...(body !== undefined && { 'content-type': type }) }
    const path = carrier.name === 'rest' ? '/api/v2/merchants' : '/graphql'
    return send(`${service.url}${path}`, { method, headers, ...(body !== undefined && { body }) }).then(withRefusal)
  }

/** As the error of the graph or of REST, whichever it is. */
function withRefusal(answer: Answer): Answer {
  const [error] = (answer.body.errors ?? []) as { message: string; extensions: Record<string, unknown> }[]
  if (error === undefined) return answer
  const { type, http_status, details, request_id } = error.extensions
  const refusal = {
    type: String(type),
    status: Number(http_status),
    message: error.message,
    requestId: String(request_id),
  }
  return { ...answer, refused: { ...refusal, details: details as Body } }
}

/** The database fails reads of merchants of this service, so often as there are. */
const withFault =
  (fault: number): Make =>
  async ({ carrier, owner }) => {
    const namespace = `${service.config.databaseName}.merchants`
    await failCommands(service.database, { appName: APP_NAME, commands: ['find'], fault, times: 1, namespace })
    try {
      return await carrier.call('listMerchants', {}, owner)
    } finally {
      await endFailCommands(service.database)
    }
  }

const ROWS: Readonly<Record<OwnType, Make>> = {
  method_not_allowed: raw('DELETE', ''),
  payload_too_large: raw('POST', 'application/json', JSON.stringify({ name: 'x'.repeat(1024 * 1024) })),
  unsupported_media_type: raw('POST', 'text/plain', '{}'),
  async idempotency_in_progress(scene) {
    const agent = await openAgent(scene, { funds: '5' })
    const input = { wallet_id: agent.walletId, to: 'slow.test', amount: '1.00', token: 'USDC', wait: 20 }
    const pay = () => scene.carrier.call('createPayment', input, agent.caller, { idempotencyKey: 'in-progress' })
    const first = pay()
    const { wallet_id } = input
    await until(
      async () => rowsIn(done(await scene.carrier.call('listPayments', { wallet_id }, agent.caller))) as Body[],
    )
    const second = await pay()
    done(await first)
    return second
  },
  async rate_limited({ carrier, organization: { orgId }, owner }) {
    await service.limitRates(orgId, LIMITED)
    const answers = []
    for (let call = 0; call <= LIMITED; call++) answers.push(await carrier.call('listAgents', {}, owner))
    expect(answers.slice(0, LIMITED).map((answer) => answer.refused)).toEqual([null, null, null])
    return answers[LIMITED] as Answer
  },
  async cursor_expired({ carrier, owner }) {
    const forward = (after?: unknown) =>
      carrier.call('listEvents', { order: 'oldest_first', ...(after !== undefined && { after }) }, owner)
    done(await carrier.call('createWallet', { name: 'One' }, owner))
    done(await carrier.call('createWallet', { name: 'Two' }, owner))
    const { next_cursor: after } = done(
      await carrier.call('listEvents', { order: 'oldest_first', limit: 1 }, owner),
    ).body
    service.clock.advance(30 * DAY_MS + 60_000)
    done(await carrier.call('createWallet', { name: 'Three' }, owner))
    const answer = await forward(after)
    // Whoever goes on from there misses nothing that is still kept.
    const kept = rowsIn(done(await forward(answer.refused?.details.oldest_cursor)))
    expect(kept.map(({ source_event_id: id }) => id)).toEqual(
      rowsIn(done(await forward())).map(({ source_event_id: id }) => id),
    )
    expect(kept.length).toBeGreaterThan(0)
    return answer
  },
  async shared_token_expired(scene) {
    const { carrier, owner } = scene
    const [agent, { merchantId }] = [await openAgent(scene, { funds: '5' }), await openShop(scene)]
    const products = [{ product_id: 'pen', title: 'A pen', amount_minor: 199 }]
    done(await carrier.call('setProductFeed', { merchant_id: merchantId, products }, owner))
    const items = [{ product_id: 'pen', quantity: 1 }]
    const { session_id } = done(await carrier.call('createCheckout', { items }, agent.caller)).body
    const cap = { agent_id: agent.agentId, session_id, max_amount_minor: 199 }
    const { shared_token: token } = done(await carrier.call('authorizeCheckout', cap, agent.caller)).body
    service.clock.advance(15 * 60_000)
    const pay = () => carrier.call('payCheckout', { session_id, token }, agent.caller)
    const answer = await pay()
    const payment_id = answer.refused?.details.payment_id
    const { body } = done(await carrier.call('getPayment', { payment_id }, agent.caller))
    expect(body).toMatchObject({ status: 'failed', failure_code: 'shared_token_expired' })
    const asked = await postGraph(carrier.url, `{ checkout(id: "${session_id}") { declined } }`, {}, agent.caller)
    expect(asked.body).toMatchObject({ data: { checkout: { declined: true } } })
    const payment_data = {
      handler_id: 'agent_wallet',
      instrument: { type: 'card', credential: { type: 'spt', token: String(token).replace('spt_', 'vt_') } },
    }
    const told = await inProtocol(scene, agent, `${session_id}/complete`, { payment_data })
    expect([told.status, told.body]).toMatchObject([409, { type: 'invalid_request', code: 'payment_declined' }])
    // Presented again it leaves no second payment.
    expect((await pay()).refused?.details.payment_id).toBe(payment_id)
    expect((await eventsOf(scene, payment_id)).map(({ type, data }) => [type, (data as Body).failure_code])).toEqual([
      ['payment.failed', 'shared_token_expired'],
    ])
    // Its session ends after as much time again.
    service.clock.advance(15 * 60_000)
    const caller = { token: await tokenOf(carrier, agent), agentId: agent.agentId }
    expect(done(await carrier.call('getCheckout', { id: session_id }, caller)).body.status).toBe('expired')
    expect(rowsIn(await carrier.call('listCheckouts', { status: 'expired' }, caller))).toMatchObject([{ session_id }])
    const over = { reason: 'checkout_not_open', status: 'expired' }
    refused(await carrier.call('authorizeCheckout', cap, caller), 409, 'conflict', over)
    const shown = await inProtocol(scene, { ...agent, caller }, session_id)
    expect(shown.body).toMatchObject({ status: 'expired', messages: [{ type: 'error', code: 'expired' }] })
    expect((await inProtocol(scene, { ...agent, caller }, `${session_id}/cancel`, {})).status).toBe(405)
    return answer
  },
  async payment_declined(scene) {
    const { pay, sessionId } = await openPurchase(scene, await openStocked(scene))
    processor.behave(sessionId, 'decline')
    return pay()
  },
  async quote_expired(scene) {
    const { token: external_bank_account_token } = await verifiedAccount(scene)
    await collected(scene, { amount_minor: 1_000, external_bank_account_token }, 3)
    const { walletId: wallet_id } = await openAgent(scene)
    const form = { from_amount_minor: 500, to_token: 'USDC', to_chain: 'base', wallet_id }
    const { quote_id } = done(await scene.carrier.call('createQuote', form, scene.owner)).body
    service.clock.advance(60_000)
    const answer = await scene.carrier.call('executeQuote', { quote_id }, scene.owner)
    expect(done(await scene.carrier.call('getQuote', { quote_id }, scene.owner)).body.status).toBe('expired')
    const listed = rowsIn(done(await scene.carrier.call('listQuotes', { status: 'expired' }, scene.owner)))
    expect(listed.map((one) => one.quote_id)).toEqual([quote_id])
    return answer
  },
  async micro_deposit_expired(scene) {
    const { token } = await linkedAccount(scene)
    done(await scene.carrier.call('simulateMicroDeposits', { token, event: 'sent' }, scene.owner))
    service.clock.advance(10 * DAY_MS)
    return scene.carrier.call('verifyMicroDeposits', { token, micro_deposits: [1, 2] }, scene.owner)
  },
  gateway_timeout: withFault(TIME_LIMIT_EXCEEDED),
  internal_error: withFault(BAD_VALUE),
}

const DETAILS: Partial<Record<ErrorType, object>> = {
  idempotency_in_progress: { retryable: true },
  rate_limited: { limit: LIMITED, reset_at: expect.stringMatching(/Z$/) },
  cursor_expired: { oldest_cursor: expect.stringMatching(/./) },
  gateway_timeout: { reason: 'list_too_slow' },
}
/** With these a caller knows when to come back. */
const RETRIED: readonly ErrorType[] = ['idempotency_in_progress', 'rate_limited']

const CARRIERS: readonly CarrierName[] = ['rest', 'graphql']

async function open(carrierName: CarrierName, name: string): Promise<Scene> {
  const carrier = createCarrier(carrierName, service)
  return openScene({ carrierName, service: () => service, carrier: () => carrier }, name)
}

/** For which time has to pass, which the other rows and the chain would notice. */
const LATE: readonly OwnType[] = ['cursor_expired', 'micro_deposit_expired']

async function requireRow(carrierName: CarrierName, type: OwnType): Promise<Answer> {
  const answer = await ROWS[type](await open(carrierName, type))
  return refused(answer, ERROR_TYPES[type].status, type, DETAILS[type])
}

test('each type that the suite does not bring about has a row here', () => {
  const own = (Object.keys(BROUGHT_ABOUT) as ErrorType[]).filter((type) => BROUGHT_ABOUT[type] === 'own')
  expect(Object.keys(ROWS).toSorted()).toEqual(own.toSorted())
})

describe.each(CARRIERS)('over %s', (carrierName) => {
  test.each((Object.keys(ROWS) as OwnType[]).filter((type) => !LATE.includes(type)))('%s', async (type) => {
    const { headers, refused: told } = await requireRow(carrierName, type)
    if (!RETRIED.includes(type)) return
    expect(told?.details.retry_after_ms).toBeGreaterThan(0)
    // Of one field of a document that others may share, the details tell it alone.
    if (carrierName === 'rest' || type === 'rate_limited') expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    if (type !== 'rate_limited') return
    expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`^"[a-z-]+";q=${LIMITED};w=60$`))
    expect(headers.get('ratelimit')).toMatch(/^"[a-z-]+";r=0;t=\d+$/)
  })

  test('internal_error tells nothing of its cause', async () => {
    const { text } = await ROWS.internal_error(await open(carrierName, 'Masked'))
    expect(text).not.toMatch(/mongo|fail ?point|command|merchants\./i)
  })

  test('4.3 without an imported list nothing is screened in live mode: list_missing', async () => {
    const { carrier, organization } = await open(carrierName, 'Live')
    const apiKey = await service.createKey(organization.orgId, { roles: [], mode: 'live' })
    refused(await carrier.call('screen', { name: 'Somebody' }, { apiKey }), 503, 'service_unavailable', {
      ...{ reason: 'list_missing', retryable: true },
    })
  })
})

describe.each(CARRIERS)('purchases over %s', (carrierName) => {
  const opening = (name: string) => open(carrierName, name)
  charges(opening, () => processor)
  purchasesStopped(opening, () => processor)
})

describe('purchases through two gateways, each with its subgraphs behind HTTP', () => {
  let apart: TestService | undefined
  beforeAll(async () => {
    apart = await startTestService('own_worlds', 'remote', processor.environment)
  })
  afterAll(() => apart?.stop())
  const opening = (name: string) => {
    const found = apart as TestService
    const carrier = createCarrier('rest', found)
    return openScene({ carrierName: 'rest', service: () => found, carrier: () => carrier }, name)
  }
  charges(opening, () => processor, { isWhole: false })
})

describe('time passes', () => {
  test.each(CARRIERS.flatMap((carrierName) => LATE.map((type) => [type, carrierName] as const)))(
    '%s, over %s',
    async (type, carrierName) => {
      await requireRow(carrierName, type)
    },
  )

  test.each(CARRIERS)('4.3 with a list that is too old nothing is paid: list_stale, over %s', async (carrierName) => {
    const scene = await open(carrierName, 'Stale')
    const { walletId } = await openAgent(scene)
    await service.importList()
    service.clock.advance(3 * DAY_MS + 60_000)
    const input = { wallet_id: walletId, merchant: 'ok.test', amount: '1.00' }
    refused(await scene.carrier.call('transfer', input, scene.owner), 503, 'service_unavailable', {
      ...{ reason: 'list_stale', retryable: true },
    })
  })
})

describe.each(CARRIERS)('A.9 live mode over %s', (carrierName) => {
  /** A key of live mode, and what the treasury of test mode would bring about there. */
  async function openLive() {
    // The clock of these worlds may be days after the last import.
    for (const list of ['ofac-sdn', 'test']) await service.importList(list)
    const scene = await open(carrierName, 'Live treasury')
    const { orgId } = scene.organization
    const owner = { apiKey: await service.createKey(orgId, { roles: ['admin'], mode: 'live' }) }
    const call = (operation: Operation, input: Body) => scene.carrier.call(operation, input, owner)
    const { account_holder, financial_accounts } = done(await call('syncAccountHolder', {})).body
    const [, issuing] = financial_accounts as Body[]
    const form = { name: 'Live', capabilities: ['cards', 'wallets'], owner_org_id: orgId }
    const agent = done(await call('register', form)).body
    return { scene, call, holder: (account_holder as Body).token, issuing: issuing?.token, agent }
  }

  /** With an authorization: made in test mode, and moved, since no card network asks for it in live mode. */
  async function openLiveCard({ scene, issuing, agent }: Awaited<ReturnType<typeof openLive>>) {
    const { card_id } = await issue(scene, await openCardAgent(scene))
    await fundCards(scene, { card_id }, 5_000)
    const asked = { card_id, amount_minor: 500 }
    const { card_transaction_id } = done(await scene.carrier.call('authorizeCard', asked, scene.owner)).body
    const owned = { walletId: agent.wallet_id, agentId: agent.agent_id, financialAccountId: issuing }
    const moved = { $set: { mode: 'live', ...owned, dueAt: null } } as object
    const rows = (name: string) => service.database.collection<{ _id: string }>(name)
    await rows('cards').updateOne({ _id: String(card_id) }, moved)
    await rows('cardTransactions').updateOne({ _id: String(card_transaction_id) }, moved)
    return { card_id, card_transaction_id }
  }

  test('nothing is simulated: every endpoint of test mode is 404, whatever there is, and changes nothing', async () => {
    const live = await openLive()
    const { call, holder, agent } = live
    const { token } = done(await call('linkBankAccount', bankAccountForm())).body
    // As if its owner had told the amounts, which nobody reads in live mode.
    const verified = { $set: { verificationState: 'ENABLED' } }
    await service.database.collection<{ _id: string }>('bankAccounts').updateOne({ _id: String(token) }, verified)
    const asked = { amount_minor: 500, external_bank_account_token: token }
    const { payment_token } = done(await call('fundTreasury', asked)).body
    const charged = await openLiveCard(live)
    const { card_id } = charged
    const calls: readonly [Operation, Body][] = [
      ['simulatedMicroDeposits', { token }],
      ['simulateMicroDeposits', { token, event: 'sent' }],
      ['simulateHolderReview', { token: holder, status: 'REJECTED' }],
      ['advanceTreasuryPayment', { payment_token }],
      ['returnTreasuryPayment', { payment_token, return_reason_code: 'R01' }],
      ['authorizeCard', { card_id, amount_minor: 100 }],
      ['clearCard', { card_id, amount_minor: 100 }],
      ['voidCard', charged],
      ['clearCard', charged],
      ['returnCard', charged],
      ['faucet', { wallet_id: agent.wallet_id, amount: '1.00' }],
      ['testClock', {}],
      // What expires by itself does so by the clock.
      ['advanceTestClock', { seconds: 8 * 86_400 }],
      ['simulateKyaExpiry', { agent_id: agent.agent_id, type: 'purpose_review' }],
      ['simulateKyb', { status: 'accepted' }],
    ]
    const ofTestMode = Object.entries(ROUTES).filter(([, route]) => /\/simulate\/|\/v2\/test\//.test(route))
    expect([...new Set(calls.map(([operation]) => operation))].toSorted()).toEqual(
      ofTestMode.map(([operation]) => operation).toSorted(),
    )
    for (const [operation, input] of calls) {
      const { refused: told } = await call(operation, input)
      expect([operation, told?.status, told?.type]).toEqual([operation, 404, 'not_found'])
    }
    expect(done(await call('getTreasuryPayment', { payment_token })).body).toMatchObject({ stage: 'reviewed' })
    const { data } = done(await call('listCardTransactions', { card_id })).body
    expect(data).toMatchObject([{ ...charged, status: 'PENDING', amount_minor: 500, cleared_amount_minor: 0 }])
  })

  test('1.9 without a rate nothing is converted to euros: 503', async () => {
    const { call, agent } = await openLive()
    const form = { from_amount_minor: 500, to_token: 'EURC', to_chain: 'base', wallet_id: agent.wallet_id }
    refused(await call('createQuote', form), 503, 'fx_rate_unavailable', { pair: 'EUR/USD', retryable: true })
  })
})
