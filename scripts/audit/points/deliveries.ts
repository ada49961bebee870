/**
 * Every event, delivery and cursor is accounted for (11): what an endpoint has passed was delivered to it or is still being tried;
 * a delivery is of an event that its endpoint may see, has been tried as often and as late as it had to be, is looked for by the
 * workers as long as it has not ended, and has ended as its attempts say; no cursor is beyond the log.
 *
 * Where it is known that the service runs (`overdueMs`), nothing has been due for longer, and no cursor stands still behind an
 * older event. Else nobody can say: the service may stand still, or an endpoint hang with much waiting for it.
 *
 * What is not told any more cannot be missed: deliveries are deleted after a week at the earliest, and an endpoint may have asked
 * for other types before it was last changed.
 */
import { createHash } from 'node:crypto'
import type { Checkpoints } from '../checkpoints.ts'
import type { Findings } from '../findings.ts'
import type { Event, Head } from '../rows.ts'
import type { Source } from '../source.ts'
import type { Times } from '../times.ts'

interface Attempt {
  readonly number: number
  readonly at: Date
  readonly statusCode: number | null
  readonly error: string | null
  readonly manual: boolean
}

interface Delivery {
  readonly _id: string
  readonly webhookId: string
  readonly orgId: string
  readonly mode: string
  readonly eventId: string
  readonly sourceEventId: string
  readonly type: string
  readonly test: boolean
  readonly body: string
  readonly status: string
  readonly scheduledMade: number
  readonly attemptsMade: number
  readonly attempts: readonly Attempt[]
  readonly nextAttemptAt: Date | null
  /** What workers look for; absent or null: nothing. */
  readonly dueAt?: Date | null
  readonly manual: boolean
  readonly leaseUntil: Date | null
}

