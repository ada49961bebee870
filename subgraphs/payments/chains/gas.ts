/** Gas: whether a call reverts, how much gas it needs, and which priority fee recent blocks paid. */
import { ChainUnavailable, type RelayCall, type Simulation } from './chainAdapter.ts'
import { CALLS_PER_REQUEST, type Endpoints, type RpcCall, type RpcError, type RpcResponse } from './jsonRpc.ts'
import { revertReason } from './sendErrors.ts'
import { hex } from './wireTypes.ts'

const HISTORY_BLOCKS = 5
const MEDIAN = 50

/** A revert by the contract, as opposed to a node that refuses the request. */
export function isRevert({ code, message, data }: RpcError): boolean {
  return code === 3 || (data !== null && data !== '0x') || /revert|out of ?gas|invalid opcode/i.test(message)
}

/**
 * Its result, or why it reverts; an endpoint that says neither is passed over.
 * @throws ChainUnavailable all of them say neither, so that nothing is decided by it
 */
export async function callOrRevert(endpoints: Endpoints, call: object): Promise<RpcResponse> {
  let said = 'no answer'
  for (const _ of endpoints.all) {
    const [answer] = await endpoints.call([{ method: 'eth_call', params: [call, 'latest'] }])
    if (answer !== undefined && (!('error' in answer) || isRevert(answer.error))) return answer
    if (answer !== undefined) said = answer.error.message.slice(0, 200)
    endpoints.preferNext()
  }
  throw new ChainUnavailable(`a call is not answered: ${said}`)
}

export async function simulateAll(
  endpoints: Endpoints,
  calls: readonly (RelayCall & { readonly gas: number })[],
): Promise<Simulation[]> {
  if (calls.length === 0) return []
  const asked = calls.map(
    (call): RpcCall => ({ method: 'eth_call', params: [{ ...call, gas: hex(call.gas) }, 'latest'] }),
  )
  // In parallel, to wait for one round trip only.
  const parts = Array.from({ length: Math.ceil(asked.length / CALLS_PER_REQUEST) }, (_, index) =>
    endpoints.read(asked.slice(index * CALLS_PER_REQUEST, (index + 1) * CALLS_PER_REQUEST)),
  )
  const answers = (await Promise.all(parts)).flat()
  return calls.map((_, index): Simulation => {
    const answer = answers[index]
    if (answer === undefined || !('error' in answer) || !isRevert(answer.error)) return { succeeds: true }
    return { succeeds: false, reason: revertReason(answer.error) }
  })
}

export async function estimateGas(
  endpoints: Endpoints,
  call: RelayCall,
): Promise<number | { readonly reason: string } | null> {
  const [answer] = await endpoints.read([{ method: 'eth_estimateGas', params: [call] }])
  if (answer === undefined) throw new ChainUnavailable('no answer')
  if ('error' in answer) return isRevert(answer.error) ? { reason: revertReason(answer.error) } : null
  const units = Number(answer.result)
  return Number.isSafeInteger(units) && units > 0 ? units : null
}

/** The larger of the node's suggestion and the median of the last blocks: some nodes have only one of the two. */
export async function suggestedTip(endpoints: Endpoints): Promise<bigint | null> {
  const answers = await endpoints.read([
    { method: 'eth_maxPriorityFeePerGas', params: [] },
    { method: 'eth_feeHistory', params: [hex(HISTORY_BLOCKS), 'latest', [MEDIAN]] },
  ])
  const tips = [quantity(resultIn(answers, 0)), medianTip(resultIn(answers, 1))].filter((tip) => tip !== null)
  return tips.sort(byAmount).at(-1) ?? null
}

function medianTip(history: unknown): bigint | null {
  const rewards = (history as { reward?: unknown } | null)?.reward
  if (!Array.isArray(rewards)) return null
  const tips = rewards.flatMap((block: unknown) => (Array.isArray(block) ? (quantity(block[0]) ?? []) : []))
  return tips.sort(byAmount)[Math.floor(tips.length / 2)] ?? null
}

function resultIn(answers: readonly RpcResponse[], index: number): unknown {
  const answer = answers[index]
  return answer === undefined || 'error' in answer ? null : answer.result
}

const byAmount = (a: bigint, b: bigint): number => (a < b ? -1 : 1)
const quantity = (value: unknown): bigint | null =>
  typeof value === 'string' && /^0x[0-9a-f]{1,32}$/i.test(value) ? BigInt(value) : null
