// Tables as wikis and Markdown write them: a row of two cells is a label and its value. The surprise: marks are replaced
// one for one, so that offsets stay true, and what is no such row is left as it is, which refuses the text.
const RULER = /^[ \t]*\|?(?:[ \t]*:?-{1,80}:?[ \t]*\|){1,8}(?:[ \t]*:?-{1,80}:?[ \t]*)?$/
const HEADER_WORDS = new Set(
  'rule rules value values limit limits amount amounts setting settings field type period policy item name parameter key control'.split(
    ' ',
  ),
)

export function withoutTables(text: string): string {
  if (!text.includes('|')) return text
  const lines = text.split('\n')
  const rulers = lines.map((line) => RULER.test(line))
  let isTable = false
  return lines
    .map((line, at) => {
      isTable = rulers[at] === true || (isTable && line.includes('|'))
      if (rulers[at] === true) return blank(line)
      return rulers[at + 1] === true && isHeader(line) ? blank(line) : asLabel(line, isTable)
    })
    .join('\n')
}

function blank(line: string): string {
  return line.replace(/[^\r]/g, ' ')
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

function isHeader(line: string): boolean {
  const cells = cellsOf(line)
  return cells.length === 2 && cells.every((cell) => HEADER_WORDS.has(cell.toLowerCase()))
}

/** "| Daily limit | $50 |" is "Daily limit : $50"; outside of a table only an amount is such a value. */
function asLabel(line: string, isTable: boolean): string {
  const [label = '', value = '', ...more] = cellsOf(line)
  const isLabel = /^[\p{L}][\p{L} ()-]*$/u.test(label) && value !== '' && more.length === 0
  if (!isLabel || !(isTable || /^(?:US)?\$?[0-9]/.test(value))) return line
  const inner = line.indexOf('|', line.indexOf(label) + label.length)
  return Array.from({ length: line.length }, (_, at) => {
    if (at === inner) return ':'
    return line[at] === '|' ? ' ' : line[at]
  }).join('')
}
