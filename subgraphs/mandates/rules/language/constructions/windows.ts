// Days and hours, with a zone of their own or of the whole text. A window is times, who or what they hold for, and whether
// that is open then, closed then or closed outside of them; the times are days, hours and a zone in any order.
const SUBJECTS: Readonly<Record<string, string>> = {
  ACTIVITY: 'PURCHASES | THE_TXS | purchasing | trading | all activity | activity',
  NO_ACTIVITY:
    '(not a single|not one) TX | [there (is|are|will be|may be|must be|shall be|should be)] [absolutely] (no|never any|not any) (PURCHASES|TXS|TX|activity)',
  ACTOR: 'AGENT | we | i | everything | everyone',
  MOVES: `(spend|buy|pay|purchase|order|shop) [OBJECT]
    (make|place|send|process|initiate|execute|authorize|approve|run|submit|do) [any] TXS
    make purchases or payments | use (it|the card|this card|the wallet|this wallet) | spend from it | pay for (things|anything)
    be (used|active|in use|open) | (trade|transact|operate|work|act|run|function) | charge (anything|the card) | do (anything|things|stuff|business|its (job|work|thing))`,
  OBJECT: 'money | our money | any money | anything | things | stuff | anyone | bills | invoices | vendors',
  HAPPEN: `be (conducted|effected|made|initiated|sent|processed|executed|placed|authorized|authorised|approved|submitted|released|done|completed|attempted|charged|run|carried out|bought|spent|paid|purchased|ordered)
    happen | occur | take place | go out | go through | run | clear | proceed`,
  CAN: '(has|have) permission to | need to | needs to | may | can | must | should | shall | will | are to | is to | have to | has to | (are|is) (allowed|permitted|authorized|authorised|free|able|cleared) to',
  OPEN: 'allowed | permitted | ok | okay | fine | possible | authorized | authorised | open | on | enabled | active | available | welcome | made | processed | sent | executed | released | restricted to | limited to | confined to',
  CLOSED:
    '(not at all|never|excluded) | (is|are|stays|stay|remain|remains|:) [strictly|always] (off|closed|off limits|blocked|frozen|suspended|paused|stopped|disabled|excluded|forbidden|prohibited|switched off|turned off|not allowed|not permitted)',
  OUTSIDE:
    "(at (any time|times|any times|any other time|other times) (other than|than|but|except) [during] | outside|outside of|other than [during|on]|except [on|during|for]|unless (it's|it is)|that fall outside|that falls outside|not within) [the (hours|window) [of|from]]",
  IN: '[during|in|within|on]',
  END: '[ONLY [[,] {p_zone} Z]]',
  THERE:
    'WHEN | ([the] following|these) (hours|times|days) : WHEN | [the] OFFICE_HOURS ([,|:] WHEN|[,] (i e|that is|namely|meaning) [,] WHEN|"(" [i e] WHEN ")")',
  THE_CARD: '(the|our|my|this) (card|wallet|account|agent)',
  PLACE:
    '(the|our|my) (shop|store|office|business|company|restaurant|studio|warehouse|kitchen|practice|clinic|cafe|salon)',
  OFFICE_HOURS: '(business|office|working) hours',
}

