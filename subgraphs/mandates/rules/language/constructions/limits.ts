// Limits per transaction, day and month: a subject, how it may or may not grow, an amount, and adjuncts in any of the places
// where English has them. The surprise: the period may stand in any part, and code sees to it that it is said once.
export const LIMITS: Readonly<Record<string, string>> = {
  // Adjuncts: how often, of how much, of whom.
  ADJUNCT: 'PERIOD | WITH_REGARD | "(" (PERIOD|PERIOD_NOUN) ")" | TOTALLY {total} | SCOPE',
  // "As far as single orders are concerned": the period of what is said.
  WITH_REGARD:
    'as far as REGARDED (is|are) concerned | (when it comes to|as for|regarding|concerning|in terms of|as to) REGARDED',
  REGARDED: 'A_TX | SINGLE TXS {tx} | [the] days {day} | [the] months {month} | A_TOTAL',
  PERIOD_NOUN: '[single] TX {tx} | [whole|full|entire|calendar] (day {day}|month {month})',
  ADJUNCTS: 'ADJUNCT [ADJUNCT [ADJUNCT]]',
  SET_BY:
    '[that|which] ((we|i) [have] (set|fixed|agreed on|want|impose)|(is|are) set|applies|apply|(has|have) been set)',
  TOTALLY:
    'in (total|all|aggregate|the aggregate|sum) | total | overall | altogether | combined | all (told|together) | together',
  SCOPE: `(across|over) (ALL_OF_IT|the (whole|entire) (wallet|account)) {across}
    (for|of|on|in|from|with) ALL_OF_IT {of_all}
    for (this|that|them|these|those) | (for|of|by|on|to) (THE_AGENT|it|you|agents|all agents|me|us|the team|our team|the company) | of (the|our|my) (office {unit_office}|department {unit_department}|household {unit_household}|family {unit_family}) | ON_CARD | [made|paid|placed|done] CARD | on (whatever|anything|everything|what) [that] (AGENT|we|i|the (team|office|company|household|family)) (likes|like|wants|want|needs|need) | on anything [at all]`,
  ALL_OF_IT:
    'all [of] [the|our|its|my] (TXS|payments|purchases|vendors|merchants|suppliers|categories|spending|spend|expenses) | everything [together|combined] | (the|its) whole wallet | TXS | PURCHASES',
  TAIL: '[,] ENOUGH [ADJUNCTS {late}] | ADJUNCTS [ENOUGH [ADJUNCTS {late}]]',

  // How much.
  MOST: 'UP_TO [TOTAL_OF] MONEY | TOTAL_OF [UP_TO] MONEY | (only|just) MONEY',
  SOME: 'MOST | MONEY',
  TOTAL_OF:
    '(a|the) [combined|grand|overall|cumulative] (total|sum|maximum total) of {sum} | (a|the|an) (amount|value) of',
  MORE: 'ABOVE [TOTAL_OF] {over}',
  OR_LESS:
    'or anything (lower|less|below|under|smaller) | (or|and) (less|under|below|lower|fewer|cheaper|smaller) | at (most|maximum|the most|the maximum) | max | maximum | tops | as a maximum',
  ENOUGH:
    'in (value|price) | (has|have) been set | (has|have) to be (kept|respected|observed) | must be (kept|respected|observed) | (is|are) in (place|force) | (is|are) what (we|i) allow | [, (and|so)|,|and] which (must|may|should|shall|can) (not|never) be exceeded | [,|and] (that is|that\'s|these are|those are) (the|my|our|a|an) [LIMIT_QUALITY] (limit|limits|max|maximum|cap|most) | as (the|our|my) (limits|limit|caps) | [,] (even|not even) with APPROVAL | "(" (max|maximum|hard limit|hard cap|limit|cap|at most) ")" | (must|may|should|shall) (not|never) be exceeded | (is|are) not to be exceeded | cannot be exceeded | applies | apply | holds | is in force | but no more | but not more | and that is it | [,] (but|and) (no|not) (more|further|higher) | or lower | , hard stop | only | full stop | absolute (max|maximum) | , absolute (max|maximum) | [,] [and|so] (stop there|leave it at that|that is all|not a cent more|not a dollar more) | as (a|the|an) [hard|upper|absolute] (maximum|limit|cap|max) | as max | (max|maximum|tops) please | upper limit | , never more | never more | , tops please | max | maximum | hard limit | hard cap | , hard limit | , hard cap | tops | at most | at maximum | at the most | limit | cap | , tops | , max | , maximum | , at most | , at the most | maximum total | or less | or under | at the maximum | and no more | and not more | , no more | , not more | , and no more | the max | top | [,|and|but|, but|, and] not (a|one) [single] (cent|dollar|penny|buck) more',

  // Subjects: one payment, all of a period, and payments that are each one where no period is said.
  ONE: 'A_TX | SIZE_OF_ONE',
  SIZE_OF_ONE:
    '(the|any|each|its|our|my) [total] VALUE of (EVERY|one|the) [SINGLE] TX {tx} | (the|any|each|our) TX [VALUE] {tx} | (the|its|our) (single|individual) (TX|TXS) {tx} | per [SINGLE] TX (VALUE|price|spend|spending) {tx}',
  WHOLE: `[OF_WHOM] [TOTALS {total}] [PERIOD_ADJECTIVE] [TOTALS {total}] SPEND_NOUN
    [OF_WHOM] [TOTALS {total}] [TIME_OF] [TOTALS {total}] (aggregate|VOLUME) {total}
    [OF_WHOM] (TOTALS {total} [PERIOD_ADJECTIVE]|TIME_OF [TOTALS {total}]) TXS
    A_TOTAL | [the] (total|amount|sum|money) [amount] (spent|paid|charged|disbursed|used|billed) {total}
    [all of] (a|one|each|any|every|the) (day's {day}|month's {month}) [total] (spending|spend|expenses|payments|purchases|total|costs|charges|orders|outlay|expenditure) [together|combined|in total|altogether|added up]
    the (sum|total|aggregate|amount|value) of [all of] (a|one|each|any|every|the) (day's {day}|month's {month}) (TXS|spending|spend|expenses|costs) {total} | what AGENT (SPENDS_NOW|MAY SPEND) {total} | [the|our|my] total (for|of|in|over) (the|a|any|each|one|every) (day {day}|month {month})`,
  OF_WHOM:
    "(the|my|our|your|its|any|all|this) | (the|my|our) ([NAME] (agent's|bot's|assistant's)|[AGENT_KIND] (wallet's|card's))",
  VOLUME: '[payment|transaction|purchase|purchasing|procurement|order|spending|spend] (volume|volumes|turnover)',
  TOTALS: '(total | overall | cumulative | combined | aggregate | gross | entire | whole) {sum}',
  SPEND_NOUN:
    '[agent|card|wallet|company|team] (spending|spend|expenditure|expenditures|outlay|outlays|expenses|costs|disbursements|outgoings|purchasing|usage|use|totals|spends|expense|bill|outflow|outflows) | total [amount|spend|spending] {total} | purchase costs',
  EACH: 'each | apiece | a piece | individually | singly | each one | each time | one by one',
  SUBJECT:
    "each [one] of (its|the|our|my) TXS {tx} | ONE | WHOLE {sum} | THE_TXS {each} | (the|my|our) [NAME] (agent's|bot's|assistant's) TXS {each}",

  // What a subject may and may not do.
  WE_PAY:
    "(we|i) (pay|spend|allow|accept|want to (pay|spend)|will (pay|spend|allow|accept)|would (pay|spend)|can (pay|spend|afford)) | (we'll|i'll|we'd|i'd) (pay|spend|allow|accept)",
  HELD_TO: `(is|are|shall be|must be|should be|will be|has to be|have to be|is to be|are to be|to be|being|gets|get) [strictly|hereby|always] (capped|limited|restricted|held|kept|maxed out|topped out|fixed) (:|at|to|on|by|with|under {under}|below {under}|within|at or below|at or under) [UP_TO]
    (capped|limited|restricted|held|kept) (at|to|under {under}|below {under}|within) [UP_TO]`,
  MUST: 'must | should | has to | have to | shall | may | can | is to | are to | needs to | need to | will | may only | can only | must always | should always | is allowed to | are allowed to | is permitted to | ought to',
  GROWS:
    'cost us | cost me | run | reach | be worth | be for | get to | go [as high as] | go up to | run [up] to | total | add up to | amount to | come to | come in at | climb to | rise to | cost | be | be as (high|large|big) as | get up to',
  STAYS: 'be | stay | remain | lie | fall | keep | come in | be kept | be held | always be | always stay',
  WITHIN:
    'within | under {under} | below {under} | at or below | at or under | inside | equal to or (less than|below|under) | less than {under} | lower than {under} | no higher than',
  OVERSHOOTS: `MAY_NOT EXCEED | (can|may|must|should|shall|will) never EXCEED | (is|are) (not|never) to EXCEED | (do not|does not|don't|doesn't|never) (EXCEED|EXCEEDS) | never (exceeds|goes over|goes above)
    (not|never) (exceeding|to exceed)`,
  LIMITED: `MUST (reach|be|go up to|total) [,] but (never|not|must not|may not|may never|must never) EXCEED [,] [TOTAL_OF] MONEY | HELD_TO [TOTAL_OF] MONEY | BE subject to LIMIT_NAMED [of] MONEY | (has|have|carries|carry|gets|get) LIMIT_NAMED [of] MONEY | MAY [only] BE_MADE [only] (UP_TO|for UP_TO|if UP_TO) MONEY | MAY_NOT BE_MADE [if (it is|they are)|that (is|are)|which (is|are)] MORE MONEY
     (is|are) [only] (allowed|permitted) [for|if|only] up to MONEY
     MUST [each {tx}] STAYS (WITHIN|UP_TO) [TOTAL_OF] MONEY | MUST [only] [ever] GROWS (UP_TO [TOTAL_OF] MONEY|MONEY OR_LESS)
    MUST [only] [ever] (reach|go up to|run [up] to|add up to|amount to|come to|climb to|rise to|(go|be) as (high|large|big|much) as|get up to) MONEY
    (is|are) (UP_TO|WITHIN) [TOTAL_OF] MONEY | (stops|stop|ends|end|tops out|top out|maxes out|max out|caps out) at MONEY | OVERSHOOTS [TOTAL_OF] MONEY | (is|are) not ABOVE MONEY | (cost|costs|total|come to|amount to) UP_TO MONEY`,

  // Spending, and spending too much.
  SPENDS: `SPENDS_UP_TO | (spend|pay|use|charge|disburse|commit|expend) MONEY | MAKE_TX {each} (of|for|worth) MONEY`,
  SPENDS_UP_TO: `SPEND [anything] MOST | MAKE_TX {each} [of|for|worth|for up to|totaling|valued at] (MOST|until MONEY) [EACH] | (go|run) (up to|as high as) MONEY | (buy|order|purchase) [anything|things|goods] [for|worth|costing] MOST {each} | (settle|pay) [any] (invoices|bills) {each} [of|for] MOST`,
  MAKE_TX:
    '(make|place|process|execute|send|initiate|submit|complete|do|pay|settle|authorize|authorise|accept|enter into) [any|a|an] [SINGLE] (TX|TXS)',
  OVERSPENDS: `(fund|finance|cover|do|move|take|let go|incur [INCURRED]|make charges|pay (bills|costs|charges)|have (costs|expenses)) MORE | be (spending|paying|charging) MORE | SPEND [money|anything|funds|any amount|an amount|amounts|sums|this card|the card] MORE | EXCEED [TOTAL_OF|a spend of|a budget of|a limit of|the limit of] | MAKE_TX {each} (MORE|of MORE) | (buy|order|purchase|pay for) (anything|something|things|any item|items|products|goods|stuff|articles|services) MORE {each} | (spend|pay) MORE`,
  ON_ONE: '(for|on) (anything|something|any one thing|a single thing|one thing|any single thing) {tx}',
  ONLY_THINGS:
    '(only (buy|order|purchase|pay for)|(buy|order|purchase) only|only) (things|items|products|goods|stuff|anything) [costing|that cost|which cost|that are|for|worth|priced]',
  SPENDING_IT:
    'buying | ordering | purchasing | spending | paying | charging | using | buying anything | purchasing anything | ordering anything',

  OWNER:
    '(the|our|my) (accountant|company|business|owner|board|finance team|treasury|group|head office|organization|organisation|management|cfo|ceo|boss) | group treasury | finance | management | head office',
  // The noun of a limit with all that may stand around it.
  LIMIT_QUALITY:
    'outer | usage | inference | delegated | total | overall | cumulative | combined | aggregate | hard | strict | absolute | firm | fixed | max | maximum | upper | spending | spend | expense | expenditure | purchasing | agent | wallet | card | budget | cost | purchase | payment | outlay | VOLUME | amount | our | company | general | approved | authorized | full | allowed | agreed | procurement',
  LIMIT_NOUN:
    'CATEGORIES (budget|allowance) {scoped} | (office {unit_office} | team {unit_team} | department {unit_department} | household {unit_household} | family {unit_family}) (budget | limit | allowance) | hard stop | restriction | restrictions | caps | ceilings | spend ceiling | outlay limit | (allowed|permitted|approved|authorized|agreed) (spend|spending|amount|expenditure|outlay) | limit | limits | cap | ceiling | guardrail | upper limit | budget | allowance | spending authority | spend authority | purchasing authority | authority | upper bound | spending power | (spending|purchasing|expense) account | allocation | allotment | envelope | quota | amount allowed | amount permitted | permitted amount | allowed amount | amount payable | spend allowed | spending allowed | threshold (for|of) spending',
  WEAK_NOUN:
    '[SINGLE {tx}] (TX {tx}|(ticket|basket|cart|deal) (size|value|total|amount) {tx}|payment amount|order value {single}|transaction amount|purchase amount|order amount|transaction value) | (ticket|size|price) {single} | exposure | spend | spending | total | amount | outlay | outlays | expenditure | value | cost | charge | commitment | (total|combined) (amount|spend|spending|cost|value) | expenses',
  PERIOD_ADJECTIVE:
    "daily {day} | monthly {month} | (the|a|each|every|any) (day's {day}|month's {month}) | per day {day} | per month {month} | (per TX|TX|single TX|individual TX|per single TX|single|any single TX|each TX|a single TX) {tx} | calendar month {month} | (day|the day|a day) {day} | (month|the month|a month) {month} | one day {day} | one month {month}",
  OF_PERIOD_NOUN: '(for|in|of|on) (the|a|one|each|every|any) (day {day}|month {month})',
  LIMIT_NAMED:
    '[ADJUNCTS ,|PERIOD|(for|of) THE_AGENT|across ALL_OF_IT] [DETERMINER|one|such a] [LIMIT_QUALITY] [LIMIT_QUALITY] [PERIOD_ADJECTIVE] [LIMIT_QUALITY] [LIMIT_QUALITY] (LIMIT_NOUN {sum}|max|maximum) [ADJUNCTS|OF_PERIOD_NOUN|SCOPE OF_PERIOD_NOUN|OF_ONE]',
  OF_ONE: '(of|for|on) (EVERY|one|the|all) [SINGLE] (TX|TXS) {tx}',
  WEAK_NAMED: `[ADJUNCTS ,|PERIOD] [DETERMINER] [TOTALS|hard|strict|absolute|overall] (max|maximum|maximal|highest|largest|biggest|top|upper|most expensive) [ALLOWED] [TOTALS] [PERIOD_ADJECTIVE] [TOTALS] WEAK_NOUN [[that] (is|are) (allowed|permitted)|[that] (may|can) be (spent|paid|charged)|payable|allowed|permitted|[that|which] (AGENT|you|we|i) (may|can|should|will|want to|would|shall) [ever] (SPEND|pay|allow|accept|approve|permit|see|tolerate|make|place|do|buy)|(we|i|i'll|we'll|i'd|we'd) (allow|accept|permit|tolerate|approve|want|pay)|spent|charged|paid|[that] AGENT_MAY SPEND|payable by AGENT] [OF_ONE|ADJUNCTS|OF_PERIOD_NOUN]`,
  THE_MOST:
    '[the] (most|max|maximum|highest amount|largest amount) [that|which|what] ((AGENT|we|i) [MAY] [SPEND|allow|accept|permit]|AGENT_MAY SPEND|(may|can|is to|should) be (spent|paid|charged|used)|we will pay) [ON_ONE] ADJUNCTS',
  COPULA:
    'is | : {label} | = {label} | (ends|stops) at | of | at | to | are | equals | is equal to | [is|are|has been|is hereby|have been] set (at|to) | is fixed at | lies at | sits at | comes in at | stand at | lie at | fixed at | (stands|lies|sits|remains|stays) at | is : | will be | shall be | should be | must be | has to be | comes to | amounts to | to be | being | HELD_TO | OVERSHOOTS | (must|should|can|may|shall) (stay|remain|be kept) (within|at) | (is|should be|must be|shall be) of',
  SET_LIMIT: `[WANT_TO|please|i'd like|we'd like|i would like|we would like|let's|let us] (set|use|apply|impose|enforce|put|keep|keep to|stick to|stay within|stay under|respect|observe|assign|work with|work within|give it|give AGENT|put in place|establish|place|define|operate within|operate under|adhere to|follow|remain within|have|set up|introduce) | (i|we|we've|i've) (have|have set|set|are setting|are applying|put|apply|use|work with|agreed on|impose|want|need|gave AGENT|give AGENT|enforce|keep to|defined|have agreed on)`,
  HAS: "(we|i) (run|operate|work|live) (with|on|under) | AGENT (operates|runs|works|lives) (on|with|under) | there's | there (is|will be|should be|shall be|must be|are) | AGENT_HAS | it has | with | subject to | (i'm|i am|we're|we are) (setting|giving AGENT|allowing AGENT|granting AGENT) | (you'll|it'll|they'll|he'll|she'll) (have|get) | HAS_IT",
  AGENT_HAS: 'AGENT HAS_IT',
  HAS_IT:
    'has | have | gets | get | receives | is given | are given | is subject to | operates under | works with | should have | will have | comes with | carries | has been given | must (respect|keep to|stay within|observe)',

  LIMIT: `(set|make it) [UP_TO] MONEY TAIL | (limits|limit|caps) - ([UP_TO] AMOUNT each {tx}|SOME TAIL) | [max|maximum] amount PERIOD "(" (max|maximum|limit) ")" (:|=) {label} MONEY
    AGENT_MAY incur [INCURRED] [of] MOST (TAIL|EACH {tx}) | AGENT (may|shall|must|can|should) (in|on) no [single|calendar] (day {day}|month {month}|TX {tx}) (SPEND|pay) MORE MONEY | it (must|may|should|shall) (not|never) happen that AGENT SPENDS_NOW MORE MONEY TAIL
    (i'm|i am|we're|we are) (happy|fine|ok|okay|comfortable|good) with TXS [of] MOST (EACH [TAIL]|[,] (but|and) (no|not|nothing) (higher|more|above (that|this))) {each}
    [ADJUNCTS [,]] SUBJECT [ADJUNCTS] LIMITED [EACH {tx}] [TAIL]
    WHOLE {sum} (:|=) {label} MONEY TAIL
    [ADJUNCTS [,]] (AGENT_MAY [only] [ever] SPENDS_UP_TO|AGENT_PERMIT [only] [ever] SPENDS) [ON_ONE] [TAIL]
    SPEND MONEY [TAIL]
    NEVER_MORE OVERSPENDS MONEY [ON_ONE] [TAIL]
    AGENT (MAY_NOT|DONT) , [in|for|on] any [SINGLE] TX {tx} , OVERSPENDS MONEY
    IN_NO_CASE (may|shall|should|can|must|will|is|are) MORE MONEY [to] be SPENT TAIL
    SPENDING_IT MORE MONEY TAIL NOT_ALLOWED
    [ADJUNCTS [,]] LIMITING SUBJECT [ADJUNCTS] (TARGET|to) [TOTAL_OF] MONEY [OR_LESS] [EACH {tx}] [TAIL] [PAIRS]
    LIMITING (it|AGENT|me|us|yourself|things|everything|it all|this|that) [spending] (TARGET|to) MONEY [TAIL]
    LIMITING (them|these|those|(each|every) one [of (them|these|those)]|each of (them|these|those)) (TARGET|to) [UP_TO] MONEY [EACH|TAIL] {behind_txs} {tx}
    AGENT [DUTY] (limits|limit|caps|cap|restricts|restrict|keeps|keep|hold|holds) (itself|WHOLE|each TX {tx}|every TX {tx}|TXS {each}) (TARGET|to) MONEY [OR_LESS] [TAIL]
    AGENT [DUTY] (stays|stay|remains|remain|keeps|keep|operates|operate|works|work) [spending|itself|costs] (WITHIN|UP_TO) [a (budget|limit|cap) of] MONEY [TAIL]
    [please|always|just] (stay|remain|keep|be|stick|keep it|keep this|keep things|keep costs) (WITHIN|to) [a (budget|limit|cap) of] MONEY [TAIL]
    let (LIMIT_NAMED|WEAK_NAMED) be SOME [TAIL]
    [that] (AGENT|we {we}) [DUTY] (stay|stays|remain|remains|keep|keeps|operate|operates) (within|under|below|inside) LIMIT_NAMED of MONEY [TAIL]
    ONLY_THINGS (UP_TO MONEY|MONEY OR_LESS) [(may|can|should) be (bought|ordered|purchased|paid for)|(is|are) ALLOWED] {tx}
    nothing [that] (AGENT (buys|orders|purchases|pays for)|we buy|AGENT (may|can) buy) (MAY EXCEED|(may|can|must|should) cost ABOVE|EXCEEDS) MONEY {tx} | (whatever|anything|everything) [that] (AGENT (buys|orders|purchases)|we buy) [,] [it] (must|should|has to|may|can) (cost|be|stay) ((UP_TO|WITHIN) MONEY|MONEY OR_LESS) {tx}
    DONT_LET (OVERSPENDS MONEY [ON_ONE] [TAIL]|exceed MONEY [TAIL])
    (do not|don't|dont|never) [ever] (let|allow) SUBJECT [ADJUNCTS] [to] (EXCEED|be ABOVE|go past) MONEY [TAIL]
    (i|we) (want|need|would like) [to] [AGENT to] SPENDS_UP_TO [TAIL]
    TXS (of|in|within) (a|one|any|each) (day {day}|month {month}) (may|can|must|should) [only|not] (total|add up to|sum to) [UP_TO] MONEY
    [all] [its|the|our|my] TXS (in|of|on|within) (a|one|any|each|the) [single|calendar] (day {day}|month {month}) (together|combined|in total|taken together|added up) LIMITED {total} {sum}
    let AGENT SPENDS [TAIL]
    [we|i] (allow|permit|authorize|authorise) [spending of|spending|spend of|a spend of] SOME TAIL
    feel free to SPENDS [TAIL]
    [it is|it's] (ok|okay|fine) [for AGENT] to SPENDS [TAIL]
    (LIMIT_NAMED|(this|the|our) (policy|mandate|wallet|grant|card|authority)) (covers|allows|permits|grants|provides|allows for|provides for|gives|is good for) SOME TAIL
    GRANT SOME [for AGENT|to AGENT|TO_SPEND] [TAIL] [TO_SPEND]
    GRANT SOME (of|in|for|as) [TIME_OF] (spend|spending|expenses|purchases|costs|charges|budget|allowance) [TAIL]
    (i'm|i am|we're|we are) (capping|limiting) (AGENT|SUBJECT) (at|to) MONEY TAIL
    AGENT_MAY be (used|charged|debited|loaded) [for] MOST [TAIL]
    (AGENT_MAY|let AGENT|feel free to) (buy|pay for|purchase|order|spend) (anything|whatever|whatever AGENT (wants|needs|likes|want|need|like)|what AGENT (needs|wants|need|want)|things|as much as AGENT (needs|wants|likes)) [,] [but|(as long as|provided|so long as|if|provided that) (it's|it is|they're|they are|the price is|the cost is|it costs|it stays|each is|it remains)] (WITHIN|UP_TO) MONEY [TAIL] {each}
    [ADJUNCTS [,]] SOME [ADJUNCTS] (may|can|should|is to|shall|will|must|ought to) [ever] (be (spent|used|used up|charged|paid|paid out|disbursed|committed|drawn|expended|laid out|withdrawn)|go out|leave (the|this) (wallet|account|card)) [TAIL]
    (otherwise|for (everything|anything|all) else|for the rest|on (everything|anything) else|everything else|anything else|the rest|all else|all (the rest|others)|other than that|apart from that|besides that|elsewhere) [,|:] [may cost|can cost|is|are|is (ALLOWED|fine)|are (ALLOWED|fine)|AGENT_MAY SPEND|you can spend] MOST TAIL {behind_bans} | SOME TAIL for (everything else|the rest|all else|anything else) {behind_bans}
    NO_TX MORE MONEY (MAY BE_MADE|IS_MADE) {tx} [TAIL]
    (with (no|not any) [SINGLE] (TX|TXS)|NO_TX) ABOVE MONEY {tx}
    (no|not any) (SPEND_NOUN|SPENDING) (MORE|beyond) MONEY TAIL
    nothing (MAY EXCEED MONEY|[that (costs|is)|costing] MORE MONEY [is (allowed|permitted)|may be (bought|paid|spent)]) {each} [EACH|TAIL] [, ever|ever|at all]
    ([auto|automatically|always] (BLOCKS_OVER|skip|cancel) [[all|any|every|each|a|an] [SINGLE] (TX|TXS)|anything|everything|any amount]|NEVER_ALLOW ([any|a|an] [SINGLE] (TX|TXS)|anything|any amount)) (MORE|that EXCEEDS|that EXCEED) MONEY {each} [TAIL]
    (A_TX|THE_TXS|anything|everything|items|things|goods|products) (MORE|that EXCEEDS|that EXCEED) MONEY NOT_ALLOWED {each}
    OVER_BARE AMOUNT [,|:] nothing [(is|gets|may be|can be|will be) (ALLOWED|MADE)] {tx} | OVER_BARE AMOUNT [:|-] (decline|reject|refuse|deny) {tx}
    [for|on] (BIG|IF_WHEN IT_IS_BIG|OVER AMOUNT) [,|:|-] NOPE {each}
    [for|on] (BIG|OVER AMOUNT|(amount|amounts|price|total) (>|over|above) AMOUNT) LABEL (REFUSALS|not ALLOWED|never|no) {each}
    (REFUSED|rejected|never|not ALLOWED|[automatic] (refusal|rejection)) (above|over|beyond|>) AMOUNT {tx}
    IF_WHEN IT_IS_BIG [,|:|-] [please|just|always] (BLOCKS_OVER|skip) {each} | OVER_BARE AMOUNT PERIOD [,|:|-] NOPE | nothing (goes|gets|comes|runs) OVER_THAN MONEY {each} [TAIL]
    [and|but] (they|none|none of (them|these|those)) (MAY_NOT|can't|may|can|must|should) [ever] (EXCEED|be ABOVE) MONEY {behind_payments} {tx}
    [and] so is (spending|paying) MORE MONEY TAIL {behind_ban}
    MOST [may|can|should|shall|must|is to] (go|goes|be put|be spent) (into|to|on|towards|for) (EVERY|one|any one) [SINGLE] TX {tx}
    MORE MONEY (PERIOD [SPENT]|SPENT PERIOD) (NOT_ALLOWED|MAY_NOT be (spent|paid|charged|used|disbursed)) [TAIL]
    (there's|there is) no way to OVERSPENDS MONEY [ON_ONE] [TAIL]
    ([any|all|only] TXS|[any|all] SINGLE TXS) [of] (UP_TO MONEY|MONEY OR_LESS) ((are|is) (allowed|permitted)|(may|can) be MADE) {each} | only [allow] TXS [of] (UP_TO MONEY|MONEY OR_LESS) [are (allowed|permitted)] {each}
    LIMIT_NAMED [[,] PERIOD] [COPULA] SOME [TAIL]
    WEAK_NAMED [COPULA] SOME [TAIL]
    (SET_LIMIT|HAS) LIMIT_NAMED [COPULA] SOME [TAIL]
    THE_MOST (is|:) MONEY
    LIMIT_NAMED , which (must|may|shall|should) (not|never) be exceeded , COPULA SOME | HAS AMOUNT_LIMIT (on|for) (TXS {each}|EVERY TX {tx})
    (AGENT MAY_NOT|DONT|NEVER_MORE) (buy|order|purchase) for MORE MONEY {each} | (buy|order|purchase|book) nothing [that (costs|is)|costing] MORE MONEY {each}
    [ADJUNCTS [,]] (it|there) MAY [only] be SPENT SOME [TAIL] | [ADJUNCTS [,]] it MAY_NOT be SPENT MORE MONEY [TAIL]
    SOME [ADJUNCTS] IS_TO_BE WHAT_IS_SPENT [ADJUNCTS]
    TXS UP_TO MONEY only {each} | (settle|pay) [any] (TXS|invoices|bills) [of|for] UP_TO MONEY only {each} | BLOCKS_OVER [all|any] TXS unless (they are|they're|it is|it's) (UP_TO|WITHIN) MONEY {each}
    AMOUNT_LIMIT (applies|apply|holds) (to|for|on) (EVERY|the|all|one) ([SINGLE] (TX|TXS) {tx}|[single|calendar|whole] (day {day}|month {month}))
    (AGENT|LIMIT_HEAD) (is|are) limited (both|to both) (NPX|PERIOD) "(" AMOUNT ")" | AGENT (is|are) limited to both MONEY TAIL
    (once|when|if|after|as soon as) ((AGENT has (spent|paid|used)|[the] spending (reaches|hits)|spending|having spent) MONEY PERIOD|MONEY PERIOD|WHOLE (reaches|hits|has reached|is at) MONEY [PERIOD]|MONEY (has been|is|was) (spent|used) PERIOD) [,] NO_MORE
    (we'd|i'd) rather not OVERSPENDS MONEY [TAIL]
    [ADJUNCTS [,]] SOME [ADJUNCTS] (is|are) (allowed|permitted|fine|ok|okay|the limit|sanctioned|approved)
    (nobody|no one) (moves|spends|pays|charges) MORE MONEY [TAIL]
    (HAS|SET_LIMIT) AMOUNT_LIMIT (PERIOD|on (TIME_OF|PERIOD_ADJECTIVE) (spending|spend|purchases|expenses|payments|costs))
    HAS SOME TAIL [TO_SPEND]
    (OWNER|ORG) [has|have] (allows|permits|grants|accepts|approves|approved|allowed|granted|budgeted|allocated|assigned|set aside|authorized|authorised) [AGENT] (SOME TAIL|LIMIT_NAMED [of|:] SOME [TAIL])
    (none|not one) of (them|these|those|THE_TXS) (MAY EXCEED|EXCEEDS|MORE) MONEY {tx} | (none|not one|no single one) [of (them|these|those)] (MAY EXCEED|EXCEEDS|MORE) MONEY {behind_txs} {tx}
    (i|we) (can't|cannot|can not) afford [TO_PAY] MORE MONEY [TAIL]
    (i|we) (don't|do not|never) want [to see] [any|a] (TXS|TX|spending|charges) MORE MONEY {each} [TAIL]
    (i'd|we'd|i would|we would) (rather|prefer [it] [if|that]) AGENT (didn't|did not|not|doesn't) OVERSPENDS MONEY [ON_ONE] [TAIL]
    [a|an|the] [TIME_OF] total of MONEY [PERIOD] ((must|may|should|shall) (not|never) be exceeded|is the (limit|maximum|max))
    SOME [ADJUNCTS] [IS_TO_BE] LIMIT_NAMED
    [please] (treat|consider|regard|take|see|use) SOME [ADJUNCTS] as (LIMIT_NAMED|WEAK_NAMED|THE_MOST|the (most|limit|maximum)) [TAIL]
    (it is|it's) (not ALLOWED|REFUSED) that AGENT (SPENDS_NOW|spend) MORE MONEY [TAIL]
    SOME [ADJUNCTS] IS_TO_BE (the|my|our|your) (most|max|maximum|limit) [[that] AGENT_MAY SPEND|it may spend|[that] WE_PAY] [ADJUNCTS]
    SOME [ADJUNCTS] (is|are) (all|what|as much as) [that] (WE_PAY|AGENT_MAY SPEND) [at most|at the most|ADJUNCTS]
    SOME [ADJUNCTS] (is|are|should be) (fine|ok|okay|enough|plenty|good|the limit|the absolute max|the absolute maximum|the absolute limit|the max|the maximum|the most|the cap|allowed|my limit|my max|my maximum|acceptable|permitted|authorized|authorised|available|allotted|allocated|budgeted|approved) [TAIL]
    (i'd|we'd|i would|we would) [TOO] like LIMIT_NAMED [COPULA] SOME [TAIL] | (i|we) can afford SOME TAIL
    [ADJUNCTS] MOST [TAIL|ON_ONE]
    [the|my|our] (LIMIT_NAMED|WEAK_NAMED|limit PERIOD) "(" [in] (usd|us dollars|dollars|$) ")" (:|=|is) MONEY {usd}
    [max|maximum|limit|cap] (TX {tx}|day {day}|month {month}) (:|=) [UP_TO] AMOUNT [max|maximum]
    NPX (:|=) {label} [UP_TO] MONEY [max|maximum|at most|tops] | THE_TXS (:|=) [UP_TO] AMOUNT [max|maximum|at most|tops] EACH {each}
    [UP_TO|cap at|limit to] AMOUNT each [ENOUGH] {tx}
    PERIOD [,] [there is|it is|that is|it's|that's|make it|make that] SOME [ENOUGH]
    (HAS|SET_LIMIT) [a|an|the|its|our|my] AMOUNT_FIRST [SCOPE] | [a|an|the|our|my|its] AMOUNT_FIRST [SCOPE] [ENOUGH]
    ([the|our] (LIMIT_NOUN|max|maximum) PERIOD and [the|our] (LIMIT_NOUN|max|maximum) PERIOD|[the|our] PERIOD_ADJECTIVE (LIMIT_NOUN|max|maximum) and [the|our] PERIOD_ADJECTIVE (LIMIT_NOUN|max|maximum)|[the|our] PERIOD_ADJECTIVE and [the|our] PERIOD_ADJECTIVE (LIMIT_NOUN|max|maximum)) are (both|each) [set at|capped at|limited to] MONEY {shared}
    [then] (stop|stops) [spending] for the (day {day}|month {month}) at AMOUNT
    [all] (PURCHASES|AGENT) (stop|stops|end|ends) at AMOUNT for the (day {day}|month {month}) [[,] and [at] AMOUNT for the (day {day}|month {month})]
    (REFUSED|not ALLOWED) (:|=) (MORE MONEY TAIL|[any|all|a|every] [SINGLE] (TXS|TX) MORE MONEY {each})
    (i|we) (don't|do not|never) want MORE MONEY [PERIOD] leaving (the|this|our|my) (account|wallet|card) [PERIOD]
    (we|i) have SOME [available|left|for this|for that|set aside|budgeted] [TO_SPEND] [TAIL] | (i|we) can (manage|do|give) SOME TAIL | SPENDING [of] UP_TO MONEY ADJUNCTS (is|are) (ALLOWED|good)
    (max|maximum) (day {day}|month {month}) [:|=|is|of] [UP_TO] MONEY | (caps|limits|ceilings|maximums) (:|-) [UP_TO] (TX {tx}|day {day}|month {month}) [UP_TO] AMOUNT
    COMPOSED`,
  NO_MORE:
    '(AGENT (must|has to|should|shall) stop|stop) [paying|spending|buying|all payments] [until (tomorrow {day}|the next (day {day}|month {month}))|for (the rest of the|that|the) (day {day}|month {month})] | no more | (nothing more|no (more|further) TXS) [is|are|may be|can be] [spent|paid|made|allowed] [(that|this|the same) (day|month)]',
  // What is done with a payment over an amount that is never made.
  NOPE: `no | never | don't | do not | not at all | not ALLOWED | [it is|it's|that is|that's|they are|they're] (a no|not ALLOWED|off limits|out|REFUSED|too much|not possible) [at all]
    (it|they|that|those) NOT_ALLOWED | [please|just] (BLOCKS_OVER|cancel|skip) (it|them|that|those|the TX) | [please|just] (don't|do not|never) (make|pay|buy|do|place|allow|approve|process|order) (it|them|that|those) [at all|either]`,
  REFUSALS:
    'decline | declined | reject | rejected | refuse | refused | block | blocked | deny | denied | cancel | forbidden | prohibited | stop | not allowed',
  LABEL: ': | - > | = > | = | - | is | are',
  // "What it may spend in a day", "all that we allow": what is said of the amount itself.
  WHAT_IS_SPENT: `(what|all [that]|everything [that]|the (amount|sum|money) [that|which]) (AGENT_MAY SPEND {total}|AGENT (spends|pays|has|gets|uses|can have) {total}|(we|i) (allow|set|accept|permit|give|grant|want|have set) {total}|(may|can|is to) be (spent|paid|used) {total}|(is|are) (allowed|permitted|available|there) [to spend] {total})
    (what|the most|the highest [that]) SUBJECT (may|can|should|is allowed to) (cost|be|reach|come to) | what AGENT (pays|may pay|spends|may spend) (for|on) EVERY [SINGLE] TX {tx}`,
  LIMIT_HEAD: 'spending | payments | purchases',
  // "A $300 daily limit"
  AMOUNT_FIRST:
    'AMOUNT [LIMIT_QUALITY] [LIMIT_QUALITY] PERIOD_ADJECTIVE [LIMIT_QUALITY] [LIMIT_QUALITY] (LIMIT_NOUN|max|maximum)',
  AMOUNT_LIMIT:
    '(a|an|the|our|my) [LIMIT_QUALITY] (limit|cap|ceiling|maximum|max) of MONEY | (a|an|the|our|my) AMOUNT [LIMIT_QUALITY] (limit|cap|ceiling|maximum|max)',
  SPENT: '(spent|paid|charged|used|disbursed)',
  NO_TX:
    '(no|not one|never a|not a|not a single|no one|no single|(i|we|OWNER) (want|wants|allow|allows|accept|accepts|permit|permits|approve|approves) no) [SINGLE] [OTHER_TX] (TX|TXS) | nothing',
  OTHER_TX: 'card | single',
  PAIRS: '[,|and|, and] PAIR [[,|and|, and] PAIR]',
  PAIR: '(NPX|TXS {tx}|[the] days {day}|[the] months {month}) TARGET MONEY',
  NPX: 'A_TX | A_TOTAL',

  // "$50 per transaction", which goes on from the limit before it, and what is no sentence.
  BARE_LIMIT: `so (is|are) (PURCHASES|TXS|THE_TXS|anything|everything|any TX) ABOVE MONEY {behind_ban} {each} {tx} | to [UP_TO] MONEY (EACH {tx}|PERIOD [ENOUGH]) {behind_window}
    GAPPED {behind_limit}
    (NPX|PERIOD) "(" [UP_TO] AMOUNT ")" {behind_limit}
    which (must|may|can|should|shall) (not|never) EXCEED MONEY [EACH {tx}|TAIL] {behind_list} | (as long as|provided [that]|so long as) (NO_TX [MAY] [ever] (EXCEED|is ABOVE|is over|EXCEEDS) {tx}|SUBJECT [ADJUNCTS] (does not|do not|doesn't|don't) EXCEED|no (day {day}|month {month}) (EXCEED|EXCEEDS|is ABOVE)) MONEY [TAIL] {behind_limit}
    (a|the) [LIMIT_QUALITY] (limit|cap|ceiling|maximum) of MONEY (to|for|on) ((EVERY|the|one) [SINGLE] TX {tx}|(each|every|any|the|a) (day {day}|month {month})) {behind_limit} | for [UP_TO] MONEY PERIOD [ENOUGH] {behind_list}
    to OVERSPENDS MONEY [TAIL] {behind_over}
    [the] (days {day}|months {month}|TXS {tx}) (UP_TO|[max out|top out|cap out|stop|end] at|to|below|under) MONEY {behind_limit} | MONEY PERIOD TO_SPEND {behind_limit}
    (single|individual) {tx} [(:|=) {label}] [UP_TO] AMOUNT
    [the] (days {day}|months {month}) (:|=|-) {label} [UP_TO] AMOUNT [max|maximum|at most]
    with [SINGLE|individual] (TXS|TX) [of|at] (UP_TO MONEY|MONEY OR_LESS) {tx} | [the] (day {day}|month {month}|days {day}|months {month}|TX {tx}|TXS {tx}) HELD_TO MONEY | [SPEND|EXCEED|to exceed] MORE MONEY PERIOD {behind_over}
    the (TIME_OF|PERIOD_ADJECTIVE) one [COPULA] SOME {behind_limit}
    no (day's {day}|month's {month}) (total|spending|spend|sum|bill|costs) [MORE] MONEY {behind_limit}
    MONEY ADJUNCTS [ENOUGH [ADJUNCTS]]
    MONEY [ENOUGH] PERIOD [ENOUGH]
    (for|on|in) (one|a single) (TX {tx}|day {day}|month {month}) (is|it is|it's) [UP_TO] AMOUNT
    AMOUNT (max|maximum|tops|at most) each {tx}
    (NPX|SINGLE TX {tx}) (<=|≤) MONEY
    TIME_OF - [UP_TO] AMOUNT
    (allowed|permitted|authorized|authorised|approved|accepted) [is|are] PERIOD (:|=) {label} [UP_TO] MONEY
    SHORT_OF [max] AMOUNT [max] | AMOUNT (max|maximum) SHORT_OF
    PERIOD_NOUN [UP_TO] NUMBER {short}
    AMOUNT SHORT_OF
    AMOUNT (single|individual) {tx} {behind_limit}
    (SHORT_OF|PERIOD_NOUN) (:|=) {label} {short} [UP_TO] MONEY [max|maximum|tops|at most|ceiling|cap|limit]
    [the] TIME_OF [MAXIMUM] [:] AMOUNT
    PERIOD (:|=) {label} [UP_TO] MONEY [max|maximum|at most|tops]
    (TX {tx}|day {day}|month {month}) (<=|≤) MONEY
    nor MONEY PERIOD {behind_limit}`,
  // "Tx $5, day $25" and "$5 tx / $25 day": nouns that are nothing but the period.
  SHORT_OF: '[single] (transaction|tx|txn) {tx} | single (purchase|payment|order) {tx} | day {day} | month {month}',
  MAXIMUM: 'max | maximum | limit | cap | limits | ceiling | spend | spending | budget | allowance | total',
  NEVER_MORE:
    "(it's|it is|they're) not to | [AGENT] DONT [ever] | AGENT (does not|doesn't|never) | (it is|it's) [strictly] (forbidden|prohibited|not allowed|not permitted) [for AGENT] to | AGENT (is|are) [strictly] (forbidden|prohibited|not allowed|not permitted) to | AGENT (has|have) no (permission|authority|right) to | (i|we) (do not|don't|never) want AGENT to | AGENT MAY_NOT [ever]",
  IN_NO_CASE: 'neither | nor | never | in no event | under no circumstances | at no time | in no case | at no point',
  // Whoever gives an amount gives no more than that.
  GRANT:
    "(i|we) (don't|do not) mind (AGENT spending|it spending|if AGENT (spends|pays|uses)) | (i'm|i am|we're|we are|i'd be|we'd be|i would be|we would be|i'll be) (happy|fine|ok|okay|comfortable|good|content|cool|satisfied|at ease) (with [AGENT spending|spending|it spending|you spending]|for AGENT to (spend|pay|use)) | (i've|we've|i have|we have|finance has) (budgeted|allotted|allocated|set aside|earmarked|granted|authorized|authorised|reserved|approved|given|assigned|agreed [on|to]) [AGENT] | (i|we|i'll|we'll|i will|we will) (trust|entrust|grant|allot|allocate|budget|permit|authorize|authorise|set aside|earmark|provide|allow|give|afford|spare) [for] [AGENT|it|you] [with] | let's (do|say|go with|make it|make that|keep it at|call it|set it at|set it to|cap it at|use) | (make it|make that|call it|go with|keep it at|keep it to|hold it at|hold it to|set it at|set it to|put it at|leave it at) | (AGENT (is|are)|you're|it's|they're|he's|she's) (good for|allowed|given|allotted|granted|permitted|entitled to|authorized for|authorised for|approved for|limited to|capped at|restricted to|good to go for|cleared for|held to|budgeted) | AGENT (may|can) have | allow AGENT | (give|grant|allot|allocate|assign|budget|authorize|authorise|earmark|reserve) [AGENT] | (spend|spending) is (limited to|capped at) | the agreed (limit|amount|budget) is | (max|maximum|limit|cap) it at | no need to go (above|over|beyond) | (a|an) (limit|maximum|budget|cap) of",
  OVER_BARE:
    '> | over | above | anything over | anything above | everything over | everything above | more than | beyond',
  TO_PAY: 'to (spend|pay) | spending',
  TO_SPEND:
    'to spend | left to spend | to play with | to work with | to use | available | at its disposal | to burn | to spare | for everything',
  LETS: "let's",
  LIMITING:
    '[WANT_TO|please|always|just|we|i|let us|lets|LETS|(i|we) would like to] (limit|cap|restrict|keep|hold) | maintain | leave | (i|we) [have] (capped|limited|restricted)',
  TARGET: '[to|at] (UP_TO|WITHIN) | to | at | to or below',
  BLOCKS_OVER:
    'drop | bounce | kill | cancel | abort | veto | void | turn down | ban | bar | decline | reject | block | refuse | deny | forbid | prohibit | disallow | stop | avoid',
  NEVER_ALLOW: "(do not|don't|never) (allow|permit) | never (approve|accept)",
  KEEP_SIMPLE: 'keep it simple | simple | simply',
  NO_LIMIT: `no limits | no limit | no maximum | unlimited | unlimited spending | no spending limits | no spending limit | there are no limits | there is no limit | there are no spending limits | without limits | without any limits | no limit of any kind | no limits of any kind`,
  NO_PERIOD_LIMIT: `[the] (daily {day}|monthly {month}|per TX {tx}|OF_TX) (limit|cap|maximum|max|budget|spending limit) (:|=) (none|unlimited|no limit)
    [with] [there is|with] no (TIME_OF|per TX {tx}|TX {tx}|OF_TX) (limit|cap|maximum|budget limit|spending limit|limits)
    [with] [there is] no (limit|cap|maximum|limits) PERIOD
    unlimited PERIOD
    unlimited TIME_OF (spending|spend)`,
  CURRENCY: `[all] amounts [are] in (usd|us dollars|dollars|u s dollars) | currency [:|is] (usd|us dollars|dollars) | all (figures|numbers|limits|amounts|values) [are] [in] (usd|us dollars|dollars) | all [in] (usd|us dollars|dollars) | in (usd|us dollars|dollars)`,
}
