/**
 * Imports a version of a screening list, for operators only and by no endpoint (domain 4.3). The entries are stored first,
 * in pieces, and come into force by one write. Once this has returned, nothing is accepted or signed that only an older
 * version lets pass, in any process.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '../../shared/clock.ts'
import { publishScreeningLists } from '../../shared/commit/platformShards.ts'
import type { Database } from '../../shared/database.ts'
import { invalidField, invariant, notFound } from '../../shared/errors.ts'
import { looksLikeAddress } from '../../shared/evmAddress.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import {
  deleteOldChunks,
  type ImportedList,
  insertChunk,
  type ListEntry,
  markInForce,
  newImportId,
  readListsInForce,
  replaceList,
  touchList,
  withdrawList,
} from '../models/screeningLists.ts'
import type { ListCategory } from '../rules/screening.ts'

/** A list as it is read; its version stands in it, so it is known once all entries were read. */
export interface ListSource {
  readonly entries: AsyncIterable<ListEntry>
  readonly version: () => { readonly version: string; readonly effectiveAt: Date }
}

export interface ListImport extends ListSource {
  /** Replaces the version in force of the list with this name. */
  readonly list: string
  readonly category: ListCategory
  readonly source: string
  /** Also one that is older than the version in force, or has less than half of its entries. */
  readonly isForced: boolean
}

export interface ImportResult {
  readonly imported: ImportedList
  readonly revision: number
  /** False: the same entries were in force already; only its age has changed. */
  readonly isChanged: boolean
}

const NAME_FORM = /^[a-z0-9][a-z0-9-]{0,39}$/
const ENTRIES_MAX = 1_000_000
const NAME_LENGTH_MAX = 500
const NAMES_MAX = 1_000
const ADDRESSES_MAX = 10_000
const PROGRAMS_MAX = 100
const CHUNK_ENTRIES = 500
const CHUNK_CHARACTERS = 1_000_000
/** Allows for the clock of another machine that is slightly ahead. */
const FUTURE_MS_MAX = 24 * 3_600_000

/** @throws DomainError invalid_request; nothing has changed then */
export async function importScreeningList(
  deps: { readonly database: Database; readonly clock: Clock },
  input: ListImport,
): Promise<ImportResult> {
  const { database, clock } = deps
  const list = parseText(input.list, { path: 'list', lengthMax: LENGTH_MAX.id })
  if (!NAME_FORM.test(list)) throw invalidField('list', 'invalid_name', 'must be small letters, digits and hyphens.')
  const loadedAt = clock.now()
  const importId = newImportId()
  const stored = await storeEntries(database, importId, input.entries, loadedAt)
  const { version, effectiveAt } = input.version()
  const imported: ImportedList = {
    ...{ list, category: input.category, importId, loadedAt, effectiveAt, ...stored },
    version: parseText(version, { path: 'version', lengthMax: LENGTH_MAX.name }),
    source: parseText(input.source, { path: 'source', lengthMax: LENGTH_MAX.description }),
  }
  const before = (await readListsInForce(database)).lists.find((one) => one.list === list) ?? null
  const requireNext = (inForce: ImportedList | null) => requirePlausible(imported, inForce, input.isForced)
  requireNext(before)
  if (before !== null && isSame(before, imported)) {
    await touchList(database, before, loadedAt)
    const { revision } = await readListsInForce(database)
    // The import that stored them may have died before it told the other processes.
    await tellAll(deps, revision)
    return { imported: { ...before, loadedAt }, revision, isChanged: false }
  }
  const { revision } = await replaceList(database, imported, requireNext)
  await tellAll(deps, revision)
  await deleteOldChunks(database, before === null ? [] : [before.importId], loadedAt)
  return { imported, revision, isChanged: true }
}

/**
 * Takes a list out of force that was imported by mistake, or whose publisher has ended it: otherwise it would have to be imported
 * again for ever, because one that is too old stops every spend. What it has frozen compliance unfreezes.
 * @throws DomainError not_found, invalid_request (reason)
 */
export async function withdrawScreeningList(
  deps: { readonly database: Database; readonly clock: Clock },
  input: { readonly list: string; readonly reason: unknown },
): Promise<{ readonly withdrawn: ImportedList; readonly reason: string; readonly revision: number }> {
  const list = parseText(input.list, { path: 'list', lengthMax: LENGTH_MAX.id })
  const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
  let withdrawn: ImportedList | null = null
  const { revision } = await withdrawList(deps.database, list, (before) => {
    if (before === null) throw notFound('screening list')
    withdrawn = before
  })
  invariant(withdrawn !== null, 'a list that is not there is not withdrawn')
  await tellAll(deps, revision)
  return { withdrawn, reason, revision }
}

