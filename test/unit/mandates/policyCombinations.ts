// Plain sentences made of parts that English combines freely: who, may, verb, how much, which amount, how often. Any reader
// takes each for one thing only, so that the share of them that is read measures the language beyond its own wordings.
import type { Policy } from '../../../subgraphs/mandates/rules/policy.ts'

export interface Combination {
  readonly text: string
  readonly means: Partial<Policy>
  /** The frame it was made in, and its parts: what a refusal can be traced to. */
  readonly parts: readonly string[]
}

type Random = () => number

function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const list = (text: string) => text.split('|').map((each) => each.trim())

const PARTS = {
  AGENT: list(
    "the agent|our agent|my agent|this agent|it|the bot|my assistant|the purchasing agent|our procurement bot|the front-office bot|the travel desk agent|our marketing assistant|the lab ordering agent|the night auditor's agent|my shopping bot|the F&B agent|the assistant|our media buyer bot|the AI agent|the kitchen supplies agent|this wallet|the card|the GPU agent",
  ),
  MAY: list(
    'may|can|is allowed to|is authorised to|is authorized to|is permitted to|shall be allowed to|is free to|is entitled to|should',
  ),
  MAY_NOT: list('may not|must not|cannot|shall not|should not|is not allowed to|must never|can never|should never'),
  SPEND: list('spend|pay|pay out|charge|use|commit|disburse|spend'),
  UP_TO: list(
    'up to|at most|no more than|a maximum of|not more than|a total of up to|a max of|up to a maximum of|no more than a total of',
  ),
  OVER: list('more than|over|above|in excess of'),
  SURPASS: list('exceed|go over|go above|be more than|be higher than|be over|surpass|go beyond'),
  PER_tx: list(
    'per transaction|per purchase|per order|for any single purchase|on a single order|on each purchase|per payment|for each transaction|in a single transaction|per invoice|on any one purchase|each transaction',
  ),
  PER_day: list(
    'per day|a day|each day|every day|daily|in any one day|on any given day|per calendar day|in a single day',
  ),
  PER_month: list(
    'per month|a month|each month|every month|monthly|in any calendar month|per calendar month|in any one month|within a month',
  ),
  OF_tx: list('per-transaction|per-purchase|single transaction|single-purchase|per-order|transaction|per-invoice'),
  OF_day: list('daily|daily|per-day'),
  OF_month: list('monthly|monthly|per-month'),
  LIMIT: list('limit|cap|ceiling|maximum|budget|spending limit|spending cap|allowance|spend limit|spend cap'),
  IS: list('is|is set at|shall be|will be|is fixed at|should be|must be|is set to'),
  THING_tx: list(
    'each purchase|every transaction|any single payment|a single order|each payment|every order|an individual purchase|a purchase|each invoice|any transaction|individual purchases|single payments',
  ),
  THING_day: list(
    'daily spending|total spend per day|spending per day|the daily total|total daily spend|the total spent per day|the sum of all payments in a day|daily expenditure|spend in any one day|all purchases in a day',
  ),
  THING_month: list(
    'monthly spending|total spend per month|spending per month|the monthly total|total monthly spend|the total spent in a month|the sum of all payments in a month|monthly expenditure|spend in any calendar month|all payments in a month',
  ),
  STAY: list(
    'is limited to|is capped at|must stay within|must not exceed|may not exceed|should stay under|shall not exceed|must be at most|cannot be more than|should never exceed|must be kept below|has to stay below|is restricted to|may be at most|can be at most|must remain under',
  ),
  STAY_MANY: list(
    'are limited to|are capped at|must stay within|must not exceed|may not exceed|should stay under|shall not exceed|must be at most|cannot be more than|must be kept below|are restricted to|can be at most',
  ),
  LIMITING: list('limit|cap|restrict|keep|please limit|always keep|we cap|we limit'),
  ALL: list('|||||in total|overall|across all purchases|for this agent|on this card|across all vendors|for the agent'),
  BIG: list(
    'purchases over|any payment above|anything over|orders of more than|every transaction exceeding|invoices greater than|all purchases above|any order over|payments in excess of|anything above|transactions higher than|any single purchase over|all spending above|any expense over|everything above|any purchase of more than|any charge larger than|anything north of',
  ),
  NEEDS: list(
    'my approval|approval|my sign-off|a human OK|prior approval|written approval|human review|my permission|prior written approval|our approval|a human sign-off|a thumbs up from me|confirmation|explicit approval|manual approval',
  ),
  ASK: list(
    'ask me first|ask me|check with me|get my approval|get approval first|ask for approval|ask for permission|run it by me|check with me first|wait for my approval|request approval|ask first|come to me first|clear it with me',
  ),
  BE_APPROVED: list(
    'must be approved|have to be approved by me|must be approved first|need to be signed off|must be reviewed by a human|should be approved by a person|must be approved in advance|have to go through me|are subject to approval|must be confirmed by me|need to be approved beforehand|require a human in the loop',
  ),
  DOMAINS: list(
    'aws.amazon.com|staples.com and dell.com|github.com, npmjs.com and vercel.com|sysco.com|figma.com or canva.com',
  ),
  CATEGORIES: list(
    'software|office supplies|software and cloud services|groceries|books and education|travel|advertising|office supplies, groceries and fuel|hosting',
  ),
  BANNED: list(
    'gambling|alcohol and tobacco|gambling, adult content or weapons|crypto|weapons and crypto|lottery tickets',
  ),
} as const
type Part = keyof typeof PARTS

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  software: ['software'],
  'office supplies': ['office_supplies'],
  'software and cloud services': ['software', 'cloud_services'],
  groceries: ['groceries'],
  'books and education': ['books_media', 'education'],
  travel: ['airlines', 'lodging', 'car_rental', 'ground_transport', 'travel_services'],
  advertising: ['advertising'],
  'office supplies, groceries and fuel': ['office_supplies', 'groceries', 'fuel'],
  hosting: ['cloud_services'],
  gambling: ['gambling'],
  'alcohol and tobacco': ['alcohol', 'tobacco'],
  'gambling, adult content or weapons': ['gambling', 'adult', 'weapons'],
  crypto: ['crypto_quasi_cash'],
  dating: ['dating'],
  'weapons and crypto': ['weapons', 'crypto_quasi_cash'],
  'lottery tickets': ['gambling'],
}

