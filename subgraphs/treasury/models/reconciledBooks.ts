/** What a reconciliation compares of the books of an organization in one mode, all as of one instant; and when it did so last. */
import { type UsdPosition, usdRef } from '../../shared/commit/positions.ts'
import { type Session, withSnapshot } from '../../shared/commit/snapshot.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import { isUsdPosting, type JournalRow } from '../../shared/ledger/journal.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { BankPayment } from '../banks/bank.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'
import type { BankAccountRow } from '../rules/bankAccount.ts'
import type { LedgerLine, MicroBooks, PostedSum } from '../rules/reconciliation.ts'
import { ACH_PAYMENTS } from './achPayments.ts'
import { BANK_ACCOUNTS } from './bankAccounts.ts'
import { addPosted, keepPosted, type Posted } from './postedSums.ts'

export interface Books {
  readonly position: UsdPosition
  /** Those that changed last first, and at most so many. */
  readonly payments: readonly ComparedPayment[]
  /** Of these payments, by financial account. */
  readonly entries: ReadonlyMap<string, readonly LedgerLine[]>
  readonly posted: readonly PostedSum[]
  /** Of the bank accounts that were linked since. */
  readonly micro: readonly MicroBooks[]
}

/** There may be thousands: no more of each is read than its bank is asked with. */
type ComparedPayment = Pick<AchPaymentRow, keyof BankPayment | '_id' | 'financialAccountId' | 'createdAt'>
const COMPARED = {
  ...{ _id: 1, financialAccountId: 1, direction: 1, amount: 1, stage: 1, schedule: 1 },
  ...{ events: 1, behaviour: 1, origination: 1, settledAt: 1, createdAt: 1 },
} as const satisfies Record<keyof ComparedPayment, 1>

const PAYMENTS_MAX = 10_000
const AT_ONCE = 1_000
/** Of an answer of the server: the driver decodes each without a pause, in which this process does nothing else. */
const BATCH = 250

/**
 * @param asked.since of the payments that are compared
 * @param asked.isFull all entries are added up anew, not only those after the last reconciliation
 * @returns null before the first synchronization
 */
export async function readBooks(
  database: Database,
  owner: ClockOwner,
  { since, isFull }: { readonly since: Date; readonly isFull: boolean },
): Promise<Books | null> {
  const posted = await keepPosted(database, owner, isFull)
  return withSnapshot(database, (session) => read(database, owner, { since, posted }, session))
}

async function read(
  database: Database,
  owner: ClockOwner,
  { since, posted }: { readonly since: Date; readonly posted: Posted },
  session: Session,
): Promise<Books | null> {
  const { orgId, mode } = owner
  const positions = database.collection<UsdPosition>('positions')
  const position = await positions.findOne({ _id: usdRef(orgId, mode).id }, { session })
  if (position === null) return null
  const payments = await database
    .collection<AchPaymentRow>(ACH_PAYMENTS)
    .find({ orgId, mode, updatedAt: { $gte: since } }, { session })
    .sort({ updatedAt: -1 })
    .limit(PAYMENTS_MAX)
    .batchSize(BATCH)
    .project<ComparedPayment>(COMPARED)
    .toArray()
  const entries = new Map<string, LedgerLine[]>()
  for (let start = 0; start < payments.length; start += AT_ONCE)
    for (const [account, line] of await linesOf(database, payments.slice(start, start + AT_ONCE), session)) {
      const lines = entries.get(account)
      if (lines === undefined) entries.set(account, [line])
      else lines.push(line)
    }
  const micro = await readMicro(database, owner, since, session)
  return { position, payments, entries, micro, posted: await addPosted(database, owner, posted, session) }
}

const BANK_ACCOUNTS_MAX = 200

/** Those that were linked before the statement begins have entries that it does not show. */
async function readMicro(
  database: Database,
  { orgId, mode }: ClockOwner,
  since: Date,
  session: Session,
): Promise<MicroBooks[]> {
  const accounts = await database
    .collection<BankAccountRow>(BANK_ACCOUNTS)
    .find({ orgId, mode, createdAt: { $gte: since }, microDeposits: { $ne: null } }, { session })
    .sort({ _id: -1 })
    .limit(BANK_ACCOUNTS_MAX)
    .project<Pick<BankAccountRow, '_id' | 'financialAccountId' | 'updatedAt'>>({ financialAccountId: 1, updatedAt: 1 })
    .toArray()
  const books: MicroBooks[] = []
  for (const { _id: bankAccountId, financialAccountId, updatedAt: changedAt } of accounts) {
    // The ids of its journals begin with its own.
    const own = { _id: { $gte: `led_${bankAccountId}.`, $lt: `led_${bankAccountId}/` } }
    const journals = await database
      .collection<JournalRow>('journals')
      .find(own as object, { session })
      .project<Pick<JournalRow, 'lines'>>({ lines: 1 })
      .toArray()
    const lines = journals.flatMap((journal) => journal.lines.filter(isUsdPosting))
    const cents = lines
      .filter(({ account }) => account === '1010')
      .reduce((sum, { direction, amount }) => sum + (direction === 'debit' ? BigInt(amount) : -BigInt(amount)), 0n)
    books.push({ bankAccountId, financialAccountId, cents, changedAt })
  }
  return books
}

