/** A node of a chain over JSON-RPC: batches of calls, and logs in ranges that the node accepts. */

export interface Node {
  call(method: string, params: readonly unknown[]): Promise<unknown>
  /** Results in the order of the calls. */
  batch(method: string, calls: readonly (readonly unknown[])[]): Promise<unknown[]>
  /** Logs of a range of blocks, in pages of consecutive blocks. */
  logs(filter: object, range: { readonly from: number; readonly to: number }): AsyncGenerator<LogPage>
}

export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly transactionHash: string
  readonly logIndex: string
}

interface LogPage {
  readonly from: number
  readonly to: number
  readonly logs: readonly Log[]
}

interface Response {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

const AT_ONCE = 100
const TIMEOUT_MS = 30_000
const RANGE_MAX = 5_000
const TRIES = 3
/** Far more than the logs of any block: a node that bounds nothing would send those of a year at once. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024

/** @param urls of endpoints for one chain, tried in order */
export function openNode(urls: readonly string[], responseBytesMax = RESPONSE_BYTES_MAX): Node {
  async function post(calls: readonly { readonly method: string; readonly params: readonly unknown[] }[]) {
    let failure: unknown = new Error('no endpoint is configured')
    for (let tries = 0; tries < TRIES; tries++)
      for (const url of urls)
        try {
          return await send(url, calls, responseBytesMax)
        } catch (error) {
          failure = error
          if (error instanceof Refused) throw error
        }
    throw failure
  }
  const node: Node = {
    async call(method, params) {
      const [result] = await post([{ method, params }])
      return result
    },
    async batch(method, calls) {
      const results: unknown[] = []
      for (let start = 0; start < calls.length; start += AT_ONCE)
        results.push(...(await post(calls.slice(start, start + AT_ONCE).map((params) => ({ method, params })))))
      return results
    },
    async *logs(filter, { from, to }) {
      let width = RANGE_MAX
      for (let start = from; start <= to; ) {
        const end = Math.min(to, start + width - 1)
        const range = { fromBlock: hex(start), toBlock: hex(end) }
        try {
          const logs = (await node.call('eth_getLogs', [{ ...filter, ...range }])) as Log[]
          yield { from: start, to: end, logs }
          start = end + 1
          width = Math.min(RANGE_MAX, width + Math.ceil(width / 8))
        } catch (error) {
          // Nodes bound the range or the number of logs, each in its own words.
          if (!(error instanceof Refused) || width === 1) throw error
          width = Math.max(1, Math.floor(width / 4))
        }
      }
    },
  }
  return node
}

/** The node answered and refused the call. */
export class Refused extends Error {}

async function send(
  url: string,
  calls: readonly { readonly method: string; readonly params: readonly unknown[] }[],
  bytesMax: number,
): Promise<unknown[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the node responds with HTTP ${response.status}`)
  const all = JSON.parse(await readBounded(response, bytesMax)) as readonly Response[]
  const byId = new Map(all.map((one) => [one.id, one]))
  return calls.map(({ method }, id) => {
    const one = byId.get(id)
    if (one?.error !== undefined) throw new Refused(`${method}: ${one.error.message}`)
    if (one === undefined || !('result' in one)) throw new Error(`${method}: no response`)
    return one.result
  })
}

/** @throws Refused when it is larger, so that less is asked for */
async function readBounded({ body }: globalThis.Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > bytesMax) throw new Refused(`the response has more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

export const hex = (value: number): string => `0x${value.toString(16)}`
