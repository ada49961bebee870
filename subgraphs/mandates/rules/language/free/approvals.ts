// What needs approval, by the roles of its words: one amount that payments lie beyond, and who approves or that it is needed.
import type { Money } from '../tokens.ts'
import type { FreeReader, Role, Roles, Said } from './roles.ts'
import { BEYOND, CASES, PAYMENTS, THINGS } from './words.ts'

const US =
  'i|we|me|us|my wife or i|my husband or i|my partner or i|mom or dad|mum or dad|dad or mom|dad or mum|either parent|a parent'
/** Offices of an organization, and anybody. A single officer's approval ("the CFO") is more than a policy can ask for. */
const ROLES =
  'a teammate|a colleague|a coworker|another person|a second person|a team member|one of us|an approver|a real person|one of our managers|one of the managers|any manager|finance|accounting|accounts payable|procurement|management|budget owner|budget holder|someone in finance|somebody in finance|someone from finance|somebody from finance|human|person|someone|somebody|admin|administrator'
const owned = ROLES.split('|')
  .flatMap((role) => [`${role}'s`, `${role}s'`])
  .join('|')
const DUTIES = 'must|have to|has to|need to|needs to|want to|wants to|shall|are to|is to|would like to'
const passive = ['must', 'have to', 'has to', 'need to', 'needs to', 'shall', 'are to', 'is to']
  .flatMap((duty) => ['', 'first '].map((first) => `${duty} ${first}be`))
  .join('|')

/** "Before paying more than $50 for something" */
const PAYING = ['it', 'you', 'the agent', 'the bot', 'the assistant']
  .flatMap((who) => ['pays', 'spends', 'pay', 'spend', 'commits', 'commit'].map((pay) => `${who} ${pay}`))
  .concat(['paying', 'spending', 'committing', 'paying out', 'charging', 'buying something', 'buying anything'])
  .concat(
    ['making', 'placing'].flatMap((act) =>
      ['a', 'any'].flatMap((one) => ['payment', 'purchase', 'order'].map((noun) => `${act} ${one} ${noun}`)),
    ),
  )
const BEFORE_CASES = [...THINGS, ...PAYING].map((thing) => `before ${thing}`)

const APPROVAL: FreeReader = {
  name: 'a rule of approval',
  slots: ['AMOUNT'],
  words: {
    beyond: BEYOND,
    us: US,
    role: ROLES,
    act: 'look at and approve|check and approve|review and approve|see and approve|looks at and approves|reviews and approves|checks and approves|approve|approves|sign off|signs off|sign off on|signs off on|authorize|authorizes|authorise|authorises|confirm|confirms|okay|okays|ok|clear|clears|say yes|says yes|agree|agrees|give approval|gives approval|sign it off|signs it off|sign them off|give the ok|give the okay|give the go ahead|gives the go ahead',
    case: [...CASES, ...BEFORE_CASES].join('|'),
    goes: 'goes out|goes through|is made|is paid|is placed|go out|go through|are made|can be made|can be paid|can go out|can go through|may be made|may go through',
    want: 'i want|we want|i would like|we would like',
    noun: 'approval|manual approval|human approval|sign off|signoff|authorization|authorisation|permission|consent|confirmation|go ahead|green light|an ok|an okay|the ok|a yes',
    need: 'ask me for|ask us for|need|needs|require|requires|must have|must get|has to get|have to get|needs to get|need to get|has to have|have to have|must first get|subject to|are subject to|is subject to|only with|call for|calls for|waits for|wait for|must wait for|has to wait for|have to wait for|needs to wait for|should wait for|shall wait for|has to ask|must ask|should ask|needs to ask|shall ask|should get|should have|should obtain|must obtain|has to obtain|obtains|gets|should ask for|must ask for|must request|should request|requests|ask for|asks for|must seek|shall obtain|shall require|will need',
    needed: 'required|is required|are required|needed|is needed|are needed|mandatory|is mandatory',
    duty: DUTIES,
    passive,
    done: "approved|signed off|authorized|authorised|confirmed|okayed|cleared|ok'd",
    by: 'by',
    all: 'all|anything|everything',
    threshold: 'threshold|trigger|trigger amount',
    every:
      'each one|every one|each of them|each of these|each of those|every one of them|each payment|each purchase|each order|each transaction|each booking|every payment|every purchase|every order|every transaction|every booking|every single payment|every single purchase|every single order|every single transaction|every single one|each and every one|all of them|whatever it buys|whatever the agent buys|whatever the bot buys|anything it buys|everything it buys|everything the agent buys|anything the agent buys|whatever is bought|whatever you buy',
    neutral: `=|however|the|a|an|our|my|its|of|from|for|on|in|is|are|be|that|at|to|,|:|please|always|any|payment|purchase|order|transaction|charge|invoice|bill|booking|expense|${PAYMENTS}|whatever|costs|cost|amounts|amount|spending|spend|total|worth|personally|myself|in person|manually|in advance|beforehand|up front|it|it first|for something|for anything|for it|on something|on anything|agent|bot|assistant|you|agent payment|agent payments|vendor payment|vendor payments|${owned}`,
  },
  read: readApproval,
}

