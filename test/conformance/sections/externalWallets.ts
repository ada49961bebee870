/**
 * Domain 9.5: an address outside the service is registered with its owner's signature over a challenge, which works once, for
 * five minutes, for one organization. The service watches such a wallet and spends nothing from it.
 */
import { readFileSync } from 'node:fs'
import { Wallet } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../support/carriers.ts'
import {
  created,
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
  textIn,
  tokenOf,
} from '../../support/scene.ts'

interface Challenge {
  readonly nonce: string
  readonly message: string
}

const sanctions = JSON.parse(
  readFileSync(new URL('../../../subgraphs/payments/data/sanctions.json', import.meta.url), 'utf8'),
) as unknown

export function externalWallets(given: Given): void {
  describe('9.5 external wallets', () => {
    let scene: Scene
    let foreign: Scene
    beforeAll(async () => {
      scene = await openScene(given, 'Owners')
      foreign = await openScene(given, 'Others')
    })
    const ask = async (address: string, from = scene): Promise<Challenge> => {
      const { body } = done(await scene.carrier.call('ownershipChallenge', { address, chain: 'base' }, from.owner))
      return { nonce: textIn(body, 'nonce'), message: textIn(body, 'message') }
    }
    const register = (existing_wallet: object, more: object = {}, from = scene, caller: Caller = from.owner) =>
      scene.carrier.call(
        'register',
        {
          ...{ name: 'Owner', capabilities: ['payments', 'wallets', 'holds'], owner_org_id: from.organization.orgId },
          ...{ existing_wallet, ...more },
        },
        caller,
      )
    const prove = async (owner: Wallet, { nonce, message }: Challenge) => ({
      ...{ address: owner.address, chain: 'base' },
      proof: { nonce, signature: await owner.signMessage(message) },
    })
    const refusedProof = (answer: Awaited<ReturnType<typeof register>>, code: string) => {
      refusedField(answer, 'existing_wallet.proof')
      expect(answer.text).toContain(code)
    }

    test('the challenge is an EIP-4361 message of this service for five minutes', async () => {
      const { address } = Wallet.createRandom()
      const answer = done(await scene.carrier.call('ownershipChallenge', { address, chain: 'base' }, scene.owner))
      if (scene.carrier.name === 'rest') expect(answer.status).toBe(201)
      const { nonce, message, expires_at: expires } = answer.body
      const [first, second, blank, statement, , ...fields] = String(message).split('\n')
      const { host } = new URL(scene.service.baseUrl)
      expect([first, second, blank]).toEqual([`${host} wants you to sign in with your Ethereum account:`, address, ''])
      expect(statement).toContain(scene.organization.orgId)
      const issued = new Date(Date.parse(String(expires)) - 300_000).toISOString()
      expect(fields).toEqual([
        `URI: ${scene.service.baseUrl}`,
        'Version: 1',
        'Chain ID: 8453',
        `Nonce: ${nonce}`,
        `Issued At: ${issued}`,
        `Expiration Time: ${expires}`,
      ])
      expect(nonce).toMatch(/^[0-9a-z]{8,}$/)
    })

    test('a wrong address is 400, an unknown chain 422', async () => {
      const wrong = (input: object) => scene.carrier.call('ownershipChallenge', { ...input }, scene.owner)
      for (const address of ['0x12', `0x${'0'.repeat(40)}`, `0x${'aB'.repeat(20)}`])
        refusedField(await wrong({ address, chain: 'base' }), 'address')
      refused(await wrong({ address: newAddress(), chain: 'Base' }), 422, 'no_route', { reason: 'unknown_chain' })
    })

    test('signed by the owner it makes an agent whose wallet is that address', async () => {
      const owner = Wallet.createRandom() as unknown as Wallet
      const answer = await register(await prove(owner, await ask(owner.address)))
      const { body } = created(scene, answer, 201, `/api/v2/agents/${answer.body.agent_id}`)
      const wallet = done(await scene.carrier.call('getWallet', { wallet_id: body.wallet_id }, scene.owner)).body
      expect(wallet).toMatchObject({
        ...{ address: owner.address, type: 'external', custody: 'external', agent_id: body.agent_id },
        ...{ mandate_id: body.mandate_id, status: 'active' },
      })
    })

    test('the service watches it: deposits are shown, every spend is 422 wallet_not_controllable', async () => {
      const owner = Wallet.createRandom() as unknown as Wallet
      const { body } = done(await register(await prove(owner, await ask(owner.address))))
      const walletId = textIn(body, 'wallet_id')
      const agent = { agentId: textIn(body, 'agent_id'), apiKey: textIn(body, 'api_key') }
      const caller = { token: await tokenOf(scene.carrier, agent), agentId: agent.agentId }
      await fund(scene, walletId, '5')
      const spend = { wallet_id: walletId, amount: '1.00', token: 'USDC' }
      const reason = { reason: 'wallet_not_controllable' }
      const call = (operation: 'createPayment' | 'transfer' | 'createHold', input: object) =>
        scene.carrier.call(operation, { ...spend, ...input }, caller)
      refused(await call('createPayment', { to: newAddress() }), 422, 'no_route', reason)
      refused(await call('transfer', { merchant: newAddress() }), 422, 'no_route', reason)
      refused(await call('createHold', { merchant: newAddress() }), 422, 'no_route', reason)
      const check = { wallet_id: walletId, amount: '1.00', to: newAddress() }
      const dry = done(await scene.carrier.call('checkPolicy', check, caller)).body
      expect(dry).toMatchObject({ allowed: false, error_type: 'no_route' })
      expect(rowsIn(done(await scene.carrier.call('listPayments', {}, caller)))).toEqual([])
      const { balances } = done(await scene.carrier.call('balances', { wallet_id: walletId }, caller)).body
      expect(balances).toMatchObject([{ available: '5.00', held: '0.00', in_flight: '0.00' }])
    })

    test('a proof works once', async () => {
      const owner = Wallet.createRandom() as unknown as Wallet
      const proof = await prove(owner, await ask(owner.address))
      const answers = await Promise.all(Array.from({ length: 8 }, () => register(proof)))
      expect(answers.filter((answer) => answer.refused === null)).toHaveLength(1)
      for (const answer of answers) if (answer.refused !== null) expect([400, 409]).toContain(answer.status)
      refusedProof(await register(proof), 'challenge_used')
    })

    test('an address has one wallet: a second proof is 409, here and in another organization', async () => {
      const owner = Wallet.createRandom() as unknown as Wallet
      done(await register(await prove(owner, await ask(owner.address))))
      const again = await prove(owner, await ask(owner.address))
      refused(await register(again), 409, 'conflict', { reason: 'wallet_bound' })
      const elsewhere = await prove(owner, await ask(owner.address, foreign))
      refused(await register(elsewhere, {}, foreign), 409, 'conflict', { reason: 'wallet_bound' })
    })

    test('of two proofs of one address at once, in two organizations, one is taken', async () => {
      const owner = Wallet.createRandom() as unknown as Wallet
      const proofs = await Promise.all(
        [scene, foreign].flatMap((from) =>
          [1, 2, 3].map(async () => ({ from, proof: await prove(owner, await ask(owner.address, from)) })),
        ),
      )
      const answers = await Promise.all(proofs.map(({ from, proof }) => register(proof, {}, from)))
      expect(answers.filter((answer) => answer.refused === null)).toHaveLength(1)
      const refusals = answers.flatMap((answer) => answer.refused ?? [])
      for (const { status } of refusals) expect([400, 409]).toContain(status)
      expect(await scene.service.database.collection('wallets').countDocuments({ address: owner.address })).toBe(1)
    })

    test('a proof of another organization or address is refused, and so is another signer', async () => {
      const [owner, other] = [Wallet.createRandom(), Wallet.createRandom()] as unknown as [Wallet, Wallet]
      const challenge = await ask(owner.address)
      const proof = await prove(owner, challenge)
      refusedProof(await register(proof, {}, foreign), 'unknown_challenge')
      refusedProof(await register({ ...proof, address: other.address }), 'unknown_challenge')
      const forged = { nonce: challenge.nonce.slice(0, -1) + (challenge.nonce.endsWith('0') ? 'g' : '0') }
      refusedProof(await register({ ...proof, proof: { ...proof.proof, ...forged } }), 'unknown_challenge')
      const byOther = { nonce: challenge.nonce, signature: await other.signMessage(challenge.message) }
      refusedProof(await register({ ...proof, proof: byOther }), 'signature_mismatch')
      const overOther = { nonce: challenge.nonce, signature: await owner.signMessage(`${challenge.message} `) }
      refusedProof(await register({ ...proof, proof: overOther }), 'signature_mismatch')
      for (const signature of ['', '0x', '0x12', `0x${'ff'.repeat(65)}`, `0x${'ab'.repeat(4_000)}`, 'text'])
        refusedField(await register({ ...proof, proof: { ...proof.proof, signature } }), 'existing_wallet.proof')
      done(await register(proof))
    })

    test('wallet_id and existing_wallet together are 400, an incomplete one too', async () => {
      const owner = Wallet.createRandom() as unknown as Wallet
      const proof = await prove(owner, await ask(owner.address))
      const spare = done(await scene.carrier.call('createWallet', {}, scene.owner)).body
      refusedField(await register(proof, { wallet_id: spare.wallet_id }), 'existing_wallet')
      for (const wrong of [{}, { address: owner.address, chain: 'base' }, { ...proof, proof: {} }])
        refused(await register(wrong), 400, 'invalid_request')
    })

    test('an address on a sanctions list is 403 compliance_denied', async () => {
      const [listed] = JSON.stringify(sanctions).match(/0x[0-9a-fA-F]{40}/) ?? []
      const address = String(listed)
      const { nonce } = await ask(address)
      const signature = await Wallet.createRandom().signMessage('whatever')
      const answer = await register({ address, chain: 'base', proof: { nonce, signature } })
      refused(answer, 403, 'compliance_denied')
    })

    test('a refused proof makes nothing', async () => {
      const before = rowsIn(done(await scene.carrier.call('listAgents', {}, scene.owner))).length
      const owner = Wallet.createRandom() as unknown as Wallet
      const { nonce } = await ask(owner.address)
      await register({ address: owner.address, chain: 'base', proof: { nonce, signature: '0x12' } })
      expect(rowsIn(done(await scene.carrier.call('listAgents', {}, scene.owner)))).toHaveLength(before)
      await openAgent(scene)
    })
  })
}
