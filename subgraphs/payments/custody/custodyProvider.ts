/**
 * The port behind which wallet keys live. A provider signs only the closed set of payloads of `chains/eip3009.ts`, each
 * with the evidence of why; it checks by itself that payload, wallet and payment belong together.
 */
import type { MandateId, PaymentId, WalletId } from '../../shared/ids.ts'
import type { Signature, SigningPayload } from '../chains/eip3009.ts'

export interface SigningEvidence {
  readonly purpose: 'pay' | 'cancel'
  readonly paymentId: PaymentId
  readonly mandateId: MandateId | null
  readonly mandateVersion: number | null
}

export interface CustodyProvider {
  /** How the key is really held: a key in one place is never called anything else. */
  readonly custody: 'local'
  /** Makes and keeps a key under this wallet's id. Repeating gives the same address. */
  createWallet(walletId: WalletId): Promise<{ address: string }>
  /** @throws Error when the payload is not this wallet's or not this payment's */
  signTypedData(walletId: WalletId, payload: SigningPayload, evidence: SigningEvidence): Promise<Signature>
  /** Seals and opens a probe; throws when keys cannot be used. */
  health(): Promise<void>
}
