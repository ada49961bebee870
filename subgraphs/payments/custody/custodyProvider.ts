/**
 * The custody of wallet keys. A provider signs only the payloads of `chains/eip3009.ts`, transfers of a token and empty
 * transactions, each with evidence of its purpose, and itself checks that payload, wallet and payment belong together.
 */
import type { HoldId, MandateId, PaymentId, WalletId } from '../../shared/ids.ts'
import type { Signature, SigningPayload } from '../chains/eip3009.ts'
import type { RelayTransaction, SignedTransaction } from '../chains/relayTransaction.ts'

export interface SigningEvidence {
  readonly purpose: 'pay' | 'cancel'
  readonly paymentId: PaymentId
  /** What its nonce is made of; absent: the payment. */
  readonly nonceOf?: HoldId
  readonly mandateId: MandateId | null
  readonly mandateVersion: number | null
}

/** pay: exactly this transfer of a payment. empty: only uses up a nonce of the wallet, so that nothing else can. */
export type TransactionEvidence =
  | {
      readonly purpose: 'pay'
      readonly paymentId: PaymentId
      readonly token: string
      readonly to: string
      readonly amount: bigint
    }
  | { readonly purpose: 'empty' }

export interface CustodyProvider {
  /** How the key is really held. */
  readonly custody: 'local'
  /** Creates and stores a key under this wallet's id. Idempotent: repeating returns the same address. */
  createWallet(walletId: WalletId): Promise<{ address: string }>
  /** @throws Error when the payload is not this wallet's or not this payment's */
  signTypedData(walletId: WalletId, payload: SigningPayload, evidence: SigningEvidence): Promise<Signature>
  /** @throws Error when the transaction is anything but what the evidence says */
  signTransaction(
    walletId: WalletId,
    transaction: RelayTransaction,
    evidence: TransactionEvidence,
  ): Promise<SignedTransaction>
  /** Seals and opens a probe; throws when keys cannot be used. */
  health(): Promise<void>
}
