// Rules composed of parts in any order: an amount with its bound, or a list, and around it who, may or must, not, only, how
// often and of what. They are a rule where the bound, the negations and the verbs can be only one. The surprise: which parts
// may stand together is told by patterns over their kinds, one letter each.
import { APPROVAL_LETTERS, APPROVAL_TWICE, isApproval, isApprovalOfAll } from './composedApprovals.ts'
import {
  isClosed,
  isClosedOutside,
  isHalfSaid,
  isOfThose,
  isOpen,
  isSaidOfPayments,
  WINDOW_LETTERS,
  WINDOW_TWICE,
} from './composedWindows.ts'
import { lettersOf, markedLetters } from './partPatterns.ts'

const LETTERS = markedLetters('k', {
  // Of limits.
  ...lettersOf(
    'period p, one q, each z, subject s, noun t, none N, must d, need o, want i, grant r, label :, ' +
      'spend v, be b, have h, own g, available f, cap c, end e, that j, total T, upper U, over O, amount A',
  ),
  // Of lists.
  ...lettersOf(
    'shops S, cats C, card k, no N, nothing I, only Y, but E, buy v, deal u, things t, everything T, ' +
      'is_for F, of P, done y, allowed a, keep L, let l, ban B, else e',
  ),
  // Of both.
  ...lettersOf('who w, may m, not n, banned x, pause ,'),
})

/** A mark, or a value that a slot took. */
type Capture = string | object

interface Part {
  readonly end: number
  readonly captures: readonly Capture[]
}
interface Path {
  readonly kinds: string
  readonly captures: readonly Capture[]
}
/** What a composition can become, and what its kinds can never go on to be. */
export interface Composition {
  readonly part: string
  /** The letter of each kind. */
  readonly letters: Readonly<Record<string, string>>
  readonly tooMany: RegExp
  readonly isWhole: (kinds: string, captures: readonly Capture[]) => boolean
  /** What the whole says besides its parts. */
  readonly marksOf?: (kinds: string, captures: readonly Capture[]) => readonly string[]
}

const PARTS_MAX = 12
/** Nothing is said more often than one limit says it. */
const LIMIT_TWICE =
  /[UOA].*[UOA]|[nNx].*[nNx]|[wg].*[wg]|[mdoi].*[mdoi]|[vhgr].*[vhgr]|:.*:|b.*b|[stTN].*[stTN]|f.*f|e.*e|c.*c.*c|[pq].*[pq].*[pq]|,.*,.*,|j.*j/
/** "In one day, at most $50", "$50 a day, tops", and nowhere else. */
const PAUSES = /^(?:p+,)?(?:(?:[cpq]+|[spqt]+):(?=[UA]))?[^,:]*(?:,[ce]){0,2}$/
/** "One day it may spend $50" is some day. "Order over $50 is forbidden" has a noun, "order up to $50" a verb. */
const MISPLACED =
  /[UOA].*[mdoiwvhgrn]|U[pqz]*c|cv|sv|[hgr].*b|b.*[hgr]|q[^cUA,:]|q,|s,?w|^[^n]*vs|[^UOA]z|^[^UOA]*e|e.*[stN]|.t|^t[^O:]|[UOA][^w]*b$/
/** "No purchase may cost more than $50", "it may not spend over $50 a day", "spending over $50 a day is forbidden". */
const NOT_OVER = /^[pwmdisvb]*(?:n[mdi]?[wvbsp]*|N[mdbvp]*)Oz?p*$|^p*[st]p*Op*x$/
/** "It can spend $50 a day", "we have $50 a day to spend", and any words for the highest amount. */
const GIVEN = /[ce]|^p*wp*h|^p*g|^p*wr|^[cpqt]+:|m.*[vb].*A|h.*A.*f|b.*f/

/** "Total per day $1,000": the name of a sum before its amount and nothing else. */
const TOTALLED = /^(?:Tp|pT):?A[pe]*$/

