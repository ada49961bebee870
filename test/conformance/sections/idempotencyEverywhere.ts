/**
 * Domain 7.3 on every POST: the same key with the same request gets the first response again, with another request it is
 * refused. Dry runs and the token exchange have no effect that a key could guard: they answer each time anew.
 */
import { Wallet } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createCarrier, type Operation, ROUTES } from '../../support/carriers.ts'
import {
  done,
  type Given,
  MIXER,
  newAddress,
  newDomain,
  openAgent,
  openPerson,
  openScene,
  refused,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  until,
} from '../../support/scene.ts'
import { ACP_KEYED } from './acpKeyed.ts'
import { CARDS_KEYED } from './cardsKeyed.ts'
import { TREASURY_KEYED } from './treasuryKeyed.ts'

interface Case {
  /** A request that succeeds once; made anew for each test. */
  readonly input: (world: World) => Promise<object> | object
  /** What makes it another request. */
  readonly other: object
  /** Default: the organization's first key. */
  readonly by?: (world: World) => Caller
}

interface World {
  readonly scene: Scene
  readonly agent: TestAgent
  readonly approver: Caller
}

const WITHOUT_EFFECT = [
  'token',
  'checkPolicy',
  'simulatePolicy',
  'previewPolicy',
  'screen',
] as const satisfies Operation[]

const wallet = ({ agent }: World) => ({ wallet_id: agent.walletId })
const spend = (world: World) => ({ ...wallet(world), amount: '0.50', to: newAddress() })
const held = async (world: World) => {
  const input = { ...wallet(world), amount: '0.50', token: 'USDC', merchant: newAddress() }
  const { body } = done(await world.scene.carrier.call('createHold', input, world.scene.owner))
  return { hold_id: textIn(body, 'hold_id') }
}
const asked = async (world: World) => {
  const { body } = done(await world.scene.carrier.call('requestApproval', spend(world), world.agent.caller))
  return { approval_id: textIn(body, 'approval_id') }
}
/** A payment, and money that came in after it. */
async function refunded({ scene, agent }: World, to = newAddress()) {
  const { carrier } = scene
  const spend = { wallet_id: agent.walletId, amount: '0.50', to, token: 'USDC', wait: 20 }
  const { body: payment } = done(await carrier.call('createPayment', spend, agent.caller))
  const { body } = done(await carrier.call('faucet', { wallet_id: agent.walletId, amount: '0.50' }, scene.owner))
  const filter = { type: 'deposit', tx_hash: body.tx_hash }
  const [deposit] = await until(async () => rowsIn(done(await carrier.call('listTransactions', filter, scene.owner))))
  return { payment_id: textIn(payment, 'payment_id'), deposit_id: textIn(deposit ?? {}, 'deposit_id') }
}

const hook = () => ({ url: 'https://example.com/every', events: ['payment.failed'], secret: 's'.repeat(16) })
const hooked = async ({ scene }: World) => {
  const { body } = done(await scene.carrier.call('createWebhook', hook(), scene.owner))
  return { webhook_id: textIn(body, 'webhook_id') }
}
const rules = { policy: 'Max $40 per day.' }

const aPerson = async ({ scene }: World) => {
  const { orgId: org_id } = scene.organization
  const { body } = done(await scene.carrier.call('createKey', { org_id, name: newDomain(), roles: [] }, scene.owner))
  return { org_id, principal_id: textIn(body, 'principal_id'), reason: 'Away.' }
}
const aKey = async ({ scene: { carrier, organization, owner } }: World) => {
  const of = { org_id: organization.orgId }
  const { body } = done(await carrier.call('createKey', { ...of, name: 'Jo', roles: ['approver'] }, owner))
  return { ...of, key_id: textIn(body, 'key_id') }
}
const anAgent = async ({ scene }: World) => ({ agent_id: (await openAgent(scene)).agentId, reason: 'A drill.' })

