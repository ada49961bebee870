/**
 * Faults that the server itself makes (`failCommand`), only for the connections of one application name: other tests
 * use the same server at the same time.
 */
import type { Database } from '../../subgraphs/shared/database.ts'

/** An error code, or what happens to the command's answer. */
export type CommandFault = number | 'closeConnection' | 'writeConcernError' | 'block'

const BLOCK_MS = 3_000

export const withAppName = (uri: string, appName: string): string =>
  `${uri}${uri.includes('?') ? '&' : '?'}appName=${appName}`

export async function failCommands(
  database: Database,
  input: { appName: string; commands: readonly string[]; fault: CommandFault; times: number; namespace?: string },
): Promise<void> {
  const { appName, commands, fault, times, namespace } = input
  const data = { failCommands: commands, appName, ...(namespace && { namespace }), ...dataOf(fault) }
  await admin(database).command({ configureFailPoint: 'failCommand', mode: { times }, data })
}

/** @returns how often it struck */
export async function endFailCommands(database: Database): Promise<number> {
  const { count } = await admin(database).command({ configureFailPoint: 'failCommand', mode: 'off' })
  return Number(count)
}

function dataOf(fault: CommandFault): object {
  if (fault === 'closeConnection') return { closeConnection: true }
  if (fault === 'block') return { blockConnection: true, blockTimeMS: BLOCK_MS }
  if (fault === 'writeConcernError')
    return { writeConcernError: { code: 91, codeName: 'ShutdownInProgress', errmsg: 'replication is being shut down' } }
  return { errorCode: fault }
}

const admin = (database: Database) => database.connection.getClient().db('admin')
