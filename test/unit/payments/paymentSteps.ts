/** One payment of 40 units whose signature is stored, and the rows that the commits of settlement read, in memory. */
import type { MismatchRow } from '../../../subgraphs/payments/models/mismatches.ts'
import { type NonceSlotRow, slotRef } from '../../../subgraphs/payments/models/nonceSlots.ts'
import type { ChainWork, PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { newWalletPosition } from '../../../subgraphs/payments/rules/walletPosition.ts'
import {
  type NewSlot,
  storeRetryIntent,
  storeSignedIntent,
} from '../../../subgraphs/payments/settlement/intents/storeSigned.ts'
import { applyBatch, type Result } from '../../../subgraphs/shared/commit/apply.ts'
import { newOrgPosition, type WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { Intent } from '../../../subgraphs/shared/commit/types.ts'
import { settleReservation } from '../../../subgraphs/shared/spendingLimits.ts'

export const AT = new Date('2026-01-01T12:00:00Z')
export const row = {
  _id: 'pay_1',
  v: 1,
  orgId: 'org_1',
  mode: 'test',
  walletId: 'wal_1',
  agentId: null,
  amount: 40n,
  token: 'USDC',
  chain: 'base',
  usdMicro: 40n,
  dayKey: 'd',
  monthKey: 'm',
  status: 'pending',
  stage: 'queued',
  txHash: null,
  approvalId: null,
  chainWork: null,
  attempts: [],
  failureCode: null,
} as unknown as PaymentRow
export const work = {
  from: '0xA',
  relayer: '0xR',
  slot: 1,
  fence: 3,
  authorization: { nonce: '0x1', validAfter: 0, validBefore: 9, signature: '0x' },
  minedBlock: null,
  minedBlockHash: null,
} as ChainWork
export const bytes = (hash: string) =>
  ({ hash, raw: '0xr', purpose: 'pay', tip: 1n, maxFee: 2n, height: 1, at: AT }) as const
export const ACCOUNT = 'test:base:0xR'
export const slot = (nonce: number, hash: string, fence = 3): NewSlot => ({
  account: ACCOUNT,
  nonce,
  fence,
  bytes: bytes(hash),
})
const owner = { walletId: 'wal_1', orgId: 'org_1', mode: 'test', agentId: null } as const
const balances = { 'base:USDC': { available: 60n, held: 0n, inFlight: 40n, blocked: 0n, onChain: 100n } }
const wallet = {
  ...newWalletPosition(owner),
  balances,
  day: { key: 'd', net: 0n, reserved: 40n },
  month: { key: 'm', net: 0n, reserved: 40n },
}

const keyOf = (nonce: number): string => refKey(slotRef(ACCOUNT, nonce))

export function openWorld(payment: PaymentRow = row, more: Readonly<Record<string, object>> = {}) {
  const rows = new Map<string, object | null>([
    ['positions/gate', { _id: 'gate', v: 1, switches: [] }],
    ['positions/org:org_1', { ...newOrgPosition('org_1'), _id: 'org:org_1', v: 1 }],
    ['positions/wal:wal_1', { ...wallet, _id: 'wal:wal_1', v: 1 }],
    ['payments/pay_1', payment],
    ['deposits/dep_1', null],
    ...Object.entries(more),
    ...[1, 2, 3].map((nonce) => [keyOf(nonce), null] as const),
  ])
  const events: string[] = []
  return {
    events,
    run(intent: Intent<unknown>): Result {
      const batch = applyBatch(rows, [intent], AT)
      for (const { ref, next } of batch.updates) rows.set(refKey(ref), next)
      for (const { ref, row: made } of batch.inserts) {
        rows.set(refKey(ref), made)
        if (ref.collection === 'events') events.push((made as unknown as { type: string }).type)
      }
      return batch.results[0] as Result
    },
    slot: (nonce: number) => rows.get(keyOf(nonce)) as NonceSlotRow | null,
    payment: () => rows.get('payments/pay_1') as PaymentRow,
    row: <T>(key: string) => rows.get(key) as T,
    mismatches: () => [...rows].filter(([key]) => key.startsWith('mismatches/')).map(([, one]) => one as MismatchRow),
    /** Money that left by other payments. */
    spend(units: bigint) {
      const position = rows.get('positions/wal:wal_1') as typeof wallet
      const own = position.balances['base:USDC']
      const left = { ...own, available: own.available - units, onChain: own.onChain - units }
      rows.set('positions/wal:wal_1', { ...position, balances: { 'base:USDC': left } })
    },
    wallet: () => rows.get('positions/wal:wal_1') as unknown as WalletPosition,
  }
}

export const rules = {
  preSignReads: () => [],
  preSignCheck: () => null,
  settleLimits: (position: WalletPosition, payment: PaymentRow, end: 'complete' | 'release') =>
    settleReservation(position, payment, end),
}
const arrived = { orgId: 'org_1', mode: 'test', walletId: 'wal_1', token: 'USDC', chain: 'base', amount: 5n } as const
export const deposit = { _id: 'dep_1', ...arrived, from: '0x0', txHash: '0xt', block: 5, blockHash: '0xb' }
export const failure = { type: 'all_adapters_exhausted', message: 'no', details: {} } as const
export const mined = { hash: '0xh', block: 5, blockHash: '0xb' }
export const store = () => storeSignedIntent(rules, row, work, slot(1, '0xh'))
/** A retry by a process that has read the first transaction. */
export const retryOf = (payment: PaymentRow, fence = 3) =>
  storeRetryIntent(rules, payment, { slot: slot(2, '0xi', fence), relayer: '0xR', reasons: [] })
