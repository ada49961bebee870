/** What events needs of others. */
import type { Clock } from '../shared/clock.ts'
import type { Commit } from '../shared/commit/types.ts'
import type { Database } from '../shared/database.ts'
import type { NewId, OrgId, WebhookId } from '../shared/ids.ts'
import type { SecretBox } from '../shared/secretBox.ts'
import type { Log } from '../shared/subgraph.ts'

export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** All addresses of a name. Rejects when the name has none. */
export type ResolveHost = (hostname: string) => Promise<readonly HostAddress[]>

export interface EventsDeps {
  readonly database: Database
  /** Keeps the keys of what is asked for; endpoints and deliveries stand in no commit. */
  readonly commit: Commit
  readonly clock: Clock
  readonly log: Log
  readonly newId: NewId
  readonly secrets: SecretBox
  /** Lets endpoints of test mode be on this machine, over http too: for local runs and tests, never in production. */
  readonly allowLoopbackReceivers: boolean
  readonly resolveHost?: ResolveHost
  readonly delivery?: DeliveryOptions
}

interface DeliveryOptions {
  /** The answer must be there by then. 10 s by default. */
  readonly timeoutMs?: number
  /** How often due deliveries are looked for; new ones of this process do not wait for it. 500 ms by default. */
  readonly pollMs?: number
  /** Attempts in flight in this process. 64 by default. */
  readonly slots?: number
  /** Leases run on machine time: moving the clock of the schedule must not end the lease of an attempt in flight. */
  readonly leaseClock?: Clock
}

/** What the services share. */
export interface ServiceDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly leaseClock: Clock
  readonly newId: NewId
  readonly secrets: SecretBox
  readonly allowLoopbackReceivers: boolean
  readonly resolveHost: ResolveHost
  /** Tells the delivery worker of this process that an endpoint has something due. */
  readonly offerDelivery: (endpoint: { readonly _id: WebhookId; readonly orgId: OrgId }) => void
  /** Tells the fan-out worker of this process that an organization's endpoints may be behind the log. */
  readonly wakeFanOut: (orgId: OrgId) => void
}
