// The small words that the constructions share: people, money, periods, bounds, negation. A word that stands in no
// construction refuses the text.
export const WORDS: Readonly<Record<string, string>> = {
  MONEY: 'AMOUNT | NUMBER | the AMOUNT (mark|line)',
  AGENT: 'ONE_AGENT {agent}',
  HEAD: 'agent | bot | assistant | helper | robot | copilot | chatbot',
  THE_AGENT: `[the|my|this|our|your] NAME HEAD | (the|my|this|our|your) NAME (card|wallet|account) | (the|my|this|our|your|the company's|our company's|the team's) ([ai|software] HEAD [RELATIVE]|ai|system|app|program|software|crawler|scraper|pipeline|script|worker|service|daemon|workflow|integration|backend|[cron|batch] job|tool|server|model|[AGENT_KIND|service|prepaid|virtual] (wallet|card|account))`,
  ONE_AGENT: `THE_AGENT | (my|our|the|these|all|all [of] (the|my|our)) [ai] agents | (each|every|any) [ai] (HEAD|wallet|card) | agent | bot | assistant | agents | it | you | u | they | she {who_she} | he {who_he} | [the] service account
    ORG | PERSON | PERSONS (HEAD|wallet|card)`,
  // Whose it is: the agent's, or the owner's of the wallet.
  POSSESSOR: `(the|my|our|your|this) [NAME] (agent's|bot's|assistant's|helper's|robot's) | (the|my|our|your|this) [AGENT_KIND] (wallet's|card's|account's) | (the|our|my) (shop's|store's|company's|firm's|business's|team's|office's|organization's|organisation's|household's|family's|school's|studio's|subsidiary's|group's|project's|agency's|charity's|club's|startup's|department's|user's|account's)`,
  // Who spends with the wallet, where it is not called an agent. Two of them in one text refuse it.
  ORG: '(the|our|my|this) (company {org_company} | team {org_team} | business {org_company} | firm {org_company} | organization {org_company} | organisation {org_company} | subsidiary {org_subsidiary} | shop {org_shop} | store {org_shop} | studio {org_studio} | household {org_household} | family {org_household} | charity {org_charity} | club {org_club} | startup {org_company} | project {org_project} | agency {org_agency} | clinic {org_clinic} | school {org_school} | kitchen {org_kitchen} | warehouse {org_warehouse} | restaurant {org_restaurant} | bakery {org_bakery} | (cafe|café) {org_cafe} | church {org_church} | farm {org_farm} | garage {org_garage} | workshop {org_workshop} | lab {org_lab} | library {org_library} | foundation {org_foundation} | department {org_department} | office {org_office} | salon {org_salon} | gym {org_gym} | hotel {org_hotel} | hospital {org_clinic} | association {org_association} | franchise {org_franchise} | factory {org_factory} | nursery {org_nursery} | museum {org_museum} | theatre {org_theatre} | [delivery|company] (van|truck) {org_van} | practice {org_clinic})',
  // A policy has no kinds of agents either: two of them in one text refuse it.
  AGENT_KIND: `(procurement|purchasing) {name_procurement} | (shopping|shop) {name_shopping} | research {name_research} | corporate {name_company} | company {name_company} | business {name_company} | travel {name_travel} | marketing {name_marketing} | advertising {name_marketing} | sales {name_sales} | support {name_support} | coding {name_coding} | dev {name_coding} | engineering {name_coding} | ops {name_ops} | operations {name_ops} | it {name_it} | finance {name_finance} | buying {name_procurement} | personal {name_personal} | office {name_office} | booking {name_travel} | test {name_test} | team {name_team} | payment {name_payment} | spending {name_payment} | ads {name_marketing} | content {name_content} | data {name_data} | trading {name_trading}`,
  // A policy has no persons: two of them in one text refuse it.
  PERSON: `kids {who_kid} | children {who_kid} | (my|our|the) (son {who_son}|daughter {who_daughter}|kid {who_kid}|child {who_kid}|kids {who_kid}|children {who_kid}|teenager {who_kid})`,
  PERSONS: `(my|our|the) (son's {who_son}|daughter's {who_daughter}|kid's {who_kid}|child's {who_kid}|kids' {who_kid}|teenager's {who_kid})`,
  WANT_TO: "(i|we) (want|need|would like|wish) to | i'd like to | we'd like to",
  AGENT_MAY: 'AGENT (should|shall|must|will|is to|are to) | AGENT_PERMIT',
  AGENT_PERMIT:
    "AGENT PERMIT | (this|the|our) (mandate|policy|budget|wallet|card) (allows|permits|authorizes|authorises|lets|entitles|empowers) AGENT [to] | (we are|i am|we're|i'm) (happy|content|fine|comfortable) for AGENT to | (we|i|OWNER) [hereby|TOO|do] (allow|permit|authorize|authorise|let|empower|allows|permits|authorizes|authorises|lets) AGENT [to] | AGENT (is|are) (only|just) (allowed|permitted|authorized|authorised|supposed|entitled|meant|able|cleared) to | (it's|they're|you're|he's|she's) (only|just) (allowed|permitted|authorized|authorised|supposed|entitled|meant|able|cleared) to | (it's|you're|it is|you are|they're|he's|she's) (allowed|permitted|free|authorized|authorised|ok|okay|fine) to",
  DETERMINER:
    "just (a|an|one|the) | (a|one|each|every|any|the) (day's {day}|month's {month}) | the | my | your | its | our | a | an | this | that | any | POSSESSOR",
  CARD: '(on|with|from|in|using) (this|the|my|our) NAME (card|wallet|account) | off (this|the|my|our) (card|wallet|account) | (on|with) this | (on|off|from) (this|the|my|our) [company|business] card | (on|with|from|in|using|out of|through|via|under|for) (this|the|my|our) [AGENT_KIND|spending|prepaid|virtual] (card|wallet|account|budget|mandate|policy) | (through|via|by|using|with) (this|the|my|our) [ai] (agent|bot|assistant)',
  SPENDS_NOW:
    'spends | pays | uses | charges | burns [through] | consumes | commits | disburses | goes through | runs up | shells out | lays out | expends | incurs',
  DUTY: 'OBLIGED | will',
  OBLIGED:
    '(will|shall) (have|need) to | should | shall | must | needs to | has to | have to | need to | is to | are to | ought to | is required to | are required to | is obliged to | is expected to | is supposed to | must always | should always | must first | should first',
  BEFORE: 'before | prior to | ahead of',
  // Whoever may is not told to, and whoever shall spend an amount has to spend it.
  PERMIT:
    'be (able|allowed|permitted|authorized|authorised|entitled|free) to | may [TOO] | can [TOO] | can to | may to | (is|are|shall be|will be) [hereby|TOO|now] (allowed|permitted|authorized|authorised|entitled|able|free|cleared|approved|empowered|ok|okay|fine|welcome|good) to | gets to | get to | (has|have) [the|our|my] (authority|permission|right|approval|clearance|authorization|authorisation) to | is allowed only to',
  // "It may also buy books" adds to what was said before.
  TOO: 'also {also} | likewise {also} | additionally {also}',
  MAY: 'PERMIT | should | shall | must | will',
  MADE: `made | paid | executed | placed | processed | sent | initiated | incurred | completed | released | bought | purchased | ordered | booked | spent | charged | accepted | authorized | authorised | submitted | settled | done | carried out | transacted | effected | entered into | issued | disbursed | honoured | honored | allowed | permitted`,
  BE_MADE:
    'be MADE | go through | go out | go ahead | happen | occur | take place | proceed | leave (the|this) (wallet|account)',
  IS_MADE:
    '(is|are|gets|get|is to be|are to be) MADE | gets through | get through | goes through | go through | goes out | go out | happens | happen | leaves (this|the) (wallet|account)',
  MAY_NOT: `(may|can|shall|should|must|will) (at no time|under no circumstances|in no event|in no case|on no account|by no means) | (is|are) (not|never) (allowed|permitted|authorized|authorised|able|entitled|cleared|free|supposed|meant|expected) to | (isn't|aren't) (allowed|permitted|authorized|authorised|supposed|meant) to | may not | can not | cannot | can't | cant | must not | mustn't | should not | shouldn't | shall not | will not | won't | may never | must never
    should never | can never | shall never | will never | is not allowed to | isn't allowed to | are not allowed to | is never allowed to | is not to | is never to | is not permitted to | isn't permitted to | are never allowed to | may not to | must not to | should not to | can not to | (is|are) (forbidden|prohibited) to | (has|have|needs|need) not to | ought not to`,
  DONT: `[AGENT] [just|simply] (never [,] ever|not ever|do not|don't|dont|never|do not ever|don't ever|must never|should never|MAY_NOT) | AGENT (does not|doesn't)`,
  DONT_LET: `[just|simply] (do not|don't|dont|never) [ever] (let|allow) AGENT [to] | (i|we) (do not|don't) want AGENT to | to not`,
  SPEND:
    'spend | expend | part with | use up | rack up | put through | transact | spend out | fork out | outlay | get through | charge the card | be charged | be billed | spend the amount of | spend a maximum total of | pay | use | spend money | charge | pay out | spend a total of | spend up | commit | disburse | lay out | shell out | incur INCURRED of | make (payments|purchases) (of|for|totaling|totalling|worth) | burn | burn through | go through | blow | run up | spend company money of | commit funds of',
  INCURRED: 'costs | charges | expenses | spending | expenditure | expenditures | fees | liabilities | bills',
  BUY: `buy | pay | shop | purchase | procure | spend | spend money | buy things | pay for things | order | transact | make purchases | make payments | do business | buy anything | purchase anything | spend anything
    shop online | buy stuff | order things | pay anyone | pay anything`,
  BUY_FOR: `procure | acquire | spend [any] [money|funds|anything] (on|for) | book | subscribe to | buy | pay for | purchase | spend on | spend money on | order | pay | use this for | use this wallet for | spend it on | make purchases of | make purchases in | use it for | be used for | use the money for | use money for | use funds for | use the funds for | use the wallet for | use the budget for | use the card for | use this card for | shop for | be spent on`,
  SPENDING:
    '[THE_TOTAL] (spending|spend|expenditure|outlay|total spend|total spending|disbursements|outgoings|outlays|costs|expenditures|agent spend|agent spending|card spend|charges|overall spend|overall spending) | spending total | the spend | the spending | expenses',
  ON_CARD:
    '(for|on behalf of) (the|my|our) (company|team|organization|organisation|business|shop|office|family|household|firm|store) | on (my|our) behalf | on this card | with this card | on this wallet | from this wallet | with this wallet | by the agent | by this agent | by my agent | on the card | of the agent | for this wallet | for this agent | for the agent | in this wallet',
  TX: '[vendor|supplier|invoice|card|bill] TX_NOUN | (api|inference|model|llm|ai|http|tool|paid) (call|request|query|invocation|hit) | inference | query | invocation | [purchase|sales] order',
  TX_NOUN:
    'swipe | ride | basket | cart | spend event | expenditure | disbursement | transaction | tx | txn | purchase | order | payment | charge | call | request | invoice | (payment|purchase|spend|expense) request | booking | bill | checkout | po | receipt | shipment | expense | buy | acquisition | reservation | micropayment | micro payment | micro transaction | remittance | transfer | debit | deal | settlement | payout | outlay | procurement',
  TXS: '[vendor|supplier|invoice|card|bill] TXS_NOUN | (api|inference|model|llm|ai|http|tool|paid) (calls|requests|queries) | queries | purchase orders',
  TXS_NOUN:
    'swipes | rides | baskets | carts | expenditures | disbursements | transactions | txs | txns | purchases | orders | payments | charges | calls | requests | invoices | (payment|purchase|spend|expense) requests | bookings | bills | checkouts | shipments | reservations | micropayments | micro payments | micro transactions | remittances | transfers | debits | deals | settlements | payouts | acquisitions',
  SINGLE: 'single | individual | one | separate | one off',
  EVERY: 'each | every | any | a | an | any one | each and every | any given | any single',
  PERIOD: 'PER_TX {tx} | PER_DAY {day} | PER_MONTH {month}',
  ANY_OF: 'EACH_OF | one | one single',
  // "One day it may spend $50" is some day.
  EACH_OF:
    'a | an | any | each | every | any one | any given | any single | a single | a given | every single | each single | each and every',
  OVER_A: 'in | on | for | during | within | over | across | in the course of | over the course of',
  IN_RESPECT_OF:
    'in respect of | with respect to | with regard to | in relation to | in connection with | in the case of | as regards',
  PER_TX: `(on|for|of) (single|individual|all single|all individual) TXS | (per|a|an|each|every) [SINGLE] TX | (for|on|in|with|at|IN_RESPECT_OF) [EVERY] [SINGLE] TX | / [api|single] (transaction|tx|txn|purchase|order|payment|charge|call|request|invoice|query|inference|booking)
    (each|every|every single) time [AGENT (buys|pays|shops|orders|spends) [something|anything]] | a go | a time | at any one time | at one time | by TX | for one TX | a pop | in one go | at once | in a single go | at a time | all at once`,
  PER_DAY: `daily | by day | by the day | day by day | / day | / d | on a daily basis | in total (per|a) day | per [calendar|single] day | EACH_OF [calendar] day
    OVER_A (ANY_OF|the same) [calendar|whole|entire|full] day | (for|over|across|in|within) the (whole|entire|full) day | (on|for|in) one single day`,
  PER_MONTH: `monthly | by month | by the month | / (month|mo|mth) | on a monthly basis | in total (per|a) month | per [calendar|single] month | (per|a) (mo|mth) | EACH_OF [calendar] month
    OVER_A (ANY_OF|the same) [calendar|whole|entire|full] month | (for|over|across|in|within|during) the [whole|entire|full|calendar] month`,
  OF_TX: '[per] [SINGLE] TX {tx} | (single|individual) {tx}',
  TIME_OF: 'daily {day} | monthly {month} | per day {day} | per month {month}',
  A_TX: `(each|every|any|a|an|any one|each and every|one) [SINGLE] TX [VALUE] {tx} | [the|any|each|every] TX VALUE {tx} | [the] (cost|price|amount|spend) per TX {tx} | the (value|amount|size|total|cost|price) of (each|any|every|a|an) [SINGLE] TX {tx}
    (single|individual) TXS {tx} | [all|any] (single|individual) TXS {tx} | anything {tx} | any amount {tx}`,
  VALUE: 'value | amount | size | total | cost | price | amounts | values | totals',
  THE_TXS: '[the|all|any|all the|your|my|its|our] TXS',
  A_TOTAL: `[the|our] (day {day}|month {month}) (total|spend|spending) | [the|our|its|all|all the] (TXS|spending|expenses|costs|total|sum|amount|bill|bills|spend|purchases|TX total) [made|placed|spent|paid|done] (of|in|for|within|during|on) (a|one|any|each|the|a single|any one) [given|single|calendar] (day {day}|month {month}) | (each|every|any|the|any one|one|every|any|the|any one|one|any given|a) [whole|full|entire|single|calendar] (day {day}|month {month}) [as a whole|overall|in total] | [THE_TOTAL] TIME_OF (costs|payments|charges|disbursements|orders|spends|outlays|amount|expenditures|billing|usage) | [the] total [amount] [spent|paid|charged|disbursed|billed] (PER_DAY {day}|PER_MONTH {month}) | [the] (amount|money) (spent|paid|charged|disbursed) (PER_DAY {day}|PER_MONTH {month})
    [THE_TOTAL] TIME_OF (spend|spending|total|expenditure|expenses|outlay|purchases|spend total|spending total|total spend|total spending) [SCOPE] | [THE_TOTAL] SPENDING [SCOPE] (PER_DAY {day}|PER_MONTH {month}) [SCOPE]
    (total|aggregate|cumulative|combined) (payments|purchases|expenditure|charges|orders) (PER_DAY {day}|PER_MONTH {month})
    SUM [made|paid|spent] (PER_DAY {day}|PER_MONTH {month}|(of|for|in|within) [a|one|any|each|the] [calendar] (day {day}|month {month}))`,
  SUM: '[the] [OVERALL] (sum|total|sum total|aggregate|amount|value) of [all] [the|my|our|its] (TXS|SPENDING|costs) | the total | [the] (total|overall|combined) (cost|costs|spend|spending) | all [the|our|my] TXS (together|combined|taken together|added up)',
  THE_TOTAL: "(the|my|its|your|our|any) [OVERALL] | OVERALL | all | (the|my|our) (agent's|bot's|assistant's) [OVERALL]",
  OVERALL: 'total | overall | cumulative | combined | aggregate | maximum',
  UP_TO: `no (more|higher|greater|larger|bigger|pricier|dearer|costlier) than | not a (cent|penny|dollar|buck) (more than|over|above) | up to | at most | as much as | any amount up to | anything up to | [a|an|the] (maximum|max|total|upper|top) (amount|value|sum|spend|limit|total) of [up to] | (a sum|sums|an amount|amounts) (of up to|up to|not exceeding|no greater than|of at most|of no more than) | no [amount] (bigger|dearer|costlier|pricier) than | a [hard|strict|absolute|firm|upper] (ceiling|cap|limit|maximum) of | under or equal to | (less|lower|smaller) or equal to | maximal | no more then | not more then | not more as | max | max of | maximum | maximum of | a maximum of | a max of | the maximum of | no more than | not more than | never more than | max at | maximally | (below|under|less than|lower than|smaller than) or equal to | equal to or (less than|lower than|below|under|smaller than) | not greater than | not higher than | not larger than | never over | never above | never exceeding | a cap of | to a maximum of | to a max of | at the very most | no more in total than | an upper bound of | no amount (over|above) | nothing over | nothing above | nothing more than | amounts up to | amounts of up to | not over | not to exceed | not exceeding | within | <= | ≤
    limit of | a limit of | cap of | a cap of | up to a maximum of | up to a max of | at maximum | no greater than | no higher than | limited to | capped at | a total of up to | up to a total of | an upper limit of
    the most | not above | a ceiling of | upto | not in excess of | never (greater|higher|larger) than | (at|with) a (maximum|max) of | with a (limit|cap|ceiling) of | (max|maximum) limit of | up to a (ceiling|limit|cap|total) of | up to but (not (over|above|exceeding|more than)|no more than) | anything up to and including | only up to | only | no larger than | up to and including | an absolute maximum of | a hard limit of | a hard cap of | a strict limit of | a strict maximum of | not more than a total of
    BELOW {under}`,
  BELOW: 'under | below | less than | lower than | smaller than | < | fewer than',
  OVER_THAN:
    '> | over | above | beyond | past | in excess of | north of | upwards of | more as | (more|higher|greater|larger|bigger|costlier|pricier|dearer|more expensive) (than|then) | superior to',
  ABOVE: `(that's|that're) [for|worth] OVER_THAN | (that|which) (is|are|go|goes|run|runs|cost|costs|total|totals|come to|comes to|amount to|amounts to) [for|worth] OVER_THAN
    [of|for|at|worth|costing|totaling|totalling|valued at|priced|priced at|with (a|an) (value|total|price|amount|cost|price tag) [of]|in value] OVER_THAN [(a|an|the) (value|amount|total|sum) of]
    [(an|any) amount|amounts|anything|any] OVER_THAN | [that|which|with (a value|a total|an amount|a price)] (exceeding|exceed|exceeds|surpassing|topping) [(a|an|the) (value|amount|total|sum) of] | whose (value|price|cost|amount|total) (exceeds|is OVER_THAN) | >`,
  EXCEED: `[ever] (exceed|surpass|top|pass|overshoot|overstep|cross|break|breach|overrun) | [ever] (be|cost|cost us|go|run|run to|come to|come in at|amount to|total|add up to|climb|rise|get|reach|be for|be priced at|grow to|grow|run up to|have (a|an) (value|amount|total|price|cost) [of]) [for|of|worth] OVER_THAN`,
  EXCEEDS: `exceeds | exceed | surpasses | surpass | tops | top | passes | overshoots | (is|are|goes|go|costs|cost|runs|comes to|amounts to|totals) [for|worth] OVER_THAN`,
  IS_TO_BE:
    'is | are | should be | must be | shall be | will be | has to be | have to be | is to be | are to be | is hereby',
  ALLOWED: `allowed | permitted | authorized | authorised | approved | accepted | acceptable | allowable | permissible | admissible | ok | okay | fine | valid | possible | eligible`,
  REFUSED:
    'turned down | turned away | cancelled | canceled | thrown out | blocked | forbidden | prohibited | banned | disallowed | declined | denied | rejected | refused | excluded | barred | ruled out | outlawed | vetoed | blacklisted | blocklisted',
  // What is never done, in any tense: "is declined", "shall be refused automatically", "cannot be allowed".
  NOT_ALLOWED: 'IS_REFUSED | REFUSED | off limits | not (ALLOWED|covered|eligible) | never ALLOWED',
  IS_REFUSED: `NOT_BE (ALLOWED|covered|eligible|welcome|tolerated|to be (bought|made|purchased|paid)) [under any circumstances|at all]
    (is|are|get|gets|remain|remains|stay|stays|[always|strictly] to be|(should|must|shall|will|has to|have to|is to|are to|needs to|need to) [always|all|both] be) [always|strictly|automatically|hereby|also|likewise|both {both}|all|completely|entirely|explicitly|expressly] (REFUSED|stopped|off limits|out of (scope|bounds|the question)|off the table|unacceptable|taboo|out) [FOR_AGENT|by default|automatically|outright|from (the scope of (POSSESSOR (authority|mandate|remit)|(this|the|our) (policy|mandate|authority))|purchasing|spending|agent payments|agent spending|payment|(this|the) (mandate|policy|scope|authority|wallet|card|budget))]
    ((should|must|may|can|shall|will) (never|not)|cannot|can't|mustn't|shouldn't|won't) be (ALLOWED|MADE|paid for|honoured|entertained) [by (AGENT|us)]
    (fail|fails|bounce|bounces|(will|must|should|shall|has to|have to) (fail|bounce)) | NOT_BE (possible|payable|(made|placed|paid|bought|processed|executed|accepted|released) at all|placed|made|on|an option) [at all] | (is|are) a [hard|clear|definite|firm|strict|absolute|big|complete|flat] no [go] | (is|are) no go`,
  BE: 'is | are | remain | remains | stay | stays | (must|shall|should|will|may|can|has to|have to|is to|are to|needs to|need to) [always] be',
  NOT_BE: "(is|are) [likewise|also] (not|never) | isn't | aren't",
  FOR_AGENT: '(for|to|by) THE_AGENT | for (this|the) (mandate|wallet|card|agent) | under (this|the) (mandate|policy)',
  ALLOWED_PREDICATE: `(is|are) [all|also] (ALLOWED|good) | (may|can|should|shall) be (bought|purchased|paid|paid for|booked|ordered) | (is|are) (allowed|approved|permitted) (category|categories) | allowed | permitted | ok | okay`,
  BLOCK: 'BLOCKS | ALLOWS_NO',
  BLOCKS: `[WANT_TO|please|always] (block|forbid|prohibit|ban|exclude|avoid) | always (decline|reject|refuse|deny) | avoid (buying|purchasing|paying for|spending on|spending money on) | block both | skip | veto | rule out | keep off | stay off | keep clear of | keep out of | stay out of | turn down | say no to | (we|i) (prohibit|forbid|block|ban|exclude|decline|reject|refuse|avoid) | deny | reject | refuse | disallow | decline | blacklist | bar | stay away from | stay clear of | stay well (away from|clear of) | keep well (away from|clear of) | refrain from | abstain from | outlaw | boycott | steer clear of | stop | keep away from`,
  // "Never allow all categories" could still allow some of them.
  ALLOWS_NO: `(allow|permit|accept|approve|tolerate) no | (never|don't|do not) (touch|approve|accept|allow|permit) | dont allow | (we|i) (do not allow|don't allow|never allow|do not permit|don't permit)`,
  FUNDS: `(the|our|my|these|this) [FUNDS_OF] (funds|money|cash) | FUNDS_OF (funds|money)`,
  FUNDS_OF: `donor | donation | member | membership | church | parish | shop | store | hospital | clinic | department | departmental | association | charity | company | corporate | club | school | project | grant | business | public | office | household | family | team | client | agency | members' | donated | petty`,
  MERCHANT: `trader | traders | reseller | resellers | web address | web addresses | url | urls | hostname | hostnames | storefront | storefronts | online retailer | online retailers | online seller | online sellers | online vendor | online vendors | carrier | carriers | counterparty | counterparties | beneficiary | beneficiaries | biller | billers | service provider | service providers | endpoint | endpoints | host | hosts | platform | platforms | web site | web sites | merchant | merchants | store | stores | shop | shops | vendor | vendors | seller | sellers | site | sites | website | websites | domain | domains | supplier | suppliers | retailer | retailers | business | businesses | company | companies
    online shop | online shops | online store | online stores | outlet | outlets | web shop | web shops | provider | providers | payee | payees | recipient | recipients`,
  CATEGORY:
    '(kinds|types|sorts) of (purchases|spending|things|goods|expenses) | category | categories | (spend|expense|budget|cost) (category|categories) | (expense|spend|spending|purchase|merchant) (type|types) | purchase category | product category | merchant category | merchant categories | spending category | spending categories | purchase categories | product categories',
  PURCHASES:
    'outgoing payments | outbound payments | the [use of] FUNDS | FUNDS | agent (payments|purchases|spending|transactions) | shopping | ordering | paying | transacting | expenditures | outlays | disbursements | any transactions | any purchases | any payments | any spend | any expense | each purchase | each payment | each transaction | all orders | all expenditures | expenditure | all expenditure | procurement | purchases | payments | spending | transactions | spend | charges | orders | all purchases | all spending | all payments | all transactions | any purchase | any payment | any spending | every purchase | every payment | buying | expenses | all expenses | shopping | every transaction | any transaction',
}
