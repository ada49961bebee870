// Transactions in the name of any account, without its key, on a node of our own.
import { toBeHex } from 'ethers'
import { callRpc, callRpcBatch } from './rpc.ts'

export type Sent = { from: string; data: string }

/**
 * Sends calls to one contract and mines them at once instead of waiting for the interval. A step that an earlier,
 * interrupted run has done reverts here and is not an error: the final state is what counts.
 */
export async function sendAs({ rpcUrl, address }: { rpcUrl: string; address: string }, calls: Sent[]): Promise<void> {
  const senders = [...new Set(calls.map((call) => call.from))]
  await callRpcBatch(
    rpcUrl,
    senders.flatMap((sender): [string, unknown[]][] => [
      ['anvil_setBalance', [sender, toBeHex(10n ** 21n)]],
      ['anvil_impersonateAccount', [sender]],
    ]),
  )
  for (const { from, data } of calls) {
    await callRpc(rpcUrl, 'eth_sendTransaction', [{ from, to: address, data, gas: toBeHex(1_000_000) }])
  }
  await callRpcBatch(rpcUrl, [
    ['evm_mine', []],
    ...senders.map((sender): [string, unknown[]] => ['anvil_stopImpersonatingAccount', [sender]]),
  ])
}
