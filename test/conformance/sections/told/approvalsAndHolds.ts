/** What refusals of approvals and holds tell. */
import { expect } from 'vitest'
import { newAddress } from '../../../support/scene.ts'
import { call, field, made, type Row, type World } from './row.ts'

const ask = async (world: World, amount = '1.00', to = newAddress()) => {
  const input = { wallet_id: world.agent.walletId, amount, to, token: 'USDC' }
  const { approval_id } = await made(world, 'requestApproval', input, world.agent.caller)
  return { input, approval: { approval_id: String(approval_id) } }
}

export const APPROVALS: readonly Row[] = [
  [
    'who asked decides',
    async (world) => {
      const input = { wallet_id: world.agent.walletId, amount: '1.00', to: newAddress() }
      const { approval_id } = await made(world, 'requestApproval', input)
      return call(world, 'approve', { approval_id })
    },
    {
      ...{ status: 403, type: 'self_approval_forbidden', details: { requested_by: expect.stringMatching(/^key_/) } },
      says: /Another person with the role/,
    },
  ],
  [
    'a person decides twice',
    async (world) => {
      const { approval } = await ask(world, '10000.00')
      await made(world, 'approve', approval, world.approvers[0])
      return call(world, 'deny', approval, world.approvers[0])
    },
    {
      ...{ status: 409, type: 'approval_already_decided', details: { status: 'pending', approvals: 1 } },
      says: /final\. It waits for another person/,
    },
  ],
  [
    'a denied one is approved',
    async (world) => {
      const { approval } = await ask(world)
      await made(world, 'deny', approval, world.approvers[0])
      return call(world, 'approve', approval, world.approvers[1])
    },
    {
      ...{ status: 409, type: 'approval_not_pending', details: { status: 'denied' } },
      says: /is denied, and that is final\. Request a new one/,
    },
  ],
  [
    'another one cancels it',
    async (world) => call(world, 'cancelApproval', (await ask(world)).approval),
    {
      ...{ status: 403, type: 'capability_denied' },
      details: { reason: 'requester_only', requested_by: expect.stringMatching(/^agt_/) },
      says: /An approver can deny it/,
    },
  ],
  [
    'a pending one is presented',
    async (world) => {
      const { input, approval } = await ask(world, '26.00')
      return call(world, 'createPayment', { ...input, ...approval }, world.agent.caller)
    },
    {
      ...{ status: 403, type: 'approval_required', details: { reason: 'approval_pending', status: 'pending' } },
      says: /Send this again when it is approved/,
    },
  ],
  [
    'one for another spend is presented',
    async (world) => {
      const { input, approval } = await ask(world, '26.00')
      await made(world, 'approve', approval, world.approvers[0])
      return call(world, 'createPayment', { ...input, ...approval, amount: '27.00' }, world.agent.caller)
    },
    {
      ...{ status: 403, type: 'approval_required', details: { reason: 'approval_does_not_match' } },
      says: /amount must be the same\. Request one for this/,
    },
  ],
  [
    'a denied one is presented',
    async (world) => {
      const { input, approval } = await ask(world, '26.00')
      await made(world, 'deny', approval, world.approvers[0])
      return call(world, 'createPayment', { ...input, ...approval }, world.agent.caller)
    },
    {
      ...{ status: 403, type: 'approval_denied', details: { approval_id: expect.any(String), status: 'denied' } },
      says: /denied, and that is final\. Request a new one/,
    },
  ],
]

const hold = async (world: World) => {
  const input = { wallet_id: world.agent.walletId, amount: '0.50', token: 'USDC', merchant: newAddress() }
  const { hold_id, expires_at } = await made(world, 'createHold', input, world.agent.caller)
  return { hold: { hold_id }, expiresAt: String(expires_at) }
}

export const HOLDS: readonly Row[] = [
  [
    'more than is held',
    async (world) => call(world, 'captureHold', { ...(await hold(world)).hold, amount: '0.51' }),
    field('amount', 'above_hold', /at most the held 0\.50 USDC/),
  ],
  [
    'another payee',
    async (world) => call(world, 'captureHold', { ...(await hold(world)).hold, to: newAddress() }),
    field('to', 'fixed', /was fixed when the hold was placed: 0x/),
  ],
  [
    'a longer life that is shorter',
    async (world) => call(world, 'extendHold', { ...(await hold(world)).hold, expires_in_seconds: 60 }),
    field('expires_in_seconds', 'not_later', /must end after \d{4}-/),
  ],
  [
    'a captured one is voided',
    async (world) => {
      const { hold: of } = await hold(world)
      await made(world, 'captureHold', of)
      return call(world, 'voidHold', of)
    },
    { status: 409, type: 'hold_not_voidable', details: { status: 'captured' }, says: /nothing is locked by it/ },
  ],
  [
    'a voided one is captured',
    async (world) => {
      const { hold: of } = await hold(world)
      await made(world, 'voidHold', of)
      return call(world, 'captureHold', of)
    },
    {
      ...{ status: 409, type: 'hold_not_capturable', details: { status: 'voided', void_reason: 'requested' } },
      says: /voided \(requested\); place a new one, or pay/,
    },
  ],
  [
    'a voided one is extended',
    async (world) => {
      const { hold: of } = await hold(world)
      await made(world, 'voidHold', of)
      return call(world, 'extendHold', { ...of, expires_in_seconds: 700_000 })
    },
    { status: 409, type: 'conflict', details: { status: 'voided' }, says: /is voided; .* Place a new one/ },
  ],
]
