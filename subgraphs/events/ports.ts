/** What events needs from outside. The commit stores idempotency keys only: endpoints and deliveries are no committed rows. */
import type { Clock } from '../shared/clock.ts'
import type { AgentId, KillSwitchId, MerchantId, OrgId, WebhookId } from '../shared/ids.ts'
import type { ResolveHost } from '../shared/outgoing/resolveHost.ts'
import type { Capability, Mode, Principal } from '../shared/principal.ts'
import type { SecretBox } from '../shared/secretBox.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import type { DeliveryRow } from './models/deliveries.ts'
import type { ClaimedRow, Lease } from './models/deliveryLeases.ts'
import type { WebhookRow } from './models/webhooks.ts'

interface Owner {
  readonly orgId: OrgId
  readonly mode: Mode
}

export interface EventsDeps extends SubgraphDeps {
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
  readonly secrets: SecretBox
  /** Allows test-mode endpoints on this machine, over http too: for local runs and tests, never in production. */
  readonly allowLoopbackReceivers: boolean
  readonly agents: {
    /** Of one that does not exist: revoked. */
    findStatus(agentId: AgentId): Promise<'active' | 'suspended' | 'revoked'>
    /** Of one that does not exist: none. */
    findCapabilities(agentId: AgentId): Promise<readonly Capability[]>
  }
  readonly merchants: {
    /** Whose it is; null: there is none. */
    findOwner(merchantId: MerchantId): Promise<Owner | null>
  }
  readonly killSwitches: {
    /** Those of the caller's organization that are in force, newest first; at most 100. */
    findActive(principal: Principal): Promise<readonly KillSwitchId[]>
  }
  readonly resolveHost?: ResolveHost
  /** For how many days events are shown, and deliveries kept. 30 by default. */
  readonly retentionDays?: number
  readonly delivery?: DeliveryOptions
}

interface DeliveryOptions {
  /** For the whole response. 10 s by default. */
  readonly timeoutMs?: number
  /** How much longer than that the lease of an attempt lives, in which its result is recorded. 20 s by default. */
  readonly leaseMarginMs?: number
  /** How often due deliveries are polled; new ones of this process are sent at once. 500 ms by default. */
  readonly pollMs?: number
  /** Attempts in flight in this process. 64 by default. */
  readonly slots?: number
  /** Leases use machine time: moving the schedule's clock in tests must not expire leases of attempts in flight. */
  readonly leaseClock?: Clock
}

/** Of attempts that need no claim, because nothing else waits for their endpoint: their deliveries are made with their leases. */
export interface Reservation {
  /** None where this process may make no attempt now. */
  readonly places: readonly Place[]
  /** What was made without a lease, oldest first. */
  offer(rows: readonly DeliveryRow[]): void
}

export interface Place {
  readonly lease: Lease
  /** Makes the attempt. @param webhook as it is now that the row is made */
  send(row: ClaimedRow, webhook: WebhookRow): void
  /** None is made. */
  giveBack(): void
}

export interface ServiceDeps extends Omit<Required<EventsDeps>, 'delivery' | 'refusedActs'> {
  readonly leaseClock: Clock
  /** Tells the delivery worker of this process that an endpoint has something due. */
  readonly offerDelivery: (endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }) => void
  /** For so many deliveries of the endpoint that are about to be made. */
  readonly reservePlaces: (webhook: WebhookRow, most: number) => Reservation
  /** Tells the fan-out worker of this process that an organization's endpoints may be behind the log. */
  readonly wakeFanOut: (orgId: OrgId) => void
}
