/**
 * Executes a quote (domain 1.9): a spend of dollars, decided by the gates of every spend. The dollars are in flight and the
 * delivery is queued in one commit; repeating it returns the first result. What an agent asks for waits for a person, and is
 * priced anew where the quote has expired meanwhile, so that nobody has a free option.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { usdRef, walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import type { DeliveryFacts } from '../../../shared/conversions.ts'
import type { DollarSpend, DollarVerdict } from '../../../shared/dollarSpend.ts'
import { type DomainError, invariant, notFound } from '../../../shared/errors.ts'
import { deliveryIdOf } from '../../../shared/ids.ts'
import { conversionExecuted } from '../../../shared/ledger/conversionPostings.ts'
import { CENT_MICRO } from '../../../shared/money.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { financialAccountRef } from '../../models/financialAccounts.ts'
import { quoteRef } from '../../models/quotes.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { booked } from '../../rules/bookings.ts'
import {
  conversionEvent,
  executionRefusal,
  isParked,
  nextQuoteStatus,
  type QuoteRow,
} from '../../rules/conversions/quote.ts'
import { accountRefusal } from '../ach/preparePayment.ts'
import { actorReads } from '../actors.ts'
import type { Quoted } from './createQuote.ts'
import { getQuote } from './readQuotes.ts'

/**
 * @throws DomainError not_found, quote_expired, quote_already_used, kill_switch_active, compliance_denied, wallet_frozen,
 * no_route, insufficient_funds
 */
