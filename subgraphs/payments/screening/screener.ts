/**
 * Screens addresses and names against the lists in force (gates 12 and 15); addresses are the same on every EVM chain. The
 * lists are in memory, and are read again when another version is in force: by the worker twice a second, or by the first
 * request whose commit has found them outdated.
 */
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { type DomainError, invariant } from '../../shared/errors.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Screening, ScreeningCheck } from '../../shared/spend.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import builtIn from '../data/sanctions.json' with { type: 'json' }
import {
  findRevision,
  type ImportedList,
  type ListEntry,
  type ListVersion,
  readChunks,
  readListsInForce,
} from '../models/screeningLists.ts'
import type { Screened, Screener } from '../ports.ts'
import { LIST_CATEGORIES, screeningUnavailable } from '../rules/screening.ts'
import { createAgeNotice, type ListAge, stateOf } from './listAges.ts'
import { type ComparedList, checkOf, compareName, exactCheck, type Listed } from './listChecks.ts'
import { createNameIndex, type NameIndexDraft } from './nameIndex.ts'

interface LoadedList extends ListVersion, ComparedList {
  /** Null: part of the product. */
  readonly loadedAt: Date | null
  readonly importId: string | null
  readonly entries: number
}

interface ScreenerDeps {
  /** Null: only what is part of the product, for ever. */
  readonly database: Database | null
  readonly clock: Clock
  readonly log: Log
  /** Imported lists that are older stop every spend. */
  readonly listAgeMaxMs: number
  /** Test-only: further addresses on the list that is part of the product. */
  readonly more?: readonly string[]
}

const POLL_MS = 500
/** Without the worker, lists are looked up again after this time. */
const FRESH_MS = 5_000
const NO_CHECKS: readonly ScreeningCheck[] = []
/** Comparing a name with all names of a list takes milliseconds, and most names are paid again. */
const KNOWN_NAMES_MAX = 20_000

export function createScreener(
  deps: ScreenerDeps,
): Screener & { readonly worker: Worker; readonly ages: () => readonly ListAge[] } {
  const { database, clock, log, listAgeMaxMs, more = [] } = deps
  const included = readBuiltIn(more)
  let lists: readonly LoadedList[] = included
  let revision = 0
  /** By the monotonic clock; for ever without a database. */
  let checkedAt = database === null ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  /** A commit has found the lists outdated then. */
  let outdatedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  /** What the lists of `revision` say about names that were screened before. */
  let knownNames = new Map<string, Promise<readonly ScreeningCheck[]>>()

  async function load(from: Database): Promise<void> {
    const startedAt = performance.now()
    const inForce = await readListsInForce(from)
    const imported = await Promise.all(inForce.lists.map((one) => reuse(one) ?? readList(from, one)))
    const replaced = new Set(imported.map(({ list }) => list))
    // One assignment each, without a pause between them: a spend is never screened by a part of the lists.
    lists = [...included.filter(({ list }) => !replaced.has(list)), ...imported]
    if (revision !== inForce.revision) knownNames = new Map()
    revision = inForce.revision
    checkedAt = startedAt
  }

  function reuse(next: ImportedList): LoadedList | null {
    const known = lists.find(({ importId }) => importId === next.importId)
    return known === undefined ? null : { ...known, ...next }
  }

  function refresh(): Promise<void> {
    if (database === null) return Promise.resolve()
    running ??= load(database).finally(() => {
      running = null
    })
    return running
  }

  function beginRefresh(): void {
    refresh().catch((err: unknown) => log.error({ err }, 'the screening lists cannot be read'))
  }

  const noticeAges = createAgeNotice(log, listAgeMaxMs)
  const ages = () => {
    const oldest = clock.now().getTime() - listAgeMaxMs
    return lists.map(({ list, loadedAt }) => ({ list, leftMs: loadedAt === null ? null : loadedAt.getTime() - oldest }))
  }

  function refusalOf(mode: Mode): DomainError | null {
    if (checkedAt === Number.NEGATIVE_INFINITY) return screeningUnavailable('screening_unavailable')
    const isImported = lists.some(({ category, importId }) => category === 'sanctions' && importId !== null)
    if (mode === 'live' && !isImported) return screeningUnavailable('list_missing')
    const isStale = ages().some((age) => stateOf(age, listAgeMaxMs) === 'stale')
    return isStale ? screeningUnavailable('list_stale') : null
  }

  function checkAddress(address: string | null): readonly ScreeningCheck[] {
    if (address === null) return NO_CHECKS
    const key = address.toLowerCase()
    const hits = lists.flatMap((list) => checkOf(list, list.addresses.get(key)))
    return hits.length === 0 ? NO_CHECKS : hits
  }

  /** Only what denies: settlement cannot wait for more, and what needed a review has had it. */
  function check({ address, names = [] }: Screened): readonly ScreeningCheck[] {
    const ofAddress = checkAddress(address)
    const ofNames = names.flatMap((name) => lists.flatMap((list) => exactCheck(list, name) ?? []))
    return ofNames.length === 0 ? ofAddress : [...ofAddress, ...ofNames]
  }

  function checkName(name: string): Promise<readonly ScreeningCheck[]> {
    const known = knownNames.get(name)
    if (known !== undefined) return known
    const found = compareName(lists, name)
    if (knownNames.size >= KNOWN_NAMES_MAX) knownNames.clear()
    knownNames.set(name, found)
    return found
  }

  async function screenAll(
    addresses: readonly (string | null)[],
    names: readonly string[],
  ): Promise<Pick<Screening, 'checks' | 'revision'>> {
    // Comparing names takes a while: everything is of the lists that are in memory now.
    const screened = { revision, checks: addresses.flatMap(checkAddress) }
    if (names.length === 0) return screened
    const ofNames = await Promise.all([...new Set(names)].map(checkName))
    return { ...screened, checks: [...screened.checks, ...ofNames.flat()] }
  }

  async function requireCurrent(): Promise<void> {
    while (checkedAt < outdatedAt || performance.now() - checkedAt > FRESH_MS)
      await refresh().catch((err: unknown) => {
        log.error({ err }, 'the screening lists cannot be read')
        throw screeningUnavailable('screening_unavailable')
      })
  }

  function unavailable(mode: Mode): DomainError | null {
    // A process that only settles, and does not run the worker, would wait for ever.
    if (checkedAt === Number.NEGATIVE_INFINITY) beginRefresh()
    return refusalOf(mode)
  }

  return {
    get revision() {
      return revision
    },
    check,
    async screen({ address, mode, names = [] }) {
      await requireCurrent()
      const refusal = refusalOf(mode)
      if (refusal !== null) throw refusal
      const screened = await screenAll([address], names)
      return { ...screened, screeningId: null, ...(names.length === 0 ? {} : { names }) }
    },
    async screenRecord({ addresses = [], names }) {
      await requireCurrent()
      return screenAll(addresses, names)
    },
    refresh() {
      outdatedAt = performance.now()
    },
    isOutdated(platform) {
      const isOld = Number(platform.lists ?? 0) > revision
      if (isOld) beginRefresh()
      return isOld
    },
    unavailable,
    isUnavailable: (mode) => unavailable(mode) !== null,
    ages,
    async inForce() {
      // Whoever has just imported one, by another process, looks for it.
      outdatedAt = performance.now()
      await requireCurrent()
      return lists.map(({ list, category, version, effectiveAt, entries, loadedAt }) => ({
        ...{ list, category, version, effectiveAt, entries: Number(entries), importedAt: loadedAt },
        validUntil: loadedAt === null ? null : new Date(loadedAt.getTime() + listAgeMaxMs),
      }))
    },
    versions: () => lists.map(({ list, version }) => ({ list, version })),
    async versionsAt(number) {
      const imported = database === null ? [] : await findRevision(database, number)
      const versions = new Map([...included, ...imported].map(({ list, version }) => [list, version]))
      return [...versions].map(([list, version]) => ({ list, version }))
    },
    sanctioned: () =>
      lists.flatMap(({ category, version, addresses }) =>
        category === 'sanctions' ? [...addresses.keys()].map((address) => ({ address, version })) : [],
      ),
    worker: {
      name: 'screeningLists',
      async run(signal) {
        while (!signal.aborted) {
          await refresh()
          noticeAges(ages())
          await sleep(POLL_MS, signal)
        }
      },
    },
  }
}

