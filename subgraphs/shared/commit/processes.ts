/**
 * Ends the transactions of dead processes, whose locks would otherwise hold until they expire. Each process names its
 * server sessions in a heartbeat, and every process ends the sessions of those that have died. A process that is taken for
 * dead and is not only has to run one batch again.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '../database.ts'
import { type Log, sleep, type Worker } from '../subgraph.ts'
import { shardRef } from './positions.ts'

interface Heartbeat {
  readonly _id: string
  readonly host: string
  readonly pid: number
  /** The server's clock, so that processes need not agree on theirs. */
  readonly at: Date
  readonly sessionIds: readonly object[]
  /** How many migrations it knows; absent in versions from before the first one. */
  readonly schema?: number
  /** Tells master keys apart; absent in earlier versions. */
  readonly keyId?: string
}

export interface ProcessOptions {
  readonly beatMs: number
  /** Without a heartbeat for this long a process is dead. */
  readonly deadAfterMs: number
}

const DEFAULTS: ProcessOptions = { beatMs: 2_000, deadAfterMs: 20_000 }

const here = { host: hostname(), pid: process.pid }

/**
 * The worker that sends the heartbeat of this process and ends the sessions of dead ones.
 * @param deps.commit the group commit of this process
 */
export function createProcessWorker(deps: {
  database: Database
  commit: { sessionIds(): readonly unknown[] }
  log: Log
  /** How many migrations this code knows. */
  schema?: number
  keyId?: string
  /** A newer version has migrated the database: this process can commit nothing any more and should end. */
  onOutdated?: () => void
  options?: Partial<ProcessOptions>
}): Worker {
  const { database, commit, log, schema = 0, keyId = '' } = deps
  const options = { ...DEFAULTS, ...deps.options }
  const id = randomUUID()
  let outdated = false
  return {
    name: 'processes',
    async run(signal) {
      ownIds.add(id)
      while (!signal.aborted) {
        await beat(database, id, { sessionIds: commit.sessionIds() as object[], schema, keyId }).catch((err: unknown) =>
          log.warn({ err }, 'no heartbeat'),
        )
        await endDeadSessions(database, options.deadAfterMs)
          .then((ended) => ended > 0 && log.info({ ended }, 'ended the sessions of dead processes'))
          .catch((err: unknown) => log.warn({ err }, 'sessions of dead processes were not ended'))
        if (!outdated && (await isOutdated(database, schema))) {
          outdated = true
          log.error({ schema }, 'a newer version changes the database; this process ends')
          deps.onOutdated?.()
        }
        await sleep(options.beatMs, signal)
      }
      ownIds.delete(id)
      await heartbeats(database)
        .deleteOne({ _id: id })
        .catch(() => undefined)
    },
  }
}

/** Heartbeats of this very process: several services can run in one. */
const ownIds = new Set<string>()

const heartbeats = (database: Database) => database.collection<Heartbeat>('processes')

async function beat(
  database: Database,
  id: string,
  heartbeat: Pick<Heartbeat, 'sessionIds' | 'schema' | 'keyId'>,
): Promise<void> {
  await heartbeats(database).updateOne(
    { _id: id },
    { $set: { ...here, ...heartbeat }, $currentDate: { at: true } },
    { upsert: true },
  )
}

/** Every shard has the number, so one is enough; false if it cannot be read. */
async function isOutdated(database: Database, schema: number): Promise<boolean> {
  const shard = await database
    .collection<{ _id: string; schema?: number }>('positions')
    .findOne({ _id: shardRef(0).id })
    .catch(() => null)
  return Number(shard?.schema ?? 0) > schema
}

/** Running processes that know fewer migrations. */
export async function findOlderProcesses(
  database: Database,
  schema: number,
): Promise<readonly { readonly host: string; readonly pid: number }[]> {
  const rows = await findHeartbeats(database, DEFAULTS.deadAfterMs)
  return rows.filter((row) => Number(row.schema ?? 0) < schema && !row.isSilent && !isGone(row))
}

/** Running processes that seal with another master key, or do not say with which. */
export async function findProcessesOfOtherKeys(
  database: Database,
  keyId: string,
): Promise<readonly { readonly host: string; readonly pid: number }[]> {
  const rows = await findHeartbeats(database, DEFAULTS.deadAfterMs)
  return rows.filter((row) => row.keyId !== keyId && !row.isSilent && !isGone(row))
}

function findHeartbeats(database: Database, deadAfterMs: number): Promise<(Heartbeat & { isSilent: boolean })[]> {
  const isSilent = { $lt: ['$at', { $subtract: ['$$NOW', deadAfterMs] }] }
  return heartbeats(database)
    .aggregate<Heartbeat & { isSilent: boolean }>([{ $set: { isSilent } }])
    .toArray()
}

/** @returns how many dead processes were found */
export async function endDeadSessions(database: Database, deadAfterMs = DEFAULTS.deadAfterMs): Promise<number> {
  const rows = await findHeartbeats(database, deadAfterMs)
  const dead = rows.filter((row) => !ownIds.has(row._id) && (row.isSilent || isGone(row)))
  for (const { _id, sessionIds } of dead) {
    const admin = database.connection.getClient().db('admin')
    if (sessionIds.length > 0) await admin.command({ killSessions: [...sessionIds] })
    await heartbeats(database).deleteOne({ _id })
  }
  return dead.length
}

/** A process of this host whose pid is unused, or is ours and so was reused. */
function isGone({ host, pid }: Heartbeat): boolean {
  if (host !== here.host) return false
  if (pid === here.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