/** Names in capitals are parts, {x} the value, _p the period: "{AGENT} {MAY} {SPEND} {UP_TO} {MONEY} {PER}." */
const LIMITS = `
{AGENT} {MAY} {SPEND} {UP_TO} {MONEY} {PER} {ALL}
{AGENT} {MAY} {SPEND} {UP_TO} {MONEY} {ALL} {PER}
{AGENT} {MAY_NOT} {SPEND} {OVER} {MONEY} {PER} {ALL}
{PER}, {AGENT} {MAY} {SPEND} {UP_TO} {MONEY}
{AGENT} {MAY_NOT} {SURPASS} {MONEY} {PER}
{THING} {STAY} {MONEY}
the {OF} {LIMIT} {IS} {MONEY}
the {OF} {LIMIT} for {AGENT} {IS} {MONEY}
{OF} {LIMIT}: {MONEY}
our {OF} {LIMIT} {ALL} {IS} {MONEY}
a {LIMIT} of {MONEY} {PER}
a {OF} {LIMIT} of {MONEY} applies
set a {OF} {LIMIT} of {MONEY}
there is a {LIMIT} of {MONEY} {PER}
{AGENT} has a {OF} {LIMIT} of {MONEY}
{AGENT} has a {LIMIT} of {MONEY} {PER}
{LIMITING} {THING} to {MONEY}
do not spend {OVER} {MONEY} {PER}
never spend {OVER} {MONEY} {PER} {ALL}
no more than {MONEY} {PER} {ALL}
{UP_TO} {MONEY} {PER} may be spent
{UP_TO} {MONEY} can be spent {PER} {ALL}
allow {UP_TO} {MONEY} {PER}
let {AGENT} spend {UP_TO} {MONEY} {PER}
i am fine with {UP_TO} {MONEY} {PER}
we allow a total of {MONEY} {PER} {ALL}
{MONEY} {PER} is the {LIMIT}
{MONEY} is the {OF} {LIMIT}
the {LIMIT} {PER} {IS} {MONEY}
maximum {PER}: {MONEY}
{PER}: {MONEY}
{PER} {UP_TO} {MONEY}
{PER} {AGENT} {MAY} {SPEND} {UP_TO} {MONEY}
{AGENT} {MAY} {SPEND} {MONEY} {PER}, no more
`
const LIMITS_tx = `
no single purchase {OVER} {MONEY}
no transaction may {SURPASS} {MONEY}
no order may cost {OVER} {MONEY}
purchases {OVER} {MONEY} are not allowed
payments {OVER} {MONEY} are blocked
decline anything {OVER} {MONEY}
reject any transaction {OVER} {MONEY}
{UP_TO} {MONEY} each
the maximum amount of a single purchase {IS} {MONEY}
`
const LIMITS_PAIR = `
{AGENT} {MAY} {SPEND} {UP_TO} {MONEY} {PER} and {UP_TO} {MONEY2} {PER2}
{AGENT} {MAY_NOT} {SPEND} {OVER} {MONEY} {PER} or {MONEY2} {PER2}
{UP_TO} {MONEY} {PER} and {MONEY2} {PER2}
{MONEY} {PER}, {MONEY2} {PER2}
{OF} {LIMIT} {MONEY}, {OF2} {LIMIT} {MONEY2}
the {OF} {LIMIT} is {MONEY} and the {OF2} {LIMIT} is {MONEY2}
{THING} {STAY} {MONEY} and {THING2} {STAY2} {MONEY2}
{AGENT} has a {OF} {LIMIT} of {MONEY} and a {OF2} {LIMIT} of {MONEY2}
spending is capped at {MONEY} {PER} and {MONEY2} {PER2}
{AGENT} {MAY} {SPEND} {UP_TO} {MONEY} {PER}, with a {LIMIT} of {MONEY2} {PER2}
{AGENT} {MAY} {SPEND} {UP_TO} {MONEY} {PER}, but no more than {MONEY2} {PER2}
{OF} {LIMIT}: {MONEY}; {OF2} {LIMIT}: {MONEY2}
`
const APPROVALS = `
{BIG} {MONEY} need {NEEDS}
{BIG} {MONEY} requires {NEEDS}
{BIG} {MONEY} {BE_APPROVED}
for {BIG} {MONEY}, {ASK}
{ASK} for {BIG} {MONEY}
{ASK} before spending {OVER} {MONEY}
if a purchase is {OVER} {MONEY}, {ASK}
when an order exceeds {MONEY}, {ASK}
whenever it wants to spend {OVER} {MONEY}, it must {ASK}
{NEEDS} is required for {BIG} {MONEY}
{NEEDS} is needed for {BIG} {MONEY}
no purchase {OVER} {MONEY} without {NEEDS}
do not spend {OVER} {MONEY} without {NEEDS}
nothing {OVER} {MONEY} without {NEEDS}
never pay {OVER} {MONEY} without asking me
i want to approve {BIG} {MONEY}
i need to sign off on {BIG} {MONEY}
{AGENT} must {ASK} before spending {OVER} {MONEY}
{AGENT} needs {NEEDS} for {BIG} {MONEY}
{AGENT} must get {NEEDS} for {BIG} {MONEY}
approval threshold: {MONEY}
approval above {MONEY}
over {MONEY}, {ASK}
above {MONEY} {ASK}
{BIG} {MONEY}: {ASK}
{BIG} {MONEY} may not be made without {NEEDS}
{BIG} {MONEY} are not allowed without {NEEDS}
{BIG} {MONEY} must have {NEEDS}
purchases up to {MONEY} do not need approval; anything above needs {NEEDS}
{AGENT} may spend up to {MONEY} without approval; above that, {ASK}
hold {BIG} {MONEY} for approval
hold {BIG} {MONEY} until i approve
{NEEDS} for {BIG} {MONEY}
require {NEEDS} for {BIG} {MONEY}
require {NEEDS} above {MONEY}
`
const MERCHANTS = `
only buy from {DOMAINS}
purchases may only be made at {DOMAINS}
payments may be made only to {DOMAINS}
{AGENT} may only buy from {DOMAINS}
{AGENT} {MAY} buy only from {DOMAINS}
{AGENT} {MAY_NOT} buy from anyone other than {DOMAINS}
approved vendors: {DOMAINS}
allowed merchants are {DOMAINS}
the approved suppliers are {DOMAINS}
{DOMAINS} only
only {DOMAINS}
all purchases must be made at {DOMAINS}
no purchases from anyone other than {DOMAINS}
restrict purchases to {DOMAINS}
spending is restricted to {DOMAINS}
block all merchants except {DOMAINS}
only let it shop at {DOMAINS}
{AGENT} {MAY} shop at {DOMAINS} and nowhere else
payments to {DOMAINS} only
purchases shall be made exclusively from {DOMAINS}
`
const ALLOWED = `
only {CATEGORIES}
{AGENT} may only buy {CATEGORIES}
{AGENT} {MAY} spend only on {CATEGORIES}
{AGENT} {MAY} only be used for {CATEGORIES}
only {CATEGORIES} may be purchased
spending is restricted to {CATEGORIES}
purchases are limited to {CATEGORIES}
allowed categories: {CATEGORIES}
{CATEGORIES} only
only allow {CATEGORIES}
this wallet is for {CATEGORIES} only
{AGENT} {MAY_NOT} buy anything other than {CATEGORIES}
do not buy anything except {CATEGORIES}
purchases of {CATEGORIES} only
limit purchases to {CATEGORIES}
the allowed categories are {CATEGORIES}
`
const BLOCKED = `
no {BANNED}
block {BANNED}
{BANNED} is prohibited
{BANNED} purchases are not allowed
{AGENT} {MAY_NOT} buy {BANNED}
{AGENT} {MAY_NOT} spend money on {BANNED}
{AGENT} {MAY_NOT} pay for {BANNED}
never buy {BANNED}
never spend money on {BANNED}
do not allow {BANNED}
blocked categories: {BANNED}
purchases of {BANNED} are forbidden
spending on {BANNED} is not permitted
{AGENT} should not be able to pay for {BANNED}
{AGENT} is not allowed to spend on {BANNED}
{BANNED} are off limits
no spending on {BANNED}
no purchases of {BANNED}
absolutely no {BANNED}
avoid {BANNED}
`