/** Each POST that has an effect. */
const CASES: Readonly<Partial<Record<Operation, Case>>> = {
  ...TREASURY_KEYED,
  ...CARDS_KEYED,
  ...ACP_KEYED,
  register: {
    input: ({ scene }) => ({ name: 'Keyed', capabilities: ['payments'], owner_org_id: scene.organization.orgId }),
    other: { name: 'Another' },
  },
  ownershipChallenge: { input: () => ({ address: newAddress(), chain: 'base' }), other: { address: newAddress() } },
  createEnrolmentKey: {
    input: ({ scene }) => ({ org_id: scene.organization.orgId, label: 'Keyed' }),
    other: { label: 'Another' },
  },
  revokeEnrolmentKey: {
    async input({ scene }) {
      const of = { org_id: scene.organization.orgId }
      const { body } = done(await scene.carrier.call('createEnrolmentKey', of, scene.owner))
      return { ...of, key_id: textIn(body, 'key_id') }
    },
    other: {},
  },
  createKey: {
    input: ({ scene }) => ({ org_id: scene.organization.orgId, name: 'Keyed', roles: [] }),
    other: { name: 'Another' },
  },
  rotateKey: { input: aKey, other: { overlap_seconds: 61 } },
  revokeKey: { input: aKey, other: { reason: 'Another.' } },
  createSession: {
    input: ({ scene }) => ({ org_id: scene.organization.orgId, kind: 'token', roles: ['viewer'] }),
    other: { kind: 'browser' },
  },
  revokeSession: {
    async input({ scene: { carrier, organization, owner } }) {
      const of = { org_id: organization.orgId }
      const { body } = done(await carrier.call('createSession', { ...of, kind: 'token' }, owner))
      return { ...of, session_id: textIn(body, 'session_id') }
    },
    other: { reason: 'Another.' },
  },
  suspendPerson: { input: aPerson, other: { reason: 'Another.' } },
  reactivatePerson: { input: aPerson, other: { reason: 'Another.' } },
  suspendAgent: { input: anAgent, other: { reason: 'Another.' } },
  reactivateAgent: { input: anAgent, other: { reason: 'Another.' } },
  revokeAgent: { input: anAgent, other: { reason: 'Another.' } },
  rotateAgentKey: { input: anAgent, other: { reason: 'Another.' } },
  rotateAgentDid: { input: async (world) => ({ agent_id: (await anAgent(world)).agent_id }), other: {} },
  reconcileWallet: { input: wallet, other: { chain: 'base' } },
  createWallet: { input: () => ({ name: 'Keyed' }), other: { name: 'Another' } },
  createPayment: {
    input: (world) => ({ ...spend(world), token: 'USDC' }),
    other: { amount: '0.51' },
    by: ({ agent }) => agent.caller,
  },
  transfer: {
    input: (world) => ({ ...wallet(world), amount: '0.50', merchant: newAddress() }),
    other: { amount: '0.51' },
  },
  faucet: { input: (world) => ({ ...wallet(world), amount: '1.00' }), other: { amount: '2.00' } },
  advanceTestClock: { input: () => ({ seconds: 1 }), other: { seconds: 2 } },
  freezeWallet: { input: (world) => ({ ...wallet(world), reason: 'A drill.' }), other: { reason: 'No drill.' } },
  unfreezeWallet: { input: (world) => ({ ...wallet(world), reason: 'Over.' }), other: { reason: 'Not over.' } },
  createHold: {
    input: (world) => ({ ...wallet(world), amount: '0.50', token: 'USDC', merchant: newAddress() }),
    other: { amount: '0.51' },
  },
  captureHold: { input: held, other: { amount: '0.10' } },
  voidHold: { input: held, other: { reason: 'Another.' } },
  extendHold: {
    input: async (world) => ({ ...(await held(world)), expires_in_seconds: 700_000 }),
    other: { expires_in_seconds: 700_001 },
  },
  createMandate: {
    input: ({ agent }) => ({ agent_id: agent.agentId, wallet_id: agent.walletId, ...rules }),
    other: { policy: 'Max $41 per day.' },
  },
  revokeMandate: {
    input: async ({ scene }) => ({ mandate_id: (await openAgent(scene)).mandateId }),
    other: { reason: 'Another.' },
  },
  executeMandate: {
    input: async (world) => {
      const form = { name: 'Shop', legal_name: 'Shop', domain: newDomain() }
      const shop = { ...form, payout_addresses: [{ chain: 'base', address: newAddress() }] }
      done(await world.scene.carrier.call('createMerchant', shop, world.scene.owner))
      return { ...wallet(world), amount: '0.50', psp_domain: form.domain }
    },
    other: { amount: '0.51' },
  },
  resolveMismatch: {
    input: async ({ scene }) => ({ mismatch_id: await openMismatch(scene), resolution: 'Looked at.' }),
    other: { resolution: 'Not looked at.' },
  },
  activateSwitch: {
    input: () => ({ scope: 'merchant', target_id: newDomain(), reason: 'A drill.', reason_code: 'test' }),
    other: { reason: 'No drill.' },
  },
  deactivateSwitch: {
    input: async ({ scene }) => {
      const stop = { scope: 'merchant', target_id: newDomain(), reason: 'A drill.', reason_code: 'test' }
      const { body } = done(await scene.carrier.call('activateSwitch', stop, scene.owner))
      return { switch_id: textIn(body, 'switch_id'), reason: 'Over.' }
    },
    other: { reason: 'Not over.' },
  },
  linkRefund: { input: (world) => refunded(world), other: { amount: '0.40' } },
  unlinkRefund: {
    async input(world) {
      const refund = await refunded(world)
      done(await world.scene.carrier.call('linkRefund', refund, world.scene.owner))
      return refund
    },
    // The ids are the scope of the key, and there is nothing else that could differ.
    other: {},
  },
  unblockDeposit: {
    async input(world) {
      const { deposit_id } = await refunded(world)
      const deposits = world.scene.service.database.collection<{ _id: string }>('deposits')
      // As if its sender had been on an earlier list, when nothing was left of it.
      await deposits.updateOne({ _id: deposit_id }, { $set: { listedIn: 'earlier', blocked: 0n } })
      return { deposit_id, reason: 'Not listed any more.' }
    },
    other: { reason: 'Another.' },
  },
  notifyRefund: {
    async input(world) {
      const payee = Wallet.createRandom()
      const { payment_id, deposit_id } = await refunded(world, payee.address)
      const deposits = world.scene.service.database.collection<{ _id: string; txHash: string }>('deposits')
      // As if the payee had sent it: on this chain it has no coins for gas.
      const from = payee.address.toLowerCase()
      const { txHash = '' } = (await deposits.findOneAndUpdate({ _id: deposit_id }, { $set: { from } })) ?? {}
      const notice = ['Refund', `Payment: ${payment_id}`, `Transaction: ${txHash}`, 'Amount: all']
      return { payment_id, tx_hash: txHash, signature: await payee.signMessage(notice.join('\n')) }
    },
    other: { amount: '0.40' },
  },
  requestApproval: { input: spend, other: { amount: '0.51' } },
  approve: { input: asked, other: { comment: 'Another.' }, by: ({ approver }) => approver },
  deny: { input: asked, other: { comment: 'Another.' }, by: ({ approver }) => approver },
  cancelApproval: { input: asked, other: { comment: 'Another.' }, by: ({ agent }) => agent.caller },
  recordEvidence: {
    input: ({ agent }) => ({ agent_id: agent.agentId, type: 'purpose_review', comment: 'Buys books.' }),
    other: { comment: 'Another.' },
  },
  voidEvidence: {
    input: async (world) => ({ agent_id: (await anAgent(world)).agent_id, type: 'did_control', reason: 'Over.' }),
    other: { reason: 'Another.' },
  },
  simulateKyaExpiry: {
    input: async (world) => ({ agent_id: (await anAgent(world)).agent_id, type: 'did_control' }),
    other: { type: 'purpose_review' },
  },
  simulateKyb: { input: () => ({ status: 'accepted' }), other: { status: 'rejected' } },
  assignCase: {
    async input(world) {
      const reviewed = { ...spend(world), to: MIXER, token: 'USDC' }
      const { body } = done(await world.scene.carrier.call('createPayment', reviewed, world.agent.caller))
      return { case_id: textIn(body, 'case_id'), action: 'take' }
    },
    other: { comment: 'Another.' },
  },
  decideCase: {
    async input(world) {
      const reviewed = { ...spend(world), to: MIXER, token: 'USDC' }
      const { body } = done(await world.scene.carrier.call('createPayment', reviewed, world.agent.caller))
      return { case_id: textIn(body, 'case_id'), decision: 'reject', comment: 'No.' }
    },
    other: { comment: 'Another.' },
  },
  createMerchant: {
    input: () => ({ name: 'Shop', legal_name: 'Shop', domain: newDomain() }),
    other: { name: 'Another' },
  },
  createWebhook: { input: hook, other: { events: ['payment.completed'] } },
  testWebhook: { input: hooked, other: { type: 'payment.failed' } },
  rotateSecret: { input: hooked, other: { overlap_seconds: 61 } },
  replayWebhook: {
    input: async (world) => ({ ...(await hooked(world)), since: '2026-01-01T00:00:00.000Z' }),
    other: { types: ['payment.failed'] },
  },
  retryDelivery: {
    input: async (world) => {
      const { webhook_id } = await hooked(world)
      const { body } = done(await world.scene.carrier.call('testWebhook', { webhook_id }, world.scene.owner))
      const delivery = { webhook_id, delivery_id: textIn(body, 'delivery_id') }
      // Nobody retries what is running.
      await until(async () => {
        const { attempts } = done(
          await world.scene.carrier.call('getDelivery', { ...delivery }, world.scene.owner),
        ).body
        return (attempts as unknown[]).length > 0
      })
      return delivery
    },
    other: {},
  },
}

