/**
 * Recomputes the hash chains of a log that comes organization by organization, in the order of its numbers (12). Where events were
 * deleted, what stays is compared with the checkpoints, and the chain begins after the last of them.
 */
import { createHash } from 'node:crypto'
import { type Checkpoint, isRecord } from './checkpoints.ts'
import type { Findings } from './findings.ts'
import type { Head } from './rows.ts'
import type { Source } from './source.ts'

interface Link {
  readonly _id: string
  readonly orgId: string
  readonly prevHash: string
  readonly hash: string
  /** Of events. */
  readonly mode?: string
  readonly createdAt?: Date
}

export interface HashChains {
  add(row: Link, number: number): Promise<void>
  end(): Promise<void>
}

interface End {
  readonly number: number
  readonly hash: string
}

/**
 * @param endOf number and hash of the last row, as the organization's position stores them
 * @param checkpointsOf those of an organization, in their order
 */
export function openHashChains(
  name: 'journals' | 'events',
  { source, findings }: { readonly source: Source; readonly findings: Findings },
  endOf: (head: Head) => End,
  checkpointsOf: (orgId: string) => readonly Checkpoint[] = () => [],
): HashChains {
  const seen = new Set<string>()
  const state = { orgId: null as string | null, number: 0, last: '', isBroken: false }
  /** Only the first fault of a chain is a breach of its own: every later row follows from it. */
  function fault(text: string): void {
    if (!state.isBroken) findings.breach(12, `${name} of ${state.orgId}: ${text}`)
    state.isBroken = true
  }
  /** Those that are still to be compared, and what was found in the first of them. */
  let deleted: readonly Checkpoint[] = []
  let stays = { count: 0, fold: '' }
  /** Ends every checkpoint before this number. */
  function endDeleted(before: number): void {
    for (let [one] = deleted; one !== undefined && Number(one.sequence) < before; [one] = deleted) {
      findings.checked(12)
      if (stays.count !== Number(one.kept) || stays.fold !== one.keptHash)
        fault(`${stays.count} records stay up to ${one.sequence}, and its checkpoint has ${one.kept}, or others`)
      if (Number(one.from) !== state.number) fault(`${one._id} does not go on at ${state.number}`)
      Object.assign(state, { number: Number(one.sequence), last: one.hash })
      stays = { count: 0, fold: '' }
      deleted = deleted.slice(1)
    }
  }
  async function close(): Promise<void> {
    if (state.orgId === null) return
    endDeleted(Number.POSITIVE_INFINITY)
    const [head] = await source.find<Head>('positions', { _id: `org:${state.orgId}` })
    if (head === undefined) return fault('the organization has no position')
    const { number, hash } = endOf(head)
    if (Number(number) !== state.number) fault(`the last is ${state.number}, and the position has ${number}`)
    else if (hash !== state.last) fault(`the position has another hash than ${state.number}, the last`)
  }
  return {
    async add(row, stored) {
      if (state.orgId !== row.orgId) {
        await close()
        Object.assign(state, { orgId: row.orgId, number: 0, last: '', isBroken: false })
        deleted = checkpointsOf(row.orgId)
        seen.add(row.orgId)
      }
      findings.checked(12)
      endDeleted(stored)
      if (deleted.length > 0) {
        if (hashOf(row) !== row.hash) fault(`${row._id} was changed`)
        // What is still to be deleted counts for nothing; what was never there when it was signed is a breach.
        if (!isRecord(row) && !mayStill(row, deleted[0]))
          fault(`${row._id} was not there when its checkpoint was signed`)
        if (isRecord(row)) stays = { count: stays.count + 1, fold: sha256(stays.fold + row.hash) }
        return
      }
      const number = state.number + 1
      if (stored !== number) fault(`${row._id} has number ${stored} instead of ${number}`)
      else if (row.prevHash !== state.last) fault(`${row._id} does not follow the row before it`)
      else if (hashOf(row) !== row.hash) fault(`${row._id} was changed`)
      Object.assign(state, { number: stored, last: row.hash })
    },
    async end() {
      await close()
      // An organization all of whose rows are missing still has its numbers.
      for await (const page of source.pages<Head>('positions', { filter: { _id: { $gte: 'org:', $lt: 'org;' } } }))
        for (const head of page)
          if (Number(endOf(head).number) > 0 && !seen.has(head.orgId))
            findings.breach(12, `${name} of ${head.orgId}: all ${endOf(head).number} are missing`)
    },
  }
}

const mayStill = ({ mode = '', createdAt }: Link, checkpoint: Checkpoint | undefined): boolean => {
  const until = checkpoint?.until[mode]
  return checkpoint?.open === true && createdAt !== undefined && until !== undefined && createdAt <= until
}

/** SHA-256 over the row without its hash, as JSON with integers as text. */
export function hashOf(row: object): string {
  const { hash: _, ...content } = row as { hash?: string }
  const text = JSON.stringify(content, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  return sha256(text)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
