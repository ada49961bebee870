// A real MongoDB beside the service: one node as replica set, data kept in <dataDir>/db, for `npm start` and the tests.
// The replica set configuration contains host and port, so a start on another port must first rewrite it; otherwise the
// node is not a member of its own replica set and never becomes primary.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'
import { type Child, endStaleChild, type Log, startChild, writeAtomically } from './children.ts'
import type { Mongod } from './locateMongod.ts'
import { freePort, isPortFree } from './ports.ts'

export type MongodServer = { uri: string; pid: number; port: number; version: string; stop: () => Promise<void> }

type StartInput = {
  binary: Mongod
  dataDir: string
  port?: number | undefined
  log: Log
  /** Adds enableTestCommands, for `failCommand`: tests only. */
  testCommands?: boolean | undefined
}

type DataRecord = { major: number; version: string; port: number }

const { MongoClient } = mongoose.mongo
// Long only when another, silent process listens on the recorded port: the server waits 30 s for its response.
const readyWithinMs = 60_000
const portInUseExitCode = 48
// The wire version of MongoDB 6.0.
const wireVersionMin = 17

/** Resolves when it is ready for transactions and change streams. Refuses data of another major version. */
export async function startMongod(input: StartInput): Promise<MongodServer> {
  const { dataDir, binary, log } = input
  const recordFile = join(dataDir, 'mongod.json')
  const major = Number.parseInt(binary.version, 10)
  const record = readRecord(recordFile)
  if (record && record.major !== major) {
    throw new Error(
      `The data in ${dataDir} was written by MongoDB ${record.version}, but ${binary.path} is ${binary.version}. ` +
        `Set MONGOD_BINARY to a version ${record.major} server, or name another DATA_DIR.`,
    )
  }
  mkdirSync(join(dataDir, 'db'), { recursive: true, mode: 0o700 })
  await endStaleChild({ dataDir, role: 'mongod', log })

  const startedAt = performance.now()
  const { child, port } = await startOnFreePort(input, record?.port)
  const uri = `mongodb://127.0.0.1:${port}/?replicaSet=rs0&directConnection=true`
  try {
    await becomePrimary(child, port)
  } catch (cause) {
    await child.stop()
    throw cause
  }
  const made: DataRecord = { major, version: binary.version, port }
  writeAtomically(recordFile, `${JSON.stringify(made)}\n`)
  log.info(`mongod ${binary.version} (${binary.source}) ready in ${Math.round(performance.now() - startedAt)} ms`)
  return { uri, pid: child.pid, port, version: binary.version, stop: () => child.stop() }
}

/** Refuses a MONGODB_URI that cannot do transactions or change streams: a standalone server, or one before 6.0. */
export async function checkMongoUri(uri: string): Promise<void> {
  let client: InstanceType<typeof MongoClient>
  try {
    client = new MongoClient(uri, /serverSelectionTimeoutMS=/i.test(uri) ? {} : { serverSelectionTimeoutMS: 5_000 })
  } catch (cause) {
    throw new Error(`MONGODB_URI is not a MongoDB connection string: ${messageOf(cause)}`)
  }
  try {
    const hello = await client.db('admin').command({ hello: 1 })
    if (!hello.setName && hello.msg !== 'isdbgrid') {
      throw new Error(
        'MONGODB_URI names a standalone server. Transactions and change streams need a replica set (one node is ' +
          'enough: start mongod with --replSet rs0 and run rs.initiate()) or a sharded cluster.',
      )
    }
    if (Number(hello.maxWireVersion) < wireVersionMin) throw new Error('MONGODB_URI names a server before MongoDB 6.0')
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('MONGODB_URI')) throw cause
    // The address is left out: it may carry a password.
    throw new Error(`MONGODB_URI cannot be reached: ${messageOf(cause)}`)
  } finally {
    await client.close()
  }
}

async function startOnFreePort(input: StartInput, recorded: number | undefined) {
  const preferred = input.port ?? recorded
  for (let attempt = 0; attempt < 5; attempt++) {
    const isFree = attempt === 0 && preferred !== undefined && (await isPortFree(preferred))
    const port = isFree ? preferred : await freePort()
    if (input.port && port !== input.port) throw new Error(`port ${input.port} is in use, mongod cannot listen there`)
    const child = spawnMongod(input, port)
    const exit = await untilListening(child, port)
    if (!exit) {
      if (recorded && port !== recorded)
        input.log.warn(`port ${recorded} is in use by another process: the database listens on ${port} from now on`)
      return { child, port }
    }
    if (exit.code !== portInUseExitCode || input.port) {
      throw new Error(`mongod ended with ${exit.signal ?? `code ${exit.code}`}; see ${logFile(input)}`)
    }
  }
  throw new Error('mongod found no free port after five attempts')
}

