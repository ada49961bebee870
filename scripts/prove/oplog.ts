/**
 * What was committed, in the database's own order, by its change stream: the only witness that can say whether a payment
 * was accepted or a signature stored before or after a switch was in force.
 */
import type { Database } from '../../subgraphs/shared/database.ts'
import { pause } from './proof.ts'

export type Fact =
  | { readonly kind: 'accepted' | 'stored'; readonly paymentId: string }
  /** The record of a switch. */
  | { readonly kind: 'switch'; readonly switchId: string }
  /** One gate with these switches on it. */
  | { readonly kind: 'gate'; readonly switchIds: readonly string[] }
  | { readonly kind: 'mark'; readonly name: string }

export interface OplogWatch {
  readonly facts: readonly Fact[]
  /** Waits until everything committed so far is among the facts. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

interface Change {
  readonly operationType: string
  readonly ns?: { readonly coll: string }
  readonly documentKey?: { readonly _id: string }
  readonly fullDocument?: { readonly stage?: string }
  readonly updateDescription?: { readonly updatedFields?: Readonly<Record<string, unknown>> }
}

const MARKS = 'proveMarks'

export async function watchOplog(database: Database): Promise<OplogWatch> {
  const facts: Fact[] = []
  const signed = new Map<string, number>()
  const collection = database.collection<{ _id: string }>(MARKS)
  const inside = { 'ns.coll': { $in: ['payments', 'killSwitches', 'positions', MARKS] } }
  const stream = database.connection
    .getClient()
    .db('prove')
    .watch([{ $match: inside }])
  stream.on('change', (change) => {
    const fact = factOf(change as unknown as Change, signed)
    if (fact !== null) facts.push(fact)
  })
  stream.on('error', () => undefined)
  let marks = 0
  const watch: OplogWatch = {
    facts,
    async catchUp() {
      const name = `mark_${marks++}`
      await collection.insertOne({ _id: name })
      const isSeen = () => facts.some((fact) => fact.kind === 'mark' && fact.name === name)
      for (let waited = 0; !isSeen(); waited += 20) {
        if (waited > 20_000) throw new Error('the change stream stands still')
        await pause(20)
      }
    },
    close: () => stream.close(),
  }
  // The stream is open when it shows its first mark; until then marks may be lost.
  for (let tries = 0; facts.length === 0; tries++) {
    if (tries > 200) throw new Error('the change stream does not open')
    await collection.insertOne({ _id: `open_${tries}` })
    await pause(50)
  }
  return watch
}

/** @param signed transfers that each payment had bytes for so far */
function factOf(change: Change, signed: Map<string, number>): Fact | null {
  const { operationType, ns, documentKey, fullDocument, updateDescription } = change
  const id = documentKey?._id ?? ''
  const updated = updateDescription?.updatedFields ?? {}
  if (ns?.coll === MARKS) return { kind: 'mark', name: id }
  if (ns?.coll === 'killSwitches') return operationType === 'insert' ? { kind: 'switch', switchId: id } : null
  if (ns?.coll === 'positions') {
    const { switches } = updated as { switches?: readonly { switchId: string }[] }
    if (!id.startsWith('gate:') || switches === undefined) return null
    return { kind: 'gate', switchIds: switches.map(({ switchId }) => switchId) }
  }
  if (ns?.coll !== 'payments') return null
  if (operationType === 'insert') return fullDocument?.stage === 'queued' ? { kind: 'accepted', paymentId: id } : null
  const { chainWork } = updated as { chainWork?: { transactions: readonly { purpose: string }[] } | null }
  const transfers = (chainWork?.transactions ?? []).filter(({ purpose }) => purpose === 'pay').length
  // The row of the work is written whole each time: only one more transfer in it is one more signature.
  if (transfers <= (signed.get(id) ?? 0)) return null
  signed.set(id, transfers)
  return { kind: 'stored', paymentId: id }
}
