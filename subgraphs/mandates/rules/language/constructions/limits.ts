// Limits per transaction, day and month. Every option takes one amount and its period, or pairs of them.
export const LIMITS: Readonly<Record<string, string>> = {
  // "$50 per transaction", which goes on from the limit before it.
  BARE_LIMIT: `for (max|at most|up to|no more than|a maximum of) AMOUNT PERIOD {behind_list}
    MONEY PERIOD in aggregate
    AMOUNT "(" PERIOD ")"
    (for|on|in) (one|a single) (TX {tx}|day {day}|month {month}) (is|it is|it's) [UP_TO] AMOUNT
    AMOUNT (max|maximum|tops|at most) each {tx}
    (NPX|SINGLE TX {tx}) (<=|≤) MONEY
    [UP_TO] AMOUNT PERIOD "(" [UP_TO] AMOUNT PERIOD ")"
    TIME_OF - [UP_TO] AMOUNT
    SHORT_OF [max] AMOUNT [max]
    AMOUNT SHORT_OF
    SHORT_OF (:|=) {label} [UP_TO] MONEY
    MONEY [ENOUGH] PERIOD [ENOUGH]
    [the] TIME_OF [MAXIMUM] [:] AMOUNT
    TIME_OF [MAXIMUM] : {label} NUMBER
    PERIOD [UP_TO] MONEY [max|maximum|at most|tops]
    PERIOD (:|=) {label} [UP_TO] MONEY [max|maximum|at most|tops]
    AMOUNT [in total] PERIOD [in total]
    (TX {tx}|day {day}|month {month}) (<=|≤) MONEY`,
  // "Tx $5, day $25" and "$5 tx / $25 day": nouns that are nothing but the period.
  SHORT_OF: '[single] (transaction|tx|txn) {tx} | single (purchase|payment|order) {tx} | day {day} | month {month}',
  ENOUGH:
    '"(" (max|maximum|hard limit|hard cap|limit|cap|at most) ")" | (must|may|should|shall) (not|never) be exceeded | is not to be exceeded | are not to be exceeded | cannot be exceeded | applies | apply | holds | is in force | but no more | but not more | but not a cent more | and that is it | and not one cent more | , but no more | , not one cent more | or lower | , hard stop | full stop | , absolute max | absolute max | absolute maximum | , absolute maximum | as a maximum | as a limit | as a hard limit | as the limit | as an upper limit | as a cap | as the maximum | as max | max please | maximum please | upper limit | , never more | never more | , tops please | max | maximum | hard limit | hard cap | , hard limit | , hard cap | tops | at most | at maximum | at the most | limit | cap | , tops | , max | , maximum | , at most | , at the most | maximum total | or less | or under | at the maximum | and no more | and not more | and not a cent more | , no more | , not more | , and no more | the max | top | , not a dollar more | not a dollar more | , not a cent more | and not a dollar more',
  MAXIMUM: 'max | maximum | limit | cap | limits | ceiling | spend | spending | budget {m} | allowance {m} | total',
  NOUN: 'limit {m} | cap | max | maximum | ceiling | budget {m} | allowance {m} | spending limit {m} | spend limit {m} | spending cap {m} | spend cap {m} | spending maximum {m} | spending budget {m} | maximum spend {m} | max spend {m} | spending allowance {m} | total limit {m} | limit amount {m} | expenditure limit {m} | maximum total {m} | spend maximum {m} | expense limit {m}',
  BOUND: '[of|: {label}|= {label}|is|at|is set at|is set to|should be|must be|will be|shall be|to be|-|is :] [UP_TO]',
  // The noun of a limit and all that may stand with it; the period is said once, before or behind it or the amount.
  LIMIT_QUALITY:
    'total | overall | cumulative | combined | aggregate | hard | strict | absolute | firm | fixed | max | maximum | upper | spending | spend | expense | expenditure | purchasing | agent | wallet | card | budget | cost | purchase | payment | outlay | our | company | general | approved | authorized | full',
  LIMIT_NOUN:
    '(allowed|permitted|approved|authorized|agreed) (spend|spending|amount|expenditure|outlay) | limit | limits | cap | max | maximum | ceiling | budget | allowance | spending authority | spend authority | purchasing authority | authority | upper bound | allocation | allotment | envelope | quota | amount allowed | amount permitted | permitted amount | allowed amount | amount payable | spend allowed | spending allowed',
  WEAK_NOUN:
    'exposure | payment amount | order value | transaction amount | purchase amount | order amount | transaction value | ticket | spend | spending | total | amount | outlay | expenditure | value | size | cost | price | charge | total amount | total spend | total spending | total cost | total value',
  PERIOD_ADJECTIVE:
    'daily {day} | monthly {month} | per day {day} | per month {month} | (per TX|TX|single TX|individual TX|per single TX|single|any single TX|each TX|a single TX) {tx} | calendar month {month} | (day|the day|a day) {day} | (month|the month|a month) {month} | one day {day} | one month {month}',
  OWNER:
    '(across|over|in|from) (all [the] (TXS|payments|purchases|vendors|merchants|categories)|everything|the whole wallet) | (for|of|on|by) (all [the] (TXS|payments|purchases|vendors|merchants|categories)|the whole wallet|AGENT|this wallet|this card|this agent|the agent|agents|all purchases|all spending|all payments|all spend|everything|spending|everything together|everything combined|all categories|purchases|payments|all agents|the whole wallet|the wallet|me|us|the team|our team|the company) | ON_CARD',
  LIMIT_NAMED:
    '[OWNER [,]] [DETERMINER] [LIMIT_QUALITY] [LIMIT_QUALITY] [PERIOD_ADJECTIVE] [LIMIT_QUALITY] [LIMIT_QUALITY] LIMIT_NOUN [OWNER] [PERIOD|for (the|a|one) day {day}|for (the|a|one) month {month}|in (the|a) month {month}] [OWNER]',
  WEAK_NAMED:
    '[OWNER [,]] [DETERMINER] [total|overall|cumulative|combined|aggregate|hard|strict|absolute] (max|maximum|highest|largest|biggest) [total|overall|cumulative|combined|aggregate] [PERIOD_ADJECTIVE] [total|overall|cumulative|combined|aggregate] WEAK_NOUN [payable|allowed|permitted|that may be spent|that can be spent|you may spend|you can spend|AGENT_MAY spend|spent|charged|it may spend|payable by AGENT] [OWNER] [PERIOD] [OWNER]',
  COPULA:
    "is | : {label} | = {label} | of | at | are | equals | is equal to | is set at | is set to | set at | set to | is fixed at | fixed at | stands at | is : | will be | shall be | should be | must be | has to be | remains at | stays at | is capped at | is limited to | has been set at | has been set to | is hereby set at | is hereby set to | comes to | amounts to | to be | being | should not exceed | must not exceed | may not exceed | shall not exceed | cannot exceed | can't exceed | should never exceed | must never exceed | is never to exceed | is not to exceed",
  TAIL: '[in total|overall|altogether|combined|ON_CARD] [PERIOD] [ENOUGH] [in total|in aggregate|overall|altogether|combined|ON_CARD|OWNER]',
  NEVER_MORE:
    "[AGENT] DONT [ever] | AGENT (does not|doesn't|never) | (it is|it's) [strictly] (forbidden|prohibited|not allowed|not permitted) [for AGENT] to | AGENT (is|are) [strictly] (forbidden|prohibited|not allowed|not permitted) to | AGENT (has|have) no (permission|authority|right) to | (i|we) (do not|don't|never) want AGENT to | AGENT MAY_NOT [ever]",
  IN_NO_CASE: 'in no event | under no circumstances | at no time | in no case | at no point',
  LIMIT: `NPX (has|have|gets|comes with|carries) (a|an) [LIMIT_QUALITY] (limit|cap|max|maximum|ceiling) [of|:] [UP_TO] MONEY [ENOUGH]
    [that] (AGENT|we {we}) [DUTY] (stay|stays|remain|remains|keep|keeps|operate|operates) (within|under|below|inside) LIMIT_NAMED of MONEY TAIL {m}
    [PERIOD [,]] AGENT [only] (spends|pays|uses|charges) UP_TO MONEY TAIL {m}
    SUM (MAY_NOT|can never|must never|should never) EXCEED {m} MONEY (PER_DAY {day}|PER_MONTH {month})
    SUM (must|should|has to|shall|may|is to) (be|stay|remain) {m} (UP_TO|at or below|within) MONEY (PER_DAY {day}|PER_MONTH {month})
    [the] (limit|max|maximum|cap|budget) "(" PERIOD ")" (:|=|is) [UP_TO] AMOUNT
    [the] (limit|max|maximum|cap|budget) (:|=|is) [UP_TO] AMOUNT "(" PERIOD ")"
    [the] (limit|max|maximum|cap|budget) (:|=|is) [UP_TO] AMOUNT PERIOD "(" [UP_TO] AMOUNT PERIOD ")"
    [the|my|our] OF_MONEY NOUN "(" [in] (usd|us dollars|dollars|$) ")" (:|=|is) MONEY {usd}
    [the|my|our] (limit|max|maximum|cap|budget) PERIOD "(" [in] (usd|us dollars|dollars|$) ")" (:|=|is) MONEY {usd}
    AGENT_MAY be (used|charged|debited|loaded) [for] [ONLY_UP_TO|UP_TO] MONEY TAIL {m}
    (spending|paying|ordering|buying anything|purchasing anything|ordering anything|charging) ABOVE {m} MONEY PERIOD NOT_ALLOWED
    NEVER_MORE (SPEND ABOVE|EXCEED) {m} MONEY PERIOD (or|nor|and|, or|, nor) [SPEND] [ABOVE|EXCEED] MONEY PERIOD
    [a|an|the] [TIME_OF] total of MONEY [PERIOD] ((must|may|should|shall) (not|never) be exceeded|is the limit|is the maximum|is the max)
    OVER_BARE AMOUNT [:|,|-|is|are] NOT_ALLOWED {tx}
    SPENDING [OWNER] PERIOD [IS_TO_BE] (capped|limited|restricted|held|kept|maxed out) {m} (at|to|under|below|within) [UP_TO] MONEY
    SPENDING [OWNER] PERIOD (must|should|has to|have to|shall|may|is to|are to|needs to|can) [only] (be|stay|remain|be kept|not exceed|be at) {m} (UP_TO|at or below|at or under|under|below|within) MONEY
    (SPENDING|costs|paying|charging) (must|should|has to|have to|shall|is to|are to|needs to|need to) (be|stay|remain|be kept) {m} (UP_TO|at or below|at or under|under|below|within) MONEY TAIL
    (SPENDING|paying|charging|TXS|anything) ABOVE {m} MONEY PERIOD NOT_ALLOWED
    THE_TXS (cost|total|are|come to|amount to) UP_TO AMOUNT [each|PER_TX] {tx}
    nor (more than|over|above) MONEY PERIOD
    GRANT (spending of|a spend of|spend of|expenses of|purchases of|payments of|charges of|costs of|spending) [UP_TO] MONEY TAIL {m}
    GRANT [UP_TO] MONEY (of|in|for|as) [TIME_OF] (spend|spending|expenses|purchases|costs|charges|budget|allowance) TAIL {m}
    [max|maximum|limit|cap] (TX {tx}|day {day}|month {month}) (:|=) [UP_TO] AMOUNT [max|maximum]
    (max|maximum|limit|cap) PERIOD (:|=) AMOUNT
    GRANT [UP_TO] MONEY [for AGENT|to AGENT] TAIL {m}
    (i|we) (want|need|would like) [to] [AGENT to] (SPEND|pay|use) UP_TO {m} MONEY TAIL
    SPENDING (may|can|should|shall|must|is allowed to|is free to) [only] (reach|go up to|run up to|be as high as|total|be up to|add up to|amount to|get up to|climb to|run to|go as high as|rise to|come to) {m} [at most|at the most|a maximum of] MONEY TAIL
    A_TOTAL (may|can|should|shall|must|is allowed to) [only] (reach|go up to|run up to|be as high as|total|be up to|add up to|amount to|get up to|climb to|run to|go as high as|rise to|come to) {m} [at most|at the most|a maximum of] MONEY [ENOUGH]
    A_TX (may|can|is allowed to) [only] [ever] (cost|total|come to|amount to|go up to|reach|run to|be as high as) [UP_TO] AMOUNT [ENOUGH]
    A_TX (should|must|shall|has to|may|can) [only] (cost|be|total|come to|amount to) (UP_TO AMOUNT|AMOUNT ENOUGH)
    (no|not one|never a|not a|not a single) [SINGLE] (TX|TXS) (ABOVE|EXCEEDS|EXCEED|(MAY|is to|are to|is allowed to|are allowed to|gets to|should ever|may ever|must ever|can ever|is ever to|is supposed to) [ever] EXCEED) AMOUNT {tx}
    (max|maximum|largest|biggest|highest) (ticket|basket|cart|order|deal|checkout|bill|invoice|payment|purchase) (size|value|total|amount) {tx} [COPULA] [UP_TO] AMOUNT
    (spend|buy) (whatever|as much as|what) AGENT (needs|need|want|wants|likes|like) [,] [but] UP_TO MONEY TAIL {m}
    AGENT_MAY (spend|buy) (whatever|as much as|what) AGENT (needs|need|want|wants|likes|like) [,] [but] UP_TO MONEY TAIL {m}
    [PERIOD [,]] we (may|can|should|must|will) {we} [only] SPEND {m} [ONLY_UP_TO|UP_TO] MONEY TAIL
    PERIOD [,] AGENT (gets|has|receives|have|get) [UP_TO] MONEY [ENOUGH]
    PERIOD [,] [there is|it is|that is|it's|that's|make it|make that] [UP_TO] AMOUNT [ENOUGH]
    AGENT [DUTY] (stays|stay|remains|remain|keeps|keep|operates|operate|works|work) [spending|itself|costs] (within|under|below|at or below|at or under|inside) {m} [a (budget|limit|cap) of] MONEY TAIL
    AGENT [DUTY] (limits|limit|caps|cap|restricts|restrict|keeps|keep) (itself|its spending|spending|its spend|costs|each TX|every TX) (TARGET) {m} MONEY TAIL
    (please|always) (stay|remain|keep|be) (within|under|below|at or below|at or under|inside) {m} [a (budget|limit|cap) of] MONEY TAIL
    MONEY [is|are] (allowed|permitted|authorized|authorised|available|allotted|allocated|budgeted|approved) {m} TAIL
    LIMIT_NAMED [COPULA] [UP_TO] MONEY [PERIOD] [ENOUGH] [OWNER] {m}
    WEAK_NAMED [COPULA] [UP_TO] MONEY [PERIOD] [ENOUGH] [OWNER] {m}
    (SET_LIMIT|with|subject to|there (is|will be|should be|shall be|must be)|it has|AGENT (has|have|gets|get|receives|is given|are given|is subject to|operates under|works with|should have|will have)|(i|we) have|(i|we) (give|gave|set) AGENT) LIMIT_NAMED [COPULA] [UP_TO] MONEY [PERIOD] [ENOUGH] [OWNER] {m}
    SET_LIMIT WEAK_NAMED [COPULA] [UP_TO] MONEY [PERIOD] [ENOUGH] [OWNER] {m}
    [PERIOD [,]] AGENT_MAY [only] [ever] SPEND [a total of|an amount of|a sum of|amounts of|funds of] [ONLY_UP_TO|UP_TO] MONEY TAIL {m}
    (i|we) (want|need|would like|wish) (it|AGENT|SPENDING|everything|the total|things) [to be|to stay|to remain|kept|to] (capped|limited|restricted|held|kept|keep|stay|remain|under|below|within|at most|within a limit of) {m} [at|to|under|below|within|at most] MONEY TAIL
    NEVER_MORE (SPEND [money|anything|funds|a total of|any amount] ABOVE|EXCEED [a total of|a spend of|a budget of|a limit of|the limit of]) {m} MONEY [in spending|in total] TAIL
    IN_NO_CASE (may|shall|should|can|must|will|is|are) (AGENT|SPENDING|A_TX|A_TOTAL|TXS|any TX|total spending|the total) [PERIOD] [to] (SPEND ABOVE|EXCEED|be ABOVE) {m} MONEY [TAIL]
    IN_NO_CASE (SPEND ABOVE|EXCEED) {m} MONEY TAIL
    SPENDING [OWNER] (PER_DAY {day}|PER_MONTH {month}) [IS_TO_BE] (capped|limited|restricted|held|kept|maxed out) {m} (at|to|under|below|within) [UP_TO] MONEY
    SPENDING [OWNER] [IS_TO_BE] (capped|limited|restricted|held|kept|maxed out|topped out) {m} (at|to|under|below|within) [UP_TO] MONEY TAIL
    SPENDING [OWNER] (PER_DAY {day}|PER_MONTH {month}) (must|should|has to|shall|may|is to|needs to) (be|stay|remain|be kept|not exceed) {m} [UP_TO|at or below|at or under|under|below|within] MONEY
    (LIMITING|maintain|leave) [the|all|total|overall] [TIME_OF] (SPENDING|costs|spend|spending|expenses|budget) [OWNER] (TARGET|UP_TO) {m} MONEY [TAIL]
    with (no|not any) [SINGLE] (TX|TXS) (ABOVE) AMOUNT {tx}
    with (no more than|not more than|at most|up to|a maximum of|a max of) AMOUNT PERIOD
    no [SINGLE] (TX|TXS) [shall|should|may|must|can|will] [ever] (be|exceed|go|cost) [ABOVE] AMOUNT {tx}
    hard (stop|ceiling|stops) at AMOUNT PERIOD
    (max out|top out|stop|cut it off|cut off|cap it|cap out|draw the line|stop spending) at AMOUNT PERIOD
    (one|1) (TX {tx}|day {day}|month {month}) (=|:|is) [UP_TO] AMOUNT [max|maximum|at most|tops]
    (i|we) (pay|spend) UP_TO MONEY PERIOD {m}
    (we|i) (pay|spend) (no more than|at most|max|maximum|not more than|up to) MONEY PERIOD {m}
    UP_TO MONEY PERIOD [ENOUGH] [in total|overall|ON_CARD]
    UP_TO NUMBER PERIOD {m} (usd|dollars|bucks)
    UP_TO MONEY (may|can) be spent {m} PERIOD
    MONEY (may|can) be spent {m} PERIOD
    UP_TO MONEY of (spending|spend) {m} PERIOD
    PERIOD [,] [:] UP_TO MONEY [(may|can|should) be spent {m}]
    [a|the|my|our|your] (hard|strict|absolute|firm|fixed) (limit|cap|max|maximum|ceiling) [:|of|is|-|at] [UP_TO] AMOUNT PERIOD
    [with|subject to] (a|the|an overall|an) [total|strict|hard|absolute|fixed] [TIME_OF|per TX {tx}|per purchase {tx}|TX {tx}|single TX {tx}] NOUN [of|:|is|at] [UP_TO] MONEY
    with (a|an) [strict|hard] (limit|cap|max|maximum|budget|ceiling) of MONEY PERIOD
    with (up to|at most|no more than|not more than) MONEY PERIOD
    (AGENT_MAY|MAY) [only] [ever] SPEND {m} [UP_TO|a total of|at the most] MONEY [in total] PERIOD [ENOUGH] [in total|ON_CARD]
    AGENT_MAY [only] [ever] (make|do|place) TXS [of|for] UP_TO MONEY [each|PER_TX] {tx}
    AGENT_MAY make (payments|purchases) [of|for] (until|UP_TO) AMOUNT (PER_DAY {day}|PER_MONTH {month})
    (i'm|i am|we're|we are) (capping|limiting) (AGENT|spending) (at|to) AMOUNT PERIOD
    (the|my|our) (agent's|bot's|assistant's|wallet's|card's) OF_MONEY NOUN (is|:) [UP_TO] AMOUNT
    (i'm|i am|we're|we are) (giving|allowing) AGENT [UP_TO] AMOUNT PERIOD
    (i'm|i am|we're|we are) setting (a|an) [TIME_OF] NOUN of AMOUNT [PERIOD] [for AGENT]
    (AGENT (is|are)|you're|it's|he's|she's) (allowed|permitted) [UP_TO] AMOUNT PERIOD
    (the|my|our) (agent's|bot's|assistant's) [spending] authority (is|shall be) limited to [UP_TO] AMOUNT PERIOD
    [the] (limit|cap|max|maximum|ceiling) (of|for) (one|a|each|any|every|a single) TX {tx} (is|:) AMOUNT
    [AGENT] DONT (pay|spend) ABOVE AMOUNT (for|on) anything {tx}
    (i|we) can afford [UP_TO] AMOUNT PERIOD [ENOUGH]
    the most (AGENT|i|we) (can|may|should) spend {m} PERIOD (is|:) MONEY
    (AGENT|i|we) (has|have|got|have got) (a|an) [total] TIME_OF (budget|allowance|limit) {m} of [UP_TO] MONEY
    [the|my|our|your] (limit|cap|max|maximum|ceiling|budget) of the (day {day}|month {month}) (is|:|is set at) [UP_TO] AMOUNT
    [AGENT] DONT (buy|purchase|pay for|order) (anything|something) ABOVE AMOUNT {tx}
    nothing ABOVE AMOUNT {tx} [, ever|ever|at all]
    under no circumstances (may|shall|should|can|must) A_TX exceed AMOUNT
    (i|we) (do not|don't) want AGENT (spending {m} ABOVE|exceeding|going over|going above) MONEY PERIOD
    (A_TX) (can|may|must|should) cost UP_TO MONEY
    set [the] (max|maximum|limit|cap|budget {m}) PERIOD (to|at|=) MONEY
    set the OF_PERIOD NOUN (to|at) MONEY [,] and the OF_PERIOD NOUN (to|at) MONEY
    (AGENT) MAY_NOT , in any [SINGLE] TX {tx} , SPEND [an amount] ABOVE AMOUNT
    (AGENT_MAY|MAY) spend {m} [ONLY_UP_TO] MONEY PERIOD [ENOUGH]
    SPEND {m} [UP_TO|only] MONEY PERIOD [ENOUGH] [in total]
    PERIOD [,] AGENT_MAY SPEND {m} [UP_TO] MONEY
    let AGENT SPEND {m} [UP_TO] MONEY PERIOD [ENOUGH]
    let AGENT have MONEY PERIOD
    (allow|permit|authorize|authorise) [AGENT] [to SPEND {m}|spending of {m}|spending {m}|spend of {m}|a spend of {m}] [UP_TO] MONEY PERIOD
    AGENT (has|gets|have|should have|has been given) (a|an) [total] [TIME_OF] (budget|allowance|limit|spending limit|cap|spending cap|spend limit|spending budget|spending allowance) {m} of [UP_TO] MONEY [PERIOD]
    AGENT never (spends|pays) {m} ABOVE MONEY PERIOD
    AGENT never exceeds MONEY PERIOD
    AGENT (has|gets|have) [UP_TO] MONEY [to spend] PERIOD [to spend]
    AGENT (has|gets|have) (a|an) (budget|allowance|limit) {m} of [UP_TO] MONEY PERIOD
    (i give|we give|give|i am giving|i'm giving|we're giving|you can give) (it|AGENT) [UP_TO] MONEY [TO_SPEND] TAIL [TO_SPEND]
    AGENT (has|gets|have|get|receives) [UP_TO] MONEY [TO_SPEND] TAIL [TO_SPEND]
    we (may|can|should|must|will) {we} [only] (SPEND|order|buy) [for] {m} [ONLY_UP_TO|UP_TO] MONEY TAIL
    AGENT_MAY (buy|pay for|purchase|order) (anything|whatever|whatever it wants|whatever it needs|whatever it likes|things|anything it needs|anything it wants|what it needs|what it wants) [,] (as long as|provided|so long as|if|provided that) (it's|it is|they're|they are|the price is|the cost is|it costs|it stays|each is|it remains) (UP_TO|under|below|at or below|at or under) AMOUNT [PER_TX] {tx}
    SET_LIMIT [a|an|the] AMOUNT OF_MONEY (limit|cap|max|maximum|budget|ceiling|allowance|spending limit|spending cap|spend limit)
    DONT_LET SPEND {m} ABOVE MONEY PERIOD
    DONT_LET (exceed|go over|go above) {m} MONEY PERIOD
    [AGENT] DONT SPEND {m} [anything|any] (ABOVE|UP_TO_NOT) MONEY PERIOD
    [AGENT] DONT (exceed|go over|go above|go beyond|surpass) {m} [a total of|a budget of|a limit of] MONEY [in spending] PERIOD
    (may|can|should|shall|must|will|do) not (exceed|go over|go above) MONEY PERIOD
    (AGENT|SPENDING) [ON_CARD] (MAY_NOT|MUST_NEVER) (EXCEED) {m} MONEY PERIOD
    A_TX (MAY_NOT|can never|must never|should never) EXCEED MONEY
    [the] total [amount] [spent] (PER_DAY {day}|PER_MONTH {month}) (MAY_NOT|can never|must never|should never) EXCEED {m} MONEY
    (A_TX|THE_TXS) (must|should|has to|have to) be MONEY or (less|under|below) {tx}
    TXS of MONEY or (less|under|below) only {tx}
    MONEY or (less|under) PERIOD
    (i|we) (don't|do not|never) want [it to|AGENT to|to] [ever] (SPEND {m} (ABOVE)|exceed|go over|go above) MONEY PERIOD
    (i|we) want to SPEND {m} UP_TO MONEY PERIOD
    (i|we) (allow|permit|authorize) [UP_TO] MONEY PERIOD
    (allow|permit) (TXS|payments|any TX|all TXS) [of] UP_TO MONEY [each|PER_TX] {tx}
    (allow|permit) (TXS|payments) [of] UP_TO MONEY (PER_DAY {day}|PER_MONTH {month})
    (for|on|in|per) [EVERY] (TX {tx}|day {day}|month {month}) [,] (SPEND|pay|use) {m} UP_TO MONEY
    (for|on) [EVERY] [SINGLE] TX {tx} [,] (the|your) (limit|max|maximum|cap) is MONEY
    PERIOD [,] (SPEND|use) {m} UP_TO MONEY
    (the|your|my) (limit|max|maximum|cap|budget {m}) is MONEY PERIOD
    (AGENT|you've|it's) (got|gets|get) [UP_TO] MONEY [to spend] PERIOD
    give AGENT (a|an) [TIME_OF] (budget|allowance|limit) {m} of [UP_TO] MONEY [PERIOD]
    (a|an) [total|strict|overall] (budget|allowance) {m} of MONEY PERIOD
    (THE_TXS|a TX) (MAY_NOT|can never|must never) EXCEED MONEY [each|PER_TX] {tx}
    (THE_TXS) MAY_NOT EXCEED MONEY PERIOD
    (A_TOTAL|SPENDING PERIOD) (MAY_NOT|can never|must never|is not to|are not to) EXCEED {m} MONEY
    PERIOD [,] [THE_TOTAL] (SPENDING|TXS) MAY_NOT EXCEED {m} MONEY
    (no|not one|never a|not a) [SINGLE] TX (ABOVE|exceeds|MAY [ever] EXCEED) MONEY {tx}
    no [SINGLE] TXS (ABOVE|MAY [ever] EXCEED) MONEY {tx}
    no (SPENDING|SPEND) (ABOVE|beyond) {m} MONEY PERIOD
    nothing ABOVE MONEY PERIOD
    (BLOCK_OVER) [all|any|every|each|a|an] [SINGLE] (TX|TXS) ABOVE MONEY {tx}
    (BLOCK_OVER) (anything|everything|any amount) ABOVE MONEY {tx}
    (A_TX|THE_TXS|anything|everything|any TX|every TX) ABOVE MONEY OVER_BLOCKED {tx}
    (TXS|purchases|[any|all] SINGLE TXS) [of] UP_TO MONEY (are|is) (allowed|permitted) {tx}
    only [allow] TXS [of] (UP_TO) MONEY [are (allowed|permitted)] {tx}
    SPENDING [ON_CARD] [IS_TO_BE] (capped|limited|restricted|held) {m} (at|to) [UP_TO] MONEY PERIOD [ON_CARD]
    (AGENT|this wallet) [IS_TO_BE] (capped|limited|restricted) {m} (at|to) [spending] [UP_TO] MONEY PERIOD
    A_TOTAL [IS_TO_BE] (capped|limited|restricted|held|kept) {m} (at|to|under|below|within) [UP_TO] MONEY
    A_TX [IS_TO_BE] (capped|limited|restricted|held) (at|to) [UP_TO] MONEY
    THE_TXS [IS_TO_BE] (capped|limited|restricted|held) (at|to) [UP_TO] MONEY [each|apiece|PER_TX] {tx}
    THE_TXS [IS_TO_BE] (capped|limited|restricted|held) (at|to) [UP_TO] MONEY (PER_DAY {day}|PER_MONTH {month})
    (A_TX|A_TOTAL) (must|should|shall|has to|have to|may|can|is to|are to|need to|needs to|will) (be|stay|remain|be kept|be held|be limited to|be capped at) (UP_TO|at or below|at or under|under|below|at UP_TO) MONEY
    (THE_TXS) (must|should|have to) (be|stay|remain) (UP_TO|at or below|at or under) MONEY [each|PER_TX] {tx}
    (THE_TXS) (may|can) be UP_TO AMOUNT (each|PER_TX) {tx}
    THE_TXS (must|should|may|can) (cost|total) UP_TO MONEY [each] {tx}
    SPENDING [ON_CARD] (must|should|has to) (be|stay|remain) {m} (UP_TO|at or below|at or under) MONEY PERIOD
    LIMITING [the] NPX TARGET AMOUNT or (less|under)
    LIMITING [the] NPX TARGET MONEY [, PAIR|, and PAIR|and PAIR|, PAIR , and PAIR|, PAIR and PAIR]
    LIMITING [the] (THE_TXS|SPENDING) [ON_CARD] TARGET {m} MONEY PERIOD
    LIMITING THE_TXS TARGET MONEY [each] {tx}
    (stay|keep) (under {under}|within|below {under}|at or below|at or under) MONEY PERIOD
    stick to MONEY PERIOD
    LIMITING (it|AGENT|yourself|things|everything|it all) [spending] TARGET {m} MONEY PERIOD
    (let's|lets|let us) keep (it|this|spending|things) TARGET MONEY PERIOD
    (set|use|apply|impose|enforce|put) (a|the|an) [total] (OF_PERIOD) NOUN (of|at|to) MONEY
    (i'd like|i want|we want|we'd like|i would like|we would like|i need|we need|let's have|we set|i set|we have set|i have set|we are setting|i am setting|we put|we have|we apply|we use) | [WANT_TO] (set|use|apply|impose|enforce|there is) (a|the|an) (NOUN) (of|at|to) MONEY PERIOD
    there (is|should be) (a|an) OF_PERIOD NOUN of MONEY
    [the|my|your|its|our|total|overall|max|maximum] OF_MONEY NOUN BOUND MONEY
    [the|my|your|its|our] (TX|per TX|single TX) (limit|cap|max|maximum|ceiling) {tx} (is|:|of) [UP_TO] AMOUNT PER_TX
    (day {day}|month {month}) (limit|cap|max|maximum) [:|=|is] AMOUNT
    [the|my|your|our] TIME_OF (limit|cap|max|maximum|ceiling|budget) (should be|must be|shall be|is) of [UP_TO] AMOUNT
    (a|an) OF_MONEY NOUN (of|at) MONEY
    [the|my|your|its|our|total|overall|max|maximum] TIME_OF (spend|spending|total) {m} [: {label}|max|maximum|cap|limit|of] [UP_TO] MONEY [max|maximum|at most|tops]
    [the] (max|maximum) TIME_OF (spend|spending|total) {m} (is|should be) MONEY
    [the|my|your|its|our] (max|maximum) (OF_TX|TX VALUE {tx}|TIME_OF) [spend {m}|spending {m}|amount|VALUE|limit] BOUND MONEY
    [the|my|your|its|our] (limit|max|maximum|cap|budget {m}|spending limit {m}|spend limit {m}|spend {m}|spending {m}|max spend {m}|maximum spend {m}|ceiling|total) PERIOD BOUND MONEY
    [the|my|your|its|our] (max|maximum) (spend|spending|amount|value|cost|total spend|total spending) {m} PERIOD BOUND MONEY
    [the|my|your|its|our] (spend|spending|amount|value|cost|total spend|total spending) {m} PERIOD (: {label}|= {label}) [UP_TO] MONEY
    [the|my|your|its|our] (spend|spending|amount|value|cost|total spend|total spending) {m} PERIOD [:] [is] UP_TO MONEY
    (the|my|your|its|our) (limit|max|maximum|cap|budget {m}|allowance {m}|spending limit {m}|spend limit {m}|ceiling) BOUND MONEY PERIOD
    [total|overall] (max|limit|budget {m}|maximum|cap|max spend {m}|maximum spend {m}|allowance {m}) [:|of|is] [UP_TO] MONEY PERIOD
    (spending|spend) (max|limit|budget|maximum|cap|allowance) {m} [:|of|is] [UP_TO] MONEY PERIOD
    [the] OF_PERIOD (max|maximum) BOUND MONEY
    NPX (:|=) {label} [UP_TO] MONEY [max|maximum|at most|tops]
    NPX [is] UP_TO MONEY
    [the] TX VALUE [:|is] UP_TO MONEY {tx}
    MONEY [IS_TO_BE] (the|my|our|your) OF_MONEY NOUN
    MONEY [IS_TO_BE] (the|my|our|your) (limit|max|maximum|cap|budget|most|ceiling) {m} [you may spend|you can spend|it can spend|it may spend|AGENT_MAY spend] PERIOD
    AMOUNT OF_MONEY (limit|cap|max|maximum|budget|ceiling|allowance|spending limit|spending cap|spend limit)
    (a|an) AMOUNT OF_MONEY (limit|cap|max|maximum|budget|ceiling|allowance|spending limit|spending cap|spend limit)
    [UP_TO] AMOUNT PERIOD (is|are|should be) (fine|ok|okay|enough|plenty|good|the limit|the absolute max|the absolute maximum|the absolute limit|the max|the maximum|the most|the cap|allowed|my limit|my max|my maximum|acceptable)
    (i'm|im|i am|we're|we are) (ok|okay|fine|good|comfortable|happy|cool) with [UP_TO|spending] [UP_TO] AMOUNT PERIOD
    AMOUNT each [ENOUGH] {tx}
    (UP_TO|cap at|limit to) AMOUNT each {tx}
    KEEP_SIMPLE [:] [UP_TO] AMOUNT PERIOD [ENOUGH]`,
  ONLY_UP_TO: 'only | up to | at most | at the most',
  UP_TO_NOT: 'upwards of',
  // Whoever gives an amount gives no more than that.
  GRANT:
    "(i'm|i am|we're|we are|i'd be|we'd be|i would be|we would be|i'll be) (happy|fine|ok|okay|comfortable|good|content|cool|satisfied|at ease) with [AGENT spending|spending|it spending|you spending] | (i|we|i'll|we'll|i will|we will) (trust|entrust|grant|allot|allocate|budget|permit|authorize|authorise|set aside|earmark|provide|allow|give|afford|spare) [for] [AGENT|it|you] [with] | let's (do|say|go with|make it|make that|keep it at|call it|set it at|set it to|cap it at|use) | (make it|make that|call it|go with|keep it at|keep it to|hold it at|hold it to|set it at|set it to|put it at|leave it at) | feel free to (SPEND) | you are welcome to (SPEND) | AGENT (is|are) (good for|allowed|given|allotted|granted|permitted|entitled to|authorized for|authorised for|approved for|limited to|capped at|restricted to|good to go for|cleared for|held to|budgeted) | AGENT (may|can) have | allow AGENT | (grant|allot|allocate|assign|budget|authorize|authorise|earmark|reserve) [AGENT] | (spend|spending) is (limited to|capped at) | the agreed (limit|amount|budget) is | (my|our) (limit|max|maximum|cap|ceiling) is | (max|maximum|limit|cap) it at | no need to go (above|over|beyond) | (a|an) (limit|maximum|budget|cap) of",
  OVER_BARE: 'over | above | anything over | anything above | everything over | everything above | more than | beyond',
  TO_SPEND:
    'to spend | to play with | to work with | to use | available | at its disposal | to burn | to spare | for everything',
  SET_LIMIT:
    '[WANT_TO] (set|use|apply|impose|enforce|put|keep|keep to|stick to|stay within|stay under|respect|observe|assign|work with|work within|give it|give AGENT|put in place|establish|place|define|operate within|operate under|adhere to|follow)',
  MUST_NEVER: 'must never | can never | should never | never',
  PAIR: 'NPX TARGET MONEY',
  NPX: 'A_TX | A_TOTAL',
  OF_MONEY: '(per TX|TX|single TX|individual TX|per single TX|single) {tx} | TIME_OF',
  LIMITING:
    'WANT_TO (limit|cap|restrict|keep) | limit | cap | restrict | keep | hold | please limit | please keep | always keep | please cap | we (cap|limit|restrict|keep|hold) | i (cap|limit|restrict) | (i|we) would like to (cap|limit|keep)',
  TARGET:
    'to | at | to UP_TO | under {under} | below {under} | within | at UP_TO | at or under | at or below | UP_TO | to or below | to under {under}',
  BLOCK_OVER: `decline | reject | block | refuse | deny | forbid | prohibit | disallow | stop | do not allow | don't allow | never allow | do not make | don't make | never make | never approve | avoid | do not permit | don't permit | never permit | never accept`,
  OVER_BLOCKED: `NOT_ALLOWED | (is|are) (blocked|declined|rejected|refused|denied|forbidden|prohibited) [outright|automatically] | should be (blocked|declined|rejected|refused|denied) | will be [automatically] (declined|rejected|blocked|refused) | must be (declined|rejected|blocked|refused|denied)`,
  KEEP_SIMPLE: 'keep it simple | simple | simply',
  NO_LIMIT: `no limits | no limit | no maximum | unlimited | unlimited spending | no spending limits | no spending limit | there are no limits | there is no limit | there are no spending limits | without limits | without any limits | no limit of any kind | no limits of any kind`,
  NO_PERIOD_LIMIT: `[with] [there is|with] no (TIME_OF|per TX {tx}|TX {tx}|OF_TX) (limit|cap|maximum|budget limit|spending limit|limits)
    [with] [there is] no (limit|cap|maximum|limits) PERIOD
    unlimited PERIOD
    unlimited TIME_OF (spending|spend)`,
  CURRENCY: `[all] amounts [are] in (usd|us dollars|dollars|u s dollars) | currency [:|is] (usd|us dollars|dollars) | all (figures|numbers|limits|amounts|values) [are] in (usd|us dollars|dollars) | in (usd|us dollars|dollars)`,
}
