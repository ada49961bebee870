/** Which rows a batch has to read for an intent, and to write, changed or not. Pure. */
import { credentialsOf } from './actorStanding.ts'
import { orgRef, PLATFORM } from './positions.ts'
import { refKey } from './refKey.ts'
import type { Intent, KeyRow, Ref } from './types.ts'

const keyRef = (id: string): Ref<KeyRow> => ({ collection: 'idempotency', id })
const PLATFORM_KEY = refKey(PLATFORM)

/** The rows that one intent needs, by `refKey`: its own, its organization's position and its idempotency key. */
export interface Plan {
  readonly guards: ReadonlyMap<string, Ref>
  readonly absents: ReadonlyMap<string, Ref>
  /** Under ids made for this intent; not read, because inserting them proves that they did not exist. */
  readonly newIds: ReadonlyMap<string, Ref>
  readonly key: { readonly text: string; readonly ref: Ref } | null
  /** What `reads` threw: the intent is broken, the others go on. */
  readonly error?: unknown
}

export function planOf(intent: Intent<unknown>, at: Date): Plan {
  const guards = new Map<string, Ref>()
  const absents = new Map<string, Ref>()
  const newIds = new Map<string, Ref>()
  const organization = orgRef(intent.orgId)
  guards.set(refKey(organization), organization)
  const ref = intent.key === undefined ? null : keyRef(intent.key.id)
  const key = ref === null ? null : { text: refKey(ref), ref }
  try {
    const reads = intent.reads(at)
    for (const guard of [...reads.guard, ...credentialsOf(intent)]) guards.set(refKey(guard), guard)
    for (const absent of reads.absent ?? []) absents.set(refKey(absent), absent)
    for (const newId of reads.newIds ?? []) newIds.set(refKey(newId), newId)
  } catch (error) {
    return { guards: new Map(), absents: new Map(), newIds: new Map(), key: null, error }
  }
  // The store guards one shard of the platform for the whole batch.
  guards.delete(PLATFORM_KEY)
  return { guards, absents, newIds, key }
}
