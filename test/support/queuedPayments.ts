/** Payments as accepting them leaves them, without the gates that a test of settlement does not need. */
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { type WalletPosition, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { insertRow, setRow } from '../../subgraphs/shared/commit/rowWrites.ts'
import type { Commit, Ref } from '../../subgraphs/shared/commit/types.ts'
import { newId, type OrgId, type PaymentId, type WalletId } from '../../subgraphs/shared/ids.ts'
import { paymentReservedJournal, type SpendAuthorization } from '../../subgraphs/shared/ledger/postings.ts'
import { openWindows, reserve } from '../../subgraphs/shared/spendingLimits.ts'
import type { Chain, Token } from '../../subgraphs/shared/tokens.ts'

const WINDOWS = { day: '2026-01-01', month: '2026-01' }

export interface TestWallet {
  readonly orgId: OrgId
  readonly walletId: WalletId
  readonly address: string
}

/** What the payments of a world are made in. */
export interface Asset {
  readonly chain: Chain
  readonly token: Token
}

/** The result of submitPayment: a queued payment with funds and limits reserved. */
export async function queuePayment(
  commit: Commit,
  asset: Asset,
  wallet: TestWallet,
  to: string,
  units: bigint,
  isParked = false,
): Promise<PaymentId> {
  const id = newId('payment')
  const ref: Ref<PaymentRow> = { collection: 'payments', id }
  const position = walletRef(wallet.walletId)
  const outcome = await commit.submit({
    priority: 'spend',
    orgId: wallet.orgId,
    mode: 'test',
    reads: () => ({ guard: [position], absent: [ref] }),
    decide: (state, at) => {
      const before = state.get(position) as WalletPosition
      const subject = { walletId: wallet.walletId, ...asset, amount: units } as SpendAuthorization
      return {
        kind: 'done',
        answer: null,
        writes: {
          insert: [insertRow(ref, { ...paymentRow(id, wallet, to, units, at), ...asset, ...(isParked && PARKED) })],
          set: [setRow(position, reserve(openWindows(before, WINDOWS), units))],
          journals: isParked ? [] : [paymentReservedJournal(id, subject)],
        },
      }
    },
  })
  if (outcome.kind !== 'done') throw new Error(`payment: ${outcome.kind}`)
  return id
}

const PARKED = { stage: 'awaiting_approval' } as const

/** What an approval that executes leaves: the payment is queued, and its money is in flight. */
export async function approvePayment(
  commit: Commit,
  id: PaymentId,
  read: (id: string) => Promise<PaymentRow>,
): Promise<void> {
  const { orgId, walletId, chain, token, amount } = await read(id)
  const ref: Ref<PaymentRow> = { collection: 'payments', id }
  const outcome = await commit.submit({
    ...{ priority: 'spend', orgId, mode: 'test' },
    reads: () => ({ guard: [ref, walletRef(walletId)] }),
    decide: (state) => ({
      ...{ kind: 'done', answer: null },
      writes: {
        set: [setRow(ref, { ...(state.get(ref) as PaymentRow), stage: 'queued' })],
        journals: [paymentReservedJournal(id, { walletId, chain, token, amount } as SpendAuthorization)],
      },
    }),
  })
  if (outcome.kind !== 'done') throw new Error(`approval: ${outcome.kind}`)
}

function paymentRow(id: PaymentId, wallet: TestWallet, to: string, amount: bigint, at: Date): Omit<PaymentRow, 'v'> {
  const nothing = {
    merchantId: null,
    merchant: null,
    fx: null,
    purpose: null,
    txHash: null,
    chainWork: null,
    decision: null,
  }
  const failure = { failureCode: null, failureMessage: null, failureDetails: null }
  return {
    _id: id,
    orgId: wallet.orgId,
    mode: 'test',
    kind: 'payment',
    walletId: wallet.walletId,
    agentId: null,
    mandateId: 'mnd_1',
    mandateVersion: 1,
    to,
    toText: to,
    category: 'uncategorized',
    amount,
    token: 'USDC',
    chain: 'base',
    usdMicro: amount,
    dayKey: WINDOWS.day,
    monthKey: WINDOWS.month,
    status: 'pending',
    stage: 'queued',
    attempts: [],
    ...nothing,
    ...failure,
    approvalId: null,
    metadata: null,
    policyEvaluatedAt: at,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
  }
}
