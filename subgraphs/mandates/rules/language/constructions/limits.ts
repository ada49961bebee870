// Limits per transaction, day and month. Every option takes one amount and its period, or pairs of them.
export const LIMITS: Readonly<Record<string, string>> = {
  // "$50 per transaction", which goes on from the limit before it.
  BARE_LIMIT: `MONEY [ENOUGH] PERIOD [ENOUGH]
    [the] TIME_OF [MAXIMUM] [:] AMOUNT
    TIME_OF [MAXIMUM] : {label} NUMBER
    PERIOD [UP_TO] MONEY [max|maximum|at most|tops]
    PERIOD (:|=) {label} [UP_TO] MONEY [max|maximum|at most|tops]
    AMOUNT [in total] PERIOD [in total]
    (TX {tx}|day {day}|month {month}) (<=|≤) MONEY`,
  ENOUGH:
    'max | maximum | hard limit | hard cap | , hard limit | , hard cap | tops | at most | at maximum | at the most | limit | cap | , tops | , max | , maximum | , at most | , at the most | maximum total | or less | or under | at the maximum | and no more | and not more | and not a cent more | , no more | , not more | , and no more | the max | top | , not a dollar more | not a dollar more | , not a cent more | and not a dollar more',
  MAXIMUM: 'max | maximum | limit | cap | limits | ceiling | spend | spending | budget {m} | allowance {m} | total',
  NOUN: 'limit {m} | cap | max | maximum | ceiling | budget {m} | allowance {m} | spending limit {m} | spend limit {m} | spending cap {m} | spend cap {m} | spending maximum {m} | spending budget {m} | maximum spend {m} | max spend {m} | spending allowance {m} | total limit {m} | limit amount {m} | expenditure limit {m} | maximum total {m} | spend maximum {m} | expense limit {m}',
  BOUND: '[of|: {label}|= {label}|is|at|is set at|is set to|should be|must be|will be|shall be|to be|-|is :] [UP_TO]',
  LIMIT: `UP_TO MONEY PERIOD [ENOUGH] [in total|overall|ON_CARD]
    UP_TO NUMBER PERIOD {m} (usd|dollars|bucks)
    UP_TO MONEY (may|can) be spent {m} PERIOD
    MONEY (may|can) be spent {m} PERIOD
    UP_TO MONEY of (spending|spend) {m} PERIOD
    PERIOD [,] [:] UP_TO MONEY
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
    (i give|we give|give) (it|AGENT) [UP_TO] MONEY PERIOD
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
    (A_TX|A_TOTAL) (must|should|has to|have to|may|can|is to|are to|need to|will) (be|stay|remain) (UP_TO|at or below|at or under|under|below|at UP_TO) MONEY
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
    [WANT_TO] (set|use|apply|impose|enforce|there is) (a|the|an) (NOUN) (of|at|to) MONEY PERIOD
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
  MUST_NEVER: 'must never | can never | should never | never',
  PAIR: 'NPX TARGET MONEY',
  NPX: 'A_TX | A_TOTAL',
  OF_MONEY: '(per TX|TX|single TX|individual TX|per single TX|single) {tx} | TIME_OF',
  LIMITING:
    'WANT_TO (limit|cap|restrict|keep) | limit | cap | restrict | keep | hold | please limit | please keep | always keep | please cap',
  TARGET:
    'to | at | to UP_TO | under {under} | below {under} | within | at UP_TO | at or under | at or below | UP_TO | to or below | to under {under}',
  BLOCK_OVER: `decline | reject | block | refuse | deny | forbid | prohibit | disallow | stop | do not allow | don't allow | never allow | do not make | don't make | never make | never approve | avoid | do not permit | don't permit | never permit | never accept`,
  OVER_BLOCKED: `NOT_ALLOWED | (is|are) (blocked|declined|rejected|refused|denied|forbidden|prohibited) [outright|automatically] | should be (blocked|declined|rejected|refused|denied) | will be [automatically] (declined|rejected|blocked|refused) | must be (declined|rejected|blocked|refused|denied)`,
  KEEP_SIMPLE: 'keep it simple | simple | simply',
  NO_LIMIT: `no limits | no limit | unlimited | unlimited spending | no spending limits | no spending limit | there are no limits | there is no limit | there are no spending limits | without limits | without any limits | no limit of any kind | no limits of any kind`,
  NO_PERIOD_LIMIT: `[with] [there is|with] no (TIME_OF|per TX {tx}|TX {tx}|OF_TX) (limit|cap|maximum|budget limit|spending limit|limits)
    [with] [there is] no (limit|cap|maximum|limits) PERIOD
    unlimited PERIOD
    unlimited TIME_OF (spending|spend)`,
  CURRENCY: `[all] amounts [are] in (usd|us dollars|dollars|u s dollars) | currency [:|is] (usd|us dollars|dollars) | all (figures|numbers|limits|amounts|values) [are] in (usd|us dollars|dollars) | in (usd|us dollars|dollars)`,
}
