/**
 * Screens addresses and names against the lists in force (gates 12 and 15); addresses are the same on every EVM chain. The
 * lists are in memory, and are read again when another version is in force: by the worker twice a second, or by the first
 * request whose commit has found them outdated.
 */
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import type { DomainError } from '../../shared/errors.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Screening, ScreeningCheck } from '../../shared/spend.ts'
import { type Log, sleep, type Worker } from '../../shared/subgraph.ts'
import { createTurns } from '../../shared/turns.ts'
import { findRevision, type ImportedList, readListsInForce } from '../models/screeningLists.ts'
import type { Screened, Screener } from '../ports.ts'
import { asOwner, listMissing, listStale, screeningUnavailable } from '../rules/screening.ts'
import { createAgeNotice, type ListAge, stateOf } from './listAges.ts'
import { checkOf, compareName, exactCheck } from './listChecks.ts'
import { type LoadedList, readBuiltIn, readList } from './loadedLists.ts'

interface ScreenerDeps {
  /** Null: only what is part of the product, for ever. */
  readonly database: Database | null
  readonly clock: Clock
  readonly log: Log
  /** Imported lists that are older stop every spend. */
  readonly listAgeMaxMs: number
  /** Sanctions lists without which nothing is paid in live mode; none named: it needs any that was imported. */
  readonly required?: readonly string[]
  /** Test-only: further addresses on the list that is part of the product. */
  readonly more?: readonly string[]
}

const POLL_MS = 500
/** Without the worker, lists are looked up again after this time. */
const FRESH_MS = 5_000
type Asking = Pick<Screened, 'orgId' | 'askedBy'>

const NO_CHECKS: readonly ScreeningCheck[] = []
/** Comparing a name with all names of a list takes milliseconds, and most names are paid again. */
const KNOWN_NAMES_MAX = 20_000
/** Comparing gives way every few milliseconds, and many at once would take as many of these in turn. */
const comparing = createTurns({ inAll: 2, perOwner: 1, waitingMax: 100, waitMaxMs: 10_000 }, tooManyNames)
/** Of dry screenings, which cost nothing and may be asked for by any agent: apart from what is paid. */
const comparingDry = createTurns({ inAll: 1, perOwner: 1, waitingMax: 10, waitMaxMs: 10_000 }, tooManyNames)

/** What the lists in memory say about names that were screened before; of owners, who are looked up with every payment, only equal ones. */
const nothingKnown = () => ({
  names: new Map<string, readonly ScreeningCheck[]>(),
  /** By for whom and name: nobody waits for the turn of somebody else. */
  compared: new Map<string, Promise<readonly ScreeningCheck[]>>(),
  owners: new Map<string, readonly ScreeningCheck[]>(),
})

