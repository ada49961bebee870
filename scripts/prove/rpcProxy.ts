/** Proxies in front of one chain that a proof can take down, or make drop transactions, fail and lie. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AbiCoder, keccak256, id as topicOf } from 'ethers'
import { type LocalServer, readBody, startLocalServer } from '../localServer.ts'

/**
 * What an endpoint does with one request. timeout: no response until the caller gives up. reset: closed before it is
 * forwarded. lostResponse: forwarded, and closed. wrongIds, notJson, rpcError: responses of no use. stale: the newest block
 * is an older one. lie: what was mined is said to be unknown, and the other way round.
 */
export const RPC_FAULTS = [
  ...['timeout', 'status500', 'reset', 'lostResponse', 'wrongIds', 'notJson', 'rpcError', 'stale', 'lie'],
] as const
export type RpcFault = (typeof RPC_FAULTS)[number]

export interface RpcFaults {
  readonly urls: readonly string[]
  /** Indexes of endpoints that close every connection. */
  readonly down: Set<number>
  /** Raw transactions that are acknowledged but not forwarded. */
  drops: (raw: string) => boolean
  /** Asked for each request; null: it is forwarded. */
  choose: (endpoint: number) => RpcFault | null
  /** Asked for each response that tells of the transfers of a block: it tells of one that nobody made, or leaves one out. */
  liesAboutBlocks: (endpoint: number) => boolean
  /** How often that was done. */
  blockLies: number
  /** How often each fault was injected. */
  readonly injected: Partial<Record<RpcFault, number>>
  close(): Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

interface Response {
  readonly id: number
  readonly result?: unknown
}

/** Longer than the service waits. */
const TIMEOUT_MS = 11_000
const STALE_BLOCKS = 5
/** Selector of the token's function. */
const AUTHORIZATION_STATE = topicOf('authorizationState(address,bytes32)').slice(0, 10)

export async function openRpcFaults(target: string, count: number): Promise<RpcFaults> {
  const servers: LocalServer[] = []
  const faults: RpcFaults = {
    urls: [],
    down: new Set(),
    drops: () => false,
    choose: () => null,
    liesAboutBlocks: () => false,
    blockLies: 0,
    injected: {},
    async close() {
      for (const server of servers) await server.close()
    },
  }
  for (let index = 0; index < count; index++)
    servers.push(
      await startLocalServer(async (request, response) => {
        if (faults.down.has(index)) return void request.socket.destroy()
        const fault = faults.choose(index)
        const sent = (await readBody(request)).toString()
        if (fault !== null) faults.injected[fault] = (faults.injected[fault] ?? 0) + 1
        if (fault === 'status500') return void response.writeHead(500).end()
        const told = await respond(target, sent, fault, faults.drops)
        const lie = told === null ? null : lieAboutBlock(sent, told, faults.blockLies)
        const isLie = lie !== null && fault === null && faults.liesAboutBlocks(index)
        if (isLie) faults.blockLies += 1
        const body = isLie ? lie : told
        if (body === null) return void request.socket.destroy()
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      }),
    )
  return Object.assign(faults, { urls: servers.map(({ url }) => url) })
}

/** Null: the connection is to be closed. */
async function respond(
  target: string,
  body: string,
  fault: RpcFault | null,
  drops: RpcFaults['drops'],
): Promise<string | null> {
  if (fault === 'reset') return null
  if (fault === 'timeout') return sleep(TIMEOUT_MS, null, { ref: false })
  if (fault === 'notJson') return '<html>'
  const calls = JSON.parse(body) as Call[]
  if (fault === 'rpcError')
    return JSON.stringify(calls.map(({ id }) => ({ id, error: { code: -32603, message: 'internal error' } })))
  if (fault === 'stale') return forward(target, JSON.stringify(await withOlderBlock(target, calls)))
  const answer = await answerOf(target, body, calls, drops)
  if (fault === 'lostResponse') return null
  if (fault === 'wrongIds') return JSON.stringify(answer.map((one) => ({ ...one, id: one.id + 1_000 })))
  return JSON.stringify(fault === 'lie' ? answer.map((one) => lieAbout(calls, one)) : answer)
}

async function answerOf(target: string, body: string, calls: readonly Call[], drops: RpcFaults['drops']) {
  const isDropped = ({ method, params }: Call): boolean =>
    method === 'eth_sendRawTransaction' && drops(String(params[0]))
  const dropped = calls.filter(isDropped).map(({ id, params }) => ({ id, result: keccak256(String(params[0])) }))
  if (dropped.length === 0) return JSON.parse(await forward(target, body)) as Response[]
  const forwarded = calls.filter((call) => !isDropped(call))
  const responses =
    forwarded.length === 0 ? [] : (JSON.parse(await forward(target, JSON.stringify(forwarded))) as Response[])
  return [...responses, ...dropped]
}

async function withOlderBlock(target: string, calls: readonly Call[]): Promise<Call[]> {
  const head = JSON.stringify([{ jsonrpc: '2.0', id: 0, method: 'eth_blockNumber', params: [] }])
  const [found] = JSON.parse(await forward(target, head)) as [Response]
  const older = `0x${Math.max(0, Number(found.result) - STALE_BLOCKS).toString(16)}`
  return calls.map((call) => ({ ...call, params: call.params.map((one) => (one === 'latest' ? older : one)) }))
}

/**
 * Its hash stays the same: as a node that is broken tells it, or one that somebody else has. A transfer back, of more than was
 * sent, is in it beside each other time; each other time the last one is missing. @returns null: it tells of no transfer
 */
function lieAboutBlock(sent: string, told: string, times: number): string | null {
  if (!sent.includes('eth_getBlockReceipts') || !told.includes(TRANSFER)) return null
  const responses = JSON.parse(told) as { readonly result?: unknown }[]
  const receipts = responses.flatMap(({ result }) => (Array.isArray(result) ? (result as Receipt[]) : []))
  const last = receipts.findLast(({ logs }) => logs.some(isTransfer))
  const transfer = last?.logs.find(isTransfer)
  if (last === undefined || transfer === undefined) return null
  const [topic = '', from = '', to = ''] = transfer.topics
  const back = {
    ...transfer,
    topics: [topic, to, from],
    data: `0x${(BigInt(transfer.data) * 1_000n).toString(16).padStart(64, '0')}`,
  }
  last.logs = times % 2 === 0 ? [...last.logs, back] : last.logs.filter((log) => log !== transfer)
  return JSON.stringify(responses)
}

interface Log {
  readonly topics: readonly string[]
  readonly data: string
}

interface Receipt {
  logs: readonly Log[]
}

const TRANSFER = topicOf('Transfer(address,address,uint256)')
const isTransfer = ({ topics }: Log): boolean => topics[0] === TRANSFER

/** About single transactions, nonces and authorizations. */
function lieAbout(calls: readonly Call[], response: Response): Response {
  const call = calls.find(({ id }) => id === response.id)
  if (call?.method === 'eth_getTransactionReceipt') return { ...response, result: null }
  if (call?.method === 'eth_getTransactionCount')
    return { ...response, result: `0x${(Number(response.result) + 1).toString(16)}` }
  const asked = call?.method === 'eth_call' ? (call.params[0] as { data?: string }).data : undefined
  if (asked?.startsWith(AUTHORIZATION_STATE) !== true || response.result === undefined) return response
  const isUsed = BigInt(String(response.result)) !== 0n
  return { ...response, result: AbiCoder.defaultAbiCoder().encode(['bool'], [!isUsed]) }
}

async function forward(target: string, body: string): Promise<string> {
  const response = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return response.text()
}
