/** Reads of the journal, which only the group commit writes. `seq` numbers the entries of one organization. */

import { findPage, type OrderedArguments, type Page, readRows } from '../../shared/connections.ts'
import type { SortKey } from '../../shared/cursors.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import { AMOUNT_LINE, type JournalEntry, type JournalRow } from '../../shared/ledger/journal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

export const JOURNALS = 'journals'

const journals = (database: Database) => database.collection<JournalRow>(JOURNALS)

/** The types that a list wants are merged in the order of `seq`, so that a rare one costs no more than a frequent one. */
export const journalSchema = newSchema()
journalSchema.index({ orgId: 1, type: 1, seq: -1 })
// Entries about no wallet are left out.
journalSchema.index(
  { 'lines.walletId': 1, type: 1, seq: -1 },
  { name: 'ofWallet', partialFilterExpression: { 'lines.walletId': { $gt: '' } } },
)

const BY_SEQUENCE = { field: 'seq', type: 'number', isUnique: true } as const satisfies SortKey

export async function findJournals(database: Database, journalIds: readonly string[]): Promise<JournalRow[]> {
  if (journalIds.length === 0) return []
  return journals(database)
    .find({ _id: { $in: [...journalIds] } })
    .toArray()
}

/** @param list.name is part of cursors */
export function findJournalPage(
  database: Database,
  list: { readonly name: string; readonly filter: object },
  args: OrderedArguments,
): Promise<Page<JournalRow>> {
  return findPage(journals(database), { ...list, orders: { created_at: BY_SEQUENCE } }, args)
}

/** The entries at these places of the journals of organizations. */
export async function findJournalsAt(
  database: Database,
  places: readonly Pick<JournalRow, 'orgId' | 'type' | 'seq'>[],
): Promise<JournalRow[]> {
  if (places.length === 0) return []
  const groups = Map.groupBy(places, ({ orgId, type }) => `${orgId} ${type}`)
  const $or = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ orgId: first.orgId, type: first.type, seq: { $in: [first, ...others].map(({ seq }) => seq) } }],
  )
  return journals(database).find({ $or }).toArray()
}

/** The entries by which these deposits were linked to payments, and unlinked. */
export async function findLinksOf(
  database: Database,
  depositIds: readonly string[],
): Promise<Pick<JournalRow, 'orgId' | 'type' | 'seq'>[]> {
  if (depositIds.length === 0) return []
  return journals(database)
    .find({ $or: depositIds.map(ofCause), type: { $in: ['deposit_linked', 'deposit_unlinked'] } })
    .project<Pick<JournalRow, 'orgId' | 'type' | 'seq'>>({ orgId: 1, type: 1, seq: 1 })
    .toArray()
}

/** The ids of journal entries start with those of their causes. */
export const ofCause = (causeId: string): object => ({ _id: { $gte: `led_${causeId}.`, $lt: `led_${causeId}/` } })

/** Those about the gas of one transaction of the chain. @param paymentId for this payment alone */
export const ofGas = (hash: string, paymentId?: string): object => ({
  _id: { $gte: `led_gas_${hash}`, $lt: `led_gas_${hash}/` },
  ...(paymentId === undefined ? {} : { 'reference.id': paymentId }),
})

/** Amounts of native coins are stored as text, which sorts by its digits. */
export const isCoinAmount = (side: '$gte' | '$lte', wei: bigint): object => ({
  $expr: {
    [side]: [{ $toDecimal: { $arrayElemAt: ['$lines.amount', AMOUNT_LINE] } }, { $toDecimal: String(wei) }],
  },
})

export const amountPath = `lines.${AMOUNT_LINE}.amount`

export interface JournalSum {
  readonly type: JournalEntry['type']
  readonly token: Token | 'native' | 'USD'
  /** Absent of US dollars. */
  readonly chain?: Chain | undefined
  readonly count: number
  readonly units: bigint
}

/**
 * Sums of the newest entries by type, token and chain.
 * @throws DomainError gateway_timeout
 */
export async function sumJournals(database: Database, filter: object, limit: number): Promise<JournalSum[]> {
  const inLine = (field: string) => ({ $arrayElemAt: [`$lines.${field}`, AMOUNT_LINE] })
  const sums = journals(database).aggregate<{ _id: Omit<JournalSum, 'count' | 'units'>; count: number; units: object }>(
    [
      { $match: filter },
      { $sort: { seq: -1 } },
      { $limit: limit },
      {
        $group: {
          _id: { type: '$type', token: inLine('token'), chain: inLine('chain') },
          count: { $sum: 1 },
          // A sum of 64-bit integers may not fit one.
          units: { $sum: { $toDecimal: inLine('amount') } },
        },
      },
    ],
  )
  const rows = await readRows(sums)
  return rows.map(({ _id, count, units }) => ({ ..._id, count, units: BigInt(units.toString()) }))
}
