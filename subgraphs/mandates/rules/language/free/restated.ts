// What a text says once more of the limit before it, from the other side: "larger payments are declined", "reject anything
// above that". It sets nothing, and has to fit the limit that it restates.
import type { FreeReader, Roles, Said } from './roles.ts'
import { PAYMENTS, REFUSED_VERBS } from './words.ts'

const SIZES = ['larger', 'bigger', 'higher', 'greater', 'costlier', 'pricier', 'dearer', 'more expensive']
const pairs = (ones: readonly string[], others: readonly string[]) =>
  ones.flatMap((one) => others.map((other) => `${one} ${other}`))
const NOUNS = [...PAYMENTS.split('|'), 'ones', 'amounts', 'sums']
const ONE = ['payment', 'purchase', 'order', 'transaction', 'charge', 'amount', 'sum']
const LARGER = [
  ...pairs(SIZES, NOUNS),
  ...pairs(['a', 'any', 'every'], pairs(SIZES, ONE)),
  ...pairs(['anything', 'everything', 'all that is', 'whatever is'], SIZES),
]
const THAT = [
  'that',
  'this',
  'it',
  'that amount',
  'this amount',
  'that limit',
  'this limit',
  'the limit',
  'that sum',
  'that cap',
  'the cap',
  'that figure',
]
const BEYOND_THAT = pairs(
  ['anything', 'everything', 'whatever is', 'whatever goes', 'all that is', 'all spending', 'any spending', 'spending'],
  pairs(
    ['above', 'over', 'beyond', 'past', 'exceeding', 'in excess of', 'higher than', 'larger than', 'more than'],
    THAT,
  ),
)

const RESTATED: FreeReader = {
  name: 'a limit',
  slots: [],
  words: {
    larger: LARGER.join('|'),
    beyond: [...BEYOND_THAT, 'anything more', 'anything beyond', 'anything above', 'anything over'].join('|'),
    refused: REFUSED_VERBS,
    refuse: 'decline|reject|refuse|block|deny|stop|turn down|please decline|please reject|please block',
    neutral: 'the|all|is|are|be|automatically|always|simply|outright|also|then|so|therefore',
  },
  read: readRestated,
}

function readRestated({ kinds }: Roles): Said | null {
  // "Larger payments" are single ones, so that a limit of a day is not what they go beyond.
  if (/^ (?:larger refused|refuse larger) $/.test(kinds))
    return { construction: 'GREETING', marks: ['behind_tx_limit'] }
  if (/^ (?:beyond refused|refuse beyond) $/.test(kinds)) return { construction: 'GREETING', marks: ['behind_limit'] }
  return null
}

export const RESTATED_READERS: readonly FreeReader[] = [RESTATED]
