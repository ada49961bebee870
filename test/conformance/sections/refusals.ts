/**
 * Domain A.5 to A.7, 0.1: every refusal that the catalogue has for payments, wallets and holds is made here or elsewhere in
 * this run, over either carrier, and each has its status and type. `errorCatalogue` fails for one that never came.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Body, Caller, CarrierName, Operation } from '../../support/carriers.ts'
import {
  type AgentOptions,
  done,
  type Given,
  openAgent,
  openScene,
  refused,
  type Scene,
  type TestAgent,
  textIn,
  tokenOf,
} from '../../support/scene.ts'

const COMMON = [
  'invalid_request',
  'authentication_error',
  'capability_denied',
  'insufficient_scope',
  'not_found',
] as const
const SPEND = [
  ...(['kill_switch_active', 'wallet_frozen', 'mandate_missing', 'mandate_revoked', 'mandate_expired'] as const),
  ...(['policy_violation', 'compliance_denied', 'no_route', 'insufficient_funds', 'fx_rate_unavailable'] as const),
  ...(['service_unavailable', 'idempotency_mismatch'] as const),
]
const STATUS = {
  ...{ invalid_request: 400, authentication_error: 401, capability_denied: 403, insufficient_scope: 403 },
  ...{ not_found: 404, kill_switch_active: 403, wallet_frozen: 403, mandate_missing: 403, mandate_revoked: 403 },
  ...{ mandate_expired: 403, policy_violation: 403, compliance_denied: 403, no_route: 422, insufficient_funds: 402 },
  ...{ fx_rate_unavailable: 503, service_unavailable: 503, idempotency_mismatch: 422, all_adapters_exhausted: 502 },
  ...{ hold_not_capturable: 409, hold_not_voidable: 409, hold_expired: 409, approval_required: 403 },
} as const
type Type = keyof typeof STATUS

const CATALOGUE: readonly (readonly [Operation, readonly Type[]])[] = [
  ['createPayment', [...COMMON, ...SPEND, 'all_adapters_exhausted']],
  ['transfer', [...COMMON, ...SPEND, 'all_adapters_exhausted']],
  ['executeMandate', [...COMMON, ...SPEND, 'all_adapters_exhausted', 'approval_required']],
  ['createHold', [...COMMON, ...SPEND]],
  [
    'captureHold',
    [
      ...(['hold_not_capturable', 'hold_expired', 'invalid_request', 'kill_switch_active', 'wallet_frozen'] as const),
      ...(['compliance_denied', 'insufficient_funds', 'no_route', 'not_found'] as const),
    ],
  ],
  ['voidHold', ['hold_not_voidable', 'not_found']],
  ['extendHold', ['hold_expired', 'kill_switch_active', 'invalid_request', 'not_found']],
  ['getPayment', ['not_found']],
  ['getHold', ['not_found']],
  ['getTransaction', ['not_found']],
  ['transactionsByHash', ['not_found']],
  ['balance', ['no_route', 'not_found']],
  ['getWallet', ['not_found']],
  ['balances', ['not_found']],
  ['freezeWallet', ['invalid_request', 'not_found']],
  ['unfreezeWallet', ['invalid_request', 'not_found', 'capability_denied', 'insufficient_scope']],
]

const produced = new Map<CarrierName, Map<Operation, Map<string, number>>>()

/** Told of every answer of the run. */
export function recordRefusal(carrier: CarrierName, operation: Operation, { refused: refusal }: Answer): void {
  if (refusal === null) return
  const operations = produced.get(carrier) ?? new Map<Operation, Map<string, number>>()
  const types = operations.get(operation) ?? new Map<string, number>()
  produced.set(carrier, operations.set(operation, types.set(refusal.type, refusal.status)))
}

/** X-Agent-Id is required there, and names the agent of the wallet. */
const isImpossible = (carrier: CarrierName, operation: Operation, type: Type) =>
  carrier === 'rest' && operation === 'createPayment' && type === 'mandate_missing'

