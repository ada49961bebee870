/**
 * Signs transactions (EIP-1559) of the relayer, and of wallets that send a transfer themselves; raw bytes and hash are known before anything is sent. Encoded by hand,
 * because a general encoder takes longer than the signature.
 */
import { getBytes, keccak256 } from 'ethers'
import { signDigest } from './ecdsa.ts'

export interface RelayTransaction {
  readonly chainId: number
  readonly nonce: number
  readonly maxPriorityFee: bigint
  readonly maxFee: bigint
  readonly gasLimit: number
  readonly to: string
  readonly data: string
  /** Native coins, in wei. */
  readonly value?: bigint
}

export interface SignedTransaction {
  readonly hash: string
  readonly raw: string
}

/**
 * Same input, same bytes: signatures are deterministic.
 * @param privateKey 32 bytes
 */
export function signRelayTransaction(privateKey: Uint8Array, tx: RelayTransaction): SignedTransaction {
  const fields = [
    number(tx.chainId),
    number(tx.nonce),
    number(tx.maxPriorityFee),
    number(tx.maxFee),
    number(tx.gasLimit),
    bytes(Buffer.from(tx.to.slice(2), 'hex')),
    number(tx.value ?? 0n),
    bytes(Buffer.from(tx.data.slice(2), 'hex')),
    list([]),
  ]
  const { yParity, r, s } = signDigest(privateKey, keccak256(typed(fields)))
  const raw = typed([...fields, number(yParity), number(BigInt(r)), number(BigInt(s))])
  return { hash: keccak256(raw), raw: `0x${raw.toString('hex')}` }
}

const TYPE_2 = Buffer.from([2])

function typed(fields: Buffer[]): Buffer {
  return Buffer.concat([TYPE_2, list(fields)])
}

function number(value: number | bigint): Buffer {
  if (value === 0 || value === 0n) return Buffer.from([0x80])
  const hex = value.toString(16)
  return bytes(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}

function bytes(content: Buffer): Buffer {
  if (content.length === 1 && (content[0] as number) < 0x80) return content
  return Buffer.concat([prefix(content.length, 0x80), content])
}

function list(items: Buffer[]): Buffer {
  const content = Buffer.concat(items)
  return Buffer.concat([prefix(content.length, 0xc0), content])
}

function prefix(length: number, offset: number): Buffer {
  if (length < 56) return Buffer.from([offset + length])
  const size = getBytes(`0x${length.toString(16).padStart(length < 256 ? 2 : length < 65_536 ? 4 : 6, '0')}`)
  return Buffer.from([offset + 55 + size.length, ...size])
}
