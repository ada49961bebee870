/** Reads a plain list: one address a line, with a name behind it if there is one; `#` begins a comment. */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ListSource } from '../../subgraphs/payments/index.ts'

const LINE = /^(0x[0-9a-fA-F]{40})(?:[\s,;]+(.*))?$/

/** @throws Error that names the line which is no address */
export async function* readAddressLines(stream: Readable, label: string): ListSource['entries'] & AsyncGenerator {
  let number = 0
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    const line = text.replace(/#.*$/, '').trim()
    if (line === '') continue
    const [, address, name] = LINE.exec(line) ?? []
    if (address === undefined) throw new Error(`line ${number} has no address: ${line.slice(0, 60)}`)
    yield { name: name?.trim() || label, aliases: [], addresses: [address] }
  }
}
