// Domain 4.3: lists are read as they are published, entry by entry, and never by halves.
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readAddressLines } from '../../../scripts/screeningLists/addressLines.ts'
import { readSdnXml } from '../../../scripts/screeningLists/sdnXml.ts'

const ENTRIES = 20_000
const PART = 64 * 1024
const addressOf = (number: number) => `0x${number.toString(16).padStart(40, 'a')}`

const entry = (number: number) => `<sdnEntry><uid>${number}</uid>
 <firstName>Ann &amp; ${number}</firstName><lastName>MÜLLER</lastName><sdnType>Individual</sdnType>
 <programList><program>CYBER2</program><program>DPRK3</program></programList>
 <idList><id><uid>1</uid><idType>Digital Currency Address - ETH</idType><idNumber>${addressOf(number)}</idNumber></id>
 <id><uid>2</uid><idType>Digital Currency Address - XBT</idType><idNumber>bc1q</idNumber></id>
 <id><uid>3</uid><idType>Passport</idType><idNumber>${addressOf(0)}</idNumber><idCountry>Nowhere</idCountry></id></idList>
 <akaList><aka><uid>4</uid><type>a.k.a.</type><category>weak</category><lastName><![CDATA[MUELLER]]></lastName></aka></akaList>
</sdnEntry>`

function* sdnList(count: number, said = count): Generator<string> {
  yield '<?xml version="1.0" standalone="yes"?><sdnList xmlns="https://www.un.example/sdn">'
  yield `<publshInformation><Publish_Date>06/25/2026</Publish_Date><Record_Count>${said}</Record_Count></publshInformation>`
  for (let number = 1; number <= count; number++) yield entry(number)
  yield '</sdnList>'
}

/** In parts of one size, which also fall inside of tags and letters. */
async function* bytesOf(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = Buffer.alloc(0)
  for (const text of texts) {
    waiting = Buffer.concat([waiting, Buffer.from(text)])
    for (; waiting.length >= PART; waiting = waiting.subarray(PART)) yield waiting.subarray(0, PART)
  }
  yield waiting
}

const readAll = async (texts: Iterable<string>) => Array.fromAsync(readSdnXml(bytesOf(texts)).entries)

describe('SDN.XML', () => {
  test('an entry has its names, and its addresses on EVM chains', async () => {
    const source = readSdnXml(bytesOf(sdnList(1)))
    expect(await Array.fromAsync(source.entries)).toEqual([
      {
        ...{ name: 'MÜLLER, Ann & 1', aliases: ['MUELLER'], addresses: [addressOf(1)] },
        ...{ uid: '1', programs: ['CYBER2', 'DPRK3'] },
      },
    ])
    expect(source.version()).toEqual({ version: 'ofac-sdn-2026-06-25', effectiveAt: new Date('2026-06-25T00:00:00Z') })
  })

  test('an entry whose name is not where it belongs is no entry without one', async () => {
    const renamed = [...sdnList(2)].map((text) =>
      text.replaceAll('lastName', 'surname').replace(/<firstName>.*?<\/firstName>/, ''),
    )
    await expect(readAll(renamed)).rejects.toThrow('entry 1 has no name')
  })

  test(`${ENTRIES} entries are read as they come, not all at once`, async () => {
    let sent = 0
    const counted = (function* () {
      for (const text of sdnList(ENTRIES)) {
        sent += 1
        yield text
      }
    })()
    let read = 0
    let mostAhead = 0
    for await (const { addresses } of readSdnXml(bytesOf(counted)).entries) {
      read += 1
      expect(addresses).toEqual([addressOf(read)])
      mostAhead = Math.max(mostAhead, sent - read)
    }
    expect(read).toBe(ENTRIES)
    // What is between the file and the reader is one part of the file, however long the list is.
    expect(mostAhead).toBeLessThan(200)
  })

  test.each([
    ['that breaks off', [...sdnList(3)].slice(0, -1)],
    ['with fewer entries than it says', [...sdnList(3, 4)]],
    ['of another kind', ['<html></html>']],
    ['that is not well-formed', ['<sdnList><a></b></sdnList>']],
    ['with an entity of its own', ['<!DOCTYPE a [<!ENTITY x "y">]><sdnList>&x;</sdnList>']],
    ['without anything', []],
  ])('a file %s is refused', async (_what, texts) => {
    await expect(readAll(texts)).rejects.toThrow()
  })
})

describe('a plain list', () => {
  const read = (text: string) => Array.fromAsync(readAddressLines(Readable.from([text]), 'own'))

  test('has an address a line, with a name or without, and comments', async () => {
    const text = `# ours\n${addressOf(1)}\n\n${addressOf(2)}, A Mixer # why\r\n`
    expect(await read(text)).toEqual([
      { name: 'own', aliases: [], addresses: [addressOf(1)] },
      { name: 'A Mixer', aliases: [], addresses: [addressOf(2)] },
    ])
  })

  test('names the line that has none', async () => {
    await expect(read(`${addressOf(1)}\nbc1q\n`)).rejects.toThrow('line 2')
  })
})
