/** The clock of the organization in test mode: what it says, and moving it forward with all that becomes due on the way. */
import type { Client } from '../client.ts'
import { command } from '../command.ts'
import { wrongUsage } from '../failure.ts'
import { formatFacts } from '../printer.ts'

interface Clock {
  readonly now: string
  readonly ahead_seconds: number
  readonly advancing_to: string | null
  readonly due_left?: number
}

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

export const clock = command({
  name: 'clock',
  args: [],
  summary: 'Show what time it is for the organization, in test mode.',
  options: {},
  async run({ printer, session }) {
    const { body } = await session().client.call<Clock>('GET /api/v2/test/clock')
    printer.result(body, () => formatFacts({ ...body }))
  },
})

export const clockAdvance = command({
  name: 'clock advance',
  args: ['[DURATION]'],
  summary: 'Move the clock of test mode forward, by 90s, 5m, 24h or 2d, and do what becomes due on the way.',
  options: { to: { type: 'string', value: 'INSTANT', help: 'to this instant, instead of a duration' } },
  async run({ args: [duration], flags: { to }, printer, session }) {
    if ((duration === undefined) === (to === undefined)) throw wrongUsage('Give a duration, or an instant by --to.')
    const { client } = session()
    const move = duration === undefined ? { to } : { seconds: parseDuration(duration) }
    const body = await printer.waiting('Moving the clock', advance(client, move))
    printer.result(body, () => formatFacts({ ...body }))
  },
})

/** One call works for half a minute at most; the next goes on where it has stopped. */
async function advance(client: Client, move: object): Promise<Clock> {
  let { body } = await client.call<Clock>('POST /api/v2/test/clock/advance', { body: move })
  while (body.advancing_to !== null)
    ({ body } = await client.call<Clock>('POST /api/v2/test/clock/advance', { body: { seconds: 0 } }))
  return body
}

/** In seconds. @throws CommandFailure */
export function parseDuration(text: string): number {
  const [, figure, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? []
  if (figure === undefined) throw wrongUsage(`${text} is no duration: 90s, 5m, 24h, 2d, or a number of seconds.`)
  return Number(figure) * UNITS[unit as keyof typeof UNITS]
}