interface Webhook {
  readonly _id: string
  readonly orgId: string
  readonly mode: string
  readonly agentId: string | null
  readonly walletId: string | null
  /** It hears of the events alone that name this merchant. */
  readonly merchantId?: string | null
  readonly events: readonly string[]
  readonly format?: string
  readonly status: string
  readonly cursor: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

type Told = Event & { readonly agentId: string | null }

interface Deps {
  readonly source: Source
  readonly checkpoints: Checkpoints
  readonly times: Times
  /** How far the clocks of processes may differ. */
  readonly skewMs: number
  /** For how long something may be due while the service runs; absent: it may not run. */
  readonly overdueMs?: number | undefined
  readonly findings: Findings
}

const MINUTE_MS = 60_000
/** After the attempt before: the specification, 6.1. */
const DELAYS_MS = [1, 5, 30, 120, 1_440].map((minutes) => minutes * MINUTE_MS)
/** An endpoint keeps so many attempts of each delivery. */
const ATTEMPTS_KEPT = 50
/** The shortest time for which deliveries are kept. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS
const EVENT_FIELDS = {
  ...{ orgId: 1, mode: 1, type: 1, agentId: 1, walletId: 1, cursor: 1, createdAt: 1, 'data.merchant_id': 1 },
}

export async function auditDeliveries(deps: Deps): Promise<void> {
  const { source, findings } = deps
  const webhooks = new Map((await source.find<Webhook>('webhooks', {})).map((row) => [row._id, row]))
  if (webhooks.size === 0) findings.nothing(11, 'there are no endpoints')
  const stopped = await findStopped(source, [...webhooks.values()])
  for await (const page of source.pages<Delivery>('deliveries')) {
    const ids = page.filter(({ test }) => !test).map(({ sourceEventId }) => sourceEventId)
    const rows = await source.find<Told>('events', { _id: { $in: ids } }, EVENT_FIELDS)
    const events = new Map(rows.map((row) => [row._id, row]))
    for (const row of page) {
      findings.checked(11)
      const webhook = webhooks.get(row.webhookId)
      const faults = [
        ...faultsOfOrigin(row, webhook, events, deps),
        ...faultsOfAttempts(row, webhook),
        ...(webhook === undefined || stopped.has(webhook._id) ? [] : faultsOfDelay(row, webhook, deps)),
      ]
      for (const fault of faults) findings.breach(11, `${row._id} ${fault}`)
    }
  }
  for (const webhook of webhooks.values()) await checkPassed(webhook, deps)
}

/** Endpoints of agents that are suspended, whose deliveries wait, or revoked, whose endpoints end. */
async function findStopped(source: Source, webhooks: readonly Webhook[]): Promise<ReadonlySet<string>> {
  const ids = webhooks.flatMap(({ agentId }) => (agentId === null ? [] : [agentId]))
  const rows = await source.find<{ _id: string }>('agents', { _id: { $in: ids }, status: 'active' }, { _id: 1 })
  const active = new Set(rows.map(({ _id }) => _id))
  return new Set(webhooks.flatMap(({ _id, agentId }) => (agentId === null || active.has(agentId) ? [] : [_id])))
}

function faultsOfOrigin(
  row: Delivery,
  webhook: Webhook | undefined,
  events: ReadonlyMap<string, Told>,
  { checkpoints }: Deps,
): string[] {
  const { _id, webhookId, orgId, mode, eventId, sourceEventId, type, test } = row
  if (webhook === undefined || webhook.orgId !== orgId || webhook.mode !== mode)
    return [`is for ${webhookId}, which its organization does not have in this mode`]
  const faults: string[] = []
  if (_id !== idOf(webhookId, sourceEventId)) faults.push(`is not the one of ${sourceEventId} for ${webhookId}`)
  if (eventId !== `evt_${_id.slice(4)}`) faults.push(`tells its event as ${eventId}`)
  if (test) return faults
  const event = events.get(sourceEventId)
  if (event === undefined) {
    const cursor = Number.parseInt(sourceEventId.slice(sourceEventId.lastIndexOf('_') + 1), 36)
    if (!(cursor <= checkpoints.endOf(orgId))) faults.push(`tells of ${sourceEventId}, which is not in the log`)
    return faults
  }
  if (event.type !== type) faults.push(`is of the type ${type}, and its event ${event.type}`)
  if (!mayTell(webhook, event)) faults.push(`tells ${webhookId} of ${sourceEventId}, which it may not see`)
  return faults
}

/** An endpoint of an agent hears of the agent and of its wallet. */
function mayTell({ orgId, mode, agentId, walletId }: Webhook, event: Told): boolean {
  if (event.orgId !== orgId || event.mode !== mode || event.type.startsWith('audit.')) return false
  if (agentId === null) return true
  return event.agentId === null ? event.walletId !== null && event.walletId === walletId : event.agentId === agentId
}

const isOfItsMerchant = ({ merchantId }: Webhook, { data }: Told): boolean =>
  merchantId == null || data.merchant_id === merchantId

const isGood = ({ statusCode }: Attempt): boolean => statusCode !== null && statusCode >= 200 && statusCode < 300

function faultsOfAttempts(row: Delivery, webhook: Webhook | undefined): string[] {
  const { status, attempts, nextAttemptAt, manual } = row
  const dueAt = row.dueAt ?? null
  const [scheduledMade, made] = [Number(row.scheduledMade), Number(row.attemptsMade)]
  const scheduled = attempts.filter(({ manual }) => !manual)
  const isWhole = made <= ATTEMPTS_KEPT
  const last = scheduled.at(-1)
  const next = last === undefined ? undefined : DELAYS_MS[scheduledMade - 1]
  const due = last === undefined || next === undefined ? null : last.at.getTime() + next
  const isOpen = status === 'pending' || status === 'pending_retry'
  const isAbandoned = webhook?.status === 'deleted' && status === 'failed'
  const told = [
    made !== (attempts.at(-1)?.number ?? 0) && `counts ${made} attempts, and its last is ${attempts.at(-1)?.number}`,
    isWhole && attempts.some(({ number }, index) => Number(number) !== index + 1) && 'has attempts that are missing',
    isWhole && scheduledMade !== scheduled.length && `counts ${scheduledMade} of ${scheduled.length} attempts`,
    scheduledMade > DELAYS_MS.length + 1 && `was tried ${scheduledMade} times by its schedule`,
    isOpen !== (nextAttemptAt !== null) && `is ${status} and tried again at ${nextAttemptAt?.toISOString()}`,
    isOpen && dueAt === null && `is ${status}, and no worker looks for it`,
    !manual &&
      dueAt !== null &&
      dueAt.getTime() !== nextAttemptAt?.getTime() &&
      `is sent at ${dueAt.toISOString()}, which nobody asked for`,
    status === 'delivered' && isWhole && !attempts.some(isGood) && 'is delivered, and no attempt was',
    status === 'failed' &&
      !isAbandoned &&
      scheduledMade <= DELAYS_MS.length &&
      `has failed after ${scheduledMade} of 6`,
    status === 'pending_retry' && due !== nextAttemptAt?.getTime() && 'is not tried again when it has to be',
    isOpen && attempts.some(isGood) && `is ${status}, and was delivered`,
    ...scheduled.map((attempt, index) => {
      const before = scheduled[index - 1]
      const wait = before === undefined ? 0 : attempt.at.getTime() - before.at.getTime()
      const isEarly = isWhole && before !== undefined && wait < (DELAYS_MS[index - 1] ?? 0)
      return isEarly && `was tried ${wait} ms after its attempt ${before.number}`
    }),
  ]
  return told.filter((fault) => typeof fault === 'string')
}

/** What an endpoint is to get now, and does not. */
function faultsOfDelay(row: Delivery, { status }: Webhook, { times, overdueMs }: Deps): string[] {
  const { manual, test, nextAttemptAt, leaseUntil } = row
  const due = row.dueAt ?? nextAttemptAt
  // A disabled endpoint gets what its owner asks for.
  if (overdueMs === undefined || due === null || !(status === 'active' || (status === 'disabled' && (manual || test))))
    return []
  const lateMs = times.nowOf(row).getTime() - due.getTime()
  const isUnderWay = leaseUntil !== null && leaseUntil > times.machineNow
  return lateMs > overdueMs && !isUnderWay ? [`has been due for ${lateMs} ms, and nobody sends it`] : []
}

/** An event that waits for an endpoint to be told of, longer than that takes. */
async function checkStanding(
  webhook: Webhook,
  { source, checkpoints, times, overdueMs, findings }: Deps,
): Promise<void> {
  const { _id, orgId, status } = webhook
  if (overdueMs === undefined || status !== 'active') return
  const next = Number(webhook.cursor) + 1
  const [event] = await source.find<Told>('events', { _id: `evt_${orgId.slice(4)}_${placeOf(next)}` }, EVENT_FIELDS)
  const lateMs = event === undefined ? 0 : times.nowOf(event).getTime() - event.createdAt.getTime()
  if (lateMs > overdueMs || next <= checkpoints.endOf(orgId))
    findings.breach(11, `${_id} stands still at ${next - 1}, and event ${next} of ${orgId} waits for ${lateMs} ms`)
}

/** Events behind the cursor of an endpoint, of which it has been told. */
async function checkPassed(webhook: Webhook, deps: Deps): Promise<void> {
  const { source, checkpoints, times, skewMs, findings } = deps
  const { _id, orgId, mode, agentId, format, status } = webhook
  findings.checked(11)
  const [head] = await source.find<Head>('positions', { _id: `org:${orgId}` }, { cursor: 1 })
  const [cursor, end] = [Number(webhook.cursor), Number(head?.cursor ?? 0)]
  if (cursor > end) findings.breach(11, `${_id} is at ${cursor}, and the log of ${orgId} ends at ${end}`)
  await checkStanding(webhook, deps)
  // An agent may have had other capabilities, and of a deleted endpoint nothing is expected.
  if (agentId !== null || status === 'deleted' || (format ?? 'service') !== 'service') return
  const since = Math.max(
    webhook.createdAt.getTime() + skewMs,
    webhook.updatedAt.getTime() + skewMs,
    times.of({ orgId, mode }).getTime() - KEPT_MS,
  )
  const prefix = `evt_${orgId.slice(4)}_`
  const filter = {
    _id: { $gt: `${prefix}${placeOf(checkpoints.endOf(orgId))}`, $lte: `${prefix}${placeOf(cursor)}` },
    ...{ mode, createdAt: { $gt: new Date(since) } },
  }
  for await (const page of source.pages<Told>('events', { filter, projection: EVENT_FIELDS })) {
    const wanted = page.filter(
      (event) => names(webhook.events, event.type) && mayTell(webhook, event) && isOfItsMerchant(webhook, event),
    )
    const ids = new Map(wanted.map((event) => [idOf(_id, event._id), event._id]))
    const found = await source.find<{ _id: string }>('deliveries', { _id: { $in: [...ids.keys()] } }, { _id: 1 })
    findings.checked(11, ids.size)
    for (const one of found) ids.delete(one._id)
    for (const event of ids.values()) findings.breach(11, `${event} was not delivered to ${_id}, which is behind it`)
  }
}

const placeOf = (cursor: number): string => cursor.toString(36).padStart(9, '0')

const names = (patterns: readonly string[], type: string): boolean =>
  patterns.some((one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))))

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

function idOf(webhookId: string, sourceEventId: string): string {
  const digest = createHash('sha256').update(`${webhookId}\n${sourceEventId}`).digest()
  return `dlv_${Array.from({ length: 26 }, (_, index) => ALPHABET[(digest[index] ?? 0) & 31]).join('')}`
}
