/**
 * Organizations, wallets and payments for tests of the group commit: the real gates and the real payment intent over
 * rows that are made by hand, so that no other subgraph takes part.
 */
import { createAgentGates } from '../../../subgraphs/agents/gates.ts'
import { mandateGates } from '../../../subgraphs/mandates/gates.ts'
import { NO_POLICY, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { orderedGates } from '../../../subgraphs/payments/gates.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { newWalletPosition } from '../../../subgraphs/payments/rules/walletPosition.ts'
import { paymentIntent } from '../../../subgraphs/payments/services/submitPayment.ts'
import {
  newOrgPosition,
  orgRef,
  PLATFORM,
  type WalletPosition,
  walletRef,
} from '../../../subgraphs/shared/commit/positions.ts'
import { insertRow, setRow } from '../../../subgraphs/shared/commit/rowWrites.ts'
import type { Intent, Ref, State, Verdict } from '../../../subgraphs/shared/commit/types.ts'
import { readContract } from '../../../subgraphs/shared/contract.ts'
import type { OrgId, PaymentId, WalletId } from '../../../subgraphs/shared/ids.ts'
import { onlyTrusted } from '../../../subgraphs/shared/kya.ts'
import {
  depositJournal,
  paymentCompletedJournal,
  paymentFailedJournal,
} from '../../../subgraphs/shared/ledger/postings.ts'
import type { Gate, Spend } from '../../../subgraphs/shared/spend.ts'
import { settleReservation } from '../../../subgraphs/shared/spendingLimits.ts'

const realGates: readonly Gate[] = orderedGates(
  { ...createAgentGates(onlyTrusted([])), ...mandateGates },
  readContract('payments').access,
)

export const USDC = 1_000_000n
export const NOON = new Date('2026-11-21T12:00:00Z')
export const orgIdOf = (index: number): OrgId => `org_${index}`
export const walletIdOf = (org: number, wallet: number): WalletId => `wal_${org}x${wallet}`

/** The positions of an organization and its funded wallets, as the database holds them. */
export function positionRows(
  org: number,
  wallets: number,
  options: { policy?: Partial<Policy>; funds?: bigint } = {},
): { ref: Ref; row: { _id: string; v: number } }[] {
  const head = orgRef(orgIdOf(org))
  const rows: { ref: Ref; row: { _id: string; v: number } }[] = [
    { ref: head, row: { _id: head.id, v: 1, ...newOrgPosition(orgIdOf(org)) } },
  ]
  for (let index = 0; index < wallets; index++) {
    const walletId = walletIdOf(org, index)
    const ref = walletRef(walletId)
    const funds = options.funds ?? 1_000n * USDC
    const row: WalletPosition = {
      ...newWalletPosition({ walletId, orgId: orgIdOf(org), mode: 'test', agentId: `agt_${org}x${index}` }),
      _id: ref.id,
      v: 1,
      balances: { 'base:USDC': { available: funds, held: 0n, inFlight: 0n, blocked: 0n, onChain: funds } },
      mandate: {
        // A version of a mandate never changes, so what is compiled of it is remembered: another policy, another id.
        mandateId: `mnd_${walletId}_${Object.values(options.policy ?? {}).join('_')}`,
        version: 1,
        status: 'active',
        expiresAt: null,
        limitTimezone: 'UTC',
        policy: { ...NO_POLICY, ...options.policy } satisfies Policy,
      },
    }
    rows.push({ ref, row })
  }
  return rows
}

export interface Payment {
  readonly org: number
  readonly wallet: number
  readonly id: string
  readonly units: bigint
  /** Idempotency key; the amount is the request's fingerprint. */
  readonly key?: string
}

/** The real intent of `POST /payments`. */
export function payIntent({ org, wallet, id, units, key }: Payment, gates = realGates): Intent<PaymentRow> {
  const walletId = walletIdOf(org, wallet)
  const orgId = orgIdOf(org)
  const spend: Spend = {
    kind: 'payment',
    caller: { kind: 'organization', orgId, mode: 'test', keyId: 'key_1', personId: 'p_1', roles: ['admin'] },
    orgId,
    mode: 'test',
    walletId,
    walletKnown: true,
    amount: { units, token: 'USDC' },
    chain: 'base',
    usdMicro: units,
    to: '0x00000000000000000000000000000000000000aa',
    toText: '0x00000000000000000000000000000000000000aa',
    route: { ok: true },
    merchant: null,
    merchantsVersion: 1,
    screening: { checks: [], revision: 0, screeningId: null },
    access: 'payments',
    payee: { isKnown: true, wallet: null, exposedTo: null },
  }
  const { amount, chain, usdMicro } = spend
  const request = {
    ...({ kind: 'payment', walletId, to: spend.toText, merchant: null, amount, usdMicro, chain } as const),
    ...{ purpose: 'a thing', metadata: null },
  }
  const resource = { type: 'payment', id } as const
  const intent = paymentIntent({ gates }, { paymentId: id as PaymentId, request, spend, fx: null })
  if (key === undefined) return intent
  return { ...intent, key: { id: `${orgId}|pay|${key}`, fingerprint: String(units), resource } }
}

/** The end of an accepted payment, as settlement writes it. */
export function endIntent(payment: Payment, end: 'complete' | 'release'): Intent<boolean> {
  const ref: Ref<PaymentRow> = { collection: 'payments', id: payment.id }
  const position = walletRef(walletIdOf(payment.org, payment.wallet))
  return {
    priority: 'settle',
    orgId: orgIdOf(payment.org),
    mode: 'test',
    reads: () => ({ guard: [ref, position] }),
    decide(state: State): Verdict<boolean> {
      const row = state.get(ref)
      const wallet = state.get(position)
      if (row === null || wallet === null || row.stage !== 'queued') return { kind: 'done', answer: false, writes: {} }
      const subject = { walletId: row.walletId, token: row.token, chain: row.chain, amount: row.amount }
      const journal = end === 'complete' ? paymentCompletedJournal : paymentFailedJournal
      const status = end === 'complete' ? 'completed' : 'failed'
      return {
        kind: 'done',
        answer: true,
        writes: {
          set: [setRow(ref, { ...row, status, stage: status }), setRow(position, settleReservation(wallet, row, end))],
          journals: [journal(row._id, subject)],
          events: [{ type: `payment.${status}`, resourceId: row._id, walletId: row.walletId, data: {} }],
        },
      }
    },
  }
}

export function depositIntent(org: number, wallet: number, id: string, amount: bigint): Intent<null> {
  const walletId = walletIdOf(org, wallet)
  const ref: Ref = { collection: 'deposits', id }
  return {
    priority: 'settle',
    orgId: orgIdOf(org),
    mode: 'test',
    reads: () => ({ guard: [walletRef(walletId)], absent: [ref] }),
    decide: () => ({
      kind: 'done',
      answer: null,
      writes: {
        insert: [insertRow(ref, { walletId, amount })],
        journals: [depositJournal(id, { walletId, token: 'USDC', chain: 'base', amount })],
      },
    }),
  }
}

export function freezeIntent(org: number, wallet: number, isFrozen: boolean): Intent<null> {
  const walletId = walletIdOf(org, wallet)
  const ref = walletRef(walletId)
  return {
    priority: 'control',
    orgId: orgIdOf(org),
    mode: 'test',
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const position = state.get(ref) as WalletPosition
      const frozen = isFrozen ? ({ source: 'manual', by: 'p_1', reason: 'test', at } as const) : null
      const type = isFrozen ? 'wallet.frozen' : 'wallet.unfrozen'
      return {
        kind: 'done',
        answer: null,
        writes: {
          set: [setRow(ref, { ...position, frozen })],
          events: [{ type, resourceId: walletId, walletId, data: {} }],
        },
      }
    },
  }
}

export const PLATFORM_ROW = { ref: PLATFORM, row: { _id: PLATFORM.id, v: 1, switches: [] } }
