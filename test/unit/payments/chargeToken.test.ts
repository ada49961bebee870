/** Domain 6.1, A.14: who is paid with a shared token, and at which address, is of one version of the registry. */
import { describe, expect, it } from 'vitest'
import type { HoldRow } from '../../../subgraphs/payments/models/holds.ts'
import type { CaptureDeps } from '../../../subgraphs/payments/services/holds/captureHold.ts'
import { prepareCharge } from '../../../subgraphs/payments/services/sharedTokens/chargeToken.ts'
import type { Gate, Spend } from '../../../subgraphs/shared/spend.ts'

const [FORMER, PRESENT] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
const MERCHANT = `mrc_${'0'.repeat(26)}`
const HOLD = {
  ...{ _id: 'hld_1', orgId: 'org_1', mode: 'test', agentId: 'agt_1', walletId: 'wal_1', sessionId: 'cks_1' },
  ...{ token: 'USDC', chain: 'base', amount: 10_000_000n, usdMicro: 10_000_000n, fx: null, capMinor: 1_000 },
  ...{ toText: MERCHANT, to: FORMER, merchantId: MERCHANT, merchant: 'shop.example', category: 'books' },
  ...{ stage: 'created', mandateId: null },
} as unknown as HoldRow
const CALLER = { kind: 'agent', agentId: 'agt_1', orgId: 'org_1', mode: 'test', walletId: 'wal_1' }
const REQUEST = { holdId: 'hld_1', sessionId: 'cks_1', paymentId: 'pay_1', orderId: 'ord_1', amountMinor: 1_000 }

/** A registry whose merchant gets another address while the charge is prepared, which another request reads. */
async function prepareDuringChange(): Promise<Spend> {
  let version = 1
  const row = () => ({ merchantId: MERCHANT, domain: 'shop.example', status: 'active' })
  const address = () => (version === 1 ? FORMER : PRESENT)
  let seen: Spend | undefined
  const spy = {
    name: 'spy',
    reads(spend: Spend) {
      seen = spend
      return []
    },
    decide: () => ({ kind: 'pass' }),
  } as unknown as Gate
  const deps = {
    database: { collection: () => ({ findOne: async () => HOLD }) },
    captureGates: [spy],
    merchants: {
      resolve: async ({ to }: { to: string }) => ({
        merchantsVersion: version,
        destination: { address: to === MERCHANT ? address() : to },
        merchant: to === MERCHANT || to === address() ? row() : null,
      }),
      refresh: () => undefined,
    },
    async findWalletMode() {
      version = 2
      return null
    },
    screener: { screen: async () => ({ checks: [], revision: 0, screeningId: null }) },
    chains: { test: new Map([['base', {}]]) },
    routeRefusal: () => null,
  } as unknown as CaptureDeps
  const part = await prepareCharge(deps, CALLER as never, REQUEST as never)
  part.reads(new Date())
  if (seen === undefined) throw new Error('no gate was asked')
  return seen
}

describe('a charge that is prepared while the payout address changes', () => {
  it('has the version in which its address was found, so that the commit takes it for outdated', async () => {
    const { to, merchantsVersion } = await prepareDuringChange()
    expect([to, merchantsVersion]).toEqual([FORMER, 1])
  })
})
