/**
 * One EVM chain over one or more RPC endpoints (specification 2.9). It has its own JSON-RPC client, because the library's
 * provider caches, polls, fills in nonces and on one chain queries a third party for prices.
 */
import { type Clock, systemClock } from '../../shared/clock.ts'
import type { Chain } from '../../shared/tokens.ts'
import type { Block, BlockHead, ChainAdapter, SendAttempt, SendKind, SendResult } from './chainAdapter.ts'
import { authorizationStateCalldata, balanceCalldata } from './eip3009.ts'
import { callOrRevert, estimateGas, simulateAll, suggestedTip } from './gas.ts'
import { CALLS_PER_REQUEST, createEndpoints, type Endpoints, messageOf, type Post, type RpcCall } from './jsonRpc.ts'
import { asksNext, classifySendError, revertReason, saysNothing } from './sendErrors.ts'
import { settledVerdicts } from './settledVerdicts.ts'
import { toSignedTransaction, type WireTransaction } from './signedTransaction.ts'
import { createTokenFacts } from './tokenFacts.ts'
import {
  hex,
  type MinedWireLog,
  resultOf,
  toHead,
  toMinedLog,
  toReceipt,
  type WireBlock,
  type WireReceipt,
} from './wireTypes.ts'

export interface EvmOptions {
  readonly chain: Chain
  readonly chainId: number
  /** Tried in turn. */
  readonly rpcUrls: readonly string[]
  /** EIP-712 name and version by token address (lower case); others are read from the contract. */
  readonly domains?: Readonly<Record<string, { readonly name: string; readonly version: string }>>
  readonly timeoutMs?: number
  readonly clock?: Clock
  /** After this long without a new block another endpoint is preferred, since a node that stopped syncing still answers. */
  readonly staleAfterMs?: number
  /** Replaced by tests. */
  readonly post?: Post
}

export function createEvmAdapter(options: EvmOptions): ChainAdapter {
  const clock = options.clock ?? systemClock
  const endpoints = createEndpoints({
    urls: options.rpcUrls,
    chainId: options.chainId,
    timeoutMs: options.timeoutMs ?? 10_000,
    now: () => clock.now(),
    ...(options.post === undefined ? {} : { post: options.post }),
  })
  const ask = async (method: string, ...params: unknown[]) => resultOf(await endpoints.read([{ method, params }]), 0)
  const read = async (to: string, data: string) => String(await ask('eth_call', { to, data }, 'latest'))
  const isStale = watchHeads(options.staleAfterMs ?? STALE_AFTER_MS)

  return {
    chain: options.chain,
    chainId: options.chainId,
    async head() {
      const head = toHead((await ask('eth_getBlockByNumber', 'latest', false)) as WireBlock)
      if (isStale(head)) endpoints.preferNext()
      return head
    },
    async headAt(number) {
      const block = (await ask('eth_getBlockByNumber', hex(number), false)) as WireBlock | null
      return block === null ? null : toHead(block)
    },
    blocks: (from, to) => readBlocks(endpoints, from, to),
    sendRaw: (raws, findStopped = async () => new Set(), askedAt = performance.now()) =>
      sendWithFailover(endpoints, raws, { now: () => clock.now(), findStopped, askedAt }),
    broadcastToAll: createBroadcastToAll(endpoints),
    async receipts(hashes) {
      if (hashes.length === 0) return []
      const answers = await endpoints.read(
        hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      )
      return hashes.map((_, index) => {
        const receipt = resultOf(answers, index) as WireReceipt | null
        return receipt === null ? null : toReceipt(receipt)
      })
    },
    signedTransaction: async (hash) =>
      toSignedTransaction(hash, (await ask('eth_getTransactionByHash', hash)) as WireTransaction | null),
    async nativeTransfer(hash) {
      const sent = (await ask('eth_getTransactionByHash', hash)) as WireTransaction | null
      return sent?.blockHash == null || sent.to === null ? null : { to: sent.to.toLowerCase(), wei: BigInt(sent.value) }
    },
    minedNonce: async (address) => Number(await ask('eth_getTransactionCount', address, 'latest')),
    authorizationState: async (token, authorizer, nonce) =>
      BigInt(await read(token, authorizationStateCalldata(authorizer, nonce))) !== 0n,
    ...settledVerdicts(endpoints),
    nativeBalance: async (owner) => BigInt(String(await ask('eth_getBalance', owner, 'latest'))),
    balanceOf: async (token, owner) => BigInt(await read(token, balanceCalldata(owner))),
    async balancesAt(asked, block) {
      if (asked.length === 0) return []
      const answers = await endpoints.read(
        asked.map(({ contract, address }) => ({
          method: 'eth_call',
          params: [{ to: contract, data: balanceCalldata(address) }, hex(block)],
        })),
      )
      return asked.map((_, index) => {
        const found = String(resultOf(answers, index))
        return found === '0x' ? 0n : BigInt(found)
      })
    },
    code: async (address) => String(await ask('eth_getCode', address, 'latest')),
    async call(call, gas) {
      const answer = await callOrRevert(endpoints, { ...call, gas: hex(gas) })
      return 'error' in answer ? null : String(answer.result)
    },
    async logs({ address, topics, from, to }) {
      const found = await ask('eth_getLogs', { address, topics, fromBlock: hex(from), toBlock: hex(to) })
      return (found as MinedWireLog[]).map(toMinedLog)
    },
    async simulate(call) {
      const answer = await callOrRevert(endpoints, call)
      return 'error' in answer ? { succeeds: false, reason: revertReason(answer.error) } : { succeeds: true }
    },
    simulateAll: (calls) => simulateAll(endpoints, calls),
    estimateGas: (call) => estimateGas(endpoints, call),
    suggestedTip: () => suggestedTip(endpoints),
    ...createTokenFacts(endpoints, options),
    close: () => endpoints.close(),
  }
}

