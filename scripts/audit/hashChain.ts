/** Recomputes the hash chains of a log that comes organization by organization, in the order of its numbers (12). */
import { createHash } from 'node:crypto'
import type { Findings } from './findings.ts'
import type { Head } from './rows.ts'
import type { Source } from './source.ts'

interface Link {
  readonly _id: string
  readonly orgId: string
  readonly prevHash: string
  readonly hash: string
}

export interface HashChains {
  add(row: Link, number: number): Promise<void>
  end(): Promise<void>
}

interface End {
  readonly number: number
  readonly hash: string
}

/** @param endOf number and hash of the last row, as the organization's position stores them */
export function openHashChains(
  name: 'journals' | 'events',
  { source, findings }: { readonly source: Source; readonly findings: Findings },
  endOf: (head: Head) => End,
): HashChains {
  const seen = new Set<string>()
  const state = { orgId: null as string | null, number: 0, last: '', isBroken: false }
  /** Only the first fault of a chain is a breach of its own: every later row follows from it. */
  function fault(text: string): void {
    if (!state.isBroken) findings.breach(12, `${name} of ${state.orgId}: ${text}`)
    state.isBroken = true
  }
  async function close(): Promise<void> {
    if (state.orgId === null) return
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
        seen.add(row.orgId)
      }
      findings.checked(12)
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

/** SHA-256 over the row without its hash, as JSON with integers as text. */
export function hashOf(row: object): string {
  const { hash: _, ...content } = row as { hash?: string }
  const text = JSON.stringify(content, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
  return createHash('sha256').update(text).digest('hex')
}
