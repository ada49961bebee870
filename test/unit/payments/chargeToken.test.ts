/** Domain 6.1, A.14: who is paid with a shared token, and at which address, is of one version of the registry. */
import { describe, expect, it } from 'vitest'
import type { HoldRow } from '../../../subgraphs/payments/models/holds.ts'
import type { CaptureDeps } from '../../../subgraphs/payments/services/holds/captureHold.ts'
import { prepareCharge } from '../../../subgraphs/payments/services/sharedTokens/chargeToken.ts'
import type { State } from '../../../subgraphs/shared/commit/types.ts'
import type { Gate, Spend } from '../../../subgraphs/shared/spend.ts'

const [FORMER, PRESENT] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
const MERCHANT = `mrc_${'0'.repeat(26)}`
const HOLD = {
  ...{ _id: 'hld_1', orgId: 'org_1', mode: 'test', agentId: 'agt_1', walletId: 'wal_1', sessionId: 'cks_1' },
  ...{ token: 'USDC', chain: 'base', amount: 10_000_000n, usdMicro: 10_000_000n, fx: null, capMinor: 1_000 },
  ...{ toText: MERCHANT, to: FORMER, merchantId: MERCHANT, merchant: 'shop.example', category: 'books' },
  ...{ stage: 'created', mandateId: null, approvalId: null },
} as unknown as HoldRow
const CALLER = { kind: 'agent', agentId: 'agt_1', orgId: 'org_1', mode: 'test', walletId: 'wal_1' }
const REQUEST = { holdId: 'hld_1', sessionId: 'cks_1', paymentId: 'pay_1', orderId: 'ord_1', amountMinor: 1_000 }

interface World {
  readonly hold?: Partial<HoldRow>
  /** Where the merchant is paid, by the version of the registry; null: nowhere. */
  readonly addresses?: readonly (string | null)[]
  /** What makes the next version of the registry known. */
  readonly changesAt?: 'refresh' | 'findWalletMode'
  /** Whose wallet every address is. */
  readonly walletId?: string
}

/** The spend that the gates see of a charge whose merchant changes its address. */
const prepare = async (world: World): Promise<Spend> => (await prepareWhole(world)).spend

async function prepareWhole(
  { hold = {}, addresses = [FORMER, PRESENT], changesAt, walletId }: World,
  caller: object = CALLER,
  request: object = REQUEST,
) {
  let version = 1
  const row = () => ({ merchantId: MERCHANT, domain: 'shop.example', status: 'active' })
  const address = () => addresses[version - 1] ?? null
  let seen: Spend | undefined
  const own = { _id: walletId, agentId: null }
  const spy = {
    name: 'spy',
    reads(spend: Spend) {
      seen = spend
      return []
    },
    decide: () => ({ kind: 'pass' }),
  } as unknown as Gate
  const deps = {
    database: {
      collection: (name: string) => ({
        findOne: async () => (name === 'holds' ? { ...HOLD, ...hold } : null),
        find: () => ({ toArray: async () => [own] }),
      }),
    },
    captureGates: [spy],
    merchants: {
      resolve: async ({ to }: { to: string }) => ({
        merchantsVersion: version,
        destination: to !== MERCHANT ? { address: to } : address() === null ? NOWHERE : { address: address() },
        merchant: to === MERCHANT || to === address() ? row() : null,
      }),
      refresh() {
        if (changesAt === 'refresh') version = 2
      },
    },
    async findWalletMode() {
      if (changesAt === 'findWalletMode') version = 2
      return walletId === undefined ? null : 'test'
    },
    findScreenedOwner: async () => null,
    screener: { screen: async () => ({ checks: [], revision: 0, screeningId: null }), sanctioned: () => [] },
    chains: { test: new Map([['base', {}]]) },
    routeRefusal: () => null,
    agents: { prepareVotes: async () => ({ reads: [], standing: [], isOutdated: () => false }) },
  } as unknown as CaptureDeps
  const part = await prepareCharge(deps, caller as never, request as never)
  part.reads(new Date())
  if (seen === undefined) throw new Error('no gate was asked')
  return { spend: seen, part }
}

const NOWHERE = { reason: 'merchant_has_no_address_on_chain', chains: [] }

describe('a charge that is prepared while the payout address changes', () => {
  it('has the version in which its address was found, so that the commit takes it for outdated', async () => {
    const { to, merchantsVersion } = await prepare({ changesAt: 'findWalletMode' })
    expect([to, merchantsVersion]).toEqual([FORMER, 1])
  })
})

describe('a charge whose merchant had no address, or another one, when the registry was read', () => {
  it('reads it anew before it is refused', async () => {
    const found = await prepare({ addresses: [null, PRESENT], changesAt: 'refresh' })
    expect([found.to, found.merchantsVersion]).toEqual([PRESENT, 2])
    await expect(prepare({ addresses: [null] })).rejects.toMatchObject({
      ...{ type: 'no_route', details: { reason: 'merchant_has_no_address_on_chain' } },
    })
  })

  it('pays to the address that was approved alone', async () => {
    const approved = { approvalId: 'apr_1' } as Partial<HoldRow>
    const back = await prepare({ hold: approved, addresses: [PRESENT, FORMER], changesAt: 'refresh' })
    expect([back.to, back.merchantsVersion]).toEqual([FORMER, 2])
    await expect(prepare({ hold: approved, addresses: [PRESENT] })).rejects.toMatchObject({
      ...{ type: 'approval_required', details: { approved_to: FORMER, to: PRESENT } },
    })
  })
})

describe('a charge whose merchant has become its own payer', () => {
  it('is refused, as a payment to the paying wallet is', async () => {
    await expect(prepare({ walletId: 'wal_1' })).rejects.toMatchObject({
      ...{ type: 'no_route', details: { reason: 'payee_is_payer' } },
    })
    expect((await prepare({ walletId: 'wal_2' })).to).toBe(FORMER)
  })
})

it('A.14 a charge whose payer was removed meanwhile is refused without blaming the key of whoever asks', async () => {
  const payer = { kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'per_1' }
  const request = { ...REQUEST, chargeId: 'chg_1' }
  const { part } = await prepareWhole({ changesAt: 'findWalletMode' }, payer, request)
  const kept = { get: () => ({ ...HOLD, chargeId: request.chargeId }) } as unknown as State
  const error = { type: 'capability_denied', details: { reason: 'payer_removed' } }
  expect(part.decide(kept, new Date())).toMatchObject({ kind: 'refused', error })
})
