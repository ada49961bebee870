// Merchants that alone may be paid, categories that alone may be bought, categories that may not.
export const LISTS: Readonly<Record<string, string>> = {
  SHOPS:
    'DOMAINS (and|including|plus) [all] [of] (its {its}|their {their}) subdomains | [the] [MERCHANT] [:] DOMAINS | [the|these|those] [approved|following|allowed|listed|few|two|three] (MERCHANT|domains) [:] DOMAINS | DOMAINS [MERCHANT]',
  CATS: 'GROUP | the (category|categories|group|groups) NAMED_CATEGORIES | CATEGORIES | [all|any|all kinds of|any kind of|all types of|any type of|any form of|all forms of|the] CATEGORIES | [the] CATEGORY [:] NAMED_CATEGORIES | NAMED_CATEGORIES (category|categories) | [the] following [CATEGORY] : CATEGORIES',
  GROUP:
    'the [entire|whole|full] NAMED_CATEGORIES (group|category|categories|groups) | the [entire|whole] (category|group) NAMED_CATEGORIES',
  // A ban takes no "the": "not the gambling" points at something.
  BANNED_CATS:
    'GROUP | (anything|everything|any TX|any TXS|any purchase|any purchases|any payment|any payments|any spending|any merchant|all TXS|all merchants|any MERCHANT|MERCHANT|stuff|things|items) (in|from|at|for|related to|relating to|to do with|involving|that is|on|to|with|under|of|connected to) [the] (CATEGORIES [TXS|MERCHANT]|NAMED_CATEGORIES (category|categories|group|groups)|CATEGORY NAMED_CATEGORIES) | (anything|everything|any|all) CATEGORIES (related|adjacent|themed|based) [TXS|PURCHASES|stuff|things|items|spending] | CATEGORIES related (TXS|PURCHASES|stuff|things|items|spending|merchants) | (the|our) (category|categories) NAMED_CATEGORIES | CATEGORIES | (all|any|all kinds of|any kind of|all types of|any type of|any form of|all forms of|any and all) CATEGORIES | [the] CATEGORY [:] NAMED_CATEGORIES | NAMED_CATEGORIES (category|categories) | [the] following [CATEGORY] : CATEGORIES',
  AT: 'at | from | with | to | on',
  IS_ONLY_ALLOWED:
    "AGENT (is|are) (allowed|permitted|authorized) ONLY to | AGENT (is|are) ONLY (allowed|permitted|authorized|supposed) to | it's ONLY (allowed|permitted|authorized|authorised|approved|accepted) to | (i|we) ONLY want AGENT to | you're ONLY (allowed|permitted|authorized|authorised|approved|accepted) to",
  NOTHING_ELSE:
    'nothing beyond (that|those|these|this) | nothing other than (that|those|these|this) | (that is|those are|these are) the only (thing|things|ones|categories|category|merchants|merchant|vendor|vendors|site|sites|place|places|stores|domains) [AGENT_MAY (buy|use|pay|shop at|buy from|spend on|purchase|pay for)|allowed|permitted] | only (these|those) [are allowed|are permitted] | all others (are|is) NOT_ALLOWED | no exceptions beyond (that|those|these) | no other (category|categories|merchant|merchants|vendor|vendors|purchases|spending|payments|site|sites|domain|domains|store|stores|supplier|suppliers) (is|are) (allowed|permitted|ok|okay|approved|accepted) | nothing else (whatsoever|at all|may be bought|may be purchased|can be bought|is to be bought|should be bought|gets bought) | nothing else [is [allowed|permitted|authorized|authorised|approved|accepted|acceptable|ok|okay|fine]] | nowhere else | no one else | nobody else | no others | nothing more | no other MERCHANT | no other CATEGORY | and that is it | no other merchants | no other categories | no other sites | no other vendors',
  EVERYTHING_ELSE: `(TXS|PURCHASES) (to|from|at|with) other MERCHANT (NOT_ALLOWED|must be (blocked|declined|rejected|refused|denied)) | (PURCHASES|payments|purchases|orders|anything|everything|TXS|spending) (from|at|to|with|on|in|for) ((any|all|every) other (MERCHANT|CATEGORY)|anywhere else|anyone else|anything else|everyone else) NOT_ALLOWED | [all|any|every] other (MERCHANT|CATEGORY|purchases|purchase|payments|payment|spending|transactions|transaction|orders) NOT_ALLOWED | (block|deny|decline|reject|refuse|forbid|prohibit) (all|any|every) (other|others) [MERCHANT|CATEGORY|purchases|payments|spending|transactions] | (block|deny|decline|reject|refuse) the rest | the rest NOT_ALLOWED | (everything|anything|all) (other than|outside of|outside|beyond|except) (that|those|these|this) NOT_ALLOWED | (everything|anything|all|nowhere|everywhere|anywhere) else [is|are|must be|should be|gets|to be] [strictly] (blocked|forbidden|prohibited|not allowed|off limits|denied|declined|banned|rejected|refused|excluded|disallowed|not permitted|a no)
    block (everything|anything|all) else | (nothing|nowhere|no one) else is (allowed|permitted|authorized|authorised|approved|accepted|ok|okay|fine) | (all|any) (other|others) [CATEGORY|MERCHANT|TXS|purchases] [are|is] (blocked|forbidden|prohibited|not allowed|declined|denied|off limits|rejected)
    (do not|don't|never) (buy|allow|purchase|pay for|spend on) anything else | decline everything else | reject everything else | (forbid|deny|refuse|prohibit) (everything|anything) else | no other (purchases|spending|payments|transactions) [are|is] [allowed|permitted] | all else is (blocked|forbidden|prohibited)
    all other purchases are (blocked|forbidden|prohibited|declined|denied|not allowed) | not allowed : everything else | blocked : everything else`,
  ONLY: 'only | solely | exclusively | just',
  ONLY_MERCHANTS: `(restrict|limit|confine) [the|my|our|all] MERCHANT to [only] [:] DOMAINS [only]
    (PURCHASES|TXS) (may|can|shall) be (made|placed|sent|paid) AT SHOPS (only|exclusively)
    (all|any|every) (TXS|TX) (must|should|have to|has to|are to|is to|shall) be [made|placed] AT SHOPS
    PURCHASES (must|should|have to|has to|are to|is to|shall) be (from|with) SHOPS
    [AGENT_MAY] (use|pay|shop at|order from) SHOPS only
    no other MERCHANT (than|but|except) DOMAINS (may be|can be|is to be|are to be|should be) (paid|used)
    DOMAINS [,|and|, and|;] (no other MERCHANT|no one else|nobody else|nowhere else|and nothing else)
    AGENT (buys|orders|shops|purchases) ONLY (from|at|on|with) SHOPS
    (we|i) (use|pay|buy from|order from|shop at|purchase from|work with|deal with|do business with) SHOPS (only|exclusively)
    AGENT (must|should|has to|have to|shall) (buy|order|purchase|get) (everything|all things|all goods) (at|from|on) SHOPS
    no PURCHASES (anywhere|from anyone|at anyone) else (than|but|except) [at|from] SHOPS
    ONLY DOMAINS (is|are) [an|a] (approved|allowed|permitted|authorized|authorised) MERCHANT
    (block|deny|decline|reject|refuse) PURCHASES (to|at|from|with) [any|all] MERCHANT (other than|except|outside|besides|but) DOMAINS
    DONT_LET (BUY AT|BUY|pay) (anywhere|anyone|any MERCHANT) (but|except|other than) [at|from] SHOPS
    ONLY MERCHANT (on|in) (this|the) list [(may|can) be (paid|used)] : DOMAINS
    PURCHASES anywhere (but|except|other than) [at|from] SHOPS NOT_ALLOWED
    [AGENT_MAY] use ONLY SHOPS for (purchases|payments|orders)
    [AGENT_MAY] (buy|order|shop|purchase) (from|at) SHOPS (but|and) (from|at) (nobody|no one|nowhere) else
    no MERCHANT (except|but|other than) DOMAINS (may|can|should|must) be (charged|paid|used)
    (buy|order|purchase) nothing (from|at) (anyone|anywhere|any MERCHANT) (but|except|other than) [at|from] SHOPS
    BLOCK (any|every|all) MERCHANT (that isn't|that is not|that aren't|that are not|which is not|which are not|not|other than) DOMAINS
    (any|every|all|each) MERCHANT (not on|not in|outside of|outside) (this|the) list NOT_ALLOWED : DOMAINS
    ONLY DOMAINS (may|can|should|must|shall|is to|are to) be (used|paid|accessed|bought from|ordered from|charged|called)
    (AGENT_MAY|AGENT) (stick|keep|be limited|be restricted|be confined|limit itself|restrict itself|sticks|keeps) to [buying from|purchases from] SHOPS [only]
    ONLY DOMAINS (are|is) (allowed|permitted|approved|authorized|authorised|accepted|valid|acceptable) MERCHANT
    [the|our|my] [approved|authorized|authorised|allowed|permitted|possible] MERCHANT (is|are) (limited|restricted) to DOMAINS
    PURCHASES (from|at|to|with) [any|all] MERCHANT (other than|except|outside|outside of|but|besides) DOMAINS NOT_ALLOWED
    (i|we) ONLY want (it|AGENT) (using|buying from|shopping at|ordering from|paying|to use|to buy from|to pay|to order from|to shop at) SHOPS
    ONLY (let|allow) AGENT [to] (BUY AT|pay|use|order from|shop at) SHOPS
    [the] (only|sole|single|one) MERCHANT [that is|that are] [allowed|approved|permitted|authorized|authorised|we use|we buy from|AGENT_MAY (use|pay|buy from|shop at)|in use] [is|are|:|is :|are :] DOMAINS
    (the following|these) (MERCHANT|domains) (are|is) [ONLY] (allowed|approved|permitted|authorized|authorised|whitelisted) [for (purchases|payments|spending|use|buying)] : DOMAINS
    ONLY (the following|these) (MERCHANT) [are (allowed|permitted|approved)|may be used|can be used|may be paid] : DOMAINS
    (PURCHASES|TXS|all TXS|spending) (shall|must|should|will|may|can|has to|have to|is to|are to) [only|exclusively|all] (come from|go to|be with|go through|be directed to|be placed with|be sent to|be bought from|originate from|happen at|happen on|take place at|be made at|be made with) [only] SHOPS
    (we|i) ONLY (use|buy from|shop at|pay|work with|order from|purchase from|deal with|do business with|trust|have accounts with|have an account with) SHOPS
    (purchase|order|buy|shop|source|get things|buy things|buy everything|order everything) (exclusively|solely|only) (from|at|with|on) SHOPS
    (source|get) (everything|all purchases) (from|at) SHOPS only
    AGENT (buys|pays|shops|orders|purchases) [only] (from|at) ONLY SHOPS | AGENT ONLY (buys from|pays|shops at|orders from|purchases from|deals with|uses) SHOPS
    (lock|lock it|restrict|limit|confine|keep) [AGENT|it|PURCHASES|spending|things] (down to|to) [only] [MERCHANT] SHOPS [only]
    (spend|money|funds) (may|can|must|should) ONLY (go|be sent|be paid) to SHOPS
    ONLY DOMAINS [are|is] (allowed|permitted|approved|ok|okay)
    ONLY the following MERCHANT are (allowed|permitted|approved) : DOMAINS
    PURCHASES (shall|shall only) be [only] (made|placed) [only] AT SHOPS
    IS_ONLY_ALLOWED (BUY AT|pay|use) SHOPS
    (PURCHASES|TXS) (may|can|must|should) ONLY (go|be sent|be made|be paid) (to|AT) SHOPS
    no other MERCHANT (than|but|except) DOMAINS
    nothing outside [of] SHOPS
    (BUY AT|pay|use) SHOPS (and|,|, and) (nowhere else|nothing else|no one else|nobody else)
    (stick|keep) (to|with) SHOPS [only]
    (we|i) (BUY|order|pay|shop|purchase) (ONLY AT|AT ONLY) SHOPS | (we|i) (BUY|order|shop|purchase) AT SHOPS (only|exclusively)
    ONLY (pay|accept|settle|process|allow|approve|permit|make) (invoices|bills|charges|orders|TXS|payments|purchases) (from|at|to|by|of|with) SHOPS
    (pay|accept|settle|process|allow|approve|permit) (invoices|bills|charges|orders|TXS|payments|purchases) (ONLY (from|at|to)|(from|at|to) ONLY) SHOPS
    DOMAINS (is|are) the only (allowed|approved|permitted|authorized) (MERCHANT|ones)
    [the|all|every|each|any] MERCHANT must be [one of|either] DOMAINS
    ONLY SHOPS
    SHOPS (only|exclusively)
    ONLY (at|from|with|on|to) SHOPS
    [AGENT_MAY|AGENT|let AGENT] ONLY (BUY AT|be used AT|deal with|allow|permit|allow PURCHASES AT|use|pay) SHOPS
    [AGENT_MAY|AGENT|let AGENT] (BUY|be used|deal) (ONLY AT|AT ONLY) SHOPS | [AGENT_MAY|AGENT|let AGENT] (pay|use|allow) ONLY SHOPS | [AGENT_MAY|AGENT|let AGENT] (BUY|be used|deal) AT SHOPS (only|exclusively)
    (AGENT_MAY|MAY) (BUY|be used) (AT) SHOPS only
    ONLY (PURCHASES|TXS) [AT|made AT] SHOPS [are|is] [allowed|permitted|authorized|authorised|approved|accepted|acceptable|ok|okay|fine]
    (PURCHASES) (are|is) [ONLY] (allowed|permitted|limited|restricted|possible) ONLY (AT|to) SHOPS
    (PURCHASES) (are|is) ONLY (allowed|permitted|possible) (AT|to) SHOPS
    (PURCHASES) (are|is) (allowed|permitted|authorized|authorised|approved|accepted) (AT|to) SHOPS only
    (PURCHASES|AGENT) [are|is] (limited|restricted) to [purchases AT|buying AT|spending AT|payments to] SHOPS [only]
    PURCHASES (must|may only|can only|should only|have to|should|are to) [only] be [only] (made|placed) [only] (AT) SHOPS [only]
    PURCHASES [must|should|may|can] [ONLY] AT SHOPS only
    (restrict|limit) [PURCHASES|AGENT|it|spending] to [:] [purchases AT] SHOPS [only]
    (restrict|limit) to [MERCHANT] [:] SHOPS
    (restrict|limit) (PURCHASES|AGENT|it) [only] to (the|these) [MERCHANT] [:] SHOPS
    allow ONLY [PURCHASES AT|payments to|purchases from] SHOPS
    allow [PURCHASES] ONLY (AT) SHOPS
    allow [PURCHASES|payments] [AT|to] SHOPS only
    (nowhere|nothing|no one|no MERCHANT) (but|except|other than) [AT] SHOPS
    no (MERCHANT|PURCHASES) (but|except|other than|except for|outside|outside of) [AT|those] SHOPS
    no PURCHASES [at|from] (anywhere|anyone|any MERCHANT) (but|except|other than|except for) SHOPS
    DONT (BUY AT|BUY|pay) (anywhere|anyone|any MERCHANT|a MERCHANT|any other MERCHANT|anybody|any other MERCHANT) (but|except|other than|except for|besides|outside of) [AT] SHOPS
    DONT (BUY|pay) (except|other than|outside|outside of|but) [AT] SHOPS
    (PURCHASES|anything|everything|TXS|MERCHANT|all MERCHANT|any MERCHANT) [made] (outside|outside of|other than|not on|not from|not at|except|except for|except from|except at) SHOPS (NOT_ALLOWED)
    (block|deny|decline|reject|refuse) (everything|all MERCHANT|anything|every MERCHANT|all other MERCHANT|PURCHASES) (except|but|other than|except for|outside|outside of) [AT] SHOPS
    (everything|all MERCHANT|anything|every MERCHANT|PURCHASES) (except|but|other than|except for|outside|outside of) [AT] SHOPS NOT_ALLOWED
    (the) [only] (allowed|approved|permitted|authorized) MERCHANT (is|are) [only] [:] DOMAINS [only]
    the only MERCHANT [allowed|permitted|AGENT_MAY BUY AT|you may use|it may use] (is|are) DOMAINS
    subdomains of DOMAINS (only) {subdomains}
    only subdomains of DOMAINS {subdomains}`,
  ALLOW_MERCHANTS: `[the|my|our] MERCHANT (:|=) {closes} DOMAINS
    [the|my|our] (accepted|allowed|approved|permitted|authorized) MERCHANT [:|is|are|=] DOMAINS (and|including|plus) [all] [of] (its {its}|their {their}) subdomains
    [the|my|our] accepted MERCHANT [:|is|are|=|are :] DOMAINS [only]
    (these|the following) MERCHANT are (allowed|permitted|approved) : DOMAINS
    [the|my|our] (allowed|approved|permitted|accepted|authorized|authorised) MERCHANT list [is|:|is :] DOMAINS
    [please] (allow|permit|whitelist|allowlist|approve|authorize|authorise) [PURCHASES AT|payments to|spending at|purchases from|TXS at|TXS with|spending on|the use of|buying from] SHOPS
    (allow list|allowlist|whitelist|white list|approved list|safe list|allowed list) [:|is|=] SHOPS
    [the|my|our] (allowed|approved|permitted|authorized|authorised|whitelisted|allowlisted|ok) (MERCHANT|list) [:|is|are|=|are :] DOMAINS [only]
    [the|my|our] (MERCHANT) (allowed|approved|permitted) [:|is|are|=|are :] DOMAINS [only]
    (allowed|permitted|approved|ok|okay) (:|=) SHOPS
    (allow|permit) [:|=] SHOPS
    (AGENT_MAY|MAY) (BUY) AT SHOPS
    PURCHASES (AT|to) SHOPS (are|is) (allowed|permitted|fine|ok|okay)
    PURCHASES (are|is) (allowed|permitted|authorized|authorised|approved|accepted) (AT|to) SHOPS
    MERCHANT whitelist [:|=] DOMAINS
    DOMAINS (is|are) (allowed|permitted|fine|ok|okay|approved|authorized) {fine}
    [all|any] (subdomains|subdomain) of DOMAINS (are|is) (allowed|permitted|fine|ok|okay) {subdomains}
    allow subdomains of DOMAINS {subdomains}`,
  ONLY_CATEGORIES: `(AGENT_MAY|AGENT) (stick|keep|be limited|be restricted|be confined|limit itself|restrict itself|sticks|keeps) to [buying|purchases of|PURCHASES OFFOR|spending on] CATS [only]
    (allow|permit|buy|approve|accept|purchase|pay for) nothing (but|except|other than|besides) CATS
    (block|deny|reject|refuse|decline|forbid|prohibit|disallow|ban) all (except|but|other than|except for|apart from) CATS
    ONLY (let|allow) AGENT [to] (BUY_FOR) CATS
    PURCHASES outside [of] CATS NOT_ALLOWED
    (spending|spend|purchases|payments|anything|everything) outside [of] [the] [CATEGORY|categories of] CATS (NOT_ALLOWED)
    (restrict|limit|confine|lock) (AGENT|it|this|PURCHASES|things|everything|all PURCHASES|use|usage|its use|this agent) [down] [only] to [buying|PURCHASES OFFOR|spending on|purchases in|the categories|the category] CATS [only]
    AGENT (is|are) (for|meant for|intended for|to be used for|there for) (CATS only|ONLY CATS)
    AGENT (is|are) ONLY (for|meant for|intended for|to be used for|supposed to buy|meant to buy|there for|there to buy) CATS
    AGENT exists ONLY (for|to buy) CATS
    (we|i) ONLY (buy|pay for|spend on|need|want|purchase|want it to buy|want AGENT to buy|fund|approve|cover|let it buy|let AGENT buy) CATS
    AGENT ONLY (buys|pays for|spends on|purchases|orders|needs|handles|covers) CATS
    (spend|money|funds|the money|the budget|the funds|budget) (is|are) (ONLY for|for ONLY|strictly for|reserved for|earmarked for|exclusively for|solely for) CATS
    strictly (for) CATS | strictly CATS ONLY | CATS and (nothing else|nothing more|that is it|only that)
    (CATS) , nothing else [, please]
    the only (thing|things) (AGENT_MAY|AGENT) (buy|pay for|spend on|purchase) (is|are) CATS
    (just) (buy|purchase|pay for|order) CATS
    (spend|use the money|use it|use the budget|use this budget) (only|exclusively|solely) (on|for) CATS
    (buy|purchase|order|pay for) (CATS only|ONLY CATS|nothing but CATS|nothing other than CATS|nothing except CATS)
    (funds|the funds|money|this budget|the budget|this wallet|this card|this money) (may|can|must|should|shall) ONLY be (used|spent) (for|on) CATS
    IS_ONLY_ALLOWED (BUY_FOR|BUY on) CATS
    for CATS only
    (stick|keep) (to|with) CATS [only]
    CATS (is|are) the only [allowed|approved|permitted|authorized|acceptable] (CATEGORY|ones|purchases|things|expenses|uses|spending) [to be (bought|paid|purchased|allowed)|to (buy|pay for)|allowed|permitted|AGENT_MAY (buy|pay for|spend on|purchase)|we (pay for|buy|need|allow)|i (allow|pay for|want)|it may buy|you may buy|that AGENT_MAY (buy|purchase|pay for)|that (is|are) allowed|AGENT should (buy|pay for)]
    use ONLY for CATS
    (use (it|this|this wallet|this card|this budget|the budget|this money|the money)|AGENT_MAY use (this|it)) (ONLY for CATS|for CATS only)
    ONLY (these|the following) [CATEGORY] [:] NAMED_CATEGORIES
    ONLY (these|the following) CATEGORY [are (allowed|permitted|authorized|authorised|approved|accepted)] : NAMED_CATEGORIES
    [AGENT_MAY|AGENT] ONLY BUY_FOR CATS and BUY_FOR CATS
    (BUY_FOR) CATS (and|,|, and) nothing else
    ONLY [on|for] CATS
    CATS (only|exclusively)
    [AGENT_MAY|AGENT|let AGENT] ONLY (BUY_FOR|BUY on|allow|permit|allow PURCHASES OFFOR|allow TXS for|be used for|use it for) CATS
    [AGENT_MAY|AGENT|let AGENT] (BUY_FOR|be used for|BUY on) (ONLY CATS|CATS only|CATS exclusively)
    [AGENT_MAY|AGENT|let AGENT] (spend|buy|be used|pay|use this wallet|use this card|use the wallet) ONLY (on|for) CATS
    (AGENT|this wallet|this card|this budget|it|this mandate|this) (is|are) (ONLY for|for) CATS (only) [TXS]
    (AGENT|this wallet|this card|this budget|it|this mandate|this) (is|are|is meant|is to be used|may be used|can be used) ONLY for CATS [TXS|spending]
    (AGENT|this wallet|this card|this budget|this mandate) (is|are) (limited|restricted) to [PURCHASES OFFOR|buying|spending on|TXS for] CATS
    (AGENT|this wallet|this card) is for [PURCHASES OFFOR] CATS [spend|purchases|spending] (only|and nothing else|, nothing else)
    ONLY CATS (may be|can be|is|are|should be|are to be|is to be|shall be|must be) (ordered|paid from this wallet|purchased|bought|allowed|permitted|paid for|paid|ok|okay|fine|approved)
    ONLY (PURCHASES OFFOR|spending on|TXS for|allow PURCHASES OFFOR) CATS [are|is] [allowed|permitted|authorized|authorised|approved|accepted|acceptable|ok|okay|fine]
    ONLY CATS (are|is) (allowed|permitted|authorized|authorised|approved|accepted|ok|okay|fine)
    (PURCHASES) (are|is) [ONLY] (allowed|permitted|limited|restricted|ok) (ONLY for|to|only on|only in) CATS [only]
    (PURCHASES) (are|is) ONLY (allowed|permitted|ok|okay) (for|on|in) CATS
    PURCHASES (must|may only|should only|can only|should|have to) [only] be (for|of|in) CATS [only]
    (restrict|limit) (PURCHASES|AGENT|it|this wallet|yourself|purchasing) [only] to [buying|PURCHASES OFFOR|spending on] CATS [only]
    allow ONLY [PURCHASES OFFOR] CATS
    [we|i] (allow|permit) [PURCHASES OFFOR|buying|buying of] CATS (only|exclusively)
    PURCHASES (shall be|must be|should be|will be|may be|have to be) (limited|restricted|confined) to CATS [only]
    nothing (other than|but|except) CATS (may|can) be (purchased|bought|paid for|paid)
    AGENT (pays for|buys|spends on|spends money on) (ONLY CATS|CATS only)
    (we|i) ONLY (allow|permit) [PURCHASES OFFOR] CATS
    (nothing|no purchases|no spending) (but|except|other than|except for|besides) [on|for] CATS
    DONT (buy|spend on|purchase|pay for|spend money on|order) (anything|things) (other than|but|except|except for|besides|outside of) CATS
    DONT (spend|spend money|spend anything) (except|other than|but) on CATS
    (block|deny|reject|refuse|decline|forbid|prohibit|disallow|ban) (everything|anything|all CATEGORY|every CATEGORY|all PURCHASES) (except|but|other than|except for|apart from) CATS
    (everything|anything|all CATEGORY|every CATEGORY|PURCHASES) (except|but|other than|except for|apart from) [for|on] CATS (NOT_ALLOWED)
    the only (allowed|approved|permitted) (CATEGORY) (is|are) [:] NAMED_CATEGORIES
    nothing outside [of] CATS`,
  // The wallet has one use: the limit and the list hold together.
  SPEND_ONLY_ON: `AGENT_MAY SPEND [UP_TO] AMOUNT PERIOD (on|for) CATS only
    (spend|pay) UP_TO AMOUNT PERIOD on CATS only`,
  OFFOR: 'of | for | on | in | from',
  ALLOW_CATEGORIES: `CATS (payments|purchases|spending|expenses) (are|is) (allowed|permitted|approved|authorized|authorised)
    AGENT (is|are) (allowed|permitted|authorized|authorised|free|cleared|approved) to (BUY_FOR|make purchases in|make purchases for) CATS
    AGENT MAY (make (purchases|payments) (for|in|of)|place orders for|spend on|cover|purchase) CATS
    (permitted|allowed|approved|authorized) (spending|spend|use|uses|purchases|expenses|purchase types|types) [:|is|are] CATS
    (categories|category) [that are] (allowed|permitted|approved) [are|is|:|are :] NAMED_CATEGORIES
    [(PURCHASES|TXS) (in|from|at|for|with|to)] (these|the following) CATEGORY are (allowed|permitted|authorized|authorised|approved|accepted) : NAMED_CATEGORIES
    (AGENT_MAY|MAY) BUY_FOR CATS and [may|can] BUY_FOR CATS
    (we|i) (allow|permit) [PURCHASES OFFOR|buying|buying of|spending on|the purchase of] CATS
    (payment|payments) for CATS (is|are) (allowed|permitted|authorized|authorised|approved|accepted)
    [please] (allow|permit|authorize|authorise|approve|allow for|enable) [PURCHASES OFFOR|spending on|buying|the purchase of] CATS
    [please] (allow|permit) AGENT to (BUY_FOR) CATS
    (allow list|allowlist|whitelist) [:|is|=] CATS
    [the|my|our] (allowed|approved|permitted|authorized|authorised|whitelisted) [spending] (CATEGORY|purchases|spending|items|merchant types) [:|is|are|=|are :] NAMED_CATEGORIES [only]
    CATEGORY (allowed|permitted|authorized|authorised|approved|accepted) [:|=] NAMED_CATEGORIES
    (allowed|permitted|approved) only (:|=) CATS
    (allowed|permitted|approved) (:|=) CATS
    (allow|permit) [:|=] CATS
    (AGENT_MAY|MAY) (BUY_FOR) CATS
    (AGENT_MAY|MAY) spend [money] on CATS
    let AGENT (BUY_FOR) CATS
    this wallet is for [PURCHASES OFFOR] CATS [spend|purchases|spending]
    (PURCHASES) (OFFOR) CATS (are|is) (allowed|permitted|authorized|authorised|approved|accepted)`,
  CATEGORIES_ARE_FINE: `[PURCHASES OFFOR] CATS ALLOWED_PREDICATE {fine}
    CATS : (allowed|yes|ok|okay|fine|permitted) {fine}`,
  EXCEPT:
    '[,] (except|except for|excluding|apart from|minus|with the exception of|other than) | [,] (but not|but no|but never) {but}',
  ALLOW_BUT: `(allow|permit|allow ONLY|ONLY|allow all|ONLY allow) CATS EXCEPT BANNED_CATS
    CATS (is|are) (allowed|permitted|fine|ok|okay) EXCEPT BANNED_CATS
    (AGENT_MAY|MAY) [ONLY] (BUY_FOR) CATS EXCEPT BANNED_CATS
    allowed [CATEGORY] [:] CATS EXCEPT BANNED_CATS
    CATS [,] (except|except for|excluding) BANNED_CATS [,] (is|are) (allowed|permitted|fine|ok|okay)`,
  BLOCK_CATEGORIES: `IN_NO_CASE (may|shall|should|can|must|will) AGENT (BUY_FOR|buy any|spend [any] [money] on|pay any) BANNED_CATS
    (buy|purchase|order|pay for) nothing (from|at|in|on|related to) BANNED_CATS
    [a] (hard|big|absolute|firm|definite|strict) no (on|to|for) BANNED_CATS
    (no to|nothing for) BANNED_CATS {bare_no}
    everything's {everything} [fine|ok|okay|allowed|permitted] [,] (except|but|except for|other than|apart from|excluding|but not|besides) [for] BANNED_CATS
    AGENT (is|are) not (allowed|permitted|authorized|authorised|supposed|meant) to (BUY_FOR|spend [any] [money] on|buy [any]|touch|pay [for] any) BANNED_CATS
    AGENT (never|does not|doesn't|won't|will not|will never) (buy|buys|pay for|pays for|spend on|spends on|spend money on|purchase|purchases|touch|touches) [any] BANNED_CATS
    (keep|leave) BANNED_CATS (out|off the list|out of it|off limits|blocked|off)
    BANNED_CATS (should|must|shall|has to|have to|is to|are to|needs to|need to) (stay|remain|be kept|be) (blocked|off limits|closed|off|forbidden|excluded|banned|out)
    BANNED_CATS (may not|must not|should not|cannot|can't|can not|shall not|may never|must never) be (used|bought|purchased|paid|paid for|charged|ordered|allowed|touched)
    [AGENT] DONT [ever] (touch|go near|deal with|get involved in|get involved with|engage in|engage with|transact with|do business with|support|fund|order from|transact in|approve|authorize|make payments to|make payments for|make purchases at|make purchases from|make purchases in|send money to|waste money on|go to|put money into|put money in|put any money into|sign up for|accept|process) [any] BANNED_CATS
    (we|i) (don't|do not|never) (want|allow|permit|tolerate|accept|support|approve|do|touch|fund|pay for|buy) [any] [spending on|purchases of|payments to|payments for|money going to|money spent on] BANNED_CATS
    BANNED_CATS (is|are) (a no|no go|a no no|no no|out of bounds|out of the question|not ok|not okay|not allowed|taboo|excluded|never ok|never okay|strictly off limits|always declined|always blocked|always rejected|not to be bought|not to be purchased|not something we buy|not acceptable|to be blocked|to be declined|to be rejected|to be avoided|to be refused|to be excluded)
    (stay|keep|steer) (away|clear|well away|far away) (from|of) BANNED_CATS
    [the] (banned|blocked|forbidden|prohibited|excluded|off limits|disallowed|denied|no go|not allowed) (list|things|stuff|merchants|merchant types|types|spending|spend|purchase types|expenses) [is|are|:|=] NAMED_CATEGORIES
    (no go|no gos|no goes|no no|no nos|don'ts|not permitted|exclude|excluded|exclusions|excludes|avoid|banned|banned categories|off limits|refuse|reject|decline|ban|skip|deny) : BANNED_CATS
    (categories|category) [that are] (blocked|forbidden|prohibited|banned|not allowed|off limits) [are|is|:|are :] NAMED_CATEGORIES
    (refuse|reject|decline|deny) to (buy|pay for) BANNED_CATS
    [please] (refrain|abstain) from (buying|purchasing|paying for|spending on|spending money on) BANNED_CATS
    (no money|not a cent|not a dollar|no funds|no budget|zero spend|zero spending) (for|on|to|towards|toward|goes to|may go to|should go to) BANNED_CATS
    (nothing|no spending|no purchases|no payments|no TXS|no TX) (in|from|for|on|at|involving|related to|to do with|connected to) [the] (BANNED_CATS|NAMED_CATEGORIES (category|categories|group|groups))
    [(PURCHASES|TXS) (in|from|at|for|with|to)] (these|the following) CATEGORY are (blocked|forbidden|prohibited|banned|not allowed|off limits) : NAMED_CATEGORIES
    (do not|don't|never) let AGENT (BUY_FOR|buy any|spend [money] on) BANNED_CATS
    (i|we) (do not|don't) want (AGENT to (BUY_FOR|buy any|spend [money] on)|any|it buying) BANNED_CATS
    (it is|it's) [strictly] (forbidden|prohibited|not allowed|not permitted|not ok|not okay|never allowed|never ok|never okay) to (BUY_FOR|buy any|spend [money] on) BANNED_CATS
    AGENT (is|are) [strictly] (forbidden|prohibited|banned) (to (BUY_FOR|spend [money] on)|from (buying|spending [money] on|paying for|purchasing)) BANNED_CATS
    [make sure|ensure] AGENT never (pays for|buys|spends on|spends money on) BANNED_CATS
    (we|i) (do not|don't|never) (buy|pay for|purchase|spend money on) [any] BANNED_CATS
    (AGENT) MAY_NOT make (payments|purchases) (to|for|at|from|of) BANNED_CATS
    (i|we) (do not|don't) want AGENT (buying|spending [money] on|paying for|purchasing) [any] BANNED_CATS
    no PURCHASES in the NAMED_CATEGORIES (category|categories)
    [strictly] BLOCK [all PURCHASES OFFOR|any PURCHASES OFFOR|PURCHASES OFFOR|spending on|TXS to|payments to|anything related to|everything related to] BANNED_CATS [transactions|purchases|spending|spend]
    [absolutely|strictly|definitely] no [PURCHASES (OFFOR|related to|to|at)|spending on|payments to|payments for|buying|money for|money on|TXS for|TXS to|TXS at|purchases from|purchases at] BANNED_CATS [allowed|whatsoever|at all|please|ever] {bare_no}
    [AGENT] DONT [ever] (BUY_FOR|spend [any] [money] on|pay for|buy [any]|purchase [any]|buy from|buy at|shop at|pay|pay [any]|use this wallet for|spend anything on|buy anything from|pay for any|make purchases of|order [any]|spend money at|spend on) BANNED_CATS [at all|ever]
    never BANNED_CATS {bare_no}
    (AGENT) MAY_NOT (BUY_FOR|be used for|spend [money] on|buy [any]) BANNED_CATS
    (AGENT|this wallet|this card) (MAY_NOT|must never|should never) be used (for|at) BANNED_CATS
    [all] [PURCHASES OFFOR|the purchase of|buying|purchasing] BANNED_CATS [TXS] (NOT_ALLOWED)
    [spending on|payments for|payments to|purchases from] BANNED_CATS (NOT_ALLOWED)
    BANNED_CATS (:|-|are|is) (never|no|off|a no) {bare_no}
    BANNED_CATS [:|-|are|is] (blocked|forbidden|prohibited|not allowed|banned|off limits|strictly forbidden|strictly prohibited|a no go|denied|disallowed|excluded)
    [the] (blocked|forbidden|prohibited|banned|excluded|disallowed|denied|blacklisted|restricted|not allowed|never allowed|unauthorized|non permitted) [spending] [CATEGORY|purchases|MERCHANT types|items|merchant categories|category list] [:|is|are|=|are :|include] NAMED_CATEGORIES
    (CATEGORY|categories) (blocked|forbidden|prohibited|not allowed|banned) [:|=] NAMED_CATEGORIES
    (block|block list|blocklist|blacklist|deny list|denylist|deny|forbid|not allowed|never|no|never allow|do not allow|don't allow|prohibited|off limits|do not buy|don't buy|never buy) : BANNED_CATS
    (everything|anything|all CATEGORY|any CATEGORY|all PURCHASES|every CATEGORY) {everything} [is|are] [allowed|fine|ok|okay|permitted] [,] (except|but|except for|other than|apart from|excluding|but not|save for|aside from|besides) [for] [CATEGORY] BANNED_CATS [is|are] [allowed|fine|ok|okay|permitted|good|is allowed|are allowed|is fine|are fine|is ok|is okay|goes]
    (allow|permit|buy) (everything|anything|all CATEGORY|any CATEGORY|all PURCHASES) {everything} [,] (except|but|except for|other than|apart from|excluding|but not|besides) [for] BANNED_CATS
    AGENT_MAY (buy|spend on|pay for|purchase) (anything|everything) {everything} [,] (except|but|except for|other than|apart from|excluding|but not|besides) BANNED_CATS
    [absolutely|strictly] nothing (from|on|at|related to|to do with) BANNED_CATS
    nothing from BANNED_CATS`,
  CATEGORIES_AT_MERCHANTS: `[AGENT_MAY|AGENT] ONLY (BUY|buy|order) {only} CATS (from|at|on) SHOPS
    [AGENT_MAY|AGENT] (buy|order|purchase) {only} ONLY CATS (from|at) SHOPS
    [AGENT_MAY|AGENT] (buy|order|purchase) CATS (from|at|on) SHOPS [only {only}]
    ONLY {only} CATS (from|at) SHOPS
    (allow|permit) CATS (from|at) SHOPS
    (allow|permit) ONLY {only} CATS (from|at) SHOPS
    [PURCHASES of] CATS (from|at) SHOPS only {only}
    [buy|get|purchase|order] CATS only (from|at) SHOPS {only}`,
}
