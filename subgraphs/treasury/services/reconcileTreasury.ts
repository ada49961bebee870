/**
 * Compares the books of an organization in one mode with its bank (domain 1.11): what differs becomes a record, and one that
 * agrees again is resolved. It corrects nothing.
 */
import { createHash } from 'node:crypto'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Writes } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { type BankMismatchId, base32, ID_PREFIXES, idsOf } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import { type Principal, requireCaller, requireOrganization } from '../../shared/principal.ts'
import { createTurns } from '../../shared/turns.ts'
import { findOwnIds } from '../models/achPayments.ts'
import { type BankMismatchRow, bankMismatchRef, countOpenOf, findOpenBankMismatches } from '../models/bankMismatches.ts'
import { findAccountsOf } from '../models/financialAccounts.ts'
import { type Books, readBooks } from '../models/reconciledBooks.ts'
import { findUsdPosition } from '../models/usdPositions.ts'
import type { TreasuryDeps } from '../ports.ts'
import {
  type BankLine,
  compareBalances,
  compareMicroDeposits,
  compareStatement,
  type Difference,
  reasonOf,
} from '../rules/reconciliation.ts'
import { mismatchEvent } from '../rules/treasuryEvents.ts'
import { requireFound, visible } from './readTreasury.ts'

type Deps = Pick<TreasuryDeps, 'banks' | 'commit' | 'clock' | 'database'>

const DAY_MS = 86_400_000
/** What may still come back, with time to spare. */
const COMPARED_MS = 90 * DAY_MS
/** From the time a bank is asked to the settlement, with time to spare; the clock of an organization may run ahead of the bank's. */
const ASKED_BEFORE_MS = 14 * DAY_MS
/** A bank outside is asked within this time what has become of a payment. */
const BOOKED_WITHIN_MS = 12 * 3_600_000
/** Two amounts and their sum, of which any may take some banking days, and come back. */
const SETTLED_WITHIN_MS = 7 * DAY_MS
const PAGE = 50
/** Of a process: each reads up to 10,000 payments with their entries, and tells the same as one just before it. */
const onDemand = createTurns({ inAll: 2, perOwner: 1, waitingMax: 16, waitMaxMs: 10_000 }, tooManyAtOnce)

export interface Reconciled {
  readonly checkedAt: Date
  /** Entries of the ledger and of the statement. */
  readonly entries: number
  readonly openMismatches: number
}

/**
 * @param isFull balances are compared with all entries of the journal, also with those that earlier ones have added up
 * @throws DomainError all_adapters_exhausted: the bank does not answer
 */
export async function reconcileBooks(deps: Deps, owner: ClockOwner, isFull = false): Promise<Reconciled> {
  const checkedAt = deps.clock.now()
  const since = new Date(checkedAt.getTime() - COMPARED_MS)
  const books = await readBooks(deps.database, owner, { since, isFull })
  if (books === null) return { checkedAt, entries: 0, openMismatches: 0 }
  const { entries, differences, compared } = await compare(deps, owner, books, { since, checkedAt })
  const found = new Map(differences.map((one) => [idOf(owner, one), one]))
  const all = [...found]
  for (let start = 0; start < all.length; start += PAGE) await open(deps, owner, all.slice(start, start + PAGE))
  await resolveAgreeing(deps, owner, found, compared)
  return { checkedAt, entries, openMismatches: await countOpenOf(deps.database, owner) }
}

async function compare(
  deps: Deps,
  owner: ClockOwner,
  books: Books,
  { since, checkedAt }: { readonly since: Date; readonly checkedAt: Date },
) {
  const bank = deps.banks[owner.mode]
  const bookedUntil = new Date(bank.isSimulated ? 8.64e15 : checkedAt.getTime() - BOOKED_WITHIN_MS)
  const differences = compareBalances(books.position.accounts, books.posted)
  let entries = 0
  const small: BankLine[] = []
  for (const account of await findAccountsOf(deps.database, owner.orgId, owner.mode)) {
    const payments = books.payments.filter(({ financialAccountId }) => financialAccountId === account._id)
    const begin = beginOf(payments, since)
    const told = await bank.statement({ accountToken: account.externalToken, since: begin, payments })
    small.push(...told.filter(isSmall))
    const statement = await ownLines(deps, owner, told, books)
    const ledger = books.entries.get(account._id) ?? []
    entries += ledger.length + statement.length
    differences.push(...compareStatement({ financialAccountId: account._id, ledger, statement, bookedUntil }))
  }
  const settledUntil = new Date(checkedAt.getTime() - SETTLED_WITHIN_MS)
  // The simulated bank has no statement of them.
  const micro = compareMicroDeposits(bank.isSimulated ? [] : books.micro, small, settledUntil)
  differences.push(...micro.differences)
  const compared: ReadonlySet<string> = new Set([...books.payments.map(({ _id }) => _id), ...micro.compared])
  return { entries, differences, compared }
}