/** "Payments up to $50 a day" could be each of them. */
function isOfEither(kinds: string, captures: readonly Capture[]): boolean {
  return /ps|s[pcUO:]/.test(kinds) && captures.includes('each') && isOfPeriod(captures)
}

function isGapped(kinds: string, captures: readonly Capture[]): boolean {
  return GAPPED.test(kinds) && !isOfEither(kinds, captures)
}

function isLimit(kinds: string, captures: readonly Capture[]): boolean {
  if (isOfEither(kinds, captures)) return false
  // "Per transaction: 2" could count them.
  if (kinds.includes(':') && captures.some(isBareNumber)) return false
  const said = kinds.replace(/^(p+),/, '$1')
  // "Only software, agents max $50" leaves open what the agents do.
  const isIdle = said.includes('w') && !/[vbhmdnr]/.test(said)
  if (kinds.includes('j') || !PAUSES.test(kinds) || MISPLACED.test(said) || isIdle) return false
  if (said.includes('O')) return NOT_OVER.test(said)
  if (/[nNx]/.test(said)) return false
  if (said.includes('T')) return TOTALLED.test(said)
  return said.includes('U') ? said.length > 1 : said.includes('A') && GIVEN.test(said)
}

/** "And a month $300", "the one per day is $200", "per month to $1,500": a limit without its verb, behind one that has it. */
const GAPPED = /^(?=.*[pqst])(?:[pqst]+z?[mdb]*|j[pq]*[mdb]*)?c?,?[UA](?:,?[cpqze])*$/

const LIST_TWICE =
  /[SC].*[SC]|[nNIxBE].*[nNIxB]|w.*w|[md].*[md]|[vu].*[vu]|[tT].*[tT]|[PF].*[PF]|y.*y|a.*a|L.*L|l.*l|e.*e|k.*k|Y.*Y|,.*,/
/** "Buy only from a.com", "from a.com and nowhere else may it buy", "payments may be made to a.com only". */
const ONLY =
  /^(?:w?[md]?L|Y?w?lt?P?|Y?wFv?|Y?w?[md]?Y?[vu]?t?Y?P?Y?|Y?t[md]?Y?y?Y?P?Y?)LIST(?:,?[Yek])*(?:[md]?w[md]?[vu]|a|[md]y)?(?:,?[Yek])*$/
/** "Never buy weapons", "no money for gambling", "spending on alcohol is forbidden", "casinos may not be paid". */
const BAN =
  /^w?n[md]?w?v(?:tP|P)?LISTk?$|^(?:wd)?B(?:tP|P)?LISTk?$|^N(?:tP)?LIST(?:[md]y|a)?k?$|^IP?LIST(?:[md]y|a)?k?$|^(?:tP|vP?)?LISTx$|^LISTnyk?$/

function isOnly(kinds: string, list: string): boolean {
  if (!kinds.includes(list) || /[NIxB]/.test(kinds)) return false
  // "Not anything but software": the one negation belongs to the exception.
  const isBut = /^w?n[md]?w?[vu]P?EP?[SC]k?$/.test(kinds)
  if (isBut) return true
  if (list === 'S' && /^T[md]?yPSk?(?:,?[Yek])*$/.test(kinds)) return true
  if (/[nE]/.test(kinds) || !/[YeL]/.test(kinds)) return false
  // "From a.com, not from others only": who is only not paid from.
  if (/e,?Y/.test(kinds)) return false
  // "Only buy software approved" breaks off.
  if (/[vu].*[SC].*a/.test(kinds)) return false
  // "Only it may buy software" sets it against others; "use software only" buys nothing.
  if (/Y[md]?w/.test(kinds.split(list)[0] ?? '') && !kinds.startsWith('Y' + 'P')) return false
  if (/^[md]Y|^PY|^v[^Y]*Y.*[yu]/.test(kinds) || (list === 'C' && /u|^YPC|^t[^P]*C/.test(kinds))) return false
  return ONLY.test(kinds.replace(list, 'LIST'))
}

function isBan(kinds: string): boolean {
  return kinds.includes('C') && !/[YeELu]/.test(kinds) && BAN.test(kinds.replace('C', 'LIST'))
}

