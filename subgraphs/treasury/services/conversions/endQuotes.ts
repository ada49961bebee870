/** The other ends of a quote: canceled by its caller, or expired. Decisions compare the clock themselves. */

import { timeOf } from '../../../shared/clock.ts'
import { composeParts } from '../../../shared/commit/compose.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import {
  createPauses,
  ITEMS_MAX,
  type LateOwners,
  type Pauses,
  sweepByOwner,
} from '../../../shared/commit/submitByOwner.ts'
import type { IntentPart, State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import type { DueOf } from '../../../shared/dueWork.ts'
import { DomainError } from '../../../shared/errors.ts'
import { type Principal, requireCaller } from '../../../shared/principal.ts'
import { sleep, type Worker } from '../../../shared/subgraph.ts'
import { findDue } from '../../models/dueRows.ts'
import { QUOTES, quoteRef } from '../../models/quotes.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { isParked, nextQuoteStatus, type QuoteRow, statusAt } from '../../rules/conversions/quote.ts'
import { actorReads } from '../actors.ts'
import type { Quoted } from './createQuote.ts'
import { getQuote } from './readQuotes.ts'

const SWEEP_EVERY_MS = 1_000

/** @throws DomainError not_found, conflict: it is executed, expired, or waits for an approval */
export async function cancelQuote(
  deps: TreasuryDeps,
  principal: Principal,
  { id }: { readonly id: string },
  key: RequestKey | null = null,
): Promise<Quoted> {
  const prepare = async () => {
    const caller = requireCaller(principal)
    const { orgId, mode } = caller
    const quote = await getQuote(deps, principal, id)
    const ref = quoteRef(quote._id)
    return {
      ...({ priority: 'control', orgId, mode, resourceId: quote._id, ...STOP } as const),
      resource: { type: 'quote', id: quote._id },
      reads: () => ({ guard: [...actorReads(caller), ref] }),
      decide(state: State, at: Date): Verdict<QuoteRow> {
        const row = requireRow(state, ref)
        if (row.status === 'canceled') return done(row)
        const status = statusAt(row, at) === 'open' && !isParked(row) ? nextQuoteStatus(row.status, 'cancel') : null
        if (status === null) return refused(notOpen(row, at))
        const next: QuoteRow = { ...row, status, dueAt: null, updatedAt: at }
        return done(next, { set: [setRow(ref, next)] })
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { row: settled.answer, replayed: false }
  return { row: await getQuote(deps, principal, settled.replayedId), replayed: true }
}

function notOpen(row: QuoteRow, at: Date): DomainError {
  const details = { quote_id: row._id, status: statusAt(row, at), approval_id: row.approvalId }
  if (isParked(row))
    return new DomainError('conflict', 'The quote waits for an approval. Cancel the approval, or have it denied.', {
      ...{ reason: 'awaiting_approval', ...details },
    })
  return new DomainError('conflict', `The quote is ${details.status}, and that is final.`, {
    ...{ reason: `quote_${details.status}`, ...details },
  })
}

type ExpiryDeps = Pick<TreasuryDeps, 'database' | 'commit' | 'clock' | 'log'> & { readonly pauses?: Pauses }

/** @param of absent: those of all organizations, by real time. @returns how many quotes this call has ended */
export async function expireQuotes(deps: ExpiryDeps, late: LateOwners = new Set(), of?: DueOf): Promise<number> {
  const now = of === undefined ? deps.clock.now() : timeOf(deps.clock, of.owner)
  const tell = ({ _id: quoteId }: QuoteRow, err: unknown) =>
    deps.log.error({ err, quoteId }, 'a quote could not be expired')
  let count = 0
  for (let after: QuoteRow | null = null; ; ) {
    const page = { after, limit: ITEMS_MAX, ...(of && { owner: of.owner }) }
    const due: QuoteRow[] = await findDue<QuoteRow>(deps.database, QUOTES, now, page)
    const expire = async (chunk: readonly [QuoteRow, ...QuoteRow[]]) => {
      const [{ orgId, mode }] = chunk
      const settled = await submitPrepared(deps.commit, () => ({
        ...({ priority: 'control', orgId, mode, whileSuspended: true } as const),
        ...composeParts(chunk.map(expiryPart)),
      }))
      if ('answer' in settled) count += settled.answer.filter(Boolean).length
    }
    await sweepByOwner(due, expire, { late, pauses: deps.pauses, tell })
    after = due.at(-1) ?? null
    if (due.length < ITEMS_MAX || of?.signal.aborted === true) return count
  }
}

function expiryPart({ _id }: QuoteRow): IntentPart<boolean> {
  const ref = quoteRef(_id)
  return {
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const row = requireRow(state, ref)
      if (row.status !== 'open' || statusAt(row, at) !== 'expired') return done(false)
      return done(true, { set: [setRow(ref, { ...row, status: 'expired', dueAt: null, updatedAt: at })] })
    },
  }
}

export function createQuoteWorker(deps: ExpiryDeps): Worker {
  return {
    name: 'quoteExpiry',
    async run(signal) {
      const own = { ...deps, pauses: createPauses() }
      while (!signal.aborted) {
        await expireQuotes(own)
        await sleep(SWEEP_EVERY_MS, signal)
      }
    },
  }
}
