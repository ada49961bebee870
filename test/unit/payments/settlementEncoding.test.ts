/** The hand-written encodings of settlement against the client library's general ones, and the meaning of node errors. */
import {
  getBytes,
  hexlify,
  Interface,
  SigningKey,
  Transaction,
  TypedDataEncoder,
  verifyTypedData,
  Wallet,
} from 'ethers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signDigest } from '../../../subgraphs/payments/chains/ecdsa.ts'
import {
  authorizationNonce,
  CANCEL_TYPES,
  cancelCalldata,
  joinSignature,
  mintCalldata,
  signingDigest,
  splitSignature,
  TRANSFER_TYPES,
  transferCalldata,
} from '../../../subgraphs/payments/chains/eip3009.ts'
import { signRelayTransaction } from '../../../subgraphs/payments/chains/relayTransaction.ts'
import { classifyRevert, classifySendError, revertReason } from '../../../subgraphs/payments/chains/sendErrors.ts'

const domain = {
  name: 'USD Coin',
  version: '2',
  chainId: 8453,
  verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
}
const key = new SigningKey(`0x${'11'.repeat(32)}`)
const wallet = new Wallet(key)
const to = '0x000000000000000000000000000000000000dEaD'
const token = new Interface([
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)',
  'function mint(address,uint256)',
])
const amounts = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })

describe('authorizations', () => {
  test('digest, signature and calldata equal the library for any amount and payment', () => {
    fc.assert(
      fc.property(amounts, fc.string({ minLength: 1 }), (value, name) => {
        const nonce = authorizationNonce(`pay_${name}`)
        const message = { from: wallet.address, to, value, validAfter: 0, validBefore: 1_900_000_000, nonce }
        const digest = signingDigest({ kind: 'transferWithAuthorization', domain, ...message })
        expect(digest).toBe(TypedDataEncoder.hash(domain, TRANSFER_TYPES, message))
        const signature = splitSignature(joinSignature(key.sign(digest)))
        expect(verifyTypedData(domain, TRANSFER_TYPES, message, joinSignature(signature))).toBe(wallet.address)
        const { v, r, s } = signature
        expect(transferCalldata(message, signature)).toBe(
          token.encodeFunctionData('transferWithAuthorization', [...Object.values(message), v, r, s]),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('cancel and mint equal the library', () => {
    const nonce = authorizationNonce('pay_1')
    const message = { authorizer: wallet.address, nonce }
    expect(signingDigest({ kind: 'cancelAuthorization', domain, ...message })).toBe(
      TypedDataEncoder.hash(domain, CANCEL_TYPES, message),
    )
    const { v, r, s } = key.sign(nonce)
    expect(cancelCalldata(message, { v, r, s })).toBe(
      token.encodeFunctionData('cancelAuthorization', [wallet.address, nonce, v, r, s]),
    )
    expect(mintCalldata(to, 5n)).toBe(token.encodeFunctionData('mint', [to, 5n]))
  })
})

test('signatures are those of the library: deterministic, with a low s', () => {
  const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(secrets, secrets, (secret, digest) => {
      // All keys but a few near the ends of the range; those never come out of 32 random bytes.
      fc.pre(secret.some((byte) => byte > 0) && (secret[0] as number) < 255)
      const { r, s, yParity } = new SigningKey(secret).sign(digest)
      expect(signDigest(secret, hexlify(digest))).toEqual({ r, s, yParity })
    }),
    { numRuns: 200 },
  )
})

test('relayed transactions are those of the library, byte for byte', () => {
  const hexes = fc.uint8Array({ maxLength: 700, size: 'max' }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  fc.assert(
    fc.property(fc.nat(2 ** 31), amounts, hexes, (nonce, fee, data) => {
      const signed = signRelayTransaction(getBytes(key.privateKey), {
        chainId: 8453,
        nonce,
        maxPriorityFee: fee,
        maxFee: fee * 2n,
        gasLimit: 160_000,
        to,
        data,
      })
      const parsed = Transaction.from(signed.raw)
      expect(parsed.hash).toBe(signed.hash)
      expect(parsed.from).toBe(wallet.address)
      expect([parsed.nonce, parsed.data, parsed.to, parsed.gasLimit]).toEqual([nonce, data, to, 160_000n])
      expect([parsed.maxFeePerGas, parsed.maxPriorityFeePerGas, parsed.chainId]).toEqual([fee * 2n, fee, 8453n])
      expect(parsed.serialized).toBe(signed.raw)
    }),
    { numRuns: 50 },
  )
})

test('responses of nodes to a broadcast are classified', () => {
  const kindOf = (message: string, code = -32000) => classifySendError({ code, message, data: null })
  expect(kindOf('transaction already imported', -32003)).toBe('known')
  expect(kindOf('already known')).toBe('known')
  expect(kindOf('Known transaction')).toBe('known')
  expect(kindOf('unknown transaction type')).toBe('rejected')
  expect(kindOf('nonce too low: next nonce 5, tx nonce 4')).toBe('nonceTooLow')
  expect(kindOf('replacement transaction underpriced')).toBe('underpriced')
  expect(kindOf('max fee per gas less than block base fee')).toBe('underpriced')
  expect(kindOf('Too many requests', 429)).toBe('unreachable')
  expect(kindOf('insufficient funds for gas * price + value: have 1 want 2')).toBe('unfunded')
  expect(kindOf('Insufficient funds for gas * price + value', -32003)).toBe('unfunded')
  expect(kindOf('Upfront cost exceeds account balance')).toBe('unfunded')
  expect(kindOf('invalid sender')).toBe('rejected')
})

test('revert texts are read from the data, or from the message', () => {
  const encoded = new Interface(['function Error(string)']).encodeFunctionData('Error', ['Pausable: paused'])
  expect(revertReason({ code: 3, message: 'execution reverted', data: encoded })).toBe('Pausable: paused')
  expect(revertReason({ code: 3, message: 'execution reverted: Pausable: paused', data: null })).toBe(
    'Pausable: paused',
  )
  expect(classifyRevert('ERC20: transfer amount exceeds balance')).toBe('insufficientFunds')
  expect(classifyRevert('FiatTokenV2: authorization is used or canceled')).toBe('authorizationUsed')
  expect(classifyRevert('Blacklistable: account is blacklisted')).toBe('other')
})
