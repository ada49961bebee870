/**
 * Follows what is due by itself, in the order of its times: payments over ACH as the bank reports them, and micro-deposits.
 * Safe in several processes at once: each step is decided by the row in its commit.
 */
import { timeOf } from '../../shared/clock.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { ITEMS_MAX, isBusy } from '../../shared/commit/submitByOwner.ts'
import type { DueOf } from '../../shared/dueWork.ts'
import { DomainError } from '../../shared/errors.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { ACH_PAYMENTS } from '../models/achPayments.ts'
import { BANK_ACCOUNTS } from '../models/bankAccounts.ts'
import { findDue } from '../models/dueRows.ts'
import type { TreasuryDeps } from '../ports.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'
import type { BankEvent } from '../rules/achStates.ts'
import type { BankAccountRow } from '../rules/bankAccount.ts'
import { submitStep } from '../services/ach/achStep.ts'
import { originate } from '../services/ach/originate.ts'
import { followAtBank } from '../services/bankAccounts/followAtBank.ts'
import { microDepositPart } from '../services/bankAccounts/microDepositSteps.ts'
import { createTrouble, type Trouble } from './trouble.ts'

const LOOK_EVERY_MS = 1_000
const PAGE = 100
const MODES: readonly Mode[] = ['test', 'live']

type Deps = Pick<
  TreasuryDeps,
  | 'database'
  | 'commit'
  | 'banks'
  | 'cases'
  | 'clock'
  | 'findNamedOwners'
  | 'gates'
  | 'log'
  | 'newId'
  | 'screening'
  | 'secrets'
  | 'spends'
>

interface Due {
  readonly row: AchPaymentRow | BankAccountRow
  follow(): Promise<void>
}

/**
 * Those of one organization in the order of their times, of several beside each other. What fails stays due, and keeps nothing
 * else from being followed, of the same organization or of another one.
 * @param of on whose clock it is due; undefined: all by real time
 */
export async function followDue(deps: Deps, of: DueOf | undefined, trouble: Trouble): Promise<void> {
  const until = of === undefined ? deps.clock.now() : timeOf(deps.clock, of.owner)
  const late = new Set<string>()
  let payments: AchPaymentRow[] = []
  let bankAccounts: BankAccountRow[] = []
  do {
    // What a bank that is down would have to be asked about is not even read: there may be a day of it.
    const modes = MODES.filter((mode) => !trouble.isDown(mode))
    const page = { limit: PAGE, ...(of && { owner: of.owner }), ...(modes.length < MODES.length && { modes }) }
    ;[payments, bankAccounts] = await Promise.all([
      findDue<AchPaymentRow>(deps.database, ACH_PAYMENTS, until, { ...page, after: payments.at(-1) ?? null }),
      findDue<BankAccountRow>(deps.database, BANK_ACCOUNTS, until, { ...page, after: bankAccounts.at(-1) ?? null }),
    ])
    const due: Due[] = [
      ...payments.map((payment) => ({ row: payment, follow: () => followPayment(deps, payment, until) })),
      ...bankAccounts.map((row) => ({ row, follow: () => followBankAccount(deps, row) })),
    ].toSorted((a, b) => Number(a.row.dueAt) - Number(b.row.dueAt))
    const byOwner = Map.groupBy(due, ({ row }) => ownerOf(row))
    await Promise.all(
      [...byOwner].map(async ([owner, own]) => {
        for (const some of inSteps(deps, own)) {
          if (late.has(owner) || of?.signal.aborted || some.some(({ row }) => trouble.isDown(row.mode))) return
          const tried = some.filter(({ row }) => !trouble.isPaused(row._id))
          const ends = await Promise.all(tried.map((one) => tryFollow(deps, one, trouble)))
          // Its commits do not come through: what else there is of it waits for the next round.
          if (ends.includes('busy')) late.add(owner)
        }
      }),
    )
  } while ((payments.length === PAGE || bankAccounts.length === PAGE) && !of?.signal.aborted)
}

/**
 * What is due at the same instant shares commits: a file may have thousands of payments, behind which those of others wait. A bank
 * outside is asked about one after the other.
 */
function* inSteps({ banks }: Pick<Deps, 'banks'>, own: readonly Due[]): Generator<readonly Due[]> {
  for (const same of Map.groupBy(own, ({ row }) => Number(row.dueAt)).values()) {
    const size = same.every(({ row }) => banks[row.mode].isSimulated) ? ITEMS_MAX : 1
    for (let start = 0; start < same.length; start += size) yield same.slice(start, start + size)
  }
}

const ownerOf = ({ orgId, mode }: ClockOwner) => `${orgId}:${mode}`

async function tryFollow({ log }: Deps, { row, follow }: Due, trouble: Trouble): Promise<'done' | 'failed' | 'busy'> {
  try {
    await follow()
    trouble.succeeded(row._id, row.mode)
    return 'done'
  } catch (error) {
    if (isBusy(error)) return 'busy'
    const isUnanswered = error instanceof DomainError && error.type === 'all_adapters_exhausted'
    if (isUnanswered) trouble.unanswered(row.mode)
    const isFirst = trouble.failed(row._id)
    if (isFirst && isUnanswered)
      log.warn({ err: error, mode: row.mode, subject: row._id }, 'the bank does not answer and is asked again later')
    else if (isFirst)
      log.error({ err: error, subject: row._id }, 'what the bank reports could not be booked, and is tried again later')
    return 'failed'
  }
}

async function followPayment(deps: Deps, payment: AchPaymentRow, now: Date): Promise<void> {
  // That it was refused is in the row by now.
  const row = await originate(deps, payment).catch((error: unknown) => {
    if (error instanceof DomainError && error.type === 'all_adapters_exhausted') return null
    throw error
  })
  if (row === null) return
  const known = new Set(row.events.map(nameOf))
  const told = (await deps.banks[row.mode].eventsOf(row, now)) ?? []
  const events = told.filter((event) => !known.has(nameOf(event)))
  let taken = 0
  for (const event of events) if ((await submitStep(deps, row, { event })) !== null) taken++
  // Whoever has taken a step meanwhile has said when it is due next.
  if (taken === 0) await submitStep(deps, row, { where: ({ v }) => v === row.v })
}

const nameOf = ({ type, result }: BankEvent) => `${type}:${result}`

async function followBankAccount(deps: Deps, bankAccount: BankAccountRow): Promise<void> {
  if (!deps.banks[bankAccount.mode].isSimulated) return followAtBank(deps, bankAccount)
  const { orgId, mode, _id } = bankAccount
  await submitPrepared(deps.commit, async () => ({
    ...({ priority: 'settle', orgId, mode, resourceId: _id } as const),
    ...(await microDepositPart(deps, bankAccount, null)),
  }))
}

export function createBankWorker(deps: Deps): Worker {
  return {
    name: 'treasuryFollow',
    async run(signal) {
      const trouble = createTrouble()
      while (!signal.aborted) {
        await followDue(deps, undefined, trouble)
        await sleep(LOOK_EVERY_MS, signal)
      }
    },
  }
}
