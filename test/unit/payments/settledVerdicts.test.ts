/** Irreversible verdicts need two endpoints that agree, or with a single endpoint the finality of the block. */
import { afterEach, describe, expect, test, vi } from 'vitest'
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
  /** What it says to the question for its final block. */
  readonly finalFault?: { readonly code: number; readonly message: string }
  /** The address that every receipt has a log of. */
  readonly logged?: string
  readonly gasUsed?: number
  readonly nonce?: number
  readonly balance?: number
}

const opened: ChainAdapter[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

const blockOf = ({ fork = '0xa' }: Node, number: number) => ({
  ...{ number: `0x${number.toString(16)}`, hash: `${fork}${number}`, parentHash: `${fork}${number - 1}` },
  ...{ timestamp: `0x${(number * 10).toString(16)}`, transactions: [] },
})

function answer(node: Node, { method, params }: Call): unknown {
  if (method === 'eth_chainId') return '0x2105'
  if (method === 'eth_getTransactionCount') return `0x${(node.nonce ?? 0).toString(16)}`
  if (method === 'eth_getBalance') return `0x${(node.balance ?? 0).toString(16)}`
  if (method === 'eth_call') return `0x${node.isUsed ? 1 : 0}`
  if (method === 'eth_getTransactionReceipt' && node.logged !== undefined)
    return {
      ...{
        transactionHash: params[0],
        from: '0xF',
        status: '0x1',
        blockNumber: '0x5',
        blockHash: `${node.fork ?? '0xa'}5`,
      },
      logs: [{ address: node.logged, topics: ['0x1'], data: '0x' }],
      ...(node.gasUsed === undefined ? {} : { gasUsed: `0x${node.gasUsed.toString(16)}` }),
    }
  if (method !== 'eth_getBlockByNumber') return null
  const [wanted] = params
  const number = wanted === 'latest' ? node.head : wanted === 'finalized' ? node.head - 60 : Number(wanted)
  return number > node.head ? null : blockOf(node, number)
}

function faultOf(node: Node, { method, params }: Call): object | null {
  if (node.isFaulty && method !== 'eth_chainId') return { code: -32603, message: 'internal error' }
  return params[0] === 'finalized' ? (node.finalFault ?? null) : null
}

/** @param nodes by endpoint; null: does not respond */
function openAdapter(...nodes: readonly (Node | null)[]): ChainAdapter {
  const rpcUrls = nodes.map((_, index) => `http://node${index}.example`)
  const post = async (url: string, body: string): Promise<string> => {
    const node = nodes[rpcUrls.indexOf(url)]
    if (node == null) throw new Error('connect ECONNREFUSED')
    return JSON.stringify(
      (JSON.parse(body) as Call[]).map((call) =>
        faultOf(node, call) === null
          ? { id: call.id, result: answer(node, call) }
          : { id: call.id, error: faultOf(node, call) },
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
  test('both have to respond', async () => {
    await expect(openAdapter({ head: 100 }, null).settledHead(10)).rejects.toThrow(/too few of 2/)
  })

  test('and to agree', async () => {
    expect(await unused(openAdapter({ head: 100 }, { head: 102 }))).toBe(false)
    await expect(unused(openAdapter({ head: 100 }, { head: 100, isUsed: true }))).rejects.toThrow(/too few/)
  })

  test('the settled block is one that both have, with enough confirmations in both', async () => {
    expect((await openAdapter({ head: 100 }, { head: 93 }).settledHead(10)).number).toBe(83)
    await expect(openAdapter({ head: 100 }, { head: 100, fork: '0xb' }).settledHead(10)).rejects.toThrow(/too few/)
  })
})

test('what an endpoint says was mined books money once a second one says the same, whatever gas it tells of', async () => {
  const saying = (logged: string, gasUsed = 1): Node => ({ head: 100, logged, gasUsed })
  const requireAgreed = async (adapter: ChainAdapter) =>
    adapter.requireAgreed((await adapter.receipts(['0x1'])).flatMap((one) => one ?? []))
  await requireAgreed(openAdapter(saying('0xc', 1), saying('0xc', 2)))
  await requireAgreed(openAdapter(saying('0xlie')))
  for (const other of [saying('0xc'), { head: 100 }, null])
    await expect(requireAgreed(openAdapter(saying('0xlie'), other))).rejects.toThrow(/disagree|too few/)
  // The next read is of one that tells the truth, on which two agree.
  const three = openAdapter(saying('0xlie'), saying('0xc'), saying('0xc'))
  await expect(requireAgreed(three)).rejects.toThrow(/disagree/)
  await requireAgreed(three)
  // One that has been down for a while stops no chain.
  const adapter = openAdapter(saying('0xc'), null)
  await expect(requireAgreed(adapter)).rejects.toThrow(/too few/)
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 5_000)
  await requireAgreed(adapter)
  vi.restoreAllMocks()
})

test('a nonce counts once two endpoints have reached it; a single endpoint is trusted', async () => {
  const nodeAt = (nonce: number): Node => ({ head: 100, nonce })
  const [lying, honest, behind] = [nodeAt(2 ** 40), nodeAt(12), nodeAt(11)]
  const three = openAdapter(lying, honest, behind)
  expect(await three.agreedNonce('0xf')).toBe(12)
  expect(await openAdapter(lying, honest).agreedNonce('0xf')).toBe(12)
  await expect(openAdapter(lying, null).agreedNonce('0xf')).rejects.toThrow(/too few of 2/)
  expect(await openAdapter(honest).agreedNonce('0xf')).toBe(12)
})

test('what memory pools have is known by the highest endpoint, and agreed by two', async () => {
  const nodeAt = (nonce: number): Node => ({ head: 100, nonce })
  const pendingNonce = (...nodes: (Node | null)[]) => openAdapter(...nodes).pendingNonce('0xF')
  expect(await pendingNonce(nodeAt(7), nodeAt(4), nodeAt(1_000))).toEqual({ highest: 1_000, agreed: 7 })
  expect(await pendingNonce(nodeAt(4))).toEqual({ highest: 4, agreed: 4 })
  // When unsure, what the only one says that answers.
  expect(await pendingNonce(nodeAt(4), { ...nodeAt(9), isFaulty: true })).toEqual({ highest: 4, agreed: 4 })
})

test('how far the chain is the highest endpoint says, and two of them agree on', async () => {
  expect(await openAdapter({ head: 90 }, { head: 100 }, { head: 98 }).newestBlocks()).toEqual({
    highest: 100,
    agreed: 98,
  })
  expect(await openAdapter({ head: 90 }, null).newestBlocks()).toEqual({ highest: 90, agreed: 90 })
})

test('a balance is agreed by two endpoints; a single one is trusted', async () => {
  const nodeWith = (balance: number): Node => ({ head: 100, balance })
  expect(await openAdapter(nodeWith(0), nodeWith(7), nodeWith(7)).agreedBalance('0xf')).toBe(7n)
  await expect(openAdapter(nodeWith(0), nodeWith(7)).agreedBalance('0xf')).rejects.toThrow(/too few/)
  expect(await openAdapter(nodeWith(7)).agreedBalance('0xf')).toBe(7n)
})

test('a settled nonce is that of one block, on which two endpoints have to agree', async () => {
  const settledNonce = async (adapter: ChainAdapter) => adapter.settledNonce('0xf', await adapter.settledHead(10))
  expect(await settledNonce(openAdapter({ head: 100, nonce: 4 }, { head: 102, nonce: 4 }))).toBe(4)
  await expect(settledNonce(openAdapter({ head: 100, nonce: 4 }, { head: 100, nonce: 5 }))).rejects.toThrow(/too few/)
})

test('a block is in the chain when two endpoints agree, and undecided while they do not', async () => {
  expect((await openAdapter({ head: 100 }, { head: 90 }).agreedHead(80))?.hash).toBe('0xa80')
  expect(await openAdapter({ head: 70 }, { head: 75 }).agreedHead(80)).toBeNull()
  await expect(openAdapter({ head: 100 }, { head: 100, fork: '0xb' }).agreedHead(80)).rejects.toThrow(/too few/)
  const lying: Node = { head: 100, fork: '0xb' }
  expect((await openAdapter(lying, { head: 100 }, { head: 100 }).agreedHead(80))?.hash).toBe('0xa80')
})

describe('the content of a receipt', () => {
  const receiptOf = async (adapter: ChainAdapter) => adapter.settledReceipt('0xtx', await adapter.settledHead(10))

  test('is trusted when two endpoints agree on it, including its logs', async () => {
    const [honest, lying] = [
      { head: 100, logged: '0xa' },
      { head: 100, logged: '0xb' },
    ]
    expect((await receiptOf(openAdapter(lying, honest, honest)))?.logs[0]?.address).toBe('0xa')
    await expect(receiptOf(openAdapter(lying, honest))).rejects.toThrow(/too few/)
  })
})

describe('with three endpoints', () => {
  test('one that is dead, lags, lies or returns errors prevents no verdict', async () => {
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

  test('one alone gives none', async () => {
    await expect(unused(openAdapter({ head: 100 }, null, null))).rejects.toThrow(/too few of 3/)
  })
})

test('with four endpoints two against two give no verdict', async () => {
  const [no, yes] = [{ head: 100 }, { head: 100, isUsed: true }]
  await expect(unused(openAdapter(no, yes, no, yes))).rejects.toThrow(/disagree/)
})

test('with one endpoint the verdict rests on its final block, not on its newest', async () => {
  expect((await openAdapter({ head: 100 }).settledHead(10)).number).toBe(40)
})

test('with one endpoint without finality, confirmations are counted; one that fails to say gives no verdict', async () => {
  const saying = (code: number, message: string) => openAdapter({ head: 100, finalFault: { code, message } })
  expect((await saying(-32602, 'invalid argument 0').settledHead(10)).number).toBe(90)
  await expect(saying(-32005, 'rate limit exceeded').settledHead(10)).rejects.toThrow(/rate limit/)
  await expect(saying(-32000, 'finalized block not found').settledHead(10)).rejects.toThrow(/not found/)
})

test('reads continue with the next endpoint when one returns errors', async () => {
  expect((await openAdapter({ head: 5, isFaulty: true }, { head: 7 }).head()).number).toBe(7)
})

test('without agreement a nonce as of a block is the lowest of those that have the block', async () => {
  const lowestNonce = async (adapter: ChainAdapter) =>
    adapter.lowestNonce('0xf', { ...(await adapter.head()), number: 90, hash: '0xa90' })
  expect(await lowestNonce(openAdapter({ head: 100, nonce: 4 }, { head: 100, nonce: 5 }))).toBe(4)
  expect(await lowestNonce(openAdapter({ head: 100, nonce: 4 }, { head: 80, nonce: 3 }))).toBe(4)
  expect(await lowestNonce(openAdapter({ head: 100, nonce: 4 }, { head: 100, fork: '0xb', nonce: 3 }))).toBe(4)
  expect(await lowestNonce(openAdapter({ head: 100, nonce: 4 }, { head: 100, isFaulty: true }))).toBe(4)
})
