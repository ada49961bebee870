// Specification 5 and domain A.1: the documents tell who may call an operation as the graph declares it. That each caller is
// let in or refused so, `npm run prove -- authz` asks for.
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../scripts/prove/carriers/client.ts'
import { graphOperations, restOperations, rootField, SUPERGRAPH_SDL } from '../../scripts/prove/carriers/operations.ts'
import { type Access, describeAccess } from '../../subgraphs/shared/access.ts'
import { readDeclarations } from '../../subgraphs/shared/contract.ts'
import { CAPABILITIES, PROOF_SECONDS } from '../../subgraphs/shared/principal.ts'
import { createCarrier, postGraph, send } from '../support/carriers.ts'
import { done, openAgent, openScene, refused, type Scene, textIn, tokenOf } from '../support/scene.ts'
import { startTestService, type TestService } from '../support/startService.ts'

const declared = readDeclarations(parse(SUPERGRAPH_SDL))
let service: TestService
let scene: Scene

beforeAll(async () => {
  service = await startTestService('access', 'in process')
  const carrier = createCarrier('rest', service)
  scene = await openScene({ carrierName: 'rest', service: () => service, carrier: () => carrier }, 'Access')
}, 90_000)
afterAll(() => service.stop())

test('an agent sees itself, whether or not it may see its wallet and mandate', async () => {
  const query = '{ me { name walletId wallet { address } mandateId mandate { status } } }'
  for (const capabilities of [Object.keys(CAPABILITIES), ['cards'], ['wallets'], ['mandates']]) {
    const { caller } = await openAgent(scene, { capabilities, scope: 'agent:read' })
    const { body } = await postGraph(service.url, query, {}, caller)
    expect([body.data, body.errors], `${capabilities}`).toEqual([
      {
        me: {
          ...{ name: expect.any(String), walletId: expect.any(String), mandateId: expect.any(String) },
          wallet: capabilities.includes('wallets') ? { address: expect.any(String) } : null,
          mandate: capabilities.includes('mandates') ? { status: 'active' } : null,
        },
      },
      undefined,
    ])
  }
})

test('the documents name it', async () => {
  const client = createClient(service.url)
  const routes = await restOperations(client.send, '')
  await client.close()
  expect(routes.length).toBeGreaterThan(100)
  for (const { at, document } of routes) {
    const access = declared.get(at) as Access
    expect(document.description).toBe(`Caller: ${describeAccess(access)}.`)
    expect(rootField(at).description).toContain(document.description)
    expect(document.security).toEqual([
      ...(access.public ? [{}] : []),
      ...(access.agent ? [{ accessToken: [access.agent.scope] }] : []),
      ...(access.organization ? [{ organizationKey: [access.organization.role].filter((one) => one !== null) }] : []),
      ...(access.enrolment ? [{ enrolmentKey: [] }] : []),
      ...(access.merchant ? [{ merchantKey: [] }] : []),
      ...(access.operator ? [{ operatorKey: [] }] : []),
    ])
  }
  const discovery = await send(`${service.url}/.well-known/service-agent.json`)
  const named = new Set(routes.flatMap(({ at }) => declared.get(at)?.agent?.capabilities ?? []))
  expect(new Set(discovery.body.capabilities as string[])).toEqual(named)
})

/**
 * Acts of an organization's people that give no lasting authority and undo no stop, so that a session needs no fresh proof for
 * them. Whatever else changes something asks for one: an act that is new has to be declared, or to be named here with the
 * reason.
 */
