/**
 * Commits in the database's own order, read from its change stream: the only source that shows whether a payment was
 * accepted or a signature stored before or after a switch, or a screening list, was in force.
 */
import type { Database } from '../../subgraphs/shared/database.ts'
import { waitUntil } from '../waitUntil.ts'

export type CommittedChange =
  | { readonly kind: 'accepted' | 'stored'; readonly paymentId: string }
  /** The record of a switch. */
  | { readonly kind: 'switch'; readonly switchId: string }
  /** One platform shard with these switches. */
  | { readonly kind: 'shard'; readonly switchIds: readonly string[] }
  /** One platform shard that asks for this revision of the screening lists. */
  | { readonly kind: 'lists'; readonly revision: number }
  | { readonly kind: 'mark'; readonly name: string }

export interface OplogWatch {
  readonly changes: readonly CommittedChange[]
  /** Waits until `changes` has everything committed so far. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

interface Change {
  readonly operationType: string
  readonly ns?: { readonly coll: string }
  readonly documentKey?: { readonly _id: string }
  readonly fullDocument?: {
    readonly stage?: string
    readonly subjectId?: string
    readonly paymentIds?: readonly string[]
    readonly bytes?: Bytes
  }
  readonly updateDescription?: { readonly updatedFields?: Readonly<Record<string, unknown>> }
}

type Bytes = readonly { readonly purpose: string; readonly items?: readonly string[] }[]

const MARKS = 'proveMarks'

export async function watchOplog(database: Database): Promise<OplogWatch> {
  const changes: CommittedChange[] = []
  const signed = new Map<string, SignedNonce>()
  const collection = database.collection<{ _id: string }>(MARKS)
  const relevant = { 'ns.coll': { $in: ['payments', 'accountNonces', 'killSwitches', 'positions', MARKS] } }
  const stream = database.connection
    .getClient()
    .db('prove')
    .watch([{ $match: relevant }])
  stream.on('change', (change) => {
    changes.push(...changesOf(change as unknown as Change, signed))
  })
  stream.on('error', () => undefined)
  let marks = 0
  const watch: OplogWatch = {
    changes: changes,
    async catchUp() {
      const name = `mark_${marks++}`
      await collection.insertOne({ _id: name })
      const isSeen = () => changes.some((found) => found.kind === 'mark' && found.name === name)
      await waitUntil('the change stream catches up', async () => isSeen())
    },
    close: () => stream.close(),
  }
  // Marks inserted before the stream is open are not delivered: it is open once one arrives.
  let tries = 0
  await waitUntil('the change stream opens', async () => {
    await collection.insertOne({ _id: `open_${tries++}` })
    return changes.length > 0
  })
  return watch
}

/** The payments of a nonce, and how many transactions were signed to pay them so far. */
interface SignedNonce {
  readonly paymentIds: readonly string[]
  readonly transfers: number
}

/** @param signed by the id of the nonce */
function changesOf(change: Change, signed: Map<string, SignedNonce>): readonly CommittedChange[] {
  const { operationType, ns, documentKey, fullDocument, updateDescription } = change
  const id = documentKey?._id ?? ''
  const updated = updateDescription?.updatedFields ?? {}
  if (ns?.coll === MARKS) return [{ kind: 'mark', name: id }]
  if (ns?.coll === 'killSwitches') return operationType === 'insert' ? [{ kind: 'switch', switchId: id }] : []
  if (ns?.coll === 'positions') {
    const { switches, lists } = updated as { switches?: readonly { switchId: string }[]; lists?: number }
    if (!id.startsWith('gate:')) return []
    if (lists !== undefined) return [{ kind: 'lists', revision: Number(lists) }]
    return switches === undefined ? [] : [{ kind: 'shard', switchIds: switches.map(({ switchId }) => switchId) }]
  }
  if (ns?.coll === 'accountNonces') return storedIn(change, signed)
  return operationType === 'insert' && fullDocument?.stage === 'queued' ? [{ kind: 'accepted', paymentId: id }] : []
}

/** The bytes of a nonce are written whole each time: only one more transfer among them is one more signature. */
function storedIn(
  { documentKey, fullDocument, updateDescription }: Change,
  signed: Map<string, SignedNonce>,
): readonly CommittedChange[] {
  const id = documentKey?._id ?? ''
  const known = fullDocument?.paymentIds ?? [fullDocument?.subjectId ?? '']
  const before = signed.get(id) ?? { paymentIds: known, transfers: 0 }
  const { bytes } = (fullDocument ?? updateDescription?.updatedFields ?? {}) as { bytes?: Bytes }
  if (bytes === undefined) return []
  const transfers = bytes.filter(({ purpose }) => purpose === 'pay')
  signed.set(id, { ...before, transfers: transfers.length })
  if (transfers.length <= before.transfers) return []
  // A batch is signed again without those that must not be paid.
  const carried = transfers.at(-1)?.items ?? before.paymentIds
  return carried.map((paymentId) => ({ kind: 'stored', paymentId }))
}