/** Longer than the block time of every chain. */
const STALE_AFTER_MS = 60_000

/** @returns whether there was no new block for `staleAfterMs`; the timer restarts then */
function watchHeads(staleAfterMs: number): (head: BlockHead) => boolean {
  let newest = -1
  let since = performance.now()
  return ({ number }) => {
    const now = performance.now()
    const isNew = number > newest
    newest = Math.max(newest, number)
    if (!isNew && now - since <= staleAfterMs) return false
    since = now
    return !isNew
  }
}

/** How long a check for stops is valid: well below the second within which a stop must prevent first broadcasts. */
const STOP_CHECK_VALID_MS = 300
/** An answer that took longer says what was stopped at some time before: it is asked for again, and at last nothing is sent. */
const STOP_CHECK_WITHIN_MS = 600
const STOP_CHECKS_MAX = 3

/** Each endpoint gets what those before it did not take; after a lost response the next says `known` or `nonceTooLow`. */
async function sendWithFailover(
  endpoints: Endpoints,
  raws: readonly string[],
  checked: {
    readonly now: () => Date
    readonly findStopped: () => Promise<ReadonlySet<number>>
    readonly askedAt: number
  },
): Promise<SendResult[]> {
  const { now, findStopped } = checked
  const results = new Map<number, SendResult>()
  const attempts = raws.map((): SendAttempt[] => [])
  let stopped: ReadonlySet<number> = new Set()
  let { askedAt } = checked
  const knowsStops = async (): Promise<boolean> => {
    if (performance.now() - askedAt <= STOP_CHECK_VALID_MS) return true
    for (let tries = 0; tries < STOP_CHECKS_MAX; tries++) {
      askedAt = performance.now()
      stopped = await findStopped()
      if (performance.now() - askedAt <= STOP_CHECK_WITHIN_MS) return true
    }
    return false
  }
  let isKnown = true
  const isOpen = (index: number) => asksNext(results.get(index)?.kind ?? 'unreachable') && !stopped.has(index)
  // One that hangs takes its whole time-out each time.
  const inTurn = endpoints.all.toSorted((one, other) => Number(one.hasFailedLately()) - Number(other.hasFailedLately()))
  for (const endpoint of inTurn) {
    const open = raws.map((_, index) => index).filter(isOpen)
    if (open.length === 0 || !isKnown) break
    let failure = await endpoint.prepare().then(() => null, messageOf)
    for (let start = 0; start < open.length; start += CALLS_PER_REQUEST) {
      isKnown = await knowsStops()
      if (!isKnown) break
      const part = open.slice(start, start + CALLS_PER_REQUEST).filter(isOpen)
      if (part.length === 0) continue
      const calls = part.map((index) => ({ method: 'eth_sendRawTransaction', params: [raws[index]] }))
      const answers = failure ?? (await endpoint.send(calls).catch(messageOf))
      if (typeof answers === 'string') failure = answers
      part.forEach((index, position) => {
        const answer = typeof answers === 'string' ? answers : answers[position]
        const refused = (error: string) => attempts[index]?.push({ adapter: endpoint.name, at: now(), error })
        const conclude = (kind: SendKind) => {
          const before = results.get(index)?.kind
          const isKept = before !== undefined && !saysNothing(before) && saysNothing(kind)
          results.set(index, { kind: isKept ? before : kind, attempts: attempts[index] ?? [] })
        }
        if (answer === undefined || typeof answer === 'string') {
          refused(answer ?? 'no answer')
          conclude('unreachable')
          return
        }
        const kind = 'error' in answer ? classifySendError(answer.error) : 'accepted'
        if ('error' in answer && kind !== 'known') refused(answer.error.message.slice(0, 200))
        conclude(kind)
      })
    }
  }
  return raws.map((_, index) => results.get(index) ?? { kind: 'unreachable', attempts: [] })
}