async function readList(database: Database, imported: ImportedList): Promise<LoadedList> {
  const addresses = new Map<string, Listed>()
  const names = createNameIndex<Listed>()
  let entries = 0
  for await (const chunk of readChunks(database, imported.importId)) {
    entries += chunk.length
    addEntries({ addresses, names }, imported, chunk)
    // Several chunks come at once.
    await setImmediate()
  }
  // A list that was replaced meanwhile may be gone: the next try reads its successor.
  if (entries !== Number(imported.entries)) throw new Error(`the list ${imported.list} is not complete`)
  return { ...imported, addresses, names }
}

function readBuiltIn(more: readonly string[]): LoadedList[] {
  return builtIn.map(({ list, category: name, version, effective_at, source, entries }) => {
    const category = LIST_CATEGORIES.find((one) => one === name)
    invariant(category !== undefined, `${list} is of an unknown category`)
    const addresses = new Map<string, Listed>()
    if (category === 'sanctions') for (const address of more) addresses.set(address.toLowerCase(), {})
    const names = createNameIndex<Listed>()
    addEntries({ addresses, names }, { list, category }, entries)
    const effectiveAt = new Date(effective_at)
    const loaded = { loadedAt: null, importId: null, entries: entries.length, addresses, names }
    return { list, category, version, effectiveAt, source, ...loaded }
  })
}

/** An entry of a plain list of addresses has the name of the list, which is nobody's. */
function addEntries(
  into: { readonly addresses: Map<string, Listed>; readonly names: NameIndexDraft<Listed> },
  { list, category }: Pick<ListVersion, 'list' | 'category'>,
  entries: readonly ListEntry[],
): void {
  for (const { name, aliases, addresses, uid, programs = [] } of entries) {
    const listed: Listed = {
      ...(name === list ? {} : { listed_name: name }),
      ...(uid === undefined ? {} : { listed_uid: uid }),
      ...(programs.length === 0 ? {} : { listed_programs: programs.join(', ') }),
    }
    for (const address of addresses)
      if (!into.addresses.has(address.toLowerCase())) into.addresses.set(address.toLowerCase(), listed)
    if (category === 'sanctions') for (const one of [name, ...aliases]) if (one !== list) into.names.add(one, listed)
  }
}