export async function executeQuote(
  deps: TreasuryDeps,
  principal: Principal,
  input: { readonly id: string; readonly approvalId?: string | null | undefined },
  key: RequestKey | null = null,
): Promise<Quoted> {
  const newId = deps.newId('approval')
  const prepare = async () => {
    const caller = requireCaller(principal)
    const { orgId, mode } = caller
    const quote = await getQuote(deps, principal, input.id)
    const ref = quoteRef(quote._id)
    const resource = { type: 'quote', id: quote._id }
    const known = { ...({ priority: 'spend', orgId, mode, resourceId: quote._id } as const), resource }
    const approval = { newId, isApproved: false }
    const isOpen = quote.status === 'open' && !isParked(quote)
    const prepared = isOpen ? await prepareConversion(deps, caller, quote, approval) : null
    return {
      ...known,
      reads: () => ({
        guard: [...actorReads(caller), ref, ...(prepared?.guard ?? [])],
        newIds: prepared?.newIds ?? [],
      }),
      decide(state: State, at: Date): Verdict<QuoteRow> {
        const row = requireRow(state, ref)
        const { approvalId = null } = input
        if (approvalId !== null && approvalId !== row.approvalId) return refused(notFound('approval'))
        if (row.status === 'executed') return done(row)
        if (isParked(row)) return { ...done(row), outcome: 'parked' }
        const error = executionRefusal(row, at)
        if (error !== null) return refused(error)
        if (prepared === null) return { kind: 'stale' }
        const verdict = prepared.authorize(state, row, at)
        if (verdict.kind === 'stale') return verdict
        if (verdict.kind === 'refused') return refused(verdict.error)
        if (verdict.kind === 'parked') {
          const next: QuoteRow = { ...row, approvalId: verdict.approvalId, dueAt: null, updatedAt: at }
          const writes = joinWrites([verdict.writes, { set: [setRow(ref, next)] }])
          return { ...done(next, writes), outcome: 'parked' }
        }
        const executed = prepared.execute(state, row, verdict, at)
        return done(executed.row, executed.writes)
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  deps.deliveries.wake()
  if ('answer' in settled) return { row: settled.answer, replayed: false }
  return { row: await getQuote(deps, principal, settled.replayedId), replayed: true }
}

export interface PreparedConversion {
  readonly guard: ReturnType<TreasuryDeps['dollars']['reads']>['guard']
  readonly newIds: NonNullable<ReturnType<TreasuryDeps['dollars']['reads']>['newIds']>
  /** @param row as it is to be executed */
  authorize(state: State, row: QuoteRow, at: Date): DollarVerdict
  execute(
    state: State,
    row: QuoteRow,
    verdict: Extract<DollarVerdict, { kind: 'authorized' }>,
    at: Date,
  ): { readonly row: QuoteRow; readonly writes: Writes }
}

/** Everything slow or external; what is decided is decided on the rows of the commit. */
export async function prepareConversion(
  deps: TreasuryDeps,
  caller: Caller,
  quote: QuoteRow,
  approval: Omit<DollarSpend['approval'], 'subjectId'>,
): Promise<PreparedConversion> {
  const { deliveries, dollars } = deps
  const { mode, chain, token, toUnits: units } = quote
  const target = await deliveries.findTarget(caller, quote.walletId, chain)
  if (target === null) throw notFound('wallet')
  const amount = { units: BigInt(units), token }
  const facts = await deliveries.prepare(mode, chain, amount, target)
  const closed = await deliveries.findRefusal(mode, chain, amount, target)
  const account = financialAccountRef(quote.financialAccountId)
  const spendAt = (row: QuoteRow, error: DomainError | null): DollarSpend => ({
    ...spendOf(caller, row, facts),
    route: error === null ? { ok: true } : { ok: false, error },
    approval: { ...approval, subjectId: row._id },
  })
  const reads = dollars.reads(spendAt(quote, null))
  return {
    guard: [account, usdRef(quote.orgId, mode), ...reads.guard],
    newIds: [...deliveries.newIds(deliveryIdOf(quote._id)), ...(reads.newIds ?? [])],
    authorize(state, row, at) {
      const error = closed ?? accountRefusal(requireRow(state, account))
      return dollars.authorize(state, spendAt(row, error), at)
    },
    execute: (state, row, verdict, at) => executed(deps, state, { row, facts, verdict }, at),
  }
}

function spendOf(caller: Caller, row: QuoteRow, facts: DeliveryFacts): Omit<DollarSpend, 'route' | 'approval'> {
  const { orgId, mode, token, chain, financialAccountId } = row
  const [cents, amount] = [BigInt(row.fromCents), { units: BigInt(row.toUnits), token }]
  return {
    ...{ kind: 'conversion', orgId, mode, rail: 'onchain', chain, amount, access: 'treasury', caller },
    ...{ financialAccountId, cents, usdMicro: cents * CENT_MICRO, to: row.address },
    delivery: { ...facts, amount, chain },
  }
}

interface Execution {
  readonly row: QuoteRow
  readonly facts: DeliveryFacts
  readonly verdict: Extract<DollarVerdict, { kind: 'authorized' }>
}

function executed(
  { deliveries }: TreasuryDeps,
  state: State,
  { row, facts, verdict }: Execution,
  at: Date,
): { readonly row: QuoteRow; readonly writes: Writes } {
  const status = nextQuoteStatus(row.status, 'execute')
  invariant(status !== null, `quote ${row._id} is ${row.status} and is executed`)
  const paymentId = deliveryIdOf(row._id)
  const next: QuoteRow = { ...row, status, paymentId, executedAt: at, dueAt: null, updatedAt: at }
  const { orgId, mode, token, chain, walletId, address, fx } = row
  const amount = { units: BigInt(row.toUnits), token }
  const usdMicro = (BigInt(row.fromCents) - BigInt(row.feeCents)) * CENT_MICRO
  const { agentId } = requireRow(state, walletRef(walletId))
  const queued = deliveries.book(
    { paymentId, quoteId: row._id, orgId, mode, walletId, agentId, address, amount, chain, usdMicro, fx },
    facts,
    at,
  )
  const usd = usdRef(orgId, mode)
  const journals = [conversionExecuted(row._id, verdict.authorization)]
  const { position, events } = booked(requireRow(state, usd), journals, { token: null, at })
  const own: Writes = {
    set: [setRow(quoteRef(row._id), next), setRow(usd, position)],
    journals,
    events: [conversionEvent(next), ...events],
  }
  return { row: next, writes: joinWrites([verdict.writes, own, queued]) }
}
