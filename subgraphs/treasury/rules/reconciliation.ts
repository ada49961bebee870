/**
 * Compares the books of an organization with the statement of its bank, entry by entry, and the balances that callers see with
 * the sums of what was posted (domain 1.11). Pure: what differs is told, and nothing is corrected.
 */
import { EMPTY_USD_BALANCES, USD_ACCOUNTS, USD_BALANCE_OF, type UsdBalances } from '../../shared/ledger/accounts.ts'

export type BankMismatchKind =
  | 'missing_in_ledger'
  | 'missing_at_bank'
  | 'amount_mismatch'
  | 'duplicate'
  | 'unexpected_return'
/** What is compared: an entry of a payment, the balance of an account, or what the small amounts of a bank account add up to. */
export type BankEntryKind = 'settled' | 'returned' | 'balance' | 'micro_deposits'

/** Money that came to a financial account at the bank, or left it (negative), in cents. */
export interface BankLine {
  /** The payment; null: the bank names none that is ours. */
  readonly reference: string | null
  readonly kind: 'settled' | 'returned'
  readonly traceNumber: string | null
  readonly cents: bigint
  readonly at: Date
}

export type LedgerLine = Omit<BankLine, 'at'> & { readonly reference: string }

export interface Difference {
  readonly kind: BankMismatchKind
  readonly entry: BankEntryKind
  readonly financialAccountId: string
  readonly reference: string | null
  readonly traceNumber: string | null
  /** Null: it has no such entry. */
  readonly ledgerCents: bigint | null
  readonly bankCents: bigint | null
}

interface Books {
  readonly financialAccountId: string
  readonly ledger: readonly LedgerLine[]
  readonly statement: readonly BankLine[]
  /** What the bank has told since then may not be booked yet. */
  readonly bookedUntil: Date
}

/** Banks find an entry by its trace number; the payment tells entries with the same one apart. */
const nameOf = ({ reference, kind, traceNumber }: LedgerLine | BankLine): string =>
  `${reference ?? ''}|${traceNumber ?? kind}`

export function compareStatement({ financialAccountId, ledger, statement, bookedUntil }: Books): Difference[] {
  const booked = Map.groupBy(ledger, nameOf)
  const told = Map.groupBy(statement, nameOf)
  const differences: Difference[] = []
  for (const name of new Set([...booked.keys(), ...told.keys()])) {
    const [own = [], theirs = []] = [booked.get(name), told.get(name)]
    const [first, other] = [own[0], theirs[0]]
    const entry = first ?? other
    if (entry === undefined) continue
    const differ = (kind: BankMismatchKind) => {
      const { reference, traceNumber } = entry
      const figures = { ledgerCents: sumOf(own), bankCents: sumOf(theirs) }
      differences.push({ kind, entry: entry.kind, financialAccountId, reference, traceNumber, ...figures })
    }
    if (own.length > 1 || theirs.length > 1) differ('duplicate')
    else if (first === undefined) {
      if (other !== undefined && other.at <= bookedUntil)
        differ(other.kind === 'returned' && other.reference !== null ? 'unexpected_return' : 'missing_in_ledger')
    } else if (other === undefined) differ('missing_at_bank')
    else if (first.cents !== other.cents) differ('amount_mismatch')
  }
  return differences
}

/** What the books say that all rounds of amounts of a bank account have moved, which is less than nothing where some were lost. */
export interface MicroBooks {
  readonly bankAccountId: string
  readonly financialAccountId: string
  readonly cents: bigint
  /** When it last changed, a round that was sent included. */
  readonly changedAt: Date
}

/**
 * Two amounts and their sum back settle on several days, so that they are compared together, and once all of them have had time.
 * @param told of the statements: their references are those of the bank accounts, with round and part
 * @returns compared: the bank accounts of which nothing is under way
 */