function spawnMongod(input: StartInput, port: number): Child {
  const parameters = [
    // By default the locks of a killed client last 60 s.
    'transactionLifetimeLimitSeconds=5',
    // By default a primary waits 15 s on shutdown for secondaries, of which there are none.
    'shutdownTimeoutMillisForSignaledShutdown=100',
    'diagnosticDataCollectionEnabled=false',
    ...(input.testCommands ? ['enableTestCommands=1'] : []),
  ]
  const path = logFile(input)
  try {
    renameSync(path, `${path}.previous`)
  } catch {
    // The first start has none.
  }
  const outputFd = openSync(path, 'w', 0o600)
  const child = startChild({
    role: 'mongod',
    command: input.binary.path,
    dataDir: input.dataDir,
    outputFd,
    log: input.log,
    args: [
      ...['--dbpath', join(input.dataDir, 'db'), '--storageEngine', 'wiredTiger', '--replSet', 'rs0'],
      ...['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'],
      // The defaults, half the memory and 5 % of the disk, are for a dedicated machine.
      ...['--wiredTigerCacheSizeGB', '1', '--oplogSize', '2048'],
      ...parameters.flatMap((parameter) => ['--setParameter', parameter]),
    ],
  })
  closeSync(outputFd)
  return child
}

async function becomePrimary(child: Child, port: number): Promise<void> {
  const host = `127.0.0.1:${port}`
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`, {
    serverSelectionTimeoutMS: readyWithinMs,
  })
  try {
    const admin = client.db('admin')
    const deadline = performance.now() + readyWithinMs
    const { pid } = await admin.command({ serverStatus: 1 })
    if (Number(pid) !== child.pid) throw new Error(`port ${port} belongs to another mongod (pid ${pid})`)
    while (performance.now() < deadline && child.isAlive()) {
      try {
        const hello = await admin.command({ hello: 1 })
        if (hello.isWritablePrimary) return
        await configure(admin, host)
      } catch (cause) {
        // The server closes all connections while it changes its state in the replica set.
        if (!(cause instanceof mongoose.mongo.MongoNetworkError)) throw cause
      }
      await sleep(15)
    }
  } finally {
    await client.close()
  }
  throw new Error(`mongod (pid ${child.pid}) did not become primary; see its log`)
}

/** Sets the replica set up, or moves it to this port. Does nothing while the server still loads its configuration. */
async function configure(admin: ReturnType<InstanceType<typeof MongoClient>['db']>, host: string): Promise<void> {
  const notYetInitialized = 94
  const stillLoading = [23, 93, 109]
  const present = await admin.command({ replSetGetConfig: 1 }).catch((cause) => ignoreCodes(cause, [notYetInitialized]))
  if (!present) {
    const config = { _id: 'rs0', members: [{ _id: 0, host }] }
    await admin.command({ replSetInitiate: config }).catch((cause) => ignoreCodes(cause, stillLoading))
  } else if (present.config.members[0]?.host !== host) {
    const config = { ...present.config, version: present.config.version + 1, members: [{ _id: 0, host }] }
    // Forced, because a node that is not in its own configuration cannot be primary, and only a primary may reconfigure without force.
    await admin.command({ replSetReconfig: config, force: true }).catch((cause) => ignoreCodes(cause, stillLoading))
  }
}

function ignoreCodes(cause: unknown, codes: number[]): undefined {
  if (cause instanceof Error && 'code' in cause && codes.includes(Number(cause.code))) return undefined
  throw cause
}

/** The exit when the child ended instead of listening. */
async function untilListening(child: Child, port: number) {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline) {
    if (await accepts(port)) return undefined
    const exit = await Promise.race([child.exited, sleep(10, undefined)])
    if (exit) return exit
  }
  await child.stop(2_000)
  throw new Error(`mongod (pid ${child.pid}) did not listen within ${readyWithinMs / 1000} s`)
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const finish = (listening: boolean) => {
      socket.destroy()
      resolve(listening)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}

function readRecord(path: string): DataRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<DataRecord>
    const { major, version, port } = record
    return major && version && port ? { major, version, port } : undefined
  } catch {
    return undefined
  }
}

function logFile(input: StartInput): string {
  return join(input.dataDir, 'mongod.log')
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
