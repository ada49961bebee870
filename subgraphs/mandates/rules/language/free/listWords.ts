// The words around a list of what is bought or paid, each with its role. Neutral is what says the same at any place before a
// list: whose it is, what is paid, and the prepositions of buying.
const join = (...parts: readonly string[]) => parts.join('|')
/** "No purchases other than", "no vendor but" */
const pairs = (ones: string, others: string) =>
  ones
    .split('|')
    .flatMap((one) => others.split('|').map((other) => `${one} ${other}`))
    .join('|')

export const SUBJECTS =
  "agent|bot|assistant|helper|robot|copilot|chatbot|wallet|card|account|agent's card|agent's wallet|assistant's card|bot's card|bot's wallet|company|team|agents|facilities|operations|engineering|sales|procurement|purchasing|reception|housekeeping"
const SPENT =
  'budget|disbursement|disbursements|expenditure|expenditures|payments|purchases|orders|spending|expenses|transactions|purchase|payment'
export const PRONOUNS = 'it|we|i|you|this one'
const WHOSE = 'the|our|my|this'
const MONEY = 'money|funds|our money|company money|company funds'
const KINDS = 'category|categories|kind of purchase|kind of expense'
const SHOPS =
  'merchant|merchants|vendor|vendors|supplier|suppliers|shop|shops|store|stores|site|sites|website|websites|seller|sellers|domain|domains|place|places'
const NOT_IN =
  'that is not|that are not|which is not|which are not|that is not in|not in|that is not for|not for|not from|that is not from'
const BUT = 'but|except|except for|except from|other than|besides|apart from|aside from|outside|outside of'
const ANY = 'anything|any purchase|any purchases|any spending|any expense|any expenses'
const EVERY = 'everything|all|all spending|all purchases|all payments|every purchase|every payment|all expenses'

/** By which means, which says nothing behind a list, either. */
const MEANS = join(
  'from here|out of this wallet|out of this account',
  pairs(
    'with|from|on|using|to',
    'company money|company funds|our money|the company card|this card|this wallet|the card|it|this',
  ),
)

/** Roles of the words that lists of categories, of merchants, and what closes them share. */
const SHARED = {
  who: SUBJECTS,
  pronoun: PRONOUNS,
  // Alone they are what is bought.
  who_books: pairs('agent|bot|assistant|it|team|desk', 'books'),
  means: MEANS,
  opening: 'under this mandate|under this policy|under this rule|note that|remember that',
  // Before the same list once more: "advertising and nothing besides advertising", "electricity bills only, so utilities".
  only_again: pairs(
    ', and|and|,',
    `nothing but|nothing except|nothing besides|nothing other than|only|nothing but only`,
  ),
  again: pairs(',|-', 'so|that is|i e|namely|in other words|meaning'),
  may: 'may|can|is allowed to|are allowed to|is permitted to|are permitted to|is free to|are free to|gets to',
  must: 'must all|should all|shall all|have to all|are all to|must|should|shall|will|has to|have to|is to|are to|ought to',
  spend:
    'use this|use it|use this card|use the card|use this wallet|use the wallet|use this account|use the account|use the money|buy|purchase|pay|pay for|spend|spend money|order|book|get|use|shop for|cover',
  spends: 'buys|purchases|pays|pays for|spends|spends money|orders|uses|covers',
  buying:
    'buying|purchasing|paying|paying for|spending money|ordering|booking|purchases of|payments of|payment of|the payment of|payments for|payment for|spending on|spending money on|the purchase of|the use of|orders of',
  done: 'be bought|be purchased|be paid|be paid for|be ordered|be used|be spent|be booked|be made|be charged|be covered|be accepted|be honored|be honoured|be processed|be completed|be executed|go through|goes through|go ahead|be allowed|be permitted|is bought|are bought|is paid|are paid|is paid for|are paid for|is used|meant|intended|is spent|goes',
  allowed: 'allowed|permitted|ok|okay|fine|acceptable|authorized|authorised',
  allowed_to: 'allowed to|permitted to|ok to|okay to|fine to|welcome to|authorized to|authorised to',
  not: 'not|never|is not|are not|also not|is also not|are also not',
  nothing: 'nothing',
  dont: 'do not|does not',
  cannot: 'cannot|can not',
  no: 'no|absolutely no|strictly no',
  refuse:
    'block|blocked|ban|banned|forbid|forbidden|prohibit|prohibited|decline|declined|reject|rejected|refuse|refused|disallow|disallowed|off limits|out of bounds|off the table|out of the question|out of scope|a no go|no go|taboo|excluded|exclude|avoid|stay away from|keep away from|stay clear of|steer clear of|a no|is out|are out|denied|deny|is not something we pay for|are not something we pay for|is not something we buy|are not something we buy|is nothing we pay for',
  // "This agent exists to pay for software"
  // "It declines everything else"
  refuses: 'declines|rejects|refuses|blocks|denies|turns down|excludes|prohibits|forbids|bans|disallows',
  accepts: 'accepts|allows|permits',
  // "Software is the one category that is blocked"
  soleban: pairs(
    pairs(
      'the only|the one|the sole|the two|the three|the only two|the only three',
      'category|categories|thing|things|kind of purchase|ones',
    ),
    'that is blocked|that are blocked|which is blocked|which are blocked|that is forbidden|that are forbidden|that is prohibited|that are prohibited|that is declined|that are declined|we block|we decline|we prohibit|we forbid|we refuse|blocked|forbidden|prohibited|declined|off limits',
  ),
  // "Payments to a.com are the only ones we accept"
  onlyones: pairs(
    'the only ones|the only payments|the only purchases|the only transactions|the only orders',
    'we accept|we allow|we permit|i accept|i allow|i permit|allowed|permitted|that are allowed|that are permitted|that are accepted|it may make|the agent may make|it can make|the agent can make|that may be made|that can be made|that go through|accepted',
  ),
  serves: 'exists to|is here to|is there to|is set up to|is used to|is meant to|is supposed to',
  // "Whatever it needs, but never alcohol"
  anything:
    'anything|everything|whatever it needs|whatever it likes|whatever it wants|what it needs|what it wants|whatever you need|whatever you like|what you need|what you like|what you want|whatever we need|whatever is needed|what is needed|any category|all categories',
  save: join(
    pairs(
      ',',
      'but not|but not on|but not for|but never|but never on|but no|just not|just not on|just no|just never|not|not on|never|never on|no|except|except for|except on|apart from|other than|excluding|with the exception of|save for|barring',
    ),
    'but not|but not on|but not for|but never|but never on|but never for|except|except for|except on|apart from|other than|excluding|with the exception of|save for|barring',
  ),
  let: 'let|allow|permit|accept',
  want: 'want|wants|would like',
} as const
/** Words that say nothing where the ones around them fit: whose it is, what is paid, and the prepositions of buying. */
const PLAIN = {
  whose: WHOSE,
  noun: join(
    SPENT,
    'things|items|bills|invoices|costs',
    pairs('permitted|allowed|approved', 'spend|spending|purchases|payments'),
  ),
  money: MONEY,
  at: 'for|on|at|from',
  to: 'to',
  in: 'in|under|from within',
  whoever: 'its|your',
  is: 'is|are|be',
  polite: 'please|kindly',
} as const
const ALL = { ...SHARED, ...PLAIN }

