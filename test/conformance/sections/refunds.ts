/**
 * Domain 6.3, 8.2: money that comes back is linked to its payment once, never above it, and gives the limits room in the
 * windows of that payment.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../support/carriers.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  newAddress,
  openAgent,
  openScene,
  pastMidnight,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'

export function refunds(given: Given): void {
  describe('8.2 refunds', () => {
    let scene: Scene
    let payer: TestAgent
    let payee: TestAgent
    let payment: Body
    let inflow: Body
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const wallet = async () => done(await call('getWallet', { wallet_id: payer.walletId }, scene.owner)).body
    const addressOf = async ({ walletId }: TestAgent) =>
      String(done(await call('getWallet', { wallet_id: walletId }, scene.owner)).body.address)

    async function pay(from: TestAgent, to: string, amount: string): Promise<Body> {
      const input = { wallet_id: from.walletId, to, amount, token: 'USDC', wait: 20 }
      return done(await call('createPayment', input, from.caller)).body
    }
    /** The deposit that this payment made, once it is credited. */
    async function depositOf(paid: Body): Promise<Body> {
      const filter = { type: 'deposit', tx_hash: paid.tx_hash }
      const [deposit] = await until(async () => rowsIn(done(await call('listTransactions', filter, scene.owner))))
      return deposit as Body
    }
    const link = (input: object, by = scene.owner) =>
      call('linkRefund', { payment_id: payment.payment_id, ...input }, by)

    beforeAll(async () => {
      await pastMidnight()
      scene = await openScene(given, 'Refunds')
      const capabilities = ['payments', 'wallets', 'mandates']
      payer = await openAgent(scene, { capabilities, funds: '50.00' })
      payee = await openAgent(scene, { capabilities, funds: '50.00' })
      payment = await pay(payer, await addressOf(payee), '10.00')
      inflow = await depositOf(await pay(payee, await addressOf(payer), '4.00'))
    })

    test('an operator links a deposit to its payment: the balance stays, the limits get the amount back', async () => {
      const before = await wallet()
      expect(before).toMatchObject({ usage: { day: { spent: '10.00' }, month: { spent: '10.00' } } })
      const { body: refund } = created(
        scene,
        await call('linkRefund', { payment_id: payment.payment_id, tx_hash: inflow.tx_hash }, scene.owner),
        201,
        null,
      )
      expect(refund).toMatchObject({
        ...{ payment_id: payment.payment_id, deposit_id: inflow.deposit_id, status: 'completed', amount: '4.00' },
        ...{ token: 'USDC', chain: 'base', tx_hash: inflow.tx_hash, from: await addressOf(payee) },
        ...{ linked_by: expect.stringMatching(/^key_/), created_at: expect.any(String) },
      })
      expect(await wallet()).toMatchObject({
        ...{ balances: (before.balances as Body[]).map(({ as_of_block: _, ...balance }) => balance) },
        ...{ usage: { day: { spent: '6.00' }, month: { spent: '6.00' } } },
      })
      const { body } = done(await call('getPayment', { payment_id: payment.payment_id }, payer.caller))
      expect(body).toMatchObject({ status: 'completed', amount: '10.00', refunded_amount: '4.00' })
      const list = done(await call('listRefunds', { payment_id: payment.payment_id }, payer.caller))
      expect([refund]).toMatchObject(rowsIn(list))
      expect(rowsIn(list)).toHaveLength(1)
      const [event] = await eventsOf(scene, payment.payment_id, ['payment.refunded'])
      expect(event?.data).toMatchObject({
        ...{ payment_id: payment.payment_id, wallet_id: payer.walletId, deposit_id: inflow.deposit_id },
        ...{ amount: '4.00', refunded_amount: '4.00', status: 'completed', linked_by: refund.linked_by },
      })
    })

    test('the ledger has it as a refund, and no longer as a deposit', async () => {
      const own = { wallet_id: payer.walletId }
      const of = async (filter: object) =>
        rowsIn(done(await call('listTransactions', { ...own, ...filter }, scene.owner)))
      const [refund, ...others] = await of({ type: 'refund' })
      expect([refund, others]).toMatchObject([
        {
          ...{ type: 'refund', status: 'completed', direction: 'credit', amount: '4.00' },
          ...{ payment_id: payment.payment_id, balance_changes: { available: '4.00' } },
        },
        [],
      ])
      expect(await of({ type: 'deposit', status: 'reversed' })).toMatchObject([
        { direction: 'debit', amount: '4.00', deposit_id: inflow.deposit_id, balance_changes: { available: '-4.00' } },
      ])
    })

    test('a deposit is linked once: again it is the same refund, and to another payment a conflict', async () => {
      const again = done(await link({ deposit_id: inflow.deposit_id }))
      if (scene.carrier.name === 'rest') expect(again.status).toBe(200)
      expect(again.body).toMatchObject({ payment_id: payment.payment_id, amount: '4.00' })
      const other = await pay(payer, newAddress(), '5.00')
      const second = await link({ payment_id: other.payment_id, deposit_id: inflow.deposit_id })
      refused(second, 409, 'conflict', { reason: 'already_linked', payment_id: payment.payment_id })
      const byHash = await link({ payment_id: other.payment_id, tx_hash: inflow.tx_hash })
      refused(byHash, 409, 'conflict', { reason: 'already_linked', payment_id: payment.payment_id })
      expect(rowsIn(done(await call('listRefunds', { payment_id: other.payment_id }, scene.owner)))).toEqual([])
    })

    test('all refunds together are never above the payment, also when they race; a part of a deposit may be linked', async () => {
      const large = await depositOf(await pay(payee, await addressOf(payer), '5.00'))
      const small = await depositOf(await pay(payee, await addressOf(payer), '3.00'))
      const answers = await Promise.all([large, small].map(({ deposit_id }) => link({ deposit_id })))
      const [lost] = answers.filter((answer) => answer.refused !== null)
      expect(answers.filter((answer) => answer.refused === null)).toHaveLength(1)
      if (lost === undefined) throw new Error('both were linked')
      refused(lost, 409, 'conflict', { reason: 'exceeds_payment', token: 'USDC' })
      const left = String(lost.refused?.details.refundable)
      const [unlinked] = answers[0] === lost ? [large] : [small]
      expect(done(await link({ deposit_id: unlinked?.deposit_id, amount: left })).body.amount).toBe(left)
      const { body } = done(await call('getPayment', { payment_id: payment.payment_id }, payer.caller))
      expect(body.refunded_amount).toBe('10.00')
      // Another payment of 5.00 was made above: it alone counts.
      expect(await wallet()).toMatchObject({ usage: { day: { spent: '5.00' }, month: { spent: '5.00' } } })
    })

    test('what cannot be its refund is refused', async () => {
      const later = await pay(payer, newAddress(), '1.00')
      const at = { payment_id: later.payment_id }
      refused(await link({ ...at, deposit_id: 'dep_unknown' }), 404, 'not_found')
      refused(await link({ ...at, tx_hash: payment.tx_hash }), 404, 'not_found')
      refusedField(await link({ ...at }), 'deposit_id')
      refusedField(await link({ ...at, tx_hash: '0x12' }), 'tx_hash')
      refusedField(await link({ ...at, deposit_id: inflow.deposit_id, amount: '-1' }), 'amount')
      const [old] = rowsIn(
        done(await call('listTransactions', { wallet_id: payer.walletId, type: 'deposit' }, scene.owner)),
      ).slice(-1)
      const early = await link({ ...at, deposit_id: old?.deposit_id, amount: '1.00' })
      refused(early, 409, 'conflict', { reason: 'earlier_than_payment' })
      const unfunded = await call(
        'createPayment',
        { wallet_id: payer.walletId, to: newAddress(), amount: '900.00', token: 'USDC' },
        { ...scene.owner, agentId: payer.agentId },
      )
      expect(unfunded.refused).not.toBeNull()
    })

    test('a refund is found by the hash that carried it, and not by that of its payment', async () => {
      const byHash = async (tx_hash: unknown) =>
        rowsIn(done(await call('transactionsByHash', { tx_hash, limit: 100 }, scene.owner)))
      const carried = (await byHash(inflow.tx_hash)).filter(({ type }) => type === 'refund')
      expect(carried).toMatchObject([
        {
          ...{ type: 'refund', amount: '4.00', payment_id: payment.payment_id, deposit_id: inflow.deposit_id },
          ...{ tx_hash: inflow.tx_hash, counterparty: await addressOf(payee), status: 'completed' },
        },
      ])
      const filter = { tx_hash: inflow.tx_hash, payment_id: payment.payment_id, type: 'refund' }
      expect(rowsIn(done(await call('listTransactions', filter, payer.caller)))).toEqual(carried)
      expect((await byHash(payment.tx_hash)).map(({ type }) => type)).not.toContain('refund')
    })

    test('a deposit of another sender is linked only where the operator says that it is one', async () => {
      const stranger = await openAgent(scene, { capabilities: ['payments', 'wallets'], funds: '5.00' })
      const later = await pay(payer, newAddress(), '2.00')
      const foreign = await depositOf(await pay(stranger, await addressOf(payer), '1.50'))
      const named = { payment_id: later.payment_id, tx_hash: foreign.tx_hash }
      for (const said of [{}, { other_sender: false }]) {
        const answer = await link({ ...named, ...said })
        refusedField(answer, 'other_sender')
        expect(answer.refused?.details).toMatchObject({
          ...{ reason: 'other_sender', payee: later.to },
          sender: (await addressOf(stranger)).toLowerCase(),
        })
      }
      expect(rowsIn(done(await call('listRefunds', { payment_id: later.payment_id }, scene.owner)))).toEqual([])
      expect(done(await link({ ...named, other_sender: true })).body).toMatchObject({ amount: '1.50' })
    })

    test('a link is taken back: ledger and limits are as before, and the deposit can be linked again', async () => {
      const [later, other] = [await pay(payer, newAddress(), '2.00'), await pay(payer, newAddress(), '3.00')]
      const sent = await depositOf(await pay(payee, await addressOf(payer), '2.00'))
      const known = async () => {
        const { balances, usage } = await wallet()
        return { usage, balances: (balances as Body[]).map(({ as_of_block: _, ...balance }) => balance) }
      }
      const before = await known()
      const at = { payment_id: later.payment_id, deposit_id: sent.deposit_id }
      const unlink = (by = scene.owner, input: object = at) => call('unlinkRefund', { ...input }, by)
      refused(await unlink(), 404, 'not_found')
      done(await link({ ...at, other_sender: true }))
      refused(await unlink(payer.caller), 403, 'capability_denied')
      refused(await unlink(scene.owner, { ...at, payment_id: other.payment_id }), 404, 'not_found')
      expect(done(await unlink()).body).toMatchObject({ payment_id: later.payment_id, refunded_amount: '0.00' })
      refused(await unlink(), 404, 'not_found')
      expect(await known()).toEqual(before)
      expect(rowsIn(done(await call('listRefunds', { payment_id: later.payment_id }, scene.owner)))).toEqual([])
      const [event] = await eventsOf(scene, later.payment_id, ['payment.refund_reversed'])
      expect(event?.data).toMatchObject({
        ...{ payment_id: later.payment_id, deposit_id: sent.deposit_id, amount: '2.00', refunded_amount: '0.00' },
        ...{ status: 'reversed', unlinked_by: expect.stringMatching(/^key_/) },
      })
      const filter = { tx_hash: sent.tx_hash, type: 'refund' }
      const rows = rowsIn(done(await call('listTransactions', filter, scene.owner)))
      expect(rows).toMatchObject([
        { status: 'reversed', direction: 'debit', tx_hash: sent.tx_hash },
        { status: 'completed', direction: 'credit', tx_hash: sent.tx_hash },
      ])

      // Whoever races: one of two links wins, and one of several ends of it.
      const both = [later, other].map(({ payment_id }) =>
        link({ payment_id, deposit_id: sent.deposit_id, other_sender: true }),
      )
      expect((await Promise.all(both)).filter((answer) => answer.refused === null)).toHaveLength(1)
      const ends = [later, other, later, other].map(({ payment_id }) => unlink(scene.owner, { ...at, payment_id }))
      expect((await Promise.all(ends)).filter((answer) => answer.refused === null)).toHaveLength(1)
      expect(await known()).toEqual(before)
    })

    test('an agent may not link; a notice without the signature of the payee links nothing', async () => {
      refused(await link({ deposit_id: inflow.deposit_id }, payer.caller), 403, 'capability_denied')
      const notice = { payment_id: payment.payment_id, tx_hash: inflow.tx_hash }
      for (const signature of ['0x', `0x${'1b'.repeat(65)}`])
        refused(await call('notifyRefund', { ...notice, signature }, payer.caller), 401, 'authentication_error', {
          reason: 'signature_invalid',
        })
    })
  })
}
