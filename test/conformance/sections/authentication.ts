/** Specification 5: credentials, capability areas, scopes, and what only an organization may do. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type Operation, ROUTES, send } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  newDomain,
  openAgent,
  openScene,
  refused,
  type Scene,
  type TestAgent,
  tokenOf,
} from '../../support/scene.ts'
import { CARD_CALLS, TREASURY_CALLS, TREASURY_NEEDS_EXECUTE, TREASURY_OF_ORGANIZATIONS } from './treasuryAccess.ts'

const CAPABILITIES = ['payments', 'wallets', 'cards', 'holds', 'treasury', 'mandates', 'approvals', 'compliance']

/** What an agent calls for itself; `own` fills in its identifiers. */
type Call = readonly [operation: Operation, own: (agent: TestAgent, scene: Scene) => object]

const wallet = ({ walletId }: TestAgent) => ({ wallet_id: walletId })
const mandate = ({ mandateId }: TestAgent) => ({ mandate_id: mandateId })
const stop = () => ({ scope: 'agent', target_id: 'agt_unknown', reason: 'Drill.', reason_code: 'test' })
const spend = (agent: TestAgent) => ({ ...wallet(agent), amount: '1.00', to: newAddress() })
const shop = () => ({ name: 'Shop', legal_name: 'Shop', domain: newDomain() })
const hook = () => ({ url: 'https://example.com', events: ['payment.failed'], secret: 's'.repeat(16) })

/** The table of specification 5, with the additions of domain A.1. */
const AREAS: readonly (readonly [capabilities: readonly string[], calls: readonly Call[]])[] = [
  [
    ['payments'],
    [
      ['createPayment', (agent) => ({ ...spend(agent), token: 'USDC' })],
      ['listPayments', () => ({})],
      ['listRefusals', () => ({})],
      ['getPayment', () => ({ payment_id: 'pay_unknown' })],
      ['notifyRefund', () => ({ payment_id: 'pay_unknown', tx_hash: `0x${'0'.repeat(64)}`, signature: '0x' })],
      ['listRefunds', () => ({ payment_id: 'pay_unknown' })],
      ['listTransactions', () => ({})],
      ['transactionTotals', () => ({})],
      ['transactionsByHash', () => ({ tx_hash: `0x${'0'.repeat(64)}` })],
      ['getTransaction', () => ({ transaction_id: 'txn_unknown' })],
      ['listMerchants', () => ({})],
      ['getMerchant', () => ({ merchant_id: 'mrc_unknown' })],
      ['executeMandate', () => ({ psp_domain: newDomain(), amount: '1.00' })],
    ],
  ],
  [
    ['wallets'],
    [
      ['getWallet', wallet],
      ['listWallets', () => ({})],
      ['listBalances', () => ({})],
      ['balance', wallet],
      ['getReconciliation', wallet],
      ['balances', wallet],
      ['trustScore', wallet],
      ['trustHistory', wallet],
      ['transfer', (agent) => ({ ...wallet(agent), amount: '1.00', merchant: newAddress() })],
      ['faucet', (agent) => ({ ...wallet(agent), amount: '1.00' })],
      ['freezeWallet', () => ({ wallet_id: 'wal_unknown', reason: 'Drill.' })],
    ],
  ],
  [
    ['holds'],
    [
      ['createHold', (agent) => ({ ...wallet(agent), amount: '1.00', token: 'USDC', merchant: newAddress() })],
      ['listHolds', () => ({})],
      ['getHold', () => ({ hold_id: 'hld_unknown' })],
      ['captureHold', () => ({ hold_id: 'hld_unknown' })],
      ['voidHold', () => ({ hold_id: 'hld_unknown' })],
      ['extendHold', () => ({ hold_id: 'hld_unknown', expires_in_seconds: 86_400 })],
      ['holdSettings', (_, { organization }) => ({ org_id: organization.orgId })],
    ],
  ],
  [
    ['mandates'],
    [
      ['getMandate', mandate],
      ['listMandates', () => ({})],
      ['mandateVersions', mandate],
      ['ap2Intent', mandate],
      ['previewPolicy', () => ({ policy: 'Max $1 per day.' })],
    ],
  ],
  [
    ['approvals'],
    [
      ['requestApproval', spend],
      ['listApprovals', () => ({})],
      ['getApproval', () => ({ approval_id: 'apr_unknown' })],
    ],
  ],
  [
    ['compliance'],
    [
      ['complianceStatus', () => ({})],
      ['getKyb', (_, { organization }) => ({ org_id: organization.orgId })],
      ['getKya', ({ agentId }) => ({ agent_id: agentId })],
      ['recordEvidence', ({ agentId }) => ({ agent_id: agentId, type: 'attestation', attestation: 'x' })],
      ['screen', () => ({ address: newAddress() })],
      ['getScreening', () => ({ screening_id: 'scr_unknown' })],
      ['listScreenings', () => ({})],
      ['screeningLists', () => ({})],
    ],
  ],
  [['treasury'], TREASURY_CALLS],
  [['cards'], CARD_CALLS],
  [['payments', 'mandates'], [['checkPolicy', spend]]],
  [
    CAPABILITIES,
    [
      ['me', () => ({})],
      ['getAgent', ({ agentId }) => ({ agent_id: agentId })],
      ['listEvents', () => ({})],
      ['getOrganization', (_, { organization }) => ({ org_id: organization.orgId })],
      ['eventTypes', () => ({})],
      ['eventSchema', () => ({ type: 'payment.completed' })],
      ['categories', () => ({})],
      ['policyLanguage', () => ({})],
      ['effectiveSwitches', () => ({})],
    ],
  ],
]

