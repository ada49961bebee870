/**
 * Money from a listed address (domain 4.3, 8.3): it goes to the blocked balance, where nothing spends it, the wallet is
 * frozen and compliance is told. A sender may be listed later: then what is still available of the deposit is blocked, and it is
 * the refund of no payment any more. Compliance releases it once the sender is listed no more.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { PLATFORM, type WalletPosition, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Intent, IntentPart, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { fundsBlockedJournal, fundsUnblockedJournal } from '../../../shared/ledger/postings.ts'
import { formatUnits } from '../../../shared/money.ts'
import { freezeForCompliance } from '../../../shared/walletEvents.ts'
import { type DepositRow, depositRef } from '../../models/deposits.ts'
import type { Screener } from '../../ports.ts'
import { notBlocked, unblockedEvent, unblockRefusal } from '../../rules/blockedDeposits.ts'
import { type RefundedPayment, refundedBy, refundedReads, unlinkWrites } from './linkRefund.ts'
import { availablePart } from './mismatches.ts'
import type { OrderRules } from './orderOfPayment.ts'
import { guardedIntent } from './settlementIntent.ts'

/** @param deposit as this commit leaves it */
export function flagWrites(wallet: WalletPosition, deposit: Omit<DepositRow, 'v'>, at: Date): Writes {
  const { _id: depositId, walletId, token, chain, amount, blocked = 0n, txHash, listedIn } = deposit
  const { agentId } = wallet
  const reason = 'A deposit came from an address on a sanctions list.'
  const act = { source: 'policy', by: depositId, reason, at } as const
  const frozen = freezeForCompliance(wallet, act)
  return {
    set: [setRow(walletRef(walletId), frozen.next)],
    events: [
      ...frozen.events,
      {
        type: 'compliance.flagged',
        resourceId: depositId,
        walletId,
        ...(agentId === null ? {} : { agentId }),
        data: {
          ...{ wallet_id: walletId, agent_id: agentId, outcome: 'deny', reasons: ['sanctions_hit'] },
          ...{ subject_type: 'deposit', created_at: at.toISOString() },
          ...{ deposit_id: depositId, token, chain, tx_hash: txHash, list_version: listedIn },
          ...{ amount: formatUnits(amount, token), blocked: formatUnits(blocked, token) },
        },
      },
    ],
  }
}

/**
 * @param judged as it was read
 * @param refunded the payment that it refunds
 * @returns what was blocked of it; null: it is gone, or blocked already
 */
export function blockDepositIntent(
  judged: DepositRow,
  listedIn: string,
  refunded: readonly RefundedPayment[] = refundedBy(judged),
  rules: OrderRules = {},
): Intent<bigint | null> {
  const ref = depositRef(judged._id)
  const reads = [ref, walletRef(judged.walletId), ...refundedReads(refunded)]
  return guardedIntent(judged, reads, (state, at) => {
    const row = requireRow(state, ref)
    if (row.isGone || row.listedIn !== undefined) return done(null)
    if (row.refund?.paymentId !== judged.refund?.paymentId) return { kind: 'stale' }
    const wallet = requireRow(state, walletRef(row.walletId))
    const blocked = availablePart(wallet, row, row.amount)
    // What nobody can spend refunds nothing, and gives no limit back.
    const unlinked = unlinkWrites(rules, state, row, at)
    const { refund: _, refundedAt: __, ...rest } = row
    const next: DepositRow = { ...rest, listedIn, blocked }
    const { walletId, token, chain } = row
    const subject = { walletId, token, chain, amount: blocked }
    const writes: Writes = {
      set: [setRow(ref, next)],
      journals: blocked > 0n ? [fundsBlockedJournal(row._id, subject, row.arrivals ?? 1, row.unblocks)] : [],
    }
    return done(blocked, joinWrites([unlinked.writes, writes, flagWrites(unlinked.count(wallet), next, at)]))
  })
}

/** Who releases a deposit, and why. */
export interface Release {
  readonly by: string
  readonly reason: string
}

export interface Unblocked {
  readonly deposit: DepositRow
  readonly release: NonNullable<DepositRow['unblocked']>
  /** It had been released before. */
  readonly isKnown: boolean
}

/**
 * Releases a deposit whose sender is no longer listed. What was blocked is available again; the wallet stays frozen until
 * compliance unfreezes it.
 * @param judged names the row
 */
export function unblockDepositPart(
  judged: Pick<DepositRow, '_id' | 'walletId'>,
  { by, reason }: Release,
  screener: Pick<Screener, 'check' | 'isOutdated' | 'versions'>,
): IntentPart<Unblocked> {
  const ref = depositRef(judged._id)
  const position = walletRef(judged.walletId)
  return {
    reads: () => ({ guard: [ref, position] }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const { listedIn, blocked: amount = 0n, unblocks: before = 0, walletId, token, chain } = row
      if (listedIn === undefined && row.unblocked !== undefined)
        return done({ deposit: row, release: row.unblocked, isKnown: true })
      const platform = state.get(PLATFORM)
      if (platform !== null && screener.isOutdated(platform)) return { kind: 'stale' }
      const error = unblockRefusal(row, screener.check({ address: row.from, mode: row.mode }))
      if (error !== null || listedIn === undefined) return refused(error ?? notBlocked())
      const unblocks = before + 1
      const clearedBy = screener
        .versions()
        .map(({ list, version }) => `${list} ${version}`)
        .join(', ')
      const release = { amount, listedIn, clearedBy, by, reason, at }
      const { listedIn: _, blocked: __, ...rest } = row
      const next: DepositRow = { ...rest, unblocked: release, unblocks }
      const journal = fundsUnblockedJournal(row._id, { walletId, token, chain, amount }, unblocks)
      return done(
        { deposit: next, release, isKnown: false },
        {
          set: [setRow(ref, next)],
          journals: amount > 0n ? [journal] : [],
          events: [unblockedEvent(next, release, requireRow(state, position).agentId)],
        },
      )
    },
  }
}
