// The words without meaning, with the places where they may stand. Nothing else in a text is passed over.
export const COURTESY: Readonly<Record<string, string>> = {
  // Before a rule.
  OPENING: `please | pls | plz | ok so | okay so | for safety , | for safety reasons , | to be safe , | kindly | (also | additionally | furthermore | in addition) {also} | finally | make sure | make sure that | ensure | ensure that | please make sure | please make sure that | please ensure | please ensure that
    i want you to | i would like you to | i'd like you to | remember to | remember that | note that | (please also | and also) {also} | so | then | basically | in short | ok | okay
    i want (AGENT|it) to | i would like (AGENT|it) to | i'd like (AGENT|it) to | AGENT must | strictly`,
  // After a rule.
  CLOSING:
    'please | pls | plz | , pls | , plz | thx | , thx | ty | , ty | , please | thanks | , thanks | thank you | , thank you | without exception | without exceptions | , no exceptions | no exceptions | , without exception',
  // A clause or sentence of its own.
  GREETING: `(hi|hello|hey|dear|good morning|good afternoon) [there|agent|assistant|bot|team|everyone|all] [,] {hi} | (thanks|thank you|many thanks|cheers|thx|ty) [a lot|so much|very much|in advance|again|for your help|for setting this up|for this|for that|for helping|agent] {hi}
    (that's|that is) (all|it) | best | regards | best regards | kind regards | here are (the|my|our) [spending] (rules|limits) | (these are the|these are my) [spending] rules | please follow these rules | follow these rules
    (the|my) rules are (simple|as follows) | (no|without) exceptions | please set this up | please apply these rules | here is (the|my|our) [spending] (policy|mandate)`,
  // Before what it announces, with a colon or on a line of its own.
  HEADING: `[the|my|our|general|agent|wallet] (rules|rule|policy|spending policy|spending rules|spending rule|limits|spending limits|mandate|spending mandate|payment rules|payment policy|purchase policy|purchasing policy|spend policy|spend limits|agent rules|agent policy|procurement policy|policy v1|policy v2|policy v3|agent spending policy|rules for spending|restrictions|spending controls|controls|amounts|guidelines|spending guidelines|summary|spending|overview|policy summary|expense policy)
    here are (the|my|our) [spending] (rules|limits) | keep it simple | heads up | reminder | fyi | (the|my|our) rules are | rules for (the|my|this) (agent|wallet|card|bot|assistant) | as follows | limits and categories | limits and approvals`,
  // On a line of its own only, because with a colon it would belong to what follows.
  TITLE: `(spending limit|spend limit|limit|days|categories|merchants|vendors|approvals|approval|hours|time windows|schedule|budget|budgets|times|days and hours|operating hours|suppliers|timing|time|merchants and categories|spending hours|approval rules|categories and merchants|allowed and blocked categories|windows)`,
  HEADING_CURRENCY: `[the|my|our] (limits|spending limits|amounts|rules|budgets|policy|spending policy) [all] "(" [all] [amounts] [in] (usd|us dollars|dollars) ")" | (limits|spending limits|amounts|budgets) in (usd|us dollars|dollars)`,
}
