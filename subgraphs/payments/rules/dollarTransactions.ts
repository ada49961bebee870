/** What a journal entry of dollars is to the organization: type, status, side and signed changes of its balances. Pure. */
import { USD_ACCOUNTS } from '../../shared/ledger/accounts.ts'
import { isUsdPosting, type JournalRow, type UsdJournalType, type UsdPosting } from '../../shared/ledger/journal.ts'
import type { Kind, TransactionStatus, TransactionType } from './transactions.ts'

type JournalType = JournalRow['type']

/** Null: it moves no balance that the organization has, only those of the service. */
const KINDS: Readonly<Record<UsdJournalType, Kind | null>> = {
  collection_processed: { type: 'funding', status: 'pending', direction: 'credit' },
  collection_rejected: { type: 'funding', status: 'failed', direction: 'debit' },
  collection_settled: { type: 'funding', status: 'completed', direction: 'credit' },
  collection_released: { type: 'release', status: 'completed', direction: 'credit' },
  collection_returned: { type: 'funding', status: 'reversed', direction: 'debit' },
  micro_deposits_sent: null,
  micro_deposits_returned: null,
  withdrawal_initiated: { type: 'withdrawal', status: 'pending', direction: 'debit' },
  withdrawal_ended: { type: 'withdrawal', status: 'failed', direction: 'credit' },
  withdrawal_settled: { type: 'withdrawal', status: 'completed', direction: 'debit' },
  withdrawal_returned: { type: 'withdrawal', status: 'reversed', direction: 'credit' },
  conversion_executed: { type: 'conversion', status: 'pending', direction: 'debit' },
  conversion_delivered: { type: 'conversion', status: 'completed', direction: 'debit' },
  conversion_failed: { type: 'conversion', status: 'failed', direction: 'credit' },
  conversion_reversed: { type: 'conversion', status: 'reversed', direction: 'credit' },
  conversion_taken: { type: 'conversion', status: 'completed', direction: 'debit' },
  book_transfer: { type: 'transfer', status: 'completed', direction: 'debit' },
  card_authorized: { type: 'card', status: 'pending', direction: 'debit' },
  card_cleared: { type: 'card', status: 'completed', direction: 'debit' },
  card_released: { type: 'release', status: 'completed', direction: 'credit' },
  card_refunded: { type: 'refund', status: 'completed', direction: 'credit' },
  card_network_settled: null,
}

/** Those of cards: an agent sees those of its wallet. */
const OF_CARDS: readonly JournalType[] = ['card_authorized', 'card_cleared', 'card_released', 'card_refunded']

/** Null: it is not about dollars, or not of the organization. */
export const dollarKindOf = (type: JournalType): Kind | null =>
  Object.hasOwn(KINDS, type) ? KINDS[type as UsdJournalType] : null

/** The journal types of such transactions; null and absent filter nothing. */
export function dollarTypesOf({
  types,
  statuses,
}: {
  readonly types?: readonly TransactionType[] | null | undefined
  readonly statuses?: readonly TransactionStatus[] | null | undefined
}): { readonly ofCards: readonly JournalType[]; readonly others: readonly JournalType[] } {
  const wanted = (Object.keys(KINDS) as UsdJournalType[]).filter((type) => {
    const kind = KINDS[type]
    return kind !== null && (types?.includes(kind.type) ?? true) && (statuses?.includes(kind.status) ?? true)
  })
  return {
    ofCards: wanted.filter((type) => OF_CARDS.includes(type)),
    others: wanted.filter((type) => !OF_CARDS.includes(type)),
  }
}

export interface DollarChanges {
  readonly available: bigint
  /** Collected, and not to be spent yet. */
  readonly pending: bigint
  /** By cards. */
  readonly held: bigint
  /** On its way to a bank account, or to a chain. */
  readonly inFlight: bigint
}

const CHANGES = {
  '2010': 'available',
  '2011': 'pending',
  '2012': 'held',
  '2060': 'inFlight',
  '2014': 'inFlight',
} as const satisfies Partial<Record<UsdPosting['account'], keyof DollarChanges>>

/** What the lines change over all accounts of the organization, in cents. */
export function dollarChangesOf({ lines }: Pick<JournalRow, 'lines'>): DollarChanges {
  const changes = { available: 0n, pending: 0n, held: 0n, inFlight: 0n }
  for (const { account, direction, amount } of lines.filter(isUsdPosting)) {
    const name = CHANGES[account as keyof typeof CHANGES]
    if (name !== undefined)
      changes[name] += USD_ACCOUNTS[account].normal === direction ? BigInt(amount) : -BigInt(amount)
  }
  return changes
}