const NEEDS_NO_PROOF: Readonly<Record<string, string>> = {
  'spends, within a mandate that is in force': `createPayment transfer executeMandate createHold captureHold extendHold fundTreasury withdrawTreasury
    retryTreasuryPayment createCheckout updateCheckout authorizeCheckout payCheckout`,
  'says who works on something': 'assignCase',
  'decides about one spend': 'approveApproval denyApproval decideCase requestApproval',
  'stops or takes away': `suspendAgent revokeAgent voidKyaEvidence revokeEnrolmentKey revokeMerchantKey revokeOrganizationKey suspendPerson revokeSession
    freezeWallet cancelApproval voidHold revokeMandate activateKillSwitch deleteWebhook freezeCard cancelCard
    pauseExternalBankAccount closeExternalBankAccount cancelTreasuryPayment
    cancelConversionQuote cancelCheckout`,
  'says what has happened to money': `reconcileWallet resolveReconciliationMismatch linkRefund unlinkRefund
    notifyRefund reconcileTreasury resolveTreasuryMismatch`,
  'opens nothing by itself': 'createWallet createOwnershipChallenge syncAccountHolder',
  'goes on with a bank account for whose link it was shown': 'verifyMicroDeposits retryMicroDeposits',
  'says what is for sale: what is bought passes the mandate': 'setProductFeed importProductFeed',
  'stays within the organization': 'createBookTransfer createConversionQuote executeConversionQuote',
  'sends again what is sent already': 'testWebhook replayWebhook retryDelivery',
  'only for the key itself': 'createSession',
  'test money': `faucet simulateKybReview simulateKyaExpiry simulateAccountHolderReview simulateMicroDeposits
    simulateTreasuryPaymentEvent simulateTreasuryReturn simulateCardAuthorization simulateCardClearing simulateCardVoid
    simulateCardReturn`,
}

const people = [...declared].filter(
  ([at, { organization }]) => at.startsWith('Mutation.') && organization !== undefined,
)

test('whatever gives lasting authority or undoes a stop is declared to need a fresh proof of a session', () => {
  const exempt = Object.values(NEEDS_NO_PROOF).flatMap((names) => names.split(/\s+/))
  const unproven = people.filter(([, { proof }]) => !proof).map(([at]) => at.slice('Mutation.'.length))
  expect(unproven.toSorted()).toEqual(exempt.toSorted())
})

test('and a session that is not freshly proven is refused it, over REST and GraphQL, with and without a key', async () => {
  const { carrier, owner, organization } = scene
  const asked = { org_id: organization.orgId, kind: 'token', expires_in_seconds: 7_200 }
  const secret = textIn(done(await carrier.call('createSession', asked, owner)).body, 'secret')
  service.clock.advance((PROOF_SECONDS + 10) * 1_000)
  const client = createClient(service.url)
  const operations = [...graphOperations(), ...(await restOperations(client.send, 'agt_none'))]
  const proven = operations.filter(({ at }) => declared.get(at)?.proof)
  expect(proven.length).toBeGreaterThan(30)
  for (const operation of proven)
    for (const key of operation.isKeyed ? [undefined, 'a-key', 'a-key'] : [undefined]) {
      const { status, refusal } = await client.send(
        operation.request({ authorization: `Bearer ${secret}` }, { metadata: {} }, key),
      )
      const where = `${operation.name}${key === undefined ? '' : ' with a key'}`
      expect([where, status, refusal?.type, refusal?.details?.reason]).toEqual([
        ...[where, operation.carrier === 'REST' ? 401 : status, 'authentication_error', 'proof_required'],
      ])
    }
  await client.close()
})

