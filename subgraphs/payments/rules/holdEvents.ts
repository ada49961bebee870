/** Events of holds (specification 2.13): the hold as it is then. */
import type { EventDraft } from '../../shared/events.ts'
import type { AgentId, HoldId, PaymentId, WalletId } from '../../shared/ids.ts'
import { formatUnits } from '../../shared/money.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import type { HoldStage, VoidReason } from './holds.ts'

interface HoldFacts {
  readonly _id: HoldId
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly amount: bigint
  readonly capturedAmount: bigint
  readonly token: Token
  readonly chain: Chain
  readonly merchant: string | null
  readonly toText: string
  readonly stage: HoldStage
  readonly paymentId: PaymentId | null
  readonly voidReason: VoidReason | null
  readonly expiresAt: Date
}

export function holdEvent(type: 'hold.created' | 'hold.captured' | 'hold.voided', row: HoldFacts): EventDraft {
  const { _id, walletId, agentId, token } = row
  return {
    type,
    resourceId: _id,
    walletId,
    ...(agentId === null ? {} : { agentId }),
    data: {
      ...{ hold_id: _id, wallet_id: walletId, agent_id: agentId },
      ...{ amount: formatUnits(row.amount, token), captured_amount: formatUnits(row.capturedAmount, token) },
      ...{ token, chain: row.chain, merchant: row.merchant ?? row.toText, status: row.stage },
      ...(row.paymentId === null ? {} : { payment_id: row.paymentId }),
      ...(row.voidReason === null ? {} : { void_reason: row.voidReason }),
      expires_at: row.expiresAt.toISOString(),
    },
  }
}
