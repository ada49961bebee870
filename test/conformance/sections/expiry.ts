/** Domain 3, 2.1: an approval that nobody decided and a hold that nobody captured in time. Runs when nothing is on its way any more: a day passes here. */
import { Wallet } from 'ethers'
import { describe, expect, test } from 'vitest'
import type { Body } from '../../support/carriers.ts'
import {
  availableOf,
  done,
  eventsOf,
  type Given,
  newAddress,
  openAgent,
  openPerson,
  openScene,
  openShop,
  refused,
  typesOf,
  until,
} from '../../support/scene.ts'
import { ownKey } from './kya.ts'

const HOUR_MS = 3_600_000

export function expiry(given: Given): void {
  test(`4.1, 9.5: the challenge of a DID or a wallet is taken for five minutes, over ${given.carrierName}`, async () => {
    const scene = await openScene(given, 'Too slow')
    const { carrier, owner, organization, service } = scene
    const agent = await openAgent(scene, { capabilities: ['compliance'], scope: 'agent:admin' })
    const of = { agent_id: agent.agentId }
    const key = ownKey('ed25519')
    const wallet = Wallet.createRandom()
    const where = { address: wallet.address, chain: 'base' }
    const known = done(await carrier.call('getKya', of, agent.caller)).body.did_challenge as Body
    const asked = done(await carrier.call('ownershipChallenge', where, owner)).body
    service.clock.advance(5 * 60_000)
    const proof = { nonce: known.nonce, signature: key.sign(known.message) }
    const rotation = { ...of, public_key_multibase: key.multibase, proof }
    const late = { code: 'challenge_expired' }
    refused(await carrier.call('rotateAgentDid', rotation, agent.caller), 400, 'invalid_request', {
      fields: [{ path: 'proof', ...late }],
    })
    const signed = { nonce: asked.nonce, signature: await wallet.signMessage(String(asked.message)) }
    const existing_wallet = { ...where, proof: signed }
    const form = { name: 'Owner', capabilities: ['payments'], owner_org_id: organization.orgId, existing_wallet }
    refused(await carrier.call('register', form, owner), 400, 'invalid_request', {
      fields: [{ path: expect.stringMatching(/^existing_wallet\.proof/), ...late }],
    })
  })

  describe(`A.10 approvals that expire, over ${given.carrierName}`, () => {
    test('nobody decides any more, the payment fails with approval_expired and gives its head-room back', async () => {
      const scene = await openScene(given, 'Too late')
      const { carrier, owner, service } = scene
      const agent = await openAgent(scene, { capabilities: ['payments', 'approvals'] })
      const approver = await openPerson(scene, ['approver'])
      const input = { wallet_id: agent.walletId, to: newAddress(), amount: '30.00' }
      const parked = done(await carrier.call('createPayment', { ...input, token: 'USDC' }, agent.caller)).body
      const asked = { ...input, expires_in_seconds: 3_600 }
      const short = done(await carrier.call('requestApproval', asked, agent.caller)).body
      const used = done(await carrier.call('requestApproval', asked, agent.caller)).body
      const decide = (operation: 'approve' | 'deny', { approval_id }: Body) =>
        carrier.call(operation, { approval_id }, approver)
      const approval = async ({ approval_id }: Body) =>
        done(await carrier.call('getApproval', { approval_id }, owner)).body
      done(await decide('approve', used))

      service.clock.advance(HOUR_MS)
      for (const operation of ['approve', 'deny'] as const)
        refused(await decide(operation, short), 409, 'approval_expired', { expired_at: short.expires_at })
      await until(async () => (await approval(short)).status === 'expired')
      const spend = { ...input, token: 'USDC', approval_id: used.approval_id }
      const late = await carrier.call('createPayment', spend, { ...owner, agentId: agent.agentId })
      expect(late.refused, late.text).toMatchObject({ type: 'approval_expired' })
      expect(await approval(parked)).toMatchObject({ status: 'pending' })

      service.clock.advance(23 * HOUR_MS)
      const read = async () => done(await carrier.call('getPayment', { payment_id: parked.payment_id }, owner)).body
      await until(async () => (await read()).status === 'failed')
      expect(await read()).toMatchObject({ failure_code: 'approval_expired', stage: 'failed' })
      refused(await decide('approve', parked), 409, 'approval_expired')
      expect(typesOf(await eventsOf(scene, parked.payment_id))).toEqual(['payment.failed'])
      for (const one of [short, parked]) {
        const events = await eventsOf(scene, one.approval_id)
        expect(typesOf(events)).toEqual(['approval.requested', 'approval.resolved'])
        expect(events[1]?.data).toMatchObject({ status: 'expired' })
      }
    })

    test('2.1: a hold that was not captured in time is voided by itself, and by the clock before that', async () => {
      const scene = await openScene(given, 'Held too long')
      const { carrier, owner, service } = scene
      const agent = await openAgent(scene, { capabilities: ['payments', 'wallets', 'holds'], funds: '20.00' })
      const { domain } = await openShop(scene)
      const input = { wallet_id: agent.walletId, amount: '20.00', token: 'USDC', merchant: domain }
      const placed = done(await carrier.call('createHold', { ...input, expires_in_seconds: 60 }, agent.caller)).body
      service.clock.advance(60_000)
      const late = await carrier.call('captureHold', { hold_id: placed.hold_id }, agent.caller)
      refused(late, 409, 'hold_expired', { expired_at: placed.expires_at })
      const read = async () => done(await carrier.call('getHold', { hold_id: placed.hold_id }, owner)).body
      await until(async () => (await read()).status === 'voided')
      expect(await read()).toMatchObject({ void_reason: 'expired', payment_id: null })
      refused(await carrier.call('voidHold', { hold_id: placed.hold_id }, agent.caller), 409, 'hold_not_voidable')
      expect(typesOf(await eventsOf(scene, placed.hold_id))).toEqual(['hold.created', 'hold.voided'])
      expect(await availableOf(carrier, agent.walletId, owner)).toBe(20)
    })
  })
}
