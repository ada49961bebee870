/**
 * Follows what is due by itself, in the order of its times: payments over ACH as the bank reports them, and micro-deposits.
 * Safe in several processes at once: each step is decided by the row in its commit.
 */
import { timeOf } from '../../shared/clock.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { DueOf } from '../../shared/dueWork.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { ACH_PAYMENTS } from '../models/achPayments.ts'
import { BANK_ACCOUNTS } from '../models/bankAccounts.ts'
import { findDue } from '../models/dueRows.ts'
import type { TreasuryDeps } from '../ports.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'
import type { BankAccountRow } from '../rules/bankAccount.ts'
import { submitStep } from '../services/ach/achStep.ts'
import { originate } from '../services/ach/originate.ts'
import { microDepositPart } from '../services/bankAccounts/microDepositSteps.ts'

const LOOK_EVERY_MS = 1_000
const PAGE = 100

type Deps = Pick<TreasuryDeps, 'database' | 'commit' | 'bank' | 'clock' | 'log' | 'timeOf'>

type Due = { readonly payment: AchPaymentRow } | { readonly bankAccount: BankAccountRow }

/**
 * Those of one organization one after the other, of several beside each other.
 * @param of on whose clock it is due; absent: all by real time
 */
export async function followDue(deps: Deps, of?: DueOf): Promise<void> {
  const until = of === undefined ? deps.clock.now() : timeOf(deps.clock, of.owner)
  const page = { after: null, limit: PAGE, ...(of && { owner: of.owner }) }
  while (!of?.signal.aborted) {
    const [payments, bankAccounts] = await Promise.all([
      findDue<AchPaymentRow>(deps.database, ACH_PAYMENTS, until, page),
      findDue<BankAccountRow>(deps.database, BANK_ACCOUNTS, until, page),
    ])
    const due = [
      ...payments.map((payment) => ({ at: payment.dueAt, owner: ownerOf(payment), work: { payment } })),
      ...bankAccounts.map((bankAccount) => ({
        at: bankAccount.dueAt,
        owner: ownerOf(bankAccount),
        work: { bankAccount },
      })),
    ].toSorted((a, b) => Number(a.at) - Number(b.at))
    if (due.length === 0) return
    const outcomes = await Promise.all(
      [...Map.groupBy(due, (one) => one.owner).values()].map(async (own) => {
        for (const { work } of own) if (!(await tryFollow(deps, work, until))) return false
        return true
      }),
    )
    // What fails stays due: it is looked at again in the next round, and not at once.
    if (outcomes.includes(false)) return
  }
}

const ownerOf = ({ orgId, mode }: ClockOwner) => `${orgId}:${mode}`

async function tryFollow(deps: Deps, work: Due, until: Date): Promise<boolean> {
  try {
    await ('payment' in work ? followPayment(deps, work.payment, until) : followBankAccount(deps, work.bankAccount))
    return true
  } catch (error) {
    const subject = 'payment' in work ? work.payment._id : work.bankAccount._id
    deps.log.error({ err: error, subject }, 'what the bank reports could not be booked')
    return false
  }
}

async function followPayment(deps: Deps, payment: AchPaymentRow, now: Date): Promise<void> {
  if (payment.origination === 'pending') await originate(deps, payment).catch(() => undefined)
  const known = new Set(payment.events.map(({ type }) => type))
  const events = (await deps.bank.eventsOf(payment, now)).filter(({ type }) => !known.has(type))
  let taken = 0
  for (const event of events) if ((await submitStep(deps, payment, { event })) !== null) taken++
  if (taken === 0) await submitStep(deps, payment, {})
}

async function followBankAccount({ commit }: Deps, bankAccount: BankAccountRow): Promise<void> {
  const { orgId, mode, _id } = bankAccount
  await submitPrepared(commit, () => ({
    ...({ priority: 'settle', orgId, mode, resourceId: _id } as const),
    ...microDepositPart(bankAccount, null),
  }))
}

export function createBankWorker(deps: Deps): Worker {
  return {
    name: 'treasuryFollow',
    async run(signal) {
      while (!signal.aborted) {
        await followDue(deps)
        await sleep(LOOK_EVERY_MS, signal)
      }
    },
  }
}