export function errorCatalogue(given: Given): void {
  const { carrierName } = given
  test(`a hold that has expired is not extended, over ${carrierName}`, async () => {
    const scene = await openScene(given, 'Expired')
    const agent = await openAgent(scene, { capabilities: CAPABILITIES, funds: '5' })
    const input = { wallet_id: agent.walletId, amount: '1.00', token: 'USDC', merchant: 'ok.test' }
    const held = done(await scene.carrier.call('createHold', { ...input, expires_in_seconds: 60 }, agent.caller)).body
    scene.service.clock.advance(61_000)
    const more = { hold_id: held.hold_id, expires_in_seconds: 600 }
    refused(await scene.carrier.call('extendHold', more, scene.owner), 409, 'hold_expired')
  })

  test.each(CATALOGUE)(`%s had every refusal of the catalogue, over ${carrierName}`, (operation, types) => {
    const found = produced.get(carrierName)?.get(operation) ?? new Map<string, number>()
    const wanted = types.filter((type) => !isImpossible(carrierName, operation, type))
    expect(wanted.map((type) => [type, found.get(type)])).toEqual(wanted.map((type) => [type, STATUS[type]]))
  })
}

const CAPABILITIES = ['payments', 'wallets', 'mandates', 'holds']
type SpendOperation = 'createPayment' | 'transfer' | 'executeMandate' | 'createHold'
const PAYEE = {
  createPayment: 'to',
  transfer: 'merchant',
  executeMandate: 'psp_domain',
  createHold: 'merchant',
} as const
const SPENDS = Object.keys(PAYEE) as SpendOperation[]

/** What a spend needs to be refused for one reason. */
interface Case {
  readonly walletId: string
  readonly caller: Caller
  readonly to?: string
  readonly amount?: string
  readonly token?: string
  readonly more?: Body
  /** Sent first, under the same key. */
  readonly earlier?: Body
}

type Make = (scene: Scene) => Promise<Case>

const withAgent =
  (
    more: Partial<Case> = {},
    change?: (scene: Scene, agent: TestAgent) => Promise<unknown>,
    options: AgentOptions = {},
  ): Make =>
  async (scene) => {
    const agent = await openAgent(scene, { capabilities: CAPABILITIES, ...options })
    await change?.(scene, agent)
    return { walletId: agent.walletId, caller: agent.caller, ...more }
  }
const call = async (scene: Scene, operation: Operation, input: Body) =>
  done(await scene.carrier.call(operation, input, scene.owner))

const CASES: Readonly<Partial<Record<Type, Make>>> = {
  invalid_request: withAgent({ amount: '0' }),
  authentication_error: withAgent({ caller: {} }),
  capability_denied: withAgent({}, undefined, { capabilities: ['compliance'] }),
  insufficient_scope: async (scene) => {
    const agent = await openAgent(scene, { capabilities: CAPABILITIES })
    const token = await tokenOf(scene.carrier, agent, 'agent:read')
    return { walletId: agent.walletId, caller: { ...agent.caller, token } }
  },
  not_found: async (scene) => {
    const [one, other] = [await openAgent(scene, { capabilities: CAPABILITIES }), await openAgent(scene)]
    return { walletId: other.walletId, caller: one.caller }
  },
  kill_switch_active: withAgent({}, (scene, { walletId }) =>
    call(scene, 'activateSwitch', { scope: 'wallet', target_id: walletId, reason: 'A drill.', reason_code: 'test' }),
  ),
  wallet_frozen: withAgent({}, (scene, { walletId }) =>
    call(scene, 'freezeWallet', { wallet_id: walletId, reason: 'A drill.' }),
  ),
  mandate_missing: async (scene) => {
    const { body } = await call(scene, 'createWallet', { name: 'Spare' })
    return { walletId: textIn(body, 'wallet_id'), caller: scene.owner }
  },
  mandate_revoked: withAgent({}, (scene, { mandateId }) => call(scene, 'revokeMandate', { mandate_id: mandateId })),
  mandate_expired: withAgent({}, async (scene, { agentId, walletId }) => {
    const expiresAt = new Date(scene.service.clock.now().getTime() + 1_500).toISOString()
    const input = { agent_id: agentId, wallet_id: walletId, policy: 'Max $50 per day.', expires_at: expiresAt }
    await call(scene, 'createMandate', input)
    await sleep(1_600)
  }),
  policy_violation: withAgent({ to: 'gambling.test' }),
  compliance_denied: withAgent({ to: 'sanctioned.test' }),
  no_route: withAgent({ token: 'PYUSD', more: { chain: 'base' } }),
  insufficient_funds: withAgent(),
  fx_rate_unavailable: withAgent({ to: 'rate.test', token: 'EURC' }),
  service_unavailable: withAgent({ to: 'screening.test' }),
  idempotency_mismatch: withAgent({ amount: '2.00', earlier: { amount: '1.00' } }),
}

