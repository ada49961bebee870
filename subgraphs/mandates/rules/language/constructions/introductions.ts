// What a text says of itself before its rules: how many they are, where they are from and where they hold always. It is
// made of closed classes of words (a count, a quality, a noun for rules, where they are from), so that it allows nothing.
const NOUNS =
  'policy | policies | rule | rules | cap | caps | ceiling | ceilings | limit | limits | setting | settings | setup | configuration | restriction | restrictions | guardrail | guardrails | guideline | guidelines | condition | conditions | requirement | requirements | principle | principles | instruction | instructions | mandate | control | controls | constraint | constraints | points | things'
const QUALITIES =
  'simple | full | complete | short | brief | quick | basic | small | minimal | typical | standard | plain | easy | clear | strict | firm | hard | tight | key | main | general | current | new | trial | demo | test | tutorial | pilot | spending | budget | budgeting | agent | company | following | one | two | three | four | five | six | a few | a couple of | several'
/** Where a text is from, or what it shows. */
const SHOWN =
  'demo | demonstration | tutorial | example | guide | walkthrough | walk through | sample | trial | pilot | experiment | exercise | scenario | setup | handbook | manual | readme | documentation | docs | wiki | article | page | section | document | sandbox | playground | quick start | quickstart'
const SHOWN_QUALITIES =
  'quick start | quickstart | getting started | getting-started | api | sdk | user | onboarding | developer | company | internal | team | staff | short | small | simple | first | basic | new'
const HOLDERS =
  'account | wallet | card | agent | bot | assistant | mandate | plan | sandbox | demo | project | workspace | setup | budget'

export const INTRODUCTIONS: Readonly<Record<string, string>> = {
  INTRO_DET: 'the | a | an | our | my | this | these | your',
  INTRO_RULES: `${NOUNS} | (${QUALITIES}) INTRO_RULES`,
  INTRO_SHOWN: `${SHOWN} | (${SHOWN_QUALITIES}) INTRO_SHOWN`,
  INTRO_HOLDER: `[INTRO_DET] [trial | test | demo | pilot | sandbox | new | shared | company | team] (${HOLDERS})`,
  // Before a colon: "here is the policy from our quick-start guide:", "our trial account comes with one simple rule:".
  INTRO_HEADING: `[here is | here's | here are | this is | these are | see] [INTRO_DET] INTRO_RULES [(for | from | of | in) [INTRO_DET] INTRO_SHOWN] [as follows | in short | in brief | at a glance | in force | to follow | to remember]
    INTRO_HOLDER (comes with | has | follows | works under | runs under | is governed by | is subject to | works with | is set up with | obeys) [INTRO_DET] INTRO_RULES
    (there is | there are | there's | we have | i have | it has) [only | just] [INTRO_DET] INTRO_RULES [to (remember | follow | keep | note | observe | respect | obey) | here | in force | in place]
    [the | our | my] (bar | threshold | limit | cap | limits | budget | ceiling) [for (approval | approvals | payments | spending | purchases)] is [very | quite | rather | deliberately | intentionally] (low | high | strict | simple | clear | tight | modest | small)
    INTRO_AIM | INTRO_CONTROL`,
  // "We want to keep total spend under control:", "let's start small:"
  INTRO_AIM: `[please | we want to | i want to | we would like to | i would like to | we'd like to | i'd like to | let's | let us | we | to | the idea is to | the aim is to | the goal is to] (keep | hold) [INTRO_DET] [total | overall] (it | this | things | everything | spend | spending | costs | cost | expenses | expenditure | outlay | purchases | payments | budgets) [well | very | nice and | pretty] (low | down | modest | tight | small)
    [please | we want to | i want to | let's | let us | we] (start | begin) [out] (small | low | modestly | slowly | cautiously)`,
  // Alone it sets nothing, where "keep it low" could be meant as a limit.
  INTRO_CONTROL:
    "[please | we want to | i want to | we would like to | i would like to | we'd like to | i'd like to | let's | let us | we | to | the idea is to | the aim is to | the goal is to] (keep | hold) [INTRO_DET] [total | overall] (it | this | things | everything | spend | spending | costs | cost | expenses | expenditure | outlay | purchases | payments | budgets) [well] (under control | in check | predictable | manageable | in hand)",
  // At the start of a rule: "for this demo we set", "in this tutorial, the agent".
  INTRO_FRONT:
    '(in | for | with) (this | the | our | my) [short | small | simple | first | quick start | getting started] (demo | demonstration | tutorial | example | guide | walkthrough | exercise | quick start | quickstart | scenario) | (with | under | by) (this | our | the) (policy | mandate | agreement)',
  // A sentence of its own.
  INTRO_SENTENCE:
    "(there is | there are | there's | we have | i have | it has) [only | just] [INTRO_DET] INTRO_RULES [to (remember | follow | keep | note | observe | respect | obey) | here | in force | in place] {announces} | [here is | here are | this is | these are | below is | below are] [INTRO_DET] INTRO_RULES (for | from | of | in) [INTRO_DET] INTRO_SHOWN | INTRO_CONTROL",
}