export const TIMES: Readonly<Record<string, string>> = {
  ...SUBJECTS,
  SPAN: `between the hours of CLOCK and CLOCK | (starting|beginning) [at|from] CLOCK [,] (and|until|to) [(ending|finishing|stopping|closing) [at]] CLOCK | after CLOCK and before CLOCK | [from] CLOCK (-|to|until|till|through|thru) CLOCK [o'clock|hours] | between CLOCK and CLOCK | between CLOCK (to|-) CLOCK`,
  SPANS: '[the hours of|the hours|hours] SPAN | SPAN (and|,|or|, and) SPANS',
  EVERY_DAY:
    'every day | daily | each day | any day | all days | seven days a week | 7 days a week | all week | every day of the week | all seven days | any day of the week',
  DAY: '(business days|working days|workdays|work days) ONLY {only} (,|:|-) [that is|i e|meaning|namely] [,] DAYS | [on] (business days|working days|workdays|work days|a working day|a business day) ("(" DAYS ")"|(, [that is|i e|meaning|namely]|:|that is|i e|meaning|from) DAYS) | during the week {in_week} ("(" DAYS ")"|(,|:|that is|i e) DAYS) | [on|at|during] [every|all|each|any] DAYS | in [the] DAYS {in_days} | on a DAYS | [on] EVERY_DAY {every_day} | between DAYS {between} | from DAYS {from} | DAYS of every week',
  DAY_BUT:
    '(on|every) EVERY_DAY {every_day} except [on] [for] DAYS | EVERY_DAY {every_day} [,] (except|but|except for) [on] DAYS | [on] DAYS {but} except [on] DAYS',
  HOUR: '[during|at] SPANS | [at] any time [of [the] day] | [for] [the] (whole|full|entire) (day|days) | around the clock | [in|during|within] the (time|time frame|hours|period|window) [of] SPANS | PART_OF_DAY [,|:|[,] (i e|namely|that is|meaning) [,]] SPANS | PART_OF_DAY [ONLY {only} [:]] "(" SPAN [{p_zone} Z] ")" | PART_OF_DAY ONLY {only} (:|,) SPANS | 24 hours [a day] | all day [long] | at (any hour|all hours) [of the day]',
  PART_OF_DAY:
    '(at night|overnight|by night|[during|in] the night|night|nights|night time|nighttime|nightly) {night} | [in the] (morning {morning}|mornings {morning}|afternoon {afternoon}|afternoons {afternoon}|evening {evening}|evenings {evening}) [hours] | ([in the|during the] (daytime|day time)|during the day|by day) {daytime}',
  US_TIME:
    '[us] eastern [standard|daylight] [time] {eastern} | et {eastern} | [us] central [standard|daylight] [time] {central} | ct {central} | [us] mountain [standard|daylight] [time] {mountain} | mt {mountain} | [us] pacific [standard|daylight] [time] {pacific} | pt {pacific}',
  Z: '"(" [in|all in|all times|all times in|ZONE_NAME|ZONE_NAME :] ZONE ")" | all [in|times|times in] ZONE | [in] US_TIME "(" ZONE ")" | [in] US_TIME ZONE | [in] ZONE "(" ZONE ")" {same_zone} | [in] ZONE | in the ZONE [zone] | ZONE_NAME [:|is|=] ZONE',
  ZONE_NAME: 'time zone | timezone | tz | zone',
  // The marks tell what was said how often; which of it fits together is decided where windows are made.
  PART: '{p_day} DAY | {p_but} DAY_BUT | {p_hour} HOUR | {p_zone} Z',
  THEN: '[(,|:|at|[,] and ONLY {only}|ONLY , {only}) {apart}]',
  WHEN: `PART
    PART THEN PART
    PART THEN PART THEN PART
    {p_day} between DAYS {between} [,] [and] {p_hour} CLOCK and CLOCK [[,] {p_zone} Z]
    TIMES_OF_DAYS [[,] {p_zone} Z]`,
  TIMES_OF_DAYS: 'DAY_HOURS JOIN DAY_HOURS | DAY_HOURS JOIN TIMES_OF_DAYS',
  JOIN: '(,|and|or|, and|, or|/) {next}',
  DAY_HOURS: '{p_day} DAY [,|:] {p_hour} HOUR [{p_zone} Z] | {p_hour} HOUR [{p_zone} Z] {p_day} DAY',
  HOURS_NAME: `(working|active|operating|payment|spending|buying) (time|times|hours) (of|for) (AGENT|the wallet|the card)
    [the|our|my|its|your] [agent] (booking|ordering|order|paying|trading|checkout|active|allowed|permitted|payment|spending|spend|purchase|purchasing|shopping|available|approved|transaction|buying|agent|usage|authorized|(operating|opening|open|trading|core) {place}) TIMES_NAME
    [the] (time|times|hours|days|window|windows|schedule) (when|in which|during which|at which|on which) (AGENT|we) (may|can|PERMIT) MOVES | [the] [operating|opening|open|allowed|payment|core|business|working] TIMES_NAME (for|of) [making|all] (ACTIVITY|TXS) | daily hours
    [the] ((OFFICE_HOURS {office}|work hours|(working|work) days|opening hours|hours of operation|opening times) {place}|hours|time window|time windows|window|schedule|time|(time|hours|hour|timing) (restriction|restrictions|limit|limits)|availability|active|[spending|payments|purchases] allowed|permitted) {bare}`,
  TIMES_NAME:
    'hours | times | time | window | windows | days | schedule | time window | time windows | hours window | days and hours',
  CLOSED_NAME: `[the] (blocked|closed|blackout|forbidden|prohibited|excluded|(no|non) (spend|spending|payment|purchase)) (hours|times|time|days|window|windows|period|periods)
    days off | off days | [spending|payment] (blackout|curfew) | not (allowed|permitted) | blocked | forbidden | prohibited`,
  // Sentences about times: parts in any order, and what they come to is decided in composedWindows.ts.
  OPEN_COMPOSED: 'TIME_PART',
  HALF_SAID_COMPOSED: 'TIME_PART',
  CLOSED_COMPOSED: 'TIME_PART',
  CLOSED_OUTSIDE_COMPOSED: 'TIME_PART',
  THEN_COMPOSED: 'TIME_PART',
  TIME_PART: `{t_times} (IN WHEN_SAID|the hours (of|from) {p_hour} SPAN|([the] following|these) (hours|times|days) : WHEN|[during] OFFICE_HOURS [,|:] WHEN) | {t_zone} {p_zone} Z
    {t_bounds} {p_hour} BOUNDS | {t_outside} (OUTSIDE|beyond) THERE | {t_those} THOSE_TIMES | {t_otherwise} OTHERWISE
    {t_who} AGENT | {t_group} (we|i|everyone|everything) | {t_may} (may|can|PERMIT|(is|are) (good|welcome|set up) to|gets to|get to) | {t_must} (must|should|shall|will|have to|has to|needs to|need to|(is|are) to)
    {t_works} (be (used|active|in use|open)|trade|transact|operate|work|act|run|function) | {t_doing} DOING | {t_does} (MOVES|(place|make|send) [any|an] (order|orders|payment|purchase)) | {t_activity} [all|any|the|our|its] (ACTIVITY|TXS) | {t_made} MADE_WHEN
    {t_open} ((is|are|be|stays|remains|remain) [always] (OPEN|accepted|switched on|carried out)|allowed|permitted|ok|okay|fine|possible|enabled|accepted) | {t_happens} (HAPPEN|HAPPENS|be|come|fall|be kept)
    {t_never} (never|not) | {t_not} (MAY_NOT|DONT|(is|are) (not|never)|isn't|aren't|(do not|don't|dont|never) (let|allow|permit) AGENT [to]|(we|i) (do not|don't|never) (let|allow|permit|want) AGENT [to]|NOT_HAVING)
    {t_nothing} (NO_ACTIVITY|nothing [at all|whatsoever] {alone}) | {t_none} none {alone} | {t_nobody} (nobody|no one) | {t_closed} (CLOSED|IS_REFUSED|(is|are) (cut off|locked|on hold|out of the question)|stops|stop|pauses|pause|rests|halts|halt)
    {t_stop} (BLOCKS_OVER|freeze|suspend|pause|disable|switch off|turn off) | {t_let} [please] (let|allow|permit|enable|lets|allows) AGENT [to]
    {t_keep} [please] (keep|limit|restrict|confine|hold) (ACTIVITY|ACTOR|things|TXS) (to|within|inside) | {t_only} ONLY | {t_only} (is|are) ONLY (allowed|permitted|authorized|authorised|supposed|entitled|meant|able|cleared) to | {t_only} (it's|they're|you're) ONLY (allowed|permitted|supposed|able) to | {t_closing} CLOSED_ELSE | {t_pause} (,|:|-)`,
  WHEN_SAID: `{p_day} DAY | {p_but} DAY_BUT | {p_hour} HOUR | PART THEN PART | PART THEN PART THEN PART | TIMES_OF_DAYS [[,] {p_zone} Z]`,
  MADE_WHEN: 'made | initiated | placed | sent | requested | attempted | submitted | by THE_AGENT | with CARD',
  DOING:
    '(works|operates|runs|spends|buys|pays|shops|orders|trades|transacts|functions|purchases|makes TXS|places TXS) [OBJECT]',
  HAPPENS:
    '(is|are|gets|get) (bought|paid|spent|made|processed|sent|executed|placed|released|purchased|ordered|charged|carried out) | happens | occurs | takes place | goes out | goes through | falls',
  BOUNDS:
    '(before|earlier than|prior to) CLOCK [{p_zone} Z] (or|and|nor|, or|, nor|, and) [never|not] (after|later than|past) CLOCK {reversed} {outer} | (after|later than|past) CLOCK [{p_zone} Z] (or|and|nor|, or|, nor|, and) [never|not] (before|earlier than|prior to) CLOCK {outer}',
  THOSE_TIMES: 'then | (in|during|at|within|on) (these|those|that) (hours|times|time|days|slots|windows|window)',
  OTHERWISE: `otherwise | (outside|outside of) (it|this|that|them|these|those|(these|those|that|this) (hours|times|time|days|slots|windows|window)) | (at|during|on) [any|all|the] (other|remaining) (times|time|hours|days) | the rest of the (time|week|day)`,
  CLOSED_ELSE: `[and|but] [at|on|during] no other (time|times|day|days|hours|hour) | [and|but] not at any other (time|hour)
    [and|but] (never|not|nothing) (otherwise|OTHERWISE) | [and|but] only then | [and|but] [(is|are|stays|remains)] (REFUSED|closed|locked|shut|frozen|inactive|unavailable|off|not [ALLOWED]|never) OTHERWISE`,
  WINDOW: `OPEN_COMPOSED | CLOSED_OUTSIDE_COMPOSED | THEN_COMPOSED
    WHEN {bare}
    ONLY IN THERE {only} {bare}
    WHEN ONLY [[,] {p_zone} Z] {only} {bare}
    (NO_ACTIVITY|(pay|spend|buy|order) nothing|DONT MOVES|ACTOR MAY_NOT MOVES) (at night|overnight|during the night) {daytime} (,|:|-) ONLY IN THERE {only}
    {p_day} DAY ONLY , {p_zone} Z , (all day [long]|the (whole|entire) day) {only} {bare}
    [at] any (time|hour) [of (day|the day)] (,|, but|-|- but|:) ({p_day} DAY ONLY|ONLY {p_day} DAY) [[,] {p_zone} Z] {only} {bare}
    WHEN [,|:|-] [and] [(that|this|these|those) (is|are)|is|are] the only [payment|spending|purchasing|purchase|buying] TIMES_NAME [[when|that|at which|in which] (AGENT CAN MOVES|ACTIVITY CAN HAPPEN|ACTIVITY_OPEN)|for PURCHASES] {only} {bare}
    [ONLY {only}] [during] OFFICE_HOURS [only {only}] "(" WHEN ")" [only {only}] {bare}
    (ONLY {only} [during]|during) OFFICE_HOURS [only {only}] (,|:|[,] which are|[,] that is|- that is|[,] (i e|namely|meaning) [,]) WHEN {bare}
    OFFICE_HOURS [only {only}] , WHEN {bare}
    (our|my|its|your) (OFFICE_HOURS|work hours|opening hours) (are|:|is) WHEN {place} {office} {anchor} {bare}
    [the|our|my] [OFFICE_HOURS] ["("] WHEN [")"] [,|:|-] [(is|are)|(that|this|these|those) (is|are)|that's] [the [only] (time|times|hours|days|window)] when (AGENT CAN (MOVES|HAPPEN)|ACTIVITY_OPEN) {only}
    [on] WHEN during OFFICE_HOURS {bare}
    HOURS_NAME [:|-|are|is|are :|is :|=|-|run|run from|(is|are) (limited|restricted|confined) to] [ONLY] WHEN END {only}
    WHEN [,|-] CLOSED_ELSE {only} {bare}
    OFFICE_HOURS only : WHEN {only}
    when [to (buy|pay|spend|shop)|AGENT (may|can) MOVES|ACTIVITY (is|are) ALLOWED] (:|-) [ONLY] WHEN END {only}
    ONLY (active|open|available|on|enabled|in use|usable) [:] IN WHEN {only}
    {p_day} DAYS (is|are) [the|our|its|my] [only] (purchasing|buying|shopping|spending|payment|ordering|order) days [[,] {p_hour} HOUR] [[,] {p_zone} Z] {only}
    days : WHEN {bare} {labelled}
    [now] (open|active|available|running|runs) [for (PURCHASES|TXS)] [ONLY] [:|during] WHEN END {only}
    OTHERWISE [,] (it|they|this|that|PURCHASES|TXS) (is|are) not [OPEN] {then}
    ACTIVITY [during] WHEN ONLY [[,] {p_zone} Z] {only}
    [ACTIVITY [is|are]] {p_day} DAY only , {p_hour} HOUR [[,] {p_zone} Z] {only}
    ACTIVITY [is|are] ONLY [to HAPPEN] IN THERE {only} | ACTIVITY (is|are|has|have) to HAPPEN ONLY IN THERE {only}
    ACTIVITY : [ONLY] WHEN END {only}
    [now] ACTIVITY_OPEN IN WHEN END {only}
    ONLY ACTIVITY [OPEN] IN WHEN {only}
    {p_day} DAYS (PURCHASES|TXS) only [[,] {p_hour} HOUR] [[,] {p_zone} Z] {only}
    [ACTOR|ACTOR CAN] (ONLY MOVES|MOVES ONLY) IN THERE {only}
    [ACTOR] MOVES WHEN ONLY [[,] {p_zone} Z] {only}
    (spend|buy|pay|purchase|order|shop) [OBJECT] IN WHEN END {only}
    ACTOR (ONLY (works|operates|runs|spends|buys|pays|shops)|(works|operates|runs|spends|buys|pays|shops) ONLY) IN WHEN {only}
    (ACTOR (is|are)|it's) [ONLY] (active|open|available|on|working|running|restricted to|limited to|(allowed|permitted) [to MOVES]) [ONLY] IN WHEN END {only}
    [ONLY] (allow|permit|let|enable|open) (ACTIVITY|ACTOR [to] MOVES|the wallet|the card) [ONLY] IN WHEN END {only}
    [ONLY] (allow|permit) [ONLY] IN WHEN END {only}
    (we|i) [ONLY] (allow|permit|make|process) (PURCHASES|TXS) [ONLY] IN WHEN {only}
    [please] (keep|limit|restrict|confine|hold) (ACTIVITY|ACTOR|things|the wallet|the card) (to|within) [the (hours|window) [of]] WHEN END {only}
    [please] (keep|hold|confine) (ACTIVITY|ACTOR|things) {p_hour} between CLOCK and CLOCK [[,] {p_zone} Z] {only}
    ACTIVITY CAN (stay|remain|be kept) ((to|within) WHEN|{p_hour} between CLOCK and CLOCK [[,] {p_zone} Z]) {only}
    (restrict|limit|set|keep) HOURS_NAME to WHEN {only}
    (HOURS_NAME|ACTIVITY|AGENT|THE_CARD) (opens|open|start|starts|begin|begins|resume|resumes) at {p_hour} CLOCK [,] and (closes|close|end|ends|stop|stops) at CLOCK [[,] {p_zone} Z] {only}
    (PLACE (is|are) open|(we're|we are) open) IN WHEN {place} {office} {anchor} {bare}
    ACTIVITY_OPEN [ONLY] (then|(in|during|at|within) (these|those|that) (hours|times|time|days)) {then} | NO_ACTIVITY [CAN HAPPEN|is ALLOWED] outside [of] (these|those|that) (hours|times|time|days) {then} | nothing [CAN HAPPEN] (outside [of] (these|those) (hours|times)|at [any] other (times|time)) {then} | otherwise (closed|blocked|off|no PURCHASES|no TXS|not allowed) {then} | (closed|blocked|off) otherwise {then} | ONLY MOVES then {then}
    (NO_ACTIVITY [CAN HAPPEN]|DONT MOVES|ACTOR MAY_NOT MOVES) OUTSIDE OFFICE_HOURS {refers}
    ([ACTOR|ACTOR CAN] (ONLY MOVES|MOVES ONLY)|ACTIVITY_OPEN) during OFFICE_HOURS [only] {refers}
    (anything|everything) OUTSIDE THERE (NOT_ALLOWED|CLOSED) {only}
    never (PURCHASES|TXS) OUTSIDE THERE {only}
    ACTIVITY outside these (hours|times|days) (NOT_ALLOWED|CLOSED) : WHEN {only}
    (reject|refuse|deny|decline|block|stop) (ACTIVITY|anything|everything|all TXS) OUTSIDE THERE {only}
    outside [of] THERE [,|:] (NO_ACTIVITY [(is|are) OPEN|CAN HAPPEN]|nothing (CAN HAPPEN|is OPEN)|ACTIVITY NOT_ALLOWED|DONT MOVES) {only}
    [(the|this|our|my)] (card|wallet|account) [is|works] [usable|valid|active|good|available|open] (ONLY IN THERE|IN WHEN ONLY [[,] {p_zone} Z]) {only} | (payable|usable|spendable|to be (spent|used|made|paid)|available|valid) ONLY IN THERE {only} | (payable|usable|spendable|to be (spent|used|made|paid)|available|valid) IN WHEN ONLY {only}
    ONLY WINDOWS {only}
    HALF_SAID_COMPOSED`,
  ACTIVITY_OPEN: `ACTIVITY (is|are) [ONLY|always] OPEN [ONLY]
    ACTIVITY CAN [only|exclusively|always] HAPPEN [only|exclusively]
    ACTIVITY CAN be OPEN [ONLY]
    ACTIVITY [ONLY] (happen|run|go out|take place)
    ACTIVITY [ONLY] (allowed|permitted|ok|okay|fine|possible|open|enabled) [ONLY]`,
  NO_WINDOW: `CLOSED_COMPOSED
    (it's|it is) not to MOVES IN WHEN
    (it is|it's) [strictly] (forbidden|prohibited|not allowed|not permitted) to MOVES IN WHEN
    ACTOR CAN be (off|closed|inactive|switched off|turned off|paused) IN WHEN
    NO_ACTIVITY [(is|are) OPEN|OPEN|CAN HAPPEN|to HAPPEN|HAPPEN|at all] IN WHEN
    no DAYS (PURCHASES|TXS) [[,] {p_zone} Z]
    (no|block|exclude|excluding) DAYS [[,] {p_zone} Z] {alone}
    [AGENT (has|have|gets|takes)] DAYS off [[,] {p_zone} Z] {alone}
    (never|not) {p_day} on [a] DAYS [[,] {p_zone} Z] {alone}
    never {p_hour} SPAN [[,] {p_zone} Z] {alone}
    [ACTOR (is|are)|it's|we're] (closed|blocked) [on [a]] DAYS [[,] {p_zone} Z] {alone}
    (closed|CLOSED_NAME) (:|are|is) WHEN {alone}
    DAYS [,] (CLOSED|closed) [for (PURCHASES|TXS)] [[,] {p_zone} Z] {alone}
    DAYS [[,] {p_zone} Z] (CLOSED|IS_REFUSED) {alone}
    DAYS : no [PURCHASES|TXS] [[,] {p_zone} Z] {alone}
    ACTIVITY (stop|stops|end|ends|pause|pauses) at {p_hour} CLOCK [,] and (start|starts|begin|begins|resume|resumes) [again] at CLOCK [[,] {p_zone} Z]
    WHEN [,|:] (NO_ACTIVITY [(is|are) OPEN|OPEN|CAN HAPPEN]|nothing (CAN HAPPEN|is OPEN)|ACTIVITY NOT_ALLOWED|ACTOR MAY_NOT MOVES|DONT MOVES) [[,] {p_zone} Z]
    ACTIVITY WHEN (NOT_ALLOWED|CLOSED) [[,] {p_zone} Z]
    (freeze|suspend|pause|stop|disable|BLOCK) [all|any] (PURCHASES|TXS|ACTOR|the card|the wallet) IN WHEN
    (nobody|no one) (buys|spends|pays|orders|shops) [anything] WHEN
    (i|we) (do not|don't|never) (MOVES) [anything] IN WHEN`,
  ANY_TIME: `ACTOR (works|runs|operates|is active|is available|is open|is on|spends|buys|shops) ALWAYS
    (PURCHASES|TXS|spending) [are|is] [allowed|permitted|ok] ALWAYS
    [ACTOR CAN] MOVES ALWAYS
    ACTIVITY CAN HAPPEN ALWAYS
    24 / 7`,
  ALWAYS:
    '24 / 7 | at any hour | day and night | night and day | at any time [of day|of the day] | any time [of day] | anytime | around the clock | at all times | at all hours',
  ZONE_OF_ALL: `all [times|hours|times in|hours in|in] ZONE
    [the|my|our] ZONE_NAME [:|is|=|is :] ZONE
    [all] (times|hours|days|windows) (are|:|in|are in|: in|given in) ZONE
    ZONE {bare}
    use ZONE | (we're|we are|i'm|i am) on ZONE | (we're|we are|i'm|i am|our office is|the office is|the shop is) [based] in [the] ZONE [zone]
    in ZONE {bare}`,
}
