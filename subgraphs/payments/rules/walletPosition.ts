/** The position of a new wallet: no balance, nothing spent, no mandate. */
import type { WalletPosition } from '../../shared/commit/positions.ts'
import type { AgentId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'

export function newWalletPosition(owner: {
  walletId: WalletId
  orgId: OrgId
  mode: Mode
  agentId: AgentId | null
}): Omit<WalletPosition, '_id' | 'v'> {
  return {
    ...owner,
    agentStatus: 'active',
    seq: 0,
    frozen: null,
    mandate: null,
    day: null,
    month: null,
    closedWindows: [],
    balances: {},
    violations: [],
  }
}