/** Of the amounts that verify a bank account. */
const isSmall = ({ reference }: BankLine): boolean => (reference ?? '').startsWith(ID_PREFIXES.bankAccount)

/** Banks list by when they were asked. What has changed of late they may have been asked for long before. */
function beginOf(payments: Books['payments'], since: Date): Date {
  let begin = since.getTime()
  for (const { createdAt, settledAt } of payments)
    for (const at of [createdAt, settledAt ?? createdAt]) begin = Math.min(begin, at.getTime() - ASKED_BEFORE_MS)
  return new Date(begin)
}

/**
 * Without micro-deposits, which are compared by themselves, and payments from before those that are compared. A payment of nobody, or of
 * somebody else, is none of ours.
 */
async function ownLines(
  { database }: Deps,
  { orgId, mode }: ClockOwner,
  told: readonly BankLine[],
  { payments }: Books,
): Promise<BankLine[]> {
  const compared = new Set<string>(payments.map(({ _id }) => _id))
  const lines = told.filter((line) => !isSmall(line))
  const others = lines.flatMap(({ reference }) => (reference === null || compared.has(reference) ? [] : [reference]))
  const older = await findOwnIds(database, { orgId, mode }, idsOf('achPayment', [...new Set(others)]))
  return lines.flatMap((line) => {
    if (line.reference !== null && older.has(line.reference)) return []
    return [line.reference === null || compared.has(line.reference) ? line : { ...line, reference: null }]
  })
}

/** Of what it is about, and not of its figures: these may change. */
function idOf({ orgId, mode }: ClockOwner, { entry, financialAccountId, reference, traceNumber }: Difference) {
  const facts = JSON.stringify([orgId, mode, entry, financialAccountId, reference, traceNumber])
  const hash = createHash('sha256').update(facts).digest().subarray(0, 16)
  return `${ID_PREFIXES.bankMismatch}${base32(hash)}` as const satisfies BankMismatchId
}

async function open(
  { commit }: Deps,
  { orgId, mode }: ClockOwner,
  found: readonly (readonly [BankMismatchId, Difference])[],
): Promise<void> {
  await submitPrepared(commit, () => ({
    ...({ priority: 'settle', orgId, mode } as const),
    reads: () => ({ guard: found.map(([id]) => bankMismatchRef(id)) }),
    decide(state: State, at: Date) {
      const writes = found.map(([id, difference]) => opened(state, { orgId, mode }, id, difference, at))
      return done(null, {
        insert: writes.flatMap(({ insert = [] }) => insert),
        set: writes.flatMap(({ set = [] }) => set),
        events: writes.flatMap(({ events = [] }) => events),
      })
    },
  }))
}

/** What a person has settled stays so while its figures do. */
function opened(state: State, owner: ClockOwner, id: BankMismatchId, difference: Difference, at: Date): Writes {
  const ref = bankMismatchRef(id)
  const known = state.get(ref)
  const isSame =
    known?.kind === difference.kind &&
    equal(known.ledgerCents, difference.ledgerCents) &&
    equal(known.bankCents, difference.bankCents)
  if (isSame && (known.state === 'open' || known.resolvedBy !== null)) return {}
  const facts = { ...difference, reason: reasonOf(difference), state: 'open', resolution: null } as const
  const next = { ...owner, ...facts, resolvedBy: null, resolvedAt: null, openedAt: at, updatedAt: at }
  const row = { ...next, openedAt: known?.state === 'open' ? known.openedAt : at }
  const events = [mismatchEvent({ ...row, _id: id })]
  return known === null ? { insert: [insertRow(ref, row)], events } : { set: [setRow(ref, row)], events }
}

const equal = (one: bigint | null, other: bigint | null): boolean =>
  one === null || other === null ? one === other : BigInt(one) === BigInt(other)

const AGREES = 'The books and the bank agree again.'