const ORGANIZATION_ONLY: readonly Call[] = [
  ...TREASURY_OF_ORGANIZATIONS,
  ['register', (_, { organization }) => ({ name: 'x', capabilities: ['payments'], owner_org_id: organization.orgId })],
  ['listAgents', () => ({})],
  ['createEnrolmentKey', (_, { organization }) => ({ org_id: organization.orgId })],
  ['listEnrolmentKeys', (_, { organization }) => ({ org_id: organization.orgId })],
  ['revokeEnrolmentKey', (_, { organization }) => ({ org_id: organization.orgId, key_id: 'key_unknown' })],
  ['updateAgent', ({ agentId }) => ({ agent_id: agentId, name: 'x' })],
  ['suspendAgent', ({ agentId }) => ({ agent_id: agentId, reason: 'x' })],
  ['reactivateAgent', ({ agentId }) => ({ agent_id: agentId, reason: 'x' })],
  ['revokeAgent', ({ agentId }) => ({ agent_id: agentId, reason: 'x' })],
  ['rotateAgentKey', ({ agentId }) => ({ agent_id: agentId })],
  ...(['getKey', 'updateKey', 'rotateKey', 'revokeKey'] as const).map(
    (operation): Call => [
      operation,
      (_, { organization }) => ({
        ...{ org_id: organization.orgId, key_id: 'key_unknown' },
        ...(operation === 'updateKey' && { roles: [] }),
      }),
    ],
  ),
  ...(['suspendPerson', 'reactivatePerson'] as const).map(
    (operation): Call => [
      operation,
      (_, { organization }) => ({ org_id: organization.orgId, principal_id: 'person_unknown', reason: 'x' }),
    ],
  ),
  ...(['getSession', 'revokeSession'] as const).map(
    (operation): Call => [
      operation,
      (_, { organization }) => ({ org_id: organization.orgId, session_id: 'ses_unknown' }),
    ],
  ),
  ['createSession', (_, { organization }) => ({ org_id: organization.orgId, kind: 'token' })],
  ['listSessions', (_, { organization }) => ({ org_id: organization.orgId })],
  ['updateOrganization', (_, { organization }) => ({ org_id: organization.orgId, name: 'x' })],
  ['createKey', (_, { organization }) => ({ org_id: organization.orgId, name: 'x', roles: [] })],
  ['listKeys', (_, { organization }) => ({ org_id: organization.orgId })],
  ['advanceTestClock', () => ({ seconds: 1 })],
  ['createMerchant', shop],
  ['createWallet', () => ({ name: 'Spare' })],
  ['ownershipChallenge', () => ({ address: newAddress(), chain: 'base' })],
  ['resolveMismatch', () => ({ mismatch_id: 'mis_unknown', resolution: 'Looked at.' })],
  ['updateMerchant', () => ({ merchant_id: 'mrc_unknown', name: 'x' })],
  ['createMandate', ({ agentId, walletId }) => ({ agent_id: agentId, wallet_id: walletId, policy: 'Max $1 per day.' })],
  ['updateMandate', (agent) => ({ ...mandate(agent), policy: 'Max $1 per day.' })],
  ['revokeMandate', mandate],
  ['simulatePolicy', (agent) => ({ ...wallet(agent), policy: 'Max $1 per day.' })],
  ['getTemplate', (_, { organization }) => ({ org_id: organization.orgId })],
  ['setTemplate', (_, { organization }) => ({ org_id: organization.orgId, policy: 'Max $1 per day.' })],
  ['setHoldSettings', (_, { organization }) => ({ org_id: organization.orgId, honor_open_holds: false })],
  ['approve', () => ({ approval_id: 'apr_unknown' })],
  ['deny', () => ({ approval_id: 'apr_unknown' })],
  ['listCases', () => ({})],
  ['getCase', () => ({ case_id: 'cas_unknown' })],
  ['simulateKyb', () => ({ status: 'accepted' })],
  ['voidEvidence', ({ agentId }) => ({ agent_id: agentId, type: 'did_control', reason: 'Over.' })],
  ['simulateKyaExpiry', ({ agentId }) => ({ agent_id: agentId, type: 'did_control' })],
  ['assignCase', () => ({ case_id: 'cas_unknown', action: 'take' })],
  ['decideCase', () => ({ case_id: 'cas_unknown', decision: 'clear', comment: 'Fine.' })],
  ['linkRefund', () => ({ payment_id: 'pay_unknown', deposit_id: 'dep_unknown' })],
  ['unlinkRefund', () => ({ payment_id: 'pay_unknown', deposit_id: 'dep_unknown' })],
  ['unblockDeposit', () => ({ deposit_id: 'dep_unknown', reason: 'Not listed any more.' })],
  ['deactivateSwitch', () => ({ switch_id: 'kil_unknown', reason: 'Over.' })],
  ['listSwitches', () => ({})],
  ['reconcileWallet', wallet],
  ['unfreezeWallet', (agent) => ({ ...wallet(agent), reason: 'Over.' })],
]

