/** The trust score of the agent that has a wallet, from the positions that every spend guards (domain 4.5). Pure. */
import type { OrgPosition, WalletPosition } from './commit/positions.ts'
import { figuresOf } from './conduct.ts'
import { DomainError } from './errors.ts'
import { kyaLevelOf } from './kya.ts'
import type { Mode } from './principal.ts'
import { TRUST_MINIMUM, type TrustFigures, trustPoints } from './trustScore.ts'
import { BY_SCREENING, complianceFreezeOf } from './walletEvents.ts'

export function trustFiguresOf(wallet: WalletPosition, org: OrgPosition, mode: Mode, at: Date): TrustFigures {
  // Compliance freezes the wallets of who is on a list, and until it has lifted that the hit stands.
  const isSanctioned = complianceFreezeOf(wallet)?.by === BY_SCREENING
  return { ...figuresOf(wallet, kyaLevelOf(wallet, org, mode, at), at), isSanctioned }
}

export const trustMinimumOf = ({ trustMinimum }: Pick<OrgPosition, 'trustMinimum'>, mode: Mode): number =>
  trustMinimum?.[mode] ?? TRUST_MINIMUM

/** Null when the agent may spend. */
export function trustRefusal(wallet: WalletPosition, org: OrgPosition, mode: Mode, at: Date): DomainError | null {
  const minimum = trustMinimumOf(org, mode)
  const score = trustPoints(trustFiguresOf(wallet, org, mode, at))
  if (score >= minimum) return null
  const message = `The trust score of the agent is ${score}, and its organization asks for ${minimum}. The field trustScore of the wallet, or GET /api/v2/wallets/${wallet.walletId}/trust-score, tells how to raise it; an administrator sets what is asked for as minimumTrustScore of the organization.`
  return new DomainError('compliance_denied', message, { reason: 'trust_score_below_minimum', score, minimum })
}
