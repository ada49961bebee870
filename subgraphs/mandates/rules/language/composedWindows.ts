// Sentences about days and hours, whatever the order of their parts: who may do what, when, and "only" or "at no other
// time". With the times taken out, what is left says whether something is open then, closed then, or closed outside of them.
import { createPattern, lettersOf, markedLetters } from './partPatterns.ts'

const LETTERS = lettersOf(
  'times T, zone Z, bounds B, outside O, those D, otherwise R, who w, group g, may m, must d, does v, ' +
    'works W, doing V, made p, activity s, open a, happens h, not n, never u, nothing N, nobody Q, ' +
    'none q, closed x, stop b, let l, keep k, only Y, closing e, pause ,',
)

export const WINDOW_LETTERS = markedLetters('t', LETTERS)
const pattern = createPattern(LETTERS)

/** "It may spend", "payments are allowed", "let it buy", "may it pay" behind "only then". */
const OPENING = pattern(
  'who (may? (does | works) | doing)',
  'may (does | works)',
  'who must works',
  'who may? open',
  'may (who | group) (does | works)',
  'activity (may | must)? (happens | open)',
  'group? let (does | works)',
  'keep',
)
/** What only a closing word makes a rule: "orders on Mondays", "we buy on Mondays", "it must pay on Mondays". */
const OPENING_WITH_ONLY = pattern(
  'activity',
  'group doing',
  'group may? (does | works | open)',
  'may activity (happens | open)',
  'who must (does | open)',
)
/** "No payments", "it may not buy", "purchases are declined", "stop the agent". */
const CLOSING = pattern(
  'nothing ((may | must)? (happens | open))?',
  'nobody (may | must)? (does | works)',
  '(who | group)? not (who | group)? (does | works)',
  '(who | activity) not (happens | open)',
  '(who | group | activity) closed',
  'stop (activity | who | group)',
)
/** "Otherwise closed", "none outside of it". */
const CLOSING_ALONE = pattern('never', 'closed', 'nothing', 'none')

/** Said twice, or two times beside each other, which are one. */
export const WINDOW_TWICE =
  /T.*T.*T|T,?T|Z.*Z|[OBDR].*[OBDR]|[ODR].*T|T.*[ODR]|[wg].*[wg]|[md].*[md]|[vWV].*[vWV]|s.*s|a.*a|h.*h|[nuNQqxb].*[nuNQqxb]|l.*l|k.*k|Y.*Y|e.*e|,.*,.*,/
/**
 * "Only the agent may pay" sets it against others, and "on weekdays it may only pay from 9 to 5" says nothing of weekends.
 * A rule neither begins nor ends with a pause.
 */
const MISPLACED = /Y[wg]|p[^TO]|(?:^|[^s])p|T.*T.*Y|T.*Y.*T|Y.*T.*T|^,|,$/

/**
 * Times stand before or behind all else, or between what is paid and what becomes of it: "purchases on Sundays are blocked".
 * "On Sundays, nothing" needs its pause, and a bare verb stands before its times.
 */
function isInOrder(kinds: string): boolean {
  if (MISPLACED.test(kinds) || (/e/.test(kinds) && !/T[TZY,]*e/.test(kinds))) return false
  const order = kinds.replace(/[Yep,]/g, '').replace(/[TZBODR]+/g, 't')
  if (/^t[vWVxNQ]t?$/.test(order)) return /[TO],[NQ]|[TODR]Y?x/.test(kinds)
  return /^t?[^t]+t?$|^[sN]t[xhmndau][^t]*t?$/.test(order)
}

/** What is left when the times and what closes the rest are taken out. */
const coreOf = (kinds: string) => kinds.replace(/[TZBODRYep,]/g, '')

/** "Payments between 9am and 5pm", unlike "between 9am and 5pm it must pay", and "payments on weekends". */
export function isSaidOfPayments(kinds: string, captures: readonly unknown[]): boolean {
  return kinds.startsWith('s') && coreOf(kinds) === 's' && captures.includes('p_hour')
}

/** "It must pay between 9am and 5pm": open, where another sentence closes the rest. */
export function isHalfSaid(kinds: string, captures: readonly unknown[]): boolean {
  if (captures.includes('only') || !kinds.includes('T') || /[BODRYe]/.test(kinds) || !isInOrder(kinds)) return false
  return OPENING_WITH_ONLY.test(coreOf(kinds))
}

export function isOpen(kinds: string): boolean {
  if (!kinds.includes('T') || /[BODR]/.test(kinds) || !isInOrder(kinds)) return false
  const core = coreOf(kinds)
  return OPENING.test(core) || (/[Ye]/.test(kinds) && OPENING_WITH_ONLY.test(core))
}

export function isClosed(kinds: string): boolean {
  if (!/[TB]/.test(kinds) || /[ODRYe]/.test(kinds) || !isInOrder(kinds)) return false
  // "No payments, weekends" could be two rules.
  if (/[^TZB],[TB]/.test(kinds)) return false
  // "Not before 8am and not after 6pm"
  return CLOSING.test(coreOf(kinds)) || /^[TZ,]*uB[TZ,]*$/.test(kinds)
}

export function isClosedOutside(kinds: string): boolean {
  return /O/.test(kinds) && !/[YeT]/.test(kinds) && isInOrder(kinds) && CLOSING.test(coreOf(kinds))
}

/** "Only then may it pay", "none outside of these hours": of the hours that another sentence states. */
export function isOfThose(kinds: string): boolean {
  // "No other days."
  if (kinds === 'e') return true
  if (/[TBO]/.test(kinds) || !isInOrder(kinds)) return false
  const core = coreOf(kinds)
  if (/D/.test(kinds)) return /Y/.test(kinds) && (OPENING.test(core) || OPENING_WITH_ONLY.test(core))
  return /R/.test(kinds) && !/[Ye]/.test(kinds) && (CLOSING.test(core) || CLOSING_ALONE.test(core))
}
