/**
 * Money that arrived on chain (specification 2.4, domain of wallets): one committed row a transfer. Its id must be the
 * same when a reorganized chain brings the same transfer again, so it names the position in the transaction, never in
 * the block, or the authorization that the transfer used up.
 */
import { Schema } from 'mongoose'
import type { Database } from '../../shared/database.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

export interface DepositRow {
  /** `dep_<chain>_<hash>` */
  readonly _id: string
  readonly v: number
  readonly orgId: string
  readonly mode: Mode
  readonly walletId: string
  readonly token: Token
  readonly chain: Chain
  readonly amount: bigint
  /** Lower case; the zero address for a mint. */
  readonly from: string
  readonly txHash: string
  readonly block: number
  readonly blockHash: string
  readonly createdAt: Date
}

export const DEPOSITS = 'deposits'

export const depositSchema = new Schema(
  { _id: String },
  { collection: DEPOSITS, versionKey: false, strict: false, autoIndex: false },
)
depositSchema.index({ chain: 1, mode: 1, block: 1 })
depositSchema.index({ walletId: 1, _id: 1 })

export function findDepositsAbove(
  database: Database,
  scope: { chain: Chain; mode: Mode; block: number },
): Promise<DepositRow[]> {
  return database
    .collection<DepositRow>(DEPOSITS)
    .find({ chain: scope.chain, mode: scope.mode, block: { $gt: scope.block } })
    .toArray()
}
