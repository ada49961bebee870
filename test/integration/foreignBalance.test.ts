// A wallet's balance, and whether it is stopped, is revealed to its owner only (specification 5, ownership): others get the
// same refusal whatever its state.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import type { AgentPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, PAYEE, refusalOf } from '../support/mandatesWorld.ts'

const PAY = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { id } } }'
const HELD = 5_000_000n

let world: MandatesWorld

beforeAll(async () => {
  world = await openMandatesWorld('foreign-balance-test')
}, 90_000)
afterAll(() => world.stop())

/** A token that is not on base: without a chain, the balances choose one. */
async function holdOnPolygon({ orgId, mode, walletId }: AgentPrincipal): Promise<void> {
  const facts = {
    chain: 'polygon',
    token: 'USDT',
    amount: HELD,
    from: PAYEE,
    txHash: '0x1',
    block: 1,
    blockHash: '0x2',
  }
  await world.commit.submit(creditDepositIntent({ _id: `dep_${walletId}`, orgId, mode, walletId, ...facts } as never))
}

const pay = (by: Principal, walletId: string, amount: string, token = 'USDT') =>
  execute(world.service.subgraphs.payments, by, PAY, { input: { walletId, to: PAYEE, amount, token } })

test('not to another agent of the organization, nor to a key of the other mode', async () => {
  const org = await world.newOrganization()
  const [rich, curious] = [await world.register(org), await world.register(org)]
  const { walletId } = rich.agent
  await holdOnPolygon(rich.agent)
  for (const stranger of [curious.agent, { ...org, mode: 'live' } as const])
    for (const amount of ['4.99', '5.01']) expect(await refusalOf(pay(stranger, walletId, amount))).toBe('not_found')
})

const ACTIVATE = `mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) { killSwitch { id } } }`
const ASK = `mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { id } } }`

test('nor does it learn that a wallet or its agent is stopped or suspended, or why', async () => {
  const org = await world.newOrganization()
  const elsewhere = await world.newOrganization()
  const [stopped, curious] = [await world.register(org), await world.register(org)]
  const { walletId, agentId } = stopped.agent
  const strangers = [{ ...curious.agent, capabilities: ['payments', 'approvals'] } as const, elsewhere]
  const tellNobody = async () => {
    for (const stranger of strangers) {
      expect(await refusalOf(pay(stranger, walletId, '1.00', 'USDC'))).toBe('not_found')
      const input = { walletId, to: PAYEE, amount: '1.00' }
      const asked = execute(world.service.subgraphs.payments, stranger, ASK, { input })
      expect(await refusalOf(asked)).toBe('not_found')
    }
  }
  const stop = (scope: string, targetId: string) =>
    world.run(org, ACTIVATE, { input: { scope, targetId, reason: 'Secret.', reasonCode: 'test' } })
  const suspended = { $set: { agentStatus: 'suspended' }, $inc: { v: 1 } }
  await world.service.database.collection<{ _id: string }>('positions').updateOne({ _id: `wal:${walletId}` }, suspended)
  await tellNobody()
  expect(await refusalOf(pay(stopped.agent, walletId, '1.00', 'USDC'))).toBe('authentication_error agent_suspended')
  await stop('agent', agentId)
  await tellNobody()
  await stop('wallet', walletId)
  await tellNobody()
  expect(await refusalOf(pay(org, walletId, '1.00', 'USDC'))).toMatch('kill_switch_active')
})

test('its owner pays on the chain that holds enough', async () => {
  const org = await world.newOrganization()
  const { agent } = await world.register(org)
  await holdOnPolygon(agent)
  await expect(pay(agent, agent.walletId, '4.99')).rejects.toMatchObject({ details: { chain: 'polygon' } })
  await expect(pay(agent, agent.walletId, '5.01')).rejects.not.toHaveProperty('details.chain')
})
