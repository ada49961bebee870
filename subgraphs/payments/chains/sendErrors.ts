/**
 * Classifies the errors of eth_sendRawTransaction, which every client words differently. An unknown error is `rejected`,
 * which leads to a retry and never to a failed payment.
 */
import { AbiCoder } from 'ethers'
import type { SendKind } from './chainAdapter.ts'
import type { RpcError } from './jsonRpc.ts'

const MEANINGS: readonly (readonly [RegExp, SendKind])[] = [
  [/already known|already imported|\bknown transaction|same hash was already imported|alreadyknown/i, 'known'],
  [/nonce too low|nonce has already been used|nonce is too low|old nonce|oldnonce/i, 'nonceTooLow'],
  [/underpriced|fee too low|max fee per gas less than|fee cap less than|feetoolow/i, 'underpriced'],
  // geth and its kin; Nethermind; Besu.
  [/insufficient funds|insufficientfunds|exceeds account balance/i, 'unfunded'],
  // The node is temporarily unable to answer.
  [/rate limit|too many requests|timeout|timed out|temporarily|overloaded|busy|txpool is full/i, 'unreachable'],
]

export function classifySendError(error: RpcError): SendKind {
  if (error.code === 429 || error.code === -32005) return 'unreachable'
  return MEANINGS.find(([pattern]) => pattern.test(error.message))?.[1] ?? 'rejected'
}

/**
 * Whether another endpoint may take what one has answered so about: it is down or busy, refuses for reasons of its own, asks
 * for more than others, or has not seen yet what the account was given. Everything else follows from the transaction and the
 * chain, and every endpoint would say it.
 */
export function asksNext(kind: SendKind): boolean {
  return saysNothing(kind) || kind === 'unfunded' || kind === 'underpriced'
}

/** It does not tell what the transaction lacks. */
export function saysNothing(kind: SendKind): boolean {
  return kind === 'unreachable' || kind === 'rejected'
}

const ERROR_STRING = '0x08c379a0'

/** The text that the contract reverts with. */
export function revertReason(error: RpcError): string {
  if (error.data?.startsWith(ERROR_STRING)) {
    try {
      return String(AbiCoder.defaultAbiCoder().decode(['string'], `0x${error.data.slice(10)}`)[0])
    } catch {
      // Malformed data: the message has to do.
    }
  }
  return (
    error.message.replace(/^.*execution reverted:? ?(revert: )?/i, '').replace(/^revert: /, '') || 'execution reverted'
  )
}

export type RevertMeaning = 'insufficientFunds' | 'authorizationUsed' | 'other'

export function classifyRevert(reason: string): RevertMeaning {
  if (/amount exceeds balance|insufficient balance/i.test(reason)) return 'insufficientFunds'
  if (/authorization is used or canceled/i.test(reason)) return 'authorizationUsed'
  return 'other'
}