const STEPS = { settled: 'ACH_ORIGINATION_SETTLED', returned: 'ACH_RETURN_PROCESSED' } as const

/** What they have moved at the bank. The ids of journal entries follow from their causes. */
async function linesOf(
  database: Database,
  payments: readonly ComparedPayment[],
  session: Session,
): Promise<[string, LedgerLine][]> {
  const kinds = ['settled', 'returned'] as const
  const causes = new Map<string, { payment: ComparedPayment; kind: keyof typeof STEPS }>(
    payments.flatMap((payment) => kinds.map((kind) => [`led_${payment._id}.${kind}`, { payment, kind }] as const)),
  )
  const journals = await database
    .collection<JournalRow>('journals')
    .find({ _id: { $in: [...causes.keys()] } as object }, { session })
    .batchSize(BATCH)
    .project<Pick<JournalRow, '_id' | 'lines'>>({ lines: 1 })
    .toArray()
  return journals.flatMap((journal) => {
    const cause = causes.get(journal._id)
    const line = journal.lines.filter(isUsdPosting).find(({ account }) => account === '1010')
    if (cause === undefined || line === undefined || line.financialAccount === null) return []
    const { payment, kind } = cause
    const cents = line.direction === 'debit' ? BigInt(line.amount) : -BigInt(line.amount)
    const traceNumber = payment.events.findLast(({ type }) => type === STEPS[kind])?.externalId ?? null
    return [[line.financialAccount, { reference: payment._id, kind, traceNumber, cents }]]
  })
}

/** When it was reconciled last, in real time. Not committed: it says when the machine looked. */
interface LookRow {
  /** `<organization>:<mode>` */
  readonly _id: string
  readonly startedAt: Date
  /** When the last that came to its end was begun; absent: none has, or an earlier version has kept none. */
  readonly reconciledAt?: Date
}

const LOOKS = 'treasuryReconciliations'
const DAY_MS = 86_400_000
/** Whoever has begun and not ended by then has died or had no answer from the bank. */
const ENDED_WITHIN_MS = 3_600_000

export function registerReconciliations(database: Database): void {
  database.model(newSchema(), LOOKS)
}

const looks = (database: Database) => database.collection<LookRow>(LOOKS)
const lookId = ({ orgId, mode }: ClockOwner): string => `${orgId}:${mode}`

/** @returns whether it is this process' turn: it is a day ago, and nobody is at it */
export async function takeReconciliation(database: Database, owner: ClockOwner, now: Date): Promise<boolean> {
  const _id = lookId(owner)
  const known = await looks(database).findOne({ _id })
  if (known === null) {
    const made = await looks(database).updateOne({ _id }, { $setOnInsert: { startedAt: now } }, { upsert: true })
    return made.upsertedCount === 1
  }
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const isDue = { startedAt: { $lt: ago(ENDED_WITHIN_MS) }, reconciledAt: { $not: { $gte: ago(DAY_MS) } } }
  const taken = await looks(database).updateOne({ _id, ...isDue }, { $set: { startedAt: now } })
  return taken.modifiedCount === 1
}

export async function endReconciliation(database: Database, owner: ClockOwner, startedAt: Date): Promise<void> {
  await looks(database).updateOne({ _id: lookId(owner) }, { $set: { reconciledAt: startedAt } })
}

/** Whoever has dollars, page by page. */
export async function* readUsdOwners(database: Database): AsyncGenerator<ClockOwner> {
  const rows = database
    .collection<UsdPosition>('positions')
    .find({ _id: { $gte: 'usd:', $lt: 'usd;' } })
    .project<ClockOwner>({ orgId: 1, mode: 1 })
    .sort({ _id: 1 })
  for await (const { orgId, mode } of rows) yield { orgId, mode }
}
