// "Block:" and its items on lines of their own: the breaks between the items become joints of the list. The surprise: a
// bullet behind the items that is no item leaves it open whether it belongs to the list, so nothing is joined then.
import type { Token } from './tokens.ts'
import { createInput } from './values.ts'

interface Text {
  readonly tokens: readonly Token[]
  readonly input: ReturnType<typeof createInput>
}

/** The word of a line break that joins two items. */
export const LINE_JOINT = '\u0002'

/** @returns the tokens with their input, which is made anew only where lines were joined */
export function joinListLines(tokens: readonly Token[]): Text {
  const input = createInput(tokens)
  const joined = joinLines({ tokens, input })
  const isSame = joined.length === tokens.length && joined.every((token, at) => token === tokens[at])
  return isSame ? { tokens, input } : { tokens: joined, input: createInput(joined) }
}

function joinLines({ tokens, input }: Text): readonly Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    joined.push(token)
    const isInline = token.word === ':' && isRoundBullet(tokens[at + 1])
    if (token.kind === 'word' && (tokens[at + 1]?.kind === 'line' || isInline))
      at = joinItems({ tokens, input }, at, joined)
    else if (token.word === ':') at = joinSemicolons({ tokens, input }, at, joined)
  }
  return joined
}

/** Adds the items behind a line, with a colon if it has none; the place of the last token that was added. */
function joinItems({ tokens, input }: Text, opener: number, joined: Token[]): number {
  const items: Token[] = []
  let last = opener
  let isBulleted = false
  for (;;) {
    const start = afterBreak(tokens, last + 1)
    // An empty line may follow the opener and ends the list after any item.
    const isGap = last > opener && /\n\s*\n/.test(tokens[last + 1]?.word ?? '')
    const end = start === last + 1 || isGap ? null : itemLineEnd({ tokens, input }, start)
    const hasBullet = tokens[start - 1]?.kind === 'bullet'
    if (end === null) {
      if (isBulleted && hasBullet && !isGap) return opener
      const { word, end: place } = tokens[opener] as Token
      if (items.length > 0 && word !== ':') joined.push({ kind: 'word', word: ':', start: place, end: place })
      joined.push(...items)
      return last
    }
    isBulleted ||= hasBullet
    if (last > opener) items.push({ ...(tokens[last + 1] as Token), kind: 'line', word: LINE_JOINT })
    items.push(...tokens.slice(start, end))
    last = end - 1
  }
}

/** "Blocked: gambling; adult; weapons" where all that stands between the semicolons are items. */
function joinSemicolons({ tokens, input }: Text, opener: number, joined: Token[]): number {
  const items: Token[] = []
  for (let start = opener + 1; ; ) {
    const end = itemEnd({ tokens, input }, start)
    if (end === null || (items.length === 0 && tokens[end]?.word !== ';')) return opener
    items.push(...tokens.slice(start, end))
    const stop = tokens[end]
    if (stop?.word !== ';') {
      joined.push(...items)
      return end - 1
    }
    items.push({ ...stop, kind: 'line', word: LINE_JOINT })
    start = end + 1
  }
}

/** "Blocked: • gambling • weapons" on one line; a dash there could be a minus. */
const isRoundBullet = (token: Token | undefined) => token?.kind === 'bullet' && token.word.includes('•')

function afterBreak(tokens: readonly Token[], at: number): number {
  if (isRoundBullet(tokens[at])) return at + 1
  if (tokens[at]?.kind !== 'line') return at
  let next = at + 1
  while (tokens[next]?.kind === 'bullet') next += 1
  return next
}

/** The end of a line that is nothing but an item or a list of them, or null. */
function itemLineEnd({ tokens, input }: Text, from: number): number | null {
  const end = itemEnd({ tokens, input }, from)
  const isDone =
    end !== null &&
    (tokens[end]?.kind === 'line' ||
      tokens[end]?.kind === 'end' ||
      isRoundBullet(tokens[end]) ||
      tokens[end]?.kind === 'stop')
  return isDone ? end : null
}

/** Behind a list of items: a list never reaches over a stop or the end of a line. */
function itemEnd({ tokens, input }: Text, from: number): number | null {
  for (const slot of ['CATEGORIES', 'DOMAINS', 'NAMED_CATEGORIES'] as const) {
    const end = input.valueAt(slot, from)?.end
    if (end !== undefined && tokens[end]?.kind !== 'word') return end
  }
  return null
}
