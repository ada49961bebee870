/** What a reader of a stream was told, beside the list of events from where it began. */
import { waitUntil } from '../../waitUntil.ts'
import type { Reader } from './readers.ts'

export interface Asked {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly types: readonly string[] | null
}

/** The body of a GET that is answered. */
export type Ask = (path: string, headers: Asked['headers']) => Promise<Readonly<Record<string, unknown>>>

export const askAt =
  (url: string): Ask =>
  async (path, headers) => {
    const response = await fetch(`${url}${path}`, { headers })
    if (!response.ok) throw new Error(`${path} is refused: ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }

/** @returns a line for each thing that is wrong */
export async function findGaps(ask: Ask, reader: Reader, asked: Asked, withinMs: number): Promise<string[]> {
  const { name, told, troubles } = reader
  const start = reader.start()
  if (start === null) return [...troubles, `${name} has not begun`]
  const log = await readLog(ask, asked, start)
  const isComplete = async () => told.length >= log.length
  await waitUntil(`${name} is told all`, isComplete, withinMs).catch(() => undefined)
  const seen = new Set(told)
  const missing = log.filter((cursor) => !seen.has(cursor)).length
  const strange = told.filter((cursor) => !log.includes(cursor)).length
  const isInOrder = told.join() === log.join()
  return [
    ...troubles,
    ...(missing > 0 ? [`${name}: ${missing} of ${log.length} events were not told`] : []),
    ...(told.length > seen.size ? [`${name}: ${told.length - seen.size} events were told again`] : []),
    ...(strange > 0 ? [`${name}: ${strange} events are not in its list`] : []),
    ...(missing + strange === 0 && told.length === seen.size && !isInOrder
      ? [`${name}: not in the order of the log`]
      : []),
  ]
}

async function readLog(ask: Ask, { headers, types }: Asked, start: string): Promise<string[]> {
  const cursors: string[] = []
  for (let after = start; ; ) {
    const query = new URLSearchParams({ order: 'oldest_first', limit: '100', after })
    if (types !== null) query.set('types', types.join())
    const page = await ask(`/api/v2/events?${query}`, headers)
    cursors.push(...(page.data as { cursor: string }[]).map(({ cursor }) => cursor))
    if (page.has_more !== true) return cursors
    after = String(page.next_cursor)
  }
}
