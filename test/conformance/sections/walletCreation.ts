/** Domain A.6, 9.1: wallets made without an agent, what a list of wallets narrows to, and the figures of a balance. */
import { beforeAll, describe, expect, test } from 'vitest'
import { postGraph } from '../../support/carriers.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  newAddress,
  newDomain,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  textIn,
} from '../../support/scene.ts'

export function walletCreation(given: Given): void {
  describe('A.6 wallets without an agent', () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await openScene(given, 'Wallet makers')
    })
    const create = (input: object = {}, idempotencyKey?: string) =>
      scene.carrier.call('createWallet', { ...input }, scene.owner, idempotencyKey ? { idempotencyKey } : {})
    const register = (changes: object) =>
      scene.carrier.call(
        'register',
        { name: 'Taker', capabilities: ['wallets'], owner_org_id: scene.organization.orgId, ...changes },
        scene.owner,
      )
    const idsOf = async (filter: object) =>
      rowsIn(done(await scene.carrier.call('listWallets', { ...filter }, scene.owner))).map((row) => row.wallet_id)

    test('a new wallet has an address, no agent, no mandate and an event wallet.created', async () => {
      const answer = await create({ name: 'Spare' })
      const { body } = created(scene, answer, 201, `/api/v2/wallets/${answer.body.wallet_id}`)
      expect(body).toMatchObject({
        ...{ wallet_id: expect.stringMatching(/^wal_/), name: 'Spare', agent_id: null, mandate_id: null, policy: null },
        ...{ type: 'custodial', custody: 'local', status: 'active', balances: [] },
        address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      })
      const [event, ...others] = await eventsOf(scene, body.wallet_id)
      expect(others).toEqual([])
      expect(event).toMatchObject({ type: 'wallet.created', data: { status: 'active', agent_id: null } })
      refusedField(await create({ name: 'x'.repeat(101) }), 'name')
    })

    test('lists narrow to wallets without an agent, with one, and by status', async () => {
      const { walletId } = await openAgent(scene)
      const spare = textIn(done(await create()).body, 'wallet_id')
      const [free, bound] = [await idsOf({ unbound: true }), await idsOf({ unbound: false })]
      expect(free).toContain(spare)
      expect(free).not.toContain(walletId)
      expect(bound).toContain(walletId)
      expect(bound).not.toContain(spare)
      done(await scene.carrier.call('freezeWallet', { wallet_id: spare, reason: 'A drill.' }, scene.owner))
      expect(await idsOf({ status: 'frozen' })).toEqual([spare])
      expect(await idsOf({ status: 'active' })).not.toContain(spare)
    })

    test('no agent sees it, and nothing is paid from it: mandate_missing', async () => {
      const spare = textIn(done(await create()).body, 'wallet_id')
      const other = await openAgent(scene)
      refused(await scene.carrier.call('getWallet', { wallet_id: spare }, other.caller), 404, 'not_found')
      const spend = { wallet_id: spare, amount: '1.00', merchant: newAddress() }
      refused(await scene.carrier.call('transfer', spend, scene.owner), 403, 'mandate_missing')
    })

    test('an agent has one wallet: making a second for it is a conflict', async () => {
      const { agentId, walletId } = await openAgent(scene)
      const reason = { reason: 'agent_has_wallet', wallet_id: walletId }
      refused(await create({ agent_id: agentId }), 409, 'conflict', reason)
    })

    test('the same Idempotency-Key makes one wallet', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Once' }, 'one wallet')))
      expect(new Set(answers.map((answer) => done(answer).body.wallet_id)).size).toBe(1)
      refused(await create({ name: 'Twice' }, 'one wallet'), 422, 'idempotency_mismatch')
    })

    test('of ten registrations that name one wallet at once, one gets it', async () => {
      const spare = textIn(done(await create()).body, 'wallet_id')
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => register({ name: `Taker ${index}`, wallet_id: spare })),
      )
      const [winner, ...others] = answers.filter(({ refused: refusal }) => refusal === null)
      expect(others).toEqual([])
      for (const answer of answers) if (answer !== winner) refused(answer, 409, 'conflict', { reason: 'wallet_bound' })
      const wallet = done(await scene.carrier.call('getWallet', { wallet_id: spare }, scene.owner)).body
      expect(wallet.agent_id).toBe(winner?.body.agent_id)
      expect(wallet.mandate_id).toBe(winner?.body.mandate_id)
    })

    test('a wallet of live mode is not paid in test mode: 422 wallet_of_other_mode, whatever names it', async () => {
      const apiKey = await scene.service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' })
      const live = done(await scene.carrier.call('createWallet', {}, { apiKey })).body
      refused(await scene.carrier.call('getWallet', { wallet_id: live.wallet_id }, scene.owner), 404, 'not_found')
      const to = String(live.address)
      const agent = await openAgent(scene, { capabilities: ['wallets', 'payments', 'holds'] })
      const form = { name: 'Shop', legal_name: 'Shop', domain: newDomain() }
      const shop = { ...form, payout_addresses: [{ chain: 'base', address: to }] }
      done(await scene.carrier.call('createMerchant', shop, scene.owner))
      const reason = { reason: 'wallet_of_other_mode', wallet_mode: 'live' }
      const spend = { wallet_id: agent.walletId, amount: '1.00', token: 'USDC' }
      for (const payee of [to, to.toLowerCase(), form.domain])
        for (const [operation, named] of [
          ['createPayment', { to: payee }],
          ['transfer', { merchant: payee }],
          ['createHold', { merchant: payee }],
        ] as const)
          refused(await scene.carrier.call(operation, { ...spend, ...named }, agent.caller), 422, 'no_route', reason)
      refused(await scene.carrier.call('faucet', { wallet_id: live.wallet_id }, scene.owner), 404, 'not_found')
      refused(await scene.carrier.call('faucet', { wallet_id: live.wallet_id }, { apiKey }), 404, 'not_found')
    })

    test('a payment to the paying wallet itself would move nothing: 422 payee_is_payer', async () => {
      const agent = await openAgent(scene, { capabilities: ['wallets', 'payments', 'holds'] })
      const wallet = done(await scene.carrier.call('getWallet', { wallet_id: agent.walletId }, agent.caller)).body
      const spend = { wallet_id: agent.walletId, amount: '1.00', token: 'USDC' }
      for (const [operation, named] of [
        ['createPayment', { to: wallet.address }],
        ['transfer', { merchant: String(wallet.address).toLowerCase() }],
        ['createHold', { merchant: wallet.address }],
      ] as const)
        refused(await scene.carrier.call(operation, { ...spend, ...named }, agent.caller), 422, 'no_route', {
          reason: 'payee_is_payer',
        })
    })

    test('a balance says what is available, held, in flight and blocked, and as of which block', async () => {
      const agent = await openAgent(scene, { funds: '5', capabilities: ['wallets', 'holds', 'payments'] })
      const held = { wallet_id: agent.walletId, amount: '2.00', token: 'USDC', merchant: newAddress() }
      const { body: hold } = done(await scene.carrier.call('createHold', held, agent.caller))
      const { body } = done(await scene.carrier.call('balances', { wallet_id: agent.walletId }, agent.caller))
      expect(body).toMatchObject({
        ...{ wallet_id: agent.walletId, total_usd: '3.00', as_of: expect.stringMatching(/Z$/) },
        balances: [
          {
            ...{ token: 'USDC', chain: 'base', available: '3.00', held: '2.00', in_flight: '0.00', blocked: '0.00' },
            ...{ total: '5.00', on_chain: '5.00', as_of_block: expect.any(Number) },
          },
        ],
      })
      const document = `query ($id: ID!) { wallet(id: $id) { holds { nodes {
        id wallet { id } agent { id } mandate { id version } } totalCount } } }`
      const { body: graph } = await postGraph(scene.carrier.url, document, { id: agent.walletId }, agent.caller)
      const node = {
        ...{ id: hold.hold_id, wallet: { id: agent.walletId }, agent: { id: agent.agentId } },
        mandate: null,
      }
      expect(graph.data).toEqual({ wallet: { holds: { nodes: [node], totalCount: 1 } } })
      const { body: whole } = await postGraph(scene.carrier.url, document, { id: agent.walletId }, scene.owner)
      expect(whole.data).toMatchObject({
        wallet: { holds: { nodes: [{ ...node, mandate: { id: agent.mandateId, version: 1 } }] } },
      })
    })
  })
}
