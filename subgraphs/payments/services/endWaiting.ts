/**
 * Ends payments that could not be sent for a day: the fees of the chain are above its cap, no endpoint of it answers, its blocks
 * are not booked, or the screening lists are outdated. Nothing was signed for them, and what they reserve is needed elsewhere.
 */

import { composeParts } from '../../shared/commit/compose.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import { realInstant } from '../../shared/commit/realInstant.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { createPauses, type LateOwners, type Pauses, sweepByOwner } from '../../shared/commit/submitByOwner.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { Refusal } from '../../shared/errors.ts'
import { madeAt, type PaymentId } from '../../shared/ids.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { type PaymentRow, paymentRef } from '../models/payments.ts'
import { findLongQueued } from '../models/settlingPayments.ts'
import type { PaymentsDeps } from '../ports.ts'
import { nextStage } from '../rules/paymentStages.ts'
import { endReads } from '../settlement/intents/approvalOutcome.ts'
import { failureWrites } from '../settlement/intents/failPayment.ts'
import { isMade, madeReads } from '../settlement/intents/hotOutflows.ts'
import type { SettlementRules } from '../settlement/intents/settlementRules.ts'
import { findUnread, type Unread } from './unreadPayments.ts'

export const QUEUED_MAX_MS = 24 * 3_600_000
const PAGE = 500
const SWEEP_EVERY_MS = 60_000

type Deps = Pick<PaymentsDeps, 'database' | 'commit' | 'clock' | 'log'> & { readonly rules: SettlementRules }

/** @returns how many this call has ended */
async function endWaiting(deps: Deps, pauses?: Pauses): Promise<number> {
  const late: LateOwners = new Set()
  const before = new Date(deps.clock.now().getTime() - QUEUED_MAX_MS)
  let count = 0
  for (let after: PaymentId | null = null; ; ) {
    const found: PaymentRow[] = await findLongQueued(deps.database, { before, after, limit: PAGE })
    const end = async (own: readonly [PaymentRow, ...PaymentRow[]]) => {
      count += await endChunk(deps, own)
    }
    const tell = ({ _id: paymentId }: PaymentRow, err: unknown) =>
      deps.log.error({ err, paymentId }, 'a payment that waits for too long could not be ended')
    await sweepByOwner(found, end, { late, pauses, tell })
    after = found.at(-1)?._id ?? null
    if (found.length < PAGE || after === null) return count
  }
}

async function endChunk({ database, commit, rules }: Deps, own: readonly [PaymentRow, ...PaymentRow[]]) {
  const [{ orgId, mode }] = own
  const settled = await submitPrepared(commit, async () => {
    const unread = await findUnread(database, own)
    return {
      ...({ priority: 'control', orgId, mode, whileSuspended: true } as const),
      ...composeParts(own.map((payment) => endPart(rules, payment, unread))),
    }
  })
  return 'answer' in settled ? settled.answer.filter(Boolean).length : 0
}

/** Exported for its decision alone. @returns false: it is sent, has ended, or has not waited for so long since it was approved */
export function endPart(rules: SettlementRules, payment: PaymentRow, unread: Unread): IntentPart<boolean> {
  const ref = paymentRef(payment._id)
  return {
    reads: () => ({
      guard: [ref, walletRef(payment.walletId), ...madeReads(payment), ...endReads(payment)],
    }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const isQueued = nextStage(row.stage, 'refuse') === 'failed' && row.chainWork === null
      if (!isQueued || isMade(state, row) || row.stopped !== undefined) return done(false)
      const real = realInstant(state, row, at)
      // By the time of the organization, which may have moved on since: never later than it was.
      const accepted = real.getTime() - (at.getTime() - row.policyEvaluatedAt.getTime())
      const since = Math.max(madeAt(row._id)?.getTime() ?? 0, accepted)
      if (real.getTime() - since < QUEUED_MAX_MS) return done(false)
      // The chain may have paid it before an older backup was restored: settlement ends it once it has read that.
      if (unread.has(row._id)) return done(false, { set: [setRow(ref, { ...row, stopped: TOO_LONG, updatedAt: at })] })
      return done(true, failureWrites(rules, state, row, TOO_LONG, at))
    },
  }
}

const TOO_LONG: Refusal = {
  type: 'all_adapters_exhausted',
  message:
    'It could not be sent for a day: the fees of the chain were above its cap, or the chain or the screening lists were not available. Nothing was paid, and the funds are available again: try later with a new Idempotency-Key, or on another chain.',
  details: { reason: 'not_sent_in_time', waited_seconds: QUEUED_MAX_MS / 1_000 },
}

export const createWaitingWorker = (deps: Deps): Worker => ({
  name: 'waitingPayments',
  async run(signal) {
    const pauses = createPauses()
    for (; !signal.aborted; await sleep(SWEEP_EVERY_MS, signal))
      await endWaiting(deps, pauses).catch((err: unknown) =>
        deps.log.error({ err }, 'payments that wait for too long could not be looked for'),
      )
  },
})
