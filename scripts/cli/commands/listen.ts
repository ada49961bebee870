/**
 * Forwards events to an address that only this machine reaches, each as the webhook that it would be. It reads the stream of events, so
 * that nothing of this machine has to be public, and goes on after the last event that was forwarded, also after a cut.
 */
import { randomBytes } from 'node:crypto'
import { styleText } from 'node:util'
import { command } from '../command.ts'
import { createDelivery, type Forwarded, forward, parseForwardUrl } from '../delivery.ts'
import { createEventStream, type LoggedEvent } from '../eventStream.ts'
import { wrongUsage } from '../failure.ts'
import { interruption } from '../interruption.ts'
import { type Printer, printable } from '../printer.ts'
import { findStored, storeSettings } from '../settings.ts'

const SECRET_BYTES = 24

export const listen = command({
  name: 'listen',
  args: [],
  summary: 'Forward events to an address of this machine, signed as webhooks are, until Ctrl-C.',
  options: {
    'forward-to': { type: 'string', value: 'URL', help: 'where each is sent; its path and query are kept as they are' },
    events: { type: 'string', value: 'TYPE', multiple: true, help: 'only this type or family, such as payment.*' },
    after: { type: 'string', value: 'CURSOR', help: 'go on after this cursor, instead of now' },
    count: { type: 'string', value: 'N', help: 'end after so many' },
    'new-secret': { type: 'boolean', help: 'make another secret, and show it once' },
  },
  async run({ flags, profile, printer, session }) {
    const url = flags['forward-to']
    if (url === undefined) throw wrongUsage('Say where to: --forward-to http://127.0.0.1:3000/hook')
    parseForwardUrl(url)
    const most = parseCount(flags.count)
    const { client } = session()
    const secret = findSecret(profile, printer, flags['new-secret'] === true)
    const signal = interruption()
    const stream = createEventStream(client, {
      ...{ query: { types: flags.events?.join() }, after: flags.after, signal },
      onOpen: () => printer.note(`Forwarding to ${url} from now on. Ctrl-C ends it.`),
      onCut: (pauseMs) => printer.note(`Cut off; goes on after the last event in ${pauseMs / 1_000} s.`),
    })
    let sent = 0
    for await (const event of most === 0 ? [] : stream.events()) {
      const delivery = createDelivery(event, secret, 1)
      const forwarded = await forward(url, delivery)
      const { source_event_id, type, cursor } = event
      printer.line({ source_event_id, type, event_id: delivery.event_id, cursor, ...forwarded }, () =>
        formatForwarded(event, forwarded),
      )
      sent += 1
      if (sent === most) break
    }
    if (signal.aborted && stream.position() !== null)
      printer.note(`Ended. --after ${stream.position()} goes on from here.`)
  },
})

/** Kept with the key, so that the receiver need not learn another one each time. */
function findSecret(profile: string, printer: Printer, isNew: boolean): string {
  const { AGENTPAY_WEBHOOK_SECRET: given } = process.env
  if (given) return given
  const stored = findStored(profile)
  if (stored?.webhook_secret !== undefined && !isNew) return stored.webhook_secret
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  if (stored !== null) storeSettings(profile, { ...stored, webhook_secret: secret })
  printer.note(`The signing secret, shown this once: ${secret}`)
  return secret
}

/** Undefined: without end. @throws CommandFailure */
export function parseCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw wrongUsage('--count is a whole number.')
  return Number(text)
}

export function formatForwarded({ type, source_event_id, created_at }: LoggedEvent, sent: Forwarded): string {
  const { status, duration_ms, error } = sent
  const ending = error === null ? styleText('green', `${status}`) : styleText('red', error)
  return `${created_at}  ${printable(type).padEnd(22)}  ${source_event_id}  ${ending}  ${duration_ms} ms`
}
