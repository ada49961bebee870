/** The three orders of a round of micro-deposits at a bank outside, two to the account and then their sum back, and what it tells of them. */
import { invariant } from '../../../shared/errors.ts'
import type { BankOrder } from '../../banks/bank.ts'
import { findFinancialAccounts } from '../../models/financialAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { BankEvent } from '../../rules/achStates.ts'
import type { BankAccountRow, EarlierRound } from '../../rules/bankAccount.ts'

/** Of each order; null: the bank has none. */
export type Told = readonly (readonly BankEvent[] | null)[]

export async function ordersOf(
  { database }: Pick<TreasuryDeps, 'database'>,
  { _id, externalToken, financialAccountId, ownerType }: BankAccountRow,
  { round, amounts: [first, second] }: Pick<EarlierRound, 'round' | 'amounts'>,
): Promise<readonly BankOrder[]> {
  const [account] = await findFinancialAccounts(database, [financialAccountId])
  invariant(account !== undefined && externalToken !== null, `the bank does not know the accounts of ${_id}`)
  const order = (part: string, direction: BankOrder['direction'], amount: number): BankOrder => ({
    ...{ reference: `${_id}.micro.${round}.${part}`, direction, amount: BigInt(amount), memo: 'ACCTVERIFY' },
    ...{ method: 'ACH_NEXT_DAY', secCode: ownerType === 'BUSINESS' ? 'CCD' : 'PPD', holdDays: 1 },
    ...{ financialAccountToken: account.externalToken, bankAccountToken: externalToken },
  })
  return [order('first', 'CREDIT', first), order('second', 'CREDIT', second), order('sum', 'DEBIT', first + second)]
}

/** @throws DomainError all_adapters_exhausted: the bank does not answer */
export const toldOf = (
  { banks }: Pick<TreasuryDeps, 'banks'>,
  { mode }: BankAccountRow,
  orders: readonly BankOrder[],
  now: Date,
): Promise<Told> => Promise.all(orders.map(({ reference }) => banks[mode].eventsOf({ _id: reference }, now)))

export const isEndOf = ({ type, result }: BankEvent): boolean =>
  type === 'ACH_RETURN_PROCESSED' || type === 'ACH_ORIGINATION_REJECTED' || result === 'DECLINED'

/** When the last of these orders has come so far; null: not all have. */
export function whenAll(told: Told, type: BankEvent['type']): Date | null {
  const instants = told.map((events) => events?.find((event) => event.type === type)?.createdAt.getTime())
  return instants.includes(undefined) ? null : new Date(Math.max(...instants.map(Number)))
}

/** What the bank has taken moves money unless it is declined or comes back. @param accepted so many it has, in their turn */
export function lossOf(orders: readonly BankOrder[], told: Told, accepted: number): bigint {
  return orders.reduce((lost, { direction, amount }, index) => {
    const events = told[index] ?? null
    if ((events === null && index >= accepted) || events?.some(isEndOf) === true) return lost
    return direction === 'CREDIT' ? lost + amount : lost - amount
  }, 0n)
}
