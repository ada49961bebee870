/**
 * The latest proof of ownership of each external address (domain 9.5), under the address itself: two registrations of one
 * address meet in this row.
 */
import type { Ref } from '../../shared/commit/types.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'

export interface WalletProofRow {
  /** EIP-55. */
  readonly _id: string
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly chain: Chain
  /** Of the challenge that was signed. */
  readonly nonce: string
  /** When that challenge was issued: no earlier one is accepted again. */
  readonly challengedAt: Date
  /** Whether a contract vouched for it, which exists on that chain alone. */
  readonly isContract: boolean
  readonly provenAt: Date
}

export const WALLET_PROOFS = 'walletProofs'

export const walletProofSchema = newSchema()

export const walletProofRef = (address: string): Ref<WalletProofRow> => ({ collection: WALLET_PROOFS, id: address })

export function findWalletProof(database: Database, address: string): Promise<WalletProofRow | null> {
  return database.collection<WalletProofRow>(WALLET_PROOFS).findOne({ _id: address })
}
