// A number without a currency is money only where the words say so: "daily budget 500", never "order limit: 3" or
// "limit payments to 10 per day", which count.
const MONEY_WORDS = new Set(
  'spend spends spending spent budget budgets allowance expenditure expenditures expense expenses outlay cost costs price value amount'.split(
    ' ',
  ),
)
/** "Daily limit 500": a limit of money by itself, while "limit 5 per day" could count. */
const LIMITED = new Set(['daily', 'monthly', 'day', 'month'])
const COUNTED = new Set(
  (
    'transaction transactions tx txs txn txns purchase purchases order orders payment payments charge charges call calls request requests invoice invoices ' +
    'booking bookings reservation reservations transfer transfers debit debits deal deals query queries inference inferences invocation invocations micropayment micropayments bill bills checkout checkouts shipment shipments payout payouts settlement settlements remittance remittances acquisition acquisitions buy'
  ).split(' '),
)
/** "Per transaction", "each order", "any single purchase": a period, of which nothing is counted. */
const DETERMINERS = new Set(['per', 'a', 'an', 'each', 'every', 'any', 'one', '/'])
const BETWEEN = new Set(['single', 'individual', 'separate', 'api', 'purchase', 'payment', 'calendar'])

/** Whether the words of a clause say that its numbers are money. */
export function namesMoney(words: readonly string[]): boolean {
  if (countsPayments(words)) return false
  return words.some((word, at) => {
    if (MONEY_WORDS.has(word)) return true
    const isLimit = word === 'limit' || word === 'limits'
    return isLimit && (LIMITED.has(words[at - 1] ?? '') || COUNTED.has(words[at - 1] ?? ''))
  })
}

/** Whether the words name payments themselves, instead of the period of a limit. */
export function countsPayments(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!COUNTED.has(word)) return false
    // "Payment request", "purchase order": the last of them counts.
    if (COUNTED.has(words[at + 1] ?? '')) return false
    let before = at - 1
    while (BETWEEN.has(words[before] ?? '')) before -= 1
    return !DETERMINERS.has(words[before] ?? '')
  })
}
