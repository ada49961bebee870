// Plain JSON-RPC to a node of our own: the anvil_* methods that no client library knows, and calls that must work
// before anything is known about the chain. A batch travels in one request and is answered in its own order.

type Answer = { id: number; result?: unknown; error?: { message: string } }

const timeoutMs = 10_000

export async function callRpc(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const [result] = await callRpcBatch(rpcUrl, [[method, params]])
  return result
}

/** Throws the first error of the batch; the other calls were made nevertheless. */
export async function callRpcBatch(rpcUrl: string, calls: [method: string, params: unknown[]][]): Promise<unknown[]> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`the node answers HTTP ${response.status}`)
  const answers = (await response.json()) as Answer[]
  return calls.map(([method], id) => {
    const answer = answers.find((one) => one.id === id)
    if (!answer || answer.error) throw new Error(`${method}: ${answer?.error?.message ?? 'no answer'}`)
    return answer.result
  })
}
