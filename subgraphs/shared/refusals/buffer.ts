/**
 * Refusals that are noted and written a moment later, many at once: a refusal costs its caller nothing more, and one caller or
 * organization that is refused all the time leaves room for the others.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, runAsService } from '../acting.ts'
import { isTransient } from '../commit/failures.ts'
import { DomainError, passes } from '../errors.ts'
import type { OrgId } from '../ids.ts'
import type { Mode } from '../principal.ts'
import type { Log } from '../subgraph.ts'

const FLUSH_MS = 500
/** Between two writes: refusals of one caller, and of all; callers of one organization and mode; and organizations. */
const REFUSALS_MAX = 20
const ALL_REFUSALS_MAX = 20_000
const CALLERS_MAX = 100
const OWNERS_MAX = 1_000
/** Of one write, while the database does not answer: refusals for that very reason are to be kept, too. */
const RETRIES_MAX = 5
const RETRY_MS = 1_000

interface Owner {
  readonly orgId: OrgId
  readonly mode: Mode
}

/** Of one caller: what is kept, and how many more there were. */
export interface Refused<Row> {
  /** Agent, key or operator. */
  readonly caller: string
  readonly rows: readonly Row[]
  readonly omitted: number
  /** Of the last one. */
  readonly by: Actor | null
}

export interface RefusedOfOwner<Row> extends Owner {
  readonly callers: readonly Refused<Row>[]
  /** Of further callers. */
  readonly omitted: number
}

export interface RefusalBuffer<Row> {
  /** @param make the row, asked for only where there is room for it */
  add(owner: Owner, by: { readonly caller: string; readonly actor: Actor | null }, make: () => Row): void
  /** Writes what is noted. */
  flush(): Promise<void>
}

interface Waiting<Row> extends Refused<Row> {
  readonly rows: Row[]
  omitted: number
  by: Actor | null
}
interface WaitingOwner<Row> extends Owner {
  readonly callers: Map<string, Waiting<Row>>
  omitted: number
}

/** @param write tried again when the database does not answer; what else it throws is only logged, and those refusals are lost */
export function createRefusalBuffer<Row>(
  write: (refused: RefusedOfOwner<Row>) => Promise<void>,
  log: Log,
): RefusalBuffer<Row> {
  let waiting = new Map<string, WaitingOwner<Row>>()
  /** Those that there was no room for at all. */
  let lost = 0
  let held = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  /** Null: there is no room, and it is only counted. */
  function waitingOf({ orgId, mode }: Owner, caller: string): Waiting<Row> | null {
    const id = `${orgId}:${mode}`
    if (!waiting.has(id) && waiting.size >= OWNERS_MAX) {
      lost += 1
      return null
    }
    const owner = waiting.get(id) ?? { orgId, mode, callers: new Map<string, Waiting<Row>>(), omitted: 0 }
    const known = owner.callers.get(caller)
    if (known === undefined && owner.callers.size >= CALLERS_MAX) {
      owner.omitted += 1
      return null
    }
    const of = known ?? { caller, rows: [], omitted: 0, by: null }
    owner.callers.set(caller, of)
    waiting.set(id, owner)
    return of
  }

  /** While a write is under way, what is noted waits for its end, and its number stays bounded. */
  function writeLater(): void {
    if (writing !== null || waiting.size === 0) return
    // It writes what many callers were refused, and is an act of none of them.
    timer ??= runAsService(() => setTimeout(() => void flush(), FLUSH_MS).unref())
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    while (writing !== null) await writing
    const noted = [...waiting.values()]
    waiting = new Map()
    held = 0
    writing = writeAll(noted)
    await writing
    writing = null
    writeLater()
  }

  async function writeAll(noted: readonly WaitingOwner<Row>[]): Promise<void> {
    if (lost > 0) log.warn({ lost }, 'refusals are not kept: there were too many at once')
    lost = 0
    let retries = RETRIES_MAX
    for (const { callers, ...owner } of noted) {
      const refused = { ...owner, callers: [...callers.values()] }
      for (let error = await failureOf(refused); error !== null; error = await failureOf(refused)) {
        if (retries === 0 || !isPassing(error)) {
          log.warn({ err: error, orgId: owner.orgId }, 'refusals are not kept')
          break
        }
        retries -= 1
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  const failureOf = (refused: RefusedOfOwner<Row>): Promise<unknown> =>
    write(refused).then(
      () => null,
      (error: unknown) => error,
    )

  return {
    add(owner, { caller, actor }, make) {
      const of = waitingOf(owner, caller)
      if (of === null) return
      of.by = actor
      if (of.rows.length >= REFUSALS_MAX || held >= ALL_REFUSALS_MAX) of.omitted += 1
      else {
        of.rows.push(make())
        held += 1
      }
      writeLater()
    },
    flush,
  }
}

const isPassing = (error: unknown): boolean => (error instanceof DomainError ? passes(error) : isTransient(error))
