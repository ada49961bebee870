/** The guides: Markdown beside this file, with what the README and the code know already taken in rather than repeated. */
import { readFileSync } from 'node:fs'
import { LIST_MAX, WAIT_SECONDS_MAX } from '../../subgraphs/shared/fields.ts'
import { describeBankAccounts } from './bankGuide.ts'
import { describeErrors } from './errorGuide.ts'
import { describeRates } from './rateGuide.ts'

export interface Guide {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** With everything taken in. */
  readonly markdown: string
}

const NAMES = ['first-payment', 'mandates', 'purchases', 'webhooks', 'events', 'errors', 'sandbox', 'limits'] as const

export function loadGuides(): readonly Guide[] {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  return NAMES.map((name) => {
    const text = readFileSync(new URL(`guides/${name}.md`, import.meta.url), 'utf8')
    const [, title = '', summary = ''] = /^# (.+)\n\n> (.+)\n/.exec(text) ?? []
    if (title === '') throw new Error(`the guide ${name} begins with no title and summary`)
    return { name, title, summary, markdown: takeIn(text, readme) }
  })
}

/** Replaces `<!-- what: which -->`. @throws Error where there is nothing of that name */
function takeIn(text: string, readme: string): string {
  return text.replace(/^<!-- ([a-z]+)(?:: (.+))? -->$/gm, (_, what: string, which = '') => {
    switch (what) {
      case 'readme':
        return sectionOf(readme, which)
      case 'table':
        return tableOf(readme, which)
      case 'errors':
        return describeErrors()
      case 'accounts':
        return describeBankAccounts()
      case 'rates':
        return describeRates()
      case 'fields':
        return `A page of a list has at most ${LIST_MAX} entries, as has a list in a body unless its schema says otherwise; \`wait\` holds a request for at most ${WAIT_SECONDS_MAX} seconds.`
      default:
        throw new Error(`a guide takes in ${what}, which is not known`)
    }
  })
}

/** What stands under a heading of the second level, its own headings one level up. */
function sectionOf(readme: string, heading: string): string {
  const start = readme.indexOf(`\n## ${heading}\n`)
  if (start < 0) throw new Error(`the README has no section ${heading}`)
  const body = readme.slice(start + `\n## ${heading}\n`.length)
  const end = body.indexOf('\n## ')
  return body
    .slice(0, end < 0 ? undefined : end)
    .trim()
    .replace(/^###/gm, '##')
}

/** The rows of a table that have as many cells as its head. */
function tableOf(readme: string, head: string): string {
  const start = readme.indexOf(`\n${head}\n`)
  if (start < 0) throw new Error(`the README has no table ${head}`)
  const lines = readme.slice(start + 1).split('\n')
  const end = lines.findIndex((line) => !line.startsWith('|'))
  const cells = (line: string) => line.split('|').length
  return lines
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => cells(line) === cells(head))
    .join('\n')
}
