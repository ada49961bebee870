/**
 * Reads the SDN.XML that OFAC publishes, entry by entry and in bounded memory: names, further names, number and programs, and addresses, which
 * are identifiers of the type "Digital Currency Address - <currency>". Those of other networks than EVM chains are skipped.
 */
import sax from 'sax'
import type { ListSource } from '../../subgraphs/payments/index.ts'

const ADDRESS_TYPE = /^Digital Currency Address\b/
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/
const TEXT_LENGTH_MAX = 10_000

type Entry = ListSource['entries'] extends AsyncIterable<infer One> ? One : never

/** @throws Error: no SDN list, broken off, or with another number of entries than it says */
export function readSdnXml(bytes: AsyncIterable<Uint8Array>): ListSource {
  const header = { date: '', count: '' }
  return {
    entries: readEntries(bytes, header),
    version() {
      const [month, day, year] = header.date.split('/')
      const date = `${year}-${month}-${day}`
      if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`"${header.date}" is not the date of an SDN list`)
      return { version: `ofac-sdn-${date}`, effectiveAt: new Date(`${date}T00:00:00Z`) }
    },
  }
}

async function* readEntries(
  bytes: AsyncIterable<Uint8Array>,
  header: { date: string; count: string },
): AsyncGenerator<Entry> {
  const ready: Entry[] = []
  const parser = createEntryParser(header, (entry) => ready.push(entry))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let count = 0
  for await (const part of bytes) {
    parser.write(decoder.decode(part, { stream: true }))
    count += ready.length
    yield* ready.splice(0)
  }
  parser.write(decoder.decode())
  parser.close()
  count += ready.length
  yield* ready.splice(0)
  if (header.count !== String(count))
    throw new Error(`the list has ${count} entries and says that it has "${header.count}"`)
}

interface Draft {
  names: string[]
  programs: string[]
  addresses: string[]
}

/** What is being read inside of an entry: its own fields, those of a further name, or of an identifier. */
type Fields = Record<string, string>

function createEntryParser(header: { date: string; count: string }, found: (entry: Entry) => void): sax.SAXParser {
  const parser = sax.parser(true, { trim: true, position: false })
  const path: string[] = []
  let draft: Draft = { names: [], programs: [], addresses: [] }
  let own: Fields = {}
  let nested: Fields = {}
  let text = ''
  // Otherwise the parser goes on behind its first error.
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name }) => {
    if (path.length === 0 && name !== 'sdnList') throw new Error('this is not an SDN list')
    path.push(name)
    text = ''
    if (path.length === 2) {
      draft = { names: [], programs: [], addresses: [] }
      own = {}
    }
    if (path.length === 4) nested = {}
  }
  const addText = (part: string) => {
    text += part
    if (text.length > TEXT_LENGTH_MAX) throw new Error('a field of the list is too long')
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = (name) => {
    const depth = path.length
    const [, group, list] = path
    path.pop()
    if (group === 'publshInformation' && name === 'Publish_Date') header.date = text
    else if (group === 'publshInformation' && name === 'Record_Count') header.count = text
    else if (group === 'sdnEntry' && depth === 3) own[name] = text
    else if (group === 'sdnEntry' && depth === 5) nested[name] = text
    else if (depth === 4 && list === 'programList') draft.programs.push(text)
    else if (depth === 4 && list === 'akaList') draft.names.push(fullName(nested))
    else if (depth === 4 && list === 'idList') addAddress(draft, nested)
    else if (depth === 2 && name === 'sdnEntry') found(entryOf(own, draft))
    text = ''
  }
  return parser
}

function entryOf(own: Fields, { names, programs, addresses }: Draft): Entry {
  const { uid = '' } = own
  const name = fullName(own)
  // Of whom nobody knows the name, nobody is found.
  if (name === '') throw new Error(`entry ${uid} has no name`)
  return {
    ...{ name, aliases: names.filter((one) => one !== ''), addresses },
    ...(uid === '' ? {} : { uid }),
    ...(programs.length === 0 ? {} : { programs }),
  }
}

const fullName = ({ lastName = '', firstName = '' }: Fields): string =>
  firstName === '' ? lastName : `${lastName}, ${firstName}`

function addAddress({ addresses }: Draft, { idType = '', idNumber = '' }: Fields): void {
  if (ADDRESS_TYPE.test(idType) && EVM_ADDRESS.test(idNumber)) addresses.push(idNumber)
}