/** Of those that were compared: of a payment that is too old for it, and of amounts that are under way, nothing is known. */
async function resolveAgreeing(
  deps: Deps,
  owner: ClockOwner,
  found: ReadonlyMap<BankMismatchId, Difference>,
  compared: ReadonlySet<string>,
): Promise<void> {
  for (let after: BankMismatchId | null = null; ; ) {
    const page: BankMismatchRow[] = await findOpenBankMismatches(deps.database, owner, { after, limit: PAGE })
    for (const row of page) {
      const isCompared = row.entry === 'balance' || (row.reference !== null && compared.has(row.reference))
      if (isCompared && !found.has(row._id)) await resolve(deps, row, AGREES, null)
    }
    after = page.at(-1)?._id ?? null
    if (page.length < PAGE || after === null) return
  }
}

const resolve = ({ commit }: Deps, row: BankMismatchRow, resolution: string, by: BankMismatchRow['resolvedBy']) =>
  submitPrepared(commit, () => resolveIntent(row, resolution, by))

function resolveIntent(
  { _id, orgId, mode }: BankMismatchRow,
  resolution: string,
  resolvedBy: BankMismatchRow['resolvedBy'],
) {
  const ref = bankMismatchRef(_id)
  return {
    ...({ priority: 'control', orgId, mode, resourceId: _id } as const),
    // That books and bank agree again is a fact, whatever the standing of the organization.
    ...(resolvedBy === null && ({ whileSuspended: true } as const)),
    resource: { type: 'mismatch', id: _id },
    reads: () => ({ guard: [ref] }),
    decide(state: State, at: Date) {
      const row = state.get(ref)
      if (row === null || row.state === 'resolved') return done(null)
      const next = { ...row, state: 'resolved' as const, resolution, resolvedBy, resolvedAt: at, updatedAt: at }
      return done(null, { set: [setRow(ref, next)], events: [mismatchEvent(next)] })
    },
  }
}

/** @throws DomainError not_found: it has no dollars yet; all_adapters_exhausted; rate_limited: it is under way */
export async function reconcileOnDemand(
  deps: Deps,
  principal: Principal,
  { full }: { readonly full?: boolean | null | undefined } = {},
  key: RequestKey | null = null,
): Promise<{ readonly reconciled: Reconciled; readonly replayed: boolean }> {
  const prepare = async () => {
    const { orgId, mode } = requireCaller(principal)
    const position = await findUsdPosition(deps.database, orgId, mode)
    if (position === null) throw notFound('account holder')
    const reconciled = await onDemand.take(`${orgId}:${mode}`, () =>
      reconcileBooks(deps, { orgId, mode }, full === true),
    )
    return {
      ...({ priority: 'control', orgId, mode } as const),
      resource: { type: 'account holder', id: position.holderId },
      reads: () => ({ guard: [] }),
      decide: () => done(reconciled),
    }
  }
  const settled = await submitPrepared<Reconciled>(deps.commit, prepare, key)
  if ('answer' in settled) return { reconciled: settled.answer, replayed: false }
  const openMismatches = await countOpenOf(deps.database, requireCaller(principal))
  return { reconciled: { checkedAt: deps.clock.now(), entries: 0, openMismatches }, replayed: true }
}

/** @throws DomainError not_found, invalid_request, conflict (resolved already) */
export async function resolveByHand(
  deps: Deps,
  principal: Principal,
  input: { readonly id: string; readonly resolution: string },
  key: RequestKey | null = null,
): Promise<{ readonly row: BankMismatchRow; readonly replayed: boolean }> {
  const find = async () => {
    const [row = null] = await visible.mismatches(deps, principal, [input.id])
    return requireFound(row, 'mismatch')
  }
  const prepare = async () => {
    const { keyId } = requireOrganization(principal)
    const resolution = parseText(input.resolution, { path: 'resolution', lengthMax: LENGTH_MAX.reason })
    const row = await find()
    if (row.state === 'resolved')
      throw new DomainError('conflict', 'It is resolved already.', { reason: 'already_resolved' })
    return resolveIntent(row, resolution, keyId)
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { row: await find(), replayed: !('answer' in settled) }
}

function tooManyAtOnce(): DomainError {
  const message =
    'The books of this organization are being compared with the bank already. Wait for the result, then try again.'
  return new DomainError('rate_limited', message, { bucket: 'treasury-reconciliations', retry_after_ms: 5_000 })
}
