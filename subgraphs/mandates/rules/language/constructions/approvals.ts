// Approval above an amount, in the words of whoever asks, is asked, or may go on without asking.
export const APPROVALS: Readonly<Record<string, string>> = {
  ME: 'me | us | a human | a person | someone | my team | the owner | a manager | an admin',
  I: 'i | we | a human | a person | someone | the owner | a manager | an admin',
  APPROVAL: `[an|the] [my|our|human|manual|explicit|prior|owner|the owner's|written|any] [written|explicit|human|manual|prior] (approval|approvals|sign off|signoff|permission|confirmation|authorization|authorisation|ok|okay|consent|go ahead|authorisation|review|say so) [from ME|by ME|of ME] [first|before release|beforehand|in advance]
    a human in the loop
    a (human|manual|person's) (approval|sign off|ok|confirmation|review)`,
  ASK: `[always|just|then|then always|please] (ask|check with|confirm with|consult|check in with|clear it with|run it by|come to|talk to) (ME|ME first) [first|for approval|for permission|for APPROVAL|beforehand|before paying|before buying|before spending|before you pay|before proceeding]
    [always|please] (ping|text|message|call|contact|email) ME (first|for approval|for permission|for APPROVAL|before paying|before buying|before spending)
    [always|please] ask [for APPROVAL|first|for my approval|for permission]
    [always] (get|obtain|seek|request|require|wait for|ask for|need) (APPROVAL)`,
  REQUIRES: `[shall|must|will] (require|requires|need|needs|must have|will require|will need|has to have|have to have|requiring|needing|should have|should require|should need) [a|an] (APPROVAL|human|human in the loop|human approval|human review)
    (must be|should be|have to be|has to be|need to be|needs to be|are to be|shall be|to be) [first|manually|explicitly] BE_APPROVED [by (ME|hand)] [BEFOREHAND|manually]
    will be [first|manually] BE_APPROVED (by (ME|hand)|BEFOREHAND|manually)
    (must|should|have to|has to|need to|needs to|shall|will) be (escalated|sent|submitted|referred|forwarded) [to ME] for (approval|review|sign off)
    (must|should|have to|has to|need to|needs to) (go through|go to|come to|wait for) (ME|APPROVAL|approval by ME|ME for APPROVAL|ME for approval)
    (need|needs|require|requires) (to be approved|approving|signing off) [by ME]
    (are|is|shall be) subject to APPROVAL`,
  BE_APPROVED: 'approved | signed off | signed off on | confirmed | authorized | authorised | reviewed',
  BEFOREHAND: 'first | before release | beforehand | before payment | before going through',
  OVER: 'ABOVE | if OVER_IF | when OVER_IF | that are ABOVE | which are ABOVE',
  OVER_IF:
    "(it|it is|it's|they are|they're|the amount|the amount is|the price is|the cost is|the total is|the total) (over|above|more than|EXCEEDS)",
  THING: `[all|any|the|all the] [SINGLE] TXS [of] | (any|every|each|a|an|the) [SINGLE] TX [of] | anything | everything | any amount | amounts | any amounts | all amounts | any spend | any spending | spending | all spending | any cost | any expenditure | any expense | expenses | all expenses | costs | purchase amounts
    [all|any] transfers | (any|every|each|a) (transfer|expense) | payments of`,
  THINGS: `(THING) | the THING`,
  APPROVAL_ABOVE: `[always] (require|request|get|obtain|seek|ask for|need|demand|enforce|wait for|requires|required) [a|an] APPROVAL [(for|on) THINGS|for|if|when] OVER AMOUNT_A
    [always] (require|get|obtain|seek|ask for|need) APPROVAL before [you|it|AGENT] (spending|paying|paying THINGS|purchasing|making THINGS|approving THINGS|spending anything|buying anything|paying anything|sending THINGS) OVER AMOUNT_A
    APPROVAL [is|shall be|will be|must be] [required|needed|necessary|mandatory] [(for|on) THINGS|for|from] OVER AMOUNT_A
    [an] approval (threshold|limit) [:|is|is set to|of|at|ABOVE|: ABOVE] AMOUNT_A
    [an] approval [required|needed] [:|ABOVE|: ABOVE] AMOUNT_A
    approval [required|needed] [:] (ABOVE|ABOVE :) AMOUNT_A
    (approval|approvals|approval required|approval needed|needs approval|requires approval) : THINGS OVER AMOUNT_A
    [set] [the|an|a|my|your] (approval threshold|approval limit|approval level|threshold for approval|sign off threshold) [:|is|is set to|of|at|to] AMOUNT_A
    [for] THINGS OVER AMOUNT_A [,|:|-] [also] (REQUIRES|ASK|TO_ME|APPROVAL [is] (required|needed|necessary|mandatory)|I (approve|want to approve|must approve|need to approve))
    [for] ABOVE AMOUNT_A [,|:|-] [it|you must|please] (REQUIRES|ASK|TO_ME|APPROVAL [is] (required|needed|necessary|mandatory)|I (approve|want to approve|must approve|need to approve))
    THINGS OVER AMOUNT_A , I (approve|want to approve|must approve|need to approve)
    I_WANT_TO (approve|sign off on|confirm|review) THINGS OVER AMOUNT_A [first]
    I_WANT_TO be asked (before|about|for) THINGS OVER AMOUNT_A [first]
    let me (approve|sign off on|confirm|review) THINGS OVER AMOUNT_A [first]
    (send|bring|forward|escalate) (me THINGS OVER AMOUNT_A|THINGS OVER AMOUNT_A to me) for (approval|sign off|review|APPROVAL)
    (hold|park|pause) THINGS OVER AMOUNT_A until (I approve [it|them]|approved|UNLESS_APPROVED)
    (needs|requires|need|require) APPROVAL (over|above|for THINGS OVER) AMOUNT_A
    (AGENT) (needs|has|have|need) to ask [ME] [first] (before (spending|paying)|for THINGS) OVER AMOUNT_A
    (for|on) THINGS OVER AMOUNT_A [,] [AGENT] (REQUIRES|ASK|APPROVAL [is] (required|needed|necessary|mandatory))
    (if|when|whenever) (it|a TX|any TX|the TX|a price|the price|the amount|the total|something|anything|the cost|an amount|a single TX|the total cost) (EXCEEDS|is ABOVE) AMOUNT_A [,] [then] ([AGENT] [MAY] ASK|(it|AGENT) REQUIRES|APPROVAL [is] (required|needed|necessary|mandatory))
    (if|when|whenever) (it's|it is) ABOVE AMOUNT_A [,] [then] ([AGENT] [MAY] ASK|(it|AGENT) REQUIRES|APPROVAL [is] (required|needed|necessary|mandatory))
    (if|when|whenever) AGENT (wants to|needs to|want to|need to|wish to) spend (ABOVE) AMOUNT_A [on a TX|at once] [,] [it must|it should|AGENT_MAY|then] ASK
    [AGENT_MAY] ASK (for|on|before|with) [THINGS] OVER AMOUNT_A
    [AGENT_MAY] ASK (about|regarding) THINGS OVER AMOUNT_A
    [AGENT_MAY] ASK before (you|it|AGENT) (spend|spends|pay|pays) OVER AMOUNT_A on (something|anything)
    [AGENT_MAY] ASK before (spending|paying|buying|purchasing|making THINGS|sending THINGS|spending anything|paying anything|buying anything|approving THINGS|you spend|it spends|you pay|AGENT spends|charging|committing) OVER AMOUNT_A
    [AGENT_MAY] ASK (if|when) (OVER_IF|THINGS [is|are] (ABOVE|EXCEEDS)) AMOUNT_A
    [AGENT_MAY] ASK (OVER) AMOUNT_A
    [AGENT] (needs|requires|must get|must have|must obtain|has to get|need|must seek|should get|must ask for|should ask for|will need) APPROVAL (for THINGS|for|on THINGS|before spending|before paying|before making THINGS|before buying anything|before spending anything) OVER AMOUNT_A
    I (need to|must|have to|has to|needs to|wants to|want to|should|will|would like to|need) (approve|sign off on|confirm|authorize|authorise|review|ok|okay|be asked about) (THINGS) OVER AMOUNT_A [first|personally]
    I approve THINGS OVER AMOUNT_A
    (nothing|no TX|no TXS|no single TX|no spending|no spend|not a TX) [MAY] [ever] (OVER|exceed|go over) AMOUNT_A without (asking [ME] [first]|APPROVAL|checking with ME [first]|first asking ME)
    (nothing|no TX|no TXS|no single TX|no spending|no spend) (OVER) AMOUNT_A unless UNLESS_APPROVED
    DONT (spend|pay|charge|spend anything|pay anything|buy anything|purchase anything|approve THINGS|send THINGS|make THINGS|pay THINGS) (OVER|exceeding) AMOUNT_A [on a TX|at once|on anything|in one go] (without (asking [ME] [first]|APPROVAL|checking with ME [first]|first asking ME|checking [first]|asking [first])|unless UNLESS_APPROVED|until UNLESS_APPROVED)
    DONT (exceed|go over|go above) AMOUNT_A [per TX|on a TX|for a TX|a TX] without (asking [ME] [first]|APPROVAL|checking with ME [first])
    (spend|pay) UP_TO AMOUNT_A PER_TX unless UNLESS_APPROVED
    UP_TO AMOUNT_A PER_TX unless UNLESS_APPROVED
    [the] THINGS OVER AMOUNT_A [IS_TO_BE] (blocked|declined|rejected|refused|not allowed|forbidden|prohibited|denied|held|on hold) unless UNLESS_APPROVED
    (block|decline|reject|refuse|hold) THINGS OVER AMOUNT_A unless UNLESS_APPROVED
    (hold|park|flag|pause|queue|send|submit|escalate|stop|route) [for review] [THINGS] OVER AMOUNT_A for (review|approval|my approval|my review|manual review|human review|manual approval|human approval|sign off|my ok|our approval|our review)
    (hold|escalate|send|route|submit|forward) [THINGS] OVER AMOUNT_A (for|to|to ME for) (approval|ME|review|ME for approval|ME for review|ME for sign off|a human for approval|a human for review)
    THINGS OVER AMOUNT_A (is|are|must be|should be|will be|get|gets|go|goes|to be) [held|sent|put on hold|paused|escalated|parked|queued|routed|flagged] (for|to|to ME for) (review|approval|my approval|my review|manual review|human review|manual approval|human approval|sign off|ME|me for approval|a human for approval)
    [AGENT_MAY] run THINGS OVER AMOUNT_A by ME [first]
    with APPROVAL (for|on) THINGS OVER AMOUNT_A
    (approval|approvals) : (required|needed|necessary|only) OVER AMOUNT_A
    (approvals|needs approval|requires approval|approval needed|approval required) : OVER AMOUNT_A
    approval (required|needed) : THINGS OVER AMOUNT_A
    THINGS OVER AMOUNT_A (do|does) {ellipsis}
    (TXS|anything|everything) ABOVE that (do|does) {ref} {ellipsis}
    [AGENT] (MAY_NOT|DONT) , without APPROVAL , (make|approve|send) THINGS OVER AMOUNT_A
    (must|should|always) ASK (before|for|about) THINGS OVER AMOUNT_A
    (i'll|i will) (approve|review|sign off on) THINGS OVER AMOUNT_A
    THAT_ABOVE`,
  THAT_ABOVE: `(above|over|beyond|anything above|anything over|anything beyond|anything more than|more than|everything above) (that|it|this) [amount] [,|:] (ASK|REQUIRES|TO_ME|APPROVAL [is] (required|needed|necessary|mandatory)|I (approve|want to approve|must approve|need to approve)) {ref}
    ASK (above|over|beyond) that {ref}
    (anything|everything) (above|over|more|beyond|larger|bigger|higher) [,] (REQUIRES|TO_ME|ASK) {ref}`,
  TO_ME: '(goes|go|comes|come) (to|through) ME [first|for approval]',
  I_WANT_TO: "i'd like to | i would like to | i want to",
  AMOUNT_A: '(AMOUNT | NUMBER) [PER_TX|in one TX]',
  UNLESS_APPROVED:
    "(i|we|a human|a person|someone|the owner) (approve|approves|approved|say so|confirm|confirms|sign off|signs off|have approved|has approved|ok|okay|agree|allow) [it|them|that|the TX|first|it first|on it|on them] | approved [by ME|first|in advance] | signed off [by ME] | explicitly approved | it is approved | it's approved | it has been approved | I give APPROVAL | APPROVAL is given | they are approved [by ME] | ME approves [it] | specifically approved",
  APPROVAL_ALL: `(every|each|all|any) [single] (TX|TXS|spending) (REQUIRES|needs approval|need approval) {all}
    (everything|all spending|anything) REQUIRES {all}
    APPROVAL [is] (required|needed) for (every|each) [single] (TX) {all}
    APPROVAL [is] (required|needed) for all (TXS|spending) {all}
    (always|please always) ask (ME|first|ME first) {all}
    (require|get|obtain|ask for|seek|always ask for|always require|always get) APPROVAL for (every|each) [single] TX {all}
    (require|get|obtain|ask for|always require) APPROVAL for all (TXS|spending) {all}
    [always] (ask|check with) (ME) (for|before|about|on) (every|each) [single] TX {all}
    [always] (ask|check with) ME before (any|every|each|all) (TX|TXS|spending) {all}
    ask ME before (spending|paying|buying) anything {all}
    always ask [ME] before (buying|paying|spending) {all}
    ask ME about everything {all}
    I (must|need to|have to|want to) approve (every|each|all) [single] (TX|TXS) {all}
    (no TX|no TXS|nothing|no spending) without (APPROVAL|asking ME [first]) {all}
    (do not|don't|never) (spend|buy|pay|pay for|purchase) anything without (APPROVAL|asking ME [first]|checking with ME [first]) {all}
    hold (every|each|all) (TX|TXS) for (approval|review|my approval|my review) {all}`,
  FREE_BELOW: `(THINGS|TXS|THE_TXS) of AMOUNT_A or (less|under) (do not|don't|does not|doesn't) (need|require) [any] APPROVAL
    (pay|make|approve) THINGS (up to|under|below) AMOUNT_A without (asking [me]|APPROVAL)
    no APPROVAL [is] (needed|required|necessary) (under|below|up to|for [THINGS] (under|below|up to)) AMOUNT_A
    no APPROVAL [needed|required] [for] (THINGS) (under|below|up to) AMOUNT_A
    (THINGS|TXS|THE_TXS|anything) [of] (up to|under|below|at or below|at or under) AMOUNT_A (are|is|get|gets|can be|may be|should be|will be) (auto approved|automatically approved|approved automatically|pre approved|preapproved|approved without asking)
    (under|below|up to) AMOUNT_A [,] no APPROVAL [is] (needed|required|necessary)
    (THINGS|THE_TXS) [of] (up to|under|below) AMOUNT_A (go|goes) through automatically
    (approve|allow) THINGS (up to|under|below) AMOUNT_A automatically
    (up to|under|below) AMOUNT_A (are|is|get|gets) (auto approved|automatically approved|approved automatically|pre approved)
    (THINGS|TXS|anything|THE_TXS) [of] (up to|under|below) AMOUNT_A (do not|don't|does not|doesn't) (need|require) [any] APPROVAL
    (THINGS|TXS|anything) [of] (up to|under|below) AMOUNT_A (need|needs|require|requires) no APPROVAL
    (auto approve|automatically approve|approve automatically|pre approve) [THINGS] (up to|under|below) AMOUNT_A
    AGENT_MAY (spend|pay) up to AMOUNT_A [per TX] without (asking [me]|APPROVAL)
    up to AMOUNT_A without (asking [me]|APPROVAL)`,
  FINE_UP_TO: `(THINGS|TXS) [of] (up to|under|below) AMOUNT_A (is|are) (fine|ok|okay|good)
    up to AMOUNT_A (is|are) (fine|ok|okay|good)`,
}
