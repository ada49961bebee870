/**
 * How many endpoints there may be, in each mode: those of the organization, those of one agent, and those of all its agents
 * together, so that no agent takes a place from its organization. Each endpoint holds numbered places that a unique index
 * keeps apart: the bound is decided by the insert itself, and of two at once that want the last place one gets it.
 */
import { DomainError } from '../../shared/errors.ts'
import type { Caller } from '../../shared/principal.ts'
import { findTakenPlaces, findWebhooksEver, insertWebhook, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'

const OF_ORGANIZATION_MAX = 100
const OF_AGENTS_MAX = 100
const OF_AGENT_MAX = 10
/** Each lost race means that somebody else got a place. */
const TRIES_MAX = OF_ORGANIZATION_MAX + OF_AGENTS_MAX

interface Bound {
  readonly name: string
  readonly max: number
  readonly whose: string
}

/** @throws DomainError conflict (too_many_webhooks) */
export async function insertInPlace(
  { database }: Pick<ServiceDeps, 'database'>,
  caller: Caller,
  webhook: WebhookRow,
): Promise<void> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
    const taken = await findTakenPlaces(database, webhook)
    const places = boundsOf(caller).map((bound) => freePlace(bound, taken))
    if (await insertWebhook(database, { ...webhook, places })) return
    // Of two that were asked for under one key the other was faster.
    if ((await findWebhooksEver(database, [webhook._id])).length > 0) return
  }
  throw new DomainError('service_unavailable', 'Too many register endpoints at once. Try again.', { retryable: true })
}

function boundsOf(caller: Caller): readonly Bound[] {
  const owner = `${caller.orgId}:${caller.mode}`
  if (caller.kind === 'organization')
    return [{ name: `${owner}:own`, max: OF_ORGANIZATION_MAX, whose: 'An organization' }]
  return [
    { name: `${owner}:${caller.agentId}`, max: OF_AGENT_MAX, whose: 'An agent' },
    { name: `${owner}:agents`, max: OF_AGENTS_MAX, whose: 'All agents of an organization together' },
  ]
}

/** Any of the free ones, so that many at once seldom meet on the same. */
function freePlace({ name, max, whose }: Bound, taken: ReadonlySet<string>): string {
  const free = Array.from({ length: max }, (_, number) => `${name}:${number}`).filter((place) => !taken.has(place))
  const place = free[Math.floor(Math.random() * free.length)]
  if (place !== undefined) return place
  throw new DomainError('conflict', `${whose} may have ${max} webhook endpoints. Delete one first.`, {
    reason: 'too_many_webhooks',
    limit: max,
  })
}