const LIMIT = { part: 'LIMIT_PART', letters: LETTERS, tooMany: LIMIT_TWICE }
const LIST = { part: 'LIST_PART', letters: LETTERS, tooMany: LIST_TWICE }
const APPROVAL = { letters: APPROVAL_LETTERS, tooMany: APPROVAL_TWICE }
const WINDOW = { part: 'TIME_PART', letters: WINDOW_LETTERS, tooMany: WINDOW_TWICE }

/** The rules that are composed, by name. */
export const COMPOSITIONS: Readonly<Record<string, Composition>> = {
  // "$50 max per day $100": the period could be that of the next amount.
  COMPOSED: { ...LIMIT, isWhole: isLimit, marksOf: (kinds) => (/[UOA].*[ce].*p/.test(kinds) ? ['late'] : []) },
  GAPPED: { ...LIMIT, tooMany: /[UOA].*[UOA]|[nNOhvrigofwx]|[^j].*j/, isWhole: isGapped },
  ONLY_SHOPS_COMPOSED: { ...LIST, isWhole: (kinds) => isOnly(kinds, 'S') },
  ONLY_CATS_COMPOSED: { ...LIST, isWhole: (kinds) => isOnly(kinds, 'C') },
  BAN_COMPOSED: { ...LIST, isWhole: isBan },
  OPEN_COMPOSED: { ...WINDOW, isWhole: isOpen, marksOf: () => ['only'] },
  HALF_SAID_COMPOSED: {
    ...WINDOW,
    isWhole: isHalfSaid,
    marksOf: (kinds, captures) => (isSaidOfPayments(kinds, captures) ? ['bare'] : ['half_said', 'bare']),
  },
  CLOSED_OUTSIDE_COMPOSED: { ...WINDOW, isWhole: isClosedOutside, marksOf: () => ['only'] },
  THEN_COMPOSED: { ...WINDOW, isWhole: isOfThose, marksOf: () => ['then'] },
  CLOSED_COMPOSED: { ...WINDOW, isWhole: isClosed },
  APPROVAL_COMPOSED: { ...APPROVAL, part: 'APPROVAL_PART', isWhole: isApproval },
  APPROVAL_ALL_COMPOSED: {
    ...APPROVAL,
    part: 'APPROVAL_ALL_PART',
    isWhole: isApprovalOfAll,
    marksOf: () => ['all'],
  },
}

/** All rules of a kind that begin at a place. @param partsAt the parts that begin at a place, each with its kind as first mark */
export function compose(
  { letters, tooMany, isWhole, marksOf }: Composition,
  partsAt: (at: number) => readonly Part[],
  from: number,
): Part[] {
  const found: Part[] = []
  let paths = new Map<number, readonly Path[]>([[from, [{ kinds: '', captures: [] }]]])
  for (let count = 0; count < PARTS_MAX && paths.size > 0; count++) {
    const longer = new Map<number, Path[]>()
    for (const [at, before] of paths)
      for (const { end, captures } of partsAt(at))
        for (const path of before) {
          const kinds = path.kinds + (letters[String(captures[0])] ?? '?')
          if (tooMany.test(kinds)) continue
          const next = { kinds, captures: [...path.captures, ...captures.slice(1)] }
          const here = longer.get(end) ?? []
          if (here.some((known) => isSame(known, next))) continue
          longer.set(end, [...here, next])
          if (isWhole(kinds, next.captures))
            found.push({ end, captures: [...next.captures, ...(marksOf?.(kinds, next.captures) ?? [])] })
        }
    paths = longer
  }
  return found
}

function isBareNumber(capture: Capture): boolean {
  return typeof capture === 'object' && 'isBare' in capture && capture.isBare === true
}

function isOfPeriod(captures: readonly Capture[]): boolean {
  return captures.includes('day') || captures.includes('month')
}

function isSame(one: Path, other: Path): boolean {
  return (
    one.kinds === other.kinds &&
    one.captures.length === other.captures.length &&
    one.captures.every((each, at) => each === other.captures[at])
  )
}
