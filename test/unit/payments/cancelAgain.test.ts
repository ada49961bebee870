/** A cancellation that the token refuses is looked at again after ever longer pauses, over a restart too. */
import { expect, test } from 'vitest'
import { authorizationNonce, paymentNonce, type SigningPayload } from '../../../subgraphs/payments/chains/eip3009.ts'
import type { SigningEvidence } from '../../../subgraphs/payments/custody/custodyProvider.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import type { Network } from '../../../subgraphs/payments/settlement/network/network.ts'
import { cancelAgain } from '../../../subgraphs/payments/settlement/recovery/retryReverted.ts'
import { cancelCall } from '../../../subgraphs/payments/settlement/transactions/relayTransactions.ts'
import type { Intent, State } from '../../../subgraphs/shared/commit/types.ts'

const ADDRESS = `0x${'a'.repeat(40)}`
const WORD = `0x${'1'.repeat(64)}`
const START = Date.parse('2026-01-01T12:00:00Z')
const EVERY_MS = 10_000

test('each look is later than the one before, up to the longest pause, and says why nothing was sent', async () => {
  let nowMs = START
  let payment = {
    ...{
      _id: 'pay_1',
      orgId: 'org_1',
      mode: 'test',
      chain: 'base',
      token: 'USDC',
      walletId: 'wal_1',
      status: 'pending',
    },
    ...{ to: ADDRESS, amount: 7n, attempts: [], updatedAt: new Date(START) },
    chainWork: { from: ADDRESS, relayer: ADDRESS, slot: 3, authorization: { nonce: WORD, validBefore: 9_999 } },
  } as unknown as PaymentRow
  const looks: number[] = []
  let signatures = 0
  const adapter = {
    receipts: async () => [],
    tokenDomain: async () => ({}),
    async simulate() {
      looks.push((nowMs - START) / 1_000)
      return { succeeds: false, reason: 'Pausable: paused' }
    },
  }
  const commit = {
    async submit(intent: Intent<unknown>) {
      const verdict = intent.decide({ get: () => payment } as unknown as State, new Date(nowMs))
      if (verdict.kind === 'done') payment = (verdict.writes?.set?.[0]?.next ?? payment) as PaymentRow
      return verdict
    },
  }
  const custody = {
    async signTypedData() {
      signatures++
      return { v: 27, r: WORD, s: WORD }
    },
  }
  const network = {
    ...{ mode: 'test', chain: 'base', adapter, commit, custody, heldUntil: new Date(START + 1e9), late: new Map() },
    relayers: [{ use: 'active', address: ADDRESS, unmined: 0 }],
    clock: { now: () => new Date(nowMs) },
    options: { overdueAfterMs: 30_000, pauseMaxMs: 300_000 },
  } as unknown as Network
  const sent = [{ hash: '0xc', purpose: 'cancel', account: 'test:base:0xr', nonce: 3 }] as const
  const at = { head: {} as never, signal: new AbortController().signal }
  for (; nowMs <= START + 1_100_000; nowMs += EVERY_MS) await cancelAgain(network, payment, sent, at)
  expect(looks).toEqual([30, 90, 210, 450, 750, 1_050])
  expect(signatures).toBe(looks.length)
  expect(payment.attempts.map(({ error }) => error)).toEqual(looks.map(() => 'not canceled: Pausable: paused'))
  expect(payment).toMatchObject({ status: 'pending' })
})

// Domain 5: what was sent and then stopped is canceled. An older release that serves beside this one knows no nonce of a hold.
test.each(['hld_1', 'pay_1'] as const)(
  'a capture with the nonce of %s is canceled by the one that it was signed with',
  async (subject) => {
    const nonce = authorizationNonce(subject)
    const payment = {
      ...{ _id: 'pay_1', nonceOf: 'hld_1', chain: 'base', token: 'USDC', walletId: 'wal_1' },
      chainWork: { from: ADDRESS, authorization: { nonce } },
    } as unknown as PaymentRow
    const asked: { payload: SigningPayload; evidence: SigningEvidence }[] = []
    const network = {
      adapter: { tokenDomain: async () => ({}) },
      custody: {
        async signTypedData(_walletId: string, payload: SigningPayload, evidence: SigningEvidence) {
          asked.push({ payload, evidence })
          return { v: 27, r: WORD, s: WORD }
        },
      },
    } as unknown as Network
    await cancelCall(network, payment)
    const [{ payload, evidence } = { payload: null, evidence: null }] = asked
    expect(payload?.nonce).toBe(nonce)
    // As custody checks it.
    expect(evidence && paymentNonce({ ...evidence, _id: evidence.paymentId })).toBe(nonce)
  },
)
