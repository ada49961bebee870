/**
 * `.env.example`, from README's table of variables: what is required stands open, the rest as comments with its default.
 * @throws Error when the table and the configuration do not name the same variables
 */
import { describeConfig } from '../gateway/config.ts'

const TITLE = '## Configuration'
/** Of `npm start` and the tests: a deployment has no use for them. */
const LOCAL = ['DATA_DIR', 'BLOCK_TIME_SECONDS', 'MONGOD_BINARY', 'MONGOD_CACHE_DIR']
const WIDTH = 110
const CONFIG = describeConfig()

interface Row {
  readonly names: readonly string[]
  readonly meaning: string
  readonly fallback: string
}

export function exampleEnvironment(readme: string): string {
  const rows = readRows(readme)
  const told = new Set(rows.flatMap(({ names }) => names))
  const untold = [...CONFIG.keys()].filter((name) => !told.has(name))
  if (rows.length === 0 || untold.length > 0)
    throw new Error(`README has no row under "${TITLE}" for ${untold.join(', ')}`)
  const shown = rows.filter(({ names }) => !names.some((name) => LOCAL.includes(name)))
  const head = [
    '# Settings of a deployment, for `npm run serve` and compose.yaml. Written from the table in README by `npm run compose`.',
    '# <MODE> is TEST or LIVE, <CHAIN> is BASE, ETHEREUM, POLYGON, ARBITRUM, OPTIMISM or BASE_SEPOLIA: repeat the line for each.',
  ]
  return `${[...head, ...shown.map(paragraphOf)].join('\n\n')}\n`
}

function readRows(readme: string): Row[] {
  const [, table = ''] = readme.split(`\n${TITLE}\n`)
  const [section = ''] = table.split('\n## ')
  return section.split('\n').flatMap((line) => {
    const [, first = '', meaning = '', fallback = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const names = [...first.matchAll(/`([A-Z_<>]+)`/g)].map(([, name = '']) => name)
    return names.length === 0 ? [] : [{ names, meaning, fallback }]
  })
}

function paragraphOf({ names, meaning, fallback }: Row): string {
  const sentences = [meaning, /^required/.test(fallback) ? fallback : `Default: ${fallback}`].filter(
    (one) => one !== '',
  )
  const values = names.map((name) => {
    const known = CONFIG.get(name)
    return known?.isRequired ? `${name}=` : `# ${name}=${known?.fallback ?? ''}`
  })
  return [...wrap(`${sentences.map(capitalized).join('. ')}.`), ...values].join('\n')
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= WIDTH) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
