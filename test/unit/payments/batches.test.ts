/**
 * Batches: what a nonce that carries several payments may still send, how their gas is divided, and the contract that
 * carries them.
 */
import { Interface, type InterfaceAbi, keccak256 } from 'ethers'
import { describe, expect, test } from 'vitest'
import { readContractArtifact } from '../../../scripts/contracts/compile.ts'
import {
  BATCH_RELAYER_CODE_HASH,
  batchCalldata,
  gasPerItemIn,
  itemFailure,
} from '../../../subgraphs/payments/chains/batchRelayer.ts'
import { batchActionOf, gasShares, isBatchWanted } from '../../../subgraphs/payments/rules/batches.ts'

const contract = new Interface(readContractArtifact('BatchRelayer').abi as InterfaceAbi)
const pending = { status: 'pending', chainWork: {} }
const paid = { status: 'completed', chainWork: {} }
const failed = { status: 'failed', chainWork: {} }
const discarded = { status: 'failed', chainWork: null }
const reversed = { status: 'completed', chainWork: {}, reversedAt: new Date(0) }
const pay = { purpose: 'pay', items: ['a', 'b'] } as const
const fill = { purpose: 'fill' } as const
const rows = (a: typeof pending, b: typeof pending | typeof discarded) =>
  new Map([
    ['a', a],
    ['b', b as typeof pending],
  ])

describe('a batch', () => {
  test.each([
    ['with payments that may be paid is sent', pending, paid, { kind: 'send', bytes: pay }],
    ['with a failed payment goes on without it', pending, failed, { kind: 'shrink', items: ['a'] }],
    ['with a discarded payment goes on without it', paid, discarded, { kind: 'shrink', items: ['a'] }],
    ['with nothing left to pay is filled', reversed, failed, { kind: 'fill' }],
  ])('%s', (_, a, b, action) => {
    expect(batchActionOf({ bytes: [pay] }, rows(a, b as typeof pending))).toEqual(action)
  })

  test('that was filled stays filled', () => {
    expect(batchActionOf({ bytes: [pay, fill] }, rows(pending, pending))).toEqual({ kind: 'send', bytes: fill })
    expect(isBatchWanted({ bytes: [pay, fill] }, rows(pending, pending), pay)).toBe(false)
  })

  test.each([
    ['of a payment that has failed', [pay], ['a', 'b'], rows(pending, failed), false],
    ['without it', [pay], ['a'], rows(pending, failed), true],
    ['of a payment that it never carried', [pay], ['a', 'c'], rows(pending, pending), false],
    ['of nobody', [pay], [], rows(pending, pending), false],
    [
      'of what an earlier replacement left out',
      [pay, { purpose: 'pay', items: ['a'] } as const],
      ['a', 'b'],
      rows(pending, pending),
      false,
    ],
  ])('is not signed again %s', (_, bytes, items, payments, isWanted) => {
    expect(isBatchWanted({ bytes }, payments, { purpose: 'pay', items })).toBe(isWanted)
  })

  test('costs each payment the same to the wei, and the first one the remainder', () => {
    expect(gasShares(10n, 3)).toEqual([4n, 3n, 3n])
    expect(gasShares(9n, 3)).toEqual([3n, 3n, 3n])
    expect(gasShares(2n, 3)).toEqual([2n, 0n, 0n])
  })
})

describe('the contract', () => {
  const address = (digit: string) => `0x${digit.repeat(40)}`
  const word = (digit: string) => `0x${digit.repeat(64)}`

  test('is the one of this repository', () => {
    expect(keccak256(readContractArtifact('BatchRelayer').deployedBytecode)).toBe(BATCH_RELAYER_CODE_HASH)
  })

  test('is called with every part of each authorization', () => {
    const transfer = {
      from: address('2'),
      to: address('3'),
      value: 5n,
      validAfter: 0,
      validBefore: 9,
      nonce: word('4'),
    }
    const signature = { v: 27, r: word('5'), s: word('6') }
    const data = batchCalldata(
      [
        { token: address('1'), transfer, signature },
        { token: address('7'), transfer, signature },
      ],
      90_000,
    )
    const item = (token: string) => [
      token,
      transfer.from,
      transfer.to,
      5n,
      0,
      9,
      transfer.nonce,
      27,
      word('5'),
      word('6'),
    ]
    expect(data).toBe(contract.encodeFunctionData('relay', [[item(address('1')), item(address('7'))], 90_000]))
    expect(gasPerItemIn(data)).toBe(90_000)
  })

  test('says why an item failed', () => {
    const reasonOf = (reason: string) => {
      const { data } = contract.encodeEventLog('ItemFailed', [address('1'), address('2'), word('4'), reason])
      return itemFailure({ data })
    }
    const error = new Interface(['function Error(string)']).encodeFunctionData('Error', ['paused'])
    expect(reasonOf(error)).toBe('paused')
    expect(reasonOf('0x')).toBe('execution reverted')
    expect(reasonOf('0x12345678')).toBe('execution reverted')
  })
})
