// Sentences about approval, whatever the order of their parts: what is big, who asks or approves, that it is needed, that
// nothing goes without it. One thing is big, one request is made of it, and no part denies anything but what "without" does.
import { createPattern, lettersOf, markedLetters } from './partPatterns.ts'

const LETTERS = lettersOf(
  'big B, over O, when W, before Q, for P, about p, of F, needs N, ask K, get G, asks s, approval A, ' +
    'needed R, just r, who w, you U, duty d, it j, i i, want t, would T, act v, look l, asked q, signs S, ' +
    'let L, bother e, aim E, hand D, show c, to M, starts u, things n, own o, first f, only Y, without X, ' +
    'with H, always z, approved J, none Z, not x, block b, kindly h, label :, pause ,',
)

export const APPROVAL_LETTERS = markedLetters('a', LETTERS)
const pattern = createPattern(LETTERS)

/** One thing that is big, one request, and at most one word of each other kind. */
export const APPROVAL_TWICE =
  /[BOWQZE].*[BOWQZE]|[NKGsASvlqXRre].*[NKGsSvlqXe]|[Rr].*[Rr]|[wU].*[wU]|d.*d|j.*j|i.*i|[pPF].*[pPF]|H.*H|Y.*Y|o.*o|f.*f|[:,].*[:,]|[tTz].*[tTz]|h.*h|x.*x|b.*b|L.*L|[Dc].*[Dc]|[MJ].*[MJ]|u.*u|n.*n|[LNKGsASvlq].*M.*[NKGsASvlqR]/

/** "It needs approval", "the agent must ask me", "I decide": a sentence of its own, or a request made of the agent. */
const REQUEST =
  '((it | who | you)? needs | (you | who duty | it duty | you duty)? ask | it? asks | who asks | (who | it | you) duty get | approval needed? | signs | (i (duty | want | always)? | would) asked)'
/** Behind a pause the agent needs no name: "above $50, must get approval". */
const ORDER = `(${REQUEST} | duty ask | duty? get)`
/** "For anything over $50", "above $50", "if it costs more than $50", "before paying more than $50". */
const LIMB = '((for | about | with) big | for over | when | before)'

const WHOLE = pattern(
  `(${LIMB} | big | over) kindly? ${REQUEST} (own | first)?`,
  `(${LIMB} | big | over) (pause | label) kindly? ${ORDER} (own | first)?`,
  `${LIMB} kindly? (get | duty ask | duty get)`,
  'over get',
  // "Payments need approval when they exceed $50", "approval kicks in above $50"
  'things needs pause? when',
  'when pause? kindly? things needs',
  `approval starts (${LIMB} | over)`,
  // "Ask me before anything over $50", "approval: above $50"
  `((it | who | you)? needs | (you | (who | it | you)? duty)? ask | it? asks | who asks | ((who | it | you)? duty)? get | approval needed? | (i (duty | want | always)? | would) asked) (pause | label)? ((for | about | with) big | for over | when | before)`,
  '((you | (who | it | you)? duty)? ask | it? asks | who asks | ((who | it | you)? duty)? get | approval needed? | needed approval | (i (duty | want | always)? | would) asked) (pause | label)? over',
  '(needs | approval needed? | asks) (pause | label) big',
  'approval needed? of big',
  'signs (when | before | over)',
  'with approval needed? (for | of)? (big | over)',
  // "It needs approval to spend more than $50"
  '(who | it | you)? (needs | duty? get | duty ask) pause? aim',
  'aim pause? (who | it | you) (needs | duty get | duty ask)',
  'aim pause? kindly? (get | ask)',
  '(who | you) needs pause? (when | before | over | for big)',
  // "I approve anything over $50 myself", "let me see all above $50 first", "I'd like to check what's over $50 before it's paid"
  'i (duty | want | always)? act (big | over) own? first?',
  'would act (big | over) own? first?',
  'i (duty | want | always)? act own? when',
  '(i (duty | want | always)? | would) look big (own? first | own)',
  'let act (big | over) own? first?',
  'let look (big | over) (own? first | own)',
  'let (act | look) it? when',
  // "Run anything over $50 by me", "show me anything over $50 first", "hold anything over $50 until I approve"
  '((who | it | you) duty)? kindly? (hand | show) (big | over) to (act | look)? own? first?',
  '((who | it | you) duty)? kindly? (hand | show) to (big | when) own? first?',
  'kindly? (hand | show) it to when',
  '((who | it | you) duty)? kindly? hand (big | over) approved own? first?',
  'kindly? hand it approved when',
  `(${LIMB} | big | over) pause? (who | it | you) duty? hand to (own | first)?`,
  'kindly? show i big (own | first | to)',
  // "Only ask me about anything over $50", "only purchases over $50 need approval"
  `((who | it | you) duty?)? only (ask | asks) (${LIMB} | over)`,
  `only (get | bother) (${LIMB} | over)`,
  `((who | it | you) duty?)? ask only ${LIMB}`,
  `(who | it | you) only duty ask (${LIMB} | over)`,
  'only over pause? bother',
  'i only want act big',
  'only (big | over) needs',
  `approval (just | only) (${LIMB} | over)`,
  'approval over only',
  // "Nothing over $50 without approval", "block anything over $50 unless I approve"
  'none pause? without',
  'without pause? none',
  '(big | over) not without',
  'block big without',
)

/** "I approve all purchases" and "I'll approve everything" could let them pass, unlike "I want to approve all purchases". */
const PASSING: readonly (readonly [RegExp, ...(readonly string[])])[] = [
  [/^iz?vB$/, 'many'],
  [/^idvB$/, 'many', 'wills'],
]

/** Approval of every payment, where the parts name no amount. "Run everything by me" may be about more than payments. */
export function isApprovalOfAll(kinds: string, captures: readonly unknown[]): boolean {
  const isVague = captures.includes('vague') && captures.includes('to_me') && !/[fo]/.test(kinds)
  const isPassing = PASSING.some(
    ([pattern, ...marks]) => pattern.test(kinds) && marks.every((mark) => captures.includes(mark)),
  )
  return !kinds.includes('Y') && !isVague && !isPassing && isApproval(kinds)
}

export function isApproval(kinds: string): boolean {
  // "Only above $50, ask me" and "ask me above $50, only" have no "only" that says of what.
  if (/,Y|[^O]Y$/.test(kinds)) return false
  return WHOLE.test(kinds)
}
