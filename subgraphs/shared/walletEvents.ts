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

/** Who freezes a wallet whose owner is on a sanctions list; after a deposit from a listed address it is the deposit. */
export const BY_SCREENING = 'screening'

const isByCompliance = ({ source, by }: WalletAct): boolean =>
  source === 'policy' && (by === BY_SCREENING || by.startsWith('dep_'))

/** Null: compliance has not frozen it. Rows of earlier releases show it by who has frozen them. */
export function complianceFreezeOf(
  wallet: Pick<WalletPosition, 'frozen' | 'complianceFreeze'>,
): NonNullable<WalletPosition['complianceFreeze']> | null {
  const { frozen, complianceFreeze } = wallet
  if (frozen === null) return null
  return complianceFreeze ?? (isByCompliance(frozen) ? { ...frozen, times: 1 } : null)
}

/** The first ones: nobody makes room with agents that are registered for it. */
const FORMER_AGENTS_MAX = 20

/**
 * Without its agent, which is revoked. Where compliance has frozen the wallet, the agent is remembered: otherwise its name, which
 * may be the cause, would be got rid of with it.
 */
export function withoutAgent(wallet: WalletPosition): WalletPosition {
  const held = complianceFreezeOf(wallet)
  const next: WalletPosition = { ...wallet, agentId: null, agentStatus: 'active' }
  if (held === null || wallet.agentId === null) return next
  const formerAgents = [...(held.formerAgents ?? []), wallet.agentId].slice(0, FORMER_AGENTS_MAX)
  return { ...next, complianceFreeze: { ...held, formerAgents } }
}

interface Frozen {
  readonly next: WalletPosition
  /** None where it was frozen already, for what comes and for what was accepted. */
  readonly events: readonly EventDraft[]
}

/**
 * The first reason is kept, unless that was violations of the policy: any other stops what was accepted, too. That of
 * compliance stands beside it, so that neither is lifted with the other.
 * @returns null: it is frozen already
 */
export function freeze(wallet: WalletPosition, act: WalletAct): Frozen | null {
  const { frozen } = wallet
  if (frozen !== null && isByCompliance(frozen) && act.by !== BY_VIOLATIONS) {
    const held = complianceFreezeOf(wallet)
    return { next: { ...wallet, frozen: act, ...(held !== null && { complianceFreeze: held }) }, events: [] }
  }
  if (frozen !== null && (frozen.by !== BY_VIOLATIONS || act.by === BY_VIOLATIONS)) return null
  return { next: { ...wallet, frozen: act }, events: [walletEvent('wallet.frozen', wallet, act)] }
}

/** Only compliance lifts it again (domain 9.1), whoever else has frozen the wallet before or afterwards. */
export function freezeForCompliance(wallet: WalletPosition, act: WalletAct): Frozen {
  const known = complianceFreezeOf(wallet)
  const complianceFreeze = known === null ? { ...act, times: 1 } : { ...known, times: known.times + 1 }
  // Beside another freeze it is told, too: lifting the other one leaves it.
  const beside = { next: wallet, events: known === null ? [walletEvent('wallet.frozen', wallet, act)] : [] }
  const { next, events } = (known === null ? freeze(wallet, act) : null) ?? beside
  return { next: { ...next, complianceFreeze }, events }
}

/**
 * What is left of a freeze once compliance lifts its own, or an administrator any other.
 * @returns null: nothing is lifted
 */
export function unfreeze(
  wallet: WalletPosition,
  act: WalletAct,
  by: { readonly isCompliance: boolean; readonly isAdmin: boolean },
): Frozen | null {
  if (nextWalletStatus(walletStatus(wallet), 'unfreeze') === null) return null
  const held = complianceFreezeOf(wallet)
  if (held === null ? !by.isAdmin : !by.isCompliance) return null
  const { complianceFreeze: _, ...rest } = wallet
  const isOnlyCompliance = wallet.frozen !== null && isByCompliance(wallet.frozen)
  // Somebody else has frozen it, too.
  if (!by.isAdmin && !isOnlyCompliance) return { next: rest, events: [] }
  return { next: { ...rest, frozen: null, violations: [] }, events: [walletEvent('wallet.unfrozen', wallet, act)] }
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
