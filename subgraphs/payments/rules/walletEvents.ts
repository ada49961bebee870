/** Events of freezing and unfreezing a wallet (specification 2.13). */
import type { WalletPosition } from '../../shared/commit/positions.ts'
import type { EventDraft } from '../../shared/events.ts'

export function freezeEvent(
  type: 'wallet.frozen' | 'wallet.unfrozen',
  { walletId, agentId }: WalletPosition,
  facts: { reason: string; actor: string; source?: 'manual' | 'policy'; at: Date },
): EventDraft {
  return {
    type,
    resourceId: walletId,
    walletId,
    ...(agentId === null ? {} : { agentId }),
    data: {
      ...{ wallet_id: walletId, agent_id: agentId, status: type === 'wallet.frozen' ? 'frozen' : 'active' },
      ...{ reason: facts.reason, source: facts.source ?? 'manual', actor: facts.actor, at: facts.at.toISOString() },
    },
  }
}
