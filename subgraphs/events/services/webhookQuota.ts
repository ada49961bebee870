/**
 * Quotas of endpoints in each mode: of an organization, of one agent, and of all its agents together, so that agents cannot
 * use up their organization's. Each endpoint takes a numbered place in its quotas, which a unique index keeps apart: the insert
 * itself enforces the quota, and only one of two concurrent requests gets the last place.
 */
import { DomainError } from '../../shared/errors.ts'
import type { Caller } from '../../shared/principal.ts'
import { findTakenPlaces, findWebhooksWithDeleted, insertWebhook, type WebhookRow } from '../models/webhooks.ts'
import type { ServiceDeps } from '../ports.ts'

const OF_ORGANIZATION_MAX = 100
const OF_AGENTS_MAX = 100
const OF_AGENT_MAX = 10
/** Each lost race means that another request got a place. */
const TRIES_MAX = OF_ORGANIZATION_MAX + OF_AGENTS_MAX

interface Quota {
  readonly name: string
  readonly max: number
  readonly whose: string
}

/** @throws DomainError conflict (too_many_webhooks) */
export async function insertWithinQuota(
  { database }: Pick<ServiceDeps, 'database'>,
  caller: Caller,
  webhook: WebhookRow,
): Promise<void> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
    const taken = await findTakenPlaces(database, webhook)
    const places = quotasOf(caller).map((quota) => freePlace(quota, taken))
    if (await insertWebhook(database, { ...webhook, places })) return
    // A concurrent request with the same idempotency key has inserted it.
    if ((await findWebhooksWithDeleted(database, [webhook._id])).length > 0) return
  }
  throw new DomainError('service_unavailable', 'Too many register endpoints at once. Try again.', { retryable: true })
}

function quotasOf(caller: Caller): readonly Quota[] {
  const owner = `${caller.orgId}:${caller.mode}`
  if (caller.kind === 'organization')
    return [{ name: `${owner}:own`, max: OF_ORGANIZATION_MAX, whose: 'An organization' }]
  return [
    { name: `${owner}:${caller.agentId}`, max: OF_AGENT_MAX, whose: 'An agent' },
    { name: `${owner}:agents`, max: OF_AGENTS_MAX, whose: 'All agents of an organization together' },
  ]
}

/** A random one, so that concurrent requests rarely collide. */
function freePlace({ name, max, whose }: Quota, taken: ReadonlySet<string>): string {
  const free = Array.from({ length: max }, (_, number) => `${name}:${number}`).filter((place) => !taken.has(place))
  const place = free[Math.floor(Math.random() * free.length)]
  if (place !== undefined) return place
  throw new DomainError('conflict', `${whose} may have ${max} webhook endpoints. Delete one first.`, {
    reason: 'too_many_webhooks',
    limit: max,
  })
}
