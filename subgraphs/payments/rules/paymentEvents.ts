/** Events of payments and their `data` (specification 2.13): before the first broadcast tx_hash is absent, never null. */
import type { EventDraft, EventType } from '../../shared/events.ts'
import type { AgentId, WalletId } from '../../shared/ids.ts'
import { formatUnits } from '../../shared/money.ts'
import type { Token } from '../../shared/tokens.ts'

interface PaymentFacts {
  readonly _id: string
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly amount: bigint
  readonly token: Token
  readonly chain: string
  /** EIP-55; empty while no address is known. */
  readonly to: string
  readonly status: string
  readonly txHash: string | null
  readonly sessionId?: string
  readonly failureCode: string | null
  readonly failureMessage: string | null
  readonly failureDetails: Readonly<Record<string, unknown>> | null
}

/** The reason beside the type of the error, as a refusal tells it (domain 7.2). */
export function failureReasonOf({ failureDetails }: Pick<PaymentFacts, 'failureDetails'>): string | null {
  const reason = failureDetails?.reason
  return typeof reason === 'string' ? reason : null
}

function paymentEventData(row: PaymentFacts): Record<string, unknown> {
  const reason = failureReasonOf(row)
  return {
    payment_id: row._id,
    wallet_id: row.walletId,
    amount: formatUnits(row.amount, row.token),
    token: row.token,
    chain: row.chain,
    ...(row.to === '' ? {} : { to: row.to }),
    ...(row.txHash === null ? {} : { tx_hash: row.txHash }),
    status: row.status,
    agent_id: row.agentId,
    ...(row.sessionId === undefined ? {} : { session_id: row.sessionId }),
    ...(row.failureCode === null ? {} : { failure_code: row.failureCode, failure_message: row.failureMessage }),
    ...(reason === null ? {} : { failure_reason: reason }),
  }
}

export function paymentEvent(type: EventType, row: PaymentFacts): EventDraft {
  return {
    type,
    resourceId: row._id,
    walletId: row.walletId,
    ...(row.agentId === null ? {} : { agentId: row.agentId }),
    data: paymentEventData(row),
  }
}
