/** What refusals of registration, enrolment keys and webhooks tell. */
import { readFileSync } from 'node:fs'
import { Wallet } from 'ethers'
import { expect } from 'vitest'
import type { Caller } from '../../../support/carriers.ts'
import { done, newAddress } from '../../../support/scene.ts'
import { call, conflict, field, made, type Row, type World } from './row.ts'

const register = (world: World, more: object, by?: Caller) => {
  const { orgId: owner_org_id } = world.scene.organization
  return call(world, 'register', { name: 'Told', capabilities: ['payments'], owner_org_id, ...more }, by)
}
const challenged = async (world: World, owner: { readonly address: string }) => {
  const { nonce, message } = await made(world, 'ownershipChallenge', { address: owner.address, chain: 'base' })
  return { nonce: String(nonce), message: String(message) }
}
const external = (address: string, nonce: string, signature: string) => ({
  existing_wallet: { address, chain: 'base', proof: { nonce, signature } },
})
const LISTS = new URL('../../../../subgraphs/payments/data/sanctions.json', import.meta.url)
const LISTED = /0x[0-9a-fA-F]{40}/.exec(readFileSync(LISTS, 'utf8'))?.[0] ?? ''

export const REGISTRATION: readonly Row[] = [
  [
    'a wallet that has an agent',
    (world) => register(world, { wallet_id: world.agent.walletId }),
    conflict('wallet_bound', {}, /already has an agent\. Name an unbound wallet/),
  ],
  [
    'both wallets',
    (world) => register(world, { wallet_id: world.agent.walletId, ...external(newAddress(), 'x', '0x') }),
    field('existing_wallet', 'ambiguous_wallet', /not sent together with wallet_id/),
  ],
  [
    'a proof without its challenge',
    (world) => register(world, external(Wallet.createRandom().address, 'nonsense', `0x${'1'.repeat(130)}`)),
    field('existing_wallet.proof', 'unknown_challenge', /Get one, and sign its message/),
  ],
  [
    'a proof by another address',
    async (world) => {
      const [owner, other] = [Wallet.createRandom(), Wallet.createRandom()]
      const { nonce, message } = await challenged(world, owner)
      return register(world, external(owner.address, nonce, await other.signMessage(message)))
    },
    field('existing_wallet.proof', 'signature_mismatch', /not signed by 0x\w{40}, .* unchanged, with that address/),
  ],
  [
    'a listed address',
    async (world) => {
      const { nonce } = await challenged(world, { address: LISTED })
      return register(world, external(LISTED, nonce, `0x${'1'.repeat(130)}`))
    },
    {
      ...{ status: 403, type: 'compliance_denied' },
      details: { reason: 'sanctions_hit', list_version: expect.any(String) },
      says: /on a sanctions list.* Use another address/,
    },
  ],
  [
    'a second wallet for an agent',
    (world) => call(world, 'createWallet', { agent_id: world.agent.agentId }),
    conflict('agent_has_wallet', {}, /has a wallet already\. Make one without an agent/),
  ],
]

const enrol = async (world: World, more: object = {}) => {
  const org_id = world.scene.organization.orgId
  const { key_id, enrolment_key } = await made(world, 'createEnrolmentKey', { org_id, ...more })
  return { of: { org_id, key_id }, by: { apiKey: String(enrolment_key) } }
}

export const ENROLMENT: readonly Row[] = [
  [
    'a used key',
    async (world) => {
      const { by } = await enrol(world)
      done(await register(world, {}, by))
      return register(world, {}, by)
    },
    {
      ...{ status: 401, type: 'authentication_error', details: { reason: 'enrolment_key_used', max_uses: 1 } },
      says: /all 1 of its agents\. Ask the organization for a new one/,
    },
  ],
  [
    'a revoked key',
    async (world) => {
      const { of, by } = await enrol(world)
      await made(world, 'revokeEnrolmentKey', of)
      return register(world, {}, by)
    },
    {
      ...{ status: 401, type: 'authentication_error', details: { reason: 'invalid_api_key' } },
      says: /unknown, revoked or incomplete\. Ask its organization/,
    },
  ],
  [
    'more capabilities than it gives',
    async (world) => {
      const { by } = await enrol(world, { capabilities: ['wallets', 'holds'] })
      return register(world, {}, by)
    },
    {
      ...{ status: 403, type: 'capability_denied' },
      details: { reason: 'enrolment_capabilities', capability: 'payments', declared: ['wallets', 'holds'] },
      says: /only with: wallets, holds\. .* declare less/,
    },
  ],
  [
    'too many agents for one key',
    (world) => call(world, 'createEnrolmentKey', { org_id: world.scene.organization.orgId, max_uses: 1_000_000 }),
    field('max_uses', 'out_of_range', /from 1 to \d+/),
  ],
]

const HOOK = { url: 'https://example.com/told', events: ['payment.failed'], secret: 's'.repeat(16) }

export const WEBHOOKS: readonly Row[] = [
  [
    'a private address',
    (world) => call(world, 'createWebhook', { ...HOOK, url: 'https://10.0.0.1/hook' }),
    field('url', 'address_not_public', /must not lead to a private, local or reserved address/),
  ],
  [
    'a short secret',
    (world) => call(world, 'createWebhook', { ...HOOK, secret: 'short' }),
    field('secret', 'too_short', /at least 16 characters/),
  ],
  [
    'an unknown event',
    (world) => call(world, 'createWebhook', { ...HOOK, events: ['payment.done'] }),
    field('events[0]', 'unknown_event_type', /GET \/api\/v2\/event-types lists them/),
  ],
  [
    'an overlap that is too long',
    async (world) => {
      const { webhook_id } = await made(world, 'createWebhook', HOOK)
      return call(world, 'rotateSecret', { webhook_id, overlap_seconds: 10_000_000 })
    },
    field('overlap_seconds', 'out_of_range', /from 0 to \d+/),
  ],
]
