/**
 * What only the graph shows of payments and mandates (specification 2.6, 2.7, 2.15, 3): decisions and policies as types,
 * money as decimals, a version of a mandate with an id of its own, and lists of everything that people look through.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Caller, type Input, postGraph } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  type Scene,
  type TestAgent,
  textIn,
} from '../../support/scene.ts'

const POLICY = 'Max $40 per transaction, $200 per day. Ask me above $30. Block gambling. Only mon-fri 00:00-24:00 UTC.'
const RULE = 'rule passed reason limit { usd text } actual { usd text } remaining resetsAt nextSteps'
const CHECK = `query ($input: CheckPolicyInput!) { checkPolicy(input: $input) {
  allowed amount token limitPerTx outcome rules { ${RULE} } remaining { day } } }`
const PAYMENT = `query ($id: ID!) { payment(id: $id) { status
  wallet { type custody frozenSource status }
  decision { outcome mandateId mandateVersion usdAmount rules { ${RULE} } }
  mandateVersionRecord { id version policyText policy { maxPerTransaction } mandate { id version } } } }`
const VERSION = `query ($id: ID!, $version: Int) { mandateVersion(mandateId: $id, version: $version) {
  id version status policyText mandate { id version }
  policy { maxPerTransaction dailyLimit monthlyLimit approvalThreshold timeWindows { days } }
  changes { field change before { usd names } after { usd names } } } }`
const PAGE = `edges { cursor } nodes { id } totalCount totalCountIsExact
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`
const PARAMETERS = '$first: Int, $after: String, $last: Int, $before: String'
const PASSED = 'first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy'

interface Page {
  readonly nodes: readonly { readonly id: string }[]
  readonly totalCount: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly startCursor: string; readonly endCursor: string }
}

/** Every list with the order that it can be asked in; the id of a mandate stands for `{}`. */
const LISTS: readonly (readonly [name: string, order: string, argument: string])[] = [
  ['payments', 'PaymentOrder', ''],
  ['wallets', 'WalletOrder', ''],
  ['mandates', 'MandateOrder', ''],
  ['mandateVersions', 'MandateVersionOrder', 'mandateId: "{}", '],
  ['approvals', 'ApprovalOrder', ''],
  ['killSwitches', 'KillSwitchOrder', ''],
]

