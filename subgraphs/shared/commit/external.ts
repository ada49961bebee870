/**
 * Keys of acts that the commit does not write itself (endpoints, deliveries, test money). The commit takes the key first,
 * together with the id of what is to be made; then it is made under that id. Whoever repeats the request, after a crash in
 * between too, finds it or makes it: one id is made once.
 */
import { DomainError, invariant } from '../errors.ts'
import { type Id, type IdKind, isId } from '../ids.ts'
import { isDecision } from './keyRows.ts'
import type { RequestKey } from './requestKey.ts'
import { keyOf, markKey, refusalIntent, requireDone, requireRepeat } from './submit.ts'
import type { Commit, KeyRow, Repeat } from './types.ts'

export interface ExternalWork<K extends IdKind, Prepared, Made> {
  /** Of what is made. */
  readonly kind: K
  /** Everything that may refuse, and the id of what is to be made. */
  prepare(): Promise<{ readonly id: Id<K>; readonly prepared: Prepared }>
  /** What was made under this id since the key was taken; null where nobody came to it. */
  find(id: Id<K>, takenAt: Date): Promise<Made | null>
  /** Doing it again under one id makes nothing new. */
  make(id: Id<K>, prepared: Prepared): Promise<Made>
}

export interface ExternalResult<Made> {
  readonly made: Made
  readonly replayed: boolean
}

export async function runExternal<K extends IdKind, Prepared, Made>(
  commit: Commit,
  key: RequestKey | null,
  act: ExternalWork<K, Prepared, Made>,
): Promise<ExternalResult<Made>> {
  if (key === null) {
    const { id, prepared } = await act.prepare()
    return { made: await act.make(id, prepared), replayed: false }
  }
  const repeat = await commit.findRepeat(key)
  if (repeat !== null) return repeatOutside(key, repeat, act)
  const { id, prepared } = await prepareOrKeepRefusal(commit, key, act)
  const taken = await commit.submit<null>({
    priority: 'spend',
    ...{ orgId: key.orgId, mode: key.mode, key: keyOf(key, { type: act.kind, id }) },
    reads: () => ({ guard: [] }),
    decide: () => ({ kind: 'done', answer: null, writes: {} }),
  })
  if (taken.kind === 'replayed' || taken.kind === 'mismatch') return repeatOutside(key, taken, act)
  if (taken.kind !== 'stale') requireDone(taken)
  const made = await act.make(id, prepared)
  // Not before: a failure that left nothing behind is not the answer of this key.
  if (taken.kind === 'done') markKey(key, taken.storedKey, false)
  return { made, replayed: false }
}

async function repeatOutside<K extends IdKind, Prepared, Made>(
  key: RequestKey,
  repeat: Repeat,
  act: ExternalWork<K, Prepared, Made>,
): Promise<ExternalResult<Made>> {
  const { replayedId } = requireRepeat(repeat, key)
  invariant(isId(act.kind, replayedId), `${replayedId} is no ${act.kind}`)
  const { at } = (repeat as { stored: KeyRow }).stored
  const found = await act.find(replayedId, at)
  if (found !== null) return { made: found, replayed: true }
  if (key.refused !== undefined) throw key.refused
  const { prepared } = await act.prepare()
  return { made: await act.make(replayedId, prepared), replayed: true }
}

async function prepareOrKeepRefusal<K extends IdKind, Prepared, Made>(
  commit: Commit,
  key: RequestKey,
  act: ExternalWork<K, Prepared, Made>,
): ReturnType<ExternalWork<K, Prepared, Made>['prepare']> {
  try {
    if (key.refused !== undefined) throw key.refused
    return await act.prepare()
  } catch (error) {
    if (!(error instanceof DomainError) || !isDecision(error)) throw error
    const outcome = await commit.submit(refusalIntent(key, error))
    if (outcome.kind === 'stale') throw error
    requireDone(outcome, key)
    throw error
  }
}
