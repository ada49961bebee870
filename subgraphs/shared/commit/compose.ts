/**
 * Joins intent parts of several subgraphs into one intent: all or nothing (registration, approval that executes). A
 * later part sees the rows as the earlier parts left them, so it may set a row that an earlier part inserts.
 */
import { invariant } from '../errors.ts'
import { refKey } from './refKey.ts'
import { insertRow, setRow } from './rowWrites.ts'
import type { IntentPart, Reads, Ref, Row, State, Verdict, Writes } from './types.ts'
import { done } from './verdicts.ts'

/** The answers of the parts, in their order. */
export type Answers<Parts extends readonly IntentPart<unknown>[]> = {
  -readonly [I in keyof Parts]: Parts[I] extends IntentPart<infer Answer> ? Answer : never
}

/**
 * Parts are decided in order. The first that is refused or stale decides for all, and earlier writes are dropped. The
 * writes of a refusal count only if no part before it has written: otherwise they may depend on dropped rows.
 */
export function composeParts<const Parts extends readonly IntentPart<unknown>[]>(
  parts: Parts,
): IntentPart<Answers<Parts>> {
  return {
    reads: (at) => mergeReads(parts.map((part) => part.reads(at))),
    decide: (state, at) => decideInOrder(parts, state, at) as Verdict<Answers<Parts>>,
  }
}

/** Both as one part, with the answer of the second. */
export function precededBy<Answer>(first: IntentPart<unknown>, part: IntentPart<Answer>): IntentPart<Answer> {
  const { reads, decide } = composeParts([first, part])
  return {
    reads,
    decide(state, at) {
      const verdict = decide(state, at)
      return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[1] } : verdict
    },
  }
}

/** Every ref once. A row that an earlier part inserts needs no guard by a later one: the insert protects it. */
function mergeReads(all: readonly Reads[]): Reads {
  const guard = new Map<string, Ref>()
  const absent = new Map<string, Ref>()
  const newIds = new Map<string, Ref>()
  for (const reads of all) {
    for (const ref of reads.newIds ?? []) newIds.set(refKey(ref), ref)
    for (const ref of reads.absent ?? []) {
      invariant(!guard.has(refKey(ref)), `${refKey(ref)} is guarded by an earlier part and absent for a later one`)
      absent.set(refKey(ref), ref)
    }
    for (const ref of reads.guard) if (!absent.has(refKey(ref)) && !newIds.has(refKey(ref))) guard.set(refKey(ref), ref)
  }
  return { guard: [...guard.values()], absent: [...absent.values()], newIds: [...newIds.values()] }
}

function decideInOrder(parts: readonly IntentPart<unknown>[], state: State, at: Date): Verdict<unknown[]> {
  const draft = createDraft(state)
  const answers: unknown[] = []
  for (const part of parts) {
    const verdict = part.decide(draft.state, at)
    if (verdict.kind === 'stale') return verdict
    if (verdict.kind === 'refused') return draft.isEmpty() ? verdict : { ...verdict, writes: {} }
    draft.add(verdict.writes)
    answers.push(verdict.answer)
  }
  return done(answers, draft.writes())
}

/** Several writes as one, in their order; for writes that do not build on each other's rows. */
export function joinWrites(all: readonly Writes[]): Writes {
  return {
    set: all.flatMap(({ set = [] }) => set),
    insert: all.flatMap(({ insert = [] }) => insert),
    journals: all.flatMap(({ journals = [] }) => journals),
    events: all.flatMap(({ events = [] }) => events),
  }
}

interface Entry {
  readonly ref: Ref
  readonly isNew: boolean
  readonly row: object
}

/** One write a row, whatever the number of parts that touch it. */
function createDraft(base: State) {
  const entries = new Map<string, Entry>()
  const journals: NonNullable<Writes['journals']>[number][] = []
  const events: NonNullable<Writes['events']>[number][] = []
  const state: State = {
    get<T>(ref: Ref<T>) {
      const entry = entries.get(refKey(ref))
      if (entry === undefined) return base.get(ref)
      const version = entry.isNew ? 1 : (base.get(ref)?.v ?? 1)
      return { ...entry.row, _id: ref.id, v: version } as T & Row
    },
  }
  return {
    state,
    isEmpty: () => entries.size === 0 && journals.length === 0 && events.length === 0,
    add(writes: Writes): void {
      for (const { ref, row } of writes.insert ?? []) {
        invariant(!entries.has(refKey(ref)), `${refKey(ref)} is inserted by two parts`)
        entries.set(refKey(ref), { ref, isNew: true, row })
      }
      for (const { ref, next } of writes.set ?? [])
        entries.set(refKey(ref), { ref, isNew: entries.get(refKey(ref))?.isNew ?? false, row: next })
      journals.push(...(writes.journals ?? []))
      events.push(...(writes.events ?? []))
    },
    writes: (): Writes => ({
      insert: [...entries.values()].filter(({ isNew }) => isNew).map(({ ref, row }) => insertRow(ref, row)),
      set: [...entries.values()].filter(({ isNew }) => !isNew).map(({ ref, row }) => setRow(ref, row)),
      journals,
      events,
    }),
  }
}
