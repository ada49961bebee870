/**
 * Idempotency for work whose rows the commit does not write (endpoints, deliveries, test money). The commit stores the key
 * first, together with the id of the resource; then the resource is made under that id. A repeated request, also after a
 * crash in between, finds the resource or makes it: one id is made once.
 */
import { DomainError, invariant } from '../errors.ts'
import { type Id, type IdKind, isId, type OrgId } from '../ids.ts'
import type { Mode } from '../principal.ts'
import { isDecision } from './keyRows.ts'
import type { RequestKey } from './requestKey.ts'
import { requireStanding } from './requireStanding.ts'
import { keyOf, markKey, refusalIntent, requireDone, requireRepeat } from './submit.ts'
import type { Commit, KeyRow, Repeat } from './types.ts'
import { done } from './verdicts.ts'

export interface ExternalWork<K extends IdKind, Prepared, Made> {
  /** Kind of the resource. */
  readonly kind: K
  /** Everything that may refuse, the id of the resource to be made, and whose it is. */
  prepare(): Promise<{
    readonly id: Id<K>
    readonly owner: { readonly orgId: OrgId; readonly mode: Mode }
    readonly prepared: Prepared
  }>
  /** What was made under this id since the key was stored; null if the first request died before. */
  find(id: Id<K>, storedAt: Date): Promise<Made | null>
  /**
   * A second call for the same key makes nothing new: it returns the same, or throws a conflict after which `find` has it.
   * @param storedAt null without a key
   */
  make(id: Id<K>, prepared: Prepared, storedAt: Date | null): Promise<Made>
}

export interface ExternalResult<Made> {
  readonly made: Made
  readonly replayed: boolean
}

export async function runExternal<K extends IdKind, Prepared, Made>(
  commit: Commit,
  key: RequestKey | null,
  work: ExternalWork<K, Prepared, Made>,
): Promise<ExternalResult<Made>> {
  if (key === null) {
    const { id, owner, prepared } = await work.prepare()
    await requireStanding(commit, owner)
    return { made: await work.make(id, prepared, null), replayed: false }
  }
  const repeat = await commit.findRepeat(key)
  if (repeat !== null) return repeatExternal(commit, key, repeat, work)
  const { id, prepared } = await prepareOrStoreRefusal(commit, key, work)
  const stored = await commit.submit<null>({
    // So that an agent is looked at, too: no wallet tells its standing here.
    priority: 'control',
    ...{ orgId: key.orgId, mode: key.mode, key: keyOf(key, { type: work.kind, id }) },
    reads: () => ({ guard: [] }),
    decide: () => done(null),
  })
  if (stored.kind === 'replayed' || stored.kind === 'mismatch') return repeatExternal(commit, key, stored, work)
  if (stored.kind !== 'stale') requireDone(stored)
  const made =
    stored.kind === 'done' && stored.storedKey !== undefined
      ? await makeOnce(work, id, prepared, stored.storedKey.at)
      : await work.make(id, prepared, null)
  // Only now: a failure that left nothing behind is not the response of this key.
  if (stored.kind === 'done') markKey(key, stored.storedKey, false)
  return { made, replayed: false }
}

async function repeatExternal<K extends IdKind, Prepared, Made>(
  commit: Commit,
  key: RequestKey,
  repeat: Repeat,
  work: ExternalWork<K, Prepared, Made>,
): Promise<ExternalResult<Made>> {
  const { replayedId } = requireRepeat(repeat, key)
  invariant(isId(work.kind, replayedId), `${replayedId} is no ${work.kind}`)
  const { at } = (repeat as { stored: KeyRow }).stored
  const found = await work.find(replayedId, at)
  if (found !== null) return { made: found, replayed: true }
  const { owner, prepared } = await work.prepare()
  await requireStanding(commit, owner)
  return { made: await makeOnce(work, replayedId, prepared, at), replayed: true }
}

/** Identical requests may run at once, and any of them may be the one that makes it: the others find it. */
async function makeOnce<K extends IdKind, Prepared, Made>(
  work: ExternalWork<K, Prepared, Made>,
  id: Id<K>,
  prepared: Prepared,
  storedAt: Date,
): Promise<Made> {
  try {
    return await work.make(id, prepared, storedAt)
  } catch (error) {
    if (!(error instanceof DomainError) || error.type !== 'conflict') throw error
    const found = await work.find(id, storedAt)
    if (found === null) throw error
    return found
  }
}

async function prepareOrStoreRefusal<K extends IdKind, Prepared, Made>(
  commit: Commit,
  key: RequestKey,
  work: ExternalWork<K, Prepared, Made>,
): ReturnType<ExternalWork<K, Prepared, Made>['prepare']> {
  try {
    return await work.prepare()
  } catch (error) {
    if (!(error instanceof DomainError) || !isDecision(error)) throw error
    const outcome = await commit.submit(refusalIntent(key, error))
    if (outcome.kind === 'stale') throw error
    requireDone(outcome, key)
    throw error
  }
}
