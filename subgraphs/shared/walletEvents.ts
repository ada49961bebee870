/** Freezing a wallet, which people, policy and settlement do, and the events of its state (specification 2.13). Pure. */
import type { WalletPosition } from './commit/positions.ts'
import type { EventDraft } from './events.ts'
import { nextState, type Transitions } from './transitions.ts'

export type WalletStatus = 'active' | 'frozen'
export type WalletChange = 'freeze' | 'unfreeze'

const WALLET_TRANSITIONS: Transitions<WalletStatus, WalletChange> = {
  active: { freeze: 'frozen' },
  frozen: { unfreeze: 'active' },
}

/** Null: the wallet is in that state already. */
export function nextWalletStatus(from: WalletStatus, change: WalletChange): WalletStatus | null {
  return nextState(WALLET_TRANSITIONS, from, change)
}

export const walletStatus = ({ frozen }: Pick<WalletPosition, 'frozen'>): WalletStatus =>
  frozen === null ? 'active' : 'frozen'

/** Who freezes a wallet after too many violations of its policy: for what comes, while what was accepted goes on. */
export const BY_VIOLATIONS = 'policy'

/** Why the state of a wallet changes, and who or what changes it. */
export type WalletAct = NonNullable<WalletPosition['frozen']>

/**
 * The first reason is kept, unless that was violations of the policy: any other stops what was accepted, too.
 * @returns null: it is frozen already
 */
export function freeze(wallet: WalletPosition, act: WalletAct): { next: WalletPosition; event: EventDraft } | null {
  if (wallet.frozen !== null && (wallet.frozen.by !== BY_VIOLATIONS || act.by === BY_VIOLATIONS)) return null
  return { next: { ...wallet, frozen: act }, event: walletEvent('wallet.frozen', wallet, act) }
}

export function walletEvent(
  type: 'wallet.created' | 'wallet.frozen' | 'wallet.unfrozen',
  { walletId, agentId }: Pick<WalletPosition, 'walletId' | 'agentId'>,
  { source, by, reason, at }: WalletAct,
): EventDraft {
  const status = type === 'wallet.frozen' ? 'frozen' : 'active'
  return {
    type,
    resourceId: walletId,
    walletId,
    ...(agentId === null ? {} : { agentId }),
    data: { wallet_id: walletId, agent_id: agentId, status, reason, source, actor: by, at: at.toISOString() },
  }
}