const posts = (Object.keys(ROUTES) as Operation[]).filter((operation) => ROUTES[operation].startsWith('POST '))

export function idempotencyEverywhere(given: Given): void {
  describe('7.3 idempotency of every POST', () => {
    let world: World
    beforeAll(async () => {
      const scene = await openScene(given, 'Every POST')
      const capabilities = ['payments', 'wallets', 'approvals', 'holds']
      world = {
        scene,
        agent: await openAgent(scene, { funds: '40', capabilities }),
        approver: await openPerson(scene, ['approver']),
      }
    })

    test('every POST is held to this, those of the route table too', () => {
      expect([...Object.keys(CASES), ...WITHOUT_EFFECT].sort()).toEqual([...posts].sort())
      const toFastify = (operation: Operation) => ROUTES[operation].split(/[ ?]/)[1]?.replaceAll(/\{\w+\}/g, ':id')
      // What merchants tell has an id of its own instead of a key.
      const mounted = world.scene.service.mounted.filter(
        ({ method, url }) =>
          method === 'POST' && /^\/(api\/v2|acp\/(checkout$|checkout\/|charges\/|authorize|pay))/.test(url),
      )
      const paths = mounted.map(({ url }) => url.replaceAll(/:\w+/g, ':id'))
      expect([...new Set(paths)].sort()).toEqual(posts.map(toFastify).sort())
    })

    test.each(Object.keys(CASES) as Operation[])('%s', async (operation) => {
      const { input: make, other, by = () => world.scene.owner } = CASES[operation] as Case
      const input = { ...(await make(world)) }
      const [caller, key] = [by(world), `every ${operation} ${newDomain()}`]
      const call = (changes: object = {}, carrier = world.scene.carrier) =>
        carrier.call(operation, { ...input, ...changes }, caller, { idempotencyKey: key })
      const together = await Promise.all([call(), call(), call()])
      const first = together.find(({ replayed }) => !replayed)
      expect(together.filter(({ replayed }) => !replayed)).toHaveLength(1)
      const again = await call()
      expect(again.replayed).toBe(true)
      for (const answer of [...together, again]) {
        expect(done(answer).body).toEqual(first?.body)
        if (world.scene.carrier.name === 'rest')
          expect([answer.status, answer.text]).toEqual([first?.status, first?.text])
      }
      const elsewhere = createCarrier(world.scene.carrier.name === 'rest' ? 'graphql' : 'rest', world.scene.service)
      expect(done(await call({}, elsewhere)).replayed).toBe(true)
      if (Object.keys(other).length > 0) refused(await call(other), 422, 'idempotency_mismatch')
      if (operation === 'freezeWallet') done(await world.scene.carrier.call('unfreezeWallet', { ...input }, caller))
    })

    test.each(WITHOUT_EFFECT)('%s takes no key: it answers anew each time', async (operation) => {
      const { scene, agent } = world
      const inputs: Record<(typeof WITHOUT_EFFECT)[number], object> = {
        token: { agent_id: agent.agentId, api_key: agent.apiKey },
        checkPolicy: spend(world),
        simulatePolicy: { ...wallet(world), ...rules },
        previewPolicy: rules,
        screen: { address: newAddress() },
      }
      const caller = operation === 'token' ? {} : scene.owner
      const rest = createCarrier('rest', scene.service)
      for (let time = 0; time < 2; time++) {
        const answer = await rest.call(operation, { ...inputs[operation] }, caller, { idempotencyKey: 'no effect' })
        expect(done(answer).replayed).toBe(false)
      }
    })
  })
}

/** A difference that a person has to look at, as settlement would have left it. */
async function openMismatch({ service, organization, carrier, owner }: Scene): Promise<string> {
  const id = `mis_${newDomain()}`
  const [row] = rowsIn(done(await carrier.call('listWallets', { limit: 1 }, owner)))
  await service.database.collection<{ _id: string }>('mismatches').insertOne({
    ...{ _id: id, v: 1, orgId: organization.orgId, mode: 'test', kind: 'payment_reorganized', state: 'open' },
    ...{ walletId: row?.wallet_id, paymentId: null, depositId: null, token: 'USDC', chain: 'base' },
    ...{ expected: '0', found: '0', missing: 0n, corrections: 0, reason: 'For a test.', resolution: null },
    ...{ openedAt: new Date(), resolvedAt: null, updatedAt: new Date() },
  })
  return id
}