function readApproval(roles: Roles): Said | null {
  const [amount] = roles.of('amount')
  const marks = roles.of('role').length > 0 ? ['role'] : []
  if (!asksApproval(roles)) return null
  if (amount === undefined) {
    const [every] = roles.of('every')
    if (every === undefined || roles.of('beyond', 'threshold').length > 0 || isPassing(roles)) return null
    const isOfThose =
      /^(?:each|every|all|every single|each and every) (?:one|one of them|of them|of these|of those)$/.test(
        wordsOf(roles, every),
      )
    return {
      construction: 'APPROVAL_ALL',
      limits: [{ field: 'approvalThreshold', usdMicro: 0n, isBare: false }],
      marks: [...marks, 'all', ...(isOfThose ? ['behind_each'] : [])],
    }
  }
  const [beyond] = roles.of('beyond')
  const isAbove = beyond !== undefined && beyond.to === amount.from && roles.of('threshold').length === 0
  const isNamed = beyond === undefined && roles.of('threshold').length === 1
  // "Every payment above $50", unlike "every payment needs approval above $50"
  const [when] = roles.of('case')
  const isLoose = when !== undefined && when.to !== beyond?.from
  if (
    isLoose ||
    roles.of('goes').some(({ from }) => from !== amount.to || !/^before /.test(wordsOf(roles, when ?? amount)))
  )
    return null
  const isApart = roles
    .of('every')
    .some(({ from, to }) => to !== beyond?.from || !/^(?:each|every) \w+$/.test(wordsOf(roles, { from, to })))
  if ((!isAbove && !isNamed) || isApart) return null
  const { usdMicro, isBare } = amount.value as Money
  return { construction: 'APPROVAL_ABOVE', limits: [{ field: 'approvalThreshold', usdMicro, isBare }], marks }
}

/** That somebody approves, that approval is needed, or that it must be approved: one of them, and nothing beside it. */
function asksApproval(roles: Roles): boolean {
  const most = { amount: 1, beyond: 1, threshold: 1, every: 1, all: 1, case: 1, goes: 1 }
  const has = (kind: string) => roles.of(kind).length === 1
  const who = [...roles.of('us'), ...roles.of('role')]
  // "Everything needs approval over $50" could be needed for all of it.
  if (who.length > 1 || (has('all') && !/ all beyond /.test(roles.kinds))) return false
  // "Approve by human threshold: $125"
  const isThreshold =
    /^(?: amount)? (?:(?:noun|act) (?:by role )?threshold|threshold noun(?: by role)?)(?: amount)? $/.test(roles.kinds)
  if (isThreshold) return roles.hasAtMost({ ...most, noun: 1, act: 1, role: 1, by: 1 }) && has('noun') !== has('act')
  if (has('threshold')) return false
  const [actor] = who
  // "We want a person to approve", unlike "we want approval"
  if (has('want') || (has('need') && has('act'))) {
    const isAsked = / (?:want|need) role act /.test(roles.kinds) && roles.wordAt(roles.of('act')[0]?.from ?? 0) !== 'ok'
    const isTo = roles.of('act').some(({ from }) => roles.wordAt(from - 1) === 'to')
    return isAsked && isTo && roles.hasAtMost({ ...most, want: 1, need: 1, role: 1, act: 1 })
  }
  // "Finance approves", "I have to approve"
  if (has('act')) {
    const [verb] = roles.of('duty', 'act')
    return (
      actor !== undefined && actor.to === verb?.from && roles.hasAtMost({ ...most, us: 1, role: 1, duty: 1, act: 1 })
    )
  }
  // "Needs the approval of finance", "needs finance approval"; "finance payments need approval" are payments of a kind.
  if (has('noun')) {
    const isWhose = ({ from, to }: Role) =>
      /^(?:by|of|from)$/.test(roles.wordAt(from - 1)) ||
      (roles.of('noun').some((noun) => noun.from === to) && !/^(?:person|some(?:one|body))$/.test(roles.wordAt(from)))
    const isBehind = / noun (?:by )?(?:role |us )?needed /.test(roles.kinds)
    // "Approval by finance for payments above $50"
    const isTitle =
      (/^ noun (?:by )?(?:role |us )(?:every )?beyond amount $/.test(roles.kinds) || isLabelled(roles)) &&
      /^(?:by|from)$/.test(roles.wordAt(actorAt(who) - 1))
    const isNeeded = has('need') ? / need (?:role )?noun /.test(roles.kinds) && !has('needed') : isBehind || isTitle
    return (
      isNeeded &&
      who.every(isWhose) &&
      (!has('by') || / by (?:us|role) /.test(roles.kinds)) &&
      roles.hasAtMost({ ...most, noun: 1, need: 1, needed: 1, role: 1, us: 1, by: 1 })
    )
  }
  // "Software only, each one approved by a person"
  if (/^ every done by (?:role|us) $/.test(roles.kinds)) return true
  // "Must be approved by accounts payable"
  return (
    has('done') &&
    has('passive') &&
    / passive done /.test(roles.kinds) &&
    roles.hasAtMost({ ...most, passive: 1, done: 1, by: 1, us: 1, role: 1 }) &&
    (who.length === 0 ? !has('by') : / by (?:us|role) /.test(roles.kinds))
  )
}

