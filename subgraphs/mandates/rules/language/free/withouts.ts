// "No payment should be executed without a human confirming it first": what is not done without approval needs it. The two
// negations stand in one clause, and nothing else in it may negate.
import type { Money } from '../tokens.ts'
import type { FreeReader, Roles, Said } from './roles.ts'
import { BEYOND } from './words.ts'

const NOUNS = ['payment', 'purchase', 'order', 'transaction', 'charge', 'booking']
const NONE = [
  'nothing',
  'no spending',
  'no money',
  ...NOUNS.flatMap((noun) => [
    `no ${noun}`,
    `no ${noun}s`,
    `no single ${noun}`,
    `not a single ${noun}`,
    `no ${noun} at all`,
  ]),
]
const MODALS = [
  'may',
  'can',
  'should',
  'shall',
  'must',
  'will',
  'is to',
  'are to',
  'may ever',
  'should ever',
  'can ever',
]
const DONE = [
  'be made',
  'be executed',
  'be processed',
  'be completed',
  'be carried out',
  'be sent',
  'be sent out',
  'be released',
  'be placed',
  'be paid',
  'be spent',
  'be bought',
  'go through',
  'go out',
  'go ahead',
  'happen',
  'proceed',
  'take place',
]
const GOES = [
  'is made',
  'are made',
  'is executed',
  'are executed',
  'is processed',
  'goes through',
  'go through',
  'goes out',
  'go out',
  'goes ahead',
  'happens',
  'is paid',
  'are paid',
  'is allowed',
  'are allowed',
  'is permitted',
  'are permitted',
]
const ACTORS = [
  'a human',
  'a person',
  'a real person',
  'someone',
  'somebody',
  'one of us',
  'us',
  'me',
  'a colleague',
  'a team member',
  'a teammate',
  'an approver',
  'an admin',
]
const CONFIRMING = [
  'confirming',
  'approving',
  'signing off on',
  'authorizing',
  'authorising',
  'okaying',
  'agreeing to',
  'reviewing and approving',
  'checking and approving',
]
const THEM = ['it', 'them', 'that', 'this', 'the payment', 'the purchase', 'the order', 'the transaction']

const WITHOUT: FreeReader = {
  name: 'a rule of approval',
  slots: ['AMOUNT'],
  words: {
    none: NONE.join('|'),
    goes: [...MODALS.flatMap((modal) => DONE.map((done) => `${modal} ${done}`)), ...GOES].join('|'),
    beyond: BEYOND,
    without: 'without',
    confirm: ACTORS.flatMap((actor) => CONFIRMING.flatMap((act) => THEM.map((it) => `${actor} ${act} ${it}`)))
      .concat(ACTORS.flatMap((actor) => ['signing off', 'agreeing', 'signing it off'].map((act) => `${actor} ${act}`)))
      .join('|'),
    approval: [
      '',
      'prior ',
      'explicit ',
      'human ',
      'manual ',
      'our ',
      'my ',
      "a human's ",
      "a person's ",
      "someone's ",
      'the explicit ',
    ]
      .flatMap((whose) =>
        ['approval', 'sign off', 'confirmation', 'consent', 'permission', 'authorization', 'go ahead', 'ok'].map(
          (noun) => whose + noun,
        ),
      )
      .concat('a sign off', 'a green light', 'a go ahead')
      .join('|'),
    by: ['by', 'of', 'from'].flatMap((by) => ACTORS.map((actor) => `${by} ${actor}`)).join('|'),
    neutral: 'first|beforehand|in advance|ever|,',
  },
  read: readWithout,
}

function readWithout({ kinds, of }: Roles): Said | null {
  if (!/^ none (?:beyond amount )?goes without (?:confirm|approval(?: by)?) $/.test(kinds)) return null
  const [amount] = of('amount')
  if (amount === undefined)
    return {
      construction: 'APPROVAL_ALL',
      limits: [{ field: 'approvalThreshold', usdMicro: 0n, isBare: false }],
      marks: ['all', 'role'],
    }
  const [beyond] = of('beyond')
  if (beyond?.to !== amount.from) return null
  const { usdMicro, isBare } = amount.value as Money
  return { construction: 'APPROVAL_ABOVE', limits: [{ field: 'approvalThreshold', usdMicro, isBare }], marks: ['role'] }
}

export const WITHOUT_READERS: readonly FreeReader[] = [WITHOUT]
