/**
 * Screens addresses against the lists in force (gates 12 and 15); addresses are the same on every EVM chain. The lists are
 * in memory, and are read again when another version is in force: by the worker twice a second, or by the first request
 * whose commit has found them outdated.
 */
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { type DomainError, invariant } from '../../shared/errors.ts'
import type { Mode } from '../../shared/principal.ts'
import type { ScreeningCheck } from '../../shared/spend.ts'
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
import type { Screener } from '../ports.ts'
import { LIST_CATEGORIES, LIST_FINDINGS, screeningUnavailable } from '../rules/screening.ts'

interface LoadedList extends ListVersion {
  /** Null: part of the product. */
  readonly loadedAt: Date | null
  readonly importId: string | null
  readonly addresses: ReadonlySet<string>
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

export function createScreener(deps: ScreenerDeps): Screener & { readonly worker: Worker } {
  const { database, clock, log, listAgeMaxMs, more = [] } = deps
  const included = readBuiltIn(more)
  let lists: readonly LoadedList[] = included
  let revision = 0
  /** By the monotonic clock; for ever without a database. */
  let checkedAt = database === null ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  /** A commit has found the lists outdated then. */
  let outdatedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  async function load(from: Database): Promise<void> {
    const startedAt = performance.now()
    const inForce = await readListsInForce(from)
    const imported = await Promise.all(inForce.lists.map((one) => reuse(one) ?? readList(from, one)))
    const replaced = new Set(imported.map(({ list }) => list))
    // One assignment each, without a pause between them: a spend is never screened by a part of the lists.
    lists = [...included.filter(({ list }) => !replaced.has(list)), ...imported]
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

  function refusalOf(mode: Mode): DomainError | null {
    if (checkedAt === Number.NEGATIVE_INFINITY) return screeningUnavailable('screening_unavailable')
    const isImported = lists.some(({ category, importId }) => category === 'sanctions' && importId !== null)
    if (mode === 'live' && !isImported) return screeningUnavailable('list_missing')
    const oldest = clock.now().getTime() - listAgeMaxMs
    const isStale = lists.some(({ loadedAt }) => loadedAt !== null && loadedAt.getTime() < oldest)
    return isStale ? screeningUnavailable('list_stale') : null
  }

  function check(address: string | null): readonly ScreeningCheck[] {
    if (address === null) return NO_CHECKS
    const key = address.toLowerCase()
    const hits = lists.filter(({ addresses }) => addresses.has(key))
    return hits.length === 0 ? NO_CHECKS : hits.map(checkOf)
  }

  return {
    get revision() {
      return revision
    },
    check: ({ address }) => check(address),
    async screen({ address, mode }) {
      while (checkedAt < outdatedAt || performance.now() - checkedAt > FRESH_MS)
        await refresh().catch((err: unknown) => {
          log.error({ err }, 'the screening lists cannot be read')
          throw screeningUnavailable('screening_unavailable')
        })
      const refusal = refusalOf(mode)
      if (refusal !== null) throw refusal
      return { checks: check(address), revision, screeningId: null }
    },
    refresh() {
      outdatedAt = performance.now()
    },
    isOutdated(platform) {
      const isOld = Number(platform.lists ?? 0) > revision
      if (isOld) beginRefresh()
      return isOld
    },
    isUnavailable(mode) {
      // A process that only settles, and does not run the worker, would wait for ever.
      if (checkedAt === Number.NEGATIVE_INFINITY) beginRefresh()
      return refusalOf(mode) !== null
    },
    versions: () => lists.map(({ list, version }) => ({ list, version })),
    async versionsAt(number) {
      const imported = database === null ? [] : await findRevision(database, number)
      const versions = new Map([...included, ...imported].map(({ list, version }) => [list, version]))
      return [...versions].map(([list, version]) => ({ list, version }))
    },
    sanctioned: () =>
      lists.flatMap(({ category, version, addresses }) =>
        category === 'sanctions' ? [...addresses].map((address) => ({ address, version })) : [],
      ),
    worker: {
      name: 'screeningLists',
      async run(signal) {
        while (!signal.aborted) {
          await refresh()
          await sleep(POLL_MS, signal)
        }
      },
    },
  }
}

function checkOf({ category, list, version }: LoadedList): ScreeningCheck {
  return { ...LIST_FINDINGS[category], evidence: { list, list_version: version } }
}

async function readList(database: Database, imported: ImportedList): Promise<LoadedList> {
  const addresses = new Set<string>()
  let entries = 0
  for await (const chunk of readChunks(database, imported.importId)) {
    entries += chunk.length
    addAddresses(addresses, chunk)
  }
  // A list that was replaced meanwhile may be gone: the next try reads its successor.
  if (entries !== Number(imported.entries)) throw new Error(`the list ${imported.list} is not complete`)
  return { ...imported, addresses }
}

function readBuiltIn(more: readonly string[]): LoadedList[] {
  return builtIn.map(({ list, category: name, version, effective_at, source, entries }) => {
    const category = LIST_CATEGORIES.find((one) => one === name)
    invariant(category !== undefined, `${list} is of an unknown category`)
    const addresses = new Set(category === 'sanctions' ? more.map((address) => address.toLowerCase()) : [])
    addAddresses(addresses, entries)
    const effectiveAt = new Date(effective_at)
    return { list, category, version, effectiveAt, source, loadedAt: null, importId: null, addresses }
  })
}

function addAddresses(addresses: Set<string>, entries: readonly Pick<ListEntry, 'addresses'>[]): void {
  for (const entry of entries) for (const address of entry.addresses) addresses.add(address.toLowerCase())
}
