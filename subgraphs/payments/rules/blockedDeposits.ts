/** When compliance may release a blocked deposit (domain 4.3, 8.3), and what it is told. Pure. */
import { DomainError } from '../../shared/errors.ts'
import type { EventDraft } from '../../shared/events.ts'
import { parseAnyAddress } from '../../shared/evmAddress.ts'
import type { AgentId, WalletId } from '../../shared/ids.ts'
import { formatUnits } from '../../shared/money.ts'
import type { ScreeningCheck } from '../../shared/spend.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { denyingList } from './screening.ts'

interface BlockedDeposit {
  readonly _id: string
  readonly walletId: WalletId
  readonly token: Token
  readonly chain: Chain
  readonly amount: bigint
  readonly blocked?: bigint
  readonly from: string | null
  readonly txHash: string | null
  readonly isGone?: boolean
  readonly listedIn?: string
}

/**
 * Money of a listed address is neither spendable nor returned, whoever asks: only a list without the address makes it
 * free. Null: it can be released.
 */
export function unblockRefusal(deposit: BlockedDeposit, checks: readonly ScreeningCheck[]): DomainError | null {
  const { from, token, amount, blocked = 0n, listedIn, isGone } = deposit
  if (listedIn === undefined) return notBlocked()
  if (isGone)
    return new DomainError(
      'conflict',
      `The deposit of ${formatUnits(amount, token)} ${token} has left the chain in a reorganization, so nothing of it is blocked. If it comes again, it is blocked again.`,
      { reason: 'deposit_reversed' },
    )
  const listed = denyingList(checks)
  if (listed === null) return null
  return new DomainError(
    'compliance_denied',
    `The sender ${senderOf(from)} is on the sanctions list ${listed.list}, version ${listed.list_version}. ${formatUnits(blocked, token)} ${token} stay blocked; release them once a list without this address is in force.`,
    {
      ...{ reason: 'sanctions_hit', ...listed, listed_in: listedIn },
      ...{ sender: senderOf(from), blocked: formatUnits(blocked, token), token },
    },
  )
}

/** EIP-55; only a deposit with a sender is ever blocked. */
const senderOf = (from: string | null): string => parseAnyAddress(from ?? '') ?? ''

export const notBlocked = () =>
  new DomainError(
    'conflict',
    'The deposit is not blocked, so there is nothing to release. The transactions of status blocked that are open name the deposits that are.',
    { reason: 'not_blocked' },
  )

/** What was blocked can be spent from now on. */
export function unblockedEvent(
  { _id: depositId, walletId, token, chain, from, txHash }: BlockedDeposit,
  release: { readonly amount: bigint; readonly by: string; readonly reason: string; readonly clearedBy: string },
  agentId: AgentId | null,
): EventDraft {
  return {
    ...{ type: 'deposit.unblocked', resourceId: depositId, walletId },
    ...(agentId === null ? {} : { agentId }),
    data: {
      ...{ deposit_id: depositId, wallet_id: walletId, agent_id: agentId },
      ...{ amount: formatUnits(release.amount, token), token, chain },
      ...{ from: senderOf(from), tx_hash: txHash, status: 'unblocked' },
      ...{ unblocked_by: release.by, reason: release.reason, list_version: release.clearedBy },
    },
  }
}
