// Merchants as items of a list: their domains, what is refused of them, and what the preview says about them.
import { disguisedDomain } from '../../../shared/homographs.ts'
import { hostPart, shownDomain } from '../../../shared/merchantDomain.ts'
import { isPublicSuffix } from '../../data/publicSuffixes.ts'
import { parseMerchantEntry } from '../merchantDomain.ts'
import type { Reading } from './clause.ts'
import { type Refusal, refuse, unclearList } from './refusals.ts'
import { MALFORMED_DOMAIN } from './signals.ts'
import type { List, MerchantItem } from './values.ts'

const OTHER_ALPHABETS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

const note = (code: Reading['code'], message: string): Reading => ({ code, message })

export function namesOfMerchants(
  list: List<unknown>,
  marks: ReadonlySet<string>,
): { readonly names: readonly string[] } | Refusal {
  const names: string[] = []
  const items = list.items as MerchantItem[]
  // "A.com and b.com and its subdomains": the subdomains of which?
  if (marks.has('its') && items.length > 1) return unclearList(list)
  for (const item of items) {
    const { written, at } = item
    // "Domains under *.a.com", "domains under a.com"
    const isBelow = marks.has('subdomains') || (marks.has('below') && !written.startsWith('*.'))
    const name = isBelow ? readName({ written: `*.${written}`, at }) : nameOf(item)
    if (typeof name !== 'string') return name
    names.push(name)
    if (!marks.has('its') && !marks.has('their')) continue
    const below = parseMerchantEntry(`*.${written}`)
    if (below === null) return { why: MALFORMED_DOMAIN, from: at, to: at + 1 }
    names.push(below.written)
  }
  return { names }
}

const namesByItem = new WeakMap<MerchantItem, string | Refusal>()

/** Read once, and not for each reading of its sentence. */
function nameOf(item: MerchantItem): string | Refusal {
  const known = namesByItem.get(item)
  if (known !== undefined) return known
  const name = readName(item)
  namesByItem.set(item, name)
  return name
}

function readName({ written, at }: MerchantItem): string | Refusal {
  const entry = parseMerchantEntry(written)
  if (entry === null) return { why: MALFORMED_DOMAIN, from: at, to: at + 1 }
  // In ASCII it shows itself what it is.
  if (/^[\x20-\x7e]*$/.test(entry.written)) return entry.written
  const disguised = disguisedDomain(entry.host)
  return disguised === null ? entry.written : disguise(entry.written, disguised, at)
}

function disguise(written: string, ascii: string, at: number): Refusal {
  return refuse(
    'ambiguous_merchant',
    { from: at, to: at + 1 },
    `"${written}" has letters of another alphabet that look like Latin ones; its real spelling is ${ascii}.`,
    `Type the domain anew, or write ${ascii} if this one is meant.`,
  )
}

/** "https://a.com/shop" allows all of a.com, and letters of two alphabets may only look like the name that is meant. */
export function merchantReadings(list: List<unknown>): Reading[] {
  return (list.items as MerchantItem[]).flatMap(({ written }) => {
    const host = hostPart(written)
    const isPart = written.replace(/^[a-z]+:\/\//, '').replace(/\/$/, '') !== host
    const shown = host.includes('xn--') ? shownDomain(host) : host
    // Labels in Cyrillic before ".com" may look like Latin ones, and so do the full-width letters of Latin itself.
    const isMixed = (OTHER_ALPHABETS.test(shown) && /\p{Script=Latin}/u.test(shown)) || /[\uff00-\uffef]/.test(shown)
    return [
      ...(isPart ? [note('path_dropped', `"${written}" is read as ${host}, every page of it.`)] : []),
      ...(isMixed
        ? [note('mixed_alphabets', `"${shown}" mixes alphabets and may not be the domain it looks like.`)]
        : []),
      ...(isPublicSuffix(host)
        ? [note('public_suffix', `Strangers have names below "${host}", none of which this allows.`)]
        : []),
    ]
  })
}