const [TEXT, INSTANT] = [expect.stringMatching(/./), expect.stringMatching(/^\d{4}-.*Z$/)]
const VERSION = { mandate_id: expect.stringMatching(/^mnd_/), mandate_version: 1 }

/** What a refusal tells beside its type: which rule and which figures, and in words what to do next. */
const TOLD = {
  invalid_request: { details: { fields: [{ path: 'amount', code: TEXT, message: TEXT }] }, next: /must be/ },
  authentication_error: { details: { reason: 'missing_credentials' }, next: /^Send / },
  capability_denied: { details: { capability: 'wallets', area: TEXT, declared: ['compliance'] }, next: /Register / },
  insufficient_scope: { details: { required: 'agent:execute', scope: 'agent:read' }, next: /Request / },
  not_found: { details: { resource: 'wallet' }, next: /^No such wallet\.$/ },
  kill_switch_active: {
    details: { switch_id: TEXT, scope: 'wallet', target_id: TEXT, activated_at: INSTANT, reason: 'A drill.' },
    next: /can lift it/,
  },
  wallet_frozen: { details: { frozen_by: TEXT, frozen_at: INSTANT, reason: 'A drill.' }, next: /can unfreeze it/ },
  mandate_missing: { details: { wallet_id: TEXT }, next: /has to write one/ },
  mandate_revoked: { details: VERSION, next: /has to write a new one/ },
  mandate_expired: { details: { ...VERSION, expired_at: INSTANT }, next: /has to write a new one/ },
  policy_violation: {
    details: {
      ...{ rule: 'category_blocked', reason: TEXT, limit: expect.stringContaining('gambling'), actual: 'gambling' },
      ...{ ...VERSION, violations: [{ rule: 'category_blocked', passed: false }], violations_left: expect.any(Number) },
    },
    next: /Use a merchant of another category/,
  },
  compliance_denied: { details: { reason: 'sanctions_hit', list_version: TEXT }, next: /Use another recipient/ },
  no_route: {
    details: { reason: 'token_not_supported_on_chain', token: 'PYUSD', chain: 'base', chains: ['ethereum'] },
    next: /Use one of: ethereum/,
  },
  insufficient_funds: {
    details: { reason: 'balance_below_amount', available: '0.00', required: '1.00', token: 'USDC', chain: 'base' },
    next: /Fund the wallet/,
  },
  fx_rate_unavailable: { details: { pair: 'EUR/USD', retryable: true }, next: /Use a dollar token, or try later/ },
  service_unavailable: { details: { reason: 'screening_unavailable', retryable: true }, next: /Try later/ },
  idempotency_mismatch: { details: {}, next: /Use a new key/ },
} as const

