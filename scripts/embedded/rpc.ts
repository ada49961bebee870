// Plain JSON-RPC to an embedded node: the anvil_* methods that no client library has, and calls before the chain id is
// known. A batch is one HTTP request; its results come in the order of the calls.

type RpcResponse = { id: number; result?: unknown; error?: { message: string } }

const timeoutMs = 10_000

export async function callRpc(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const [result] = await callRpcBatch(rpcUrl, [[method, params]])
  return result
}

/** Throws the first error of the batch; the other calls have been executed all the same. */
export async function callRpcBatch(rpcUrl: string, calls: [method: string, params: unknown[]][]): Promise<unknown[]> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`the node responded with HTTP ${response.status}`)
  const responses = (await response.json()) as RpcResponse[]
  return calls.map(([method], id) => {
    const found = responses.find((one) => one.id === id)
    if (!found || found.error) throw new Error(`${method}: ${found?.error?.message ?? 'no response'}`)
    return found.result
  })
}
