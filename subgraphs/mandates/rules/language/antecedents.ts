// Which clauses lean on the one before them: "and $200 a day", "so is gambling", "cap each one at $50". Without a clause that
// gives them their verb or their noun they are no clauses.
import type { Clause } from './clause.ts'
import { CONSTRUCTIONS } from './grammar.ts'
import type { createInput } from './values.ts'

type Input = ReturnType<typeof createInput>

/** What a clause that is only a part of one takes its verb from. */
const ANTECEDENTS: Readonly<Record<string, (clause: Clause, wordAt: Input['wordAt']) => boolean>> = {
  // "Purchases are fine on weekdays. Cap each one at $500.", where "each one" is no merchant.
  behind_txs: namesPayments,
  // "$650 per booking. I have to approve each one."
  behind_payment: ({ limits, marks }) => marks.has('tx') && limits.some(({ field }) => field === 'maxPerTransaction'),
  // "Software only, each one approved by a person", where "each one" is no merchant
  behind_each: (clause, wordAt) =>
    (clause.marks.has('tx') && clause.limits.some(({ field }) => field === 'maxPerTransaction')) ||
    clause.lists.some(({ field }) => field === 'allowedCategories') ||
    // "Payments are only allowed on Mondays, and every one of them"
    (clause.construction === 'WINDOW' && namesPayments(clause, wordAt)) ||
    // "We allow purchases from a.com only, and each of them"
    (clause.lists.some(({ field, names }) => field === 'allowedMerchants' && names.length === 1) &&
      namesPayments(clause, wordAt)),
  // "Orders up to $500 are OK without approval, orders over $500 are not", where it is the approval that is not needed.
  behind_free: ({ construction, from, to }, wordAt) => {
    const words = Array.from({ length: to - from }, (_, index) => wordAt(from + index))
    return (
      construction === 'FREE_BELOW' && /\b(?:is|are)\b.*\bwithout\b/.test(words.join(' ')) && !words.includes('not')
    )
  },
  // "Insurance payments only. Each one needs approval.", where none of them is blocked.
  behind_allowed: ({ lists }) => lists.some(({ field }) => field !== 'blockedCategories'),
  // "Groceries are fine, up to $20 each"
  behind_things: ({ lists }) => lists.some(({ field }) => field === 'allowedCategories'),
  // "Spend what you need, but not on games", "up to $50 a day, but not on gambling"
  behind_any: ({ marks }) => marks.has('any_cat'),
  // "Each order is capped at $50, daily spend at $200"
  behind_limit: ({ construction }) => CONSTRUCTIONS[construction] === 'limit',
  // "Never spend more than $50 per order or over $200 per day"
  behind_over: ({ marks }) => marks.has('over'),
  // "Restaurants are allowed, alcohol is not"
  behind_fine: ({ marks, lists }) => marks.has('fine') && lists.every(({ field }) => field !== 'allowedMerchants'),
  // "Approval above $50. They may never exceed $200."
  behind_payments: ({ limits }) =>
    limits.some(({ field }) => field === 'approvalThreshold' || field === 'maxPerTransaction'),
  // "Alcohol is a no. So is gambling."
  // "Keep purchases to weekdays and to $85 each"
  behind_window: ({ construction }) => construction === 'WINDOW',
  // "No gambling. Otherwise up to $100 per day."
  behind_bans: ({ construction }) => construction === 'BLOCK_CATEGORIES' || construction === 'NO_WINDOW',
  // "Nothing on Sundays; on other days up to $50 per order."
  behind_closed: ({ construction }) => construction === 'NO_WINDOW',
  // "I approve everything above $50; you handle the rest."
  behind_threshold: ({ construction }) => construction === 'APPROVAL_ABOVE',
  behind_ban: ({ construction }) => construction === 'BLOCK_CATEGORIES' || construction === 'NO_WINDOW',
}

function namesPayments({ from, to }: Clause, wordAt: Input['wordAt']): boolean {
  for (let at = from; at < to; at++) if (TXS.has(wordAt(at))) return true
  return false
}

const TXS = new Set('purchases payments orders transactions bookings charges'.split(' '))
const SPENDING = new Set(
  'spend pay buy purchase order use book charge get source make place shop subscribe go'.split(' '),
)
/** "It can order food for up to $25 an order", unlike "allow food for up to $25". */
export function isBought({ wordAt }: Input, { construction, marks, from, to }: Clause): boolean {
  if (!/^ALLOW_(?:CATEGORIES|MERCHANTS)$/.test(construction) || wordAt(to) === ',') return false
  if (['fine', 'habit', 'bare_list', 'also'].some((mark) => marks.has(mark))) return false
  for (let at = from; at < to; at++) if (SPENDING.has(wordAt(at))) return true
  return false
}

const ASKING = new Set('can could would will you we i please kindly just is it be possible to may ask'.split(' '))

/** "Can you cap it at $50?" asks for a rule, "can you buy software?" for a purchase. */
export function asksToSpend({ wordAt }: Input, { marks, from }: Clause): boolean {
  if (!ASKING.has(wordAt(from))) return false
  let at = from
  while (ASKING.has(wordAt(at))) at += 1
  // "Could you make it $50 per day?"
  const isMakeIt = wordAt(at) === 'make' && wordAt(at + 1) === 'it'
  return marks.has('ask') && !marks.has('mind') && SPENDING.has(wordAt(at)) && !isMakeIt
}

export function hasAntecedent({ wordAt }: Input, { marks }: Clause, before: Clause | null): boolean {
  return Object.entries(ANTECEDENTS).every(
    ([mark, fits]) => !marks.has(mark) || (before !== null && fits(before, wordAt)),
  )
}