/** What may stand directly behind each kind; "end" is the end of the clause. What fits nowhere refuses it. */
export const FOLLOWERS = readFollowers(`
  whose: who name unit noun money categories domains kind shop who_books buying
  whoever: noun money buying
  noun: in hold_to alone at to is may must not cannot only allowed allowed_to refuse done end again only_again means
  money: at to is may must not cannot allowed allowed_to refuse done end means
  kind: is at categories only may must end
  shop: domains is only
  at: anything whose whoever noun kind shop categories domains any all but every only buying rest none unit name
  to: spend done whose categories domains any all but every only rest none noun shop hold refuse buying
  in: categories whose kind
  is: soleban onlyones allowed allowed_to refuse only at to whose categories domains sole hold done no not
  who: refuses accepts serves hold_to buying may must not dont cannot spend spends is refuse want let only hold noun to
  pronoun: refuses accepts serves hold_to may must not dont cannot spend spends is refuse want let only hold to buying
  unit: serves hold_to may must not dont cannot spend spends is only hold to who noun
  name: who
  who_books: whose categories only
  may: spend done not only
  who_may: spend done not only
  must: hold_to spend done not only refuse hold is
  not: spend spends done allowed allowed_to let want to end
  dont: spend let want
  cannot: spend done let
  allowed: at to is only end may noun kind buying
  allowed_to: spend done only hold_to
  spend: anything at to whose categories domains any all only but every none rest money noun shop kind unit name
  spends: at to whose categories domains any only but every none rest money noun shop kind
  buying: at whose categories domains any all only but every none rest noun kind is
  done: at to only end means
  refuses: at to whose any all but every buying categories domains noun money shop rest anything
  accepts: at to whose only categories domains noun
  soleban: is end
  onlyones: end means
  let: anything who pronoun whose name unit any all every but categories domains only noun money buying rest none
  want: who pronoun whose name unit any all every but categories domains only noun money rest none to
  only: in at to whose categories domains spend spends buying done may must allowed allowed_to let want pronoun noun money kind shop unit name who_books end
  refuse: at to whose any all but every buying categories domains noun money shop rest end
  hold: who pronoun whose whoever noun money name unit to
  opening: who_may who pronoun only whose categories domains no categories any all but every sole none rest
  serves: spend buying categories domains whose
  anything: save is at
  save: at whose categories domains buying
  alone: end
  hold_to: whose categories domains
  sole: who pronoun whose unit name is may categories domains to
  but: at whose categories domains buying shop kind
  every: at whose categories domains buying shop kind
  any: categories domains buying noun kind
  all: categories domains buying noun kind
  no: categories domains buying noun money any kind rest end
  nothing: may must is at categories
  categories: is may must not cannot allowed allowed_to refuse only noun sole again only_again means done end kind no alone
  domains: is may must not cannot allowed allowed_to refuse only sole again only_again means done end alone
  again: categories domains whose
  only_again: categories domains whose
  rest: is no not refuse must may cannot allowed allowed_to end
  none: is may must allowed allowed_to done at end
  means: end only again only_again`)

