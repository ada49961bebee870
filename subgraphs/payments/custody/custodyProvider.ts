/**
 * The custody of wallet keys. A provider signs only the payloads of `chains/eip3009.ts`, each with evidence of its
 * purpose, and itself checks that payload, wallet and payment belong together.
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
  /** How the key is really held. */
  readonly custody: 'local'
  /** Creates and stores a key under this wallet's id. Idempotent: repeating returns the same address. */
  createWallet(walletId: WalletId): Promise<{ address: string }>
  /** @throws Error when the payload is not this wallet's or not this payment's */
  signTypedData(walletId: WalletId, payload: SigningPayload, evidence: SigningEvidence): Promise<Signature>
  /** Seals and opens a probe; throws when keys cannot be used. */
  health(): Promise<void>
}
