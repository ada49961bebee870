// The sandbox (specification 7, 5): every failure has values of its own in test mode, and live mode has none of them.
import { describe, expect, test } from 'vitest'
import type { ChainAdapter } from '../../../subgraphs/payments/chains/chainAdapter.ts'
import { directCalldata } from '../../../subgraphs/payments/chains/directTransfer.ts'
import { transferCalldata } from '../../../subgraphs/payments/chains/eip3009.ts'
import { judge } from '../../../subgraphs/payments/rules/screening.ts'
import { withSandboxChain } from '../../../subgraphs/payments/sandbox/sandboxChain.ts'
import { withSandboxPorts } from '../../../subgraphs/payments/sandbox/sandboxPorts.ts'
import { SCENARIOS, sandboxMerchant, scenarioOf } from '../../../subgraphs/payments/sandbox/scenarios.ts'
import { parseAddress } from '../../../subgraphs/shared/evmAddress.ts'
import { parseAmount } from '../../../subgraphs/shared/money.ts'
import type { Mode } from '../../../subgraphs/shared/principal.ts'
import type { Spend } from '../../../subgraphs/shared/spend.ts'
import { readSandboxTable, SANDBOX_OUTCOMES } from '../../support/sandboxOutcomes.ts'

const OK = SCENARIOS[0]?.address ?? ''
const FROM = `0x${'1'.repeat(40)}`
const ORG = 'org_1' as Spend['orgId']

/** Everything that may be asked about one value, in one mode. */
async function faultsOf(mode: Mode, to: string, units: bigint): Promise<string[]> {
  const asked: string[] = []
  const real = withSandboxPorts({
    screener: {
      screen: async () => ({ checks: [], revision: 0, screeningId: null }),
      screenRecord: async () => ({ checks: [], revision: 0 }),
      check: () => [],
      refresh: () => undefined,
      isOutdated: () => false,
      versions: () => [],
      inForce: async () => [],
      versionsAt: async () => [],
      sanctioned: () => [],
    },
    merchants: {
      resolve: async () => ({ merchantsVersion: 1, destination: { reason: 'unknown_merchant' }, merchant: null }),
      refresh: () => undefined,
    },
    rates: {
      toUsdMicro: async () => ({ usdMicro: 1n, fx: null }),
      fromUsdMicro: async () => ({ amount: parseAmount('1', 'USDC', 'amount'), fx: null }),
    },
    gasQuotes: () => ({ estimateWei: 1n, budgetWei: 1n }),
    routeRefusal: () => null,
  })
  try {
    const { checks } = await real.screener.screen({ address: to, mode, payment: { units } })
    const { outcome } = judge(checks)
    if (outcome !== 'pass') asked.push(outcome)
  } catch {
    asked.push('unscreened')
  }
  const { estimateWei, budgetWei } = real.gasQuotes(mode, 'base', { to, units }) ?? { estimateWei: 0n, budgetWei: 0n }
  if (estimateWei > budgetWei) asked.push('gas')
  if (real.routeRefusal(mode, 'base', 'USDC', { to, units }) !== null) asked.push('route')
  await real.rates.toUsdMicro({ units, token: 'EURC' }, mode, to).catch(() => asked.push('rate'))
  const { merchant } = await real.merchants.resolve({ orgId: ORG, mode, to, chain: 'base' })
  if (merchant !== null) asked.push(`merchant ${merchant.domain}`)
  return asked
}