const PERIODS = ['tx', 'day', 'month'] as const
type Period = (typeof PERIODS)[number]
const FIELDS = { tx: 'maxPerTransaction', day: 'dailyLimit', month: 'monthlyLimit' } as const
/** Ascending, so that limits of longer periods are never below those of shorter ones. */
const AMOUNTS: Readonly<Record<Period, readonly number[]>> = {
  tx: [15, 40, 75, 120.5, 250],
  day: [300, 450, 600, 900],
  month: [1000, 2500, 7500, 12000],
}

function moneyText(amount: number, random: Random): string {
  const grouped = amount.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })
  const forms = [`$${grouped}`, `$${grouped}`, `$${grouped}`, `${grouped} USD`, `USD ${grouped}`, `${grouped} dollars`]
  return forms[Math.floor(random() * forms.length)] as string
}

const micro = (amount: number) => BigInt(Math.round(amount * 1_000_000))

/** @param frame text with parts in braces @returns its words, with what they stand for */
function fill(frame: string, random: Random): Combination {
  const parts = [frame]
  const means: Record<string, unknown> = {}
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const period = LIMITS_tx.includes(`\n${frame}\n`) ? 'tx' : pick(PERIODS)
  const second = pick(PERIODS.filter((each) => each !== period))
  const text = frame.replace(/\{([A-Z_]+)(2?)\}/g, (_all, name: string, two: string) => {
    const own = two === '' ? period : second
    if (name === 'MONEY') {
      const isApproval = APPROVALS.includes(`\n${frame}\n`)
      const amount = pick(isApproval ? [25, 80, 500, 1500] : AMOUNTS[own])
      means[isApproval ? 'approvalThreshold' : FIELDS[own]] = micro(amount)
      return moneyText(amount, random)
    }
    const isPlural = name === 'STAY' && (parts[parts.length - 1]?.endsWith('s') ?? false)
    const isMany = isPlural && /purchases|payments/.test(parts[parts.length - 1] ?? '')
    const of = name === 'PER' || name === 'OF' || name === 'THING' ? `${name}_${own}` : isMany ? 'STAY_MANY' : name
    const value = pick(PARTS[of as Part])
    if (value !== '') parts.push(value)
    if (name === 'DOMAINS') means.allowedMerchants = value.match(/[a-z0-9.]+\.com/g)
    if (name === 'CATEGORIES') means.allowedCategories = CATEGORIES[value]
    if (name === 'BANNED') means.blockedCategories = CATEGORIES[value]
    return value
  })
  return { text: text.replace(/ +/g, ' ').replace(/ ([,;:.]|$)/g, '$1'), means, parts }
}

const FRAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({ LIMITS, LIMITS_tx, LIMITS_PAIR, APPROVALS, MERCHANTS, ALLOWED, BLOCKED }).map(([name, text]) => [
    name,
    text.trim().split('\n'),
  ]),
)

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** One rule each, and then texts of several. */
export function sampleCombinations({ seed, count }: { seed: number; count: number }): Combination[] {
  const random = createRandom(seed)
  const frames = Object.values(FRAMES).flat()
  return Array.from({ length: count }, (_, index) => {
    const one = fill(frames[index % frames.length] as string, random)
    return { ...one, text: `${capital(one.text)}${random() < 0.8 ? '.' : ''}` }
  })
}
