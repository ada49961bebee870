/** Rebuilds the signed bytes of a mined transaction from the fields that a node returns. */
import { Transaction } from 'ethers'
import { ChainUnavailable, type MinedTransaction } from './chainAdapter.ts'

export interface WireTransaction {
  readonly type: string
  readonly chainId: string
  readonly nonce: string
  readonly to: string | null
  readonly input: string
  readonly value: string
  readonly gas: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
  readonly r: string
  readonly s: string
  readonly v: string
  readonly yParity?: string
  readonly blockHash: string | null
}

const EIP_1559 = 2

/**
 * @returns null for one that is not mined, and for those that the service never signs (other types, contract creation)
 * @throws ChainUnavailable where the fields are not those of this hash
 */
export function toSignedTransaction(hash: string, wire: WireTransaction | null): MinedTransaction | 'foreign' | null {
  if (wire?.blockHash == null) return null
  if (wire.to === null || Number(wire.type) !== EIP_1559) return 'foreign'
  const { chainId, nonce, to, input: data, value, gas, maxFeePerGas = '0x0', maxPriorityFeePerGas = '0x0' } = wire
  const signature = { r: wire.r, s: wire.s, yParity: Number(wire.yParity ?? wire.v) as 0 | 1 }
  const signed = Transaction.from({
    ...{ type: EIP_1559, chainId, nonce: Number(nonce), to, data, value, gasLimit: gas },
    ...{ maxFeePerGas, maxPriorityFeePerGas, signature },
  })
  if (signed.hash !== hash || signed.from === null)
    throw new ChainUnavailable(`an endpoint answers with another transaction than ${hash}`)
  return {
    ...{ hash, raw: signed.serialized, from: signed.from.toLowerCase() },
    ...{ chainId: Number(chainId), nonce: Number(nonce), to, data, value: BigInt(value), gasLimit: Number(gas) },
    ...{ maxFee: BigInt(maxFeePerGas), maxPriorityFee: BigInt(maxPriorityFeePerGas) },
  }
}
