// Merchants that alone may be paid, categories that alone may be bought, categories that may not.
export const LISTS: Readonly<Record<string, string>> = {
  SHOPS:
    '(merchant|merchants|vendor|vendors|supplier|suppliers|shop|shops|store|stores|site|sites) at DOMAINS | (MERCHANT|domains|sites) under DOMAINS {below} | (this|these|the following) [MERCHANT] : DOMAINS | [the|these|our] (one|two|three|four|five|six) [KNOWN] MERCHANT [ONLY {only}] (,|:|, namely|namely) DOMAINS | [the|our] [KNOWN] MERCHANT (on|from|in) (this|the|my|our|the following) list [:] DOMAINS | at DOMAINS (and|or|,) at DOMAINS | DOMAINS (and|or|,|, and) (at|from|on|with|to) DOMAINS | DOMAINS (and|including|plus) [all] [of] (its {its}|their {their}) subdomains | [the] [MERCHANT] [:] DOMAINS | [the|these|those] [approved|following|allowed|listed|few|two|three] (MERCHANT|domains) [:] DOMAINS | DOMAINS [MERCHANT]',
  CATS: 'CATEGORIES (:|[,] THAT_IS [,]) CATEGORIES {detail} | CATEGORIES "(" [THAT_IS [,|:]] CATEGORIES ")" {detail} | all [of] [the|our] NAMED_CATEGORIES CATEGORY {all_of} | either CATEGORIES {either_or} | GROUP | (MERCHANT|things|items|products|goods|stuff) (in|from|within|of|under) (GROUP|the (category|categories|group|groups) NAMED_CATEGORIES) | the (category|categories|group|groups) [of] NAMED_CATEGORIES | [the] CATEGORY of NAMED_CATEGORIES | CATEGORIES | [all|any|all kinds of|any kind of|all types of|any type of|any form of|all forms of|the] CATEGORIES | [the] CATEGORY [:] NAMED_CATEGORIES | NAMED_CATEGORIES (category|categories|group|groups) | ([the] following|these|the listed) [CATEGORY] : CATEGORIES',
  THAT_IS: 'namely | i e | ie | that is | that is to say | meaning | which means | specifically | to wit',
  GROUP:
    'the [entire|whole|full] NAMED_CATEGORIES (group|category|categories|groups) | the [entire|whole] (category|group) NAMED_CATEGORIES',
  // A ban takes no "the": "not the gambling" points at something.
  BANNED_CATS:
    'all [of] [the|our] NAMED_CATEGORIES (categories|items|things|goods|products|stuff) (: NAMED_CATEGORIES|"(" NAMED_CATEGORIES ")") {detail} {whole} | [the|our] NAMED_CATEGORIES categories (: NAMED_CATEGORIES|"(" NAMED_CATEGORIES ")") {detail} {whole} | CATEGORIES "(" NAMED_CATEGORIES ")" {detail} | GROUP [(and|or|,) GROUP] | (anything|everything|any TX|any TXS|any purchase|any purchases|any payment|any payments|any spending|any merchant|all TXS|all merchants|any MERCHANT|MERCHANT|stuff|things|items|goods|products|merchandise|a payment|a purchase|payments|purchases) (in|from|at|for|related to|relating to|to do with|that has to do with|that have to do with|having to do with|concerning|connected with|associated with|involving|that is|on|to|with|under|of|connected to) [the|a|an|any] (CATEGORIES [TXS|MERCHANT]|NAMED_CATEGORIES (category|categories|group|groups)|CATEGORY NAMED_CATEGORIES) | MERCHANT (in|of|under) [the] following CATEGORY : NAMED_CATEGORIES | (anything|everything|any|all) CATEGORIES (related|adjacent|themed|based) [TXS|PURCHASES|stuff|things|items|spending] | CATEGORIES related (TXS|PURCHASES|stuff|things|items|spending|merchants) | (the|our) (category|categories) NAMED_CATEGORIES | CATEGORIES | (all|any|all kinds of|any kind of|all types of|any type of|any form of|all forms of|any and all) CATEGORIES | [the] CATEGORY [:] NAMED_CATEGORIES | [all|any] NAMED_CATEGORIES (category|categories) | [the] following [CATEGORY] : CATEGORIES',
  // "Vendors (no others): a.com", "categories: software (exclusive list)".
  LIST_CLOSER: `[an|a|the] (exclusive|closed|complete|exhaustive|final|full) list | exclusive | exclusively | [only] these only | only these | only | no exceptions | (nothing|no one|nobody|nowhere) else [is ALLOWED|please] | no (others|other OTHER_ITEM|further OTHER_ITEM) [is ALLOWED|are ALLOWED] | OTHERS (NOT_ALLOWED|REFUSED) | (nothing|no OTHER_ITEM) (outside|beyond|not on|off|outside of) (this|the|that) list [is ALLOWED]`,
  // Shared by merchants and categories.
  PAYMENTS:
    "[all] purchasing | [all] (PURCHASES|TXS) (by|through|via|of|from|with) THE_AGENT | [all] (PURCHASES|TXS) | THE_TXS | (any|every|each) [SINGLE] TX | (the|my|our) [NAME] (agent's|bot's|assistant's) (TXS|PURCHASES) | any money",
  KNOWN:
    'ALLOWED | contracted | designated | registered | vetted | whitelisted | allowlisted | (trusted|official|usual|known|preferred) {habit}',
  OTHER_THAN:
    'else than | but | except | except for | other than | apart from | besides | outside | outside of | aside from',
  SHALL_BE: '(must|should|shall|have to|has to|are to|is to|need to|needs to) [all] be',
  MAKE: 'settled | carried out | conducted | initiated | made | placed | sent | paid | processed | executed | spent | directed | done | carried out',
  LIMITED_TO: '(limited|restricted|confined|locked) [down] [ONLY|strictly|exclusively] to',
  WHO_MAY: 'AGENT_MAY | MAY | AGENT DUTY | AGENT | let AGENT | we | i | (we|i) (may|can|should|must|will)',
  WANT: '(i|we) [ONLY] want (it|AGENT) to | (let|allow) AGENT [to]',
  AT: 'at | from | with | to | on',
  IS_ONLY_ALLOWED:
    "AGENT (is|are) (allowed|permitted|authorized) ONLY to | AGENT (is|are) ONLY [allowed|permitted|authorized|supposed] to | it's ONLY (allowed|permitted|authorized|authorised|approved|accepted) to | (i|we) ONLY want AGENT to | you're ONLY (allowed|permitted|authorized|authorised|approved|accepted) to",
  // What is not on a list: everything else, all others, any other shop.
  OTHER_ITEM:
    'MERCHANT | CATEGORY | PURCHASES | TX | purchase | payment | type of purchase | kind of purchase | types of purchases | kinds of purchases | place | places | site | domain | purpose | purposes | use | uses | things | items',
  OTHERS: `all the (others|other OTHER_ITEM) | (everything|anything|all|everywhere|anywhere|everyone|anyone|everybody|anybody) else | [all|any|every|the] (other|others|remaining) [OTHER_ITEM] | (all|any|every|each) other OTHER_ITEM | (all|the) others | [the] rest [of (them|the categories|the merchants)]
    [all] the (other|remaining) OTHER_ITEM | all else | PURCHASES (elsewhere|anywhere else)
    (everything|anything|all) (other than|outside of|outside|beyond|except|besides) (that|those|these|this) | (everything|anything|PURCHASES|[any|all] (MERCHANT|CATEGORY)) (not on|not in|outside|outside of|off|that (is|are) not on) (the|this|that) list | (everything|anything|all|[any|all] (MERCHANT|CATEGORY)) [that (is|are)] not (listed|mentioned|named|included|listed here|on the list) | (unlisted|unnamed|all unlisted) (MERCHANT|CATEGORY|PURCHASES)`,
  // What is not named, where nothing of it may be done: "anything else", "anywhere else", "from others".
  ELSE: '(anything|anywhere|anyone|anybody|something|any place|everything|any) else | elsewhere | [any|the] (other|others) [OTHER_ITEM] | any others | any further OTHER_ITEM',
  REFUSE_TO:
    "DONT [ever] | [AGENT] MAY_NOT [ever] | DONT_LET | NEVER_MORE | (we|i) (don't|do not|never|won't|will not) | (it's|it is|they're|they are|you're|you are) not (allowed|permitted|authorized|authorised|supposed|meant) to",
  THOSE:
    '(those|these|the) COUNT [MERCHANT|CATEGORY|ones|names] | (those|these) [MERCHANT|CATEGORY|ones|names|things] | them | that | this | it',
  NOTHING_ELSE: `[and|so|, so] (that|these|those|this|it) (is|are) [literally|really] (all|everything|the only [COUNT] (thing|things|CATEGORY|MERCHANT)) [that] (AGENT (MAY|should|is here to|is for|needs to|has to|will) [ever] [buy|pay for|order|purchase|spend [money] on|get|use|book|shop (at|from)|buy from|pay]|(we|i) (want|need|allow|permit|accept|authorize|authorise) [it to (buy|pay for)]|is (allowed|permitted|ok|okay|approved|in scope)|(may|can|should) be (bought|paid|paid for|purchased|used))
    [and] (those|these|the) COUNT [MERCHANT|CATEGORY|ones|names] (and|, and|-|,) (no others|no other (MERCHANT|CATEGORY|ones)|nothing else|nobody else|no one else|nothing more|nowhere else|that is (it|all)) | [and] (those|these|the) COUNT [MERCHANT|CATEGORY|ones|names] (only|alone)
    [and] (nothing|no (MERCHANT|CATEGORY)|no one|nobody|nowhere) [is (ALLOWED|bought|paid)|may be (bought|paid)] (outside [of]|beyond|besides|except [for]|but|other than|apart from) THOSE [is ALLOWED|(may|can) be (bought|paid)] {otherwise}
    AGENT (may|can|should|must|is to) be (used|spent) (for|on|at) nothing else | [and] for nothing else | [and] (for|on|at|from|to|with) (no other (CATEGORY|MERCHANT)|no one else|nothing more) | (allow|permit|accept) only (that|this|these|those) (CATEGORY|MERCHANT)
    otherwise (no|nothing|not|no PURCHASES) {otherwise} | AGENT (buys|pays for|needs|uses|pays|gets|MAY (buy|pay for|use|pay)) nothing (else|more) | nothing (from|at|on|to) (ELSE|OTHERS) | no (PURCHASES|TXS|TX) (to|from|at|with|on|in|for) (ELSE|OTHERS) [OF_ANY_AMOUNT|[,] OF_ANY_AMOUNT] | outside [of] (that|these|those|them|it) [,] (nothing|no PURCHASES|no one|nobody) [else] [may be (bought|paid)|(is|are) ALLOWED|is bought|is paid] {otherwise} | (rest|the rest|others|all others|OTHERS|ELSE) (:|-|=|,) (BLOCKS_OVER [it]|REFUSED|not ALLOWED|no|never|off|closed) | what is not [:] (everything|anything|all) else | - no others
    REFUSE_TO [TOO] (BUY_IT|DO_AT|SHOP AT|use|pay|pay for|spend|shop|order|buy|be used|do|go|happen|take place|be MADE) [anything|money|PAYMENTS] [AT|for|on] ELSE [either] {over}
    [AGENT|PAYMENTS|it|spending|that] NOT_ALLOWED [AT|for|on] ELSE | [PURCHASES (to|from|at|with|on|in|for)] (ELSE|OTHERS) (isn't|aren't|is not|are not)
    [and] (only|solely|just) (there|these|those|them|[AT|on] (these|those|them)|[AT|on] (these|those) COUNT [MERCHANT|CATEGORY]) | [and] ONLY AT there | [and] (to|from|at|for|on) (none|no one|nothing|nobody) else
    [and] (nothing|none|no one|nobody) [else] (apart from|besides|but) (these|those|that|them) | [and] not (one|a single) (other|more)
    (i|we) (don't|do not) (trust|use|want|pay|accept|need|allow|buy from) (anybody|anyone|anything) else | (i|we) (authorise|authorize|allow|permit|accept|want|need|approve) nothing else
    no exceptions beyond (that|those|these)
    (nothing|nowhere|no one|nobody) else [whatsoever|at all|please|(is|are|gets|get) [ALLOWED|bought|paid|to be (bought|paid|purchased)]|(may|can|should|must|shall|will) be (bought|purchased|paid|paid for|used|ordered|charged|ALLOWED)|gets money|gets paid]
    [there (is|are)] no (other|further|additional) OTHER_ITEM [is|are] [ALLOWED|may be (used|paid|bought|made)|can be (used|paid|bought|made)|please] | no others [(may|can|shall|should|are to) be (used|paid|bought)|are ALLOWED] | nothing more | nothing beyond`,
  EVERYTHING_ELSE: `OTHERS (is|are|stay|stays|remain|remains) (closed|locked|shut) | [and] [AGENT] (declines|rejects|refuses|blocks|denies) OTHERS | (no|never|not) to OTHERS | (REFUSED|not ALLOWED|no|out of scope) : OTHERS
    otherwise (REFUSED|(block|decline|reject|refuse|deny) [it]|closed|off|(is|are) REFUSED) {otherwise} | [PURCHASES (to|from|at|with|on|in|for)|TXS (to|from|at|with|on|in|for)] OTHERS (NOT_ALLOWED|(is|are) a no|[is|are] not {behind_fine}|[:|-|,|=] no|gets (blocked|declined|rejected|refused))
    (BLOCK|BLOCKS_OVER|NEVER_ALLOW) [PURCHASES (to|from|at|with|on|in|for)] OTHERS
    (not allowed|blocked|forbidden|prohibited) : (everything|anything|all) else`,
  OPEN_REST: `(leave|keep) (the rest|everything else|all else|all the rest|the other (settings|limits|fields|rules)|the others) (open|as is|unset|free|unlimited|blank|empty|unrestricted|as it is|as they are|alone) {settings} | (no|without) (limits|limit|restrictions|rules) (otherwise|besides (that|this|these)|apart from (that|this|these)|other than (that|this|these)) {settings} | (OTHERS|ELSE) (is|are) [ALLOWED|fine|ok|okay|open|good|free|no problem] | (OTHERS|ELSE) (may|can) be (bought|purchased|paid|paid for|ordered) | (let|allow|permit|accept) ((everything|anything|all) else|the rest) [pass|through|go through] | (OTHERS|ELSE) : (ALLOWED|yes) | otherwise [AGENT] (go ahead|proceed|buy freely|MAY (go ahead|proceed|buy|pay|spend) [freely]) | otherwise (anything|everything) (goes|is (fine|ok|okay|allowed)) | the rest (is|are) (fine|ok|okay|allowed|open|free) | otherwise (it's|it is|that's) (fine|ok|okay)`,
  // "Only pay via a.com" could be the means of payment.
  ORDER_IT: 'buy | order | purchase | procure | source | shop',
  ORDERS: 'purchases | orders | purchasing | procurement | buying',
  COUNT:
    'one {count_one} | two {count_two} | three {count_three} | four {count_four} | five {count_five} | six {count_six} | seven {count_seven} | eight {count_eight} | nine {count_nine} | ten {count_ten}',
  ONLY: 'only | solely | exclusively | just',
  SHOP: 'BUY | make (purchases|payments|orders) | be used | place orders | source | get things | buy everything | order everything | spend [money|funds]',
  DO_AT:
    'SHOP AT | book (with|at|on|through) | (send|transfer) (money|payments|funds) to | make payments to | hit | call | access | reach | visit | connect to | spend (with|at) | transact at | pay | use | deal with | do business with | transact with | work with | trust | have (accounts|an account) with | source from | be used AT',
  DOES_AT: '(buys|shops|orders|purchases|spends|sources) AT | pays | uses | deals with | works with',
  DO: 'use | access | call | buy from | pay | shop at | order from | purchase from | buy at | shop on',
  GO: '(go|come|flow|be directed|be sent|be limited) (to|from|through) | originate from | (happen|take place|be bought) (at|on|from)',
  ANY_SHOP:
    '[from|at|to|with|on] (anywhere|anyone|anybody|nowhere|everyone) [else] | [from|at|to|with|on] [any|a|all|every] [other] MERCHANT',
  O: 'ONLY {only}',
  TO_SHOPS: '[O] AT [O] SHOPS [O] | LIMITED_TO {only} [the|these] [following] [MERCHANT :] SHOPS [O]',
  SHOPS_ONLY: 'ONLY SHOPS (may|can|shall|should|must|will|are to|is to|gets|get)',
  ONLY_MERCHANTS: `(scope|purpose|use) (:|=) PAYMENTS (AT DOMAINS ONLY|ONLY AT DOMAINS|AT ONLY DOMAINS) | PAYMENTS AT DOMAINS SOLE_IS SOLE_SHOPS | use (this|the following) (whitelist|list|allowlist) [of MERCHANT] (only|and BLOCKS_OVER everything else) : DOMAINS | [the|our|my] [KNOWN|ALLOWED] MERCHANT [list] "(" LIST_CLOSER ")" (:|=) DOMAINS | [[the|our|my] [KNOWN|ALLOWED] MERCHANT [list] (:|=)] DOMAINS "(" LIST_CLOSER ")" | (nothing|no MERCHANT|no one) (that|which|who) (isn't|is not|aren't|are not) [at|from|to] DOMAINS (may|can|should|shall|must) be (paid|used|bought)
    no (PURCHASES|TXS) at all [,] OTHER_THAN [AT] DOMAINS | (who|whom|where|merchants|vendors|shops|stores|suppliers|merchant|vendor) (:|=) (DOMAINS ONLY|ONLY DOMAINS)
    (everything|anything|all PURCHASES) (from|at) SHOPS [is (ALLOWED|good)] [,|and|but|, and|, but] nothing (from|at|to) (ELSE|OTHERS|(anywhere|anyone|any MERCHANT) else) | [please] stay (on|with) SHOPS
    SHOPS [,|:|-] (these|those) [COUNT] [MERCHANT] (only|alone|and (no others|no other MERCHANT|nobody else|no one else|nothing else|nowhere else)) | ONLY (these|those|the following) [COUNT] [MERCHANT] [:|,] DOMAINS | [these|the following|exactly|our|the] [COUNT] [KNOWN] MERCHANT ONLY [:|,|-] DOMAINS
    use SHOPS for (everything|all [of] [our|your|its|my|the] PURCHASES|every (TX|purchase|order)) | (one|single|a single|only one) MERCHANT [only] : DOMAINS | permitted (:|=) DOMAINS only | no MERCHANT (may|can) be (paid|used) (except|but|other than) DOMAINS | MERCHANT [allowed|permitted|approved] : ONLY DOMAINS | (everything|all PURCHASES) (must|has to|have to|should|shall|needs to|is to|are to) (come from|be [MADE] AT) DOMAINS | [the|our|my] (MERCHANT|only MERCHANT) (is|are) DOMAINS [,|and|, and] (only DOMAINS|no others|nobody else|no one else|nothing else) | there (is|are) [only] (one|two|three|four) [KNOWN] MERCHANT : DOMAINS
    SHOP AT SHOPS [,] and ONLY AT DOMAINS | IT (works|is) [good|valid|usable] [only] (at|for|with) SHOPS ONLY | IT (works ONLY|ONLY works|is ONLY [good|valid|usable|accepted]) (at|for|with|from) SHOPS | IT (may|can) ONLY be used to pay DOMAINS | PURCHASES to be (done|made) (from|at) SHOPS only
    REFUSE_TO (pay|use|buy from) (a|any) MERCHANT UNLESS_IT_IS SHOPS | REFUSE_TO (buy|purchase|order|pay [for]|spend [money]) [anything|something|things|it|money] UNLESS_IT_IS (from|at|to|with|on) SHOPS | UNLESS_IT_IS [from|at|to|with|on|[sold|offered] by|bought (from|at)] SHOPS [,] (REFUSE_TO (buy|purchase|order|pay for|pay|approve|allow) [it|them|anything]|BLOCKS_OVER [it|the TX])
    (buy|pay|order|purchase) ONLY if (the MERCHANT|it|that) (is|is from|is at) DOMAINS | ONLY (buy|pay|order|purchase) if (the MERCHANT|it|that) (is|is from|is at) DOMAINS | [the] MERCHANT (must|has to|have to|should|needs to) be [one of] [:] DOMAINS
    (except for|other than|apart from|besides|except|aside from) DOMAINS [,] (all|every|each|any) [other] MERCHANT NOT_ALLOWED | (except for|other than|apart from|besides|aside from) [AT] DOMAINS [,] ((no [other] MERCHANT|no one|nobody|nothing) [(is|are|gets) (ALLOWED|paid|bought)|(may|can|should|shall|must|is to|are to) be (MADE|paid|used)]) | (all|every|each|any) [other] MERCHANT NOT_ALLOWED OTHER_THAN DOMAINS | either DOMAINS [,|and|, and] (no other MERCHANT|nowhere else|no one else)
    PURCHASES (may not|can't|cannot|must not|mustn't|shall not|should not) be MADE (AT|from|at) (anywhere|anyone|any MERCHANT) OTHER_THAN [AT] SHOPS | (payments|PURCHASES) (to|from|at|with) MERCHANT OTHER_THAN the following NOT_ALLOWED : DOMAINS
    PURCHASES (have to|has to|must|should|shall|are to|need to) be MADE (through|via) SHOPS | PAYMENTS (are|is) MADE [only] (to|at|with) [ALLOWED] MERCHANT ONLY [,] [namely|:] DOMAINS
    SOLE_SHOPS [SOLE_IS [ONLY]] DOMAINS | DOMAINS SOLE_IS SOLE_SHOPS | nothing (may|can) be (bought|paid|spent|ordered) (AT|from) any MERCHANT OTHER_THAN DOMAINS
    ONLY_SHOPS_COMPOSED | [exactly|only|just|these] (one|two|three|four|five) MERCHANT (is|are) ALLOWED [:|,] DOMAINS
    DOMAINS THATS_ALL IT_DEALS_WITH | DOMAINS THATS_ALL | ALLOWED (are|is) ONLY [AT] SHOPS
    [WHO_MAY] (SHOP AT|pay|use) DOMAINS or (not at all|nowhere|nothing)
    [WHO_MAY] (work|deal|do business|trade|transact) ONLY with SHOPS | [WHO_MAY] ONLY ever (DO_AT|DOES_AT) SHOPS | (we|i|one|AGENT) (ONLY (buys|buy|takes|take|orders|order|shops|shop)|(buys|buy|takes|take|orders|order|shops|shop) ONLY) (at|from) SHOPS
    ONLY AT SHOPS (can|may|should|must|is|will) AGENT [ALLOWED to] (SHOP|buy|pay|spend|order)
    ONLY SHOPS (is|are) ALLOWED as (MERCHANT) | [the|our|my] MERCHANT is (one|only one) [,|:] DOMAINS
    if (it's not|its not|it is not|it isn't|it ain't) [from|at|on] DOMAINS [,] (don't|do not|never) (buy|pay|order|purchase) [it|anything]
    (DONT|DONT_LET|NEVER_MORE|don't you dare) (buy|order|purchase|shop) (from|at|with) (anyone|anybody|anywhere|any MERCHANT) [else] (but|except|other than) SHOPS
    PAYMENTS [O] (BE [O] [to be] [MAKE|placed|settled|ALLOWED]|(must|should|shall|may|can|will|are to|is to|have to|has to) [O] (GO|go|happen|take place|come)|happen|take place|go|goes) TO_SHOPS {needs_only}
    (WHO_MAY|KINDLY) [O] (DO_AT|DOES_AT) [O] SHOPS [O] {needs_only} | SHOPS_ONLY (receive|get) (PAYMENTS|money|our money)
    [the|our|my] MERCHANT (restriction|restrictions|list|whitelist|allowlist|policy|limit) [:|is|=|are] (ONLY SHOPS|SHOPS ONLY)
    SHOPS_ONLY [be] (paid|used|charged|chosen|contacted|receive PAYMENTS|receive money|get paid|get money|charge us|bill us|charge the (card|wallet))
    ONLY MERCHANT on (the|our) [ALLOWED] (list|register|roster) "(" DOMAINS ")" (may|can|shall|should|are to|must) (receive PAYMENTS|be (paid|used|charged)) | no MERCHANT OTHER_THAN DOMAINS (are|is) to be (paid|used|charged)
    [WHO_MAY] [ever] ONLY (DO_AT|DOES_AT|allow|permit|approve|accept|(allow|accept|approve|pay|permit|process|make) PAYMENTS AT|pay (invoices|bills|charges) (from|of|by|to)) SHOPS [as MERCHANT]
    [WHO_MAY] (SHOP|buys|shops|orders|purchases) [from|at] (one|two|three) (place|shop|store|site|vendor|supplier|merchant|places|shops|stores|sites|vendors|suppliers|merchants) only : DOMAINS
    [WHO_MAY] (SHOP|do business|buys|shops|orders|purchases|spends) (ONLY AT|AT ONLY) SHOPS | [WHO_MAY] (DO_AT|DOES_AT) (ONLY SHOPS|SHOPS ONLY) | [WHO_MAY] (pay|use|allow|permit) ONLY SHOPS
    [WHO_MAY] ONLY (pay|accept|settle|process|allow|approve|permit|make) (invoices|bills|PAYMENTS) (from|at|to|by|of|with) SHOPS | (pay|accept|settle|process|allow|approve|permit) (invoices|bills|PAYMENTS) (ONLY (from|at|to)|(from|at|to) ONLY) SHOPS
    ([WHO_MAY] (DO_AT|DOES_AT)|PAYMENTS MAY GO|PAYMENTS (may|can|must|should) be MAKE AT) SHOPS (and|but|,|, and) [from|at|on|to|with] (nowhere|nothing|no one|nobody|no MERCHANT) else
    (i|we) ONLY want (it|AGENT) (to DO_AT|using|buying from|shopping at|ordering from|paying) SHOPS | ONLY (let|allow) AGENT [to] DO_AT SHOPS | IS_ONLY_ALLOWED DO_AT SHOPS
    AGENT (must|should|has to|have to|shall) (buy|order|purchase|get) (everything|all things|all goods) AT SHOPS | (source|get) (everything|all PURCHASES) AT SHOPS only
    (AGENT_MAY|AGENT|[KINDLY]) (stick|keep|be limited|be restricted|be confined|(limit|restrict|confine|limits|restricts|keep) (itself|yourself|[its|your|our|all] (PURCHASES|spending|buying))|sticks|keeps) (to|with) [buying from|purchases from] SHOPS [ONLY]
    PAYMENTS SHALL_BE [ONLY] MAKE [ONLY] AT [ONLY] SHOPS [ONLY] | PAYMENTS SHALL_BE [ONLY] [AT|from] SHOPS [ONLY] | PAYMENTS (must|should|shall|will|have to|has to|are to|is to) [ONLY|all] GO [ONLY] SHOPS [ONLY]
    [WHO_MAY] (ONLY ORDER_IT|ORDER_IT ONLY) (via|through) SHOPS | [all] ORDERS [GO|go|goes] [O] (through|via) [O] SHOPS [O] {needs_only}
    PAYMENTS (GO|goes to|come from|comes from) SHOPS ONLY | PAYMENTS (ONLY (GO|goes to|comes from)|go ONLY to|come ONLY from) SHOPS
    (it's|they're|this is) LIMITED_TO [(PAYMENTS|buying|spending|shopping) AT] SHOPS [ONLY]
    (PAYMENTS|AGENT|[the|our|my] [KNOWN] MERCHANT) [BE] LIMITED_TO [(PAYMENTS|buying|spending|shopping) AT] SHOPS [ONLY]
    [KINDLY|we|i] (restrict|limit|confine|lock|keep) [it|AGENT|PAYMENTS|spending|things|[the|my|our|all] MERCHANT] [down] [ONLY] to [ONLY] [:] [PAYMENTS AT|the|these] [MERCHANT] [:] SHOPS [ONLY]
    ONLY SHOPS (gets|get|receives|receive) (paid|money|PAYMENTS) | ONLY SHOPS [(are|is|may be|can be|should be|shall be|must be) (ALLOWED|used|paid|accessed|bought from|ordered from|charged|called|purchased from) [MERCHANT]]
    ONLY DOMAINS [are|is] [an|a] ALLOWED [MERCHANT]
    ONLY (the following|these|this) MERCHANT [are ALLOWED|may be used|can be used|may be paid] : DOMAINS | ONLY MERCHANT (on|in) (this|the) list [(may|can) be (paid|used)] : DOMAINS
    (the following|these) (MERCHANT) (are|is) [ONLY] ALLOWED [for (PAYMENTS|use|buying)] : DOMAINS
    (from|at|with|to) (one|two|three) MERCHANT only : DOMAINS | [the|our|my] one [KNOWN] MERCHANT [SOLE_RELATIVE] [SOLE_IS [ONLY]] DOMAINS
    [the|all|every|each|any] MERCHANT must be [one of|either] DOMAINS | [MERCHANT] DOMAINS [,|and|, and|;] (no others|none other|no other MERCHANT|no one else|nobody else|nowhere else|nothing else)
    (nowhere|nothing|no one|nobody) OTHER_THAN [AT] SHOPS [(gets|get|is|may be|can be|must be|should be) (paid|used|charged)|(gets|get|receives|receive) [our|any|the] money] | nothing from (anywhere|anyone|any MERCHANT|any other MERCHANT) (OTHER_THAN|than) SHOPS | nothing (outside [of]|not from) SHOPS
    nothing (may|can|should|shall|must|is to) be (bought|purchased|paid|ordered|spent) OTHER_THAN [AT] SHOPS
    no (PAYMENTS|MERCHANT) [AT] [ANY_SHOP] OTHER_THAN [AT] [those AT] SHOPS [(may|can|should|must|shall) be (charged|paid|used|made|MAKE)|(is|are) ALLOWED] | no other MERCHANT (than|but|except) DOMAINS [(may be|can be|is to be|are to be|should be) (paid|used)]
    (DONT|DONT_LET|NEVER_MORE|MAY_NOT|we do not|we don't) (SHOP [AT]|pay|use|do business with|DO_AT) ([ANY_SHOP] OTHER_THAN [AT] SHOPS|[AT] any other MERCHANT than [AT] SHOPS)
    (buy|order|purchase) nothing AT ANY_SHOP OTHER_THAN [AT] SHOPS
    ((BLOCKS|BLOCKS_OVER) (everything|anything|all|PAYMENTS|ANY_SHOP|PAYMENTS [AT] ANY_SHOP)|ALLOWS_NO (anything|[any] MERCHANT|(any TX|[any] (TXS|spending)) [AT [any] MERCHANT])) (OTHER_THAN|that (isn't|is not|aren't|are not)|which (is|are) not|not (at|on|from|to|with)|not) [AT] SHOPS
    (PAYMENTS|anything|everything|ANY_SHOP|(PAYMENTS|anything|everything) [AT] ANY_SHOP) [made] (OTHER_THAN|not (on|from|at|to|with)|(that|which) (isn't|is not|aren't|are not|doesn't come|does not come|don't come)) [AT|from] SHOPS NOT_ALLOWED | PAYMENTS AT [any] other MERCHANT than SHOPS NOT_ALLOWED
    ([all] (PURCHASES|payments)|anything|everything) (AT|made AT) anywhere OTHER_THAN [AT] SHOPS NOT_ALLOWED | [any|every|all|each] MERCHANT (not on|not in|outside of|outside) (this|the) list NOT_ALLOWED : DOMAINS
    [AGENT_MAY|KINDLY] use ONLY (SHOPS|these MERCHANT : DOMAINS) [for PAYMENTS]
    only subdomains of DOMAINS {subdomains} | [any|all|the] (subdomain|subdomains) of DOMAINS (only|[,|and] (nothing else|no others|nowhere else)) {subdomains}`,
  ALLOW_MERCHANTS: `(at|on|from|with) DOMAINS {scoped}
    (ok|okay|fine|free|allowed) to (use|buy from|shop at|order from|pay) SHOPS {fine} | (where|shop|shops|stores|at|vendor|sites) (:|=) {closes} DOMAINS | [[the|our|my] MERCHANT] DOMAINS {habit} {bare_list} | the list of [KNOWN] MERCHANT (is|:) {closes} DOMAINS | where AGENT_MAY (buy|shop|pay|order|spend|purchase) (:|=|is) DOMAINS
    DOMAINS (is|are) (the|our|my|its) KNOWN MERCHANT {closes}
    also {also} (allowed|permitted|ok|okay|fine) : SHOPS | (ok|okay|in scope) : SHOPS
    [the|our|my] [KNOWN] MERCHANT (list|register|roster|directory) [:|is|=] {closes} DOMAINS
    [here are|these are] [the|our|my] [KNOWN] MERCHANT ([that] (we|i) (accept|allow|approve|permit|use|trust|buy from|work with|order from|pay)|[that] AGENT_MAY DO|to use) [:|are|is] {closes} DOMAINS
    PAYMENTS MAY GO SHOPS
    [the|our|my] MERCHANT (is|are) [these|the following] [:] DOMAINS {habit} | (we|i) have [only] (one|two|three|four) [KNOWN] MERCHANT [,|:] DOMAINS {habit} | DOMAINS is where AGENT (BUY|buys|shops|orders|pays) {habit} | DOMAINS (is|are) the [one|two|three|four] MERCHANT [that] (we|i) (trust|use|work with|buy from) {habit} | there (is|are) [one|two|three|four] MERCHANT [that] AGENT_MAY (use|pay|buy from|shop at) [,|:] DOMAINS {closes} | ALLOWED are DOMAINS | (buy|order|get) everything (AT) SHOPS | all [our|the] money (goes to|is spent at) DOMAINS {habit}
    [KINDLY] ((buy|order|shop|purchase) [things|everything] (from|at)|pay) SHOPS {imperative}
    PAYMENTS (go|goes|are made|are placed|happen|run|take place|come) (AT|through|via) SHOPS {habit} | (AGENT|we|i) (orders|order|buys|buy|purchases|purchase|shops|shop|pays|pay|uses|use|works|work|deals|deal|sources|source) [AT|for things at] SHOPS {habit}
    PURCHASES MAY_BE [MADE|used|spent] (AT|through|via) SHOPS | (AGENT_MAY|MAY) BUY (things|anything) (AT|on) SHOPS | (AGENT_MAY|MAY) (BUY|pay|use) [one|two|three|these] [MERCHANT] [, namely|namely] SHOPS | SPENDING (is|are) (allowed|permitted) (AT|on) SHOPS
    [please] (stick|stay) (with|to) [our|the|these] [MERCHANT] "(" DOMAINS ")" | [the|our|my] [KNOWN] MERCHANT "(" (only these|these only|only) ")" : {closes} DOMAINS
    [the|my|our] [KNOWN] MERCHANT (:|=) {closes} DOMAINS
    [the|my|our] (accepted|allowed|approved|permitted|authorized) MERCHANT [:|is|are|=] DOMAINS (and|including|plus) [all] [of] (its {its}|their {their}) subdomains
    MERCHANT (ALLOWED) (for|on|with) (this|the|our) (card|wallet|account|agent) [:|is|are|=] DOMAINS | [the|my|our] (allowed|approved|permitted|accepted|authorized|authorised) MERCHANT list [is|:|is :] DOMAINS
    [please] (allow|permit|whitelist|allowlist|approve|authorize|authorise) [PURCHASES AT|payments to|spending at|purchases from|TXS at|TXS with|spending on|the use of|buying from] SHOPS
    [the|our|my] [MERCHANT|domain] (allow list|allowlist|whitelist|white list|approved list|safe list|allowed list) [of [KNOWN] MERCHANT] [:|is|is :|=] SHOPS
    [the|my|our] KNOWN (MERCHANT|list) [:|is|are|=|are :] DOMAINS [only]
    [the|my|our] (MERCHANT) (allowed|approved|permitted) [for (this|the|our|my) (card|wallet|account|agent)] [:|is|are|=|are :] DOMAINS [only]
    (ALLOWED|whitelisted|allowlisted) (:|=) SHOPS
    (allow|permit) [:|=] SHOPS
    (AGENT_MAY|MAY) (BUY) AT SHOPS
    PURCHASES (AT|to) SHOPS (are|is) (ALLOWED|welcome)
    PURCHASES (are|is) (allowed|permitted|authorized|authorised|approved|accepted) (AT|to) SHOPS
    DOMAINS (is|are) (allowed|permitted|fine|ok|okay|approved|authorized) {fine}
    [all|any] (subdomains|subdomain) of DOMAINS (are|is) (allowed|permitted|fine|ok|okay) {subdomains}
    allow subdomains of DOMAINS {subdomains}`,
  YES_TO: '(do|can|may|ok to|okay to|allowed to|free to) (buy|pay for|purchase|order) | dos | ok to buy',
  NO_TO:
    "(cannot|can't|may not|must not|should not|never|don't|do not|not ok to|not allowed to|not to) (buy|pay for|purchase|order) | not ok | not okay | don'ts",
  BUY_IT: 'BUY_FOR | place orders for | make (purchases|payments) (for|of|in|on) | cover | order',
  BUYS_IT: '(buys|pays [for] [our|the|all our]|spends [money] on|purchases|orders|covers|handles|needs)',
  SPEND_IT:
    'spend [money|funds|it] | buy | use the (money|budget|funds|card|wallet) | use (it|this [budget|money|card|wallet])',
  IT_IS: "IT (is|are) | it's | they're | this one is | this is",
  IT: 'use of this (wallet|card|account) | AGENT | wallet | card | money | funds | this (wallet|card|budget|mandate|money|account|policy) | (the|our|its) (budget|money|funds|spend|spending) | PAYMENTS | spend | budget',
  // "That is all it may buy": a closing that goes on from the list before it.
  THATS_ALL:
    "[,|and|, and] (that's|that is|thats|those are|is|are) (all|the lot|everything|the only (thing|things|ones|CATEGORY|MERCHANT)) [that]",
  IT_DEALS_WITH:
    "(AGENT_MAY|MAY|[AGENT] DUTY) [ever] (be used for|be spent on|BUY_IT|DO_AT|buy|spend [money] on|be (buying|paying for)|do) | (AGENT|this card|this wallet) (BUYS_IT|DOES_AT|does|is for|are for|needs|need|handles|covers) | it's (to (buy|pay|pay for|use)|for) | (we|i) (BUY_IT|DO_AT|accept|allow|need|want|permit|authorise|authorize|approve|fund|do|spend [money] on)",
  UNLESS_IT_IS:
    "unless (it's|it is|they're|they are|that's|that is|this is|(a|the) (TX|MERCHANT) is) | (if|when) (a|the|any) (TX|MERCHANT) (isn't|is not) | that (isn't|is not|aren't|are not) | which (isn't|is not|aren't|are not) | if (it isn't|it's not|it is not|they aren't|they are not|they're not)",
  // "Fuel is the only thing we buy", "our sole vendors are ...": a list that is all of its kind, told from either end.
  SOLE: '[the|our|my|its|your|POSSESSOR] (only|sole|exclusive|single) [ALLOWED] | the one [ALLOWED]',
  SOLE_CATS:
    'SOLE [spending|spend|purchase|expense|merchant] (CATEGORY|ones|one|things|thing|items|item|goods|products|services|purchases|expenses|uses|use|purposes|purpose|spending|costs|areas|area) [SOLE_RELATIVE]',
  SOLE_SHOPS: 'SOLE [KNOWN] (MERCHANT|ones|one|places|place) [SOLE_RELATIVE]',
  SOLE_RELATIVE:
    '[that|which] (is|are|may be|can be|will be|should be|shall be|to be) (ALLOWED|bought|purchased|paid|paid for|covered|funded|used|approved|bought from) | ALLOWED | in (use|scope) | (open|available|allowed) to (AGENT|us|everyone) | to (buy|pay for|spend on|use|pay|buy from) | [that|which|where] IT_DEALS_WITH | for (AGENT|us)',
  // "Everything we buy is software" tells what was bought.
  ALL_IT_BUYS: 'all [that] IT_DEALS_WITH | everything [that] (AGENT_MAY|MAY) BUY_IT',
  SOLE_IS: '(is|are|shall be|must be|will be|should be|remain) [:] | : | =',
  ONLY_CATEGORIES: `ONLY_CATS_COMPOSED
    [the|our|my] [KNOWN|ALLOWED] CATEGORY "(" LIST_CLOSER ")" (:|=) NAMED_CATEGORIES | [[the|our|my] [ALLOWED] CATEGORY (:|=)] NAMED_CATEGORIES "(" LIST_CLOSER ")" | (nothing|no (PURCHASES|TXS|TX)) (that|which) (isn't|is not|aren't|are not) [for|in|on] CATS ((may|can|should|shall|must) be (MADE|paid for)|(is|are) ALLOWED) | [there is] no CATEGORY [that] AGENT_MAY (buy|buy from|pay for|use) OTHER_THAN CATS
    ONLY (allow|accept|approve|permit|make) PAYMENTS (that|which) (are|is) [for|in|on] CATS
    CATS SOLE_IS (SOLE_CATS|ALL_IT_BUYS) | (SOLE_CATS|ALL_IT_BUYS) SOLE_IS CATS
    ONLY PURCHASES (in|for|from|of|on) (CATS|the NAMED_CATEGORIES category) (may|can|should|must|shall|will|are to) BE_MADE | (we|i) (permit|allow|accept|approve) ONLY COUNT CATEGORY [,] (namely|:) NAMED_CATEGORIES | IT (works|is (good|valid|usable)) for CATS ONLY | (only|just) the (essentials|basics|necessities) (:|,|-) CATS | AGENT (is|are) (ONLY (buying|purchasing|paying for)|(buying|purchasing|paying for) ONLY) CATS | (is|are) ONLY (allowed|permitted|authorized) to BUY_IT CATS
    (what|scope|purpose|use|usage|allowed|categories|category|buys|what for) (:|=) (CATS ONLY|ONLY CATS)
    PAYMENTS (limited|restricted|confined) to CATS [ONLY]
    [KINDLY] (limit|restrict|confine|limited|restricted|confined) to CATS [ONLY]
    CATEGORIES ONLY (:|[,] THAT_IS [,|:]) CATEGORIES {detail} | CATEGORIES ONLY "(" [THAT_IS [,|:]] CATEGORIES ")" {detail} | ONLY CATEGORIES (:|[,] THAT_IS [,|:]) CATEGORIES {detail}
    (save for|except for|other than|apart from|besides|except|aside from) CATS [,] (nothing|no [other] (PURCHASES|TXS)) ((is|are) ALLOWED|(may|can|should|must) be (bought|made|paid for)) | (everything|anything) [else] (is|are|stays|remains) (REFUSED|off limits|closed) OTHER_THAN [for] CATS
    POSSESSOR (authority|mandate|spending|purchasing|budget|remit|scope) BE LIMITED_TO [PAYMENTS OFFOR|the purchase of|purchases of|buying] CATS [ONLY]
    IT (may|can|must|should|shall) (ONLY be used|be used ONLY) (at|with|in) MERCHANT in (GROUP|the (category|categories) NAMED_CATEGORIES)
        PAYMENTS (for|on) (anything|everything|something) OTHER_THAN CATS NOT_ALLOWED | (everything|anything|PAYMENTS|all PURCHASES) (that|which) (isn't|is not|aren't|are not) [for|of|in] CATS NOT_ALLOWED | UNLESS_IT_IS [for] CATS [,] BLOCKS_OVER [it|the TX]
    (BLOCKS|BLOCKS_OVER) (everything|anything|PAYMENTS|all PURCHASES) (that|which) (isn't|is not|aren't|are not) [for|of] CATS | PURCHASES (must|have to|has to|should|shall) be [in|for|from] [one of these CATEGORY [:]] CATS
    (i|we) ONLY want CATS bought | (i|we) need CATS only | ONLY (pay for|buy) CATS with (it|this)
    [all|any|every] other CATEGORY (than|except|but) CATS NOT_ALLOWED
    outside [of] [the CATEGORY] CATS (NO_PAYMENTS|nothing) (is|are|may be) (ALLOWED|made|bought) | ONLY CATS (should|may|can) be payable | PURCHASES in other CATEGORY than CATS NOT_ALLOWED
    REFUSE_TO (buy|purchase|order|pay for|spend [money] on) (anything|something|things|it|stuff) UNLESS_IT_IS [for] CATS | UNLESS_IT_IS [for] CATS [,] REFUSE_TO (buy|purchase|order|pay for|pay|approve|allow) [it|them|anything]
    either CATS [,|and|, and] (nothing else|no OTHER_ITEM else) | (it's|it is) for CATS (, and|,|and) only for CATS | PAYMENTS MAY_BE [ONLY] [for] CATS ONLY
    PAYMENTS (must|have to|has to|should|shall|need to) [all] (fall|belong) (in|into|to|within|under) CATS
    CATS THATS_ALL IT_DEALS_WITH | CATS THATS_ALL
    (PURCHASES|TXS|[all|the] MERCHANT) (must|have to|has to|should|shall|need to) [all] (be|fall|belong|stay) (in|into|to|within|under) [one of] [the|these] [following] (category|categories) [:] NAMED_CATEGORIES | [the] (category|categories) (must|has to|have to|should|shall) be [either|one of] [:] NAMED_CATEGORIES
    CATS [,|:|-] (these|those) [COUNT] [CATEGORY] (only|alone|and (no others|no other CATEGORY|nothing else)) | ONLY (these|those|the following) COUNT [CATEGORY] [:|,] NAMED_CATEGORIES | [these|the following|exactly|our|the] [COUNT] [ALLOWED] CATEGORY ONLY [:|,|-] NAMED_CATEGORIES | no CATEGORY OTHER_THAN CATS [(is|are) ALLOWED|(may|can) be (bought|used)]
    [exactly|only|just] (one|two|three|four|five|six) CATEGORY (is|are) ALLOWED [:|,] NAMED_CATEGORIES
    ALLOWED (are|is) ONLY CATS | (ALLOWED|permitted) ONLY (:|=) CATS | [WHO_MAY] (buy|pay for|allow|permit) CATS or (nothing|not at all)
    [WHO_MAY] ONLY ever (BUY_IT|BUYS_IT) CATS
    [WHO_MAY] [ever] ONLY (BUY_IT|BUYS_IT|allow|permit|allow PAYMENTS OFFOR|need|fund|approve|cover) CATS [[,] [and] BUY_FOR CATS]
    [WHO_MAY] (BUY_IT|BUYS_IT) (ONLY CATS|CATS ONLY|nothing (but|other than|except) CATS) | [WHO_MAY] (SPEND_IT|be used|pay) (ONLY (on|for)|(on|for) ONLY) CATS | [WHO_MAY] (allow|permit|accept) [PAYMENTS OFFOR] (ONLY CATS|CATS ONLY)
    [WHO_MAY] (BUY_IT|BUYS_IT) CATS [,|and|, and] nothing (else|more)
    [ONLY] WANT BUY_IT ONLY CATS | ONLY (let|allow) AGENT [to] BUY_IT CATS | IS_ONLY_ALLOWED (BUY_IT|spend on) CATS
    (AGENT_MAY|AGENT|[KINDLY]) (stick|keep|be limited|be restricted|be confined|(limit|restrict|confine|limits|restricts|keep) (itself|yourself|[its|your|our|all] (PURCHASES|spending|buying))|sticks|keeps) (to|with) [buying|PAYMENTS OFFOR|spending on] CATS [ONLY]
    [the|our|my] [KNOWN] (CATEGORY|merchant types|items|uses) BE LIMITED_TO [the CATEGORY|:] NAMED_CATEGORIES [ONLY]
    (it's|they're|this is) LIMITED_TO [PAYMENTS OFFOR|buying|spending on|the CATEGORY] CATS [ONLY] | (i|we) [have] set (this|it) [wallet|card] up (for CATS ONLY|ONLY for CATS)
    IT BE LIMITED_TO [PAYMENTS OFFOR|buying|spending on|the CATEGORY] CATS [ONLY]
    [KINDLY|we|i] (restrict|limit|confine|lock) (IT|this|yourself|purchasing|things|everything|use|usage|its use|[the|its] CATEGORY) [down] [ONLY] to [buying|PAYMENTS OFFOR|spending on|the CATEGORY] CATS [ONLY]
    IT_IS ((ONLY|exclusively|strictly) [meant|intended|to be used|there] (for|to buy)|[meant|intended|to be used|there] for ONLY|strictly for|reserved for|earmarked for) [PAYMENTS OFFOR] CATS [TXS|spending] | IT_IS [meant|intended|reserved|allowed|permitted] (for|[ONLY] for) [PAYMENTS OFFOR] CATS [spend|TXS|spending] (only|exclusively|and nothing else|, nothing else)
    [IT_IS] ((ALLOWED|cleared|good|valid|usable|intended|meant|available) (ONLY (for|on)|(for|on) ONLY) CATS|(ALLOWED|cleared|good|valid|usable|intended|meant|available|reserved|earmarked) (for|on) CATS ONLY|ONLY (good|valid|usable|meant|intended|there|available) for CATS) | (reserved|earmarked) for CATS
    POSSESSOR (job|task|role|purpose|work) (is|:) (ONLY (to BUY_IT|BUYING) CATS|(to BUY_IT|BUYING) (CATS ONLY|ONLY CATS))
    [ONLY] to be used (ONLY for|for ONLY) CATS | ONLY to be used for CATS | to be used for CATS ONLY
    IT (may|can|must|should|shall|is to|are to) (ONLY be|be ONLY) ((used|spent|made) (for|on) [PAYMENTS OFFOR]|used to BUY_IT|BUYING) CATS | IT (may|can|must|should|shall|is to|are to) be (used|spent|made) (ONLY (for|on) CATS|(for|on) ONLY CATS|(for|on) CATS (ONLY|and nothing else))
    (it's|they're) (ONLY for|for) CATS ONLY | IT ONLY (works|is valid|is good|is used|is meant|is) for CATS | IT exists ONLY (for|to buy) CATS | use IT (ONLY for|for ONLY) CATS | use [IT|this] for CATS (ONLY|CLOSED_LIST) | use ONLY for CATS
    (IT|this|the) [mandate|wallet|card|policy|budget] (covers|includes|allows|permits|funds|supports|pays for) (ONLY CATS|CATS ONLY) | (IT|the (mandate|policy)) ONLY (covers|includes|allows|permits|funds|supports) CATS
    PAYMENTS (are|is) (ONLY ALLOWED|ALLOWED ONLY) (for|on|in) CATS | PAYMENTS (are|is) ALLOWED (for|on|in) CATS ONLY | PAYMENTS SHALL_BE [ONLY] (for|of|in|on) CATS [ONLY]
    ONLY (PAYMENTS OFFOR|spending on|TXS for|on|for|allow PAYMENTS OFFOR) CATS [(are|is) ALLOWED|ALLOWED|(may|can) be made]
    ONLY CATS [expenses|spending|costs|purchases|charges] (may|can|should|shall|must) be (charged|booked|paid|made|incurred|bought|purchased|covered) [CARD] | ONLY CATS [(are|is|gets|get|may be|can be|should be|are to be|is to be|shall be|must be) (ALLOWED|ordered|paid from this wallet|purchased|bought|paid for|paid|covered)] | ONLY CATS (expenses|spending|costs|purchases|charges) (are|is|may be|can be|should be|are to be|is to be|shall be|must be) (ALLOWED|ordered|paid from this wallet|purchased|bought|paid for|paid|covered) | strictly [for] CATS [ONLY]
    CATS [,|and|, and] (nothing else|nothing more|that is it|only that) [, please]
    ONLY (these|the following) [CATEGORY] [are ALLOWED] [:] NAMED_CATEGORIES | ONLY CATEGORY ALLOWED [:|are] NAMED_CATEGORIES
    nothing (OTHER_THAN) [on|for] CATS [(may|can|should|is to) be (purchased|bought|paid for|paid)|(is|are) ALLOWED] | no other CATEGORY (than|but|except) CATS | no (purchases|spending|payments|TXS) OTHER_THAN [on|for|of] CATS [(are|is) ALLOWED]
    (DONT|NEVER_MORE|MAY_NOT|DONT_LET) (buy|spend on|purchase|pay for|spend money on|order|use IT for) (anything|things|any CATEGORY) OTHER_THAN [on|for] CATS | (DONT|NEVER_MORE|MAY_NOT|DONT_LET) spend [money|anything] (but|except|other than) (on|for) CATS
    (BLOCKS (everything|anything|all|(all|every|any) CATEGORY|all PURCHASES|PAYMENTS)|ALLOWS_NO (anything|[any] CATEGORY|any TX|[any] (TXS|spending))|(allow|permit|approve|accept|buy|purchase|pay for) nothing) OTHER_THAN [for|on] CATS
    (everything|anything|(all|every|any) CATEGORY|PAYMENTS) OTHER_THAN [for|on|the CATEGORY|categories of] CATS NOT_ALLOWED`,
  NO_PAYMENTS: 'no PURCHASES',
  OFFOR: 'of | for | on | in | from | toward | towards',
  MAY_BE: '(may|can|should|shall|must|will) [only] be | (is|are|has to|have to) [to] be',
  ALLOW_CATEGORIES: `[the] CATEGORY ([that] AGENT_MAY (use|buy|buy from|buy in|spend on|pay for)|(open|available) to (AGENT|us)) (:|=|are|is) CATS {closes} | (on|for) CATS {scoped}
    (what|what for) (:|=) CATS {closes} | (we|i) use (THE_AGENT|it|this (card|wallet)) (to (BUY_IT)|for [buying]) CATS {habit} | [please] (feel free to|AGENT (is|are) (welcome|free) to|go ahead and) BUY_IT CATS
    [please] (buy|order|book|purchase|pay for) CATS [for (us|me)] {imperative}
    [the|our] [spending|purchasing|purchase] (scope|cats) (:|is|=) CATS {closes} | [the] CATEGORY - (allowed|permitted) : NAMED_CATEGORIES | (PURCHASES|TXS|spending) (allowed|permitted|approved|authorized|authorised) : CATS
    [the] CATEGORY ([that] (we|i) (accept|allow|permit|approve)|to (allow|permit|accept)) (:|=|are) NAMED_CATEGORIES {closes} | (we|i) (accept|allow|permit) : CATS {closes} | (YES_TO) (:|=) CATS | (POSSESSOR (job|task|role|purpose|work)|the (job|task|role|purpose|point) of (THE_AGENT|this (wallet|card|budget|mandate))) (is|:) [to (BUY_IT)|buying|purchasing|paying for|ordering] CATS {habit} | IT (exists|is here|is there) to BUY_IT CATS {habit}
    CATEGORY : NAMED_CATEGORIES {fine} | CATS {habit} {bare_list} | AGENT (BUYS_IT|BUY_IT|is there (to buy|for)|is here (to buy|for)|is for|are for|is meant for) CATS {habit} | CATS (is|are) what AGENT (is for|BUYS_IT|is there for|MAY BUY_IT) {habit} | (what|things|what's|here's what's|here is what is) [AGENT] (ALLOWED|is ALLOWED|may be bought|MAY BUY_IT|is allowed|can be bought|is ok) (:|is|are) CATS
    CATS (is|are) (the|our|my|its) (allowed|approved|permitted|accepted|authorized|authorised) [spending|purchase|merchant] (CATEGORY|ones|items|purchases|things|expenses)
    (as|so) (is|are) CATS {fine} {behind_fine} | (ok|okay|in scope) : CATS | also {also} (allowed|permitted|ok|okay|fine) : CATS | (we|i) (authorise|authorize|approve|accept) CATS
    CATS (payments|purchases|spending|expenses) (are|is) (allowed|permitted|approved|authorized|authorised)
    AGENT MAY (make (purchases|payments) (for|in|of)|place orders for|spend on|cover|purchase) CATS
    (permitted|allowed|approved|authorized) (spending|spend|use|uses|purchases|expenses|purchase types|types|purposes) [of (FUNDS|funds|money|(the|this) (card|wallet|account|budget))] [:|is|are] CATS
    (categories|category) [that are] (allowed|permitted|approved) [are|is|:|are :] NAMED_CATEGORIES
    [(PURCHASES|TXS) (in|from|at|for|with|to)] (these|the following) CATEGORY are (allowed|permitted|authorized|authorised|approved|accepted) : NAMED_CATEGORIES
    (AGENT_MAY|MAY) BUY_FOR CATS and [may|can] BUY_FOR CATS
    (we|i) (allow|permit) [PURCHASES OFFOR|buying|buying of|spending on|the purchase of] CATS
    (payment|payments) for CATS (is|are) (allowed|permitted|authorized|authorised|approved|accepted)
    [please] (allow|permit|authorize|authorise|approve|allow for|enable) [PURCHASES OFFOR|spending on|buying|the purchase of] CATS
    [please] (allow|permit) AGENT to (BUY_FOR) CATS
    (allow list|allowlist|whitelist) [:|is|=] CATS | [the|our] CATEGORY (allow list|allowlist|whitelist|white list) [:|is|=] NAMED_CATEGORIES
    [the|my|our] (ALLOWED|whitelisted) [spending] (CATEGORY|purchases|spending|expenses|items|merchant types) [:|is|are|=|are :] NAMED_CATEGORIES [only]
    CATEGORY (allowed|permitted|authorized|authorised|approved|accepted) [:|=] NAMED_CATEGORIES
    (allowed|permitted|approved) (:|=) CATS
    (allow|permit) [:|=] CATS | [AGENT] (may|can) (buy|purchase|pay for|spend on|order) : CATS | (ok|okay|fine|free) to (buy|purchase|pay for) : CATS
    (AGENT_MAY|MAY) (BUY_FOR) CATS
    let AGENT (BUY_FOR) CATS | IT (may|can) be (used|spent) (for|on) CATS
    this wallet is for [PURCHASES OFFOR] CATS [spend|purchases|spending]
    (PURCHASES) (OFFOR) CATS (are|is) (allowed|permitted|authorized|authorised|approved|accepted)`,
  CATEGORIES_ARE_FINE: `yes to CATS {fine} | CATS , yes {fine} | CATS (is|are) welcome {fine} | ALLOWED (are|is) CATS {fine} | CATS (yes|(is|are) (in scope|[totally|perfectly|absolutely|completely|always] (ok|okay|fine|cool|allowed|permitted|good))) {fine}
    [PURCHASES OFFOR] CATS ALLOWED_PREDICATE {fine}
    CATS (:|=|-) (allowed|yes|ok|okay|fine|permitted) {fine}
    CATS (ok|okay|fine) {fine}`,
  NOT_OK: 'REFUSED | off limits | out | not ALLOWED',
  EXCEPT:
    '[,] (except|except for|excluding|apart from|minus|with the exception of|other than) | [,] (but not|but no|but never) {but}',
  ALLOW_BUT: `(we|i) (allow|permit|accept|approve) CATS [,] EXCEPT BANNED_CATS
    (allow|permit|allow ONLY|ONLY|allow all|ONLY allow) CATS EXCEPT BANNED_CATS
    CATS (is|are) (allowed|permitted|fine|ok|okay) EXCEPT BANNED_CATS
    all [the] NAMED_CATEGORIES (is|are) (allowed|permitted|fine|ok|okay) EXCEPT BANNED_CATS {within}
    (AGENT_MAY|MAY) [ONLY] (BUY_FOR) CATS EXCEPT BANNED_CATS
    allowed [CATEGORY] [:] CATS EXCEPT BANNED_CATS
    CATS [,] (except|except for|excluding) BANNED_CATS [,] (is|are) (allowed|permitted|fine|ok|okay)`,
  TOUCH:
    'touch | go near | deal with | get involved (in|with) | engage (in|with) | transact (with|in) | do business with | support | fund | order from | approve | authorize | make payments (to|for|at|from|of) | make purchases (at|from|in|of) | send money to | waste money on | go to | put [any] money (into|in) | sign up for | accept | process',
  BUYING: 'buying | purchasing | paying for | spending [money] on | ordering',
  EXCEPT_FOR:
    'with the exception of [:] | except (:|for :) | bar | except | but | except for | other than | apart from | excluding | but not | save for | aside from | besides',
  NO_LIST:
    'block list | blocklist | blacklist | black list | deny list | denylist | ban list | exclusion list | exclusions | blocks',
  NO_WAY: 'at any time | of any (kind|sort|type|form) | under any circumstances',
  BLOCK_CATEGORIES: `[the] CATEGORY [that] (we|i) (reject|refuse|block|decline|exclude|forbid|don't accept|do not accept|don't allow|do not allow) (:|=|are) NAMED_CATEGORIES | (REFUSED|not ALLOWED) (:|=) GROUP
    BANNED_CATS (is|are) not allow | BANNED_CATS [,] it is REFUSED | (it's|it is) [strictly] (REFUSED|not allowed|not permitted) (the purchase of|buying|purchasing|the buying of) BANNED_CATS | (is|are) [strictly] (REFUSED|not allowed|not permitted) to BUY_IT BANNED_CATS
    never (on|for|at) BANNED_CATS {bare_no} | neither {neither} BANNED_CATS {bare_no} | [please] (prevent|stop|keep|prohibit|block|bar|ban) AGENT from (BUYING|spending [money] on|paying for) BANNED_CATS | [please] prevent [any|all] (PURCHASES|spending|payments) (of|on|for|in) BANNED_CATS | (refuse|decline|reject|block|deny) (any|all|every) BANNED_CATS (purchase|payment|transaction|order) | all [is] (fine|ok|okay) {everything} (but|except|except for) BANNED_CATS | [our|the|my] [company|spending|purchasing] (policy|rules|mandate) (forbids|prohibits|bans|excludes|rules out|does not allow|do not allow|does not permit|forbid|prohibit|exclude) BANNED_CATS | AGENT_MAY (buy|pay for) anything {everything} (that's|that is|which is) not BANNED_CATS
    [AGENT] (NO_TO) (:|=) BANNED_CATS | nothing (is|may be|should be|gets|must be|can be|shall be) [ever] (spent|bought|paid|ordered) (on|from|for|at|to) BANNED_CATS {bare_no} | it (should|must|shall) not be possible to BUY_IT BANNED_CATS | (i|we) (don't|do not) want [any|my|our|the] money (going|to go|spent|to be spent|used) (to|on|for|at) BANNED_CATS | (i|we) (don't|do not) want [to see] [any] (charges|payments|purchases|spending|bookings|orders) (from|at|for|on|to|of) BANNED_CATS
    [(we|i) have|there is|there's] (a|an) [strict|absolute|complete|total|firm|full|general] (ban|prohibition|block) (on|against) BANNED_CATS
    BANNED_CATS no {behind_fine} | same for BANNED_CATS {behind_ban} | BANNED_CATS (likewise|as well|too) {behind_ban} | BANNED_CATS (isn't|aren't|is not|are not) either {behind_ban} | [absolutely] no [kind of|form of|sort of] BANNED_CATS [(is|are) ALLOWED] [NO_WAY] {bare_no} | BANNED_CATS of any (kind|sort|type|form) NOT_ALLOWED
    BANNED_CATS (:|-|=) not ALLOWED | (off the table|out of bounds|out|what's (not ALLOWED|REFUSED)|what is (not ALLOWED|REFUSED)) (:|=) BANNED_CATS
    (under no circumstances|in no case|on no account) BANNED_CATS {bare_no} | (under no circumstances|at no time|in no case|on no account|never|in no event) (may|should|shall|must|can|will|is|are) BANNED_CATS [[to] be] (ALLOWED|MADE|paid for|touched) | zero tolerance (for|of|toward|towards|on) BANNED_CATS | nothing CATEGORIES (related|adjacent) | [(we|i) have|there is|there's] a [strict|clear|firm|general|hard|absolute] no CATEGORIES (rule|policy)
    (AGENT|this (wallet|card|budget|mandate|account)|(the|our) budget|[our|the] money) MAY_NOT [ever] (go (to|towards|on|into)|flow to|be (spent|used) (on|for|at)|be used to BUY_IT) BANNED_CATS | money for BANNED_CATS NOT_BE (available|there|given) | (if|when|whenever) (it|something|a TX|anything) is [for] BANNED_CATS [,] (refuse|decline|block|reject|don't buy|do not buy|don't pay [for]|never buy) [it|that] | (whatever|anything that|everything that|what) is BANNED_CATS NOT_ALLOWED
    (i|we) want (no BANNED_CATS [and no BANNED_CATS]|nothing [bought|paid] (from|for|at) BANNED_CATS) {bare_no}
    (spending|wasting) money on BANNED_CATS NOT_ALLOWED | keep (it|AGENT) ([well|far] away from|off|out of|clear of) BANNED_CATS | (everything|anything|any CATEGORY|every CATEGORY|all CATEGORY) {everything} (may|can) be (bought|purchased|paid for|used) EXCEPT_FOR BANNED_CATS | (except for|apart from|with the exception of|aside from|excluding|barring|save for|besides|other than) BANNED_CATS [,] (everything|anything|all CATEGORY|any CATEGORY) {everything} ((is|are) (ALLOWED|fine|open)|(may|can) be (bought|paid for)) | AGENT_MAY (buy|spend on|pay for) (everything|anything [AGENT (needs|wants|need|want)]) {everything} [,] (but|just) no BANNED_CATS | AGENT has no business BUYING BANNED_CATS | both {both} BANNED_CATS NOT_ALLOWED | neither {neither} BANNED_CATS (may|can|shall|should|must|is to|are to|is|are) [be] (ALLOWED|MADE|paid for|bought|touched) | BANNED_CATS [:|-|,] (never|none of|not) (any of|one of) (these|those|them) | BANNED_CATS (:|-|,) (none|not one) of (these|those|them) | BANNED_CATS (is|are) never to be (bought|paid|paid for|purchased) | so (is|are) PURCHASES OFFOR BANNED_CATS {behind_ban}
    [AGENT (may|must|shall|should|can)] (spend|pay) (nothing|zero|no (money|funds)|not a (cent|dollar|penny)) (on|for|to|towards|in|at) [any] BANNED_CATS | [the] CATEGORY NO_LIST [:|=|is] NAMED_CATEGORIES | [the] (CATEGORY|things) to (block|avoid|exclude|refuse|decline|forbid|reject) (:|=|are) NAMED_CATEGORIES | BANNED_CATS (is|are) [a|an|our|the|all] [strictly] REFUSED CATEGORY | (NEVER_MORE|MAY_NOT|DONT [ever]|DONT_LET|[and|or] never) (make|take|take out|send|do|execute|initiate|perform|place|get|obtain|request|handle) [any] BANNED_CATS {instruments}
    nothing from (a|an) BANNED_CATS {bare_no} | (buy|we buy|AGENT buys) neither {neither} BANNED_CATS | (allow|ALLOWED) [:] (everything|anything) {everything} [,] (but|just) not [on|for] BANNED_CATS | [spend on|buy] (whatever|anything) AGENT (needs|need|wants|want|likes) {everything} [,] (just|but) not [on|for] BANNED_CATS | any CATEGORY is (fine|ok|okay|allowed) {everything} [,] (just|but) not BANNED_CATS
    BAN_COMPOSED | BANNED_CATS (:|-|,) (not|never) (for|on|with) (this|the|our|my) (wallet|card|account)
    BANNED_CATS (:|-|,) all [of them] (REFUSED|off limits|out) | REFUSED (are|is) BANNED_CATS | CATEGORY REFUSED from (use|use of (this|the) (card|wallet)) [:] NAMED_CATEGORIES
    (these|the following) [CATEGORY] ((are|is) (hereby|strictly|always|all|completely) REFUSED|MAY_NOT be (used|MADE|paid for)) [:] NAMED_CATEGORIES | use (in|for) [the CATEGORY [of|:]] NAMED_CATEGORIES NOT_ALLOWED
    (keep|leave) BANNED_CATS off (this|the|my|our) (card|wallet|account) | no BANNED_CATS (bought|purchased|paid for|ordered|booked) {bare_no} | never [,] never BANNED_CATS {bare_no} | not (one|a single|a) (dollar|cent|penny|dime|buck) (for|on|to|towards) BANNED_CATS {bare_no}
    (i|we) (don't|do not) want [any] CATEGORIES (on|from|with) (it|this|that|the card|this card) [,] nor any BANNED_CATS | (i|we) (don't|do not) want any CATEGORIES on it
    (everything|anything|all CATEGORY) {everything} (is|are) (open|cool|good|in scope|on the table) [,] EXCEPT_FOR [for] BANNED_CATS | anything {everything} but BANNED_CATS is (cool|good)
    so (those|these|they) [CATEGORY|things] (are|is) NOT_OK {behind_ban} | [PURCHASES OFFOR|spending on] BANNED_CATS (is|are) not (appropriate|acceptable) and (must|should|shall) be REFUSED
    (NEVER_MORE|MAY_NOT|DONT [ever]|DONT_LET|AGENT (should|shall|must|will|may) not be able to|IN_NO_CASE [(may|shall|should|can|must|will) AGENT]|(refuse|decline|reject|deny) to) [ever] (BUY_IT|TOUCH|spend [any] [money] on|spend anything on|pay|buy from|buy at|shop at|buy anything from|spend money at|use [IT] (for|on)) [any] BANNED_CATS [at all|ever]
    AGENT DUTY (refrain|abstain) from BUYING BANNED_CATS | ([the] following|these) [CATEGORY|items|things] (are|is) (never|not) to be (bought|purchased|paid|paid for|used|MADE) : BANNED_CATS | AGENT (should|shall|must|has to|have to) BLOCK BANNED_CATS [TXS|TX]
    AGENT (never|does not|doesn't|won't|will not|will never) (BUYS_IT|BUY_IT|touches|touch) [any] BANNED_CATS | AGENT (is|are) [strictly] (forbidden|prohibited|banned|barred) from [BUYING|paying] [any] BANNED_CATS
    (we|i) (do not|don't|never) (buy|pay for|purchase|spend money on|want|allow|permit|tolerate|accept|support|approve|do|touch|fund) [any] [spending on|purchases of|payments to|payments for|money going to|money spent on] BANNED_CATS | (i|we) (do not|don't) want (AGENT|it) BUYING [any] BANNED_CATS | (i|we) (do not|don't) want [to see] any BANNED_CATS [TX|TXS]
    (buy|purchase|order|pay for) nothing (from|at|in|on|related to) BANNED_CATS | [please] (refrain|abstain) from BUYING BANNED_CATS | avoid BUYING BANNED_CATS
    [a] (hard|big|absolute|firm|definite|strict) no (on|to|for) BANNED_CATS | (no to|nope to|no way to|nothing for) BANNED_CATS {bare_no}
    (keep|leave) BANNED_CATS (out|off the list|out of it|off limits|blocked|off) | (stay|keep|steer) [well|far] (away|clear) (from|of) BANNED_CATS | AGENT DUTY (stay|keep|steer) [well|far] (away|clear|out) (from|of) BANNED_CATS
    BLOCK [all|any] (PAYMENTS|spending) (in|from|at|for|with|to|of) (these|the following) CATEGORY [:] NAMED_CATEGORIES | BLOCK (these|the following) CATEGORY [:] NAMED_CATEGORIES | BLOCK [all [of]] (these|this|the following) : CATS
    [strictly|please|always] BLOCK [[all|any] PAYMENTS OFFOR|spending on|TXS to|payments to|(anything|everything) related to] BANNED_CATS [TXS|PURCHASES|TX]
    [absolutely|strictly|definitely] no [PAYMENTS (OFFOR|related to|to|at)|spending on|payments to|payments for|buying|money for|money on|TXS for|TXS to|TXS at|purchases from|purchases at] BANNED_CATS [allowed|whatsoever|at all|please|ever|(is|are) (allowed|permitted|ok|okay|acceptable)] {bare_no}
    (nothing|no (PAYMENTS|money|TX|goods|products|items|things|merchandise)) (in|from|for|on|at|involving|related to|to do with|connected to) [the|these|the following] (BANNED_CATS|NAMED_CATEGORIES (category|categories|group|groups)|CATEGORY : NAMED_CATEGORIES)
    no (money|funds|PAYMENTS) (may|can|should|shall|must|is to|are to|will) be (spent|used|made) (on|for|at) BANNED_CATS | ([the] following|these) (are|is) NOT_OK : BANNED_CATS
    (no money|not a cent|not a dollar|no funds|no budget|zero spend|zero spending) (for|on|to|towards|toward|goes to|may go to|should go to) BANNED_CATS | [absolutely|strictly] nothing (from|on|at|related to|to do with) BANNED_CATS
    never [any] BANNED_CATS {bare_no} | BANNED_CATS (:|-|are|is) (never|no|off|a no) {bare_no}
    [PAYMENTS OFFOR|the purchase of|buying|purchasing|(payment|payments|purchases|spending) (for|to|from|on)|(using|use of|the use of) IT (for|on|to BUY_IT)] BANNED_CATS [TXS|PURCHASES|MERCHANT] (NOT_ALLOWED|(will|shall|must|should|is to|are to|has to|have to) be REFUSED|(is|are) a no go)
    BANNED_CATS (should|must|shall|has to|have to|is to|are to|needs to|need to) (stay|remain|be kept|be) (blocked|off limits|closed|off|forbidden|excluded|banned|out) | BANNED_CATS MAY_NOT be (used|bought|purchased|paid|paid for|charged|ordered|allowed|touched)
    BANNED_CATS (is|are) (a no|no go|a no no|no no|out of bounds|out of the question|not ok|not okay|taboo|never ok|never okay|strictly off limits|always REFUSED|not to be bought|not to be purchased|not something we buy|not acceptable|to be (REFUSED|avoided))
    BANNED_CATS [:|-] (blocked|forbidden|prohibited|not allowed|banned|off limits|strictly forbidden|strictly prohibited|a no go|denied|disallowed|excluded)
    on (anything|everything|whatever AGENT (likes|wants|needs)) {everything} EXCEPT_FOR [on] BANNED_CATS {behind_limit} {scoped}
    BANNED_CATS (is|are) the (one|only) (CATEGORY|thing) [that (is|are)] (REFUSED|not ALLOWED) | REFUSED (use|uses|purposes|purpose|spending|spend) [of (FUNDS|funds|money|(the|this) (card|wallet|account|budget))] (:|is|are|=) NAMED_CATEGORIES | BLOCK (those|these|them) [CATEGORY|things] {behind_ban}
    BANNED_CATS (is|are) off limits [,] (and|,) so (is|are) BANNED_CATS
    CATEGORIES (is not|are not|isn't|aren't) {behind_fine} | as (is|are) BANNED_CATS [TXS] {behind_ban} | [the] use of [company|corporate|our|the|these] (funds|money|budget|card|wallet|account) (for|on) BANNED_CATS NOT_ALLOWED | no BANNED_CATS [TXS] (may|can|shall|should|must|will|are to|is to) be (made|bought|purchased|paid|paid for|placed|ordered|booked) [from|with|by|on|through] [CARD|AGENT|this account|this wallet] {bare_no} | so (is|are) BANNED_CATS {behind_ban} | (neither|nor) (is|are) BANNED_CATS {behind_ban} | the same (goes|applies|holds) (for|to) BANNED_CATS {behind_ban}
    [the [only]|our [only]] (REFUSED|off limits|no go|not allowed|blacklisted|restricted|never allowed|unauthorized|non permitted) [spending] [list|things|stuff|merchants|merchant types|types|spending|spend|purchase types|expenses|CATEGORY|purchases|MERCHANT types|items|category list] [:|is|are|=|are :|include] NAMED_CATEGORIES
    (CATEGORY|category|categories) [that are] (blocked|forbidden|prohibited|banned|not allowed|off limits) [:|=|are|is|are :] NAMED_CATEGORIES | [PAYMENTS (in|from|at|for|with|to)] (these|the following) CATEGORY are (blocked|forbidden|prohibited|banned|not allowed|off limits) : NAMED_CATEGORIES
    (what|things) AGENT (may not|must not|cannot|should not) (buy|purchase|pay for) (:|is|are) BANNED_CATS | [the] CATEGORY - (blocked|not allowed|forbidden|prohibited) : NAMED_CATEGORIES | (what|what's|things that) (may|can|is|are|must) not [to] [be (bought|allowed|paid for)] : BANNED_CATS
    [is|are|it's|it is] (no go|no gos|no goes|no no|no nos|don'ts|not permitted|exclude|excluded|exclusions|excludes|avoid|banned|off limits|refuse|reject|decline|ban|skip|deny|block|block list|blocklist|blacklist|deny list|denylist|forbid|not allowed|never|no|never allow|do not allow|don't allow|prohibited|do not buy|don't buy|never buy) : BANNED_CATS
    (allow all|all (is|are) ALLOWED) {everything} [,] EXCEPT_FOR BANNED_CATS
    (all good|all is good|all is fine|everything goes|anything goes|(everything|everything's|anything|all CATEGORY|any CATEGORY|all PURCHASES|any TX|every TX|all TXS|every CATEGORY) [is|are] [ALLOWED]) {everything} [,] EXCEPT_FOR [for] [CATEGORY] BANNED_CATS [[is|are] (ALLOWED|open|available)|goes|good]
    (allow|permit|buy|spend [money] on|pay for|use it for|order|purchase) (everything|anything [[that] AGENT (needs|need|wants|want|likes|like)]|all CATEGORY|any CATEGORY|all PURCHASES|whatever is (needed|required|necessary)) {everything} [,] EXCEPT_FOR [for] BANNED_CATS
    AGENT_MAY (buy [in|from]|spend on|pay for|purchase [in]|use) (anything|everything|(all|any) CATEGORY|whatever AGENT (needs|wants|likes|need|want|like)) {everything} [,] EXCEPT_FOR BANNED_CATS`,
  CATEGORIES_AT_MERCHANTS: `CATS ONLY {only} , (on|at|from) SHOPS
    [AGENT_MAY|AGENT] ONLY (BUY|buy|order) {only} CATS (from|at|on) SHOPS
    [AGENT_MAY|AGENT] (buy|order|purchase) {only} ONLY CATS (from|at) SHOPS
    [AGENT_MAY|AGENT] (buy|order|purchase) CATS (from|at|on) SHOPS [only {late_only}]
    ONLY {only} {bare_only} CATS (from|at) SHOPS
    (allow|permit) CATS (from|at) SHOPS
    (allow|permit) ONLY {only} CATS (from|at) SHOPS`,
}