export function compareMicroDeposits(
  books: readonly MicroBooks[],
  told: readonly BankLine[],
  settledUntil: Date,
): { readonly compared: readonly string[]; readonly differences: readonly Difference[] } {
  const lines = Map.groupBy(told, ({ reference }) => (reference ?? '').split('.')[0])
  const own = (bankAccountId: string) => lines.get(bankAccountId) ?? []
  const settled = books.filter(({ bankAccountId, changedAt }) =>
    [changedAt, ...own(bankAccountId).map(({ at }) => at)].every((at) => at <= settledUntil),
  )
  const differences = settled.flatMap(({ bankAccountId, financialAccountId, cents: ledgerCents }): Difference[] => {
    const bankCents = sumOf(own(bankAccountId)) ?? 0n
    if (bankCents === ledgerCents) return []
    const about = { financialAccountId, reference: bankAccountId, traceNumber: null, ledgerCents, bankCents }
    return [{ kind: 'amount_mismatch', entry: 'micro_deposits', ...about }]
  })
  return { compared: settled.map(({ bankAccountId }) => bankAccountId), differences }
}

const sumOf = (lines: readonly { readonly cents: bigint }[]): bigint | null =>
  lines.length === 0 ? null : lines.reduce((sum, { cents }) => sum + cents, 0n)

/** What was posted to one account of a financial account. */
export interface PostedSum {
  readonly financialAccountId: string
  readonly account: keyof typeof USD_BALANCE_OF
  /** Debits less credits. */
  readonly cents: bigint
}

/** The balances that callers see, beside what all postings add up to; each difference names both. */
export function compareBalances(
  shown: Readonly<Record<string, UsdBalances>>,
  posted: readonly PostedSum[],
): Difference[] {
  const names = Object.values(USD_BALANCE_OF)
  const sums = new Map<string, Record<keyof UsdBalances, bigint>>()
  for (const { financialAccountId, account, cents } of posted) {
    const before = sums.get(financialAccountId) ?? EMPTY_USD_BALANCES
    const change = USD_ACCOUNTS[account].normal === 'debit' ? cents : -cents
    const name = USD_BALANCE_OF[account]
    sums.set(financialAccountId, { ...before, [name]: before[name] + change })
  }
  return [...new Set([...Object.keys(shown), ...sums.keys()])].flatMap((financialAccountId) => {
    const [seen, sum] = [shown[financialAccountId] ?? EMPTY_USD_BALANCES, sums.get(financialAccountId)]
    return names.flatMap((name): Difference[] => {
      const [is, should] = [BigInt(seen[name]), sum?.[name] ?? 0n]
      if (is === should) return []
      const figures = { ledgerCents: should, bankCents: is }
      const about = { reference: null, traceNumber: name, financialAccountId }
      return [{ kind: 'amount_mismatch', entry: 'balance', ...about, ...figures }]
    })
  })
}

/** In words, for a person. */
export function reasonOf({ kind, entry, reference, traceNumber, ledgerCents, bankCents }: Difference): string {
  if (entry === 'balance')
    return `The balance ${traceNumber} is ${bankCents} cents, and its postings add up to ${ledgerCents}.`
  if (entry === 'micro_deposits')
    return `The small amounts that verify ${reference} have moved ${ledgerCents} cents in the ledger, and ${bankCents} on the statement of the bank.`
  const what = `${entry === 'settled' ? 'The settlement' : 'The return'} of ${reference ?? 'no payment of ours'} (trace number ${traceNumber ?? 'none'})`
  switch (kind) {
    case 'missing_in_ledger':
      return `${what}, ${bankCents} cents, is on the statement of the bank and not in the ledger.`
    case 'missing_at_bank':
      return `${what}, ${ledgerCents} cents, is in the ledger and not on the statement of the bank.`
    case 'amount_mismatch':
      return `${what} is ${ledgerCents} cents in the ledger and ${bankCents} on the statement of the bank.`
    case 'duplicate':
      return `${what} is there more than once: ${ledgerCents ?? 0} cents in the ledger, ${bankCents ?? 0} at the bank.`
    case 'unexpected_return':
      return `${what}, ${bankCents} cents, came to the bank, and the ledger does not know that it came back.`
  }
}
