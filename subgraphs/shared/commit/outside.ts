/**
 * Keys of acts that the commit does not write itself (endpoints, deliveries, test money). The commit takes the key first,
 * together with the id of what is to be made; then it is made under that id. Whoever repeats the request, after a crash in
 * between too, finds it or makes it: one id is made once.
 */
import { DomainError } from '../errors.ts'
import { isDecision } from './keyRows.ts'
import type { RequestKey } from './requestKey.ts'
import { keyOf, note, refusalIntent, requireDone, requireRepeat } from './submit.ts'
import type { Commit, IntentKey, KeyRow, Repeat } from './types.ts'

export interface OutsideAct<Prepared, Made> {
  /** Everything that may refuse, and the id of what is to be made. */
  prepare(): Promise<{ readonly resource: IntentKey['resource']; readonly prepared: Prepared }>
  /** What was made under this id since the key was taken; null where nobody came to it. */
  find(id: string, takenAt: Date): Promise<Made | null>
  /** Doing it again under one id makes nothing new. */
  make(id: string, prepared: Prepared): Promise<Made>
}

export interface OutsideDone<Made> {
  readonly made: Made
  readonly replayed: boolean
}

export async function actOutside<Prepared, Made>(
  commit: Commit,
  key: RequestKey | null,
  act: OutsideAct<Prepared, Made>,
): Promise<OutsideDone<Made>> {
  if (key === null) {
    const { resource, prepared } = await act.prepare()
    return { made: await act.make(resource.id, prepared), replayed: false }
  }
  const repeat = await commit.findRepeat(key)
  if (repeat !== null) return repeatOutside(key, repeat, act)
  const { resource, prepared } = await prepareOrKeepRefusal(commit, key, act)
  const taken = await commit.submit<null>({
    priority: 'spend',
    ...{ orgId: key.orgId, mode: key.mode, key: keyOf(key, resource) },
    reads: () => ({ guard: [] }),
    decide: () => ({ kind: 'done', answer: null, writes: {} }),
  })
  if (taken.kind === 'replayed' || taken.kind === 'mismatch') return repeatOutside(key, taken, act)
  if (taken.kind !== 'stale') requireDone(taken)
  const made = await act.make(resource.id, prepared)
  // Not before: a failure that left nothing behind is not the answer of this key.
  if (taken.kind === 'done') note(key, taken.kept, false)
  return { made, replayed: false }
}

async function repeatOutside<Prepared, Made>(
  key: RequestKey,
  repeat: Repeat,
  act: OutsideAct<Prepared, Made>,
): Promise<OutsideDone<Made>> {
  const { replayedId } = requireRepeat(repeat, key)
  const { at } = (repeat as { stored: KeyRow }).stored
  const found = await act.find(replayedId, at)
  if (found !== null) return { made: found, replayed: true }
  if (key.refused !== undefined) throw key.refused
  const { prepared } = await act.prepare()
  return { made: await act.make(replayedId, prepared), replayed: true }
}

async function prepareOrKeepRefusal<Prepared, Made>(
  commit: Commit,
  key: RequestKey,
  act: OutsideAct<Prepared, Made>,
): ReturnType<OutsideAct<Prepared, Made>['prepare']> {
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
