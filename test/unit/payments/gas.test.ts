/** Fees and gas limits come from the chain, within configured bounds (domain 9.2). */
import { describe, expect, test } from 'vitest'
import type { BlockHead } from '../../../subgraphs/payments/chains/chainAdapter.ts'
import { createEvmAdapter } from '../../../subgraphs/payments/chains/evm.ts'
import { bumpedFees, exceedsFeeCap, feesAt } from '../../../subgraphs/payments/settlement/transactions/gasBump.ts'
import { CHAIN_FACTS, CHAINS, decimalUnits } from '../../../subgraphs/shared/tokens.ts'

const GWEI = 10n ** 9n
const gas = { tipMin: GWEI, tipMax: 5n * GWEI, feeMax: 100n * GWEI, limitMax: 300_000, organizationDayBudget: 1n }
const headAt = (baseFee: bigint) => ({ baseFee }) as BlockHead

type Answer = { result?: unknown; error?: { code: number; message: string; data?: string } }

/** A node that supports only these methods. */
function nodeWith(answers: Record<string, Answer | Answer[]>) {
  const post = async (_url: string, body: string): Promise<string> => {
    const calls = JSON.parse(body) as { id: number; method: string }[]
    const counts = new Map<string, number>()
    return JSON.stringify(
      calls.map(({ id, method }) => {
        if (method === 'eth_chainId') return { id, result: '0x2105' }
        const given = answers[method] ?? { error: { code: -32601, message: 'method not found' } }
        const count = counts.get(method) ?? 0
        counts.set(method, count + 1)
        return { id, ...(Array.isArray(given) ? given[count] : given) }
      }),
    )
  }
  return createEvmAdapter({ chain: 'base', chainId: 8453, rpcUrls: ['http://node'], post })
}

describe('the priority fee', () => {
  const history = { result: { reward: [['0x3b9aca00'], ['0xb2d05e00'], ['0x77359400']] } }
  test.each([
    ['what the node suggests', { eth_maxPriorityFeePerGas: { result: '0x3b9aca00' } }, GWEI],
    ['the median of the last blocks', { eth_feeHistory: history }, 2n * GWEI],
    ['the larger of the two', { eth_maxPriorityFeePerGas: { result: '0x1' }, eth_feeHistory: history }, 2n * GWEI],
    ['unknown where the node says neither', {}, null],
    ['unknown where it talks nonsense', { eth_maxPriorityFeePerGas: { result: 'a lot' } }, null],
  ])('is %s', async (_name, answers, tip) => {
    expect(await nodeWith(answers).suggestedTip()).toBe(tip)
  })
})

describe('fees', () => {
  test('twice the base fee plus the priority fee, never above the cap of the chain', () => {
    expect(feesAt({ gas, tip: GWEI }, headAt(10n * GWEI))).toEqual({ tip: GWEI, maxFee: 21n * GWEI })
    expect(feesAt({ gas, tip: GWEI }, headAt(80n * GWEI))).toEqual({ tip: GWEI, maxFee: 100n * GWEI })
  })

  test('above the cap nothing new is sent', () => {
    expect(exceedsFeeCap({ gas }, headAt(100n * GWEI))).toBe(false)
    expect(exceedsFeeCap({ gas }, headAt(100n * GWEI + 1n))).toBe(true)
  })

  test('a replacement offers 12.5 % more than everything before it, and none is made beyond the cap', () => {
    const before = [
      { tip: GWEI, maxFee: 40n * GWEI },
      { tip: 2n * GWEI, maxFee: 30n * GWEI },
    ]
    const raised = bumpedFees({ gas, tip: GWEI }, before, headAt(GWEI))
    expect(raised).toEqual({ tip: (2n * GWEI * 9n) / 8n + 1n, maxFee: 45n * GWEI + 1n })
    expect(bumpedFees({ gas, tip: GWEI }, [{ tip: GWEI, maxFee: 95n * GWEI }], headAt(GWEI))).toBeNull()
  })

  test('every chain has bounds', () => {
    for (const chain of CHAINS) {
      const { tipMin, tipMax, feeMax, limitMax, organizationDayBudget } = CHAIN_FACTS[chain].gas
      expect(tipMin <= tipMax && tipMax <= feeMax).toBe(true)
      expect(limitMax).toBeGreaterThan(150_000)
      expect(organizationDayBudget > 0n).toBe(true)
    }
    expect([decimalUnits('0.05', 18), decimalUnits('50', 18), decimalUnits('0.001', 9)]).toEqual([
      5n * 10n ** 16n,
      50n * 10n ** 18n,
      10n ** 6n,
    ])
  })
})

describe('the simulation before a relay', () => {
  const call = { from: '0x1', to: '0x2', data: '0x', gas: 100_000 }
  test('a revert is a verdict with its reason; an error of the node is none', async () => {
    const adapter = nodeWith({
      eth_call: [
        { result: '0x' },
        { error: { code: 3, message: 'execution reverted: Pausable: paused' } },
        { error: { code: -32005, message: 'rate limit exceeded' } },
        { error: { code: -32000, message: 'out of gas: gas required exceeds allowance' } },
      ],
    })
    const [fine, paused, refused, needsMore] = await adapter.simulateAll([call, call, call, call])
    expect(fine).toEqual({ succeeds: true })
    expect(paused).toEqual({ succeeds: false, reason: 'Pausable: paused' })
    expect(refused).toEqual({ succeeds: true })
    expect(needsMore).toMatchObject({ succeeds: false })
  })

  test('of a payment that has reverted: what is neither yes nor no decides nothing', async () => {
    const answering = (error: { code: number; message: string }) => nodeWith({ eth_call: { error } })
    expect(await answering({ code: 3, message: 'execution reverted: Pausable: paused' }).simulate(call)).toMatchObject({
      succeeds: false,
    })
    const unknown = answering({ code: -32603, message: 'internal error' })
    await expect(unknown.simulate(call)).rejects.toThrow(/not answered/)
    await expect(unknown.call(call, 100_000)).rejects.toThrow(/not answered/)
  })

  test('an estimate, a revert, or neither', async () => {
    expect(await nodeWith({ eth_estimateGas: { result: '0x15f90' } }).estimateGas(call)).toBe(90_000)
    const reverts = { error: { code: 3, message: 'execution reverted: no' } }
    expect(await nodeWith({ eth_estimateGas: reverts }).estimateGas(call)).toEqual({ reason: 'no' })
    expect(await nodeWith({}).estimateGas(call)).toBeNull()
  })
})
