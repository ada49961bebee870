/**
 * Hands a payment that is committed to the bank. That it is asked is committed first, so that from then on nobody takes the
 * payment back; our identifier is its idempotency token, so that asking again after an unknown outcome makes no second one.
 * A definite refusal ends the payment before it is told. A stop ends what was not asked for yet, and nothing is asked for again
 * while it lasts.
 */
import { DomainError, invariant } from '../../../shared/errors.ts'
import type { BankOrder } from '../../banks/bank.ts'
import { findAchPayments } from '../../models/achPayments.ts'
import { findBankAccounts } from '../../models/bankAccounts.ts'
import { findFinancialAccounts } from '../../models/financialAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import { submitStep } from './achStep.ts'

type Deps = Pick<
  TreasuryDeps,
  'banks' | 'cases' | 'commit' | 'clock' | 'database' | 'findNamedOwners' | 'gates' | 'newId' | 'screening' | 'spends'
>

/** @throws DomainError all_adapters_exhausted: the bank has not taken it, and it is canceled */
export async function originate(deps: Deps, row: AchPaymentRow): Promise<AchPaymentRow> {
  const bank = deps.banks[row.mode]
  if (bank.isSimulated || (row.origination !== 'pending' && row.origination !== 'asked')) return row
  const order = await orderOf(deps, row)
  // The bank does not know the account yet: the follower tells it, and comes back to this.
  if (order === 'not linked yet') return row
  if (order === 'never linked') return endRefused(deps, row)
  const isFirst = row.origination === 'pending'
  const where = (now: AchPaymentRow) => now.origination === row.origination && (!isFirst || now.stage === 'reviewed')
  const stop = isFirst ? 'ends' : 'holds'
  const asked = await submitStep(deps, row, { origination: 'asked', askedAt: deps.clock.now(), where, stop })
  if (asked === null) return isFirst ? reread(deps, row) : endHeld(deps, await reread(deps, row))
  if (isFirst && asked.stage !== 'reviewed') return asked
  // It waits for current lists.
  if (asked.origination !== 'asked' || deps.screening.unavailable(row.mode) !== null) return asked
  const outcome = await bank.originate(order, isFirst)
  if (outcome === 'unknown') return reread(deps, row)
  if (outcome === 'accepted')
    return (await submitStep(deps, row, { origination: 'accepted' })) ?? (await reread(deps, row))
  return endRefused(deps, row)
}

/** Longer than any call of ours is on its way. */
const HELD_MS = 3_600_000

/**
 * The bank may have what is held back, and then tells what becomes of it. What it has not would wait for ever for a bank account
 * that nobody may use any more.
 * @throws DomainError all_adapters_exhausted: as `endRefused`, or the bank does not answer
 */
async function endHeld(deps: Deps, row: AchPaymentRow): Promise<AchPaymentRow> {
  const now = deps.clock.now()
  const heldMs = now.getTime() - (row.askedAt ?? row.updatedAt).getTime()
  if (row.origination !== 'asked' || row.stage !== 'reviewed' || heldMs < HELD_MS) return row
  const [bankAccount] = await findBankAccounts(deps.database, [row.bankAccountId])
  if (bankAccount?.state === 'ENABLED' || (await deps.banks[row.mode].eventsOf(row, now)) !== null) return row
  return endRefused(deps, row)
}

/** @throws DomainError all_adapters_exhausted: once the payment has ended, unless somebody else's call was accepted meanwhile */
async function endRefused(deps: Deps, row: AchPaymentRow): Promise<AchPaymentRow> {
  const event = {
    ...({ type: 'ACH_ORIGINATION_CANCELLED', result: 'DECLINED', detailedResults: ['DECLINED'] } as const),
    ...{ externalId: null, createdAt: deps.clock.now() },
  }
  const where = ({ origination }: AchPaymentRow) => origination !== 'accepted'
  await submitStep(deps, row, { event, failure: 'all_adapters_exhausted', where })
  const now = await reread(deps, row)
  if (now.origination === 'accepted') return now
  const bank = deps.banks[row.mode]
  throw new DomainError(
    'all_adapters_exhausted',
    'The bank has not taken the payment, and no money moves. Send it again.',
    {
      ...{ payment_token: row._id, attempts: [{ adapter: bank.name, error: 'refused' }] },
    },
  )
}

async function reread({ database }: Deps, { _id }: AchPaymentRow): Promise<AchPaymentRow> {
  const [row] = await findAchPayments(database, [_id])
  invariant(row !== undefined, `payment ${_id} does not exist`)
  return row
}

async function orderOf({ database }: Deps, row: AchPaymentRow): Promise<BankOrder | 'not linked yet' | 'never linked'> {
  const [[account], [bankAccount]] = await Promise.all([
    findFinancialAccounts(database, [row.financialAccountId]),
    findBankAccounts(database, [row.bankAccountId]),
  ])
  if (account === undefined || bankAccount == null) return 'not linked yet'
  // The bank has refused it, or it was closed before the bank knew it: nothing tells the bank of it any more.
  const isOver = bankAccount.state === 'CLOSED' || bankAccount.verificationState === 'FAILED_VERIFICATION'
  if (bankAccount.externalToken === null) return isOver ? 'never linked' : 'not linked yet'
  const { _id, direction, method, secCode, memo } = row
  return {
    ...{ reference: _id, direction, method, secCode, memo, amount: BigInt(row.amount), holdDays: Number(row.holdDays) },
    ...{ financialAccountToken: account.externalToken, bankAccountToken: bankAccount.externalToken },
  }
}
