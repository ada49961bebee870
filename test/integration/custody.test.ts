/** Custody over a real database: keys are unreadable at rest, sign only for their own wallet and payment. */
import { randomBytes } from 'node:crypto'
import { recoverAddress, Transaction } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directCalldata } from '../../subgraphs/payments/chains/directTransfer.ts'
import {
  authorizationNonce,
  joinSignature,
  type SigningPayload,
  signingDigest,
} from '../../subgraphs/payments/chains/eip3009.ts'
import { createLocalCustody } from '../../subgraphs/payments/custody/local.ts'
import type { WalletKeyRow } from '../../subgraphs/payments/models/walletKeys.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import { openTestDatabase, type TestDatabase } from '../support/openTestDatabase.ts'

let test_: TestDatabase
const masterKey = randomBytes(32)
const open = (key: Uint8Array = masterKey) =>
  createLocalCustody({ database: test_.database, clock: systemClock, masterKey: key })
const rows = () => test_.database.collection<WalletKeyRow>('walletKeys')

beforeAll(async () => {
  test_ = await openTestDatabase('custody')
}, 60_000)
afterAll(() => test_.stop())

const payloadOf = (from: string, paymentId: PaymentId): SigningPayload => ({
  kind: 'transferWithAuthorization',
  domain: {
    name: 'USD Coin',
    version: '2',
    chainId: 8453,
    verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
  from,
  to: from,
  value: 1n,
  validAfter: 0,
  validBefore: 2_000_000_000,
  nonce: authorizationNonce(paymentId),
})
const evidence = { purpose: 'pay', paymentId: 'pay_1', mandateId: null, mandateVersion: null } as const

test('a wallet signs after a restart, and asking for it again gives the same address', async () => {
  const { address } = await open().createWallet('wal_1')
  expect(await open().createWallet('wal_1')).toEqual({ address })
  const payload = payloadOf(address, 'pay_1')
  const signature = await open().signTypedData('wal_1', payload, evidence)
  expect(recoverAddress(signingDigest(payload), joinSignature(signature))).toBe(address)
  await open().health()
})

test('another master key is noticed before anything is made with it', async () => {
  await expect(open(randomBytes(32)).health()).rejects.toThrow(/MASTER_KEY does not open the keys/)
})

test('many wallets at once', async () => {
  const custody = open()
  const made = await Promise.all(Array.from({ length: 30 }, (_, index) => custody.createWallet(`wal_m${index}`)))
  expect(new Set(made.map(({ address }) => address)).size).toBe(30)
  await Promise.all(
    made.map(async ({ address }, index) => {
      const payload = payloadOf(address, 'pay_1')
      const signature = await custody.signTypedData(`wal_m${index}`, payload, evidence)
      expect(recoverAddress(signingDigest(payload), joinSignature(signature))).toBe(address)
    }),
  )
})

test('it refuses another wallet, another payment, another purpose, and a wallet without a key', async () => {
  const custody = open()
  const { address } = await custody.createWallet('wal_2')
  const other = (await custody.createWallet('wal_3')).address
  await expect(custody.signTypedData('wal_2', payloadOf(other, 'pay_1'), evidence)).rejects.toThrow()
  await expect(custody.signTypedData('wal_2', payloadOf(address, 'pay_2'), evidence)).rejects.toThrow()
  await expect(
    custody.signTypedData('wal_2', payloadOf(address, 'pay_1'), { ...evidence, purpose: 'cancel' }),
  ).rejects.toThrow()
  await expect(custody.signTypedData('wal_none', payloadOf(address, 'pay_1'), evidence)).rejects.toThrow()
})

test('it signs a transaction of a wallet only for the transfer that is stated, or one that does nothing', async () => {
  const custody = open()
  const { address } = await custody.createWallet('wal_6')
  const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  const shop = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const pays = { purpose: 'pay', paymentId: 'pay_1', token, to: shop, amount: 5n } as const
  const empty = { purpose: 'empty' } as const
  const common = { chainId: 1, nonce: 7, maxPriorityFee: 1n, maxFee: 2n, gasLimit: 60_000 }
  const transfer = { ...common, to: token, data: directCalldata(shop, 5n) }
  const nothing = { ...common, to: address, data: '0x' }
  const signed = Transaction.from((await custody.signTransaction('wal_6', transfer, pays)).raw)
  expect(signed).toMatchObject({ from: address, to: token, data: transfer.data, nonce: 7, value: 0n })
  expect(Transaction.from((await custody.signTransaction('wal_6', nothing, empty)).raw).from).toBe(address)

  const approve = `0x095ea7b3${transfer.data.slice(10)}`
  for (const [asked, evidence] of [
    [{ ...transfer, data: directCalldata(shop, 6n) }, pays],
    [{ ...transfer, data: directCalldata(address, 5n) }, pays],
    [{ ...transfer, data: approve }, pays],
    [{ ...transfer, to: shop }, pays],
    [{ ...transfer, value: 1n }, pays],
    [transfer, empty],
    [nothing, pays],
    [{ ...nothing, to: shop }, empty],
    [{ ...nothing, value: 1n }, empty],
  ] as const)
    await expect(custody.signTransaction('wal_6', asked, evidence)).rejects.toThrow('another transaction than stated')
})

test('a key cannot be decrypted with another master key, in another row, or after a change', async () => {
  const { address } = await open().createWallet('wal_4')
  await expect(open(randomBytes(32)).signTypedData('wal_4', payloadOf(address, 'pay_1'), evidence)).rejects.toThrow()
  const row = (await rows().findOne({ _id: 'wal_4' })) as WalletKeyRow
  await rows().insertOne({ ...row, _id: 'wal_5' })
  await expect(open().signTypedData('wal_5', payloadOf(address, 'pay_1'), evidence)).rejects.toThrow()
  const changed = Buffer.from(row.sealedKey, 'base64url')
  changed[20] = (changed[20] as number) ^ 1
  await rows().updateOne({ _id: 'wal_4' }, { $set: { sealedKey: changed.toString('base64url') } })
  await expect(open().signTypedData('wal_4', payloadOf(address, 'pay_1'), evidence)).rejects.toThrow()
})