export function graphOfPayments(given: Given): void {
  describe('the graph of payments and mandates', () => {
    let scene: Scene
    let agent: TestAgent
    let mandateId: string
    let paymentId: string
    const ask = (caller: Caller, query: string, variables: Input = {}): Promise<Answer> =>
      postGraph(scene.service.url, query, variables, caller)
    async function read<T = Body>(caller: Caller, query: string, variables: Input = {}): Promise<T> {
      return done(await ask(caller, query, variables)).body.data as T
    }
    const check = async (amount: string) =>
      (
        await read<{ checkPolicy: Body }>(agent.caller, CHECK, {
          input: { walletId: agent.walletId, amount, to: newAddress() },
        })
      ).checkPolicy
    const ruleIn = ({ rules }: Body, name: string) => (rules as readonly Body[]).find(({ rule }) => rule === name)

    beforeAll(async () => {
      scene = await openScene(given, 'The graph of payments')
      agent = await openAgent(scene, { capabilities: ['payments', 'wallets', 'mandates', 'approvals'], funds: '60' })
      const { carrier, owner } = scene
      const form = { agent_id: agent.agentId, wallet_id: agent.walletId, policy: POLICY.replace(/ Only mon.*/, '') }
      mandateId = textIn(done(await carrier.call('createMandate', form, owner)).body, 'mandate_id')
      const pay = async (amount: string) => {
        const input = { wallet_id: agent.walletId, to: newAddress(), amount, token: 'USDC' }
        return textIn(done(await carrier.call('createPayment', input, agent.caller)).body, 'payment_id')
      }
      paymentId = await pay('1.00')
      for (const amount of ['1.01', '1.02', '31.00', '32.00']) await pay(amount)
      for (const cap of ['41', '42', '43']) {
        const policy = `Max $${cap} per transaction, $200 per day. Ask me above $30. Block gambling.`
        done(await carrier.call('updateMandate', { mandate_id: mandateId, policy }, owner))
      }
      for (const target of ['cards', 'holds', 'treasury']) {
        const stop = { scope: 'capability', target_id: target, reason: 'Drill.', reason_code: 'test' }
        done(await carrier.call('activateSwitch', stop, owner))
      }
      for (let i = 0; i < 3; i++) await openAgent(scene)
    })

    test('a dry run says of each rule what it allows, what was asked and what can be done', async () => {
      const answer = await check('50.01')
      expect(answer).toMatchObject({
        allowed: false,
        amount: '50.01',
        token: 'USDC',
        limitPerTx: '43.00',
        outcome: 'deny',
      })
      expect(answer.rules).toHaveLength(12)
      expect(ruleIn(answer, 'per_transaction')).toEqual({
        ...{ rule: 'per_transaction', passed: false, reason: 'per_transaction_limit_exceeded', resetsAt: null },
        ...{ limit: { usd: '43.00', text: null }, actual: { usd: '50.01', text: null }, remaining: '43.00' },
        nextSteps: ['lower_amount', 'ask_organization'],
      })
      expect(ruleIn(answer, 'category_blocked')).toMatchObject({
        passed: true,
        reason: null,
        limit: null,
        nextSteps: [],
      })
      const parked = await check('30.01')
      expect(parked).toMatchObject({ allowed: false, outcome: 'approval_required' })
      expect(ruleIn(parked, 'approval')).toMatchObject({ limit: { usd: '30.00' }, nextSteps: ['wait_for_approval'] })
    })

    test('above what is left of the day it says to wait, above the whole limit to ask', async () => {
      const form = { agent_id: agent.agentId, wallet_id: agent.walletId, policy: 'Max $70 per day.' }
      const other = await openScene(given, 'Another day')
      const spender = await openAgent(other, { funds: '60' })
      const mandate = { ...form, agent_id: spender.agentId, wallet_id: spender.walletId }
      done(await other.carrier.call('createMandate', mandate, other.owner))
      const pay = { wallet_id: spender.walletId, to: newAddress(), amount: '20', token: 'USDC' }
      done(await other.carrier.call('createPayment', pay, spender.caller))
      const stepsAt = async (amount: string) => {
        const input = { walletId: spender.walletId, amount, to: newAddress() }
        const { checkPolicy } = await read<{ checkPolicy: Body }>(spender.caller, CHECK, { input })
        return ruleIn(checkPolicy, 'daily_limit')?.nextSteps
      }
      expect(await stepsAt('50.01')).toEqual(['lower_amount', 'wait_for_reset'])
      expect(await stepsAt('70.01')).toEqual(['lower_amount', 'ask_organization'])
    })

    test('a payment has the decision that was made and the version that made it, not the newest', async () => {
      const { payment } = await read<{ payment: Body }>(agent.caller, PAYMENT, { id: paymentId })
      expect(payment).toMatchObject({
        wallet: { type: 'custodial', custody: 'local', frozenSource: null, status: 'active' },
        decision: { outcome: 'allow', mandateId, mandateVersion: 1, usdAmount: '1.00' },
        mandateVersionRecord: { id: `${mandateId}/1`, version: 1, policy: { maxPerTransaction: '40.00' } },
      })
      expect((payment.mandateVersionRecord as Body).mandate).toEqual({ id: mandateId, version: 4 })
      expect((payment.decision as { rules: unknown[] }).rules).toHaveLength(12)
    })

    test('each version of a mandate has its own id, status, decimals and changes', async () => {
      const at = async (version?: number) =>
        (await read<{ mandateVersion: Body }>(scene.owner, VERSION, { id: mandateId, version })).mandateVersion
      const [first, second, newest] = [await at(1), await at(2), await at()]
      expect([first, second, newest].map((one) => [one.id, one.version, one.status])).toEqual([
        [`${mandateId}/1`, 1, 'superseded'],
        [`${mandateId}/2`, 2, 'superseded'],
        [`${mandateId}/4`, 4, 'active'],
      ])
      expect(first).toMatchObject({
        ...{ changes: [], mandate: { id: mandateId, version: 4 } },
        policy: { maxPerTransaction: '40.00', dailyLimit: '200.00', monthlyLimit: null, approvalThreshold: '30.00' },
      })
      expect(second.changes).toEqual([
        {
          ...{ field: 'max_per_transaction', change: 'looser' },
          ...{ before: { usd: '40.00', names: null }, after: { usd: '41.00', names: null } },
        },
      ])
      const weekly = await openAgent(scene)
      const form = { agent_id: weekly.agentId, wallet_id: weekly.walletId, policy: POLICY }
      const { body } = done(await scene.carrier.call('createMandate', form, scene.owner))
      const { mandateVersion } = await read<{ mandateVersion: Body }>(scene.owner, VERSION, { id: body.mandate_id })
      expect(mandateVersion.policy).toMatchObject({ timeWindows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'] }] })
    })

    test.each(LISTS)(
      '%s read from either end are the same rows, each once, with how many there are',
      async (name, order, argument) => {
        const query = `query (${PARAMETERS}, $orderBy: ${order}) {
        ${name}(${argument.replace('{}', mandateId)}${PASSED}) { ${PAGE.replace('nodes { id }', name === 'mandateVersions' ? 'nodes { id version }' : 'nodes { id }')} } }`
        const list = async (variables: Input) =>
          (await read<Record<string, Page>>(scene.owner, query, variables))[name] as Page
        const ids = ({ nodes }: Page) => nodes.map(({ id }) => id)
        const all = await list({ first: 100 })
        const count = all.nodes.length
        expect(count).toBeGreaterThanOrEqual(name === 'approvals' ? 2 : 3)
        expect(all).toMatchObject({ totalCount: count, totalCountIsExact: true, pageInfo: { hasNextPage: false } })
        const head = await list({ first: 1 })
        const tail = await list({ first: 100, after: head.pageInfo.endCursor })
        expect([...ids(head), ...ids(tail)]).toEqual(ids(all))
        const last = await list({ last: 1 })
        const before = await list({ last: 100, before: last.pageInfo.startCursor })
        expect([...ids(before), ...ids(last)]).toEqual(ids(all))
        const orderBy = { field: 'created_at', direction: 'asc' }
        expect(ids(await list({ first: 100, orderBy }))).toEqual(ids(all).toReversed())
        refusedField(await ask(scene.owner, query, { after: head.pageInfo.endCursor, orderBy }), 'after')
      },
    )

    test('states are lists: several at once, one, and none for an empty list', async () => {
      const count = async (list: string) =>
        ((await read(scene.owner, `{ ${list} { totalCount } }`))[list.split('(')[0] ?? ''] as Page).totalCount
      expect(await count('payments(stages: [awaiting_approval])')).toBe(2)
      expect(await count('payments(statuses: [pending, completed, failed])')).toBe(5)
      expect(await count('payments(statuses: [])')).toBe(0)
      expect(await count('payments(statuses: [failed], stages: [awaiting_approval])')).toBe(0)
      expect(await count(`payments(agentId: "${agent.agentId}", merchant: "unknown.example")`)).toBe(0)
      expect(await count('approvals(statuses: [pending], subjectTypes: [payment])')).toBe(2)
      expect(await count('approvals(statuses: [denied, expired])')).toBe(0)
      expect(await count(`mandates(statuses: [active], agentId: "${agent.agentId}")`)).toBe(1)
      expect(await count(`mandates(statuses: [active, superseded], agentId: "${agent.agentId}")`)).toBe(2)
      const { walletId } = await openAgent(scene)
      const all = await count('wallets')
      expect(await count('wallets(statuses: [active])')).toBe(all)
      const freeze = { wallet_id: walletId, reason: 'A drill.' }
      done(await scene.carrier.call('freezeWallet', freeze, scene.owner))
      expect(await count('wallets(statuses: [frozen])')).toBe(1)
      expect(await count('wallets(statuses: [active])')).toBe(all - 1)
      expect(await count('wallets(statuses: [frozen, active])')).toBe(all)
      expect(await count('wallets(statuses: [])')).toBe(0)
      done(await scene.carrier.call('unfreezeWallet', freeze, scene.owner))
      const nested = `{ wallet(id: "${agent.walletId}") {
        payments(statuses: [pending]) { totalCount } none: payments(stages: [confirming], statuses: [failed]) { totalCount } }
        agent(id: "${agent.agentId}") { payments(stages: [awaiting_approval]) { totalCount }
          mandates(statuses: [superseded]) { totalCount } } }`
      expect(await read(scene.owner, nested)).toEqual({
        wallet: { payments: { totalCount: 2 }, none: { totalCount: 0 } },
        agent: { payments: { totalCount: 2 }, mandates: { totalCount: 1 } },
      })
      expect(await count('killSwitches(states: [active], scopes: [capability, chain])')).toBe(3)
      expect(await count('reconciliationMismatches(states: [open, resolved])')).toBe(0)
    })

    test('approvals by the end of their life, in both directions', async () => {
      const list = async (direction: string) => {
        const query = `{ approvals(orderBy: { field: expires_at, direction: ${direction} }) { nodes { expiresAt } } }`
        const { approvals } = await read<{ approvals: { nodes: { expiresAt: string }[] } }>(scene.owner, query)
        return approvals.nodes.map(({ expiresAt }) => expiresAt)
      }
      const rising = await list('asc')
      expect(rising).toEqual(rising.toSorted())
      expect(await list('desc')).toEqual(rising.toReversed())
    })

    test('values outside an enum are refused by the name of their field', async () => {
      const kind = { input: { walletId: agent.walletId, amount: '1', to: newAddress(), kind: 'gift' } }
      refusedField(await ask(agent.caller, CHECK, kind), 'kind')
      const list = 'query ($statuses: [PaymentStatus!]) { payments(statuses: $statuses) { totalCount } }'
      refusedField(await ask(agent.caller, list, { statuses: ['pending', 'PENDING'] }), 'statuses')
    })

    test('nothing of it is shown to a sibling, a stranger, the other mode or without the capability', async () => {
      const foreign = await openScene(given, 'Strangers of the graph')
      const live = await scene.service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' })
      const strangers: Caller[] = [(await openAgent(scene)).caller, foreign.owner, { apiKey: live }]
      for (const caller of strangers) {
        refused(await ask(caller, VERSION, { id: mandateId, version: 1 }), 404, 'not_found')
        refused(await ask(caller, PAYMENT, { id: paymentId }), 404, 'not_found')
        const lists = `{ payments(walletId: "${agent.walletId}") { nodes { id } totalCount }
          mandates(walletId: "${agent.walletId}") { nodes { id } totalCount } }`
        expect(await read(caller, lists)).toEqual({
          payments: { nodes: [], totalCount: 0 },
          mandates: { nodes: [], totalCount: 0 },
        })
        const versions = 'query ($id: ID!) { mandateVersions(mandateId: $id) { totalCount } }'
        refused(await ask(caller, versions, { id: mandateId }), 404, 'not_found')
      }
      const payer = await openAgent(scene, { capabilities: ['payments'], funds: '5' })
      const input = { wallet_id: payer.walletId, to: newAddress(), amount: '1', token: 'USDC' }
      const { body } = done(await scene.carrier.call('createPayment', input, payer.caller))
      const query = 'query ($id: ID!) { payment(id: $id) { mandateVersion mandateVersionRecord { id policyText } } }'
      const { payment } = await read<{ payment: Body }>(payer.caller, query, { id: body.payment_id })
      expect(payment).toEqual({ mandateVersion: 1, mandateVersionRecord: null })
    })
  })
}
