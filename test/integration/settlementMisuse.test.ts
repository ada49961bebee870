/**
 * The authorization of a payment that moves something else than the payment (reliability 3.3, 3.4): whoever has the key of a
 * wallet may use the nonce for another payee or amount. Such a payment is never completed; what has left is booked as it
 * was, the wallet is frozen, and the payment fails once a settled block proves that it can never happen.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendAs } from '../../scripts/embedded/sendAs.ts'
import { authorizationNonce, splitSignature, transferCalldata } from '../../subgraphs/payments/chains/eip3009.ts'
import type { MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import { openReviewedIntent } from '../../subgraphs/payments/settlement/intents/mismatchCases.ts'
import type { WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import { newId, type PaymentId } from '../../subgraphs/shared/ids.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
} from '../support/settlementWorld.ts'

let world: SettlementWorld
let relayer: string

beforeAll(async () => {
  world = await openSettlementWorld('settlement_misuse')
  relayer = newAddress()
  await world.rpc('anvil_setBalance', relayer, '0xde0b6b3a7640000')
}, 60_000)
afterAll(() => world.close(), 30_000)

/** Somebody with the key of the wallet uses the authorization of the payment for another transfer. */
async function misuse({ walletId, address: from }: TestWallet, paymentId: PaymentId, to: string, value: bigint) {
  const domain = await world.adapter.tokenDomain(USDC_ADDRESS)
  const nonce = authorizationNonce(paymentId)
  const transfer = { from, to, value, validAfter: 0, validBefore: 4_000_000_000, nonce }
  const payload = { kind: 'transferWithAuthorization', domain, ...transfer } as const
  const evidence = { purpose: 'pay', paymentId, mandateId: 'mnd_1', mandateVersion: 1 } as const
  const signature = await world.custody.signTypedData(walletId, payload, evidence)
  const data = transferCalldata(
    transfer,
    splitSignature(`${signature.r}${signature.s.slice(2)}${signature.v.toString(16)}`),
  )
  await sendAs({ rpcUrl: world.rpcUrl, address: USDC_ADDRESS }, [{ from: relayer, data }])
}

const mismatches = ({ walletId }: TestWallet) =>
  world.database.collection<MismatchRow>('mismatches').find({ walletId }).sort({ kind: 1 }).toArray()
const positionOf = ({ walletId }: TestWallet) =>
  world.database.collection<WalletPosition>('positions').findOne({ _id: `wal:${walletId}` })

test.each([
  { what: 'another payee, before it was signed', isSigned: false, payee: newAddress(), units: 3n * USD },
  { what: 'another amount, before it was signed', isSigned: false, payee: null, units: 2n * USD },
  { what: 'another payee, after its bytes were stored', isSigned: true, payee: newAddress(), units: 3n * USD },
  { what: 'another amount, after its bytes were stored', isSigned: true, payee: null, units: 5n * USD },
])(
  '$what: no completion, a mismatch, a frozen wallet, and free funds with proof',
  async ({ isSigned, payee, units }) => {
    const wallet = await world.createFundedWallet(2)
    const to = newAddress()
    const id = await world.queuePayment(wallet, to, 3n * USD)
    if (isSigned) {
      const dying = world.startWorker({ dieAt: 'stored' })
      await dying.died
      await dying.stop()
    }
    await misuse(wallet, id, payee ?? to, units)
    const worker = world.startWorker({ options: { overdueAfterMs: 1_000, pauseMs: 200, pauseMaxMs: 500 } })
    await until('failed', async () => (await world.payment(id)).status !== 'pending')
    const left = 1_000n * USD - units
    await until('booked', async () => (await world.balances(wallet.walletId)).onChain === left)
    await worker.stop()
    expect(await world.payment(id)).toMatchObject({ status: 'failed', completedAt: null })
    expect(await world.adapter.balanceOf(USDC_ADDRESS, wallet.address)).toBe(left)
    expect(await world.balances(wallet.walletId)).toMatchObject({
      ...{ available: left, onChain: left, inFlight: 0n, reserved: 0n, net: 0n },
    })
    const { frozen, mismatchCases } = (await positionOf(wallet)) ?? {}
    expect(frozen).toMatchObject({ source: 'policy' })
    expect(mismatchCases, 'that of the outflow, and that of the authorization').toHaveLength(2)
    expect(await mismatches(wallet)).toMatchObject([
      { kind: 'transfer_differs', state: 'open', paymentId: id, expected: String(3n * USD), found: String(units) },
      { kind: 'unexpected_outflow', state: 'open', found: String(units), missing: 0n },
    ])
  },
  60_000,
)

test('an authorization that was used otherwise freezes the wallet by itself, before its block is booked', async () => {
  const wallet = await world.createWallet()
  const subject = { ...wallet, mode: 'test', token: 'USDC', chain: 'base', depositId: null } as const
  const { address: _, ...about } = { ...subject, paymentId: newId('payment') }
  const facts = { kind: 'transfer_differs', expected: 3n, found: 0n, missing: 0n, corrected: false } as const
  await world.commit.submit(openReviewedIntent(about, { ...facts, reason: 'It moved nothing.' }, { freezes: true }))
  const [found] = await mismatches(wallet)
  expect(await positionOf(wallet)).toMatchObject({
    ...{ frozen: { source: 'policy', by: found?._id }, mismatchCases: [expect.stringMatching(/^cas_/)] },
  })
})
