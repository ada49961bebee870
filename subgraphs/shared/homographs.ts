/** Domains that look like others (domain 4.4): letters of several scripts in one label, or the picture of an allowed domain. Pure. */
import { asciiDomain, shownDomain } from './merchantDomain.ts'

/** Scripts that are written together. */
const TOGETHER: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u,
]
const FAMILIAR = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/** What is read as the letters on the right; small, as only domains in small letters are compared. */
const PICTURES: readonly (readonly [from: string, to: string])[] = [
  ...pairs('аеорсухіјѕһԁԛԝӏкмтвнгп', 'aeopcyxijshdqwlkmtbhrn'),
  ...pairs('αβγεικνορτυχω', 'abyeikvoptuxw'),
  ...pairs('ıɑɡøłđħ01', 'iagoldhol'),
  ['rn', 'm'],
  ['vv', 'w'],
]

/** Whole alphabets that are read as the Latin one: small capitals, Cherokee, Lisu, and some letters of Armenian and Coptic. */
const ALPHABETS = [
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
  ...pairs('ᎪᏴᏟᎠᎬᎰᏀᎻᏆᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎩᏃᎾ', 'abcdefghijklmprstvwyzo'),
  ...pairs('ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ', 'abcdefghijklmnoprstuvwxyz'),
  ...pairs('աոսցհօքԼՏ', 'wnughopls'),
  ...pairs('ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ', 'abehikmnopctyx'),
].map(([from, to]) => [from.toLowerCase(), to] as const)
/** Letters in squares, in circles and of flags, in the order of the alphabet. */
const SYMBOLS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6].flatMap((first) =>
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, index) => [String.fromCodePoint(first + index), letter] as const),
)
const LATIN_PICTURES = new Map([
  ...PICTURES.filter(([from]) => FOREIGN.test(from) || /^[^a-z0-9]$/.test(from)),
  ...ALPHABETS,
  ...SYMBOLS,
])

function pairs(from: string, to: string): (readonly [string, string])[] {
  return [...from].map((letter, index) => [letter, to[index] ?? letter] as const)
}

/** @returns what it looks like: an allowed domain, or "mixed scripts"; null: it is what it seems */
export function lookAlike(domain: string, allowed: readonly string[]): string | null {
  const shown = domain.includes('xn--') ? shownDomain(domain) : domain
  if (shown.split('.').some(isMixed)) return 'mixed scripts'
  if (allowed.length === 0) return null
  const picture = pictureOf(shown)
  return (
    allowed.map(withoutWildcard).find((one) => !isWithin(domain, one) && pictureOf(shownDomain(one)) === picture) ??
    null
  )
}

/**
 * The domain in ASCII where a person cannot tell it from another one by its looks: letters of several scripts in one label,
 * or a label of another script of which each letter is the picture of a Latin one, below a Latin ending. Null: it is what
 * it seems.
 */
export function disguisedDomain(domain: string): string | null {
  const shown = shownDomain(asciiDomain(domain))
  const isLatinEnd = /\.[a-z]+$/.test(shown)
  const isDisguised = shown
    .split('.')
    .some((label) => isMixed(label) || (isLatinEnd && FOREIGN.test(label) && /^[a-z0-9-]+$/.test(pictureOf(label))))
  return isDisguised ? asciiDomain(domain) : null
}

const isMixed = (label: string): boolean => FAMILIAR.test(label) && !TOGETHER.some((script) => script.test(label))

const withoutWildcard = (entry: string): string => asciiDomain(entry.replace(/^(?:\*|www)\./, ''))

const isWithin = (domain: string, other: string): boolean => domain === other || domain.endsWith(`.${other}`)

/** A text in small letters, with letters of other scripts as the Latin ones that they look like; null: it has none of those. */
export function latinPictureOf(text: string): string | null {
  const small = text.toLowerCase()
  const picture = [...small].map((letter) => LATIN_PICTURES.get(letter) ?? letter).join('')
  return picture === small ? null : picture
}

function pictureOf(domain: string): string {
  const bare = domain
    .replace(/^www\./, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
  return PICTURES.reduce((text, [from, to]) => text.replaceAll(from, to), bare)
}
