/**
 * What a line of the log must not tell: keys and tokens by their prefixes, the user info of URLs, and card numbers. On the text of
 * the whole line, because messages quote a secret under any name and at any depth.
 */

const CUT = '[redacted]'
/** Where a word begins: in a JSON string also after a line break or a tab, whose escape ends with a letter. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]))`

const SECRET_TEXT = [
  'sk_[a-z]+_[A-Za-z0-9_-]+',
  'rt_[A-Za-z0-9_-]{8,}',
  'whsec_[A-Za-z0-9+/=_-]+',
  // Of a shared token, in our own form and in that of the public protocol, and of the secret of a merchant.
  '(?:spt|vt|mws)_[A-Za-z0-9_-]{20,}',
  String.raw`eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*`,
].map((form) => new RegExp(START + form, 'g'))

// A password may hold a slash that should have been encoded.
const USER_INFO = /(?<=:\/\/)(?:[^\s"\\/?#@]*|[^\s"\\:/@]*:[^\s"\\]*)(?=@)/g

export function redactText(text: string): string {
  const cut = [...SECRET_TEXT, USER_INFO].reduce((so, secret) => so.replace(secret, CUT), text)
  return MAYBE_CARD.test(cut) ? cutCards(cut) : cut
}

/** Most lines hold nothing like it. */
const MAYBE_CARD = /\d{4}[ -]?\d{4}/
/** A hash or an address as a whole, or else where a group of digits begins. */
const HEX_OR_DIGIT = /0x[0-9a-f]+|(?<!\d)\d/gi
const DIGITS_MAX = 19

/** First digits of the networks, and how many digits their numbers have. */
const NETWORKS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]],
  [/^3[47]/, [15]],
  [/^3(0[0-5]|[689])/, [14, 15, 16, 17, 18, 19]],
  [/^(6011|64[4-9]|65)/, [16, 19]],
  [/^35(2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
]

/**
 * A number is looked for from the start of every group of digits on, whatever digits come before or after it: an expiry, a date or
 * a code beside a card does not hide it.
 */
function cutCards(text: string): string {
  let [kept, from, seen, isQuoted] = ['', 0, 0, false]
  for (const { 0: found, index } of text.matchAll(HEX_OR_DIGIT)) {
    const end = index < from || found.length > 1 ? null : endOfCard(text, index)
    if (end === null) continue
    if (hasOpenQuote(text.slice(seen, index))) isQuoted = !isQuoted
    seen = index
    const number = isQuoted ? null : numberAround(text, index, end)
    kept += text.slice(from, number?.start ?? index) + (number === null ? CUT : JSON.stringify(CUT))
    from = number?.end ?? end
  }
  return kept + text.slice(from)
}

const hasOpenQuote = (text: string): boolean => (text.match(/(?<!\\)(?:\\\\)*"/g) ?? []).length % 2 === 1

/** Of a number of JSON. */
const NUMBER_MAX = 40

/** Null: it is not in a number of JSON, which becomes a text as a whole, so that the line can still be read. */
function numberAround(text: string, from: number, to: number): { readonly start: number; readonly end: number } | null {
  const before = text.slice(Math.max(0, from - NUMBER_MAX), from)
  const head = /[:,[]\s*(-?(?:\d+\.)?(?:\d+e[+-]?)?)$/i.exec(before)?.[1]
  const tail = /^((?:\.\d+)?(?:e[+-]?\d+)?)\s*[,}\]]/i.exec(text.slice(to, to + NUMBER_MAX))?.[1]
  return head === undefined || tail === undefined ? null : { start: from - head.length, end: to + tail.length }
}

/** Of the longest number that begins there; null: none does. */
function endOfCard(text: string, start: number): number | null {
  let [digits, end]: [string, number | null] = ['', null]
  for (let at = start; digits.length < DIGITS_MAX; at += 1) {
    const isBetween = (text[at] === ' ' || text[at] === '-') && isDigit(text[at - 1]) && isDigit(text[at + 1])
    if (isBetween) continue
    if (!isDigit(text[at])) break
    digits += text[at]
    if (!isDigit(text[at + 1]) && isCard(digits) && !isWei(text, start, at + 1)) end = at + 1
  }
  return end
}

const isDigit = (one: string | undefined): boolean => one !== undefined && one >= '0' && one <= '9'

export function isCard(digits: string): boolean {
  const lengths = NETWORKS.find(([first]) => first.test(digits))?.[1] ?? []
  return lengths.includes(digits.length) && !/0{6}$/.test(digits) && sumOf(digits) % 10 === 0
}

/** By Luhn: every second digit from the right is doubled. */
const sumOf = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (1 + (index % 2))
    return sum + (value > 9 ? value - 9 : value)
  }, 0)

/** An amount of gas says what it is, behind it or in the name of its field. */
const isWei = (text: string, start: number, end: number): boolean =>
  /^\s?g?wei\b/i.test(text.slice(end, end + 6)) || /wei["\\]*\s?[:=]\s?["\\]*$/i.test(text.slice(0, start).slice(-12))
