/** Moves available dollars between two financial accounts of one organization (A.9), at once. */
import { usdRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseOptionalText, parseText, type Unparsed } from '../../shared/fields.ts'
import { isId } from '../../shared/ids.ts'
import { EMPTY_USD_BALANCES } from '../../shared/ledger/accounts.ts'
import { bookTransferred } from '../../shared/ledger/usdPostings.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { type BookTransferRow, bookTransferRef } from '../models/bookTransfers.ts'
import { financialAccountRef, findAccountsOf } from '../models/financialAccounts.ts'
import type { TreasuryDeps } from '../ports.ts'
import { parseCents } from '../rules/achFields.ts'
import { booked } from '../rules/bookings.ts'
import { accountRefusal } from './ach/preparePayment.ts'
import { actorReads, actRefusal } from './actors.ts'
import { noFinancialAccount, requireFound, visible } from './readTreasury.ts'

type BookInput = Unparsed<{
  readonly fromFinancialAccountToken: string
  readonly toFinancialAccountToken: string
  readonly amountMinor: number
  readonly memo: string
}>

/**
 * @throws DomainError invalid_request, not_found, insufficient_funds, kill_switch_active, conflict (an account is not open, or is
 * at a bank that is not told of transfers)
 */
export async function bookTransfer(
  deps: TreasuryDeps,
  principal: Principal,
  input: BookInput,
  key: RequestKey | null = null,
): Promise<{ readonly row: BookTransferRow; readonly replayed: boolean }> {
  const id = deps.newId('bookTransfer')
  const prepare = async () => {
    const caller = requireCaller(principal)
    const { orgId, mode } = caller
    const fields = parseBook(input)
    const accounts = await findAccountsOf(deps.database, orgId, mode)
    const accountOf = (token: string) => accounts.find(({ _id }) => _id === token)
    const [from, to] = [accountOf(fields.from), accountOf(fields.to)]
    if (from === undefined || to === undefined) throw noFinancialAccount(accounts)
    const bank = deps.banks[mode]
    if (!bank.isSimulated) throw notOffered(bank.name)
    const [ref, position] = [bookTransferRef(id), usdRef(orgId, mode)]
    const both = [financialAccountRef(from._id), financialAccountRef(to._id)]
    const { amount, memo } = fields
    return {
      ...({ priority: 'spend', orgId, mode, resourceId: id } as const),
      resource: { type: 'book transfer', id },
      reads: () => ({ guard: [...actorReads(caller), ...both, position], newIds: [ref] }),
      decide(state: State, at: Date): Verdict<BookTransferRow> {
        const error = actRefusal(deps, state, caller, at, { rail: 'internal' })
        if (error !== null) return refused(error)
        const closed = both.map((account) => accountRefusal(requireRow(state, account))).find((found) => found !== null)
        if (closed !== undefined) return refused(closed)
        const held = state.get(position)
        if (held === null) return refused(notFound('financial account'))
        const { available } = held.accounts[from._id] ?? EMPTY_USD_BALANCES
        if (available < amount) return refused(tooLittle(from._id, available, amount))
        const row: BookTransferRow = {
          _id: id,
          v: 1,
          orgId,
          mode,
          from: from._id,
          to: to._id,
          amount,
          memo,
          createdAt: at,
        }
        const { deficit } = held.totals
        const journals = [bookTransferred(id, { mode, financialAccount: from._id, amount }, to._id, BigInt(deficit))]
        const { position: next, events } = booked(held, journals, { token: null, at })
        return done(row, { insert: [insertRow(ref, row)], set: [setRow(position, next)], journals, events })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { row: settled.answer, replayed: false }
  const [row = null] = await visible.bookTransfers(deps, principal, [settled.replayedId])
  return { row: requireFound(row, 'book transfer'), replayed: true }
}

function parseBook(input: BookInput) {
  const account = (value: unknown, path: string) => parseText(value, { path, lengthMax: LENGTH_MAX.id })
  const fields = parseAll({
    from: () => account(input.fromFinancialAccountToken, 'from_financial_account_token'),
    to: () => account(input.toFinancialAccountToken, 'to_financial_account_token'),
    amount: () => parseCents(input.amountMinor, 'amount_minor'),
    memo: () => parseOptionalText(input.memo, { path: 'memo', lengthMax: LENGTH_MAX.name }),
  })
  const to = 'to_financial_account_token'
  if (isId('financialAccount', fields.to) && fields.from === fields.to)
    throw invalidField(to, 'same_account', 'must be another account than the money comes from.')
  return fields
}

/** Its accounts would have other balances than ours: what the books say is there could not be withdrawn. */
function notOffered(bank: string): DomainError {
  const message = `Book transfers are not offered with the bank ${bank}, which would not know of them. Fund the account that needs the money (financial_account_token of POST /treasury/fund), and withdraw from the one that has it.`
  return new DomainError('conflict', message, { reason: 'not_offered_by_bank', bank })
}

function tooLittle(financialAccountId: string, available: bigint, required: bigint): DomainError {
  const message = `The financial account has ${available} cents available; this needs ${required}. Fund it, or lower the amount. What is pending cannot be spent.`
  return new DomainError('insufficient_funds', message, {
    ...{ reason: 'balance_below_amount', financial_account_token: financialAccountId },
    ...{ available_minor: Number(available), required_minor: Number(required), currency: 'USD' },
  })
}
