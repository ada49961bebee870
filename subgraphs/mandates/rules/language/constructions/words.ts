// The small words that the constructions share: people, money, periods, bounds, negation. A word that stands in no
// construction refuses the text.
export const WORDS: Readonly<Record<string, string>> = {
  MONEY: 'AMOUNT | NUMBER',
  AGENT: 'ONE_AGENT {agent}',
  THE_AGENT: `[the|my|this|our|your] NAME (agent|bot|assistant) | (the|my|this|our|your|the company's|our company's|the team's) ([ai] (agent|bot|assistant)|ai|[AGENT_KIND] (wallet|card))`,
  ONE_AGENT: `THE_AGENT | (my|our|the|these) agents | (each|every) [ai] (agent|bot|assistant|wallet|card) | the system | your wallet | agent | bot | agents | it | you | they | she {who_she} | he {who_he} | assistant
    PERSON | PERSONS (agent|bot|assistant|wallet|card)`,
  // A policy has no kinds of agents either: two of them in one text refuse it.
  AGENT_KIND: `(procurement|purchasing) {name_procurement} | (shopping|shop) {name_shopping} | research {name_research} | corporate {name_company} | company {name_company} | business {name_company} | travel {name_travel} | marketing {name_marketing} | advertising {name_marketing} | sales {name_sales} | support {name_support} | coding {name_coding} | dev {name_coding} | engineering {name_coding} | ops {name_ops} | operations {name_ops} | it {name_it} | finance {name_finance} | buying {name_procurement} | personal {name_personal} | office {name_office} | booking {name_travel} | test {name_test} | team {name_team} | payment {name_payment} | spending {name_payment} | ads {name_marketing} | content {name_content} | data {name_data} | trading {name_trading}`,
  // A policy has no persons: two of them in one text refuse it.
  PERSON: `kids {who_kid} | children {who_kid} | (my|our|the) (son {who_son}|daughter {who_daughter}|kid {who_kid}|child {who_kid}|kids {who_kid}|children {who_kid}|teenager {who_kid})`,
  PERSONS: `(my|our|the) (son's {who_son}|daughter's {who_daughter}|kid's {who_kid}|child's {who_kid}|kids' {who_kid}|teenager's {who_kid})`,
  WANT_TO: "(i|we) (want|need|would like|wish) to | i'd like to | we'd like to",
  AGENT_MAY: 'AGENT (should|shall|must|will) | AGENT_PERMIT',
  AGENT_PERMIT:
    "AGENT PERMIT | (it's|you're|it is|you are|they're|he's|she's) (allowed|permitted|free|authorized|authorised|ok|okay|fine) to",
  DETERMINER:
    "the | my | your | its | our | a | an | this | that | any | (the|my|our) [AGENT_KIND] (agent's|bot's|assistant's|wallet's|card's)",
  CARD: '(on|with|from|in|using|out of) (this|the|my|our) [AGENT_KIND|spending|prepaid|virtual] (card|wallet|account|budget|mandate)',
  DUTY: 'should | shall | must | will | needs to | has to | have to | need to | is to | are to | ought to | is required to | are required to | is obliged to | is expected to | is supposed to | must always | should always | must first | should first',
  BEFORE: 'before | prior to | ahead of',
  // Whoever may is not told to, and whoever shall spend an amount has to spend it.
  PERMIT:
    'may | can | (is|are|shall be|will be) [hereby|also|now] (allowed|permitted|authorized|authorised|entitled|able|free|cleared|approved|empowered|ok|okay|fine) to | gets to | has [the] (authority|permission|right) to | is allowed only to',
  MAY: 'PERMIT | should | shall | must | will',
  MAY_NOT: `may not | can not | cannot | can't | cant | must not | mustn't | should not | shouldn't | shall not | will not | won't | may never | must never
    should never | can never | shall never | will never | is not allowed to | isn't allowed to | are not allowed to | is never allowed to | is not to | is never to | is not permitted to | isn't permitted to | are never allowed to | may not to | must not to | should not to | can not to`,
  DONT: `[AGENT] (never ever|not ever|do not|don't|dont|never|do not ever|don't ever|must never|should never|MAY_NOT) | AGENT (does not|doesn't)`,
  DONT_LET: `(do not|don't|dont|never) (let|allow) AGENT [to] | (i|we) (do not|don't) want AGENT to | to not`,
  SPEND:
    'spend | expend | pay | use | spend money | charge | pay out | spend a total of | spend up | commit | disburse | lay out | shell out | incur (costs|charges|expenses|spending|expenditure|expenditures) of | make (payments|purchases) (of|for|totaling|totalling|worth) | burn | burn through | go through | blow | run up | spend company money of | commit funds of',
  BUY: `buy | pay | shop | purchase | spend | spend money | buy things | pay for things | order | transact | make purchases | make payments | do business | buy anything | purchase anything | spend anything
    shop online | buy stuff | order things | pay anyone | pay anything`,
  BUY_FOR: `book | subscribe to | buy | pay for | purchase | spend on | spend money on | order | pay | use this wallet for | spend it on | make purchases of | make purchases in | use it for | be used for | use the money for | use money for | use funds for | use the funds for | use the wallet for | use the budget for | use the card for | use this card for | shop for | be spent on`,
  SPENDING:
    '[THE_TOTAL] (spending|spend|expenditure|outlay|total spend|total spending|disbursements|outgoings|outlays|costs|expenditures|agent spend|agent spending|card spend|charges|overall spend|overall spending) | spending total | the spend | the spending | expenses',
  ON_CARD:
    'on behalf of (the|my|our) (company|team|organization|organisation) | on (my|our) behalf | on this card | with this card | on this wallet | from this wallet | with this wallet | by the agent | by this agent | by my agent | on the card | of the agent | for this wallet | for this agent | for the agent | in this wallet',
  TX: 'expenditure | disbursement | transaction | tx | txn | purchase | order | payment | charge | call | request | api call | api request | invoice | purchase order | payment request | booking | bill | checkout | po | receipt | shipment | expense',
  TXS: 'expenditures | disbursements | transactions | txs | txns | purchases | orders | payments | charges | calls | requests | api calls | api requests | invoices | purchase orders | bookings | bills | checkouts | shipments',
  SINGLE: 'single | individual | one | separate | one off',
  EVERY: 'each | every | any | a | an | any one | each and every | any given | any single',
  PERIOD: 'PER_TX {tx} | PER_DAY {day} | PER_MONTH {month}',
  PER_TX: `(on|for|of) (single|individual|all single|all individual) TXS | (per|a|an|each|every) [SINGLE] TX | (for|on|in|with|at) [EVERY] [SINGLE] TX | (for|on|in) (each|any|every) TX | / [api] (transaction|tx|txn|purchase|order|payment|charge|call|request|invoice)
    each time | every time | a go | at any one time | at one time | by TX | for one TX | a pop | in one go | at once | in a single go | at a time | all at once`,
  PER_DAY: `daily | by day | by the day | each and every day | day by day | per calendar day | on (a|any|each|every|any one|any given|any single|a single|one) [calendar] day | during (a|any|one|any one|any given|any single|a single) [calendar] day | in the course of (a|one|any) day | on a daily basis | on any day | (per|a|each|every) [calendar|single] day | (in|on|over|within) (a|any|any one|one|each|every|any given|any single|a single|the same) [calendar] day | for (any|each|every) [calendar|single] day | / day | / d | for one day | on one day | in total per day | in total a day | (for|over|across|in|within) (a|the) (whole|entire|full) day`,
  PER_MONTH: `monthly | by month | each and every month | on a monthly basis | during (a|any|one|any one|any given|any single|a single) [calendar] month | in the course of (a|one|any) month | across the month | over the month | for the month | across (a|the) calendar month | (per|a|each|every) [calendar|single] month | (in|over|within) (a|any|any one|one|each|every|any given|any single|a single) [calendar] month | for (any|each|every) [calendar] month | / (month|mo|mth) | per mo | a mo | per mth | a mth | for one month | in one month | in total per month | in total a month | (for|over|across|in|within) (a|the) (whole|entire|full) month`,
  OF_TX: '[per] [SINGLE] TX {tx} | (single|individual) {tx}',
  TIME_OF: 'daily {day} | monthly {month} | per day {day} | per month {month}',
  A_TX: `(each|every|any|a|an|any one|each and every|one) [SINGLE] TX [VALUE] {tx} | [the|any|each|every] TX VALUE {tx} | [the] (cost|price|amount|spend) per TX {tx} | the (value|amount|size|total|cost|price) of (each|any|every|a|an) [SINGLE] TX {tx}
    (single|individual) TXS {tx} | [all|any] (single|individual) TXS {tx} | anything {tx} | any amount {tx}`,
  VALUE: 'value | amount | size | total | cost | price | amounts | values | totals',
  THE_TXS: '[the|all|any|all the|your|my|its|our] TXS',
  A_TOTAL: `(each|every|any|the|any one|one|any given|a) [whole|full|entire|single|calendar] (day {day}|month {month}) [as a whole|overall|in total] | [THE_TOTAL] TIME_OF (costs|payments|charges|disbursements|orders|spends|outlays|amount|expenditures|billing|usage) | [the] total [amount] [spent|paid|charged|disbursed|billed] (PER_DAY {day}|PER_MONTH {month}) | [the] (amount|money) (spent|paid|charged|disbursed) (PER_DAY {day}|PER_MONTH {month})
    [THE_TOTAL] TIME_OF (spend|spending|total|expenditure|expenses|outlay|purchases|spend total|spending total|total spend|total spending) [SCOPE] | [THE_TOTAL] SPENDING [SCOPE] (PER_DAY {day}|PER_MONTH {month}) [SCOPE]
    (total|aggregate|cumulative|combined) (payments|purchases|expenditure|charges|orders) (PER_DAY {day}|PER_MONTH {month})
    SUM (PER_DAY {day}|PER_MONTH {month}|(of|for|in|within) [a|one|any|each|the] (day {day}|month {month}))`,
  SUM: '[the] [OVERALL] (sum|total|sum total|amount|value) of [all] [the|my|our|its] (TXS|SPENDING|costs) | the total | [the] (total|overall|combined) (cost|costs|spend|spending) | all [the|our|my] TXS (together|combined|taken together|added up)',
  THE_TOTAL: "(the|my|its|your|our|any) [OVERALL] | OVERALL | all | (the|my|our) (agent's|bot's|assistant's) [OVERALL]",
  OVERALL: 'total | overall | cumulative | combined | aggregate | maximum',
  UP_TO: `up to | at most | maximal | no more then | not more then | not more as | max | max of | maximum | maximum of | a maximum of | a max of | the maximum of | no more than | not more than | never more than | max at | maximally | (below|under|less than|lower than|smaller than) or equal to | equal to or (less than|lower than|below|under|smaller than) | not greater than | not higher than | not larger than | never over | never above | never exceeding | a cap of | to a maximum of | to a max of | at the very most | no more in total than | an upper bound of | no amount (over|above) | nothing over | nothing above | nothing more than | amounts up to | amounts of up to | not over | not to exceed | not exceeding | within | <= | ≤
    limit of | a limit of | cap of | a cap of | up to a maximum of | up to a max of | at maximum | no greater than | no higher than | limited to | capped at | a total of up to | up to a total of | an upper limit of
    the most | not above | a ceiling of | only up to | only | no larger than | up to and including | an absolute maximum of | a hard limit of | a hard cap of | a strict limit of | a strict maximum of | not more than a total of
    BELOW {under}`,
  BELOW: 'under | below | less than | lower than | smaller than | < | fewer than',
  OVER_THAN:
    'over | above | beyond | past | in excess of | north of | upwards of | more as | (more|higher|greater|larger|bigger|costlier|pricier|dearer|more expensive) (than|then)',
  ABOVE: `(that|which) (is|are|cost|costs|total|totals|come to|comes to|amount to|amounts to) [for|worth] OVER_THAN
    [of|for|at|worth|costing|totaling|totalling|valued at|priced|priced at|with a (value|total|price) of] OVER_THAN [(a|an|the) (value|amount|total|sum) of]
    [(an|any) amount|amounts|anything|any] OVER_THAN | [that|which|with (a value|a total|an amount|a price)] (exceeding|exceed|exceeds) [(a|an|the) (value|amount|total|sum) of] | >`,
  EXCEED: `[ever] (exceed|surpass|top|pass) | [ever] (be|cost|go|run|come to|amount to|total|add up to|climb|rise|get) [for|of|worth] OVER_THAN`,
  EXCEEDS: `exceeds | exceed | surpasses | tops | (is|are|goes|go|costs|cost|runs|comes to|amounts to|totals) [for|worth] OVER_THAN`,
  IS_TO_BE:
    "is | are | should be | must be | shall be | will be | has to be | have to be | is to be | are to be | is hereby | it's",
  NOT_ALLOWED: `(is|are) (not|never) (allowed|permitted|ok|okay|acceptable|authorized|authorised|to be bought|to be made) | (isn't|aren't) (allowed|permitted|ok|okay|acceptable) | [IS_TO_BE|is always|are always|is strictly|are strictly|get|gets] (blocked|forbidden|prohibited|banned|disallowed|declined|denied|rejected|refused|off limits|excluded|barred|not allowed|not permitted|not covered|not eligible|never allowed|never permitted|out)
    (should|must|may|can|shall|will) (never|not) be (allowed|permitted|approved|made|bought|paid|purchased) | (cannot|can't|mustn't|shouldn't) be (allowed|permitted|made|bought|paid|purchased)`,
  ALLOWED_PREDICATE: `(is|are) [all|also] (allowed|permitted|fine|ok|okay|authorized|authorised|approved|good|acceptable) | (may|can|should) be (bought|purchased|paid|paid for|booked|ordered) | (is|are) (allowed|approved|permitted) (category|categories) | allowed | permitted | ok | okay`,
  BLOCK: 'BLOCKS | ALLOWS_NO',
  BLOCKS: `[WANT_TO|please|always] (block|forbid|prohibit|ban|exclude|avoid) | always (decline|reject|refuse|deny) | avoid (buying|purchasing|paying for|spending on|spending money on) | block both | skip | veto | rule out | keep off | stay off | keep clear of | keep out of | stay out of | turn down | say no to | (we|i) (prohibit|forbid|block|ban|exclude|decline|reject|refuse|avoid) | deny | reject | refuse | disallow | decline | blacklist | bar | stay away from | steer clear of | stop | keep away from`,
  // "Never allow all categories" could still allow some of them.
  ALLOWS_NO: `(allow|permit|accept|approve|tolerate) no | (never|don't|do not) (touch|approve|accept|allow|permit) | dont allow | (we|i) (do not allow|don't allow|never allow|do not permit|don't permit)`,
  MERCHANT: `merchant | merchants | store | stores | shop | shops | vendor | vendors | seller | sellers | site | sites | website | websites | domain | domains | supplier | suppliers | retailer | retailers | business | businesses | company | companies
    online shop | online shops | online store | online stores | outlet | outlets | web shop | web shops | provider | providers | payee | payees | recipient | recipients`,
  CATEGORY:
    'category | categories | merchant category | merchant categories | spending category | spending categories | purchase categories | product categories',
  PURCHASES:
    'ordering | paying | transacting | expenditures | outlays | disbursements | any transactions | any purchases | any payments | any spend | any expense | each purchase | each payment | each transaction | all orders | all expenditures | expenditure | all expenditure | procurement | purchases | payments | spending | transactions | spend | charges | orders | all purchases | all spending | all payments | all transactions | any purchase | any payment | any spending | every purchase | every payment | buying | money | expenses | all expenses | shopping | every transaction | any transaction',
}
