/** Offers to convert dollars to a token on a chain, for a minute (domain 1.9). */
import { parseChain } from '../../../shared/chainName.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, invalidField, notFound } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseOptionalText, parseText, type Unparsed } from '../../../shared/fields.ts'
import { parseAmount } from '../../../shared/money.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { isToken, TOKENS, type Token } from '../../../shared/tokens.ts'
import { financialAccountRef, findAccountsOf } from '../../models/financialAccounts.ts'
import { quoteRef } from '../../models/quotes.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { parseCents } from '../../rules/achFields.ts'
import { type Fixed, priceOf } from '../../rules/conversions/price.ts'
import { QUOTE_LIFE_MS, type QuoteRow } from '../../rules/conversions/quote.ts'
import { accountRefusal } from '../ach/preparePayment.ts'
import { actorReads, actRefusal } from '../actors.ts'
import { noFinancialAccount } from '../readTreasury.ts'
import { getQuote } from './readQuotes.ts'

export interface Quoted {
  readonly row: QuoteRow
  readonly replayed: boolean
}

export type QuoteInput = Unparsed<{
  readonly fromAmountMinor: number
  readonly toAmount: string
  readonly toToken: string
  readonly toChain: string
  readonly walletId: string
  readonly financialAccountToken: string
}>

type Offer = Omit<QuoteRow, 'v' | 'expiresAt' | 'dueAt' | 'createdAt' | 'updatedAt'>

/** @throws DomainError invalid_request, not_found, no_route, fx_rate_unavailable, kill_switch_active, conflict */
export async function createQuote(
  deps: TreasuryDeps,
  principal: Principal,
  input: QuoteInput,
  key: RequestKey | null = null,
): Promise<Quoted> {
  const id = deps.newId('quote')
  const prepare = async () => {
    const caller = requireCaller(principal)
    const offer = await prepareOffer(deps, caller, id, input)
    const { orgId, mode } = caller
    const [ref, account] = [quoteRef(id), financialAccountRef(offer.financialAccountId)]
    const stoppable = { rail: 'onchain', chain: offer.chain, amount: { token: offer.token } } as const
    return {
      ...({ priority: 'spend', orgId, mode, resourceId: id } as const),
      resource: { type: 'quote', id },
      reads: () => ({ guard: [...actorReads(caller), account], newIds: [ref] }),
      decide(state: State, at: Date): Verdict<QuoteRow> {
        const error = actRefusal(deps, state, caller, at, stoppable) ?? accountRefusal(requireRow(state, account))
        if (error !== null) return refused(error)
        const expiresAt = new Date(at.getTime() + QUOTE_LIFE_MS)
        const row: QuoteRow = { ...offer, v: 1, expiresAt, dueAt: expiresAt, createdAt: at, updatedAt: at }
        return done(row, { insert: [insertRow(ref, row)] })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { row: settled.answer, replayed: false }
  return { row: await getQuote(deps, principal, settled.replayedId), replayed: true }
}

async function prepareOffer(
  deps: TreasuryDeps,
  caller: Caller,
  id: QuoteRow['_id'],
  input: QuoteInput,
): Promise<Offer> {
  const { orgId, mode } = caller
  const { fixed, token, chain, walletId, accountId } = parseQuote(input, caller)
  const accounts = await findAccountsOf(deps.database, orgId, mode)
  const account = accounts.find(({ _id, type }) => (accountId === null ? type === 'ISSUING' : _id === accountId))
  if (account === undefined) throw noFinancialAccount(accounts)
  // The commit asks again; here it spares the chain a question.
  const closed = accountRefusal(account)
  if (closed !== null) throw closed
  const target = await deps.deliveries.findTarget(caller, walletId, chain)
  if (target === null) throw notFound('wallet')
  const fx = await deps.deliveries.rateOf(token, mode)
  const price = priceOf(fixed, token, fx?.rate ?? null)
  const error = await deps.deliveries.findRefusal(mode, chain, { units: price.toUnits, token }, target)
  if (error !== null) throw error
  return {
    ...{ _id: id, orgId, mode, status: 'open', fixedSide: fixed.side, ...price, token, chain, fx, ...target },
    ...{ financialAccountId: account._id, agentId: caller.kind === 'agent' ? caller.agentId : null },
    ...{ paymentId: null, approvalId: null, failureCode: null, executedAt: null, deliveredAt: null },
  }
}

function parseQuote(input: QuoteInput, { mode }: Caller) {
  const { toToken, toChain, fromAmountMinor, toAmount } = input
  const token = parseToken(toToken)
  const fields = parseAll({
    fixed: () => parseFixed(fromAmountMinor, toAmount, token),
    walletId: () => parseText(input.walletId, { path: 'wallet_id', lengthMax: LENGTH_MAX.id }),
    accountId: () =>
      parseOptionalText(input.financialAccountToken, { path: 'financial_account_token', lengthMax: LENGTH_MAX.id }),
  })
  return { ...fields, token, chain: parseChain(toChain, mode) }
}

function parseToken(value: unknown): Token {
  if (isToken(value)) return value
  throw invalidField('to_token', 'unknown_token', `must be one of ${TOKENS.join(', ')}`)
}

/** The side that is given is the one that stays as it is. */
function parseFixed(cents: unknown, amount: unknown, token: Token): Fixed {
  if ((cents == null) !== (amount == null))
    return amount == null
      ? { side: 'from', cents: parseCents(cents, 'from_amount_minor') }
      : { side: 'to', units: parseAmount(amount, token, 'to_amount').units }
  const [code, rule] = cents == null ? ['required', 'give either of both.'] : ['ambiguous', 'give only one of both.']
  const problem = (path: string) => ({ path, code, message: rule })
  throw new DomainError('invalid_request', `from_amount_minor, to_amount: ${rule}`, {
    fields: [problem('from_amount_minor'), problem('to_amount')],
  })
}
