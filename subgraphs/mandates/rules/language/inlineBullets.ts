// Lists on one line: "Limits: - max $60 per payment - approval over $30", and headings set off by a dash: "Hours - weekdays 9am-5pm".
import { DAY_PHRASES } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** Headings of which nothing can be subtracted, so that a dash behind them is a colon. */
const HEADINGS = new Set('amounts merchants vendors suppliers categories hours times schedule'.split(' '))
const BULLETS_MIN = 2

export function withInlineBullets(tokens: readonly Token[]): readonly Token[] {
  const changed = [...tokens]
  tokens.forEach((token, at) => {
    if (token.word === ':' && isDash(tokens, at + 1)) openBullets(changed, at + 1)
    const isHeading = HEADINGS.has(token.word) && (at === 0 || tokens[at - 1]?.kind !== 'word')
    const dash = changed[at + 1]
    if (isHeading && dash !== undefined && isDash(tokens, at + 1) && tokens[at + 2]?.money === undefined)
      changed[at + 1] = { ...dash, word: ':' }
  })
  return changed
}

/** One dash alone could be a minus: "software: - games". */
function openBullets(tokens: Token[], from: number): void {
  const bullets: number[] = []
  for (let at = from; tokens[at]?.kind === 'word'; at++)
    if (isDash(tokens, at) && !isRange(tokens, at)) bullets.push(at)
  if (bullets.length < BULLETS_MIN) return
  for (const at of bullets) tokens[at] = { ...(tokens[at] as Token), kind: 'bullet' }
}

/** A dash between blanks. */
function isDash(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (token?.word !== '-' || token.kind !== 'word' || before === undefined || after === undefined) return false
  return before.end < token.start && token.end < after.start && after.kind === 'word'
}

/** "Mon - Fri", "9:00 - 17:00" */
function isRange(tokens: readonly Token[], at: number): boolean {
  const isTime = (index: number) => {
    const token = tokens[index]
    return token?.clock !== undefined || DAY_PHRASES.find((place) => tokens[place]?.word ?? '', index) !== null
  }
  return isTime(at - 1) && isTime(at + 1)
}
