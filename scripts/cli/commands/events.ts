/** The event log: what happens now, and sending again what an endpoint has missed. */
import type { Client, Fields } from '../client.ts'
import { command } from '../command.ts'
import { createDelivery, forward } from '../delivery.ts'
import { createEventStream, type LoggedEvent } from '../eventStream.ts'
import { CommandFailure, wrongUsage } from '../failure.ts'
import { interruption } from '../interruption.ts'
import { formatFacts, formatTable, type Printer, printable } from '../printer.ts'
import { findStored } from '../settings.ts'
import { formatForwarded, parseCount } from './listen.ts'

export const eventsTail = command({
  name: 'events tail',
  args: [],
  summary: 'Print events as they are committed, until Ctrl-C. A connection that is cut goes on without a gap.',
  options: {
    type: { type: 'string', value: 'TYPE', multiple: true, help: 'only this type or family, such as payment.*' },
    wallet: { type: 'string', value: 'WALLET', help: 'only those of this wallet' },
    resource: { type: 'string', value: 'ID', help: 'only those about this payment, hold or other resource' },
    after: { type: 'string', value: 'CURSOR', help: 'go on after this cursor, instead of now' },
    count: { type: 'string', value: 'N', help: 'end after so many' },
  },
  async run({ flags, printer, session }) {
    const most = parseCount(flags.count)
    const signal = interruption()
    const stream = createEventStream(session().client, {
      query: { types: flags.type?.join(), wallet_id: flags.wallet, resource_id: flags.resource },
      ...{ after: flags.after, signal },
      onOpen: () => printer.note('From now on. Ctrl-C ends it.'),
      onCut: (pauseMs) => printer.note(`Cut off; connects again in ${pauseMs / 1_000} s.`),
    })
    let shown = 0
    if (most === 0) return
    for await (const event of stream.events()) {
      printer.line(event, () => formatEvent(event))
      shown += 1
      if (shown === most) break
    }
  },
})

export const eventsResend = command({
  name: 'events resend',
  args: ['[EVENT_ID]'],
  summary: 'Send an event again: to the endpoints that were told of it, to one, or to an address of this machine.',
  options: {
    webhook: { type: 'string', value: 'WEBHOOK', help: 'only to this endpoint' },
    since: {
      type: 'string',
      value: 'INSTANT',
      help: 'with --webhook, instead of an event: all that it has missed since',
    },
    until: { type: 'string', value: 'INSTANT', help: 'with --since: and before' },
    'forward-to': { type: 'string', value: 'URL', help: 'to this address, signed as agentpay listen does' },
  },
  async run({ args: [eventId], flags, printer, profile, session }) {
    const { webhook, since, until, 'forward-to': url } = flags
    if ((eventId === undefined) === (since === undefined)) throw wrongUsage('Name an event, or --webhook and --since.')
    const { client } = session()
    if (eventId === undefined) {
      if (webhook === undefined) throw wrongUsage('--since needs --webhook.')
      return replay(client, printer, `POST /api/v2/webhooks/${encodeURIComponent(webhook)}/replay`, { since, until })
    }
    const { body: event } = await client.call<SentEvent>(`GET /api/v2/events/${encodeURIComponent(eventId)}`)
    if (url !== undefined) return forwardAgain(printer, event, url, findStored(profile)?.webhook_secret)
    const deliveries = event.deliveries.filter(({ webhook_id }) => webhook === undefined || webhook_id === webhook)
    if (deliveries.length === 0)
      throw new CommandFailure('failed', `No endpoint was told of ${printable(eventId)}. Try --forward-to URL.`)
    const sent: Fields[] = []
    for (const { webhook_id, delivery_id } of deliveries)
      sent.push(
        (await client.call(`POST /api/v2/webhooks/${webhook_id}/deliveries/${delivery_id}/retry`, { body: {} })).body,
      )
    const columns = ['delivery_id', 'webhook_id', 'type', 'status']
    printer.result(sent, () =>
      formatTable(
        columns,
        sent.map((one) => columns.map((name) => one[name])),
      ),
    )
  },
})

interface SentEvent extends LoggedEvent {
  readonly deliveries: readonly { readonly webhook_id: string; readonly delivery_id: string }[]
}

/** At most 5,000 at a time. */
async function replay(client: Client, printer: Printer, request: string, range: object): Promise<void> {
  const total = { scheduled: 0, delivered: 0, under_way: 0 }
  let after: string | null | undefined
  do {
    const { body } = await client.call<typeof total & { next_cursor: string | null }>(request, {
      body: { ...range, after },
    })
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += body[name]
    after = body.next_cursor
  } while (after !== null)
  printer.result(total, () => formatFacts(total))
}

async function forwardAgain(
  printer: Printer,
  event: SentEvent,
  url: string,
  secret: string | undefined,
): Promise<void> {
  if (secret === undefined) throw wrongUsage('There is no secret yet: agentpay listen makes one.')
  const delivery = createDelivery(event, secret, 2)
  const forwarded = await forward(url, delivery)
  const { source_event_id, type } = event
  printer.result({ source_event_id, type, event_id: delivery.event_id, ...forwarded }, () =>
    formatForwarded(event, forwarded),
  )
  if (forwarded.error !== null) throw new CommandFailure('failed', forwarded.error)
}

function formatEvent({ created_at, type, resource_id, source_event_id, data }: LoggedEvent): string {
  const { amount, token, status, reason } = data
  const facts = [amount, token, status, reason].filter((one) => typeof one === 'string').map(printable)
  return [created_at, printable(type).padEnd(22), printable(resource_id), source_event_id, ...facts].join('  ')
}
