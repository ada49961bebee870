/**
 * Leases due deliveries at the moment at which they are sent. At most four attempts at an endpoint are under way, in whichever
 * processes: each has one of four lanes, and no two living leases of an endpoint have the same. Those of a process that died end
 * with their leases.
 */
import { randomUUID } from 'node:crypto'
import { timeOf } from '../../shared/clock.ts'
import { isDuplicateKey } from '../../shared/database.ts'
import type { WebhookId } from '../../shared/ids.ts'
import { abandonDeliveries } from '../models/deliveries.ts'
import {
  type Claim,
  type ClaimedRow,
  type DueRow,
  findDue,
  findTakenLanes,
  LANES,
  type Lease,
  type Leased,
  leaseOldest,
  leaseRows,
  type WantedLease,
} from '../models/deliveryLeases.ts'
import { deleteWebhookRow, findWebhooksWithDeleted, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'
import { inBatches } from './inBatches.ts'

const READ_AT_ONCE = 100
const LEASED_AT_ONCE = 100
/** Of an endpoint with much that is due so many are read at once, and leased later, each when it is sent. */
const READ_AHEAD = 32
/** Of those that this process has just made so many are known without being read. */
const EXPECTED_MAX = 64
/** Endpoints for which something is read ahead. */
const AHEAD_MAX = 256
/** Endpoints of which the last lane is remembered. */
const LAST_MAX = 10_000
/** Somebody has every lane. */
const NOTHING_NOW: Leased = { rows: [], isAll: false }

export interface Claimed {
  readonly row: ClaimedRow
  readonly webhook: WebhookRow
}

interface ClaimEnd {
  readonly claimed: readonly Claimed[]
  /** Its agent is suspended. */
  readonly waits: boolean
  /** Whether nothing else is due that could be sent now. False, and fewer than asked for: others make attempts at it. */
  readonly isAll: boolean
}

export interface Claims {
  /**
   * Due deliveries of the endpoint, each with a lease of its own; none when it has none, or gets none now. An endpoint of an agent
   * tells no more than its token could read: while the agent is suspended its deliveries wait, and it ends with the agent, whose
   * wallet another one may have by then.
   */
  claim(webhookId: WebhookId, most: number): Promise<ClaimEnd>
  /** Leases for rows that are about to be made, in lanes that nobody has as far as this process knows. */
  reserve(webhook: WebhookRow, most: number): readonly Lease[]
  /** Due deliveries of an endpoint for which nothing else waits, oldest first: they need not be read to be claimed. */
  expect(webhookId: WebhookId, rows: readonly DueRow[]): void
  /** Once the attempt has ended, whatever came of it. */
  release(attempt: Pick<ClaimedRow, 'webhookId' | 'lane'>): void
}

type Deps = Pick<ServiceDeps, 'database' | 'agents' | 'clock' | 'leaseClock'> & {
  readonly timeoutMs: number
  readonly leaseMarginMs: number
}

export function createClaims(deps: Deps): Claims {
  const { database, agents, clock, leaseClock } = deps
  /** Of this process. */
  const lanes = new Map<WebhookId, Set<number>>()
  /** The one given back last, which others are the least likely to have. */
  const last = new Map<WebhookId, number>()
  const readWebhook = inBatches(async (ids: readonly WebhookId[]) => {
    const found = new Map((await findWebhooksWithDeleted(database, ids)).map((webhook) => [webhook._id, webhook]))
    return ids.map((id) => found.get(id))
  }, READ_AT_ONCE)

  const leaseRow = inBatches((wanted: readonly WantedLease[]) => leaseRows(database, wanted), LEASED_AT_ONCE)
  /** Of endpoints whose last claim got all that it asked for: what else is due, as far as it is known. */
  const ahead = new Map<WebhookId, DueRow[]>()

  function keepAhead(webhookId: WebhookId, rows: DueRow[]): void {
    ahead.delete(webhookId)
    ahead.set(webhookId, rows)
    const [oldest] = ahead.keys()
    if (ahead.size > AHEAD_MAX && oldest !== undefined) ahead.delete(oldest)
  }

  function takeLane(webhookId: WebhookId, lane: number): void {
    const taken = lanes.get(webhookId) ?? new Set()
    lanes.set(webhookId, taken.add(lane))
  }

  function takeLanes(webhookId: WebhookId, most: number): number[] {
    const free = LANES.filter((lane) => lanes.get(webhookId)?.has(lane) !== true)
    const own = last.get(webhookId)
    const taken = free.toSorted((one, other) => Number(other === own) - Number(one === own)).slice(0, most)
    for (const lane of taken) takeLane(webhookId, lane)
    return taken
  }

  function giveBack(webhookId: WebhookId, lane: number): void {
    const taken = lanes.get(webhookId)
    taken?.delete(lane)
    if (taken?.size === 0) lanes.delete(webhookId)
  }

  const newLease = (lane: number): Lease => ({
    ...{ owner: randomUUID(), lane },
    until: new Date(leaseClock.now().getTime() + deps.timeoutMs + deps.leaseMarginMs),
  })

  async function lease(webhook: WebhookRow, free: readonly number[]): Promise<Leased> {
    const claim: Claim = {
      ...{ webhookId: webhook._id, now: timeOf(clock, webhook), machineNow: leaseClock.now() },
      // Manual attempts and tests are sent to a disabled endpoint too; the schedule waits.
      manualOnly: webhook.status === 'disabled',
    }
    return (await leaseIn(free, claim)) ?? leaseBesideOthers(claim, free)
  }

  /** Another process has the lane, or one that died had it, or an earlier version of the service left it in a row. */
  async function leaseBesideOthers(claim: Claim, own: readonly number[]): Promise<Leased> {
    const taken = await findTakenLanes(database, claim)
    const mine = lanes.get(claim.webhookId)
    const isFree = (lane: number) => !taken.has(lane) && (own.includes(lane) || mine?.has(lane) !== true)
    const free = LANES.filter(isFree).slice(0, own.length)
    for (const lane of free) takeLane(claim.webhookId, lane)
    let leased: Leased = NOTHING_NOW
    try {
      leased = (await leaseIn(free, claim)) ?? NOTHING_NOW
    } finally {
      const isUsed = (lane: number) => leased.rows.some((row) => row.lane === lane)
      for (const lane of free) if (!own.includes(lane) && !isUsed(lane)) giveBack(claim.webhookId, lane)
    }
    return leased
  }

  /** Null: the lanes are taken. */
  async function leaseIn(free: readonly number[], claim: Claim): Promise<Leased | null> {
    const { webhookId, machineNow } = claim
    const leases = free.map(newLease)
    const [first, ...others] = leases
    if (first === undefined) return NOTHING_NOW
    if (claim.manualOnly) ahead.delete(webhookId)
    const known = ahead.get(webhookId)
    if (known === undefined && others.length === 0) return leaseOne(claim, first)
    let rows = known?.splice(0, leases.length) ?? []
    let isAll = false
    if (rows.length === 0) {
      const found = await findDue(database, claim, READ_AHEAD)
      rows = found.splice(0, leases.length)
      isAll = rows.length < leases.length
      if (isAll) ahead.delete(webhookId)
      else keepAhead(webhookId, found)
    }
    const wanted = rows.map((row, index) => leaseRow({ row, lease: leases[index] as Lease, machineNow }))
    const outcomes = await Promise.all(wanted)
    const leased = outcomes.filter((outcome) => typeof outcome === 'object')
    const isTaken = outcomes.includes('lane')
    if (leased.length === 0 && !isTaken && known !== undefined && rows.length > 0) {
      // Others make attempts at this endpoint too, and have taken what was known of it.
      ahead.delete(webhookId)
      return leaseIn(free, claim)
    }
    return leased.length === 0 && isTaken ? null : { rows: leased, isAll: isAll && !isTaken }
  }

  async function leaseOne(claim: Claim, lease: Lease): Promise<Leased | null> {
    try {
      const row = await leaseOldest(database, claim, lease)
      if (row === null) return { rows: [], isAll: true }
      if (!claim.manualOnly) keepAhead(claim.webhookId, [])
      return { rows: [row], isAll: false }
    } catch (error) {
      if (isDuplicateKey(error)) return null
      throw error
    }
  }

  return {
    async claim(webhookId, most) {
      const webhook = await readWebhook(webhookId)
      const owner = webhook?.agentId == null ? 'active' : await agents.findStatus(webhook.agentId)
      if (owner === 'revoked') await deleteWebhookRow(database, webhookId, clock.now())
      if (webhook === undefined || webhook.status === 'deleted' || owner === 'revoked') {
        ahead.delete(webhookId)
        await abandonDeliveries(database, webhookId, leaseClock.now())
        return { claimed: [], waits: false, isAll: true }
      }
      if (owner === 'suspended') return { claimed: [], waits: true, isAll: true }
      const free = takeLanes(webhookId, most)
      const used = new Set<number>()
      try {
        const { rows, isAll } = await lease(webhook, free)
        for (const { lane } of rows) used.add(lane)
        return { claimed: rows.map((row) => ({ row, webhook })), waits: false, isAll }
      } finally {
        for (const lane of free) if (!used.has(lane)) giveBack(webhookId, lane)
      }
    },
    reserve: ({ _id }, most) => takeLanes(_id, most).map(newLease),
    expect(webhookId, rows) {
      if (rows.length > 0) keepAhead(webhookId, rows.slice(0, EXPECTED_MAX))
    },
    release({ webhookId, lane }) {
      giveBack(webhookId, lane)
      last.delete(webhookId)
      last.set(webhookId, lane)
      const [oldest] = last.keys()
      if (last.size > LAST_MAX && oldest !== undefined) last.delete(oldest)
    },
  }
}
