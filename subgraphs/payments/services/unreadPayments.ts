/**
 * Payments that the chain may have paid although their record tells of nothing that was sent: after an older backup was
 * restored, until settlement has read the chain and booked what it has found there. Meanwhile none is told to have failed.
 */
import type { Verdict } from '../../shared/commit/types.ts'
import { refused } from '../../shared/commit/verdicts.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError } from '../../shared/errors.ts'
import { idsOf, madeAt } from '../../shared/ids.ts'
import { findBehind } from '../models/chainCursors.ts'
import { findPaymentsById, type PaymentRow } from '../models/payments.ts'
import { findUnbookedPayments, findUnbookedWallets } from '../models/settlementTasks.ts'
import { nextStage } from '../rules/paymentStages.ts'
import { senderOf } from '../settlement/network/senders.ts'

/** Their ids. */
export type Unread = ReadonlySet<string>

const RETRY_AFTER_MS = 2_000

/** Those of these payments that have no stored bytes. */
export async function findUnread(database: Database, payments: readonly PaymentRow[]): Promise<Unread> {
  const concerned = payments.filter((payment) => isUnsent(payment) && !isMadeSince(database, payment))
  const byNetwork = Map.groupBy(concerned, ({ mode, chain }) => `${mode}:${chain}`)
  if (byNetwork.size === 0) return new Set()
  const behind = await findBehind(database, [...byNetwork.keys()])
  const found = await Promise.all(
    [...byNetwork].map(async ([network, unsent]) => {
      if (behind.has(network)) return unsent
      const [wallets, booked] = await Promise.all([
        findUnbookedWallets(database, network, [...new Set(unsent.map(senderOf))]),
        findUnbookedPayments(
          database,
          network,
          unsent.map(({ _id }) => _id),
        ),
      ])
      return unsent.filter((payment) => wallets.has(senderOf(payment)) || booked.has(payment._id))
    }),
  )
  return new Set(found.flat().map(({ _id }) => _id))
}

/** Then it is of no backup; one that takes the nonce of a hold or a quote may have been sent for that before. */
function isMadeSince({ openedAt }: Database, { _id, nonceOf, quoteId }: PaymentRow): boolean {
  const made = madeAt(quoteId ?? nonceOf ?? _id)
  return made !== null && made > openedAt
}

/** Of what approvals or cases are about: those that are payments. */
export async function findUnreadOf(
  database: Database,
  subjects: readonly { readonly subjectId: string | null }[],
): Promise<Unread> {
  const ids = idsOf(
    'payment',
    subjects.flatMap(({ subjectId }) => subjectId ?? []),
  )
  return findUnread(database, await findPaymentsById(database, ids))
}

const isUnsent = ({ stage }: PaymentRow): boolean =>
  nextStage(stage, 'refuse') === 'failed' || nextStage(stage, 'close') === 'failed'

/** Whether one of them would have failed by this. */
export function failsUnread({ kind, ...verdict }: Verdict<unknown>, unread: Unread): boolean {
  if (kind === 'stale' || !('writes' in verdict)) return false
  return (verdict.writes.set ?? []).some(
    ({ ref, next }) => unread.has(ref.id) && 'status' in next && next.status === 'failed',
  )
}

/** What it decides, or else that the chain has to be read first, which nothing is stored of with the key of the request. */
export function unlessUnread<Answer>(verdict: Verdict<Answer>, unread: Unread): Verdict<Answer> {
  return failsUnread(verdict, unread) ? refused(notReadYet()) : verdict
}

function notReadYet(): DomainError {
  return new DomainError(
    'service_unavailable',
    'The chain is read since the service has started, and may have paid this before an older backup was restored. Nothing was decided. Try again.',
    { reason: 'chain_not_read', retry_after_ms: RETRY_AFTER_MS, retryable: true },
  )
}