function readFollowers(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(': ') as [string, string])
  return new Map(lines.map(([kind, kinds]) => [kind, new Set(kinds.split(' '))]))
}

export const CATEGORY_WORDS = {
  ...ALL,
  kind: KINDS,
  only: join(
    'only|just|solely|exclusively|strictly only|nothing but|nothing except|nothing other than|nothing besides|nothing apart from',
    pairs('no category|no categories|no other category|no purchases|no payments|no spending|no expenses', BUT),
    'no other category than',
  ),
  sole: join(
    pairs('the only|the sole', 'thing|things|category|categories|expense|expenses|purpose|use|kind of purchase'),
    'the one thing',
  ),
  alone: join(
    'alone|and that is it|and that is all|and no more|that is it|that is all',
    pairs(
      'and|, and|,|-',
      join(
        'nothing else|nothing more|nothing further|nothing besides|no other category|no other categories',
        pairs('for|on', 'nothing else'),
      ),
    ),
  ),
  hold_to:
    'stay within|stays within|keep within|remain within|stick to|sticks to|keep to|keeps to|stay with|stick with|sticks with',
  hold: 'restrict|limit|confine|keep|restricted|limited|confined',
  but: pairs(join(ANY, 'any category', 'any other category', 'any kind of purchase'), join(BUT, NOT_IN)).concat(
    '|any other category than',
  ),
  every: pairs(join(EVERY, 'all categories', 'every category'), join(BUT, NOT_IN)),
  any: 'any|any kind of|any kinds of|any form of|any sort of|any type of',
  all: 'all|all kinds of|all forms of',
}

export const MERCHANT_WORDS = {
  ...ALL,
  spend: join(SHARED.spend, 'shop|deal|trade|visit|go|charge|source|restock|reorder'),
  spends: join(SHARED.spends, 'shops|deals|trades|goes|restocks|reorders'),
  at: join(PLAIN.at, 'with'),
  // Directly before the list: "merchants on a.com" are others.
  shop: SHOPS,
  only: join(
    'only|solely|exclusively|strictly only|only ever|purely|just',
    pairs(
      'nothing|nobody|no one|nowhere|no merchant|no vendor|no supplier|no shop|no site|no other merchant|no payments|no purchases',
      BUT,
    ),
    'no other merchant than',
  ),
  sole: join(pairs('the only|the sole', SHOPS), 'the one place', 'the one shop'),
  alone: join(
    CATEGORY_WORDS.alone,
    pairs(
      'and|, and|,|-',
      'nowhere else|nobody else|no one else|no others|no other vendor|no other vendors|no other merchants|no other shops|no other stores|no other sites',
    ),
  ),
  hold_to: CATEGORY_WORDS.hold_to,
  hold: CATEGORY_WORDS.hold,
  but: pairs(join('anything|anyone|anybody|anywhere', pairs('any|any other', SHOPS)), BUT).concat(
    '|',
    pairs(pairs('any other', SHOPS), 'than'),
  ),
  every: pairs(join('everything|everyone|everywhere|all payments|all purchases', pairs('all|every', SHOPS)), BUT),
}

const REST = join(
  pairs('everything|anything|all|anyone|anybody|anywhere|everywhere|everyone', 'else'),
  pairs('the other|any other|all other|other|every other|all the other', join(KINDS, SHOPS, SPENT, 'things')),
  'the rest|rest|others|the others|all others|elsewhere|all the rest|all of the rest',
)
/** What closes a list of another clause, or opens what no list names. */
export const REST_WORDS = {
  ...ALL,
  rest: REST,
  none: join(
    pairs('nothing|nobody|nowhere|no one', 'else'),
    pairs('no other|no further|none of the other', join(KINDS, SHOPS, SPENT, 'things')),
    pairs('those|these', 'and no others|and nothing else|and no other|and nobody else'),
    'no others|none other|nothing more|nothing further|none of the rest|nothing beyond that|nothing beyond those',
  ),
}