function createBroadcastToAll({ all }: Endpoints): (raws: readonly string[]) => void {
  let isPassing = false
  return (raws) => {
    if (isPassing || raws.length === 0 || all.length === 1) return
    isPassing = true
    const calls = raws.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] }))
    // Results do not matter: everything unmined is resent in a while.
    void Promise.allSettled(all.map((endpoint) => endpoint.call(calls))).finally(() => {
      isPassing = false
    })
  }
}

async function readBlocks(endpoints: Endpoints, from: number, to: number): Promise<Block[]> {
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  if (numbers.length === 0) return []
  // A node may have a hole below its head, which another one fills; a chain that ends before it is not told apart.
  const heads = await endpoints.read(
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [hex(number), false] })),
    ([first]) => first !== null,
  )
  const found: WireBlock[] = []
  for (const [index] of numbers.entries()) {
    const block = resultOf(heads, index) as WireBlock | null
    if (block === null) break
    found.push(block)
  }
  const filled = found.filter((block) => block.transactions.length > 0)
  const calls: RpcCall[] = filled.map((block) => ({ method: 'eth_getBlockReceipts', params: [block.number] }))
  const isFilled = ([first]: readonly unknown[]) =>
    Array.isArray(first) && first.length === filled[0]?.transactions.length
  const answers = calls.length === 0 ? [] : await endpoints.read(calls, isFilled)
  const receipts = new Map(
    filled.map((block, index) => [block.hash, ((resultOf(answers, index) ?? []) as WireReceipt[]).map(toReceipt)]),
  )
  const blocks: Block[] = []
  for (const block of found) {
    const own = receipts.get(block.hash) ?? []
    // Receipts of another block with the same number: the chain was reorganized between the two calls.
    if (own.length !== block.transactions.length || own.some((receipt) => receipt.blockHash !== block.hash)) break
    blocks.push({ ...toHead(block), receipts: own })
  }
  return blocks
}
