// Approval above an amount: what is big, who has a say, and that it is asked for, needed, or the only way. The parts stand in
// any order; who approves is a person and nobody by name or office, because a policy names no approver.
export const APPROVALS: Readonly<Record<string, string>> = {
  // Who has a say. Any manager is a person with a say, and the organization's roles tell which ones have it; "the manager" is one
  // of them, whom a policy cannot name.
  ROLE: 'manager | line manager | supervisor | superior | team lead | team leader',
  ANY_ROLE: '[a|an|any|another] ROLE {role} | management {role}',
  ME: '(a|an|any) (authorised|authorized|designated|responsible|qualified) person | (a|an|any) (employee|staff member|member of staff|adult) | ANY_ROLE | (a|any|another) team member | (a|an|the|any) [human|authorized|authorised|designated] (approver|reviewer|operator) | a person | a member of (staff|the team|our team) | someone [on|from|in] (my|our|the) team | one of us | the (user|account owner|wallet owner|card holder|cardholder|account holder) | (a|the) second (person|human|pair of eyes) | another (person|human) | somebody | someone | me | us | an approver | an administrator | a reviewer | (a|the|an actual) human [being] | a person | a real person | a teammate | a colleague | (my|our|the) team | the owner | an admin',
  I: 'i | we | ME',
  WHOSE:
    "my | our | (the owner's|a human's|someone's|somebody's|a person's|a colleague's|another person's|a second person's) | human | manual",
  KIND: 'spending | payment | purchase | transaction | verbal | documented | direct | full | case by case | human | manual | explicit | prior | written | advance | express | personal | formal | separate | additional | specific | clear | pre',
  APPROVAL_WORD:
    'approval | approvals | sign off | signoff | permission | say | confirmation | authorization | authorisation | ok | okay | consent | go ahead | review | say so | clearance | agreement | blessing | green light | thumbs up | nod | yes | signature | decision | approval first | review and approval | check | approval request | approval step | countersignature | co signature | second signature | endorsement | assent | final approval | manual check | sign offs | pre approval | preapproval',
  ROLED:
    "[a|an|any|another] [KIND] (ROLE|management) {role} | (a|any|another) (manager's|supervisor's|superior's) {role}",
  APPROVAL: `ROLED [KIND] APPROVAL_WORD [FIRST]
    [a|an|the|any] [WHOSE] [KIND] [KIND] [WHOSE] APPROVAL_WORD [(from|by|of) ME] [FIRST]
    [a] human in the loop | (a second|another|a closer) (pair of eyes|look|check) | a second opinion | a (look|thumbs up|yes|nod|green light|signature|go ahead) from ME
    ME to (approve|confirm|sign off|sign off on|authorize|authorise|ok|okay|review) [it|them|that|the TX] [FIRST]`,
  FIRST: `before (the|any|our) (money|payment|funds) (moves|is sent|leaves|goes out|is spent|is paid) | before (it|they|it's|they're|it is|they are) [are|is] (made|placed|paid|sent|bought|happen|happens|go out|goes out|released|processed) | before [that|then] | before (buying|paying|ordering|purchasing|booking|placing|making) (it|them|that|this|anything) | first | before AGENT (makes|make|places|place|sends|send|pay|buy|order|pays|buys|proceeds|goes ahead|spends|orders|acts|continues|does) [it|anything|them] | beforehand | in advance | before (it goes|they go) (out|through|ahead) | before (it is|they are|it's|being) (paid|made|sent|bought|placed|released|processed|executed) | before (release|payment|purchase|paying|buying|spending|ordering|proceeding|going ahead|going through|you pay|you buy|you proceed|you spend|processing|execution)`,

  // What is big.
  OVER: 'ABOVE | (that|which) are ABOVE | (that|which) is ABOVE | if OVER_IF | when OVER_IF | (that|which) (exceed|exceeds|go over|goes over|go above|goes above|come in (ABOVE|at ABOVE)|total ABOVE|totals ABOVE|amount to ABOVE|comes to ABOVE|come to ABOVE)',
  OVER_IF:
    "(it|it is|it's|they are|they're|[the] (amount|total|price|cost|value|sum|bill)|[the] (amount|total|price|cost|value|sum|bill) is|the price is|the cost is|the total is|the total) (over|above|more than|EXCEEDS|>)",
  AMOUNT_A: '(AMOUNT | NUMBER) [PER_TX|in one TX|in value|in total value]',
  LARGE: 'big | large | larger | bigger | expensive | major | pricey | higher | high value | costly',
  THING: `those | these | [all|any|the|all the|all of the] [SINGLE] (TXS|items) [of] | [vendor|supplier|agent|card] (spend|spending) | (any|every|each|a|an|the|any one|one) [SINGLE] (TX|transfer|item|thing) [of] | anything [that (is|costs)] | everything | something | whatever | amounts | (any|all) (amount|amounts|cost|price|sum|spend|spending|expenditure|expenses) | spending | spend | spends | expenses | costs | expenditure | purchase amounts | charges | single TXS | TX`,
  BIG: `BIG_ONE | OVER AMOUNT_A`,
  BIG_ONE: `BIG_THING | (larger|bigger|higher) (amounts|TXS) than AMOUNT_A
    [any|all|the] LARGE (TX|TXS|ones) ("(" OVER AMOUNT_A ")"|, [meaning|i e|that is|so] [those|anything] OVER AMOUNT_A [,]|- OVER AMOUNT_A -)
    (what's|what is) OVER_THAN AMOUNT_A | (whatever|what|anything|everything|something|whatever (TX|TXS)|(anything|everything|all|whatever) (that|which)) EXCEEDS AMOUNT_A`,
  BIG_THING:
    '(THING|THE_TXS) OVER AMOUNT_A | (TXS|THE_TXS|(a|any|every|each) TX|anything|everything) going (over|above|beyond|past) AMOUNT_A',
  A_THING:
    'TX | (a|an|any|the|each|every) [SINGLE] TX [amount|total|value|price] | TXS | (a|the) price | the (amount|total|cost|bill|sum|value|charge|spend|invoice) | the total (cost|price|amount) | something | anything | (a|an) (cost|amount) | one TX | it | they | that',
  IT_IS_BIG:
    'A_THING (EXCEEDS|EXCEED|(is|are|comes to|comes in|come in|costs|cost|totals|is for|is worth|would be|would cost|ends up) ABOVE|(crosses|cross|passes|pass|hits more than)|would exceed|will exceed) AMOUNT_A',
  IF_WHEN:
    'if | when | whenever | once | in case | should | any time | anytime | every time | each time | as soon as | where | if ever',
  WANTS:
    'wants to | want to | needs to | need to | is about to | are about to | would | has to | have to | plan to | plans to | intends to | wishes to | wish to | must | tries to | is going to',
  WHEN_BIG: `were A_THING to (EXCEED|be ABOVE|cost ABOVE) AMOUNT_A
    (IF_WHEN|always when|always if) ([the|its] (price|cost|amount|total|value|bill|sum)|its) [is|are] (ABOVE|EXCEEDS) AMOUNT_A [on ANY_ONE]
    (if|when) AGENT WANTS [to] (SPEND|buy|order|purchase) [a thing|anything|something|THING] OVER AMOUNT_A
    IF_WHEN IT_IS_BIG | (IF_WHEN|before) (AGENT|you) WANTS (spend|pay|make THING|buy anything|buy something|charge|spend money) (ABOVE|OVER) AMOUNT_A [on ANY_ONE]
    (if|when|whenever) (it's|it is|they're|they are) ABOVE AMOUNT_A | (if|when) OVER AMOUNT_A | IF_WHEN AGENT (spends|pays|buys anything|needs|(needs|wants|has) to (spend|pay)) ABOVE AMOUNT_A [ON_THAT|(on|for) (something|anything|one thing)]`,
  ANY_ONE: '(anything|something|a TX|a single TX|any TX|any single TX|a single thing|one thing)',
  BEFORE: 'before | prior to | ahead of',
  BEFORE_BIG: `BEFORE (any|a|every|each) [SINGLE] (TX|item) OVER AMOUNT_A
    BEFORE (going|you go|AGENT goes|exceeding|you exceed|AGENT exceeds) [OVER] AMOUNT_A
    BEFORE [AGENT] (drop|drops|dropping|blow|blows|blowing|go through|going through|part with|parting with|splash out|splashing out) OVER AMOUNT_A [on ANY_ONE]
    BEFORE [AGENT|you] (spending|paying|charging|committing|spend|spends|pay|pays|commit|commits|charge|charges|(places|sends|submits|processes|approves) THING|(buying|ordering|purchasing|paying for|spending|buy|buys|order|orders) (anything|something)|(making|approving|placing|sending|paying|makes|make) THING) [anything|money] OVER AMOUNT_A [on anything|on something|at once|in one go|on ANY_ONE]`,
  ABOUT: 'for | on | before | about | with | regarding | at | in case of | in the case of | prior to | concerning | to',

  // Asking: what the agent shall do before it goes on.
  KINDLY: 'please to | to | do | always | please | first | then | just | kindly | then always | please always',
  SIGNAL_ME:
    'hit ME up | hit up ME | (shoot|send|drop|text|give) ME (a|an) [quick] (message|text|note|line|email|yell|shout|call|ring|buzz|ping|heads up|holler) | pop ME a (message|note) | flag it [up] (to|with) ME',
  APPROVAL_PURPOSE:
    '(for|to get) APPROVAL | to (approve|confirm|decide|ok|okay|authorize|authorise|sign off|say yes) [on] [it|this|that|them]',
  ASK_AND: '[KINDLY] (ask|check with|consult|contact|ping|message|text|call) ME [first] [,] and',
  ASK: `[KINDLY] SIGNAL_ME (APPROVAL_PURPOSE|first) [FIRST] | ASK_AND (ASK|GET)
    [KINDLY] (give|grant) ME [a|the] (chance|opportunity|option|last word|final say) [APPROVAL_PURPOSE] [FIRST]
    [KINDLY] (ask|check with|consult|contact|ping|message|text|call|email|confirm with|clear it with|clear them with|(run|pass|put|take|bring|send|show|refer) (it|them) (by|past|to)|check in with|get back to|double check with|double check it with|check it with|check them with|clear with|verify with|verify it with|discuss it with|agree it with|touch base with|defer to|escalate it to|raise it with|come to|talk to|come back to|speak to|reach out to|go through|seek out|wait for|get in touch with) ME [first|always] [FIRST|for APPROVAL|to approve [it]|to get APPROVAL]
    [KINDLY] (stop|pause|wait|hold|hold on) and (ask [ME]|check with ME|wait for (APPROVAL|ME)|get APPROVAL|confirm with ME|check in with ME) [first]
    [KINDLY] (hold|pause|park|queue|escalate|submit|send|route|forward|flag|refer|put on hold|stop|bring|pass) [it|them|these|those|the TX|the request|the payment] (for|until|pending) (APPROVAL|UNLESS_APPROVED)
    [KINDLY] (escalate|refer|defer|turn) to ME [first|for APPROVAL]
    [KINDLY] (escalate|submit|send|route|forward|refer|bring|pass|take|leave) (it|them|these|those|the TX|the request|that|this) to ME [first|for APPROVAL|to approve]
    [KINDLY] send ME (a request for (approval|permission)|an approval request) [first]
    [KINDLY] ask ME about (it|that|them) [first]
    [KINDLY] ask [first] [FIRST|for [it] APPROVAL|for it first] | [KINDLY] check [in] (first|before paying|before buying) | let ME (approve|confirm|decide|sign off|review|check) [on it|it] [first]`,
  GET: '[KINDLY] (block on|gate on|get|obtain|seek|request|require|requires|wait for|await|ask [for]|need|needs|demand|demands|secure|ask ME for|get ME for|enforce) APPROVAL [FIRST]',
  ACT: 'ASK | GET',
  ASKS: '(AGENT|it|you) DUTY [always|first] ACT | (must|should|has to|have to|needs to) [always|first] ACT | you (ask|check with) [ME] [first] | [AGENT|it|you] ASKS_NOW | [AGENT|it|you] WAITS | ACT',
  ASKS_NOW:
    '[always|first] (asks|checks with|checks in with|comes to|talks to|pings|consults|contacts|confirms with|waits for) [ME] [FIRST|for APPROVAL] | [always|first] (gets|obtains|requests|seeks|awaits|waits for) APPROVAL [from ME] [FIRST] | (stops|pauses|waits) and asks [ME] [first]',
  WAITS:
    '[let ME know and] (waits|wait|stops|stop|pauses|pause|holds|hold on|holds on) [and (waits|wait)] (UNTIL_YES|for APPROVAL)',
  UNTIL_YES: '(until|till) UNLESS_APPROVED',

  // Needing: what is true of the payments themselves.
  ADVERB: 'always | also | still | all | first | only | manually | explicitly',
  BE_TO_BE:
    '(must|should|shall) [always|first|all] be | (have|has|need|needs|ought) to [always|first|all] be | are to be | is to be | shall [always|first] be | to be | can only be | may only be | must always be',
  APPROVED:
    "countersigned | ok'd | okayed | oked | cleared | greenlit | approved | signed off | signed off on | confirmed | authorized | authorised | reviewed | reviewed and approved | run (by|past) ME | (cleared|checked|discussed|agreed|confirmed|approved) with ME | pre approved | vetted",
  HELD: 'suspended | delayed | deferred | withheld | held | sent | put on hold | paused | escalated | parked | queued | routed | flagged | submitted | referred | forwarded | brought | passed | stopped | put | shown | presented | taken',
  BY_ME: 'by (ME|hand) | in person',
  RELEASED:
    'be (made|paid|placed|sent|processed|bought|executed|released) | go through | go out | proceed | happen | go ahead',
  RELEASES:
    'goes through | goes out | proceeds | happens | goes ahead | go through | go out | proceed | happen | go ahead',
  OUGHT: 'must | should | shall | has to | have to | needs to | need to | must always | must first | should first',
  NEEDS: `(is|are) (something|things) [that] (i|we) (DUTY|want to|would like to|wish to|like to|need to) (approve|confirm|authorize|authorise|review|decide on|sign off on) [first|OURSELVES]
    (is|are) (something|things) (i'd|we'd) like to (approve|confirm|authorize|authorise|review|decide on|sign off on) [first|OURSELVES]
    (require|requires|need|needs) that (i|we|ME) (approve|approves|confirm|confirms|sign off|signs off|agree|agrees|say yes) [it|them|that] [FIRST]
    ONLY (upon|by|after|with|through|via|once|subject to) (APPROVAL|UNLESS_APPROVED) | (upon|after|with|subject to) APPROVAL ONLY
    OUGHT [first] (have|get|receive|obtain|be given|await|wait for) [a|an] APPROVAL [BY_ME] [FIRST]
    [DUTY|would|ADVERB|do|does] [ADVERB] (need|needs|require|requires|needs to have|need to have|requires getting|needs getting|await|awaits|wait for|waits for|is subject to|are subject to|shall be subject to|depends on|depend on|(is|are) (contingent|dependent) on|demands|demand|calls for|call for|warrants|want|wants|take|takes|are conditional on|is conditional on) [a|an] (APPROVAL|human|second person|another person|human review) [BY_ME] [FIRST]
    (BE_TO_BE [ADVERB] APPROVED [BY_ME] [FIRST|ADVERB]|(is|are) [ADVERB] APPROVED (BY_ME [FIRST]|FIRST)) | (trigger|triggers|prompt|prompts|cause|causes) [a|an] APPROVAL | (will|shall) be [first|manually] APPROVED (BY_ME|FIRST)
    (get|gets) [ADVERB] APPROVED (FIRST|BY_ME [FIRST]) | (need|needs|require|requires) (to be APPROVED|approving|signing off) [BY_ME] [FIRST]
    (BE_TO_BE|is|are|get|gets|will be) [ADVERB] HELD (for|to|until|pending|to ME for|by|with|past|before|awaiting) (APPROVAL|ME [for APPROVAL]|UNLESS_APPROVED) [FIRST]
    (BE_TO_BE|is|are|get|gets) [ADVERB] (escalated|referred) [FIRST]
    [DUTY] (land|lands|end up|ends up|go|goes|wait|waits|sit|sits|(be|is|are) (put|placed|parked|held)) (in|into) (the|our|an|my) [human] (approval|review) (queue|inbox|list) | [DUTY] (go|goes) (to|into|through) APPROVAL [FIRST] | [DUTY] (go|goes|come|comes|be) (to|through|past|by) ME [first] [FIRST|for APPROVAL]
    (MAY_NOT) (be (made|paid|sent|processed|completed|executed|placed|released|bought|spent)|go through|happen|proceed|go ahead|go out) WITHOUT
    [(can|may|must|should|will)] [ONLY] (RELEASED|RELEASES) ONLY (with|after|upon|once) (APPROVAL|UNLESS_APPROVED)
    (can|may|must|should|will) ONLY RELEASED (with|after|upon|once) (APPROVAL|UNLESS_APPROVED)
    (is|are) [only] (released|made|paid|placed|sent|processed|bought|executed) [only] (with|after|upon|once) (APPROVAL|UNLESS_APPROVED)
    ((is|are) not|aren't|isn't) (released|made|paid|placed|sent|processed|bought|executed) (until|before|without|unless) (APPROVAL|UNLESS_APPROVED)
    (don't|do not|doesn't|does not) (go out|go through|happen|proceed) (until|before|without|unless) (APPROVAL|UNLESS_APPROVED)
    (is|are) (ONLY (allowed|permitted|ok|okay)|(allowed|permitted|ok|okay) ONLY) (with|after|if|when) (APPROVAL|UNLESS_APPROVED)
    (sit|sits|wait|waits|stay|stays|queue|queues|remain|remains) [in (the|a) queue|on hold|pending|there] (until UNLESS_APPROVED|for (APPROVAL|ME)|pending APPROVAL)
    (get|gets|is|are) (looked at|seen|checked|reviewed) [BY_ME] FIRST | DUTY wait [there] (until UNLESS_APPROVED|for (APPROVAL|ME))
    (is|are) (for ME to approve|mine to approve|up to ME|my call|my decision|a human decision)
    [only] (only|go through|goes through|happen|happens) ONLY [with|after] APPROVAL | only (go|goes) through (with|after) APPROVAL`,
  NEEDED:
    'needed | required | necessary | mandatory | obligatory | a must | compulsory | requested | wanted | expected | due',
  APPROVAL_NEEDED:
    'APPROVAL [BY_ME] (is|are|will be|shall be|must be) [always|also] NEEDED [FIRST] | APPROVAL NEEDED [FIRST] | APPROVAL (must|has to|needs to|shall|should|is to|ought to) be (obtained|requested|sought|given|granted|asked for) [from ME] [FIRST]',
  // Whoever says "I" wants a say.
  APPROVES:
    'approve | review and approve | see and approve | check and approve | sign off | sign off on | confirm | authorize | authorise | ok | okay | be asked about | be asked before | be asked for | be consulted on | be consulted before | decide on | review | give APPROVAL (for|to) | say yes to | agree to | check | vet',
  SIGNS: `(i|we|ME) (DUTY|want to|would like to|wish to|will|have to|has to) say (ok|okay|yes|go|go ahead) [FIRST]
    (i|we|ME) (DUTY|want to|would like to|wish to|will|get to|has to) (approve|sign off [on]|confirm|authorize|authorise|say yes|agree|be asked|be consulted|give APPROVAL|okay|ok|decide|have the (last word|final say)|review|check) [it|them|that] [FIRST] [personally|myself]
    (i'd|we'd|i would|we would) like to (approve|sign off [on]|confirm|authorize|authorise|say yes|be asked|be consulted|decide|ok|okay|review) [it|them|that] [OURSELVES] [FIRST]
    (i|we) (DUTY|want to|would like to|wish to|'d like to) (see|look at|have a look at|check|review|hear about|know about) (it|them|that) FIRST | (i'd|we'd) like to (see|look at|check|review|approve) [it|them] first`,

  // A person who approves, or looks first.
  APPROVE_IT:
    'approve | approves | confirm | confirms | sign off on | signs off on | authorize | authorizes | authorise | authorises | okay | okays | decide on | decides on | decide about | decides about | say yes to | says yes to | clear | clears | give APPROVAL (for|to)',
  LOOK_AT:
    'double check | double checks | (look|looks) at | see | sees | check | checks | review | reviews | (have|has|take|takes) a look at | go over | goes over | vet | vets | see and approve',
  OURSELVES: 'myself | ourselves | personally | by hand | manually | first',
  PERSON_ACTS: `(i|we|ME) [always|manually|personally|still] APPROVE_IT (BIG_ONE|OVER AMOUNT_A) [OURSELVES] [FIRST] | (i|we|ME) [always|manually|personally] LOOK_AT BIG_ONE [OURSELVES] FIRST
    (i|we|ME) DUTY [first|personally] (APPROVE_IT|LOOK_AT) (BIG_ONE|OVER AMOUNT_A) [OURSELVES] [FIRST] | (i|we|ME) (want to|wants to|would like to|wish to|expect to|get to) (APPROVE_IT|see and approve|(have|get) a say (in|on|about)) (BIG_ONE|OVER AMOUNT_A) [OURSELVES] [FIRST]
    (i|we|ME) (want to|wants to|would like to|wish to|need to) LOOK_AT BIG_ONE FIRST | (i'd|we'd) like (to (APPROVE_IT|LOOK_AT)|a (look|say) (at|in)) BIG_ONE FIRST | (i|we) want a say in BIG_ONE | (i|we) handle BIG_ONE OURSELVES
    ONLY (i|we|ME) (can|may|must|should|will) APPROVE_IT (BIG_ONE|OVER AMOUNT_A)
    (i|we|ME) (sign off|signs off|approve|approves|decide|decides) [OURSELVES] WHEN_BIG`,

  // The only way: nothing above the amount without approval.
  WITHOUT: `unapproved | without ME (approving|confirming|reviewing|agreeing to|signing off on|okaying|checking|authorizing) [it|them|that|the TX] [first] | without (me|us|a human) | without (ME|my) (saying (so|yes|ok|okay)|giving APPROVAL|say so) [first] | absent APPROVAL | (prior to|before|ahead of) [getting|obtaining|receiving|having] APPROVAL | until APPROVAL | without (APPROVAL|[human|any] (input|involvement|oversight)|[first] (asking|consulting|checking with|talking to|confirming with) [ME] [first]|[first] running it by ME [first]|checking [first]|[first] (getting|obtaining|having|receiving) APPROVAL [first]|ME (approving it|signing off|saying yes)|[it] being approved [by ME])
    (unless|until|before) UNLESS_APPROVED`,
  UNLESS_APPROVED:
    "(i|we|ME) (approve|approves|approved|say so|says so|say yes|says yes|sign off|signs off|confirm|confirms|ok|oks|okay|okays|agree|agrees|agree to|allow|have approved|has approved|have signed off|have confirmed|have said yes|have agreed|have okayed|give APPROVAL|gives APPROVAL) [it|them|that|first|it first|on it|on them|the TX] [first] | (i've|we've) (approved|signed off|confirmed|said yes|okayed|agreed) [to|on] [it|them|that] | APPROVAL (is|has been) (given|obtained|granted|received) | APPROVAL [is] (given|obtained) | (it has|they have|it's|they've) been (approved|okayed|signed off|confirmed) [BY_ME] | you (have|get) APPROVAL | i say ok | (i|we) (said|give|gave|have given) (yes|ok|okay|APPROVAL|the go ahead) | [explicitly|specifically] approved [BY_ME|first|in advance] | signed off [BY_ME] | (it is|it's|they are) approved [BY_ME] | it (gets|has) APPROVAL",
  NO_BIG: `(do not|don't|never) let (any|a|a single) TX OVER AMOUNT_A (go through|go out|happen|proceed|go ahead|through|be MADE)
    NO_BIG_TX ABOVE AMOUNT_A [MAY BE_MADE|IS_MADE|(is|are) [to be] ALLOWED|[is] paid] | NO_BIG_TX (MAY BE_MADE|IS_MADE) ABOVE AMOUNT_A | NO_BIG_TX (MAY|is to|are to) [ever] (exceed|be ABOVE) AMOUNT_A
    NEVER_MORE (SPEND|(buy|purchase|order|pay for) (anything|something|a thing)|MAKING THING|commit to anything|sign up for anything) [anything] [OVER|exceeding|costing more than|of more than] AMOUNT_A [ON_THAT]
    NEVER_MORE (exceed|go over|go above|go beyond) AMOUNT_A [ON_THAT] | DONT_LET (SPEND|(buy|purchase|order|pay for) (anything|something)|MAKING THING) [anything] [OVER|exceeding|costing more than|of more than] AMOUNT_A [ON_THAT]
    (never|not) OVER AMOUNT_A | [spend] (no more than|not more than|never more than) AMOUNT_A PER_TX`,
  NO_BIG_TX: '(no|not any|no single|not a|not one|no one) [SINGLE] (TX|TXS|SPEND_NOUN|one TX) | nothing',
  MAKING:
    'make | approve | place | send | process | pay | settle | authorize | authorise | accept | execute | release | complete | submit | do | buy | order | purchase | incur',
  ON_THAT: 'on (a|any|one) [SINGLE] TX | at once | on anything | in one go | PER_TX | in a single TX | for a TX',

  // A request for approval, and what it is for, in either order.
  REQUEST:
    'NEEDS | ASK | APPROVAL_NEEDED | SIGNS | SIGN_FIRST | APPROVAL | AGENT (ASKS_NOW|(DUTY [first] ask|asks) ME about [it|them] [first]) | BE_TO_BE asked about | (it|they|these|those|that|AGENT|(the|this|that|such) TX|the amount) [ADVERB] NEEDS | subject to APPROVAL | not without APPROVAL | only with APPROVAL',
  // "Between $30 and $50 ask me", where another rule ends all above $50.
  BETWEEN_A:
    '[THING|TXS|THE_TXS|amounts] (between AMOUNT_A and AMOUNT_A|(above|over) AMOUNT_A (and|but|, but) up to AMOUNT_A)',
  BETWEEN_B:
    'BETWEEN_A | (THING|TXS|THE_TXS|amounts) OVER AMOUNT_A (and|but|, but) [of] (up to|not above|not over|at most|no more than) AMOUNT_A',
  APPROVAL_COMPOSED: 'APPROVAL_PART',
  APPROVAL_PART: `{a_big} BIG_ONE | {a_over} OVER AMOUNT_A | {a_when} WHEN_BIG | {a_before} BEFORE_BIG | {a_none} NO_BIG | APPROVAL_REST
    {a_aim} to (spend|pay|charge|commit|(buy|purchase|spend) anything|buy something|make THING) OVER AMOUNT_A [at once|in one go|PER_TX]`,
  // The same sentences of every payment: of whatever amount, without one, before any of them.
  APPROVAL_ALL_COMPOSED: 'APPROVAL_ALL_PART',
  APPROVAL_ALL_PART: `{a_big} ALL_TX | {a_when} ANY_TIME_IT_PAYS | {a_before} BEFORE IT_PAYS | {a_none} NONE_OF_ALL | APPROVAL_REST
    {a_aim} to (spend|pay|(buy|order|purchase|pay for) (anything|something|things)) [anything|any money|money|at all]`,
  APPROVAL_REST: `{a_for} (for|on|at) | {a_with} with | {a_of} of | {a_about} (about|before|regarding|in case of|in the case of|prior to|concerning|by|when it comes to|as for|with regard to) | {a_about} ABOUT (making|paying|placing|approving|sending)
    {a_needs} (NEEDS|BE_TO_BE asked about) | {a_ask} ASK | {a_get} (GET|(i|we) (want|require|expect|insist on|demand|would like) APPROVAL [FIRST]|there (must|should|shall|has to|is to) be APPROVAL [FIRST]) | {a_asks} (ASKS_NOW|WAITS) | {a_bother} BOTHER ME [first|for APPROVAL] [ABOUT BOTHERED]
    {a_approval} (APPROVAL|subject to APPROVAL|not without APPROVAL|only with APPROVAL)
    {a_needed} ([(is|are|becomes|become|will be|shall be|must be) [always|also]] NEEDED|(must|has to|needs to|shall|should|is to|ought to) be (obtained|requested|sought|given|granted|asked for) [from ME]) [FIRST] | {a_just} ([is|are] (only NEEDED|NEEDED only))
    {a_who} AGENT | {a_you} you | {a_duty} (OBLIGED|will {wills}) [always|first] | {a_it} (it|they|them|these|those|that|(the|this|that|such) TX|the amount)
    {a_i} (i|we|ME) | {a_want} (want to|wants to|would like to|wish to|[still] need to|expect to|get to|prefer to|would prefer to|wanna) [personally|first] | {a_always} (always|will always) [personally|first] | {a_would} (i'd|we'd|i would|we would) (like [to]|rather)
    {a_act} (APPROVES|APPROVE_IT|see and approve|[have|get|want] a say (in|on|about|over)) | {a_look} (LOOK_AT|handle|a (look|say) (at|in)) | {a_asked} be (asked|consulted) [first|for APPROVAL] | {a_signs} (SIGN_FIRST|SIGNS)
    {a_let} ((let|have|get) ME|lemme|(get|require|ask|have) ME to)
    {a_hand} ([KINDLY] (run|check|approve|leave|pass|clear|confirm|discuss|verify|agree|forward|escalate|route|submit|refer|hold|hold off (on|with)|take|have|get|put)|HOLD) | {a_show} [KINDLY] (show|bring|send)
    {a_to} ((to|by|past|with|before|for) ME {to_me}|(to|by|past|with|before|for) ME (to|for APPROVAL)|(for|pending|awaiting) APPROVAL|[on hold] (until|till) UNLESS_APPROVED|on hold (for|pending) APPROVAL|to ME for APPROVAL) | {a_approved} APPROVED [BY_ME]
    {a_starts} (kicks in|kick in|starts|start|begins|begin|applies|apply|is triggered|comes in|come in) | {a_things} (THING|THE_TXS) | {a_own} OURSELVES | {a_first} FIRST | {a_only} ONLY
    {a_without} WITHOUT | {a_not} (NOT_ALLOWED|(is|are|must be|should be|shall be) (held|on hold)) | {a_block} (BLOCK|block|decline|reject|refuse|hold)
    {a_kindly} (then|please|always) | {a_label} (:|-|=|- >|= >) | {a_pause} ,`,
  APPROVAL_ABOVE: `APPROVAL_COMPOSED
    [for|on|with] BETWEEN_B [,|:|-] [then|please|always] (REQUEST|ASKS|GET) {span} | (NEEDS|ASKS|APPROVAL_NEEDED|APPROVAL) [for|on|with] BETWEEN_A {span}
    (there is|there's) [an] APPROVAL (for|on|before) BIG | it takes APPROVAL to (place|make|pay|send|buy) THING OVER AMOUNT_A
    AGENT (may|can) (ONLY ((SPEND|pay|go) OVER|EXCEED) AMOUNT_A [on ANY_ONE|on a TX]|((SPEND|pay|go) OVER|EXCEED) AMOUNT_A [on ANY_ONE|on a TX] ONLY) ((with|after|upon) APPROVAL|(if|after|once|when) UNLESS_APPROVED) | (i|we) have the (last word|final say) (on|over|about) BIG_ONE
    without APPROVAL [,] (TXS|SUBJECT|AGENT) (MAY_NOT|DONT) EXCEED AMOUNT_A {each}
    ONLY with APPROVAL (may|can) AGENT (SPEND|pay) OVER AMOUNT_A [on ANY_ONE|on a TX]
    PERSON_ACTS | [always|please] (approve|review|check|confirm) (BIG_ONE|OVER AMOUNT_A) (manually|by hand)
    (pause|stop|wait|halt) at BIG_ONE and (GET|get ME to (approve|confirm|sign off on|okay|review) [it|them]|ASK)
    no APPROVAL [,] no (TX|TXS) OVER AMOUNT_A | with APPROVAL [,] AGENT (may|can) (SPEND|pay|go|EXCEED) [OVER] AMOUNT_A | APPROVAL is given [BY_ME] for BIG_ONE | WITHOUT [,] AMOUNT_A is the (most|limit|maximum) [AGENT_MAY SPEND] [PER_TX]
    [spend|pay] UP_TO AMOUNT_A PER_TX unless UNLESS_APPROVED
    WITHOUT [,] (nothing ABOVE AMOUNT_A|no [SINGLE] (TX|TXS) ABOVE AMOUNT_A) [may|can|shall|should|must|will|is to] [be] [paid|bought|spent|made|go through|go out|happen|is paid|goes through]
    APPROVAL_NEEDED [,] from AMOUNT_A up
    (i'd|we'd|i would|we would) like ACT BIG_THING [first]
    NO_NEED (unless IT_IS_BIG|except (when|if) IT_IS_BIG|except for BIG|unless OVER AMOUNT_A)
    [AGENT] (MAY_NOT|DONT) , without APPROVAL , (make|approve|send) BIG_THING
    [the|our] (approval|sign off|review) (rule|rules|policy|requirement|restriction) (:|is|=) [THING] OVER AMOUNT_A
    (approval|approvals|sign off|needs approval|requires approval|require approval|ask me|ask first|human approval|manual approval|approval required|approval needed|ask me first|check with me) [(:|=|-) [THING|required|needed|necessary|only|yes [,]]] OVER AMOUNT_A
    ([human|manual|owner] (approval|approvals|sign off|signoff|review|check|confirmation)|needs approval|requires approval|require approval|ask me|ask first|approval required|approval needed) [:|=] (above|over|threshold|limit|from over|for over|when over|if over|amounts over|amounts above) [:|=] AMOUNT_A
    (approver|reviewer|approved by|approval by|sign off by) (:|=|is) (ME|me|us) [,] (for|on|above|over)  (BIG|AMOUNT_A) | (manual|human|manual approval|human review|(review|escalate|ask|approval)) (above|over|>) [:|=] AMOUNT_A | [the|our] (threshold|limit) for (approval|approvals|review|escalation) [COPULA|:] [OVER] AMOUNT_A | must be (approved|reviewed|confirmed) : BIG | THING OVER AMOUNT_A LABEL (manual|review|ask|escalate|approve|approval) | (no|not) ((automatic|auto) (approval|approvals)|automatic (TXS|TX|spending)) OVER AMOUNT_A | (do not|don't|never) (automatically (approve|allow|pay)|(approve|allow|pay) automatically|auto approve) THING OVER AMOUNT_A | [KINDLY] escalate BIG_ONE
    [set] [the|an|a|my|your|our] (approval|sign off|human approval|review|manual approval) (limit|threshold|level|trigger) [for THING] [COPULA|lies at|sits at|is at|stands at|to|-] [OVER] AMOUNT_A ["(" ABOVE_IT ")"|(:|-|,) ABOVE_IT] | [HAS|SET_LIMIT|with] [a|an|the|our|my] AMOUNT (approval|sign off|review) (limit|threshold|level|trigger) [applies] | LIKED BIG [to be] ((held|paused|put on hold|escalated|referred) ((for|pending) APPROVAL|until UNLESS_APPROVED|to ME)|run (by|past) ME [first]|APPROVED (BY_ME|FIRST|BY_ME FIRST)) | (the|an|our|my) (threshold|limit|amount|level|sum) (above|over|beyond|from) which (APPROVAL_NEEDED|(i|we|ME) (DUTY|want to|wish to|need to|have to) [be asked|APPROVES|approve it]|AGENT (DUTY (ASK|GET)|ASKS_NOW|NEEDS)|TXS NEEDS) COPULA AMOUNT_A | [set] [the|my|our] (threshold|limit) for APPROVAL [COPULA|to] AMOUNT_A
    provided [,] [however [,]] that APPROVAL_ABOVE {behind_limit}
    (EVERY_TX (NEEDS|ASKS)|APPROVAL (is|are) NEEDED (for|on) EVERY_TX|(ASK|GET) (for|on|before) EVERY_TX) [,] (except|except for|unless|but not|apart from|other than|save for|excluding) [for|on] [it is|it's|they are|THING|TXS|those|ones] UP_TO_IT
    OVER AMOUNT_A (it|they) (is|does|are|do) {ellipsis} | THING OVER AMOUNT_A (do|does) {ellipsis} | (it|they|that) (is|are) (needed|required|necessary) (for|on) BIG_ONE {ellipsis}
    AGENT (do|does) ABOVE_THAT {ref} {ellipsis}
    THAT_ABOVE`,
  LIKED:
    "OWNER (wants|needs|expects|requires|insists on|would like) | (i'd|we'd|i would|we would) like | (i|we) (want|need|expect)",
  // "Approval threshold: $50 (payments above this need approval)", in the words of that amount alone.
  ABOVE_IT: `[THING|TXS|THE_TXS] (above|over|beyond|exceeding) (this|that|it) [amount] NEEDS | APPROVAL_NEEDED (above|over|beyond) (this|that|it) [amount]`,
  // What is above the amount that was said before.
  ABOVE_THAT: `(above|over|beyond|past|[anything] (more|larger|bigger|higher) than) (that|it|this) [amount] | (anything|everything|all|any TX|TXS|whatever is) (above|over|more|beyond|larger|bigger|higher|greater|more expensive|pricier|costlier|dearer|more than) [that|it|this] [amount] | [for] more | for (anything more|the rest|larger ones|bigger ones)
    for (larger|bigger|higher|greater) (ones|TXS|amounts) | (for|on|with) (anything|everything|TXS|whatever is|(a|any|every) TX) (bigger|larger|higher|greater|more expensive|pricier|costlier|dearer) [than (that|it|this)]
    (anything|everything|all|any TX|TXS|amounts|sums) (bigger|larger|higher|more|greater|more expensive|pricier|costlier|dearer) than (that|it|this) [amount] | (for|on|with) (anything|everything|amounts|sums|TXS) (more|larger|bigger|higher|beyond|above|over|greater|more expensive|pricier|costlier|dearer) [than] [that|it|this] | what goes (above|beyond|over) [that|it|this]
    anything (above|over|beyond|more|bigger|larger|higher) | (a|any|every|the) (bigger|larger|higher|costlier|pricier) (one|ones|TX|amount) | (larger|bigger|higher) (ones|TXS|amounts) | [all] (the rest|everything else|all else|all others|the others|others)`,
  THAT_ABOVE: `ABOVE_THAT [,|:|-] [please] (REQUEST|ASKS|GET|(needs|requires) it|(do|does) {ellipsis}|(it|they) (is|does|are|do) {ellipsis}|[then] [it|AGENT] ASKS_NOW|[it|AGENT|they|you] NEEDS|(it|AGENT|you) (DUTY) ACT) {ref}
    [please|[AGENT|it|you] DUTY] (ASK|GET) [for|about|on] ABOVE_THAT {ref} | (ASK|GET|APPROVAL) (above|over|beyond) {ref} | (otherwise|else) [,] ASK {ref} | (above|over|beyond) (that|this|it) [,|:] (always|please) (ASK|GET) {ref}
    ABOVE_THAT (goes|go|comes|is sent|are sent|must go|should go) (to|past|by|through) ME [for APPROVAL|first] {ref}
    (i'll|i will|we'll|we will|i|we|ME) [want to|need to|would like to|DUTY] (APPROVE_IT|LOOK_AT|handle) [personally] ABOVE_THAT {ref}`,
  SIGN_FIRST:
    '(i|we|ME) ([DUTY|want to] (APPROVE_IT|APPROVES) [it|them|that] [OURSELVES] [FIRST]|(decides|approves|confirms|signs off)|(DUTY|want to) LOOK_AT [it|them] [FIRST]|LOOK_AT FIRST) | (i|we|ME) (approve|decide|confirm|sign off|authorize|authorise|okay|say yes) [it|them|that] first | (i|we) (decide|approve|sign off|confirm)',

  EVERY_TX:
    '(every|each|any|every single|each and every) [SINGLE|agent|such] (TX|spend|expense) | all [the] [agent|such] (TXS|spending|spend|expenses) | everything | anything',
  APPROVAL_ALL: `[OF_ANY_AMOUNT [,]] APPROVAL_ALL_COMPOSED [[,] OF_ANY_AMOUNT] | (ASK|GET|all NEEDS) [,] OF_ANY_AMOUNT {all} | OF_ANY_AMOUNT [,] (ASK|GET|all NEEDS) {all} | TXS [,] OF_ANY_AMOUNT [,] NEEDS {all}
    [always|please] (approve|review|check|confirm) EVERY_TX (manually|by hand) {all} | [make|have] AGENT ASK ANY_TIME_IT_PAYS {all} | [AGENT] (MUST_ALWAYS|always) (ASK|GET) {all} | APPROVAL [NEEDED] [:|=|-|is] always [NEEDED] {all} | only with APPROVAL {all}
    (TXS|PURCHASES|spending) (is|are) only (possible|allowed|permitted|made|ok|okay|fine) with APPROVAL {all} | no automatic (TXS|PURCHASES) [at all|whatsoever] [,|:|-] [and] ME (approves|decides on|signs off on|confirms) (each one|every one|each|EVERY_TX|all of them) {all}`,
  MUST_ALWAYS: '(must|should|shall|has to|have to|needs to|need to|is to|are to) always',
  ALL_TX: `((every|each|any|every single|each and every) [SINGLE|agent|such] (TX|spend|expense)|(each|every one|all) of (these|those) (TXS|spending) {behind_allowed}|each of (these|those|them) {behind_txs} {behind_allowed}|all [of] [the|my|our|its] [agent|such] (TXS|spending|spend|expenses) {many}|(everything|anything) {many} {vague}|(each|every) [single] one [of (them|these|those)] {behind_txs} {behind_allowed}) [whatsoever|at all] [TO_BE_PAID|[,] OF_ANY_AMOUNT [,]]`,
  TO_BE_PAID:
    '[that] AGENT (wants|needs|plans|tries|intends) to (buy|pay|spend|order|purchase|make) | [that] AGENT (buys|pays|makes|orders)',
  IT_PAYS:
    'EVERY_TX | (AGENT|you) (pays|buys|spends|orders|pay|buy|spend|order) [anything|something|money] | (spending|paying|buying|ordering|purchasing|paying for) [anything|any money|something|money]',
  ANY_TIME_IT_PAYS:
    '(every|each|every single) time [AGENT (wants|needs) to (buy|pay|spend|order) | AGENT (pays|buys|spends|orders)] [something|anything|money] | (whenever|any time|anytime|if|when) (AGENT|you) (wants|want|needs|need) to (buy|pay|spend|order|purchase|pay for) [something|anything|money]',
  NONE_OF_ALL:
    "(do not|don't|never) let (any|a|a single) TX (go through|go out|happen|proceed|go ahead|through|be MADE) | NONE_AT_ALL [MAY [ever] BE_MADE|IS_MADE|MAY|is|are|gets|goes (through|out)|OF_ANY_AMOUNT] | (pay|spend|buy|order|purchase) nothing | NEVER_MORE (spend|buy|pay|pay for|purchase|order) [anything|money|any money|a thing|a (cent|penny|dollar)] | not a (cent|penny|dollar)",
  NONE_AT_ALL:
    '(nothing|no [SINGLE] TX|no TXS|no spending|not a single TX|not one TX) [whatsoever|at all|of any (kind|sort|type|size|amount)]',
  OF_ANY_AMOUNT:
    '(irrespective|regardless|independent|independently) of [the|their|its] (amount|size|value|price|cost) | of any (amount|size) | (whatever|no matter) (the|their|its) (amount|size|price|cost|value) [is|may be] | (no matter|however) (how (small|big|large|little|cheap|expensive|low|high|much)|small|big|large|little|cheap) [(it|the (amount|price|cost)|they) (is|are|costs|cost|may be)] | big or small | large or small | small or (large|big) | even (small|tiny|the smallest) ones',
  BOTHER: 'ask | bother | disturb | involve | contact | interrupt | ping | check with | consult',
  BOTHERED: 'making | paying | placing | approving | sending',
  NO_NEED: `[AGENT] (do not|don't|does not|doesn't) need [any] (APPROVAL|to ask [ME])
    APPROVAL is not NEEDED | no APPROVAL [is] NEEDED`,
  HOLD: '[KINDLY] (hold|park|pause|queue|freeze|suspend|stop|block|flag)',

  // What may go on without asking. It says nothing by itself, and names the amount for "above that".
  // As far as the amount itself, which "under" may leave out.
  UP_TO_IT:
    '(<=|≤|no more than|at most|not more than|up to|at or below|at or under|of up to|not exceeding|of at most|under or equal to|up to and including) AMOUNT_A | [of|for] AMOUNT_A (or|and) (less|under|below|lower|smaller)',
  UP_TO_A:
    '(<=|≤|no more than|at most|not more than|up to|under|below|at or below|at or under|of up to|less than|of under|of less than|not exceeding|of at most|under or equal to|within|up to and including|until|till) AMOUNT_A | (of|for) AMOUNT_A (or|and) (less|under|below|lower|smaller) | AMOUNT_A (or|and) (less|under|below|lower|smaller)',
  UNASKED:
    '[with] no questions asked | without (supervision|oversight|intervention|human (involvement|intervention|oversight|supervision)|APPROVAL|asking [ME] [first]|review|sign off|(a|any) (human|person|check)) | alone | independently | autonomously | unattended | unsupervised | freely | straight away | right away | on the spot | (on (its|your|their) own) | by (itself|yourself|themselves) | automatically',
  FREE: `(is|are) (released|made|paid|processed|executed|approved) UNASKED | (is|are) (automatic|(fine|ok|okay|allowed) UNASKED) | (is|are|get|gets|can be|may be|should be|will be|must be) (auto approved|automatically approved|approved automatically|pre approved|preapproved|approved without asking|waved through|approved without review)
    (do not|don't|does not|doesn't|need not|needn't) (need|require|have|be) [any|to be|to have] (APPROVAL|approved) | (need|needs|require|requires) no APPROVAL
    (may|can|should|will) [be (made|paid|spent)|go|proceed|go ahead|pass|go through] [through] UNASKED | (go|goes|pass|passes|proceed|proceeds|clear|clears|settle|settles|run|runs) [through] UNASKED | (go|goes) straight (through|ahead)
    no APPROVAL [is] (needed|required|necessary) | [AGENT] MAY (go ahead|proceed|pay|spend) [UNASKED]`,
  FREE_BELOW: `[small|smaller] (THING|TXS|stuff|things) UP_TO_A [,] (AGENT|you|it) (may|can) [just|simply] (buy|pay|pay for|make|place) [it|them|UNASKED]
    [small|smaller|minor] (THING|TXS|stuff|things) UP_TO_A (doesn't|does not|don't|do not) (need|require) (APPROVAL|ME|to be approved)
    AGENT (has|have) (discretion|leeway|autonomy|a free hand|free rein) UP_TO_A | AGENT (do not|does not) need [any] APPROVAL UP_TO_A | AGENT need not (ask|get APPROVAL) UP_TO_A
    UP_TO_A [,|:] (AGENT|you|it) (decide|decides|pays|buys|spends|goes ahead|go ahead|may decide|can decide) [UNASKED|itself|yourself|alone] | (do not|don't|no need to|never) BOTHER ME (for|about|with|over) [THING] UP_TO_A | UP_TO_A [,|:] (AGENT|you|it) (needn't|need not|don't need to|doesn't need to|does not need to|may|can) (ask|ask ME|(buy|decide|pay|spend|go ahead) [UNASKED|itself]) | UP_TO_A [,|:] (go ahead|just buy it|no need to ask|just buy|buy freely|just pay) | UNASKED [,] AGENT_MAY (spend|pay|buy) UP_TO_A | THING UP_TO_A (may|can) be (placed|made|paid|bought) UNASKED | [small] THING ([,] meaning|"(") [those] UP_TO_A [,|")"] FREE
    (green light|free hand|free rein) [(for|on) [THING|TXS]] UP_TO_A | (automatic|unattended|unsupervised|autonomous) (TXS|spending) UP_TO_A | AGENT MAY (approve|authorize|authorise|decide on|sign off on|clear) (its own|their own) (THING|TXS) UP_TO_A | [only] approve (THING|TXS) automatically UP_TO_A | (i|we) trust AGENT (with|to spend|to pay) UP_TO_A [PER_TX] UNASKED | UP_TO_A [PER_TX] UNASKED | [small|smaller|minor|little] (THING|THE_TXS|TXS) UP_TO_A FREE | UP_TO_A [,|:|-] FREE
    (AGENT_MAY|MAY) (spend|pay|buy|MAKING THING|act|decide|proceed|go ahead) (UP_TO_A UNASKED|UNASKED UP_TO_A) | AGENT (decides|acts) (UP_TO_A [UNASKED]|UNASKED UP_TO_A) | AGENT (pays|buys|spends) (UP_TO_A UNASKED|UNASKED UP_TO_A) | (AGENT_MAY|MAY) (buy|pay for) (things|anything|TXS) UP_TO_A UNASKED | (spend|pay|buy) (UP_TO_A UNASKED|UNASKED UP_TO_A) | UP_TO_A UNASKED
    (AGENT_PERMIT|MAY) (spend|pay|use|buy for|approve|decide on|make THING of|go (to|up to)) AMOUNT_A UNASKED | AMOUNT_A (is|are) (fine|ok|okay|allowed|free|possible) UNASKED | (AGENT_PERMIT|MAY) UNASKED (spend|pay|use) [UP_TO] AMOUNT_A
    (pay|make|approve|allow) THING UP_TO_A UNASKED
    (automatic|automatically|automatically approved|auto|auto approved|approved automatically) (:|-) UP_TO_A | (automatic|automatically approved|auto|auto approved|auto approval|automatic approval) [:|for THING|for] UP_TO_A | (THING|THE_TXS|a TX) FREE UP_TO_A | [for|on] (THING|THE_TXS|TXS) UP_TO_A [,|:] (no need to (ask|check) [ME]|AGENT (need not|does not need to|doesn't need to|don't have to) ask [ME]|no (approval|sign off) [is] [NEEDED])
    (auto approve|automatically approve|approve automatically|pre approve) [THING] UP_TO_A
    (no need to (ask|check|check in|ask ME|get approval|check with ME)|(you|it|AGENT) (need not|do not need to|don't need to|don't have to|do not have to|needn't|does not need to|doesn't have to) (ask|ask ME|check with ME|get approval|check)) [first] [for [THING]] UP_TO_A
    UP_TO_A [PER_TX] [,|:|-] no APPROVAL [[is] NEEDED] | no APPROVAL [is] [needed|required|necessary] [for] [THING] UP_TO_A | APPROVAL [is] not NEEDED [for|on] [THING|TXS] UP_TO_IT | AGENT (do not|does not|don't|doesn't) need (APPROVAL|to ask [ME]) (for|on) [THING|TXS] UP_TO_A | (never|don't|do not) (ASK|GET) (for|on|about) [THING|TXS] UP_TO_A | approve [THING] UP_TO_A (automatically|without asking [ME]) | (for|on|with) (THING|TXS) UP_TO_A [,] (no APPROVAL is NEEDED|(AGENT|you|it) (does not|doesn't|don't|do not) need (APPROVAL|to ask [ME]))`,
  FINE_UP_TO: `(i|we) trust AGENT with (THING|TXS) UP_TO_A | [small|smaller|minor] [THING|TXS] ([of] (up to|under|below) AMOUNT_A|UP_TO_A) ((is|are) (fine|ok|okay|good|no problem) [PER_TX]|goes through|go through|passes|pass|can pass|may pass)`,
}
