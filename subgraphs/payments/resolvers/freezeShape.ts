/** Why compliance has frozen a wallet, as the graph shows it. */
import { BY_SCREENING, complianceFreezeOf } from '../../shared/walletEvents.ts'
import type { WalletView } from '../services/readPayments.ts'

export function shapeComplianceFreeze(position: WalletView['position']) {
  const held = complianceFreezeOf(position)
  if (held === null) return null
  const depositId = held.by === BY_SCREENING ? null : held.by
  const cause = depositId === null ? ('owner_listed' as const) : ('listed_deposit' as const)
  return { cause, depositId, message: held.reason, at: held.at.toISOString() }
}
