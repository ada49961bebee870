/** What an external wallet had before its registration (domain 9.5), in the commit that credits it. */
import { expect, test } from 'vitest'
import type { WalletRow } from '../../../subgraphs/payments/models/wallets.ts'
import { newWalletPosition } from '../../../subgraphs/payments/rules/walletPosition.ts'
import { openWalletIntent } from '../../../subgraphs/payments/settlement/intents/openWallet.ts'
import { applyBatch } from '../../../subgraphs/shared/commit/apply.ts'
import { newOrgPosition, type WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'

const AT = new Date('2026-01-01T12:00:00Z')
const BLOCK = { number: 7, hash: '0xb' }
const MILLION = 1_000_000n * 1_000_000n

test('every large balance is watched as an inflow and credited, whatever other tokens the wallet has', () => {
  const owner = { walletId: 'wal_1', orgId: 'org_1', mode: 'test' } as const
  const wallet = { _id: 'wal_1', v: 1, ...owner, agentId: null, custody: 'external' } as unknown as WalletRow
  const rows = new Map<string, object | null>([
    ['positions/gate', { _id: 'gate', v: 1, switches: [] }],
    ['positions/org:org_1', { ...newOrgPosition('org_1'), _id: 'org:org_1', v: 1 }],
    ['positions/wal:wal_1', { ...newWalletPosition({ ...owner, agentId: null }), _id: 'wal:wal_1', v: 1 }],
    ['wallets/wal_1', wallet],
  ])
  const balances = [
    { token: 'USDC', amount: MILLION },
    { token: 'EURC', amount: 2n * MILLION },
  ] as const
  const { results, updates, inserts } = applyBatch(rows, [openWalletIntent(wallet, 'base', BLOCK, balances)], AT)
  expect(results).toMatchObject([{ kind: 'done', answer: 'opened' }])
  const position = updates.find(({ ref }) => ref.id === 'wal:wal_1')?.next as WalletPosition
  expect(position.inflows).toMatchObject([
    { token: 'USDC', units: MILLION },
    { token: 'EURC', units: 2n * MILLION },
  ])
  expect(position.balances).toMatchObject({
    'base:USDC': { available: MILLION, onChain: MILLION },
    'base:EURC': { available: 2n * MILLION, onChain: 2n * MILLION },
  })
  expect(inserts.filter(({ ref }) => ref.collection === 'deposits')).toHaveLength(2)
})
