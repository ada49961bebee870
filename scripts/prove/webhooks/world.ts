/**
 * The events subgraph alone, over a real replica set with its group commit: for proofs about webhooks, of which each needs a clock,
 * names and receivers of its own, and none a chain. The server is shared by all proofs of the process.
 */
import { randomBytes } from 'node:crypto'
import { graphql } from 'graphql'
import { createEvents, type Events, type EventsDeps } from '../../../subgraphs/events/index.ts'
import { type Clock, systemClock } from '../../../subgraphs/shared/clock.ts'
import { createCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import { newOrgPosition, orgRef } from '../../../subgraphs/shared/commit/positions.ts'
import { insertRow } from '../../../subgraphs/shared/commit/rowWrites.ts'
import { prepareCommitStore } from '../../../subgraphs/shared/commit/store.ts'
import { requireDone } from '../../../subgraphs/shared/commit/submit.ts'
import { done } from '../../../subgraphs/shared/commit/verdicts.ts'
import { type Database, openDatabase } from '../../../subgraphs/shared/database.ts'
import { newId, type OrgId } from '../../../subgraphs/shared/ids.ts'
import type { OrganizationPrincipal } from '../../../subgraphs/shared/principal.ts'
import { createSecretBox } from '../../../subgraphs/shared/secretBox.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'
import type { Embedded } from '../../embedded/index.ts'
import { startTemporary } from '../../embedded/temporary.ts'
import { atEnd } from '../atEnd.ts'

const quiet: Log = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) }
const EVENTS_OF_INTENT = 100

export interface WebhookWorld {
  readonly database: Database
  /** One more process: workers of its own over a connection of its own. */
  open(options?: Partial<EventsDeps>): Promise<WebhookProcess>
  /** An organization that nobody else has, with whom acts for it. */
  newOrganization(): OrganizationPrincipal
  /**
   * Commits so many events, as settlement does, and tells the process of it.
   * @param type payment.completed, where nothing is named
   * @returns the payments that they are about
   */
  commit(process: WebhookProcess, orgId: OrgId, count: number, type?: PaymentEventType): Promise<readonly string[]>
  close(): Promise<void>
}

type PaymentEventType = 'payment.completed' | 'payment.failed'

export interface WebhookProcess extends Pick<Events, 'wake'> {
  call<T>(principal: OrganizationPrincipal, document: string, input: object): Promise<T>
  /** @returns the endpoint's id */
  register(
    principal: OrganizationPrincipal,
    input: { readonly url: string; readonly secret?: string; readonly type?: PaymentEventType },
  ): Promise<string>
  start(): void
  stop(): Promise<void>
  /** Nothing that it does from now on reaches the database. */
  die(): Promise<void>
}

export const WEBHOOK_SECRET = 'whsec_R6AQyDg/sDwluHSMqF/xzkPl4G41O+5mkMYyzXdVjkI='
const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }'

let server: Promise<Embedded> | null = null
let worlds = 0

function sharedServer(): Promise<Embedded> {
  if (server === null) {
    server = startTemporary({ prefix: 'prove', chains: [] })
    const started = server
    atEnd(async () => (await started).stop())
  }
  return server
}

/** @param options.mongodbUri a server to use instead of the shared one */
export async function openWebhookWorld({
  clock = systemClock,
  mongodbUri,
}: {
  readonly clock?: Clock
  readonly mongodbUri?: string
} = {}): Promise<WebhookWorld> {
  const uri = mongodbUri ?? (await sharedServer()).mongodbUri
  const name = `webhooks_${process.pid}_${worlds++}`
  const database = await openDatabase({ uri, name })
  const secrets = createSecretBox(randomBytes(32), 'events')
  const commit = createCommit({ database, clock, log: quiet })
  const agents: EventsDeps['agents'] = { findStatus: async () => 'active', findCapabilities: async () => [] }
  const closing: (() => Promise<void>)[] = []
  const shared = {
    ...{ commit, clock, log: quiet, newId, secrets, agents, allowLoopbackReceivers: true },
    ...{
      killSwitches: { findActive: async () => [] },
      merchants: { findOwner: async () => null },
      baseUrl: 'https://prove.internal',
    },
  }
  createEvents({ ...shared, database })
  await database.prepare()
  await prepareCommitStore(database)

  async function open(options: Partial<EventsDeps> = {}): Promise<WebhookProcess> {
    const own = await openDatabase({ uri, name })
    const events = createEvents({ ...shared, database: own, ...options })
    const stopping = new AbortController()
    let running: Promise<unknown>[] = []
    let isClosed = false
    const call: WebhookProcess['call'] = async (principal, source, input) => {
      const contextValue = { principal, requestId: 'req_prove', loaders: new Map() }
      const { data, errors } = await graphql({ schema: events.schema, source, variableValues: { input }, contextValue })
      if (errors?.[0] !== undefined) throw errors[0].originalError ?? errors[0]
      return data as never
    }
    const close = async () => {
      if (isClosed) return
      isClosed = true
      stopping.abort()
      await Promise.allSettled(running)
      await own.close()
    }
    closing.push(close)
    return {
      wake: events.wake,
      call,
      async register(principal, { url, secret = WEBHOOK_SECRET, type = 'payment.completed' }) {
        const input = { url, secret, events: [type] }
        const made = await call<{ createWebhook: { webhook: { id: string } } }>(principal, CREATE, input)
        return made.createWebhook.webhook.id
      },
      start() {
        running = events.workers.map((worker) => worker.run(stopping.signal))
      },
      stop: close,
      async die() {
        isClosed = true
        for (const worker of running) worker.catch(() => undefined)
        await own.close()
        stopping.abort()
      },
    }
  }

  return {
    database,
    open,
    newOrganization() {
      const orgId = newId('organization')
      return { kind: 'organization', orgId, mode: 'test', keyId: 'key_prove', personId: 'person', roles: ['admin'] }
    },
    async commit({ wake }, orgId, count, type = 'payment.completed') {
      const paymentIds = Array.from({ length: count }, () => newId('payment'))
      for (let made = 0; made < count; made += EVENTS_OF_INTENT)
        await commitEvents(commit, orgId, { type, paymentIds: paymentIds.slice(made, made + EVENTS_OF_INTENT) })
      wake(orgId)
      return paymentIds
    },
    async close() {
      for (const close of closing) await close()
      await commit.drain(1_000)
      await database.connection.dropDatabase()
      await database.close()
    },
  }
}

async function commitEvents(
  commit: ReturnType<typeof createCommit>,
  orgId: OrgId,
  { type, paymentIds }: { readonly type: PaymentEventType; readonly paymentIds: readonly string[] },
): Promise<void> {
  const org = orgRef(orgId)
  const outcome = await commit.submit({
    ...({ priority: 'settle', orgId, mode: 'test' } as const),
    reads: () => ({ guard: [org] }),
    decide: (state) =>
      done(null, {
        insert: state.get(org) === null ? [insertRow(org, newOrgPosition(orgId))] : [],
        events: paymentIds.map((resourceId) => ({
          ...{ type, resourceId },
          data: { payment_id: resourceId, amount: '12.50', token: 'USDC', chain: 'base', status: type.slice(8) },
        })),
      }),
  })
  if (outcome.kind !== 'stale') requireDone(outcome)
}
