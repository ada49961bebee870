/** Specification 2.10, 3: a payment from acceptance to its end on the chain, and every input that is refused. */
import { Interface } from 'ethers'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { callRpc } from '../../../scripts/embedded/rpc.ts'
import { type Body, send } from '../../support/carriers.ts'
import {
  done,
  fund,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
} from '../../support/scene.ts'

const WRONG_AMOUNTS = [
  ...['', '0', '0.00', '-1', '+1', '1e1', '01', '1.', '.5', '1.1234567', ' 1', '1 ', '1,5', '1_000', '0x10'],
  ...['1234567890123', 'NaN', 'Infinity', '１', '1.2.3', 'ten'],
]
const transferEvent = new Interface(['event Transfer(address indexed from, address indexed to, uint256 value)'])

export function payments(given: Given): void {
  describe('2.10, 3 payments', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Paying')
      agent = await openAgent(scene, { funds: '60' })
    })
    const form = (changes: object = {}) => ({
      ...{ wallet_id: agent.walletId, to: newAddress(), amount: '1.00', token: 'USDC' },
      ...changes,
    })
    const pay = (changes?: object, caller: object = agent.caller, idempotencyKey?: string) =>
      scene.carrier.call('createPayment', form(changes), caller, idempotencyKey === undefined ? {} : { idempotencyKey })
    const read = (paymentId: unknown, wait = 0) =>
      scene.carrier.call('getPayment', { payment_id: paymentId, wait }, agent.caller)

    test('a payment is accepted as pending, and confirmed on the chain it is completed with its tx_hash', async () => {
      const to = newAddress()
      const answer = done(await pay({ to, amount: '5.25', purpose: 'Paper', metadata: { orderNo: 7 } }))
      expect(answer.body).toMatchObject({
        payment_id: expect.stringMatching(/^pay_/),
        status: 'pending',
        ...{ wallet_id: agent.walletId, agent_id: agent.agentId, mandate_id: agent.mandateId, mandate_version: 1 },
        ...{ amount: '5.25', usd_amount: '5.25', token: 'USDC', chain: 'base', purpose: 'Paper', simulated: true },
        metadata: { orderNo: 7 },
      })
      expect(String(answer.body.to).toLowerCase()).toBe(to)
      if (scene.carrier.name === 'rest')
        expect([answer.status, answer.headers.get('location')]).toEqual([
          201,
          `/api/v2/payments/${answer.body.payment_id}`,
        ])
      const { body } = done(await read(answer.body.payment_id, 20))
      expect(body).toMatchObject({ status: 'completed', stage: 'completed', failure_code: null })
      expect(Date.parse(String(body.completed_at))).toBeGreaterThanOrEqual(Date.parse(String(body.created_at)))
      expect(await paidOnChain(textIn(body, 'tx_hash'), to)).toBe(5_250_000n)
    })

    test('wait on creation holds the answer until it is completed', async () => {
      const { body } = done(await pay({ wait: 20 }))
      expect(body).toMatchObject({ status: 'completed', tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
      refusedField(await pay({ wait: 31 }), 'wait')
    })

    test('pending comes before completed in the log, and completed is final', async () => {
      const { body } = done(await pay({ wait: 20 }))
      const input = { resource_id: body.payment_id, order: 'oldest_first' }
      const events = rowsIn(done(await scene.carrier.call('listEvents', input, agent.caller)))
      expect(events.map(({ type }) => type)).toEqual(['payment.accepted', 'payment.pending', 'payment.completed'])
      const data = events.map((event) => event.data as Record<string, unknown>)
      expect(data.map(({ status }) => status)).toEqual(['pending', 'pending', 'completed'])
      expect(data.map((one) => 'tx_hash' in one)).toEqual([false, true, true])
      for (const one of data)
        expect(one).toMatchObject({
          ...{ payment_id: body.payment_id, wallet_id: agent.walletId, amount: '1.00', token: 'USDC', chain: 'base' },
        })
      if (given.carrierName === 'rest') {
        // A reader that goes forward is always told where to go on (A.13), also where nothing came.
        const list = async (more: Body) =>
          done(await scene.carrier.call('listEvents', { ...input, ...more }, agent.caller)).body
        const { has_more, next_cursor } = await list({})
        expect([has_more, next_cursor]).toEqual([false, expect.any(String)])
        const later = await list({ after: next_cursor })
        expect(later).toMatchObject({ data: [], has_more: false, next_cursor: expect.any(String) })
        expect(await list({ resource_id: 'pay_none' })).toMatchObject({ data: [], next_cursor: expect.any(String) })
        expect(await list({ order: 'newest_first' })).toMatchObject({ has_more: false, next_cursor: null })
      }
      const sequences = events.map(({ wallet_seq }) => Number(wallet_seq))
      expect([...sequences].sort((a, b) => a - b)).toEqual(sequences)
    })

    test('an organization key pays for an agent that it names', async () => {
      const caller = { ...scene.owner, agentId: agent.agentId }
      expect(done(await pay({}, caller)).body).toMatchObject({ agent_id: agent.agentId, status: 'pending' })
    })

    test('X-Agent-Id of another agent is 401 agent_id_mismatch', async () => {
      const answer = await pay({}, { token: agent.caller.token, agentId: 'agt_other' })
      refused(answer, 401, 'authentication_error', { reason: 'agent_id_mismatch' })
    })

    test.each(WRONG_AMOUNTS)('the amount "%s" is 400 and is named', async (amount) => {
      refusedField(await pay({ amount }), 'amount')
    })

    test('amounts come back with at least two places and no zeros beyond them', async () => {
      const forms = { '1': '1.00', '1.5': '1.50', '1.230000': '1.23', '0.000001': '0.000001', '1.10': '1.10' }
      for (const [amount, shown] of Object.entries(forms)) expect(done(await pay({ amount })).body.amount).toBe(shown)
    })

    test('a wrong wallet_id, to, metadata or purpose is 400 and is named', async () => {
      refusedField(await pay({ wallet_id: 'nonsense' }), 'wallet_id')
      for (const to of ['', '0x123', `0x${'0'.repeat(40)}`, `0x${'aB'.repeat(20)}`])
        refusedField(await pay({ to }), 'to')
      refusedField(await pay({ metadata: 'text' }), 'metadata')
      refusedField(await pay({ purpose: 'x'.repeat(501) }), 'purpose')
    })

    test('a destination that nobody registered is 422 no_route', async () => {
      for (const to of ['nobody.example', 'mrc_unknown']) refused(await pay({ to }), 422, 'no_route')
    })

    test('a failed payment is final: money that comes later does not revive it', async () => {
      const poor = await openAgent(scene)
      const answer = await pay({ wallet_id: poor.walletId, amount: '2' }, poor.caller)
      const details = { reason: 'balance_below_amount', available: '0.00', required: '2.00' }
      refused(answer, 402, 'insufficient_funds', { ...details, payment_id: expect.stringMatching(/^pay_/) })
      const paymentId = answer.refused?.details.payment_id
      await fund(scene, poor.walletId, '5')
      const { body } = done(await scene.carrier.call('getPayment', { payment_id: paymentId, wait: 1 }, poor.caller))
      expect(body).toMatchObject({
        status: 'failed',
        stage: 'failed',
        failure_code: 'insufficient_funds',
        tx_hash: null,
      })
      const events = await scene.carrier.call('listEvents', { resource_id: paymentId }, poor.caller)
      expect(rowsIn(events)).toMatchObject([{ type: 'payment.failed' }])
      expect(rowsIn(events)[0]?.data).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds' })
    })

    test('the list is newest first, in pages, filtered; a bad page is 400', async () => {
      const payer = await openAgent(scene)
      const ids: unknown[] = []
      for (let n = 0; n < 3; n++)
        ids.unshift((await pay({ wallet_id: payer.walletId }, payer.caller)).refused?.details.payment_id)
      const list = (input: object) => scene.carrier.call('listPayments', { ...input }, payer.caller)
      const first = done(await list({ limit: 2 }))
      expect(rowsIn(first).map(({ payment_id }) => payment_id)).toEqual(ids.slice(0, 2))
      expect(first.body.has_more).toBe(true)
      const rest = done(await list({ limit: 2, after: first.body.next_cursor }))
      expect(rowsIn(rest).map(({ payment_id }) => payment_id)).toEqual(ids.slice(2))
      expect(rest.body.has_more).toBe(false)
      expect(rowsIn(done(await list({ status: 'completed' })))).toEqual([])
      expect(rowsIn(done(await list({ status: 'failed' })))).toHaveLength(3)
      const size = scene.carrier.name === 'rest' ? 'limit' : 'first'
      refusedField(await list({ limit: 0 }), size)
      refusedField(await list({ limit: 101 }), size)
      refusedField(await list({ after: 'broken' }), 'after')
    })

    if (given.carrierName === 'rest') {
      test('X-Agent-Id is required: 400', async () => {
        refusedField(await pay({}, { token: agent.caller.token }), 'X-Agent-Id')
        refusedField(await pay({}, scene.owner), 'X-Agent-Id')
      })

      test('each missing field is named, and so are an unknown one and a number as amount', async () => {
        for (const field of ['wallet_id', 'to', 'amount', 'token'])
          refusedField(await pay({ [field]: undefined }), field)
        refusedField(await pay({ colour: 'red' }), 'colour')
        refusedField(await pay({ amount: 1 }), 'amount')
      })

      test('a body that is no object is 400', async () => {
        const headers = { authorization: `Bearer ${agent.caller.token}`, 'x-agent-id': agent.agentId }
        for (const body of ['[]', 'null', '"text"', '7', ''])
          refused(
            await send(`${scene.service.url}/api/v2/payments`, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body,
            }),
            400,
            'invalid_request',
          )
      })
    }
  })
}

/** What the token's own event says arrived there. */
async function paidOnChain(hash: string, to: string): Promise<bigint> {
  const receipt = (await callRpc(inject('services').base.rpcUrl, 'eth_getTransactionReceipt', [hash])) as {
    logs: { topics: string[]; data: string }[]
  }
  const arrived = receipt.logs
    .map((log) => transferEvent.parseLog(log))
    .filter((log) => log !== null && String(log.args[1]).toLowerCase() === to)
  return arrived.reduce((sum, log) => sum + BigInt(log?.args[2]), 0n)
}
