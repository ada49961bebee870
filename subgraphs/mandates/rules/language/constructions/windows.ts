// Days and hours, always with a zone of their own or of the whole text.
export const TIMES: Readonly<Record<string, string>> = {
  SPAN: `[from] CLOCK (-|to|until|till|through|thru) CLOCK [o'clock] | between CLOCK and CLOCK | between CLOCK (to|-) CLOCK`,
  SPANS: '[the hours of|the hours|hours] SPAN | SPAN (and|,|or|, and) SPAN',
  EVERY_DAY:
    'every day | daily | each day | any day | all days | seven days a week | 7 days a week | all week | every day of the week | all seven days | any day of the week',
  DAY: '[on|at] [every|all|each] DAYS | [on] any DAYS | [on] EVERY_DAY {every_day} | between DAYS {between} | from DAYS {from} | DAYS of every week',
  // Hours directly behind it could be those of the excepted day: "every day except Sunday 9am-5pm".
  DAY_BUT:
    '(on|every) EVERY_DAY {every_day} except [on] [for] DAYS | EVERY_DAY {every_day} [,] (except|but|except for) [on] DAYS | [on] DAYS {but} except [on] DAYS',
  HOUR: '[during|at] SPANS',
  Z: '[in] ZONE | in the ZONE | in the ZONE zone | "(" in ZONE ")"',
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
    'spend | trade | pay | buy | buy things | buy anything | pay for things | purchase things | operate | transact | make purchases | make payments | be used | purchase | shop | spend money | work | act | run | be active',
  WINDOW: `WHEN {bare}
    (PURCHASES|TXS) outside (business hours|office hours|working hours) "(" WHEN ")" NOT_ALLOWED {only}
    [during] (business hours|office hours|working hours) "(" WHEN ")" {bare}
    only [during] (business hours|office hours|working hours) "(" WHEN ")" {only} {bare}
    [during] (business hours|office hours|working hours) (only "(" WHEN ")"|"(" WHEN ")" only) {only} {bare}
    [(PURCHASES|TXS) [are]] DAY only , HOUR [[,] Z] {only}
    (i|we) ONLY (MOVES|make payments|pay invoices|allow payments|allow purchases) [during] WHEN {only}
    AGENT (is|are) (open|active|available) [only] [during] WHEN [only] {only}
    days : WHEN {bare}
    (opening times|open|operating days|payment days|opening days|spending days) : WHEN {only}
    ONLY [during] WHEN {only} {bare}
    ONLY PURCHASES [allowed|permitted] [during] WHEN {only}
    WHEN only [[,] Z] {only} {bare}
    (PURCHASES|TXS) [are] ONLY [during] [business hours ,] WHEN {only}
    ONLY WINDOWS {only}
    WINDOWS
    [AGENT_MAY|AGENT] ONLY (MOVES) [during] WHEN {only}
    [AGENT_MAY|AGENT] (MOVES) ONLY [during] WHEN {only}
    AGENT_MAY (MOVES) [during] WHEN [only] {only}
    [the] (PURCHASES|TXS) [are|is] [only] (allowed|permitted|ok|okay|fine|possible|authorized) [only] [during] WHEN [only] {only}
    ONLY (PURCHASES) [are|is] [allowed|permitted] WHEN {only}
    (PURCHASES|TXS) (may only|can only|must only|should only|may|can|must|should) [only] (be made|be sent|happen|go out|occur|take place|be approved) [only] [during] WHEN {only}
    (allow|permit) [PURCHASES|TXS] [only] [during] WHEN [only [[,] Z]] {only}
    ONLY allow [PURCHASES|TXS] [during] WHEN {only}
    (restrict|limit) (PURCHASES|TXS|AGENT) to [the hours|hours] WHEN [only] {only}
    (PURCHASES|TXS|AGENT) (is|are) (restricted|limited) to WHEN [only] {only}
    [the] (business hours|office hours|working hours|opening hours|work hours|hours|time window|time windows|window|hours of operation) [only] [:|are|is|are :] WHEN [only] {only} {bare}
    [the] (active hours|allowed hours|allowed times|allowed days|operating hours|operating window|payment window|spending hours|spending window|payment hours|active|purchase hours|spending allowed|allowed time) [only] [:|are|is|are :] WHEN [only] {only}
    only (business hours|office hours|working hours) [,|:|which are] WHEN {only}
    during (business hours|office hours|working hours) [,|:|which are] WHEN {bare}
    [on] WHEN during (business hours|office hours|working hours) {bare}
    (no|never) (PURCHASES|TXS) (outside|outside of|except|except on|except during|other than|but) [the hours|the hours of] WHEN {only}
    (DONT (MOVES|BUY)|nothing) (outside|outside of|except|except on|except during|other than) WHEN {only}
    (PURCHASES|TXS) (outside|outside of) [the hours|the hours of] WHEN NOT_ALLOWED {only}
    (block|decline|reject) (PURCHASES|TXS|anything|everything) (outside|outside of) [the hours|the hours of] WHEN {only}`,
  NO_WINDOW: `[absolutely] no (PURCHASES|TXS) after CLOCK (or|and|nor) before CLOCK {outer} [[,] Z]
    [absolutely] no (PURCHASES|TXS) before CLOCK (or|and|nor) after CLOCK {reversed} {outer} [[,] Z]
    DAYS (PURCHASES|TXS) (NOT_ALLOWED) [[,] Z]
    (PURCHASES|TXS) [on] DAYS [Z] (NOT_ALLOWED) [[,] Z]
    [absolutely] no (PURCHASES|TXS) [are allowed|allowed] WHEN
    no PURCHASES at all WHEN
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
  ANY_TIME: `24 / 7
    (PURCHASES|TXS|spending) [are|is] [allowed|permitted|ok] (24 / 7|at any time|any time|anytime|around the clock|at all times|at all hours|any time of day)
    AGENT_MAY (MOVES) (24 / 7|at any time of day|at any time of the day|at any time|any time|anytime|around the clock|at all times|at all hours)`,
  ZONE_OF_ALL: `[the|my|our] (time zone|timezone) [:|is|=|is :] ZONE
    [all] (times|hours|days|windows|all times|all hours) (are|:|in|are in|: in) ZONE
    [all] (times|hours) given in ZONE
    ZONE {bare}
    use ZONE
    in ZONE {bare}`,
}
