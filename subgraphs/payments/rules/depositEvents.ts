/** Events of deposits and their `data`: money that can be spent from now on, or that has left the chain again. */
import type { EventDraft } from '../../shared/events.ts'
import { parseAnyAddress } from '../../shared/evmAddress.ts'
import type { AgentId, WalletId } from '../../shared/ids.ts'
import { formatUnits } from '../../shared/money.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

interface DepositFacts {
  readonly _id: string
  readonly walletId: WalletId
  readonly token: Token
  readonly chain: Chain
  readonly amount: bigint
  readonly from: string | null
  readonly txHash: string | null
}

/** @param amount what is credited, in token units: less than the deposit where a part was never debited */
export function depositEvent(
  type: 'deposit.credited' | 'deposit.reversed',
  { _id: depositId, walletId, token, chain, amount, from, txHash }: DepositFacts,
  agentId: AgentId | null,
): EventDraft {
  return {
    ...{ type, resourceId: depositId, walletId },
    ...(agentId === null ? {} : { agentId }),
    data: {
      ...{ deposit_id: depositId, wallet_id: walletId, agent_id: agentId },
      ...{ amount: formatUnits(amount, token), token, chain },
      ...{ from: from === null ? null : (parseAnyAddress(from) ?? from), tx_hash: txHash },
      status: type === 'deposit.credited' ? 'credited' : 'reversed',
    },
  }
}
