/**
 * A chain of test mode with the scenarios of the sandbox: its node refuses some transfers, and takes its time to confirm
 * others. The chain itself is real, and so is whatever is sent to it.
 */
import type { Mode } from '../../shared/principal.ts'
import type { ChainAdapter, RelayCall, Simulation } from '../chains/chainAdapter.ts'
import { readDirectCalldata } from '../chains/directTransfer.ts'
import { readTransferCalldata } from '../chains/eip3009.ts'
import { scenarioOf } from './scenarios.ts'

/** Transfers that are refused a number of times; the oldest is forgotten first. */
const COUNTED_MAX = 10_000

export function withSandboxChain(mode: Mode, adapter: ChainAdapter): ChainAdapter {
  if (mode !== 'test') return adapter
  const refused = new Map<string, number>()

  function refusalOf(call: RelayCall): Simulation | null {
    const transfer = readTransferCalldata(call.data) ?? readDirectCalldata(call.data)
    const fault = transfer === null ? null : (scenarioOf(mode, transfer)?.fault ?? null)
    if (transfer === null || fault?.port !== 'simulation') return null
    // An authorization's nonce stands for its payment; a wallet sends its own transfers one after the other.
    const key = transfer.nonce ?? `${call.from}:${call.data}`
    const times = refused.get(key) ?? 0
    refused.delete(key)
    if (times >= fault.times) return null
    if (fault.times !== Number.POSITIVE_INFINITY) refused.set(key, times + 1)
    if (refused.size > COUNTED_MAX) refused.delete(refused.keys().next().value ?? '')
    return { succeeds: false, reason: fault.reason }
  }

  return {
    ...adapter,
    async simulateAll(calls) {
      const verdicts = await adapter.simulateAll(calls)
      return verdicts.map((verdict, index) => refusalOf(calls[index] as RelayCall) ?? verdict)
    },
    confirmationDelay(transfer) {
      const fault = scenarioOf(mode, transfer)?.fault
      return fault?.port === 'confirmation' ? fault.delayMs : 0
    },
  }
}
