/**
 * An endpoint of every event, registered before a proof breaks things: in the end it has got each event of the log after its
 * beginning, as its functions for clients verify, and nothing is left to send. A process that dies may send again what it was
 * sending.
 */
import { verifyWebhook } from '../../../sdk/verifyWebhook.mjs'
import type { Database } from '../../../subgraphs/shared/database.ts'
import { waitUntil } from '../../waitUntil.ts'
import type { ProofAudit } from '../world.ts'
import { startProofReceiver } from './receiver.ts'
import { WEBHOOK_SECRET } from './world.ts'

/** Longer than a delivery may be overdue by the audit, and than a lease of a process that died lives. */
const DELIVERED_WITHIN_MS = 45_000
const IN_FLIGHT_MAX = 4

export interface WatchedEndpoint {
  readonly webhookId: string
  /**
   * Waits until nothing is left to send, and audits then.
   * @param deaths of processes, each of which may have been sending
   * @returns whatever was not delivered, or more often than that explains, and what the audit finds, a line each
   */
  auditDelivered(world: Audited, deaths: number): Promise<string[]>
  /** Events that it was told, each once; of one wallet, where it is named. */
  told(walletId?: string): number
  close(): Promise<void>
}

interface Audited {
  audit(options: ProofAudit): Promise<string[]>
}

interface Hook {
  readonly url: string
  readonly secret: string
  readonly events: readonly string[]
}

interface Row {
  readonly _id: string
  readonly orgId: string
  readonly mode: string
  readonly cursor: number
}

/** @param register returns the id of the endpoint */
export async function openWatchedEndpoint(
  database: Database,
  register: (hook: Hook) => Promise<string>,
): Promise<WatchedEndpoint> {
  const receiver = await startProofReceiver()
  const webhooks = database.collection<Row>('webhooks')
  const webhookId = await register({ url: receiver.url, secret: WEBHOOK_SECRET, events: ['*'] })
  const find = async () => (await webhooks.findOne({ _id: webhookId })) as Row
  const { orgId, mode, cursor: start } = await find()
  const events = database.collection<Row & { walletId: string | null }>('events')
  const wanted = { orgId, mode, cursor: { $gt: start }, type: { $not: /^audit\./ } }
  const toldTimes = () => {
    const times = new Map<string, number>()
    for (const { body } of receiver.received) {
      const { source_event_id: id } = JSON.parse(body)
      times.set(id, (times.get(id) ?? 0) + 1)
    }
    return times
  }

  async function isAllSent(): Promise<boolean> {
    const [webhook, last] = [await find(), await events.findOne({ orgId }, { sort: { cursor: -1 } })]
    if (Number(webhook.cursor) < Number(last?.cursor ?? 0)) return false
    const open = { webhookId, status: { $in: ['pending', 'pending_retry'] } }
    return (await database.collection('deliveries').countDocuments(open)) === 0
  }

  async function findForged(): Promise<string[]> {
    const verified = await Promise.all(
      receiver.received.map(({ body, headers }) =>
        verifyWebhook({ body, headers, secret: WEBHOOK_SECRET, toleranceSeconds: 600 }).then(
          () => true,
          () => false,
        ),
      ),
    )
    const forged = verified.filter((isGood) => !isGood).length
    return forged > 0 ? [`${forged} deliveries are not verified`] : []
  }

  return {
    webhookId,
    async auditDelivered(world, deaths) {
      const late = await waitUntil('all is delivered', isAllSent, DELIVERED_WITHIN_MS).then(
        () => [],
        ({ message }: Error) => [message],
      )
      const log = await events.find(wanted, { projection: { _id: 1 } }).toArray()
      const times = toldTimes()
      const missing = log.filter(({ _id }) => !times.has(_id)).length
      const again = receiver.received.length - times.size
      return [
        ...late,
        ...(missing > 0 ? [`${missing} of ${log.length} events were not delivered`] : []),
        ...(again > deaths * IN_FLIGHT_MAX ? [`${again} deliveries came again, after ${deaths} deaths`] : []),
        ...(await findForged()),
        ...(await world.audit({ least: { 11: times.size } })),
      ]
    },
    told(walletId) {
      const bodies = receiver.received.map(({ body }) => JSON.parse(body))
      const own = bodies.filter(({ data }) => walletId === undefined || data.wallet_id === walletId)
      return new Set(own.map(({ source_event_id }) => source_event_id)).size
    },
    async close() {
      await webhooks.updateOne({ _id: webhookId }, { $set: { status: 'disabled' } })
      await receiver.close()
    },
  }
}
