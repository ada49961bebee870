/** What an endpoint is sent while something happens, with the checks that each delivery has to pass. */
import { expect } from 'vitest'
import { runWorkers } from '../../gateway/workers.ts'
import { findMisfits } from '../../scripts/prove/fuzz/jsonSchema.ts'
import { silentLog } from './openTestDatabase.ts'
import type { RequestHeaders, RestWorld } from './restClient.ts'
import { startWebhookReceiver } from './webhookReceiver.ts'

const SECRET = 'a secret of a test'
const WITHIN_MS = 20_000

/**
 * @param hook whose endpoint, and of which events
 * @param wanted `type state`, as many as are expected, in any order: each comes once, signed, with data of its schema
 */
export async function expectDelivered(
  { running, call }: RestWorld,
  hook: { readonly owner: RequestHeaders; readonly events: readonly string[] },
  wanted: readonly string[],
  act: () => Promise<unknown>,
): Promise<void> {
  const receiver = await startWebhookReceiver({ secret: SECRET })
  const workers = runWorkers(running.service.subgraphs.events.workers, silentLog)
  try {
    const input = { url: receiver.url, events: hook.events, secret: SECRET }
    expect((await call('POST /api/v2/webhooks', hook.owner, input)).status).toBe(201)
    await act()
    await receiver.waitFor(wanted.length, WITHIN_MS)
    const told = receiver.envelopes()
    expect(told.map(({ type, data }) => `${type} ${data.state ?? data.status}`).toSorted()).toEqual(wanted.toSorted())
    expect(receiver.received.filter(({ verified }) => verified !== true)).toEqual([])
    for (const { type, data } of told) {
      const { $schema: _, ...schema } = (await call(`GET /api/v2/event-types/${type}/schema`, hook.owner)).body
      expect(findMisfits(data, schema, schema)).toEqual([])
    }
  } finally {
    await workers.stop(3_000)
    await receiver.stop()
  }
}
