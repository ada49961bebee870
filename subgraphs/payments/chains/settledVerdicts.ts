/**
 * Reads for irreversible decisions: expired, canceled, lost in a reorganization. With several endpoints at least two have
 * to agree, and more than on any other answer, so that a faulty endpoint cannot cause a decision nor, of three, prevent
 * one. A single endpoint is trusted only about finalized blocks.
 */
import { type BlockHead, type ChainAdapter, ChainUnavailable, type Receipt } from './chainAdapter.ts'
import { authorizationStateCalldata } from './eip3009.ts'
import { type Endpoint, type Endpoints, messageOf, type RpcCall } from './jsonRpc.ts'
import { hex, resultOf, toHead, toReceipt, type WireBlock, type WireReceipt } from './wireTypes.ts'

type Verdicts = Pick<
  ChainAdapter,
  | 'agreedHead'
  | 'agreedNonce'
  | 'agreedBalance'
  | 'pendingNonce'
  | 'newestBlocks'
  | 'settledHead'
  | 'settledNonce'
  | 'lowestNonce'
  | 'settledAuthorization'
  | 'settledReceipt'
  | 'requireAgreed'
>

export function settledVerdicts(endpoints: Endpoints): Verdicts {
  return {
    async settledHead(confirmations) {
      const [only] = endpoints.all
      if (only !== undefined && endpoints.all.length === 1) return readFinal(only, confirmations)
      const newest = await agreedNumber(endpoints, async (endpoint) => (await readBlock(endpoint, 'latest')).number)
      const number = Math.max(0, newest - confirmations)
      return agreed(endpoints, async (endpoint) => {
        const found = await readBlock(endpoint, hex(number))
        return { key: found.hash, value: found }
      })
    },
    agreedHead: (number) =>
      agreed(endpoints, async (endpoint) => {
        const call = { method: 'eth_getBlockByNumber', params: [hex(number), false] }
        const block = resultOf(await endpoint.call([call]), 0) as WireBlock | null
        return block === null ? { key: 'none', value: null } : { key: block.hash, value: toHead(block) }
      }),
    async agreedNonce(address) {
      const call = { method: 'eth_getTransactionCount', params: [address, 'latest'] }
      return agreedNumber(endpoints, async (endpoint) => Number(resultOf(await endpoint.call([call]), 0)))
    },
    agreedBalance: (owner) =>
      agreed(endpoints, async (endpoint) => {
        const call = { method: 'eth_getBalance', params: [owner, 'latest'] }
        const balance = BigInt(String(resultOf(await endpoint.call([call]), 0)))
        return { key: String(balance), value: balance }
      }),
    pendingNonce(address) {
      const call = { method: 'eth_getTransactionCount', params: [address, 'pending'] }
      return highestTwo(endpoints, async (endpoint) => Number(resultOf(await endpoint.call([call]), 0)))
    },
    newestBlocks: () => highestTwo(endpoints, async (endpoint) => (await readBlock(endpoint, 'latest')).number),
    settledNonce: (address, at) =>
      agreed(endpoints, async (endpoint) => {
        const count = await nonceAt(endpoint, address, at)
        return { key: String(count), value: count }
      }),
    async lowestNonce(address, at) {
      const { asked, numbers } = await highestFirst(endpoints, (endpoint) => nonceAt(endpoint, address, at))
      const lowest = numbers.at(-1)
      if (lowest === undefined) throw tooFew(endpoints.all.length, asked)
      return lowest
    },
    settledAuthorization: (token, authorizer, nonce, at) =>
      agreed(endpoints, async (endpoint) => {
        const call = { to: token, data: authorizationStateCalldata(authorizer, nonce) }
        const [state] = await askAt(endpoint, at, [{ method: 'eth_call', params: [call, hex(at.number)] }])
        const isUsed = BigInt(String(state)) !== 0n
        return { key: String(isUsed), value: isUsed }
      }),
    settledReceipt: (hash, at) =>
      agreed(endpoints, async (endpoint) => {
        const [found] = await askAt(endpoint, at, [{ method: 'eth_getTransactionReceipt', params: [hash] }])
        if (found === null) return { key: 'none', value: null }
        const receipt = toReceipt(found as WireReceipt)
        if (receipt.blockNumber > at.number) throw new ChainUnavailable('mined, and not settled yet')
        return { key: outcomeOf(receipt), value: receipt }
      }),
    requireAgreed: (receipts) => requireAgreed(endpoints, receipts),
  }
}

/** What decides: the logs too, but no figure in which honest nodes may differ, as in those of gas. */
const outcomeOf = ({ blockHash, succeeded, logs }: Receipt): string => JSON.stringify([blockHash, succeeded, logs])

