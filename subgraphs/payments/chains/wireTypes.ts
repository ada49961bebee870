/** Blocks, receipts and logs: JSON-RPC form -> the types of settlement. */
import { type BlockHead, type ChainLog, ChainUnavailable, type MinedLog, type Receipt } from './chainAdapter.ts'
import type { RpcResponse } from './jsonRpc.ts'

export function resultOf(answers: readonly RpcResponse[], index: number): unknown {
  const answer = answers[index]
  if (answer === undefined) throw new ChainUnavailable('the node left a call unanswered')
  if ('error' in answer) throw new ChainUnavailable(`the node answers ${answer.error.code}: ${answer.error.message}`)
  return answer.result
}

export interface WireBlock {
  number: string
  hash: string
  parentHash: string
  timestamp: string
  baseFeePerGas?: string
  transactions: string[]
}

interface WireLog {
  address: string
  topics: string[]
  data: string
}

export interface MinedWireLog extends WireLog {
  transactionHash: string
  blockNumber: string
  blockHash: string
}

export interface WireReceipt {
  transactionHash: string
  from: string
  status: string
  blockNumber: string
  blockHash: string
  logs: WireLog[]
  gasUsed?: string
  effectiveGasPrice?: string
  /** On rollups: the fee for layer 1 data. */
  l1Fee?: string
}

export function toHead(block: WireBlock): BlockHead {
  return {
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
    baseFee: BigInt(block.baseFeePerGas ?? '0x0'),
  }
}

export function toReceipt(receipt: WireReceipt): Receipt {
  return {
    hash: receipt.transactionHash,
    from: receipt.from.toLowerCase(),
    succeeded: receipt.status === '0x1',
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    logs: receipt.logs.map(toLog),
    gasWei: quantity(receipt.gasUsed) * quantity(receipt.effectiveGasPrice) + quantity(receipt.l1Fee),
  }
}

function toLog({ address, topics, data }: WireLog): ChainLog {
  return { address: address.toLowerCase(), topics, data }
}

export function toMinedLog(log: MinedWireLog): MinedLog {
  return { ...toLog(log), hash: log.transactionHash, block: Number(log.blockNumber), blockHash: log.blockHash }
}

const quantity = (value: string | undefined): bigint => BigInt(value ?? '0x0')
export const hex = (value: number): string => `0x${value.toString(16)}`
