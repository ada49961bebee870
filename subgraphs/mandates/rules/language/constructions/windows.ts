// Days and hours, always with a zone of their own or of the whole text.
export const TIMES: Readonly<Record<string, string>> = {
  SPAN: `between the hours of CLOCK and CLOCK | after CLOCK and before CLOCK | [from] CLOCK (-|to|until|till|through|thru) CLOCK [o'clock] | between CLOCK and CLOCK | between CLOCK (to|-) CLOCK`,
  SPANS: '[the hours of|the hours|hours] SPAN | SPAN (and|,|or|, and) SPAN',
  EVERY_DAY:
    'every day | daily | each day | any day | all days | seven days a week | 7 days a week | all week | every day of the week | all seven days | any day of the week',
  DAY: '[on] (business days|working days|workdays|work days) "(" DAYS ")" | [on|at] [every|all|each] DAYS | [on] any DAYS | [on] EVERY_DAY {every_day} | between DAYS {between} | from DAYS {from} | DAYS of every week',
  // Hours directly behind it could be those of the excepted day: "every day except Sunday 9am-5pm".
  DAY_BUT:
    '(on|every) EVERY_DAY {every_day} except [on] [for] DAYS | EVERY_DAY {every_day} [,] (except|but|except for) [on] DAYS | [on] DAYS {but} except [on] DAYS',
  HOUR: '[during|at] SPANS',
  US_TIME:
    '[us] eastern [standard|daylight] time {eastern} | et {eastern} | [us] central [standard|daylight] time {central} | ct {central} | [us] mountain [standard|daylight] time {mountain} | mt {mountain} | [us] pacific [standard|daylight] time {pacific} | pt {pacific}',
  Z: 'all [in|times|times in] ZONE | [in] US_TIME "(" ZONE ")" | [in] US_TIME ZONE | [in] ZONE | in the ZONE | in the ZONE zone | "(" in ZONE ")"',
  WHEN: `(DAY|DAY_BUT) [[,] Z]
    HOUR [[,] Z]
    DAY [,|:|at] HOUR [[,] Z]
    DAY_BUT (,|:) HOUR [[,] Z]
    DAY [,] [during] [business hours|office hours|working hours] [,|:] HOUR [[,] Z]
    HOUR [,] (DAY|DAY_BUT) [[,] Z]
    HOUR [,] Z [,] (DAY|DAY_BUT)
    DAY [,] Z [,] HOUR
    TIMES_OF_DAYS [[,] Z]`,
  TIMES_OF_DAYS: `DAY_HOURS JOIN DAY_HOURS
    DAY_HOURS JOIN DAY_HOURS JOIN DAY_HOURS
    DAY_HOURS JOIN DAY_HOURS JOIN DAY_HOURS JOIN DAY_HOURS`,
  JOIN: '(,|and|or|, and|, or) {next}',
  DAY_HOURS: 'DAY [,] HOUR [Z] | HOUR on DAY',
  MOVES:
    'use it | use the card | use this card | use the wallet | use this wallet | spend from it | buy stuff | order | order things | place orders | process payments | process transactions | initiate payments | send payments | execute payments | authorize payments | approve payments | make transactions | run payments | spend anything | pay anyone | pay anything | pay bills | purchase anything | spend our money | make any payments | make any purchases | be in use | function | do anything | charge anything | charge the card | pay vendors | make purchases or payments | spend | trade | pay | buy | buy things | buy anything | pay for things | purchase things | operate | transact | make purchases | make payments | be used | purchase | shop | spend money | work | act | run | be active',
  HAPPEN:
    'be made | be initiated | be sent | be processed | be executed | be placed | be authorized | be authorised | be approved | be submitted | be released | be done | be completed | be attempted | be charged | happen | occur | take place | go out | go through | run | clear | be carried out | proceed | be run',
  HOURS_NAME:
    '[the|our|my|agent|its|your] [agent] (active|allowed|permitted|payment|spending|spend|purchase|purchasing|available|approved|transaction|buying|agent|usage|authorized|(operating|opening|open|trading|core) {place}) (hours|times|window|windows|time|days|schedule|time window|hours window|days and hours)',
  WINDOW: `(outside|outside of) WHEN [,] (nothing|no PURCHASES|no TXS) (may|can|must|should|shall) be (spent|bought|paid|made|purchased) {only}
    (outside|outside of) WHEN [,] (nothing|no PURCHASES|no TXS) (is|are) (allowed|permitted) {only}
    (no|never) (PURCHASES|TXS) (outside|outside of) (business hours|office hours|working hours) , WHEN {only}
    [AGENT_MAY|AGENT] ONLY (MOVES) during (business hours|office hours|working hours) "(" WHEN ")" {only}
    (PURCHASES|TXS) WHEN only {only}
    (PURCHASES|TXS) : WHEN {only}
    (PURCHASES|TXS) (may|can|must|should|shall) (HAPPEN) [during] WHEN [,] [and] [at] no other (time|times) {only}
    DAYS (PURCHASES|TXS) only [[,] Z] {only}
    DAYS (PURCHASES|TXS) only [,] HOUR [[,] Z] {only}
    (AGENT|this card|this wallet|the card) (works|operates|runs) WHEN {only}
    (PURCHASES|TXS) [during] WHEN only {only}
    (we|i) (buy|spend|pay|order|shop|make payments|make purchases|operate|work|allow PURCHASES|allow payments) ONLY [during] WHEN {only}
    (PURCHASES|TXS) (is|are) (open|possible|on|enabled|active|available|welcome) [ONLY] [during] WHEN [ONLY] {only}
    (enable|open) (PURCHASES|TXS|spending|AGENT|the wallet|the card) [ONLY] [during] WHEN [ONLY] {only}
    WHEN {bare}
    ONLY (let|allow) AGENT [to] (MOVES) [during] WHEN {only}
    HOURS_NAME [:|are|is|are :|is :|=|-|run|run from] [ONLY] WHEN [ONLY] {only}
    (PURCHASES|THE_TXS) (may|can|must|should|shall|will|are to|is to|have to|has to|are allowed to|are permitted to) [only|exclusively|always] (HAPPEN) [only|exclusively] [during] WHEN [ONLY] {only}
    (PURCHASES|TXS) (HAPPEN|happen|run|go out|take place|are made|are processed|are sent) ONLY [during] WHEN {only}
    (AGENT_MAY|MAY) ONLY (MOVES|HAPPEN) [during] WHEN {only}
    (AGENT_MAY|AGENT) (MOVES) [during] WHEN (only|and at no other time|and no other time) {only}
    (it's|it is|AGENT is|AGENT are) ONLY (active|open|available|allowed|permitted|on|working|running|allowed to (MOVES)|permitted to (MOVES)) [during] WHEN {only}
    (it|AGENT) (works|operates|runs|spends|buys|pays|shops) (ONLY) [during] WHEN {only}
    (it|AGENT) ONLY (works|operates|runs|spends|buys|pays|shops) [during] WHEN {only}
    (DONT) (MOVES|HAPPEN) (outside|outside of|except|except on|except during|other than|other than during|unless it's|unless it is) [the hours|the hours of|the window|the window of|the hours from] WHEN {only}
    (AGENT) MAY_NOT (MOVES) (outside|outside of|except|except on|except during|other than) [the hours|the hours of] WHEN {only}
    (PURCHASES|TXS) MAY_NOT (HAPPEN) (outside|outside of|except|except on|except during|other than) [the hours|the hours of] WHEN {only}
    (no|never any|not any) (PURCHASES|TXS) [may|shall|should|can|must|will|are to|to] [HAPPEN] (outside|outside of|except|except on|except during|other than) [the hours|the hours of|the hours from] WHEN {only}
    (keep|limit|restrict|confine|hold) (PURCHASES|TXS|spending|purchases|payments|AGENT|it|things|all activity|activity) (to|within|between) [the hours|the hours of|the window] WHEN [ONLY] {only}
    (open|active|runs|available|running) [ONLY] [:] WHEN [ONLY] {only}
    (reject|refuse|deny|decline|block|stop) (PURCHASES|TXS|anything|everything|all TXS|all PURCHASES) (outside|outside of|that fall outside|that falls outside|not within) [the hours|the hours of] WHEN {only}
    (PURCHASES|TXS) outside (business hours|office hours|working hours) "(" WHEN ")" NOT_ALLOWED {only}
    [during] (business hours|office hours|working hours) "(" WHEN ")" {bare}
    only [during] (business hours|office hours|working hours) "(" WHEN ")" {only} {bare}
    [during] (business hours|office hours|working hours) (only "(" WHEN ")"|"(" WHEN ")" only) {only} {bare}
    [(PURCHASES|TXS) [are]] DAY only , HOUR [[,] Z] {only}
    (i|we) ONLY (MOVES|make payments|pay invoices|allow payments|allow purchases) [during] WHEN {only}
    AGENT (is|are) (open|active|available) [ONLY] [during] WHEN [ONLY] {only}
    days : WHEN {bare}
    (payment days|spending days|(opening times|open|operating days|opening days) {place}) : WHEN {only}
    ONLY [during] WHEN {only} {bare}
    ONLY PURCHASES [allowed|permitted] [during] WHEN {only}
    WHEN only [[,] Z] {only} {bare}
    (PURCHASES|TXS) [are] ONLY [during] [business hours ,] WHEN {only}
    ONLY WINDOWS {only}
    WINDOWS
    [AGENT_MAY|AGENT] ONLY (MOVES) [during] WHEN {only}
    [AGENT_MAY|AGENT] (MOVES) ONLY [during] WHEN {only}
    AGENT_MAY (MOVES) [during] WHEN [ONLY] {only}
    [the] (PURCHASES|TXS) [are|is] [ONLY] (allowed|permitted|ok|okay|fine|possible|authorized) [ONLY] [during] WHEN [ONLY] {only}
    ONLY (PURCHASES) [are|is] [allowed|permitted] WHEN {only}
    (PURCHASES|TXS) (may only|can only|must only|should only|may|can|must|should) [ONLY] (be made|be sent|happen|go out|occur|take place|be approved) [ONLY] [during] WHEN {only}
    (allow|permit) [PURCHASES|TXS] [ONLY] [during] WHEN [only [[,] Z]] {only}
    ONLY allow [PURCHASES|TXS] [during] WHEN {only}
    (restrict|limit) (PURCHASES|TXS|AGENT) to [the hours|hours] WHEN [ONLY] {only}
    (PURCHASES|TXS|AGENT) (is|are) (restricted|limited) to WHEN [ONLY] {only}
    [the] ((business hours|office hours|working hours|opening hours|work hours|hours of operation) {place}|hours|time window|time windows|window) [ONLY] [:|=|are|is|are :] WHEN [ONLY] {only} {bare}
    [the] (active hours|allowed hours|allowed times|allowed days|payment window|spending hours|spending window|payment hours|active|purchase hours|spending allowed|allowed time) [ONLY] [:|are|is|are :] WHEN [ONLY] {only}
    only (business hours|office hours|working hours) [,|:|which are] WHEN {only}
    during (business hours|office hours|working hours) [,|:|which are] WHEN {bare}
    [on] WHEN during (business hours|office hours|working hours) {bare}
    (no|never) (PURCHASES|TXS) (outside|outside of|except|except on|except during|other than|but) [the hours|the hours of] WHEN {only}
    (DONT (MOVES|BUY)|nothing) (outside|outside of|except|except on|except during|other than) WHEN {only}
    (PURCHASES|TXS) (outside|outside of) [the hours|the hours of] WHEN NOT_ALLOWED {only}
    (block|decline|reject) (PURCHASES|TXS|anything|everything) (outside|outside of) [the hours|the hours of] WHEN {only}`,
  NO_WINDOW: `(SPAN|between CLOCK and CLOCK) [[,] Z] [,] AGENT MAY_NOT (MOVES|BUY)
    DAYS off [[,] Z] {alone}
    no (PURCHASES|TXS) (overnight|at night|by night) [,] SPAN [[,] Z] {night}
    (PURCHASES|TXS|AGENT|the card|the wallet|everything) (is|are) (frozen|suspended|paused|stopped|off|closed|blocked|disabled|switched off|turned off) [on|during] WHEN
    (freeze|suspend|pause|stop|disable) (PURCHASES|TXS|AGENT|the card|the wallet|everything) [on|during] WHEN
    (nobody|no one) (buys|spends|pays|orders|shops) [anything] WHEN
    (we|i) (do not|don't|never) (buy|spend|pay|order|shop|make payments|make purchases) [anything|money] WHEN
    (DONT) (MOVES|HAPPEN|make any payments|make any purchases) WHEN
    (PURCHASES|TXS) MAY_NOT (HAPPEN) WHEN
    AGENT (is|are) (closed|off|inactive|not active|not allowed to (MOVES)|not to (MOVES)) [on] WHEN
    (no|not any) (PURCHASES|TXS) [may|shall|should|can|must|will|are to|to] (HAPPEN) WHEN
    (pause|stop|suspend|block|decline|reject) (all PURCHASES|PURCHASES|TXS|all TXS|spending|AGENT|everything) WHEN
    [absolutely] no (PURCHASES|TXS) after CLOCK (or|and|nor) before CLOCK {outer} [[,] Z]
    [absolutely] no (PURCHASES|TXS) before CLOCK (or|and|nor) after CLOCK {reversed} {outer} [[,] Z]
    DAYS (PURCHASES|TXS) (NOT_ALLOWED) [[,] Z]
    (PURCHASES|TXS) [on] DAYS [Z] (NOT_ALLOWED) [[,] Z]
    [absolutely] no (PURCHASES|TXS) [are allowed|allowed] WHEN
    no PURCHASES at all WHEN
    on DAYS [[,] Z] [,] no (PURCHASES|TXS) [(is|are) (allowed|permitted|possible)|allowed|permitted] [[,] Z]
    no DAYS (PURCHASES|TXS) [[,] Z]
    (nothing|never) on DAYS [[,] Z] {alone}
    closed on DAYS [[,] Z] {alone}
    not on DAYS [[,] Z] {alone}
    no DAYS [[,] Z] {alone}
    never after CLOCK (or|and|nor) before CLOCK {outer} [[,] Z] {alone}
    not after CLOCK (or|and|nor) before CLOCK {outer} [[,] Z] {alone}
    never before CLOCK (or|and|nor) after CLOCK {reversed} {outer} [[,] Z] {alone}
    never (SPAN|between CLOCK and CLOCK) [[,] Z] {alone}
    (it|AGENT) (is|are) closed on DAYS [[,] Z] {alone}
    nothing (SPAN|between CLOCK and CLOCK) [[,] Z] {alone}
    (BLOCK) [all|any] (PURCHASES|TXS) WHEN
    DONT (MOVES|BUY|BUY anything|spend anything) WHEN
    AGENT MAY_NOT (MOVES|BUY) WHEN
    (PURCHASES|TXS) (are|is) (not allowed|not permitted|blocked|forbidden|prohibited|never allowed|declined) WHEN
    (PURCHASES|TXS) MAY_NOT (be made|happen) WHEN`,
  ANY_TIME: `AGENT (works|runs|operates|is active|is available|is open|is on|spends|buys|shops) (24 / 7|at any time|any time|anytime|around the clock|at all times|at all hours)
    24 / 7
    (PURCHASES|TXS|spending) [are|is] [allowed|permitted|ok] (24 / 7|at any time|any time|anytime|around the clock|at all times|at all hours|any time of day)
    AGENT_MAY (MOVES) (24 / 7|at any time of day|at any time of the day|at any time|any time|anytime|around the clock|at all times|at all hours)`,
  ZONE_OF_ALL: `all [times|hours|times in|hours in|in] ZONE
    [the|my|our] (time zone|timezone) [:|is|=|is :] ZONE
    [all] (times|hours|days|windows|all times|all hours) (are|:|in|are in|: in) ZONE
    [all] (times|hours) given in ZONE
    ZONE {bare}
    use ZONE
    in ZONE {bare}`,
}