const NEEDS_EXECUTE: readonly Operation[] = [
  ...(['createPayment', 'transfer', 'faucet', 'executeMandate', 'freezeWallet', 'requestApproval'] as const),
  ...(['createHold', 'captureHold', 'voidHold', 'extendHold', 'notifyRefund', 'recordEvidence'] as const),
  ...TREASURY_NEEDS_EXECUTE,
]

export function authentication(given: Given): void {
  describe('5 authentication and authorization', () => {
    let scene: Scene
    let everything: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Access')
      everything = await openAgent(scene, { capabilities: CAPABILITIES, scope: 'agent:admin' })
    })
    const call = ([operation, own]: Call, agent: TestAgent, caller: Caller = agent.caller) =>
      scene.carrier.call(operation, { ...own(agent, scene) }, caller)

    test.each(CAPABILITIES)(
      'an agent with only %s reaches its areas and gets 403 everywhere else',
      async (capability) => {
        const agent = await openAgent(scene, { capabilities: [capability] })
        for (const [capabilities, calls] of AREAS)
          for (const one of calls) {
            const answer = await call(one, agent)
            if (capabilities.includes(capability))
              expect(answer.refused?.type, answer.text).not.toBe('capability_denied')
            else {
              const details = { capability: capabilities[0], area: capabilities[0], declared: [capability] }
              refused(answer, 403, 'capability_denied', details)
            }
          }
      },
    )

    test('agent:read reads and asks, and moves no money: 403 insufficient_scope', async () => {
      const caller = { ...everything.caller, token: await tokenOf(scene.carrier, everything, 'agent:read') }
      for (const one of AREAS.flatMap(([, calls]) => calls)) {
        const answer = await call(one, everything, caller)
        if (!NEEDS_EXECUTE.includes(one[0])) expect(answer.refused?.status ?? 200, answer.text).not.toBe(403)
        else refused(answer, 403, 'insufficient_scope', { required: 'agent:execute', scope: 'agent:read' })
      }
    })

    test('agent:execute has no endpoints of its own: 403 insufficient_scope', async () => {
      const caller = { ...everything.caller, token: await tokenOf(scene.carrier, everything, 'agent:execute') }
      const required = { required: 'agent:admin' }
      refused(await scene.carrier.call('createWebhook', hook(), caller), 403, 'insufficient_scope', required)
      refused(await scene.carrier.call('listWebhooks', {}, caller), 403, 'insufficient_scope', required)
      const own = { agent_id: everything.agentId }
      refused(await scene.carrier.call('rotateAgentDid', own, caller), 403, 'insufficient_scope', required)
      done(await scene.carrier.call('createWebhook', hook(), everything.caller))
    })

    test.each(ORGANIZATION_ONLY)('%s is for organizations: 403 organization_only', async (...one) => {
      refused(await call(one, everything), 403, 'capability_denied', { reason: 'organization_only' })
    })

    test('a key without the role admin reads and spends, and does not administer: 403 insufficient_scope', async () => {
      const apiKey = await scene.service.createKey(scene.organization.orgId, { roles: [] })
      refused(await scene.carrier.call('createMerchant', shop(), { apiKey }), 403, 'insufficient_scope', {
        required: 'admin',
      })
      done(await scene.carrier.call('listAgents', {}, { apiKey }))
      const payment = { ...wallet(everything), to: newAddress(), amount: '1.00', token: 'USDC' }
      const caller = { apiKey, agentId: everything.agentId }
      refused(await scene.carrier.call('createPayment', payment, caller), 402, 'insufficient_funds')
    })

    test('live and test are apart: a live key does not see what is of test mode', async () => {
      const apiKey = await scene.service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' })
      for (const operation of ['getWallet', 'faucet', 'balance'] as const)
        refused(await scene.carrier.call(operation, wallet(everything), { apiKey }), 404, 'not_found')
    })

    test('nobody gets anything but a token: 401 missing_credentials on every operation', async () => {
      for (const operation of Object.keys(ROUTES) as Operation[]) {
        if (operation === 'token') continue
        const answer = await scene.carrier.call(operation, inputs(everything, scene)[operation] ?? {}, {})
        refused(answer, 401, 'authentication_error', { reason: 'missing_credentials' })
      }
    })

    test('an unknown and a malformed organization key are 401 invalid_api_key', async () => {
      for (const apiKey of [`${scene.organization.key}x`, 'sk_test_nonsense', 'sk_live_', 'nonsense'])
        refused(await scene.carrier.call('me', {}, { apiKey }), 401, 'authentication_error', {
          reason: 'invalid_api_key',
        })
    })

    test('an organization key may stand in Authorization; two credentials at once are 400', async () => {
      done(await scene.carrier.call('listAgents', {}, { token: scene.organization.key }))
      const both = { ...scene.owner, token: everything.caller.token }
      refused(await scene.carrier.call('listAgents', {}, both), 400, 'invalid_request', {
        reason: 'ambiguous_credentials',
      })
    })

    test('X-Agent-Id of another agent is 401 wherever it is sent', async () => {
      const caller = { token: everything.caller.token, agentId: 'agt_other' }
      const mismatch = { reason: 'agent_id_mismatch' }
      refused(await scene.carrier.call('me', {}, caller), 401, 'authentication_error', mismatch)
    })

    if (given.carrierName === 'rest') {
      test('every mounted route but the token endpoint and the documents asks who calls', async () => {
        const open = new Set(['/api/v2/auth/agent/token', '/api/v2/openapi.json', '/api/v2/asyncapi.json'])
        const routes = scene.service.mounted.filter(({ url }) => url.startsWith('/api/v2') && !open.has(url))
        expect(routes.length).toBeGreaterThan(30)
        for (const { method, url } of routes) {
          const target = `${scene.service.url}${url.replace(/:\w+/g, 'unknown')}`
          const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
          const answer = await send(target, { method, headers: { 'content-type': 'application/json' }, ...body })
          refused(answer, 401, 'authentication_error', { reason: 'missing_credentials' })
          expect(answer.headers.get('www-authenticate'), `${method} ${url}`).toBe('Bearer')
        }
      })

      test('a 403 for scope says so in WWW-Authenticate', async () => {
        const caller = { ...everything.caller, token: await tokenOf(scene.carrier, everything, 'agent:read') }
        const answer = await scene.carrier.call('faucet', wallet(everything), caller)
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
      })
    }
  })
}