/** Tells every process, before whose next signature the lists are read again. Told twice changes nothing. */
export async function tellAll(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  revision: number,
): Promise<void> {
  await publishScreeningLists(database, revision)
  await markInForce(database, revision, clock.now())
}

const isSame = (one: ImportedList, other: ImportedList): boolean =>
  one.digest === other.digest && one.version === other.version && one.category === other.category

/** A download that broke off, or yesterday's file, must not put anybody back to where they can be paid. */
function requirePlausible(next: ImportedList, before: ImportedList | null, isForced: boolean): void {
  if (next.entries === 0) throw invalidField('entries', 'empty', 'the list has no entries.')
  if (next.effectiveAt.getTime() > next.loadedAt.getTime() + FUTURE_MS_MAX)
    throw invalidField('effective_at', 'in_the_future', 'is later than now.')
  if (before === null || isForced) return
  if (next.effectiveAt < before.effectiveAt)
    throw invalidField('effective_at', 'older', `is before that of ${before.version}, which is in force.`)
  if (isEarlier(next.version, before.version))
    throw invalidField('version', 'older', `is before ${before.version}, which is in force.`)
  if (next.entries * 2 < before.entries)
    throw invalidField('entries', 'shrinks', `${next.entries} are less than half of the ${before.entries} in force.`)
}

const NUMBERED = /^[a-z_-]*\d+(?:[.:_T-]\d+)*Z?$/i
const YEAR_LAST = /(?<!\d)\d{1,2}[.:_-]\d{1,2}[.:_-]\d{4}(?!\d)/
const wordsOf = (version: string): string => version.replace(/\d+/g, '').toLowerCase()
const inOrder = new Intl.Collator('en', { numeric: true })

/** Of numbers and dates, the year first, that are written alike; of other versions nobody knows the order. */
const isEarlier = (one: string, other: string): boolean =>
  [one, other].every((version) => NUMBERED.test(version) && !YEAR_LAST.test(version)) &&
  wordsOf(one) === wordsOf(other) &&
  inOrder.compare(one, other) < 0

async function storeEntries(
  database: Database,
  importId: string,
  entries: AsyncIterable<ListEntry>,
  at: Date,
): Promise<Pick<ImportedList, 'entries' | 'chunks' | 'digest'>> {
  const hash = createHash('sha256')
  const sum = { entries: 0, chunks: 0 }
  let waiting: ListEntry[] = []
  let characters = 0
  const flush = async () => {
    if (waiting.length === 0) return
    await insertChunk(database, importId, { number: sum.chunks, entries: waiting, at })
    sum.chunks += 1
    waiting = []
    characters = 0
  }
  for await (const one of entries) {
    sum.entries += 1
    if (sum.entries > ENTRIES_MAX) throw invalidField('entries', 'too_many', `are more than ${ENTRIES_MAX}.`)
    const entry = parseEntry(one, sum.entries)
    const { uid, programs = [] } = entry
    const listed = uid === undefined && programs.length === 0 ? [] : [uid ?? null, programs]
    const text = JSON.stringify([entry.name, entry.aliases, entry.addresses, ...listed])
    hash.update(text)
    waiting.push(entry)
    characters += text.length
    if (waiting.length >= CHUNK_ENTRIES || characters >= CHUNK_CHARACTERS) await flush()
  }
  await flush()
  return { ...sum, digest: hash.digest('hex') }
}

function parseEntry({ name, aliases, addresses, uid, programs = [] }: ListEntry, number: number): ListEntry {
  const refuse = (code: string, message: string) => invalidField(`entries.${number}`, code, message)
  if (aliases.length > NAMES_MAX || addresses.length > ADDRESSES_MAX || programs.length > PROGRAMS_MAX)
    throw refuse('too_long', 'has too many names.')
  if ([name, ...aliases, ...programs, uid ?? ''].some((one) => one.length > NAME_LENGTH_MAX))
    throw refuse('too_long', `has a name of more than ${NAME_LENGTH_MAX} characters.`)
  const wrong = addresses.find((one) => !looksLikeAddress(one))
  if (wrong !== undefined) throw refuse('invalid_address', `${wrong.slice(0, 60)} is not an address.`)
  return {
    ...{ name, aliases, addresses: addresses.map((one) => one.toLowerCase()) },
    ...(uid === undefined ? {} : { uid }),
    ...(programs.length === 0 ? {} : { programs }),
  }
}