test('what only stops something needs no proof: a merchant blocked, no open holds honored, a webhook disabled', async () => {
  const { carrier, owner, organization } = scene
  const asked = { org_id: organization.orgId, kind: 'token', expires_in_seconds: 7_200 }
  const session = { apiKey: textIn(done(await carrier.call('createSession', asked, owner)).body, 'secret') }
  const merchant = { name: 'Inn', legal_name: 'Inn Ltd', domain: 'inn.example', mcc: '7011', payout_addresses: [] }
  const { merchant_id } = done(await carrier.call('createMerchant', merchant, session)).body
  const endpoint = {
    url: 'http://127.0.0.1:9/hook',
    events: ['payment.completed'],
    secret: 'a-secret-of-16-characters',
  }
  const { webhook_id } = done(await carrier.call('createWebhook', endpoint, session)).body
  service.clock.advance((PROOF_SECONDS + 10) * 1_000)
  const change = (changes: object) => carrier.call('updateMerchant', { merchant_id, ...changes }, session)
  expect(done(await change({ status: 'blocked' })).body.status).toBe('blocked')
  const settings = (honor_open_holds: boolean) =>
    carrier.call('setHoldSettings', { org_id: organization.orgId, honor_open_holds }, session)
  const hook = (changes: object) => carrier.call('updateWebhook', { webhook_id, ...changes }, session)
  expect(done(await hook({ status: 'disabled' })).body.status).toBe('disabled')
  for (const more of [{ status: 'active' }, { url: 'http://127.0.0.1:9/other' }])
    refused(await hook(more), 401, 'authentication_error', { reason: 'proof_required' })
  done(await settings(false))
  refused(await settings(true), 401, 'authentication_error', { reason: 'proof_required' })
  for (const more of [{ status: 'active' }, { status: 'blocked', name: 'Out' }, { name: 'Out' }])
    refused(await change(more), 401, 'authentication_error', { reason: 'proof_required' })
})

test.each(['rest', 'graphql'] as const)(
  'a key that was made is not shown again without a proof, over %s',
  async (name) => {
    const carrier = createCarrier(name, service)
    const org = { org_id: scene.organization.orgId }
    const asked = { ...org, kind: 'token', expires_in_seconds: 7_200 }
    const session = { apiKey: textIn(done(await carrier.call('createSession', asked, scene.owner)).body, 'secret') }
    const make = () =>
      carrier.call('createKey', { ...org, name: `Kim over ${name}`, roles: [] }, session, {
        idempotencyKey: `kim-${name}`,
      })
    const first = done(await make()).body
    expect(done(await make()).body.api_key).toBe(first.api_key)
    service.clock.advance((PROOF_SECONDS + 10) * 1_000)
    refused(await make(), 401, 'authentication_error', { reason: 'proof_required' })
  },
)

test.each(['rest', 'graphql'] as const)(
  'what an administrator made is repeated to nobody who could not make it, over %s',
  async (name) => {
    const carrier = createCarrier(name, service)
    const org = { org_id: scene.organization.orgId }
    const keyOf = async (roles: string[]) => {
      const { body } = done(await carrier.call('createKey', { ...org, name: `With ${roles}`, roles }, scene.owner))
      return { apiKey: textIn(body, 'api_key') }
    }
    const [other, reader, spender] = [await keyOf(['admin']), await keyOf(['viewer']), await keyOf([])]
    const make = (by: object, label = 'Secret') =>
      carrier.call('createKey', { ...org, name: label, roles: [] }, by, { idempotencyKey: `secret-${name}` })
    const { key_id } = done(await make(scene.owner)).body
    for (const by of [reader, spender])
      for (const label of ['Secret', 'Guess']) refused(await make(by, label), 403, 'insufficient_scope')
    const again = done(await make(other))
    expect([again.replayed, again.body.key_id, again.body.api_key]).toEqual([true, key_id, null])

    const agent = await openAgent(scene)
    const { agentId, walletId, apiKey } = agent
    const input = { wallet_id: walletId, to: `0x${'ab'.repeat(20)}`, amount: '30.00', token: 'USDC' }
    const pay = (by: object) => carrier.call('createPayment', input, { agentId, ...by }, { idempotencyKey: 'parked' })
    const paid = done(await pay(agent.caller))
    const isReading = { token: await tokenOf(carrier, { agentId, apiKey }, 'agent:read') }
    refused(await pay(isReading), 403, 'insufficient_scope', { required: 'agent:execute' })
    expect(done(await pay(agent.caller)).body.payment_id).toBe(paid.body.payment_id)
  },
)
