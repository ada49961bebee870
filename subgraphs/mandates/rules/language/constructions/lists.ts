// Merchants that alone may be paid, categories that alone may be bought, categories that may not.
export const LISTS: Readonly<Record<string, string>> = {
  SHOPS:
    '[the] [MERCHANT] [:] DOMAINS | [the] [approved|following|allowed|listed] MERCHANT [:] DOMAINS | DOMAINS [MERCHANT]',
  CATS: 'CATEGORIES | [all|any|all kinds of|any kind of|all types of|any type of|any form of|all forms of|the] CATEGORIES | [the] CATEGORY [:] NAMED_CATEGORIES | NAMED_CATEGORIES (category|categories) | [the] following [CATEGORY] : CATEGORIES',
  // A ban takes no "the": "not the gambling" points at something.
  BANNED_CATS:
    'CATEGORIES | (all|any|all kinds of|any kind of|all types of|any type of|any form of|all forms of|any and all) CATEGORIES | [the] CATEGORY [:] NAMED_CATEGORIES | NAMED_CATEGORIES (category|categories) | [the] following [CATEGORY] : CATEGORIES',
  AT: 'at | from | with | to | on',
  IS_ONLY_ALLOWED:
    "AGENT (is|are) (allowed|permitted|authorized) ONLY to | AGENT (is|are) ONLY (allowed|permitted|authorized|supposed) to | it's ONLY (allowed|permitted) to | (i|we) ONLY want AGENT to | you're ONLY (allowed|permitted) to",
  NOTHING_ELSE:
    'nothing else [is [allowed|permitted|ok|okay|fine]] | nowhere else | no one else | nobody else | no others | nothing more | no other MERCHANT | no other CATEGORY | and that is it | no other merchants | no other categories | no other sites | no other vendors',
  EVERYTHING_ELSE: `(everything|anything|all|nowhere|everywhere|anywhere) else [is|are|must be|should be|gets|to be] [strictly] (blocked|forbidden|prohibited|not allowed|off limits|denied|declined|banned|rejected|refused|excluded|disallowed|not permitted|a no)
    block (everything|anything|all) else | (nothing|nowhere|no one) else is (allowed|permitted|ok|okay|fine) | (all|any) (other|others) [CATEGORY|MERCHANT|TXS|purchases] [are|is] (blocked|forbidden|prohibited|not allowed|declined|denied|off limits|rejected)
    (do not|don't|never) (buy|allow|purchase|pay for|spend on) anything else | decline everything else | reject everything else | (forbid|deny|refuse|prohibit) (everything|anything) else | no other (purchases|spending|payments|transactions) [are|is] [allowed|permitted] | all else is (blocked|forbidden|prohibited)
    all other purchases are (blocked|forbidden|prohibited|declined|denied|not allowed) | not allowed : everything else | blocked : everything else`,
  ONLY: 'only | solely | exclusively | just',
  ONLY_MERCHANTS: `ONLY DOMAINS [are|is] (allowed|permitted|approved|ok|okay)
    ONLY the following MERCHANT are (allowed|permitted|approved) : DOMAINS
    PURCHASES (shall|shall only) be [only] (made|placed) [only] AT SHOPS
    IS_ONLY_ALLOWED (BUY AT|pay|use) SHOPS
    (PURCHASES|TXS) (may|can|must|should) ONLY (go|be sent|be made|be paid) (to|AT) SHOPS
    no other MERCHANT (than|but|except) DOMAINS
    nothing outside [of] SHOPS
    (BUY AT|pay|use) SHOPS (and|,|, and) (nowhere else|nothing else|no one else|nobody else)
    (stick|keep) to SHOPS [only]
    DOMAINS (is|are) the only (allowed|approved|permitted|authorized) (MERCHANT|ones)
    [the|all|every|each|any] MERCHANT must be [one of|either] DOMAINS
    ONLY SHOPS
    SHOPS (only|exclusively)
    ONLY AT SHOPS
    [AGENT_MAY|AGENT|let AGENT] ONLY (BUY AT|be used AT|deal with|allow|permit|allow PURCHASES AT|use|pay) SHOPS
    [AGENT_MAY|AGENT|let AGENT] (BUY|be used|deal) (ONLY AT|AT ONLY) SHOPS | [AGENT_MAY|AGENT|let AGENT] (pay|use|allow) ONLY SHOPS | [AGENT_MAY|AGENT|let AGENT] (BUY|be used|deal) AT SHOPS (only|exclusively)
    (AGENT_MAY|MAY) (BUY|be used) (AT) SHOPS only
    ONLY (PURCHASES|TXS) [AT|made AT] SHOPS [are|is] [allowed|permitted|ok|okay|fine]
    (PURCHASES) (are|is) [ONLY] (allowed|permitted|limited|restricted|possible) ONLY (AT|to) SHOPS
    (PURCHASES) (are|is) ONLY (allowed|permitted|possible) (AT|to) SHOPS
    (PURCHASES) (are|is) (allowed|permitted) (AT|to) SHOPS only
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
  ALLOW_MERCHANTS: `(these|the following) MERCHANT are (allowed|permitted|approved) : DOMAINS
    [the|my|our] (allowed|approved) MERCHANT list [is|:|is :] DOMAINS
    [please] (allow|permit|whitelist|allowlist|approve|authorize|authorise) [PURCHASES AT|payments to|spending at|purchases from|TXS at|TXS with|spending on|the use of|buying from] SHOPS
    (allow list|allowlist|whitelist|white list|approved list|safe list|allowed list) [:|is|=] SHOPS
    [the|my|our] (allowed|approved|permitted|authorized|authorised|whitelisted|allowlisted|ok) (MERCHANT|list) [:|is|are|=|are :] DOMAINS [only]
    [the|my|our] (MERCHANT) (allowed|approved|permitted) [:|is|are|=|are :] DOMAINS [only]
    (allowed|permitted|approved|ok|okay) (:|=) SHOPS
    (allow|permit) [:|=] SHOPS
    (AGENT_MAY|MAY) (BUY) AT SHOPS
    PURCHASES (AT|to) SHOPS (are|is) (allowed|permitted|fine|ok|okay)
    PURCHASES (are|is) (allowed|permitted) (AT|to) SHOPS
    MERCHANT whitelist [:|=] DOMAINS
    DOMAINS (is|are) (allowed|permitted|fine|ok|okay|approved|authorized) {fine}
    [all|any] (subdomains|subdomain) of DOMAINS (are|is) (allowed|permitted|fine|ok|okay) {subdomains}
    allow subdomains of DOMAINS {subdomains}`,
  ONLY_CATEGORIES: `(funds|the funds|money|this budget|the budget|this wallet|this card|this money) (may|can|must|should|shall) ONLY be (used|spent) (for|on) CATS
    IS_ONLY_ALLOWED (BUY_FOR|BUY on) CATS
    for CATS only
    (stick|keep) to CATS [only]
    CATS (is|are) the only (allowed|approved|permitted) (CATEGORY|ones|purchases|things)
    use ONLY for CATS
    (use (it|this|this wallet|this card|this budget|the budget|this money|the money)|AGENT_MAY use (this|it)) (ONLY for CATS|for CATS only)
    ONLY (these|the following) [CATEGORY] [:] NAMED_CATEGORIES
    ONLY (these|the following) CATEGORY [are (allowed|permitted)] : NAMED_CATEGORIES
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
    ONLY CATS (may be|can be|is|are|should be) (purchased|bought|allowed|permitted|paid for|paid|ok|okay|fine|approved)
    ONLY (PURCHASES OFFOR|spending on|TXS for|allow PURCHASES OFFOR) CATS [are|is] [allowed|permitted|ok|okay|fine]
    ONLY CATS (are|is) (allowed|permitted|ok|okay|fine)
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
    block (everything|anything|all CATEGORY|every CATEGORY|all PURCHASES) (except|but|other than|except for|apart from) CATS
    (everything|anything|all CATEGORY|every CATEGORY|PURCHASES) (except|but|other than|except for|apart from) [for|on] CATS (NOT_ALLOWED)
    the only (allowed|approved|permitted) (CATEGORY) (is|are) [:] NAMED_CATEGORIES
    nothing outside [of] CATS`,
  // The wallet has one use: the limit and the list hold together.
  SPEND_ONLY_ON: `AGENT_MAY SPEND [UP_TO] AMOUNT PERIOD (on|for) CATS only
    (spend|pay) UP_TO AMOUNT PERIOD on CATS only`,
  OFFOR: 'of | for | on | in | from',
  ALLOW_CATEGORIES: `(these|the following) CATEGORY are (allowed|permitted) : NAMED_CATEGORIES
    (AGENT_MAY|MAY) BUY_FOR CATS and [may|can] BUY_FOR CATS
    (we|i) (allow|permit) [PURCHASES OFFOR|buying|buying of|spending on|the purchase of] CATS
    (payment|payments) for CATS (is|are) (allowed|permitted)
    [please] (allow|permit|authorize|authorise|approve|allow for|enable) [PURCHASES OFFOR|spending on|buying|the purchase of] CATS
    [please] (allow|permit) AGENT to (BUY_FOR) CATS
    (allow list|allowlist|whitelist) [:|is|=] CATS
    [the|my|our] (allowed|approved|permitted|authorized|authorised|whitelisted) [spending] (CATEGORY|purchases|spending|items|merchant types) [:|is|are|=|are :] NAMED_CATEGORIES [only]
    CATEGORY (allowed|permitted) [:|=] NAMED_CATEGORIES
    (allowed|permitted|approved) (:|=) CATS
    (allow|permit) [:|=] CATS
    (AGENT_MAY|MAY) (BUY_FOR) CATS
    (AGENT_MAY|MAY) spend [money] on CATS
    let AGENT (BUY_FOR) CATS
    this wallet is for [PURCHASES OFFOR] CATS [spend|purchases|spending]
    (PURCHASES) (OFFOR) CATS (are|is) (allowed|permitted)`,
  CATEGORIES_ARE_FINE: `[PURCHASES OFFOR] CATS ALLOWED_PREDICATE {fine}
    CATS : (allowed|yes|ok|okay|fine|permitted) {fine}`,
  EXCEPT:
    '[,] (except|except for|excluding|apart from|minus|with the exception of|other than) | [,] (but not|but no|but never) {but}',
  ALLOW_BUT: `(allow|permit|allow ONLY|ONLY|allow all|ONLY allow) CATS EXCEPT BANNED_CATS
    CATS (is|are) (allowed|permitted|fine|ok|okay) EXCEPT BANNED_CATS
    (AGENT_MAY|MAY) [ONLY] (BUY_FOR) CATS EXCEPT BANNED_CATS
    allowed [CATEGORY] [:] CATS EXCEPT BANNED_CATS
    CATS [,] (except|except for|excluding) BANNED_CATS [,] (is|are) (allowed|permitted|fine|ok|okay)`,
  BLOCK_CATEGORIES: `(these|the following) CATEGORY are (blocked|forbidden|prohibited|banned|not allowed|off limits) : NAMED_CATEGORIES
    (do not|don't|never) let AGENT (BUY_FOR|buy any|spend [money] on) BANNED_CATS
    (i|we) (do not|don't) want (AGENT to (BUY_FOR|buy any|spend [money] on)|any|it buying) BANNED_CATS
    (it is|it's) [strictly] (forbidden|prohibited|not allowed|not permitted|not ok|not okay|never allowed|never ok|never okay) to (BUY_FOR|buy any|spend [money] on) BANNED_CATS
    AGENT (is|are) [strictly] (forbidden|prohibited|banned) (to (BUY_FOR|spend [money] on)|from (buying|spending [money] on|paying for|purchasing)) BANNED_CATS
    [make sure|ensure] AGENT never (pays for|buys|spends on|spends money on) BANNED_CATS
    (we|i) (do not|don't|never) (buy|pay for|purchase|spend money on) [any] BANNED_CATS
    (AGENT) MAY_NOT make (payments|purchases) (to|for|at|from|of) BANNED_CATS
    (i|we) (do not|don't) want AGENT (buying|spending [money] on|paying for|purchasing) [any] BANNED_CATS
    no PURCHASES in the NAMED_CATEGORIES (category|categories)
    [strictly] BLOCK [all PURCHASES OFFOR|any PURCHASES OFFOR|PURCHASES OFFOR|spending on|TXS to|payments to|anything related to|everything related to] BANNED_CATS
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
    nothing (from|on|at|related to|to do with) BANNED_CATS
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
