/** The release of a blocked deposit, as the graph shows it. */
import { invariant } from '../../shared/errors.ts'
import { parseAnyAddress } from '../../shared/evmAddress.ts'
import { formatUnits } from '../../shared/money.ts'
import type { DepositRow } from '../models/deposits.ts'

export function shapeRelease(
  { _id: depositId, walletId, token, chain, from, txHash }: DepositRow,
  { amount, listedIn, clearedBy, by, reason, at }: NonNullable<DepositRow['unblocked']>,
) {
  invariant(from !== null && txHash !== null, `deposit ${depositId} has no sender and was blocked`)
  return {
    ...{ depositId, walletId, amount: formatUnits(amount, token), token, chain },
    ...{ from: parseAnyAddress(from) ?? from, txHash, listedIn, listVersion: clearedBy },
    ...{ unblockedBy: by, reason, unblockedAt: at.toISOString() },
  }
}
