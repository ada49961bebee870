/** What an irreversible verdict rests on: two endpoints that answer alike where two are configured, finality where one is. */
import { afterEach, describe, expect, test } from 'vitest'
import type { ChainAdapter } from '../../../subgraphs/payments/chains/chainAdapter.ts'
import { createEvmAdapter } from '../../../subgraphs/payments/chains/evm.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

interface Node {
  readonly head: number
  readonly isUsed?: boolean
  /** Hash of its blocks; another one is another chain. */
  readonly fork?: string
  /** Answers every call with a fault. */
  readonly isFaulty?: boolean
}

const opened: ChainAdapter[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

const blockOf = ({ fork = '0xa' }: Node, number: number) => ({
  ...{ number: `0x${number.toString(16)}`, hash: `${fork}${number}`, parentHash: `${fork}${number - 1}` },
  ...{ timestamp: `0x${(number * 10).toString(16)}`, transactions: [] },
})

function answer(node: Node, { method, params }: Call): unknown {
  if (method === 'eth_chainId') return '0x2105'
  if (method === 'eth_call') return `0x${node.isUsed ? 1 : 0}`
  if (method !== 'eth_getBlockByNumber') return null
  const [wanted] = params
  const number = wanted === 'latest' ? node.head : wanted === 'finalized' ? node.head - 60 : Number(wanted)
  return number > node.head ? null : blockOf(node, number)
}

/** @param nodes by endpoint; null is dead */
function openAdapter(...nodes: readonly (Node | null)[]): ChainAdapter {
  const rpcUrls = nodes.map((_, index) => `http://node${index}.example`)
  const post = async (url: string, body: string): Promise<string> => {
    const node = nodes[rpcUrls.indexOf(url)]
    if (node == null) throw new Error('connect ECONNREFUSED')
    return JSON.stringify(
      (JSON.parse(body) as Call[]).map((call) =>
        node.isFaulty && call.method !== 'eth_chainId'
          ? { id: call.id, error: { code: -32603, message: 'internal error' } }
          : { id: call.id, result: answer(node, call) },
      ),
    )
  }
  const adapter = createEvmAdapter({ chain: 'base', chainId: 8453, rpcUrls, post })
  opened.push(adapter)
  return adapter
}

const unused = async (adapter: ChainAdapter) =>
  adapter.settledAuthorization('0xt', '0xf', '0x1', await adapter.settledHead(10))

describe('with two endpoints', () => {
  test('both have to answer', async () => {
    await expect(openAdapter({ head: 100 }, null).settledHead(10)).rejects.toThrow(/too few of 2/)
  })

  test('and alike', async () => {
    expect(await unused(openAdapter({ head: 100 }, { head: 102 }))).toBe(false)
    await expect(unused(openAdapter({ head: 100 }, { head: 100, isUsed: true }))).rejects.toThrow(/too few/)
  })

  test('the settled block is one that both have, with enough on top in both', async () => {
    expect((await openAdapter({ head: 100 }, { head: 93 }).settledHead(10)).number).toBe(83)
    await expect(openAdapter({ head: 100 }, { head: 100, fork: '0xb' }).settledHead(10)).rejects.toThrow(/too few/)
  })
})

describe('with three endpoints', () => {
  test('one that is dead, lags, lies or answers faults prevents no verdict', async () => {
    for (const third of [
      null,
      { head: 12 },
      { head: 100, isUsed: true },
      { head: 100, fork: '0xb' },
      { head: 100, isFaulty: true },
    ]) {
      expect(await unused(openAdapter({ head: 100 }, third, { head: 100 }))).toBe(false)
    }
  })

  test('one alone makes none', async () => {
    await expect(unused(openAdapter({ head: 100 }, null, null))).rejects.toThrow(/too few of 3/)
  })
})

test('with four endpoints two against two make no verdict', async () => {
  const [no, yes] = [{ head: 100 }, { head: 100, isUsed: true }]
  await expect(unused(openAdapter(no, yes, no, yes))).rejects.toThrow(/disagree/)
})

test('with one endpoint the verdict rests on its final block, not on its newest', async () => {
  expect((await openAdapter({ head: 100 }).settledHead(10)).number).toBe(40)
})

test('reading goes on with the next endpoint where one answers faults', async () => {
  expect((await openAdapter({ head: 5, isFaulty: true }, { head: 7 }).head()).number).toBe(7)
})