describe('live mode has no sandbox', () => {
  const values = SCENARIOS.flatMap(({ name, address, cents }) => [
    ...[address, `${name}.test`].flatMap((to) => (to === null ? [] : [{ to, units: 3_000_000n }])),
    ...(cents === null ? [] : [{ to: OK, units: 3_000_000n + BigInt(cents) * 10_000n }]),
  ])

  test.each(values)('$to, $units', async ({ to, units }) => {
    expect([scenarioOf('live', { to, units }), sandboxMerchant('live', to)]).toEqual([null, null])
    expect(await faultsOf('live', to, units)).toEqual([])
  })

  test('every port acts in test mode', async () => {
    const found = await Promise.all(values.map(({ to, units }) => faultsOf('test', to, units)))
    const kinds = new Set(found.flat().map((one) => one.split(' ')[0]))
    expect([...kinds].toSorted()).toEqual(['deny', 'gas', 'merchant', 'rate', 'review', 'route', 'unscreened'])
  })

  test('a chain of live mode is the chain itself', () => {
    const adapter = {} as ChainAdapter
    expect(withSandboxChain('live', adapter)).toBe(adapter)
    expect(withSandboxChain('test', adapter)).not.toBe(adapter)
  })
})

describe('a node of the sandbox', () => {
  const succeeding = { simulateAll: async (calls: readonly unknown[]) => calls.map(() => ({ succeeds: true })) }
  const open = () => withSandboxChain('test', succeeding as unknown as ChainAdapter)
  const addressOf = (name: string) => SCENARIOS.find((one) => one.name === name)?.address ?? ''
  const relay = (to: string, nonce: string, value = 3_000_000n) => {
    const transfer = { from: FROM, to, value, validAfter: 0, validBefore: 9, nonce: `0x${nonce.repeat(64)}` }
    const signature = { v: 27, r: `0x${'2'.repeat(64)}`, s: `0x${'3'.repeat(64)}` }
    return { from: FROM, to: FROM, data: transferCalldata(transfer, signature), gas: 100_000 }
  }
  const verdicts = async (adapter: ChainAdapter, calls: Parameters<ChainAdapter['simulateAll']>[0]) =>
    (await adapter.simulateAll(calls)).map(({ succeeds }) => succeeds)

  test('each payment to `retry` is refused twice, also when others are tried in between, and then goes through', async () => {
    const node = open()
    const [one, two] = [relay(addressOf('retry'), 'a'), relay(addressOf('retry'), 'b')]
    const seen = [await verdicts(node, [one, two]), await verdicts(node, [one]), await verdicts(node, [one, two])]
    expect(seen).toEqual([[false, false], [false], [true, false]])
    expect(await verdicts(node, [two])).toEqual([true])
  })

  test('a transfer that the wallet sends itself is refused like one that is relayed, and so is the next to the same payee', async () => {
    const node = open()
    const call = { from: FROM, to: FROM, data: directCalldata(addressOf('retry'), 5n), gas: 100_000 }
    const seen: boolean[] = []
    for (let n = 0; n < 6; n++) seen.push(...(await verdicts(node, [call])))
    expect(seen).toEqual([false, false, true, false, false, true])
  })

  test('`ok` is told apart by its cents alone', async () => {
    const node = open()
    const paid = async (units: bigint) => (await verdicts(node, [relay(OK, 'c', units)]))[0]
    const amounts = [3_000_000n, 3_030_000n, 30_000n, 3_031_000n, 3_300_000n, 3_130_000n]
    expect(await Promise.all(amounts.map(paid))).toEqual([true, false, false, true, true, true])
  })
})

test('the README has each value with its outcome, and no other', () => {
  expect(readSandboxTable()).toEqual(
    SCENARIOS.map(({ name, address, cents }) => ({
      name,
      address: address === null ? null : parseAddress(address),
      cents: cents === null || cents === 0 ? null : `.0${cents}`,
      result: resultOf(name),
    })),
  )
})

function resultOf(name: string): string {
  const { error, call } = SANDBOX_OUTCOMES[name] ?? {}
  if (call === 'parked') return '202, `awaiting_compliance_review`'
  if (error === undefined) return 'missing'
  if (error === null) return '201, `completed`'
  return `${error.status} \`${error.type}\`${error.reason === undefined ? '' : `, \`${error.reason}\``}`
}
