/**
 * EIP-3009 on Circle's FiatToken: digests to sign, calldata to relay, logs to read. The nonce of an authorization is the
 * hash of the payment's id, or of its hold's, so the token itself refuses a second transfer for the same payment. Encoded by
 * hand, since all arguments are static words and this runs for every payment.
 */
import { concat, id, keccak256, TypedDataEncoder, toUtf8Bytes, zeroPadValue } from 'ethers'
import type { HoldId, PaymentId } from '../../shared/ids.ts'

export interface TokenDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: string
}

export interface TransferAuthorization {
  readonly kind: 'transferWithAuthorization'
  readonly domain: TokenDomain
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly validAfter: number
  readonly validBefore: number
  readonly nonce: string
}

export interface CancelAuthorization {
  readonly kind: 'cancelAuthorization'
  readonly domain: TokenDomain
  readonly authorizer: string
  readonly nonce: string
}

/** The only payloads that a wallet's key signs. */
export type SigningPayload = TransferAuthorization | CancelAuthorization

export const TRANSFER_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

export const CANCEL_TYPES = {
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

const TRANSFER_TYPE_HASH = typeHash(TRANSFER_TYPES)
const CANCEL_TYPE_HASH = typeHash(CANCEL_TYPES)

export const TOPICS = {
  transfer: id('Transfer(address,address,uint256)'),
  authorizationUsed: id('AuthorizationUsed(address,bytes32)'),
  authorizationCanceled: id('AuthorizationCanceled(address,bytes32)'),
} as const

const SELECTORS = {
  transferWithAuthorization: selector(
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  ),
  cancelAuthorization: selector('cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)'),
  mint: selector('mint(address,uint256)'),
  authorizationState: selector('authorizationState(address,bytes32)'),
  balanceOf: selector('balanceOf(address)'),
} as const

/** The authorization's nonce: the same after a restored backup and for any relayer. */
export function authorizationNonce(subject: PaymentId | HoldId): string {
  return keccak256(toUtf8Bytes(subject))
}

/** Of a payment; that of a capture is made of its hold, which the chain lets be captured once. */
export const paymentNonce = ({ _id, nonceOf }: { readonly _id: PaymentId; readonly nonceOf?: HoldId }): string =>
  authorizationNonce(nonceOf ?? _id)

/** Names the one transfer that an authorization allows, in whatever transaction it is. */
export const authorizedTransfer = (contract: string, from: string, nonce: string): string =>
  keccak256(concat([contract, zeroPadValue(from, 32), nonce])).slice(2)

/** What the wallet signs. */
export function signingDigest(payload: SigningPayload): string {
  const struct =
    payload.kind === 'transferWithAuthorization'
      ? words(
          TRANSFER_TYPE_HASH,
          payload.from,
          payload.to,
          payload.value,
          payload.validAfter,
          payload.validBefore,
          payload.nonce,
        )
      : words(CANCEL_TYPE_HASH, payload.authorizer, payload.nonce)
  return keccak256(concat(['0x1901', domainSeparator(payload.domain), keccak256(`0x${struct}`)]))
}

const separators = new Map<string, string>()

export function domainSeparator(domain: TokenDomain): string {
  const key = `${domain.chainId}:${domain.verifyingContract}:${domain.version}:${domain.name}`
  const known = separators.get(key)
  if (known !== undefined) return known
  const made = TypedDataEncoder.hashDomain({ ...domain })
  separators.set(key, made)
  return made
}

export interface Signature {
  readonly v: number
  readonly r: string
  readonly s: string
}

/** r, s, v as one text of 65 bytes. */
export function joinSignature({ r, s, v }: Signature): string {
  return `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}`
}

export function splitSignature(text: string): Signature {
  return { r: text.slice(0, 66), s: `0x${text.slice(66, 130)}`, v: Number.parseInt(text.slice(130, 132), 16) }
}

export function transferCalldata(
  transfer: Omit<TransferAuthorization, 'kind' | 'domain'>,
  { v, r, s }: Signature,
): string {
  const { from, to, value, validAfter, validBefore, nonce } = transfer
  return SELECTORS.transferWithAuthorization + words(from, to, value, validAfter, validBefore, nonce, v, r, s)
}

/** The transfer that the calldata submits, its address in lower case; null for another call. */
export function readTransferCalldata(data: string): { to: string; units: bigint; nonce: string } | null {
  if (!data.startsWith(SELECTORS.transferWithAuthorization)) return null
  const word = (index: number) => data.slice(10 + index * 64, 74 + index * 64)
  return { to: `0x${word(1).slice(24)}`, units: BigInt(`0x${word(2)}`), nonce: `0x${word(5)}` }
}

export function cancelCalldata(cancel: { authorizer: string; nonce: string }, { v, r, s }: Signature): string {
  return SELECTORS.cancelAuthorization + words(cancel.authorizer, cancel.nonce, v, r, s)
}

export function mintCalldata(to: string, value: bigint): string {
  return SELECTORS.mint + words(to, value)
}

export function authorizationStateCalldata(authorizer: string, nonce: string): string {
  return SELECTORS.authorizationState + words(authorizer, nonce)
}

export function balanceCalldata(owner: string): string {
  return SELECTORS.balanceOf + words(owner)
}

/** The address in an indexed topic, lower case. */
export function addressOfTopic(topic: string): string {
  return `0x${topic.slice(26).toLowerCase()}`
}

/** Each value as 32 bytes; hex shorter than that is an address and is padded on the left. */
export function words(...values: (string | bigint | number)[]): string {
  return values
    .map((value) => (typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)).padStart(64, '0'))
    .join('')
}

function selector(signature: string): string {
  return id(signature).slice(0, 10)
}

function typeHash(types: Record<string, { name: string; type: string }[]>): string {
  return id(TypedDataEncoder.from(types).encodeType(Object.keys(types)[0] as string))
}
