// Approval above an amount, in the words of whoever asks, is asked, or may go on without asking.
export const APPROVALS: Readonly<Record<string, string>> = {
  ME: '(a|the) second (person|human|pair of eyes) | another (person|human) | somebody | me | an approver | an administrator | an operator | a reviewer | a human being | a person | a teammate | a colleague | my team | our team | the team |  us | a human | a person | someone | my team | the owner | a manager | an admin',
  I: 'i | we | a human | a person | someone | the owner | a manager | an admin',
  APPROVAL: `[an|a|the] [my|our|human|manual|explicit|prior|owner|the owner's|manager|a manager's|written|any] [written|explicit|human|manual|prior] (approval|approvals|sign off|signoff|permission|confirmation|authorization|authorisation|ok|okay|consent|go ahead|authorisation|review|say so) [from ME|by ME|of ME] [first|before release|beforehand|in advance]
    a human in the loop
    a (human|manual|person's|manager's) (approval|sign off|ok|confirmation|review)`,
  ASK: `[always|just|then|then always|please] (ask|check with|confirm with|consult|check in with|clear it with|run it by|come to|talk to) (ME|ME first) [first|for approval|for permission|for APPROVAL|beforehand|before paying|before buying|before spending|before you pay|before proceeding]
    [always|please] (ping|text|message|call|contact|email) ME (first|for approval|for permission|for APPROVAL|before paying|before buying|before spending)
    [always|please] ask [for APPROVAL|first|for my approval|for permission]
    [always] (get|obtain|seek|request|require|wait for|ask for|need) (APPROVAL)`,
  REQUIRES: `[shall|must|will] (require|requires|need|needs|must have|will require|will need|has to have|have to have|requiring|needing|should have|should require|should need) [a|an] (APPROVAL|human|second person|another person|human in the loop|human approval|human review) [BEFOREHAND]
    (must be|should be|have to be|has to be|need to be|needs to be|are to be|shall be|to be) [first|manually|explicitly] BE_APPROVED [by (ME|hand)] [BEFOREHAND|manually]
    will be [first|manually] BE_APPROVED (by (ME|hand)|BEFOREHAND|manually)
    (must|should|have to|has to|need to|needs to|shall|will) be (escalated|sent|submitted|referred|forwarded) [to ME] for (approval|review|sign off)
    (must|should|have to|has to|need to|needs to) (go through|go to|come to|wait for) (ME|APPROVAL|approval by ME|ME for APPROVAL|ME for approval)
    (need|needs|require|requires) (to be approved|approving|signing off) [by ME]
    (are|is|shall be) subject to APPROVAL`,
  BE_APPROVED:
    "ok'd | okayed | oked | cleared | greenlit | approved | signed off | signed off on | confirmed | authorized | authorised | reviewed",
  BEFOREHAND:
    'before (it goes|they go) (out|through) | before (it is|they are|being) (paid|made|sent|bought|placed) | first | before release | beforehand | before payment | before going through',
  OVER: 'ABOVE | if OVER_IF | when OVER_IF | that are ABOVE | which are ABOVE',
  OVER_IF:
    "(it|it is|it's|they are|they're|the amount|the amount is|the price is|the cost is|the total is|the total) (over|above|more than|EXCEEDS)",
  THING: `[all|any|the|all the] [SINGLE] TXS [of] | (any|every|each|a|an|the) [SINGLE] TX [of] | anything | everything | any amount | amounts | any amounts | all amounts | any spend | any spending | spending | all spending | any cost | any expenditure | any expense | expenses | all expenses | costs | purchase amounts
    [all|any] transfers | (any|every|each|a) (transfer|expense) | payments of`,
  THINGS: `(THING) | the THING`,
  // What is asked about: payments above an amount, as things or as a condition.
  BIG_ONE:
    '[any|all|the] (big|large|larger|bigger|expensive|major|pricey) (TX|TXS|ones) ("(" OVER AMOUNT_A ")"|, [meaning|i e|that is|so] OVER AMOUNT_A ,|- OVER AMOUNT_A -) | (THINGS|TXS|THE_TXS|any TX|a TX|something|any single TX|single TXS|purchases|payments|one TX|any one TX|any item|items|any single item|spend|spends|any spend|charges) OVER AMOUNT_A | (whatever|anything that|everything that) ((costs|is) (more than|over|above)|exceeds) AMOUNT_A | (any|an|all) (amount|amounts|cost|price|sum) OVER AMOUNT_A',
  IT_IS_BIG:
    '(it|(a|an|any|the|each|every) TX|TXS|a price|the price|the amount|the total|something|anything|the cost|an amount|a single TX|the total cost|any single TX|one TX|the bill|the sum|an order|the value|a cost|the total price|the charge|the spend|they|that|the invoice) (EXCEEDS|is ABOVE|are ABOVE|EXCEED|comes to ABOVE|costs ABOVE|cost ABOVE|totals ABOVE|is for ABOVE|is worth ABOVE|would be ABOVE|would cost ABOVE|would exceed|will exceed|ends up ABOVE) AMOUNT_A',
  WHEN_BIG: `(if|when|whenever|once|in case|should|any time|anytime|every time|as soon as|where|if ever) IT_IS_BIG
    (if|when|whenever|once|in case|any time|anytime|every time|as soon as|before) (AGENT|you) (wants to|want to|needs to|need to|is about to|are about to|would|has to|have to|plan to|plans to|intends to|wishes to|must) (spend|pay|make THINGS|buy anything|buy something|charge) (ABOVE|OVER) AMOUNT_A
    (if|when|whenever) (it's|it is|they're|they are) ABOVE AMOUNT_A | (if|when) OVER AMOUNT_A`,
  APPROVAL_NOUN:
    "a human's (approval|ok|sign off|consent|decision) | (a|another|a second) person's (approval|ok|sign off) | someone's (approval|ok|sign off) | a second pair of eyes | another pair of eyes | a second opinion | a signature | my signature | our signature | a look from me | my blessing | my say so | my green light | my thumbs up | a human yes | a human ok | a human go ahead | a manual check | a manual approval | approval | approvals | sign off | signoff | permission | confirmation | authorization | authorisation | consent | review | clearance | a decision | a human decision | a yes | an ok | a green light | the green light | a thumbs up | a go ahead | the go ahead | a nod | agreement | approval first | my decision | my approval | my ok | my okay | my go ahead | my permission | my consent | my sign off | my confirmation | my review | our approval | our sign off | human approval | human review | human sign off | manual approval | manual review | written approval | prior approval | explicit approval | a permission | ME to (approve|confirm|sign off|sign off on|authorize|authorise|ok|okay) [it|them]",
  // What the agent shall do before it goes on. Behind a comma only "get approval" is a command: "purchases get approval" is a fact.
  GET_APPROVAL:
    '[always|please|first|then|just] (get|obtain|seek|request|require|requires|wait for|await|ask|ask for|need|needs|demand|demands|secure|ask ME for|get ME for) (APPROVAL|APPROVAL_NOUN) [from ME|by ME|first|beforehand|before paying|before proceeding|before buying|before you pay|before going ahead]',
  ACT: 'ASK_ACT | GET_APPROVAL',
  ASK_ACT: `[always|please|first|then|just|kindly] (ask|check with|consult|contact|ping|message|text|call|email|confirm with|clear it with|clear them with|run it by|run them by|check in with|get back to|come to|talk to|come back to|speak to|reach out to|go through|seek out|wait for) (ME) [first|beforehand|before paying|before buying|before spending|before you pay|before proceeding|before going ahead|before you proceed|before you buy|before ordering|before you spend|for APPROVAL_NOUN|to approve|to approve it|to get APPROVAL_NOUN]
    [always|please|first|then|just] (stop|pause|wait|hold|hold on) and (ask|ask ME|check with ME|wait for APPROVAL_NOUN|wait for ME|get APPROVAL_NOUN|wait for APPROVAL|confirm with ME|check in with ME) [first]
    [always|please|then] (hold|pause|park|queue|escalate|submit|send|route|forward|flag|refer|put on hold|stop|bring|pass) [it|them|these|those|the TX|the request|the payment] (for|until|pending) (APPROVAL_NOUN|APPROVAL|UNLESS_APPROVED)
    [always|please|then] (escalate|submit|send|route|forward|refer|bring|pass|take|leave) (it|them|these|those|the TX|the request|that|this) to ME [first|for APPROVAL_NOUN|to approve]
    [always|please|then|just] send ME (a request for (approval|permission)|an approval request) [first]
    ask first | please ask first | always ask first | ask before paying | ask before buying | ask for it first | ask beforehand | check first | always check first | check before paying | check before buying | wait for ME | let ME (approve|confirm|decide|sign off|sign off on it|approve it|approve first|review it first|decide first)`,
  // What is true of the payments themselves.
  PRED: `[DUTY] be (referred|escalated|submitted|forwarded|brought|passed|put|shown|presented|taken|cleared|sent) (to|by|with|past|before) ME [first|for APPROVAL_NOUN] [before (it is|they are|it's|being) (paid|sent|made|bought|placed|released)|before payment|beforehand|before paying] | (is|are) (referred|escalated|submitted|forwarded|brought|passed|sent) to ME [first|for APPROVAL_NOUN] [before (it is|they are) (paid|made)|before payment] | REQUIRES [first] | TO_ME | [shall|must|will|should|always|also|still|all|have to|has to|do|does] (need|needs|require|requires|needs to have|need to have|must have|must get|must first get|must receive|must first receive|has to get|have to get|requires getting|needs getting|await|awaits|wait for|waits for|is subject to|are subject to|calls for|call for|warrants|want|wants|take|takes|has to have|must obtain|should get|should have) [a|an] (APPROVAL|APPROVAL_NOUN) [from ME|by ME|first|beforehand|before going through|before payment]
    (must|should|has to|have to|needs to|need to|shall|is to|are to|can only|may only|must always|should always|must first|must all) [first|always] (be) [first|always] (approved|signed off|signed off on|confirmed|authorized|authorised|cleared|okayed|reviewed and approved|run by ME|run past ME|cleared with ME|checked with ME|discussed with ME|greenlit|pre approved) [by (ME|a person|hand|someone)] [first|beforehand|before payment|before they go through|before it goes through|before purchase|manually|in advance]
    (get|gets|is|are|must be|should be|shall be|will be|have to be|has to be|need to be|needs to be|to be) [first|always] (held|sent|put on hold|paused|escalated|parked|queued|routed|flagged|submitted|referred|forwarded|brought|passed|stopped) (for|to|until|pending|to ME for) (APPROVAL_NOUN|APPROVAL|ME|UNLESS_APPROVED|human approval) [before payment|before paying|first|before it is paid|before they are paid]
    (get|gets) (approved|signed off|confirmed) (first|by ME|by ME first|by a human|by a human first)
    (cannot|can't|may not|must not|should not|shall not|will not|won't|can not|are not to|is not to|are not allowed to|is not allowed to) (be made|go through|be paid|happen|be sent|be processed|proceed|go ahead|go out|be completed|be executed|be placed|be released) (without (APPROVAL|APPROVAL_NOUN|asking ME|asking ME first)|until (APPROVAL_NOUN is given|UNLESS_APPROVED)|unless UNLESS_APPROVED|before UNLESS_APPROVED)
    (can|may|must|should) ONLY be (made|paid|placed|sent|processed|bought|executed|released) (with|after) (APPROVAL|APPROVAL_NOUN)
    (is|are) (ONLY (allowed|permitted|ok|okay)|(allowed|permitted|ok|okay) ONLY) (with|after) (APPROVAL|APPROVAL_NOUN)
    (is|are) to be (held|sent|put on hold|escalated|submitted|referred|forwarded|passed) (for|to|until|pending|to ME for) (APPROVAL_NOUN|APPROVAL|ME|UNLESS_APPROVED)
    (is|are) (on hold|held|blocked|not allowed|not permitted|stopped|paused) until UNLESS_APPROVED
    (is|are) (for ME to approve|mine to approve|up to ME|my call|my decision|a human decision)
    (only|only go through|only goes through|only happen|only happens) (with|after) (APPROVAL|APPROVAL_NOUN)`,
  APPROVAL_NEEDED:
    '[the|my|our|human|manual|prior|an|explicit] (approval|approvals|sign off|authorization|authorisation|permission|confirmation|review and approval|human review|human approval|consent|clearance) [is|are] (required|needed|necessary|mandatory|obligatory|a must|compulsory|requested|wanted) [first|beforehand]',
  // Negated: nothing above the amount without approval.
  WITHOUT:
    'without (APPROVAL|APPROVAL_NOUN|asking|asking first|asking ME|asking ME first|checking with ME|checking with ME first|checking first|first asking ME|first checking with ME|first getting APPROVAL_NOUN|getting APPROVAL_NOUN|getting APPROVAL_NOUN first|obtaining APPROVAL_NOUN|having APPROVAL_NOUN|confirming with ME|ME approving it|ME signing off|ME saying yes|it being approved|being approved|talking to ME|talking to ME first|running it by ME|running it by ME first|consulting ME) | unless UNLESS_APPROVED | until UNLESS_APPROVED | before UNLESS_APPROVED',
  SIGNS:
    '(i|we|a manager|someone|a human|a person|an approver|an admin|the owner) (DUTY|want to|would like to|wish to|will|get to) (approve|sign off|sign off on|confirm|authorize|authorise|say yes|agree|be asked|be consulted|give (APPROVAL_NOUN)|okay|ok|decide|have the last word|have the final say) [it|them|that] [first|beforehand|personally|myself|before it goes through] | (i|we) (DUTY|want to|would like to|wish to) (see|look at|check|review|hear about|know about) (it|them|that) (first|beforehand|before it goes through)',
  APPROVAL_ABOVE: `OVER AMOUNT_A GET_APPROVAL
    ASKED (WHEN_BIG|(before|about|for) BIG_ONE) [first]
    (approval|approvals|ask me|ask first|sign off) (:|=) (above|over|threshold|from|amounts over|amounts above) (:|=) AMOUNT_A
    (approval|sign off) (if|when) OVER AMOUNT_A
    [AGENT] (must|should|has to|have to|needs to|need to) [always|first] ACT OVER AMOUNT_A
    ONLY BOTHER ME [first|for APPROVAL_NOUN] ((for|about|with|on|before) [BOTHERED] BIG_ONE|WHEN_BIG|OVER AMOUNT_A)
    ONLY (BIG_ONE|OVER AMOUNT_A) (need|needs|require|requires) (APPROVAL|APPROVAL_NOUN|to be approved)
    ONLY (ask for|require|need|request|get|seek) (APPROVAL|APPROVAL_NOUN) [from ME] ((for|on|before) [BOTHERED] BIG_ONE|OVER AMOUNT_A|WHEN_BIG)
    ONLY OVER AMOUNT_A [,] BOTHER ME [first|for APPROVAL_NOUN]
    (i|we) ONLY (want to|wanna|need to|have to|would like to) (approve|sign off on|confirm|authorize|authorise|be asked about|review) BIG_ONE
    (i|we) wanna (approve|sign off on|confirm|authorize|authorise|review) BIG_ONE [first]
    (APPROVAL|APPROVAL_NOUN) [is|are] (only NEEDED|NEEDED only) ((for|on) BIG_ONE|WHEN_BIG|OVER AMOUNT_A)
    NO_NEED (unless IT_IS_BIG|except (when|if) IT_IS_BIG|except for BIG_ONE|unless OVER AMOUNT_A)
    with (APPROVAL|APPROVAL_NEEDED) ((for|on) BIG_ONE|OVER AMOUNT_A)
    (never|not) OVER AMOUNT_A [,] WITHOUT
    (no more than|not more than|never more than) AMOUNT_A PER_TX [,] WITHOUT
    (BIG_ONE|OVER AMOUNT_A) (isn't|aren't) (allowed|permitted) WITHOUT
    [for] (BIG_ONE|OVER AMOUNT_A) [,|:] (i|we) decide
    HOLD (BIG_ONE|OVER AMOUNT_A) (pending|awaiting|until|till) (APPROVAL|APPROVAL_NOUN|UNLESS_APPROVED)
    (BIG_ONE|WHEN_BIG) [,] (APPROVAL|APPROVAL_NOUN) (must|has to|needs to|shall|should) be (obtained|requested|sought|given|granted) [first|beforehand|before payment]
    (for|on) BIG_ONE [,] (APPROVAL|APPROVAL_NOUN) (must|has to|needs to|shall|should) be (obtained|requested|sought|given|granted) [first|beforehand|before payment]
    (BIG_ONE|OVER AMOUNT_A) (is|are|must be|should be|shall be) (not allowed|not permitted|never allowed|forbidden|prohibited|blocked|declined|rejected|refused) WITHOUT
    [AGENT] [DUTY] (needs|need|requires|require|must have|must get|has to have|has to get|have|get|obtain|needs to get|needs to have|needs to obtain|should get) (APPROVAL|APPROVAL_NOUN) to (spend|pay|charge|commit|buy anything|buy something|purchase anything|make THINGS|spend anything) OVER AMOUNT_A [at once|in one go|PER_TX]
    [AGENT] DUTY ASK_ACT OVER AMOUNT_A
    BEFORE (AGENT) (spend|spends|pay|pays|buy anything|buys anything|charge|charges|commit|commits|order anything) (OVER) AMOUNT_A [,] [AGENT DUTY] ACT
    BEFORE (spending|paying|committing|charging|buying anything|ordering anything|purchasing anything|making THINGS) OVER AMOUNT_A [,] [AGENT DUTY] ACT
    [for|on|with] (BIG_ONE|OVER AMOUNT_A) [,|:|-] SIGNS
    WHEN_BIG [,|:|-] SIGNS
    ACT [,] (for|on|before|about|with|regarding|at|in case of|prior to|over|concerning) [making|paying|placing|approving|sending] BIG_ONE
    ACT [,] (for|on|at|with) OVER AMOUNT_A
    ACT [,] OVER AMOUNT_A
    ACT [,] BEFORE (spending|paying|you spend|you pay|it spends|it pays|AGENT spends|AGENT pays|committing|buying anything|ordering anything|charging|purchasing anything|paying for anything|spending anything) OVER AMOUNT_A [on anything|at once|in one go]
    [AGENT] (DUTY) [always|first] ACT [,] (for|on|before|about|with|regarding|at|in case of|prior to) [making|paying|placing|sending] BIG_ONE
    [AGENT] (DUTY) [always|first] ACT [,] WHEN_BIG
    [AGENT] (DUTY) [always|first] ACT BEFORE (spending|paying|committing|buying anything|making THINGS|charging) OVER AMOUNT_A [on anything|at once|in one go]
    ACT [,] WHEN_BIG
    (for|on|with|in case of|in the case of) (BIG_ONE|OVER AMOUNT_A) [,|:|-|=|- >] [always|please|then|you must|AGENT DUTY] ACT
    (BIG_ONE|OVER AMOUNT_A) (,|:|-|=|- >) [always|please|then|you must|AGENT DUTY] ACT
    (BIG_ONE|OVER AMOUNT_A) [always|please|then|you must|AGENT DUTY] ASK_ACT
    (BIG_ONE|OVER AMOUNT_A) [,|:|-|=] PRED
    [for|on|with] (BIG_ONE|OVER AMOUNT_A) [,|:|-|=] (APPROVAL_NEEDED|(i|we) (want to|need to|must|have to|would like to|will) (approve|sign off on|confirm|authorize|authorise|ok) [it|them] [first]|i need to (say yes|approve) [first]|(APPROVAL_NOUN|APPROVAL) first|(i|we) (want to|need to|must|have to|would like to|'d like to) (see|look at|check|review|have a look at|hear about) (it|them|that) [first|beforehand|before it goes through|before you pay]|(i'd|we'd) like to (see|look at|check|review|approve) [it|them] first)
    WHEN_BIG [,|:|-] [then|please|always] (ACT|AGENT DUTY ACT|[it|they|that|this] PRED|APPROVAL_NEEDED|(i|we) (want to|need to|must|have to|would like to) (approve|sign off on|confirm|authorize|authorise) [it|them|that] [first])
    APPROVAL_NEEDED [,] [(for|on|with|from|in case of|before) BIG_ONE|WHEN_BIG|(OVER) AMOUNT_A|from AMOUNT_A up]
    (no|not any|no single) (TX|TXS|spending|spend|one TX) [MAY] [ever] [be made|go through|be paid|happen|go out|be placed|be sent|be approved|is made|is to be made|are made|exceed|be] [ABOVE] AMOUNT_A [,] WITHOUT
    (nothing|no TX|no TXS|no spending) (ABOVE) AMOUNT_A [may|can|should|shall|must|is to|gets|goes] [be] [paid|bought|spent|approved|through|purchased|made|go through|go out|happen|proceed|out|leaves (this|the) (wallet|account)|leave (this|the) (wallet|account)|is paid|is bought|is spent|gets paid|gets bought|gets through|goes through|goes out|is approved|is purchased] [,] WITHOUT
    NEVER_MORE (SPEND|buy anything|pay for anything|purchase anything|make THINGS|approve THINGS|place THINGS|order anything|commit to anything|sign up for anything) [OVER|exceeding|costing more than] AMOUNT_A [on a TX|at once|on anything|in one go|per TX|in a single TX|for a TX] [,] WITHOUT
    NEVER_MORE (exceed|go over|go above|go beyond) AMOUNT_A [on a TX|at once|on anything|in one go|per TX|in a single TX|for a TX] [,] WITHOUT
    (i'd|i would|we'd|we would) like (to (approve|sign off on|confirm|review|be asked about|be consulted on|be asked before)|ACT) BIG_ONE [first|myself|personally]
    (i|we) (want to|need to|must|have to|would like to|wish to|will|should|shall|expect to) [personally] (approve|sign off on|confirm|authorize|authorise|be asked about|be asked before|be asked for|be consulted on|be consulted before|ok|okay|decide on|give APPROVAL_NOUN for) BIG_ONE [first|myself|personally]
    (i|we|me) (approve|sign off on|confirm|authorize|decide on) BIG_ONE [myself|personally|first]
    (approval|sign off|human approval|review|manual approval) (limit|threshold|level|trigger) [for TXS|for THINGS] [:|is|=|of|at|is set at|is set to|set at|set to|-] [OVER] AMOUNT_A
    (approval|approvals|sign off|needs approval|requires approval|approval required|approval needed|ask me|ask me first|ask first|check with me|require approval|approval required for|human approval|manual approval) [:|=|-] OVER AMOUNT_A
    (approval|approvals|sign off|needs approval|requires approval|require approval|ask me|ask first|human approval|manual approval) (above|over|threshold|limit|from over|for over|when over|if over) [:|=] AMOUNT_A
    [always] (require|request|get|obtain|seek|ask for|need|demand|enforce|wait for|requires|required) [a|an] APPROVAL [(for|on) THINGS|for|if|when] OVER AMOUNT_A
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
    ASK (above|over|beyond) [that] {ref}
    ASK (for|about) (anything|everything) (above|over|more|beyond) [that|it] {ref}
    (anything|everything) (above|over|more|beyond) [that] (needs it|requires it) {ref}
    (otherwise|else) [,] ASK {ref}
    (anything|everything) (above|over|more|beyond|larger|bigger|higher) [,] (REQUIRES|TO_ME|ASK) {ref}
    (larger|bigger|higher) (ones|TXS|amounts) [,] (REQUIRES|TO_ME|ASK) {ref}
    (the rest|everything else|all else|all others|the others) [,] (REQUIRES|TO_ME) {ref}`,
  TO_ME: '(goes|go|comes|come) (to|through) ME [first|for approval]',
  I_WANT_TO: "i'd like to | i would like to | i want to",
  AMOUNT_A: '(AMOUNT | NUMBER) [PER_TX|in one TX]',
  UNLESS_APPROVED:
    "ME (approve|approves|says so|says yes|signs off|confirms|oks|agrees|has approved|okays) [it|them|first] | APPROVAL_NOUN is (given|obtained|granted) | it has been approved | they have been approved | you have APPROVAL_NOUN | you get APPROVAL_NOUN | i have (approved|signed off|confirmed|said yes|agreed|okayed|agreed to) [it|them] | i've (approved|signed off|confirmed|said yes|okayed) [it|them] | confirmed [by ME] | i say yes | i say ok | i agree | (i|we|a human|a person|someone|the owner) (approve|approves|approved|say so|confirm|confirms|sign off|signs off|have approved|has approved|ok|okay|agree|allow) [it|them|that|the TX|first|it first|on it|on them] | approved [by ME|first|in advance] | signed off [by ME] | explicitly approved | it is approved | it's approved | it has been approved | I give APPROVAL | APPROVAL is given | they are approved [by ME] | ME approves [it] | specifically approved",
  ASKED:
    "(i'd|we'd|i would|we would) like to be (asked|consulted) | (i|we) (want|need|wish|expect|have) to be (asked|consulted)",
  APPROVAL_ALL: `[all|any] (TXS|spending) [,] (regardless of [the] amount|of any amount|whatever the amount|no matter the amount|whatever their amount) [,] REQUIRES {all}
    (nothing|no TX|no TXS) [MAY] (gets paid|gets bought|gets through|is paid|is bought|is spent|goes out|goes through|leaves (this|the) (wallet|account)|be paid|be made|be bought|be spent|go out|go through|happen|happens) WITHOUT {all}
    (every|each|all|any) [single] (TX|TXS|spending) (REQUIRES|needs approval|need approval) {all}
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
  BOTHER: 'ask | bother | disturb | involve | contact | interrupt | ping | check with | consult',
  BOTHERED: 'making | paying | placing | approving | sending',
  NEEDED: 'needed | required | necessary',
  NO_NEED: `[AGENT] (do not|don't|does not|doesn't) need [any] (APPROVAL|APPROVAL_NOUN|to ask [ME])
    APPROVAL is not NEEDED | no (APPROVAL|APPROVAL_NOUN) [is] NEEDED`,
  HOLD: 'hold | park | pause | queue | freeze | suspend | stop | block',
  BELOW_A:
    'up to | under | below | at or below | at or under | of up to | less than | of under | of less than | not exceeding | of at most | under or equal to | within | up to and including',
  FREE_BELOW: `(THINGS|TXS|THE_TXS) [of] (up to|below|under) AMOUNT_A (is|are) (fine|ok|okay) without (APPROVAL|APPROVAL_NOUN|asking [ME])
    AGENT_MAY (spend|pay) up to AMOUNT_A (on (your|its) own|by (yourself|itself))
    (THINGS|TXS|THE_TXS) (may|can) (proceed|go ahead|be made|go through|be paid) (without (APPROVAL|APPROVAL_NOUN|asking [ME])|automatically) (up to|below|under) AMOUNT_A
    (auto approve|automatically approve|approve automatically|pre approve) [THINGS] BELOW_A AMOUNT_A
    (no need to (ask|check|check in|ask ME|get approval|check with ME)|(you|it|AGENT) (need not|do not need to|don't need to|don't have to|do not have to|needn't|does not need to|doesn't have to) (ask|ask ME|check with ME|get approval|check)) [first] [for [THINGS]] BELOW_A AMOUNT_A
    (THINGS|TXS|THE_TXS|anything) [of] BELOW_A AMOUNT_A (PRED_FREE)
    BELOW_A AMOUNT_A [,|:|-] (PRED_FREE|no APPROVAL [is] (needed|required|necessary)|(AGENT|it) MAY (go ahead|proceed|pay) [without asking])
    AMOUNT_A or (less|under|below) [,|:|-] (PRED_FREE|no APPROVAL [is] (needed|required|necessary))
    (THINGS|TXS|THE_TXS|anything) (of|for) AMOUNT_A or (less|under|below) PRED_FREE
    (THINGS|TXS|THE_TXS) of AMOUNT_A or (less|under) (do not|don't|does not|doesn't) (need|require) [any] APPROVAL
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
  PRED_FREE: `(is|are) (automatic|(fine|ok|okay|allowed) without (APPROVAL|APPROVAL_NOUN|asking [ME]))
    (go|goes) through (on (their|its) own|by (themselves|itself))
    (is|are|get|gets|can be|may be|should be|will be|must be) (auto approved|automatically approved|approved automatically|pre approved|preapproved|approved without asking|waved through|approved without review)
    (do not|don't|does not|doesn't|need not|needn't) (need|require|have|be) [any|to be|to have] (APPROVAL|approval|approved|APPROVAL_NOUN)
    (need|needs|require|requires) no (APPROVAL|APPROVAL_NOUN)
    (go|goes|pass|passes|can go|may go|can proceed|may proceed|proceed|proceeds) [through] (automatically|without (APPROVAL|APPROVAL_NOUN|asking|asking ME))`,
  FINE_UP_TO: `(THINGS|TXS) [of] (up to|under|below) AMOUNT_A (is|are) (fine|ok|okay|good)
    up to AMOUNT_A (is|are) (fine|ok|okay|good)`,
}
