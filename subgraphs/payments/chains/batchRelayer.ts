/**
 * The batch relayer (scripts/contracts/BatchRelayer.sol): one transaction submits many EIP-3009 authorizations, and one that
 * the token refuses harms no other. Encoded by hand, like the authorizations.
 */
import { id } from 'ethers'
import type { ChainLog } from './chainAdapter.ts'
import { type Signature, type TransferAuthorization, words } from './eip3009.ts'
import { revertReason } from './sendErrors.ts'

/** keccak256 of its code. Nothing is sent to other code: a call to an address without any succeeds and pays nobody. */
export const BATCH_RELAYER_CODE_HASH = '0x6a1145569f0985461dd978810dd852681c4d8367ee07ef988234795377197d54'

/** Where it stands on embedded chains. */
export const EMBEDDED_BATCH_RELAYER = '0x00000000000000000000000000000000Ba7C4e55'

/** Selector of the call that carries a batch. */
export const RELAY = id(
  'relay((address,address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)[],uint256)',
).slice(0, 10)
export const ITEM_FAILED = id('ItemFailed(address,address,bytes32,bytes)')

export interface BatchItem {
  readonly token: string
  readonly transfer: Omit<TransferAuthorization, 'kind' | 'domain'>
  readonly signature: Signature
}

/** @param gasPerItem what each item may use at most */
export function batchCalldata(items: readonly BatchItem[], gasPerItem: number): string {
  const list = items.map(({ token, transfer, signature }) => {
    const { from, to, value, validAfter, validBefore, nonce } = transfer
    const { v, r, s } = signature
    return words(token, from, to, value, validAfter, validBefore, nonce, v, r, s)
  })
  return `${RELAY}${words(64, gasPerItem, items.length)}${list.join('')}`
}

/** What an earlier batch allowed each item. */
export const gasPerItemIn = (calldata: string): number => Number(`0x${calldata.slice(74, 138)}`)

const GAS_BASE = 30_000
/** Of an item besides its transfer: calldata, its event and what the contract keeps back for the loop. */
const GAS_AROUND_ITEM = 40_000

/** Enough for every item to use all that it may: the contract refuses to start one with less. */
export function batchGasLimit(count: number, gasPerItem: number): number {
  return GAS_BASE + count * (Math.ceil((gasPerItem * 64) / 63) + GAS_AROUND_ITEM)
}

/** Why the token refused an item, from its log. */
export function itemFailure({ data }: Pick<ChainLog, 'data'>): string {
  const length = Number(`0x${data.slice(66, 130) || 0}`)
  const reason = `0x${data.slice(130, 130 + 2 * Math.min(length, REASON_BYTES_MAX))}`
  return revertReason({ code: 3, message: '', data: reason })
}

const REASON_BYTES_MAX = 256
