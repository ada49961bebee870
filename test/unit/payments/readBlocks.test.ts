// Reading blocks from nodes that lack some of them: another endpoint fills the hole, and what a chain lacks is waited for.
import { expect, test } from 'vitest'
import { createEvmAdapter } from '../../../subgraphs/payments/chains/evm.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly [string, ...unknown[]]
}

/** What a node has of the blocks 1 to 10: all but these, or all but the receipts of these. */
interface Node {
  readonly holes?: readonly number[]
  readonly withoutReceipts?: readonly number[]
  /** Another chain from this block on. */
  readonly forkAt?: number
}

function openAdapter(nodes: Readonly<Record<string, Node>>) {
  const hashAt = ({ forkAt = 99 }: Node, number: number) => `0x${number >= forkAt ? 'f' : 'b'}${number}`
  const resultOf = (node: Node, { method, params }: Call): unknown => {
    if (method === 'eth_chainId') return '0x2105'
    const number = Number(params[0])
    const hash = hashAt(node, number)
    if (method === 'eth_getBlockReceipts') {
      const receipt = {
        transactionHash: `0x${number}`,
        from: '0xF',
        status: '0x1',
        blockNumber: params[0],
        blockHash: hash,
        logs: [],
      }
      return node.withoutReceipts?.includes(number) ? null : [receipt]
    }
    if (number > 10 || node.holes?.includes(number)) return null
    const parentHash = hashAt(node, number - 1)
    return { number: params[0], hash, parentHash, timestamp: '0x1', transactions: [`0x${number}`] }
  }
  const post = async (url: string, body: string): Promise<string> => {
    const node = nodes[new URL(url).hostname] ?? {}
    return JSON.stringify((JSON.parse(body) as Call[]).map((call) => ({ id: call.id, result: resultOf(node, call) })))
  }
  const rpcUrls = Object.keys(nodes).map((name) => `http://${name}`)
  return createEvmAdapter({ chain: 'base', chainId: 8453, rpcUrls, post })
}

const numbersOf = (blocks: readonly { readonly number: number }[]) => blocks.map(({ number }) => number)

test.each([
  ['a block', { holes: [4] }],
  ['the receipts of a block', { withoutReceipts: [4] }],
])('a node that lacks %s below its head holds nobody up: the next one is asked', async (_, node) => {
  const adapter = openAdapter({ holed: node, whole: {} })
  expect(numbersOf(await adapter.blocks(1, 6))).toEqual([1, 2, 3])
  expect(numbersOf(await adapter.blocks(4, 6))).toEqual([4, 5, 6])
  await adapter.close()
})

test('blocks that no node has are not there yet', async () => {
  const adapter = openAdapter({ one: {}, two: {} })
  expect(numbersOf(await adapter.blocks(9, 12))).toEqual([9, 10])
  expect(await adapter.blocks(11, 12)).toEqual([])
  await adapter.close()
})

test('receipts of another chain than the block are never taken for the block', async () => {
  const adapter = openAdapter({ bare: { withoutReceipts: [4] }, other: { forkAt: 4 } })
  expect(await adapter.blocks(4, 6)).toEqual([])
  await adapter.close()
})