/** A well-formed input of each operation, so that only the missing credentials can be what is wrong. */
function inputs(agent: TestAgent, scene: Scene): Partial<Record<Operation, object & Record<string, unknown>>> {
  const id = { webhook_id: 'whk_unknown', delivery_id: 'dlv_unknown' }
  const calls = [...AREAS.flatMap(([, all]) => all), ...ORGANIZATION_ONLY]
  const own = Object.fromEntries(calls.map(([operation, of]) => [operation, { ...of(agent, scene) }]))
  const { webhook_id } = id
  const webhook = ['getWebhook', 'updateWebhook', 'deleteWebhook', 'testWebhook', 'rotateSecret', 'listDeliveries']
  return {
    ...own,
    ...Object.fromEntries(webhook.map((operation) => [operation, { webhook_id }])),
    createWebhook: hook(),
    rotateAgentDid: { agent_id: agent.agentId },
    getDelivery: id,
    retryDelivery: id,
    replayWebhook: { webhook_id, since: '2026-01-01T00:00:00Z' },
    getEvent: { event_id: 'evt_unknown' },
    cancelApproval: { approval_id: 'apr_unknown' },
    activateSwitch: stop(),
    previewSwitch: { scope: 'agent', target_id: 'agt_unknown' },
    ...purchases(agent),
  }
}

function purchases({ agentId: agent_id }: TestAgent): Partial<Record<Operation, object & Record<string, unknown>>> {
  const [merchant, session_id] = [{ merchant_id: 'mrc_unknown' }, 'cks_unknown']
  return {
    setProductFeed: { ...merchant, products: [] },
    importProductFeed: { ...merchant, url: 'https://shop.example/feed' },
    rotateMerchantSecret: merchant,
    createMerchantKey: merchant,
    listMerchantKeys: merchant,
    rotateMerchantKey: { ...merchant, key_id: 'key_unknown' },
    revokeMerchantKey: { ...merchant, key_id: 'key_unknown' },
    getCharge: { charge_id: 'chg_unknown' },
    endCharge: { charge_id: 'chg_unknown' },
    createCheckout: { items: [{ product_id: 'pen', quantity: 1 }] },
    getCheckout: { id: session_id },
    updateCheckout: { id: session_id },
    cancelCheckout: { id: session_id },
    authorizeCheckout: { agent_id, session_id, max_amount_minor: 100 },
    payCheckout: { session_id, token: 'unknown' },
    getOrder: { id: 'ord_unknown' },
  }
}
