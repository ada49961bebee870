/** Quotes that wait for an approval: how they end with it, and go on. */
import { timeOf } from '../../../shared/clock.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { isDecision } from '../../../shared/commit/keyRows.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Verdict, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { Executed, ParkedElsewhere } from '../../../shared/dollarSpend.ts'
import { DomainError, type ErrorType, invariant } from '../../../shared/errors.ts'
import { isId } from '../../../shared/ids.ts'
import { findQuotes, quoteRef } from '../../models/quotes.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { priceOf } from '../../rules/conversions/price.ts'
import { isParked, nextQuoteStatus, type QuoteRow } from '../../rules/conversions/quote.ts'
import { prepareConversion } from './executeQuote.ts'

export function createParkedQuotes(deps: TreasuryDeps): ParkedElsewhere {
  return {
    reads: ({ subjectId }) => [quoteRef(idOf(subjectId))],
    close(state, { subjectId }, { failure }, at) {
      const row = requireRow(state, quoteRef(idOf(subjectId)))
      return isParked(row) ? canceledWrites(row, failure.type, at) : {}
    },
    async prepare({ subjectId }, caller) {
      const [quote] = await findQuotes(deps.database, [idOf(subjectId)])
      invariant(quote !== undefined, `quote ${subjectId} does not exist`)
      const anew = await priceAnew(deps, quote)
      // Without a rate nothing is decided: whoever approves it tries again.
      if (isOpen(anew) && timeOf(deps.clock, quote) >= quote.expiresAt) throw anew
      const given = { newId: null, isApproved: true }
      const priced = anew instanceof DomainError ? quote : anew
      const prepared = await prepareConversion(deps, caller, priced, given)
      const ref = quoteRef(quote._id)
      return {
        reads: () => ({ guard: [ref, ...prepared.guard], newIds: prepared.newIds }),
        decide(state, at): Verdict<Executed> {
          const row = requireRow(state, ref)
          invariant(isParked(row), `quote ${row._id} is executed by its approval and is not parked`)
          const fail = ({ type }: DomainError) => done('failed' as const, canceledWrites(row, type, at))
          // A price that has ended binds nobody.
          const isOver = at.getTime() >= row.expiresAt.getTime()
          if (isOver && isOpen(anew)) return { kind: 'stale' }
          if (isOver && anew instanceof DomainError) return fail(anew)
          const offer = isOver ? { ...row, ...pricesOf(priced) } : row
          const verdict = prepared.authorize(state, offer, at)
          if (verdict.kind === 'stale') return verdict
          if (verdict.kind === 'refused') return fail(verdict.error)
          invariant(verdict.kind === 'authorized', `quote ${row._id} is parked a second time`)
          return done('made', joinWrites([prepared.execute(state, offer, verdict, at).writes]))
        },
      }
    },
  }
}

const isOpen = (priced: QuoteRow | DomainError): priced is DomainError =>
  priced instanceof DomainError && !isDecision(priced)

function idOf(subjectId: string): QuoteRow['_id'] {
  invariant(isId('quote', subjectId), `${subjectId} is no quote`)
  return subjectId
}

type Prices = Pick<QuoteRow, 'fromCents' | 'feeCents' | 'toUnits' | 'fx'>
const pricesOf = ({ fromCents, feeCents, toUnits, fx }: Prices): Prices => ({ fromCents, feeCents, toUnits, fx })

/** At the rate of now; more dollars than were approved are not taken. */
async function priceAnew({ deliveries }: TreasuryDeps, quote: QuoteRow): Promise<QuoteRow | DomainError> {
  const fixed =
    quote.fixedSide === 'from'
      ? ({ side: 'from', cents: BigInt(quote.fromCents) } as const)
      : ({ side: 'to', units: BigInt(quote.toUnits) } as const)
  try {
    const fx = await deliveries.rateOf(quote.token, quote.mode)
    const price = priceOf(fixed, quote.token, fx?.rate ?? null)
    if (price.fromCents > BigInt(quote.fromCents))
      return new DomainError('quote_expired', 'It costs more by now than was approved. Request a new quote.')
    return { ...quote, ...price, fx }
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

function canceledWrites(row: QuoteRow, failureCode: ErrorType, at: Date): Writes {
  const status = nextQuoteStatus(row.status, 'cancel')
  invariant(status !== null, `quote ${row._id} is ${row.status} and is canceled`)
  return { set: [setRow(quoteRef(row._id), { ...row, status, failureCode, dueAt: null, updatedAt: at })] }
}
