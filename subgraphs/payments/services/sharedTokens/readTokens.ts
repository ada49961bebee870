/** Shared tokens as others see them: never the token itself. */
import type { SharedToken, SharedTokenStatus } from '../../../shared/acp.ts'
import { invariant } from '../../../shared/errors.ts'
import type { HoldRow } from '../../models/holds.ts'
import { isHoldOver } from '../../rules/holds.ts'

export function toSharedToken(row: HoldRow, at: Date): SharedToken {
  const { _id: holdId, orgId, mode, agentId, walletId, sessionId, capMinor, token, chain, expiresAt, createdAt } = row
  invariant(sessionId !== undefined && capMinor !== undefined, `hold ${holdId} is for no shared token`)
  const { paymentId } = row
  return {
    ...{ holdId, orgId, mode, agentId, walletId, sessionId, status: statusOf(row, at), maxAmountMinor: capMinor },
    ...{ token, chain, paymentId, expiresAt, createdAt },
  }
}

function statusOf(row: HoldRow, at: Date): SharedTokenStatus {
  if (row.stage === 'captured') return 'used'
  if (row.stage === 'created' && row.chargeId !== undefined) return 'used'
  if (row.stage === 'created') return isHoldOver(row, at) ? 'expired' : 'open'
  return row.voidReason === 'expired' ? 'expired' : 'revoked'
}
