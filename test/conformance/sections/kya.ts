/**
 * Domain 4.1, A.3, A.11: an agent shows that it holds the key of its DID by signing a challenge, which is its own, is taken
 * once, and renews what has expired.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Body } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

interface OwnKey {
  readonly multibase: string
  readonly sign: (message: unknown) => string
}

export function ownKey(type: 'ed25519' | 'secp256k1' | 'prime256v1'): OwnKey {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } =
    type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: type })
  const { x = '', y } = publicKey.export({ format: 'jwk' })
  const encoded = [...Buffer.from(x, 'base64url')]
  const isOdd = y !== undefined && (Buffer.from(y, 'base64url').at(-1) ?? 0) % 2 === 1
  const codec = { ed25519: [0xed, 0x01], secp256k1: [0xe7, 0x01], prime256v1: [0x80, 0x24] }[type]
  const point = y === undefined ? encoded : [isOdd ? 3 : 2, ...encoded]
  return {
    multibase: `z${base58.encode(Uint8Array.from([...codec, ...point]))}`,
    sign(message) {
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
      return sign(y === undefined ? null : 'sha256', Buffer.from(String(message)), key).toString('base64url')
    },
  }
}

export function kya(given: Given): void {
  describe('A.11 control of a DID', () => {
    let scene: Scene
    let agent: TestAgent
    let key: OwnKey
    let rotated: Answer
    const call = (operation: 'rotateAgentDid' | 'recordEvidence' | 'simulateKyaExpiry', more: object, by = agent) =>
      scene.carrier.call(operation, { agent_id: by.agentId, ...more }, by.caller)
    const known = async (of = agent) =>
      done(await scene.carrier.call('getKya', { agent_id: of.agentId }, of.caller)).body
    const challenge = async (of = agent) => (await known(of)).did_challenge as Body
    const proofOf = ({ nonce, message }: Body, by: OwnKey) => ({ nonce, signature: by.sign(message) })
    const control = (proof: object, by = agent) => call('recordEvidence', { type: 'did_control', proof }, by)
    const open = () => openAgent(scene, { capabilities: ['payments', 'compliance'], scope: 'agent:admin' })
    /** With a code, which the field of a refusal has. */
    const refusedProof = (answer: Answer, code: string, path = 'proof') =>
      refused(answer, 400, 'invalid_request', { fields: [{ path, code }] })
    beforeAll(async () => {
      scene = await openScene(given, 'Known')
      agent = await open()
      key = ownKey('ed25519')
      rotated = await call('rotateAgentDid', {
        ...{ public_key_multibase: key.multibase, proof: proofOf(await challenge(), key) },
      })
    })

    test('an agent takes a key of its own as its DID; wallet and mandate stay', async () => {
      const { did, wallet_id, mandate_id } = done(rotated).body
      expect([did, wallet_id, mandate_id]).toEqual([`did:key:${key.multibase}`, agent.walletId, agent.mandateId])
      expect(await known()).toMatchObject({ level: 'basic', status: 'valid', evidence: [{ type: 'did_control' }] })
    })

    test.each(['secp256k1', 'prime256v1'] as const)('also one on %s', async (type) => {
      const [other, own] = [await open(), ownKey(type)]
      const proof = proofOf(await challenge(other), own)
      const answer = await call('rotateAgentDid', { public_key_multibase: own.multibase, proof }, other)
      expect(done(answer).body.did).toBe(`did:key:${own.multibase}`)
    })

    test('what has expired stops every spend, and the signature of a challenge renews it', async () => {
      const expiry = { agent_id: agent.agentId, type: 'did_control' }
      const spend = () =>
        scene.carrier.call(
          'createPayment',
          { wallet_id: agent.walletId, to: newAddress(), amount: '1.00', token: 'USDC' },
          agent.caller,
        )
      refused(await spend(), 402, 'insufficient_funds')
      const ended = done(await scene.carrier.call('simulateKyaExpiry', expiry, scene.owner)).body
      expect(ended).toMatchObject({ level: 'none', status: 'expired' })
      const why = { reason: 'kya_expired', required_level: 'basic', current_level: 'none' }
      refused(await spend(), 403, 'compliance_denied', why)
      const again = await scene.carrier.call('simulateKyaExpiry', expiry, scene.owner)
      refused(again, 409, 'conflict', { reason: 'no_such_evidence' })
      const answer = done(await control(proofOf(await challenge(), key)))
      if (scene.carrier.name === 'rest') expect(answer.status).toBe(201)
      const evidence = { type: 'did_control', recorded_by: agent.agentId }
      expect(answer.body).toMatchObject({ level: 'basic', status: 'valid', evidence: [evidence] })
      refused(await spend(), 402, 'insufficient_funds')
    })

    test('a challenge is taken once, and none that is older than it', async () => {
      const [earlier, later] = [await challenge(), await challenge()]
      expect(earlier.nonce).not.toBe(later.nonce)
      const proof = proofOf(later, key)
      const answers = await Promise.all([control(proof), control(proof)])
      expect(answers.filter(({ refused: refusal }) => refusal === null)).toHaveLength(1)
      refusedProof(await control(proof), 'challenge_used')
      refusedProof(await control(proofOf(earlier, key)), 'challenge_used')
    })

    test('what people have taken back is not put back by the agent, but by an administrator', async () => {
      const [other, own] = [await open(), ownKey('ed25519')]
      const proof = proofOf(await challenge(other), own)
      done(await call('rotateAgentDid', { public_key_multibase: own.multibase, proof }, other))
      const voiding = { agent_id: other.agentId, type: 'did_control', reason: 'Its key is stolen.' }
      done(await scene.carrier.call('voidEvidence', voiding, scene.owner))
      const why = { reason: 'evidence_taken_back' }
      refused(await call('rotateAgentDid', {}, other), 403, 'capability_denied', why)
      refused(await control(proofOf(await challenge(other), own), other), 403, 'capability_denied', why)
      expect(await known(other)).toMatchObject({ level: 'none', evidence: [] })
      done(await scene.carrier.call('rotateAgentDid', { agent_id: other.agentId }, scene.owner))
      expect(await known(other)).toMatchObject({ level: 'basic', status: 'valid' })
      done(await call('rotateAgentDid', {}, other))
    })

    test('another key, another agent, another text or nothing proves nothing', async () => {
      const stranger = await open()
      const fresh = await challenge()
      refusedProof(await control(proofOf(fresh, ownKey('ed25519'))), 'signature_mismatch')
      refusedProof(
        await control({ ...proofOf(fresh, key), signature: key.sign('Another text.') }),
        'signature_mismatch',
      )
      refusedProof(await control(proofOf(await challenge(stranger), key)), 'unknown_challenge')
      refusedProof(await control({ ...proofOf(fresh, key), nonce: 'x' }), 'unknown_challenge')
      refusedProof(await call('recordEvidence', { type: 'did_control' }), 'required')
      refusedProof(await control(proofOf(await challenge(stranger), key), stranger), 'service_key', 'type')
      const own = ownKey('ed25519')
      const proof = proofOf(await challenge(stranger), own)
      const rotate = (more: object) => call('rotateAgentDid', more, stranger)
      refusedProof(await rotate({ proof }), 'required', 'public_key_multibase')
      refusedProof(await rotate({ proof, public_key_multibase: 'z6Mk' }), 'unknown_key', 'public_key_multibase')
      refusedProof(await rotate({ public_key_multibase: own.multibase }), 'required')
      refusedProof(await rotate({ proof, public_key_multibase: key.multibase }), 'signature_mismatch')
    })

    test('a DID is of one agent, once', async () => {
      const other = await open()
      const taken = { public_key_multibase: key.multibase, proof: proofOf(await challenge(other), key) }
      refused(await call('rotateAgentDid', taken, other), 409, 'conflict', { reason: 'did_in_use' })
    })
  })
}