export function createScreener(
  deps: ScreenerDeps,
): Screener & { readonly worker: Worker; readonly ages: () => readonly ListAge[] } {
  const { database, clock, log, listAgeMaxMs, required = [], more = [] } = deps
  const included = readBuiltIn(more)
  let lists: readonly LoadedList[] = included
  let revision = 0
  /** By the monotonic clock; for ever without a database. */
  let checkedAt = database === null ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  /** A commit has found the lists outdated then. */
  let outdatedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  let before = nothingKnown()

  async function load(from: Database): Promise<void> {
    const startedAt = performance.now()
    const inForce = await readListsInForce(from)
    const imported = await Promise.all(inForce.lists.map((one) => reuse(one) ?? readList(from, one)))
    const replaced = new Set(imported.map(({ list }) => list))
    // One assignment each, without a pause between them: a spend is never screened by a part of the lists.
    lists = [...included.filter(({ list }) => !replaced.has(list)), ...imported]
    if (revision !== inForce.revision) before = nothingKnown()
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
    if (checkedAt === Number.NEGATIVE_INFINITY) return screeningUnavailable()
    const missing = mode === 'live' ? missingList(lists, required) : null
    if (missing !== null) return missing
    return staleList(lists, ages(), listAgeMaxMs)
  }

  function checkAddress(address: string | null): readonly ScreeningCheck[] {
    if (address === null) return NO_CHECKS
    const key = address.toLowerCase()
    const hits = lists.flatMap((list) => checkOf(list, list.addresses.get(key)))
    return hits.length === 0 ? NO_CHECKS : hits
  }

  /** Only what denies: settlement cannot wait for more, and what needed a review has had it. */
  function check({ address, names = [], owner }: Screened): readonly ScreeningCheck[] {
    const ofAddress = checkAddress(address)
    const others = [...names.flatMap(checkExactly), ...checkOwner(owner)]
    return others.length === 0 ? ofAddress : [...ofAddress, ...others]
  }

  function checkExactly(name: string): readonly ScreeningCheck[] {
    return lists.flatMap((list) => exactCheck(list, name) ?? [])
  }

  function checkOwner(owner: Screened['owner']): readonly ScreeningCheck[] {
    const found =
      owner === undefined ? NO_CHECKS : [...checkAddress(owner.address), ...owner.names.flatMap(checkOwnName)]
    return found.filter(({ outcome }) => outcome === 'deny').map(asOwner)
  }

  function checkOwnName(name: string): readonly ScreeningCheck[] {
    const known = before.owners.get(name)
    if (known !== undefined) return known
    const found = checkExactly(name)
    if (before.owners.size >= KNOWN_NAMES_MAX) before.owners.clear()
    before.owners.set(name, found)
    return found
  }

  function checkName(name: string, { orgId, askedBy }: Asking): Promise<readonly ScreeningCheck[]> {
    const [{ names: known, compared }, current] = [before, lists]
    const kept = known.get(name)
    if (kept !== undefined) return Promise.resolve(kept)
    const [turns, by] = askedBy === undefined ? [comparing, orgId ?? ''] : [comparingDry, askedBy]
    // A payment does not join what waits for a turn of dry screenings.
    const id = `${askedBy === undefined ? 'spend' : 'dry'} ${by} ${name}`
    const waiting = compared.get(id)
    if (waiting !== undefined) return waiting
    const found = turns.take(by, () => known.get(name) ?? compareName(current, name))
    compared.set(id, found)
    const keep = (checks: readonly ScreeningCheck[]) => {
      compared.delete(id)
      if (known.size >= KNOWN_NAMES_MAX) known.clear()
      known.set(name, checks)
    }
    // What has had no turn is no finding.
    found.then(keep, () => compared.delete(id))
    return found
  }

  /** @param by whom, of whom none keeps the others waiting */
  async function screenAll(
    addresses: readonly (string | null)[],
    names: readonly string[],
    by: Asking,
  ): Promise<Pick<Screening, 'checks' | 'revision'>> {
    // Comparing names takes a while: everything is of the lists that are in memory now.
    const screened = { revision, checks: addresses.flatMap(checkAddress) }
    if (names.length === 0) return screened
    const ofNames = await Promise.all([...new Set(names)].map((name) => checkName(name, by)))
    return { ...screened, checks: [...screened.checks, ...ofNames.flat()] }
  }

  async function requireCurrent(): Promise<void> {
    while (checkedAt < outdatedAt || performance.now() - checkedAt > FRESH_MS)
      await refresh().catch((err: unknown) => {
        log.error({ err }, 'the screening lists cannot be read')
        throw screeningUnavailable()
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
    checkNames: (names) => names.flatMap(checkExactly),
    async screen({ address, mode, names = [], ...by }) {
      await requireCurrent()
      const refusal = refusalOf(mode)
      if (refusal !== null) throw refusal
      const screened = await screenAll([address], names, by)
      return { ...screened, screeningId: null, ...(names.length === 0 ? {} : { names }) }
    },
    async screenRecord({ addresses = [], names, ...by }) {
      await requireCurrent()
      return screenAll(addresses, names, by)
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
    sanctioned: createSanctioned(() => lists),
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

type Sanctioned = ReturnType<Screener['sanctioned']>[number]

const sanctionedBy = ({ category, version, addresses }: LoadedList): Sanctioned[] =>
  category === 'sanctions' ? [...addresses.keys()].map((address) => ({ address, version })) : []

/** Anew only when the lists change. */
function createSanctioned(inMemory: () => readonly LoadedList[]): Screener['sanctioned'] {
  let known: { readonly of: readonly LoadedList[]; readonly addresses: readonly Sanctioned[] } | null = null
  return () => {
    const lists = inMemory()
    if (known?.of !== lists) known = { of: lists, addresses: lists.flatMap(sanctionedBy) }
    return known.addresses
  }
}

function missingList(lists: readonly LoadedList[], required: readonly string[]): DomainError | null {
  const imported = lists.filter(({ category, importId }) => category === 'sanctions' && importId !== null)
  const missing = required.find((name) => imported.every(({ list }) => list !== name))
  return missing === undefined && imported.length > 0 ? null : listMissing(missing ?? null)
}

function staleList(lists: readonly LoadedList[], ages: readonly ListAge[], ageMaxMs: number): DomainError | null {
  const stale = ages.find((age) => stateOf(age, ageMaxMs) === 'stale')?.list
  const loadedAt = lists.find(({ list }) => list === stale)?.loadedAt ?? null
  return stale === undefined || loadedAt === null ? null : listStale(stale, loadedAt, ageMaxMs)
}

/** Nothing is wrong with what was asked for: what is on its way, such as a charge that is approved, waits and does not fail. */
function tooManyNames(): DomainError {
  const message = 'Too many names of this caller are being screened at once. Nothing was changed. Try later.'
  return screeningUnavailable('screening_unavailable', { message, details: { retry_after_ms: 1_000 } })
}