export function refusals(given: Given): void {
  describe('0.1 refusals', () => {
    let scene: Scene
    let exhausted: Promise<Answer[]>
    const spend = (operation: SpendOperation, one: Case, more: Body = {}, idempotencyKey?: string) => {
      const { walletId, caller, to = 'ok.test', amount = '1.00', token = 'USDC' } = one
      const input = { wallet_id: walletId, [PAYEE[operation]]: to, amount, token, ...one.more, ...more }
      return scene.carrier.call(operation, input, caller, idempotencyKey === undefined ? {} : { idempotencyKey })
    }
    beforeAll(async () => {
      scene = await openScene(given, 'Refused')
      const agent = await openAgent(scene, { capabilities: CAPABILITIES, funds: '10' })
      const one: Case = { ...agent, to: 'exhausted.test', more: { wait: 20 } }
      exhausted = Promise.all(SPENDS.filter((name) => name !== 'createHold').map((name) => spend(name, one)))
      // Looked at by the last test, which may not run.
      exhausted.catch(() => undefined)
    })

    describe.each(Object.entries(CASES) as [Type, Make][])('%s', (type, make) => {
      let one: Case
      beforeAll(async () => {
        one = await make(scene)
      })
      test.each(SPENDS.filter((operation) => !isImpossible(given.carrierName, operation, type)))(
        '%s',
        async (operation) => {
          if (one.earlier !== undefined) await spend(operation, one, one.earlier, type)
          refused(await spend(operation, one, {}, one.earlier === undefined ? undefined : type), STATUS[type], type)
        },
      )

      test('tells the rule, its figures and what to do next', async () => {
        const key = one.earlier === undefined ? undefined : type
        const { refused: told } = await spend('transfer', one, {}, key)
        const { details, next } = TOLD[type as keyof typeof TOLD]
        expect(told?.details).toMatchObject(details)
        expect(told?.message).toMatch(next)
      })
    })

    describe('of a hold', () => {
      const place = async (agent: TestAgent, merchant = 'ok.test') => {
        const input = { wallet_id: agent.walletId, amount: '4.00', token: 'USDC', merchant }
        return done(await scene.carrier.call('createHold', input, agent.caller)).body
      }
      const act = (operation: Operation, { hold_id }: Body, agent: TestAgent, more: Body = {}) =>
        scene.carrier.call(operation, { hold_id, ...more }, agent.caller)

      test('what the capture finds since the hold was placed refuses it, and the hold stays open', async () => {
        const agent = await openAgent(scene, { capabilities: CAPABILITIES, funds: '20' })
        const held = await place(agent)
        refused(await act('captureHold', held, agent, { amount: '1.02' }), 403, 'compliance_denied')
        refused(await act('captureHold', held, agent, { amount: '1.07' }), 402, 'insufficient_funds')
        refused(await act('captureHold', held, agent, { amount: '1.08' }), 503, 'service_unavailable')
        refused(await act('captureHold', await place(agent, 'no-route.test'), agent), 422, 'no_route')
        await call(scene, 'activateSwitch', {
          ...{ scope: 'wallet', target_id: agent.walletId, reason: 'A drill.', reason_code: 'test' },
        })
        refused(await act('captureHold', held, agent), 403, 'kill_switch_active')
        refused(await act('extendHold', held, agent, { expires_in_seconds: 700_000 }), 403, 'kill_switch_active')
        const { body } = done(await act('voidHold', held, agent))
        expect(body.status).toBe('voided')
        refused(await act('captureHold', held, agent), 409, 'hold_not_capturable')
        refused(await act('voidHold', held, agent), 409, 'hold_not_voidable')
      })
    })

    test('an ended hold tells how it ended, and what there is instead', async () => {
      const agent = await openAgent(scene, { capabilities: CAPABILITIES, funds: '5' })
      const input = { wallet_id: agent.walletId, amount: '4.00', token: 'USDC', merchant: 'ok.test' }
      const { body } = done(await scene.carrier.call('createHold', input, agent.caller))
      const act = (operation: Operation, more: Body = {}) =>
        scene.carrier.call(operation, { hold_id: body.hold_id, ...more }, agent.caller)
      const above = await act('captureHold', { amount: '4.01' })
      refused(above, 400, 'invalid_request', { fields: [{ path: 'amount', code: TEXT, message: TEXT }] })
      expect(above.refused?.message).toContain('4.00')
      done(await act('voidHold'))
      const ended = { status: 'voided', void_reason: 'requested' }
      for (const [operation, type] of [
        ['captureHold', 'hold_not_capturable'],
        ['voidHold', 'hold_not_voidable'],
      ] as const) {
        const answer = await act(operation)
        refused(answer, 409, type, ended)
        expect(answer.refused?.message).toMatch(/place a new one, or pay|nothing is locked/)
      }
    })

    test('unfreezing without a reason is invalid_request', async () => {
      const { walletId } = await openAgent(scene)
      refused(
        await scene.carrier.call('unfreezeWallet', { wallet_id: walletId, reason: '' }, scene.owner),
        400,
        'invalid_request',
      )
    })

    test('all_adapters_exhausted, while the caller waits', async () => {
      for (const answer of await exhausted)
        refused(answer, 502, 'all_adapters_exhausted', {
          payment_id: expect.stringMatching(/^pay_/),
          attempts: Array.from({ length: 3 }, () => ({ adapter: 'base', error: expect.any(String) })),
        })
    })
  })
}
