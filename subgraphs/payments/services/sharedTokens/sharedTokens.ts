/** What payments offers to commerce for checkouts. */
import type { Repaid, Settlement, SharedTokens } from '../../../shared/acp.ts'
import { timeOf } from '../../../shared/clock.ts'
import { orgRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { invariant, toRefusal } from '../../../shared/errors.ts'
import { type CheckoutId, type HoldId, isId } from '../../../shared/ids.ts'
import { owns } from '../../../shared/principal.ts'
import { findPendingOfSessions } from '../../models/approvals.ts'
import { findHold, findHoldsById, holdRef } from '../../models/holds.ts'
import { hasArrived } from '../../models/minedPayments.ts'
import { findPaymentsById, type PaymentRow, paymentRef } from '../../models/payments.ts'
import { findHoldOfToken, findTokenPage } from '../../models/sharedTokens.ts'
import { findWallets } from '../../models/wallets.ts'
import { isOver } from '../../rules/approvals.ts'
import type { CaptureDeps } from '../holds/captureHold.ts'
import { holdReads, voidPart } from '../holds/holdEnds.ts'
import type { StopHoldsDeps } from '../holds/stopHolds.ts'
import type { RefusalLog } from '../refusals/refusalLog.ts'
import { refreshPrepared } from '../submitPayment.ts'
import { failCharge, invalidToken, prepareAsk, prepareCharge } from './chargeToken.ts'
import { prepareIssue } from './issueToken.ts'
import { toSharedToken } from './readTokens.ts'

interface TokenDeps extends CaptureDeps, Pick<StopHoldsDeps, 'rules'> {
  readonly refusals: RefusalLog
}

export function createSharedTokens(deps: TokenDeps): SharedTokens {
  const { database, clock, agents } = deps
  return {
    watch: (context, operation, act) =>
      deps.refusals.watch(context, { operation, input: {} }, (tell) => act((asked) => tell(asked))),
    async findWallet(caller, agentId) {
      if (caller.kind === 'agent') return caller.agentId === agentId ? caller.walletId : null
      const agent = isId('agent', agentId) ? await agents.find(agentId) : null
      return agent !== null && owns(caller, agent) ? agent.walletId : null
    },
    async findByHash(tokenHash) {
      const row = await findHoldOfToken(database, tokenHash)
      return row === null ? null : toSharedToken(row, timeOf(clock, row))
    },
    async find(holdIds) {
      const rows = await findHoldsById(database, holdIds)
      return rows
        .filter(({ sessionId }) => sessionId !== undefined)
        .map((row) => toSharedToken(row, timeOf(clock, row)))
    },
    async findOfPayments(paymentIds) {
      const payments = new Map((await findPaymentsById(database, paymentIds)).map((row) => [row._id, row]))
      const holdIds = [...payments.values()].flatMap(({ holdId }) => holdId ?? [])
      const tokens = new Map((await this.find(holdIds)).map((token) => [token.holdId, token]))
      return paymentIds.map((id) => tokens.get(payments.get(id)?.holdId ?? ('' as HoldId)) ?? null)
    },
    async list(of, args) {
      const at = timeOf(clock, of)
      const page = await findTokenPage(database, of, at, args)
      const rows = new Map(page.rows.map((row) => [row._id, row]))
      return {
        ...page,
        rows: page.rows.map((row) => toSharedToken(row, at)),
        cursorOf({ holdId }) {
          const row = rows.get(holdId)
          invariant(row !== undefined, `hold ${holdId} is not of this page`)
          return page.cursorOf(row)
        },
      }
    },
    async findPendingApprovals(sessionIds) {
      const rows = await findPendingOfSessions(database, sessionIds)
      const pending = rows.filter((row) => !isOver(row, timeOf(clock, row)))
      return new Map(pending.map(({ sessionId = '', _id }) => [sessionId as CheckoutId, _id]))
    },
    prepareIssue: (...asked) => prepareIssue(deps, ...asked),
    prepareCharge: (...asked) => prepareCharge(deps, ...asked),
    prepareAsk: (...asked) => prepareAsk(deps, ...asked),
    failCharge,
    async prepareStop(holdId) {
      const row = await findHold(database, holdId)
      if (row === null) throw invalidToken()
      return {
        reads: () => ({ guard: [orgRef(row.orgId), ...holdReads(row), ...deps.rules.preSignReads(row)] }),
        refusal(state, at) {
          const refusal = deps.rules.preSignCheck(state, requireRow(state, holdRef(holdId)), at)
          return refusal?.type === 'kill_switch_active' ? toRefusal(refusal) : null
        },
      }
    },
    async revokePart(holdId) {
      const row = await findHold(database, holdId)
      if (row === null) throw invalidToken()
      return voidPart(row, 'requested', () => true)
    },
    async findRepaid(paymentIds) {
      const found = new Map((await findPaymentsById(database, paymentIds)).map((payment) => [payment._id, payment]))
      const wallets = await findWallets(database, [...new Set([...found.values()].map(({ walletId }) => walletId))])
      const payers = new Map(wallets.map(({ _id, address }) => [_id, address]))
      return paymentIds.map((id) => {
        const payment = found.get(id)
        return payment === undefined
          ? null
          : { ...repaidOf(payment), ...settlementOf(payment), payer: payers.get(payment.walletId) ?? null }
      })
    },
    repaid(state, paymentId) {
      const payment = state.get(paymentRef(paymentId))
      return payment === null ? null : repaidOf(payment)
    },
    refresh: (orgId) => refreshPrepared(deps, orgId),
    wake: () => deps.wakeSettlement(),
  }
}

const repaidOf = (payment: PaymentRow): Repaid => ({
  ...{ completed: hasArrived(payment), amount: payment.amount },
  refunded: payment.refundedAmount ?? 0n,
})

/** One that was mined after its failure has no time of completion of its own. */
function settlementOf(payment: PaymentRow): Omit<Settlement, 'payer'> {
  const { txHash, chain, token, to: payee, completedAt, minedIn, updatedAt } = payment
  const confirmedAt = hasArrived(payment) ? (completedAt ?? minedIn?.at ?? updatedAt) : null
  return { txHash, chain, token, payee, confirmedAt }
}