/** Of two endpoints or more that are there. One whose others are down is believed, so that they stop no chain. */
async function requireAgreed(endpoints: Endpoints, receipts: readonly Receipt[]): Promise<void> {
  const present = endpoints.all.filter((endpoint) => !endpoint.isAway())
  if (receipts.length === 0 || endpoints.all.length === 1 || present.length === 1) return
  const calls = receipts.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const asked = await Promise.allSettled(
    present.map(async (endpoint) => {
      const answers = await endpoint.call(calls)
      return receipts.map((receipt, index) => {
        const found = resultOf(answers, index)
        return found !== null && outcomeOf(toReceipt(found as WireReceipt)) === outcomeOf(receipt)
      })
    }),
  )
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const doubted = receipts.find((_, index) => answers.filter((same) => same[index] === true).length < 2)
  if (doubted === undefined) return
  // Whoever reads next asks another one.
  endpoints.preferNext()
  throw answers.length < 2
    ? tooFew(endpoints.all.length, asked)
    : new ChainUnavailable(`endpoints disagree about transaction ${doubted.hash}`)
}

/** Invalid parameters, unknown method: the node does not support the block tag `finalized`. */
const UNSUPPORTED_CODES = [-32602, -32601]

/** A node without the tag `finalized` counts confirmations instead; any other error is thrown. */
async function readFinal(endpoint: Endpoint, confirmations: number): Promise<BlockHead> {
  const answers = await endpoint.call([{ method: 'eth_getBlockByNumber', params: ['finalized', false] }])
  const [answer] = answers
  if (answer === undefined || !('error' in answer) || !UNSUPPORTED_CODES.includes(answer.error.code)) {
    const final = resultOf(answers, 0) as WireBlock | null
    if (final === null) throw new ChainUnavailable(`${endpoint.name} has no final block`)
    return toHead(final)
  }
  const { number } = await readBlock(endpoint, 'latest')
  return readBlock(endpoint, hex(Math.max(0, number - confirmations)))
}

/** The highest number that two endpoints reach; with one endpoint, its own. */
async function agreedNumber(endpoints: Endpoints, ask: (endpoint: Endpoint) => Promise<number>): Promise<number> {
  const { asked, numbers } = await highestFirst(endpoints, ask)
  const { length } = endpoints.all
  const found = numbers[Math.min(2, length) - 1]
  if (found === undefined) throw tooFew(length, asked)
  return found
}

/** The highest that any endpoint says, and that two of them reach. */
async function highestTwo(
  endpoints: Endpoints,
  ask: (endpoint: Endpoint) => Promise<number>,
): Promise<{ readonly highest: number; readonly agreed: number }> {
  const { asked, numbers } = await highestFirst(endpoints, ask)
  const [highest, agreed = highest] = numbers
  if (highest === undefined || agreed === undefined) throw tooFew(endpoints.all.length, asked)
  return { highest, agreed }
}

async function highestFirst({ all }: Endpoints, ask: (endpoint: Endpoint) => Promise<number>) {
  const asked = await Promise.allSettled(all.map(ask))
  const numbers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).sort((a, b) => b - a)
  return { asked, numbers }
}

/** Reads at block `at`, from an endpoint that has exactly this block. */
async function askAt(endpoint: Endpoint, at: BlockHead, calls: readonly RpcCall[]): Promise<unknown[]> {
  const answers = await endpoint.call([{ method: 'eth_getBlockByNumber', params: [hex(at.number), false] }, ...calls])
  const block = resultOf(answers, 0) as WireBlock | null
  if (block?.hash !== at.hash) throw new ChainUnavailable(`${endpoint.name} has another block ${at.number}, or none`)
  return calls.map((_, index) => resultOf(answers, index + 1))
}

async function nonceAt(endpoint: Endpoint, address: string, at: BlockHead): Promise<number> {
  const call = { method: 'eth_getTransactionCount', params: [address, hex(at.number)] }
  return Number((await askAt(endpoint, at, [call]))[0])
}

async function readBlock(endpoint: Endpoint, number: string): Promise<BlockHead> {
  const answers = await endpoint.call([{ method: 'eth_getBlockByNumber', params: [number, false] }])
  const block = resultOf(answers, 0) as WireBlock | null
  if (block === null) throw new ChainUnavailable(`${endpoint.name} has no block ${number}`)
  return toHead(block)
}

/** @throws ChainUnavailable when too few endpoints agree */
async function agreed<T>(
  { all }: Endpoints,
  ask: (endpoint: Endpoint) => Promise<{ key: string; value: T }>,
): Promise<T> {
  const asked = await Promise.allSettled(all.map(ask))
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const groups = [...Map.groupBy(answers, ({ key }) => key).values()].sort((a, b) => b.length - a.length)
  const [first, second] = groups
  const wanted = Math.min(2, all.length)
  if (first === undefined || first.length < wanted) throw tooFew(all.length, asked)
  if (second?.length === first.length) throw new ChainUnavailable('endpoints disagree')
  return (first[0] as { value: T }).value
}

function tooFew(count: number, asked: readonly PromiseSettledResult<unknown>[]): ChainUnavailable {
  const failures = asked.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []))
  return new ChainUnavailable(`too few of ${count} endpoints answer alike${failures.map((one) => `; ${one}`).join('')}`)
}
