/** What refusals of refunds, deposits and reconciliation tell. */
import { Wallet } from 'ethers'
import { expect } from 'vitest'
import type { Body } from '../../../support/carriers.ts'
import { done, newAddress, rowsIn, until } from '../../../support/scene.ts'
import { call, conflict, field, made, type Row, type World } from './row.ts'

/** A completed payment of 0.50. */
const pay = (world: World) => {
  const input = { wallet_id: world.agent.walletId, amount: '0.50', to: newAddress(), token: 'USDC', wait: 20 }
  return made(world, 'createPayment', input, world.agent.caller)
}
const deposit = async (world: World, more: object = {}): Promise<Body> => {
  const sent = await made(world, 'faucet', { wallet_id: world.agent.walletId, amount: '0.50', ...more })
  const filter = { type: 'deposit', tx_hash: sent.tx_hash }
  const [row] = await until(async () => {
    const rows = rowsIn(await call(world, 'listTransactions', filter))
    return rows.length > 0 && rows
  })
  return { deposit_id: row?.deposit_id }
}
const link = (world: World, payment: Body, of: Body, more: object = {}) =>
  call(world, 'linkRefund', { payment_id: payment.payment_id, ...of, other_sender: true, ...more })

export const REFUNDS: readonly Row[] = [
  [
    'more than the deposit',
    async (world) => link(world, await pay(world), await deposit(world), { amount: '0.51' }),
    conflict('exceeds_deposit', { deposited: '0.50', token: 'USDC' }, /is of 0\.50 USDC\. Name that amount, or less/),
  ],
  [
    'more than the payment',
    async (world) => link(world, await pay(world), await deposit(world, { amount: '2.00' })),
    conflict('exceeds_payment', { refundable: '0.50', token: 'USDC' }, /^0\.50 USDC .* Name that amount, or less/),
  ],
  [
    'a payment that is refunded',
    async (world) => {
      const payment = await pay(world)
      done(await link(world, payment, await deposit(world)))
      return link(world, payment, await deposit(world))
    },
    conflict('exceeds_payment', { refundable: '0.00' }, /^All 0\.50 USDC .* Unlink a refund first/),
  ],
  [
    'a deposit of another payment',
    async (world) => {
      const [one, other, of] = [await pay(world), await pay(world), await deposit(world)]
      done(await link(world, one, of))
      return link(world, other, of)
    },
    conflict(
      'already_linked',
      { payment_id: expect.any(String), refunded: '0.50' },
      /pay_\S+ already.* unlink it there/,
    ),
  ],
  [
    'a payment that waits',
    async (world) => {
      const input = { wallet_id: world.agent.walletId, amount: '26.00', to: newAddress(), token: 'USDC' }
      return link(world, await made(world, 'createPayment', input, world.agent.caller), await deposit(world))
    },
    conflict('not_paid', { status: 'pending' }, /is pending; .* Link the refund once it is completed/),
  ],
  [
    'a deposit of another token',
    async (world) => link(world, await pay(world), await deposit(world, { token: 'EURC' })),
    conflict(
      'other_asset',
      { token: 'USDC', deposit_token: 'EURC' },
      /deposit is in EURC on base\. Name a deposit in USDC/,
    ),
  ],
  [
    'a deposit of before',
    async (world) => {
      const of = await deposit(world)
      return link(world, await pay(world), of)
    },
    conflict('earlier_than_payment', { payment_block: expect.any(Number) }, /in block \d+, .* Name a later deposit/),
  ],
  [
    'a blocked deposit',
    async (world) => {
      const [payment, of] = [await pay(world), await deposit(world)]
      const deposits = world.scene.service.database.collection<{ _id: string }>('deposits')
      // As if its sender had been on an earlier list, when nothing was left of it.
      await deposits.updateOne({ _id: String(of.deposit_id) }, { $set: { listedIn: 'earlier', blocked: 0n } })
      return link(world, payment, of)
    },
    conflict('deposit_blocked', { list_version: 'earlier' }, /once compliance has released it/),
  ],
  [
    'no deposit is named',
    async (world) => link(world, await pay(world), {}),
    field('deposit_id', 'required', /by deposit_id or by tx_hash/),
  ],
  [
    'a notice that somebody else has signed',
    async (world) => {
      const { payment_id } = await pay(world)
      const [tx_hash, signature] = [`0x${'1'.repeat(64)}`, await Wallet.createRandom().signMessage('Refund')]
      return call(world, 'notifyRefund', { payment_id, tx_hash, signature })
    },
    {
      ...{ status: 401, type: 'authentication_error' },
      details: { reason: 'signature_invalid', notice: expect.stringContaining('Amount: all') },
      says: /Sign the text in details\.notice with that address/,
    },
  ],
  [
    'a deposit that is not blocked is released',
    async (world) => call(world, 'unblockDeposit', { ...(await deposit(world)), reason: 'Looked at.' }),
    conflict('not_blocked', {}, /nothing to release\. The transactions of status blocked that are open/),
  ],
]

/** As settlement would leave it. */
const mismatch = async ({ scene, agent }: World, more: object) => {
  const id = `mis_${crypto.randomUUID().replaceAll('-', '').slice(0, 26)}`
  const at = new Date()
  await scene.service.database.collection<{ _id: string }>('mismatches').insertOne({
    ...{ _id: id, v: 1, orgId: scene.organization.orgId, mode: 'test', state: 'open', walletId: agent.walletId },
    ...{ paymentId: null, depositId: null, token: 'USDC', chain: 'base', expected: '2500000', found: '0' },
    ...{ missing: 0n, corrections: 0, reason: 'A drill.', resolution: null, openedAt: at, resolvedAt: null },
    ...{ updatedAt: at, ...more },
  } as never)
  return id
}
const resolve = async (world: World, more: object) => {
  const mismatch_id = await mismatch(world, more)
  const answer = await call(world, 'resolveMismatch', { mismatch_id, resolution: 'Looked at.' })
  await world.scene.service.database.collection<{ _id: string }>('mismatches').deleteOne({ _id: mismatch_id })
  return answer
}

export const RECONCILIATION: readonly Row[] = [
  [
    // In a token of which the wallet has nothing: else it would be debited at any moment.
    'money that the wallet does not have yet',
    (world) => resolve(world, { kind: 'deposit_reorganized', token: 'EURC', missing: 2_500_000n }),
    conflict('still_differs', { missing: '2.50', token: 'EURC', chain: 'base' }, /2\.50 EURC .* Fund the wallet/),
  ],
  [
    'a payment that is still being booked',
    (world) => resolve(world, { kind: 'payment_not_booked' }),
    conflict('still_differs', { kind: 'payment_not_booked' }, /still trying to book .* ask the operator/),
  ],
  [
    'a chain that is not configured',
    (world) => call(world, 'reconcileWallet', { wallet_id: world.agent.walletId, chain: 'polygon' }),
    {
      ...{ status: 422, type: 'no_route', details: { reason: 'chain_not_configured', chain: 'polygon' } },
      says: /base/,
    },
  ],
]