/** "Payments above $1,000: approval by finance" */
function isLabelled(roles: Roles): boolean {
  const [noun] = roles.of('noun')
  const isSetOff = noun !== undefined && /^[:=]$/.test(roles.wordAt(noun.from - 1))
  return isSetOff && /^ (?:every )?beyond amount noun (?:by )?(?:role |us )$/.test(roles.kinds)
}

const actorAt = ([actor]: readonly Role[]): number => actor?.from ?? 0

/** "I approve each payment" could let them pass, unlike "I have to approve each payment". */
function isPassing(roles: Roles): boolean {
  return roles.of('act').length > 0 && roles.of('duty').length === 0 && roles.wordAt(roles.to - 1) !== 'first'
}

function wordsOf({ wordAt }: Roles, { from, to }: { from: number; to: number }): string {
  return Array.from({ length: to - from }, (_, index) => wordAt(from + index)).join(' ')
}

/** "Orders up to $500 are OK without approval, orders over $500 are not". */
const ELLIPSIS: FreeReader = {
  name: 'a rule of approval',
  slots: ['AMOUNT'],
  words: {
    beyond: BEYOND,
    ellipsis: 'are not|is not',
    neutral: `the|any|all|those|ones|anything|everything|payment|purchase|order|transaction|${PAYMENTS}`,
  },
  read: (roles) => {
    const [amount] = roles.of('amount')
    if (roles.kinds !== ' beyond amount ellipsis ' || amount === undefined) return null
    const { usdMicro, isBare } = amount.value as Money
    const limits = [{ field: 'approvalThreshold', usdMicro, isBare }] as const
    return { construction: 'APPROVAL_ABOVE', limits, marks: ['behind_free'] }
  },
}

const NOUNS = ['payment', 'purchase', 'order', 'transaction', 'booking']
const BEFORE = [
  ...[
    'paying',
    'buying',
    'spending',
    'ordering',
    'you pay',
    'you buy',
    'you spend',
    'it pays',
    'it buys',
    'it spends',
    'making a purchase',
    'making a payment',
  ].flatMap((act) => ['', ' anything', ' money', ' for anything'].map((what) => `before ${act}${what}`)),
  ...['each', 'every', 'any', 'each and every', 'every single'].flatMap((each) =>
    NOUNS.map((noun) => `before ${each} ${noun}`),
  ),
]

/** "Ask me every single time before paying". */
const ASK_ALWAYS: FreeReader = {
  name: 'a rule of approval',
  slots: [],
  words: {
    ask: 'ask me|ask us|check with me|check with us|get my ok|get my okay|get my approval|get approval|ask for approval|ask for my approval|ask for permission|wait for my ok|wait for my okay|wait for my approval|wait for approval',
    every: 'every time|each time|every single time|each and every time|each single time|always',
    before: BEFORE.join('|'),
    neutral:
      'please|just|first|,|you must|it must|it should|you should|the agent must|the agent should|the bot must|it has to|the agent has to',
  },
  read: ({ kinds }) =>
    /^ (?:every )?ask (?:every )?(?:before )?$/.test(kinds) && / (?:before|every) /.test(kinds)
      ? {
          construction: 'APPROVAL_ALL',
          limits: [{ field: 'approvalThreshold', usdMicro: 0n, isBare: false }],
          marks: ['all'],
        }
      : null,
}

export const APPROVAL_READERS: readonly FreeReader[] = [APPROVAL, ELLIPSIS, ASK_ALWAYS]
