// The parts of a limit that may stand in any order: who, may or must, what is done, of what, how often, and one amount with
// the bound directly beside it. The first mark says which part it is; what parts make one limit is decided in composed.ts.
export const PARTS: Readonly<Record<string, string>> = {
  COMPOSED: 'LIMIT_PART',
  GAPPED: 'LIMIT_PART',
  LIMIT_PART: `{k_period} , (ADJUNCT|WITHIN_PERIOD) , | {k_cap} , (at most|at the most|at maximum|tops) , | {k_period} (ADJUNCT|WITHIN_PERIOD) | {k_each} each {tx} | {k_one} one (day {day}|month {month})
    {k_subject} (SUBJECT|[the] TIME_OF (sum|total|totals)|[the] (total|sum) of ANY_OF (day {day}|month {month})) | {k_noun} TX {tx} | {k_none} NO_SUBJECT
    {k_who} (AGENT|we {we}|this (card|wallet)) [TOO]
    {k_may} (PERMIT|is good to) | {k_must} (should|shall|must|will|ought to|is to|are to) | {k_need} (has to|have to|needs to|need to) | {k_grant} GRANTS
    {k_want} (want|wants|wish|wishes|intend|intends|would like|plan|plans|prefer) to | {k_label} (:|=)
    {k_not} ([just|simply] (MAY_NOT|DONT)|NOT_BE [to]|never|(does|do) not|doesn't|NOT_HAVING|IN_NO_CASE)
    {k_spend} (SPEND|send|go through|get through|drop|fork out|splash out|spends|pays|uses|goes through|accept|allow|take|buy (a thing|anything|something|things)|commit to|set|effect|enter into|execute|make|go)
    {k_be} (is|are|be|stay|stays|remain|remains|be (kept|held|contained|confined|limited|capped)|cost|costs|come to|comes to|reach|amount to)
    {k_have} (has|have|gets|has got|have got|(is|are) given) | {k_own} (HAVE_GOT|i GRANTS) | {k_available} (TO_SPEND|free to use)
    {k_cap} CAP_WORDS | {k_total} [the|our] [grand|overall] total | {k_end} END_WORDS | {k_banned} (NOT_ALLOWED|(is|are) (out|no go|a no go|a no|not on))
    {k_upper} [AT_SUM] ((UP_TO|AT_TOP|until|till|at or (under|below)) [TOTAL_OF] MONEY|MONEY (or (less|under|below)|AT_TOP)) | {k_over} OVER_AMOUNT [TOTAL_OF] MONEY | {k_amount} [AT_SUM] MONEY
    {k_pause} , | {k_that} ([and] (that|those|the one|one|the ones|it|they|this))`,
  NOT_HAVING:
    "(i'm|i am|we're|we are) not having AGENT | (i|we) (won't|will not) have AGENT | (i|we) (don't|do not|won't|will not) (want|allow|accept) [AGENT] [to]",
  GRANTS:
    '(allow|allows|permit|permits|accept|accepts|grant|grants|give|gives|provide|provides|budget|budgets) [AGENT|us|everyone]',
  HAVE_GOT:
    "my (wife|husband|partner|cofounder|co founder|colleague) and i [have] (decided|agreed|settled) on | (we|i) (have|'ve) (decided|agreed|settled) (for|on) | (we|i) (decided|agreed|settled|opted) (for|on) | we've got | you've got | it's got | they've got | we got | you got",
  AT_SUM: 'of | at | to',
  AT_TOP: 'at the (highest|most|top|very most|outside) | tops',
  OVER_AMOUNT:
    'ABOVE {over} | EXCEED {over} | EXCEEDS {over} | [(in|for|of) (an|any) (amount|sum|value) [that is]] (OVER_THAN|superior to|exceeding)',
  WITHIN_PERIOD:
    '(in|within|during|of) (the|ANY_OF) [given|whole|calendar] (day {day}|month {month}) | (in|on|for|with) ANY_OF [given] TX {tx} | for (each|every|any|any given) (day {day}|month {month}) | (for|per|in) (day {day}|month {month}|TX {tx})',
  CAP_WORDS:
    '[the|a|an|my|our|its] [absolute|hard|strict|firm|upper|very|PERIOD_ADJECTIVE] (max|maximum|limit|ceiling|cap|top|top limit|highest|budget|most) | AT_TOP | at (most|maximum) | as [a|the|our|my] [PERIOD_ADJECTIVE] (maximum|max|limit|cap|top|ceiling)',
  END_WORDS:
    '[and|but] (no|not|never|nothing) (more|further|higher) [than that] | but not (above|over|beyond) [that] | and that is it | [and] not a (cent|penny|dollar|buck) (more|over|above) | is where it (stops|ends) | [and] (then|there) it (stops|ends) | is (all|it)',
  NO_SUBJECT:
    "(no|not a|not one|not a single|never a|never any|no single|no one) [SINGLE] TX {tx} | no [SINGLE] TXS {tx} | no (day's {day}|month's {month}) (total|sum|spending|spend|bill|costs) | no [single|calendar] (day {day}|month {month})",

  // Lists of what may or may not be bought, and where: the same parts around one list.
  ONLY_SHOPS_COMPOSED: 'LIST_PART',
  ONLY_CATS_COMPOSED: 'LIST_PART',
  BAN_COMPOSED: 'LIST_PART',
  LIST_PART: `{k_shops} SHOPS | {k_cats} CATS | {k_card} (CARD|for (all|everything|all our|every) [PURCHASES])
    {k_who} (AGENT|we|i|one|everyone) | {k_may} PERMIT | {k_must} MUST_DO | {k_not} (MAY_NOT|DONT|DONT_LET|never|NOT_HAVING|IN_NO_CASE|not)
    {k_no} (no|zero|absolutely no|absolutely zero|strictly no) {bare_no} | {k_nothing} (nothing|no one|nobody|nowhere|no MERCHANT)
    {k_only} (ONLY|strictly|nothing (but|except|other than)|(nowhere|no one|nobody) (but|except|other than)) | {k_but} (anything|anyone|anybody|anywhere|elsewhere|things|stuff|any MERCHANT|any CATEGORY) [else] (but|except|other than|outside [of]|besides|apart from) | {k_but} (anything|anyone|anybody|anywhere) else than
    {k_buy} (BUY|SPEND_VERB) | {k_deal} (use|deal with|do business with|work with|go to|trade with) | {k_everything} (all|every|each) (PURCHASES|TXS|TX|purchase) | {k_is_for} (is|are) [meant|there|intended|only|good|valid|usable|reserved|available|used|just] for | {k_things} (PAYMENTS|PURCHASES|purchasing|[the|our|my] money)
    {k_of} (from|at|with|on|for|to|in|of|towards) | {k_done} (be MADE|be used|MADE|made|go|happen|take place|be)
    {k_allowed} ((is|are) [always|all] ALLOWED|ALLOWED) | {k_banned} NOT_ALLOWED | {k_keep} (stick to|stay with|remain with|keep to|sticks to|keeps to|[DUTY] be LIMITED_TO|(is|are) LIMITED_TO|(limit|restrict|confine|keep|hold) (it|AGENT|PAYMENTS|purchasing|yourself|itself) to)
    {k_let} (allow|permit|let|approve|accept|want) | {k_ban} BLOCK | {k_else} CLOSED_LIST | {k_pause} ,`,
  MUST_DO: 'should | shall | must | will | is to | are to | has to | have to | ought to',
  SPEND_VERB:
    'spend [any] (money|funds|anything|a cent|a penny) | spend | buys | purchases | orders | shops | pays | spends | get (things|stuff|anything) | do (payments|purchases|business) | buy (things|stuff|goods|everything) | put [any] money | waste [any] money',
  CLOSED_LIST:
    "alone | [and|but] none [from|at|to|with|on] (anyone|anybody|anywhere|anything) else | [and|but] (nothing|nowhere|no one|nobody|not anywhere|not anything|not anyone) else | [and] [from|at|to|with|on] (nowhere|no one|nobody|nothing) else | [and|but] not [from|at|to|with|on] (others|[any] other MERCHANT|other CATEGORY|anyone else|anywhere else|anybody else|anything else) | [and|but] (to|from|at) (nobody|no one|nowhere) else | [and] [so] only (these|those) [two|three|ones|MERCHANT|CATEGORY] | [and] (that is|that's) (it|all) | [and] no other (MERCHANT|CATEGORY)",
}
