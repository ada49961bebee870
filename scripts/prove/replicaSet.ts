/** Three nodes of a database that elect a primary, each a process that a proof can pause, kill and start again. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mongo } from 'mongoose'
import { type Child, startChild } from '../embedded/children.ts'
import { locateMongod } from '../embedded/locateMongod.ts'
import { freePort } from '../embedded/ports.ts'
import { waitUntil } from '../waitUntil.ts'

export interface ReplicaSet {
  readonly uri: string
  /** Its index; waits for one. */
  primary(): Promise<number>
  stepDown(): Promise<void>
  kill(index: number): Promise<void>
  start(index: number): Promise<void>
  /** Stops the process where it is, connections open, and lets it go on. */
  pause(index: number): void
  resume(index: number): void
  close(): Promise<void>
}

const NODES = 3
const READY_MS = 60_000
const STEP_DOWN_SECONDS = 5
const quiet = { info() {}, warn() {} }

/** @param electionMs how long a primary may be silent, or alone, until another is elected */
export async function openReplicaSet(electionMs: number): Promise<ReplicaSet> {
  const dataDir = mkdtempSync(join(tmpdir(), 'prove-replicas-'))
  const { path } = await locateMongod({ dataDir, env: process.env, log: quiet })
  const ports: number[] = []
  while (ports.length < NODES) ports.push(await freePort())
  const nodes: Child[] = ports.map((port, index) => startNode(path, join(dataDir, `node${index}`), port))
  const hosts = ports.map((port) => `127.0.0.1:${port}`)
  const direct = ports.map((port) => new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`))
  const admin = (index: number) => (direct[index] as mongo.MongoClient).db('admin')

  async function findPrimary(): Promise<number | null> {
    for (const [index, node] of nodes.entries()) {
      if (!node.isAlive()) continue
      const hello = await admin(index)
        .command({ hello: 1 }, { timeoutMS: 1_000 })
        .catch(() => null)
      if (hello?.isWritablePrimary === true) return index
    }
    return null
  }

  const set: ReplicaSet = {
    uri: `mongodb://${hosts.join()}/?replicaSet=rs0`,
    primary: async () => Number(await waitUntil('a primary', async () => String((await findPrimary()) ?? '') || null)),
    async stepDown() {
      // It closes the connection that asks.
      const asked = admin(await set.primary()).command({ replSetStepDown: STEP_DOWN_SECONDS, force: true })
      await asked.catch(() => undefined)
    },
    async kill(index) {
      process.kill((nodes[index] as Child).pid, 'SIGKILL')
      await (nodes[index] as Child).exited
    },
    async start(index) {
      nodes[index] = startNode(path, join(dataDir, `node${index}`), ports[index] as number)
    },
    pause: (index) => void process.kill((nodes[index] as Child).pid, 'SIGSTOP'),
    resume: (index) => void process.kill((nodes[index] as Child).pid, 'SIGCONT'),
    async close() {
      await Promise.all(direct.map((client) => client.close()))
      await Promise.all(nodes.map((node) => node.stop(3_000)))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  const settings = { electionTimeoutMillis: electionMs, heartbeatIntervalMillis: 300 }
  const config = { _id: 'rs0', members: hosts.map((host, _id) => ({ _id, host })), settings }
  await waitUntil(
    'the nodes listen',
    () =>
      Promise.all(nodes.map((_, index) => admin(index).command({ ping: 1 }))).then(
        () => true,
        () => false,
      ),
    READY_MS,
  )
  await admin(0).command({ replSetInitiate: config })
  await set.primary()
  return set
}

function startNode(command: string, dbPath: string, port: number): Child {
  mkdirSync(dbPath, { recursive: true })
  const parameters = [
    ...['transactionLifetimeLimitSeconds=5', 'shutdownTimeoutMillisForSignaledShutdown=100'],
    'diagnosticDataCollectionEnabled=false',
  ]
  return startChild({
    ...{ role: `mongod on ${port}`, command, log: quiet },
    args: [
      ...['--dbpath', dbPath, '--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'],
      ...['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '256'],
      ...parameters.flatMap((parameter) => ['--setParameter', parameter]),
    ],
  })
}
