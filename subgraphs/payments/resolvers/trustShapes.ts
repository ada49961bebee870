/** The trust score of a wallet's agent -> what the graph shows (domain 4.5). */
import type { OrgPosition } from '../../shared/commit/positions.ts'
import type { OnlyTrusted } from '../../shared/kya.ts'
import { trustFiguresOf, trustMinimumOf } from '../../shared/trust.ts'
import { trustScore } from '../../shared/trustScore.ts'
import type { TrustScore, TrustScoreChange } from '../generated.ts'
import type { TrustChangeRow } from '../models/trustChanges.ts'
import type { WalletView } from '../services/readPayments.ts'

/** How long a reader may keep it; spends are decided on the score of their instant. */
const VALID_MS = 60_000

export const shapeTrustChange = ({ _id, before, createdAt, ...row }: TrustChangeRow): TrustScoreChange => ({
  ...{ walletId: row.walletId, agentId: row.agentId, score: row.score, previousScore: before },
  ...{ signals: [...row.signals], cause: row.cause, resourceId: row.resourceId, at: createdAt.toISOString() },
})

/** Null without an agent: there is nobody to trust. */
export function shapeTrustScore(
  { row, position }: WalletView,
  org: OrgPosition,
  trusting: OnlyTrusted,
  at: Date,
): TrustScore | null {
  if (position.agentId === null) return null
  const { score, tier, signals, caps } = trustScore(trustFiguresOf(trusting(position), org, row.mode, at))
  const minimum = trustMinimumOf(org, row.mode)
  return {
    ...{ walletId: row._id, agentId: position.agentId, score, normalized: score / 100, tier, minimum },
    meetsMinimum: score >= minimum,
    signals: signals.map((signal) => ({
      ...signal,
      contribution: Math.round(signal.weight * signal.value * 1e4) / 100,
    })),
    capsApplied: [...caps],
    computedAt: at.toISOString(),
    validUntil: new Date(at.getTime() + VALID_MS).toISOString(),
  }
}
