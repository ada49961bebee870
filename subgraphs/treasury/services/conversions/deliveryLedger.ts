/** What the end of a delivery books (domain 8.6): decided by settlement, in the commit that ends the payment. Pure. */
import { usdRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { State, Writes } from '../../../shared/commit/types.ts'
import type { DeliveryEnd, DeliveryLedger, EndedDelivery } from '../../../shared/conversions.ts'
import { invariant } from '../../../shared/errors.ts'
import { EMPTY_USD_BALANCES } from '../../../shared/ledger/accounts.ts'
import {
  conversionDelivered,
  conversionFailed,
  conversionReversed,
  conversionTaken,
} from '../../../shared/ledger/conversionPostings.ts'
import type { JournalEntry } from '../../../shared/ledger/journal.ts'
import type { UsdLedger } from '../../../shared/ledger/usdBalances.ts'
import { quoteRef } from '../../models/quotes.ts'
import { booked } from '../../rules/bookings.ts'
import { convertedOf, nextQuoteStatus, type QuoteRow } from '../../rules/conversions/quote.ts'

export const deliveryLedger: DeliveryLedger = (state, delivery, end, at) => {
  if (end === 'adopted') return adopted(state, delivery, at)
  const [ref, usd] = [quoteRef(delivery.quoteId), usdRef(delivery.orgId, delivery.mode)]
  const [quote, position] = [requireRow(state, ref), requireRow(state, usd)]
  const journals = [journalOf(quote, position, delivery, end)]
  const { position: next, events } = booked(position, journals, { token: null, at })
  return { set: [setRow(ref, quoteAfter(quote, delivery, end, at)), setRow(usd, next)], journals, events }
}

/** For the same dollars: only a quote that fixed them is priced anew to another amount. */
function adopted(state: State, { quoteId, units }: EndedDelivery, at: Date): Writes {
  const ref = quoteRef(quoteId)
  const quote = requireRow(state, ref)
  invariant(units !== undefined, `the delivery of ${quoteId} is adopted without its amount`)
  return { set: [setRow(ref, { ...quote, toUnits: units, updatedAt: at })] }
}

function journalOf(
  quote: QuoteRow,
  { accounts, totals }: UsdLedger,
  { correction = 0 }: EndedDelivery,
  end: DeliveryEnd,
): JournalEntry {
  const converted = convertedOf(quote)
  const deficit = BigInt(totals.deficit)
  const { available } = accounts[quote.financialAccountId] ?? EMPTY_USD_BALANCES
  return {
    completed: () => conversionDelivered(quote._id, converted),
    failed: () => conversionFailed(quote._id, converted, deficit),
    reversed: () => conversionReversed(quote._id, converted, deficit, correction),
    takenLate: () => conversionTaken(quote._id, converted, BigInt(available), correction),
  }[end]()
}

/** What the chain does after the end of a payment changes its money, and not what it was. */
function quoteAfter(quote: QuoteRow, { failure }: EndedDelivery, end: DeliveryEnd, at: Date): QuoteRow {
  if (end !== 'failed') {
    const deliveredAt = end === 'reversed' ? null : at
    return { ...quote, deliveredAt, updatedAt: at }
  }
  const status = nextQuoteStatus(quote.status, 'fail')
  invariant(status !== null, `quote ${quote._id} is ${quote.status}, and its delivery fails`)
  return { ...quote, status, failureCode: failure?.type ?? null, updatedAt: at }
}
