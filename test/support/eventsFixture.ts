/** The events subgraph on a real replica set, with a clock that only tests move and a log that tests write. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ExecutionResult } from 'graphql'
import { inject } from 'vitest'
import { startEmbedded } from '../../scripts/embedded/index.ts'
import { createTemporaryFolder } from '../../scripts/embedded/temporaryFolder.ts'
import { createEvents, type Events, type EventsDeps } from '../../subgraphs/events/index.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import { newOrgPosition, type OrgPosition, orgRef } from '../../subgraphs/shared/commit/positions.ts'
import { prepareCommitStore } from '../../subgraphs/shared/commit/store.ts'
import { type Database, openDatabase } from '../../subgraphs/shared/database.ts'
import { type EventDraft, type EventRow, eventId } from '../../subgraphs/shared/events.ts'
import { newId, type OrgId } from '../../subgraphs/shared/ids.ts'
import {
  type AgentPrincipal,
  CAPABILITIES,
  type Capability,
  type Mode,
  type OrganizationPrincipal,
  type Principal,
} from '../../subgraphs/shared/principal.ts'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'

// The test runner would load a second copy of the library than the one that made the schema.
const { graphql, parse, subscribe } = createRequire(import.meta.url)('graphql') as typeof import('graphql')

export { parse, subscribe }

const ALL_CAPABILITIES = Object.keys(CAPABILITIES) as Capability[]
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

export interface EventsFixture {
  readonly database: Database
  readonly clock: { now(): Date; advance(ms: number): void }
  /** A subgraph instance as one process has it: its own workers, its own wake-ups. */
  createInstance(options?: Partial<EventsDeps>): Instance
  /** What the group commit does: gives places, inserts. Wakes nobody. */
  append(orgId: OrgId, drafts: readonly (Partial<EventDraft> & { mode?: Mode })[]): Promise<EventRow[]>
  stop(): Promise<void>
}

export interface Instance extends Events {
  startWorkers(names?: readonly string[]): void
  stopWorkers(): Promise<void>
  call<T>(principal: Principal, document: string, variables?: Record<string, unknown>): Promise<T>
  execute(principal: Principal, document: string, variables?: Record<string, unknown>): Promise<ExecutionResult>
}

/** @param options.ownServer for a test that breaks the server: a fail point strikes everybody who uses it */
export async function startEventsFixture(
  databaseName: string,
  options: { ownServer?: boolean } = {},
): Promise<EventsFixture> {
  const server = options.ownServer ? await startServer() : { uri: inject('services').mongodbUri, stop: () => undefined }
  const database = await openDatabase({ uri: server.uri, name: databaseName })
  const instances: Instance[] = []
  let now = Date.parse('2026-03-02T10:00:00.000Z')
  const clock = {
    now: () => new Date(now),
    advance(ms: number) {
      now += ms
    },
  }
  const secrets = createSecretBox(randomBytes(32), 'webhooks')
  const commit = createCommit({ database, clock, log: silent })
  const agents: EventsDeps['agents'] = {
    findStatus: async () => 'active',
    findCapabilities: async () => ALL_CAPABILITIES,
  }
  const deps = {
    database,
    commit,
    clock,
    log: silent,
    newId,
    secrets,
    agents,
    killSwitches: { findActive: async () => [] },
    merchants: { findOwner: async () => null },
    allowLoopbackReceivers: true,
    baseUrl: 'https://pay.example',
  }

  function createInstance(options: Partial<EventsDeps> = {}): Instance {
    const events = createEvents({ ...deps, delivery: { pollMs: 20, timeoutMs: 2_000 }, ...options })
    let stopping = new AbortController()
    let running: Promise<void>[] = []
    const execute: Instance['execute'] = async (principal, source, variableValues = {}) => {
      const contextValue = { principal, requestId: 'req_test', loaders: new Map() }
      return await graphql({ schema: events.schema, source, variableValues, contextValue })
    }
    const instance: Instance = {
      ...events,
      execute,
      async call<T>(principal: Principal, source: string, variables: Record<string, unknown> = {}): Promise<T> {
        const { data, errors } = await execute(principal, source, variables)
        if (errors?.[0] !== undefined) throw errors[0].originalError ?? errors[0]
        return data as T
      },
      startWorkers(names) {
        stopping = new AbortController()
        const wanted = events.workers.filter((worker) => names?.includes(worker.name) ?? true)
        running = wanted.map((worker) => worker.run(stopping.signal))
      },
      async stopWorkers() {
        stopping.abort()
        await Promise.all(running)
        running = []
      },
    }
    instances.push(instance)
    return instance
  }

  createInstance()
  await database.prepare()
  await prepareCommitStore(database)

  return {
    database,
    clock,
    createInstance,
    async append(orgId, drafts) {
      // Commits of the subgraph itself, such as records of the audit log, stand in the same log.
      const positions = database.collection<OrgPosition>('positions')
      const { id: _id } = orgRef(orgId)
      let cursor = Number((await positions.findOne({ _id }))?.cursor ?? 0)
      const rows = drafts.map(({ mode = 'test', ...draft }): EventRow => {
        cursor += 1
        const resourceId = draft.resourceId ?? `pay_${cursor}`
        const type = draft.type ?? 'payment.completed'
        const data = draft.data ?? { payment_id: resourceId, amount: '12.50', status: 'completed' }
        const { walletId = null, agentId = null } = draft
        const place = { cursor, walletSeq: walletId === null ? 0 : cursor, prevHash: '', hash: '' }
        const createdAt = clock.now()
        return {
          _id: eventId(orgId, cursor),
          orgId,
          mode,
          type,
          resourceId,
          walletId,
          agentId,
          createdAt,
          data,
          ...place,
        }
      })
      await database.collection<EventRow>('events').insertMany(rows)
      const { cursor: _, ...position } = newOrgPosition(orgId)
      await positions.updateOne({ _id }, { $set: { cursor }, $setOnInsert: { ...position, v: 1 } }, { upsert: true })
      return rows
    },
    async stop() {
      await Promise.all(instances.map((instance) => instance.stopWorkers()))
      await database.connection.dropDatabase()
      await database.close()
      await server.stop()
    },
  }
}

async function startServer(): Promise<{ uri: string; stop(): Promise<void> }> {
  const dataDir = createTemporaryFolder('events')
  const embedded = await startEmbedded({ dataDir, chains: [], log: silent, testCommands: true })
  return {
    uri: embedded.mongodbUri,
    async stop() {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function organization(orgId: `org_${string}`, mode: Mode = 'test'): OrganizationPrincipal {
  return { kind: 'organization', orgId, mode, keyId: 'key_test', personId: 'person', roles: ['admin'] }
}

export function agent(orgId: `org_${string}`, name: string, options: Partial<AgentPrincipal> = {}): AgentPrincipal {
  const ids = { agentId: `agt_${name}`, walletId: `wal_${name}` } as const
  return {
    kind: 'agent',
    ...ids,
    orgId,
    mode: 'test',
    capabilities: ALL_CAPABILITIES,
    scope: 'agent:admin',
    ...options,
  }
}

/** Waits for what another process or worker does; fails with `what` after two seconds. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = 3_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
