/**
 * Operator's command: recomputes the hash chain of every organization's audit log and compares it with its signed seal.
 * `npm run verify-audit-log [-- --org ORG] [--expect SEQUENCE:HASH]`; a fault ends with an error and names the row. A hash
 * that was noted elsewhere, from an export or an earlier run, also finds a log that was set back as a whole.
 */
import { findLogs, openSealer, verifyLog } from '../subgraphs/events/index.ts'
import { openDatabase } from '../subgraphs/shared/database.ts'
import { isId, type OrgId } from '../subgraphs/shared/ids.ts'
import { createSecretBox } from '../subgraphs/shared/secretBox.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const USAGE = 'npm run verify-audit-log [-- --org ORG [--expect SEQUENCE:HASH]]'

runCommand(async () => {
  const { values } = readFlags(USAGE, { options: { org: { type: 'string' }, expect: { type: 'string' } } })
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.expect ?? '') ?? []
  if (values.expect !== undefined && (hash === undefined || values.org === undefined))
    throw new Error(
      `--expect takes SEQUENCE:HASH of the organization that --org names: a number, a colon and all 64 hexadecimal digits of the hash, in small letters.\nUsage: ${USAGE}`,
    )
  if (values.org !== undefined && !isId('organization', values.org)) throw new Error(`${values.org} is no organization`)
  const config = readConfigBeside()
  const database = await openDatabase({ uri: config.mongodbUri, name: config.databaseName, poolSize: 2 })
  try {
    const sealer = await openSealer({
      database,
      secrets: createSecretBox(config.masterKey, 'events', config.formerMasterKeys),
    })
    const orgIds: OrgId[] = values.org === undefined ? [] : [values.org]
    if (values.org === undefined) for await (const { orgId } of findLogs(database)) orgIds.push(orgId)
    for (const orgId of orgIds) {
      const expected = hash === undefined ? {} : { expected: { sequence: Number(sequence), hash } }
      const { records, fault, head, seal, checkpoint } = await verifyLog({ database, sealer }, orgId, expected)
      if (records === 0 && seal === null && fault === null)
        throw new Error(`There is no audit log of ${orgId} in the database ${config.databaseName}.`)
      const found = fault === null ? 'verified' : `BROKEN at ${fault.id} (${fault.reason})`
      const since = checkpoint === null ? '' : ` and the checkpoint at ${checkpoint.sequence}`
      console.info(
        `${orgId}: ${found}; ${records} rows${since}, sealed up to ${seal?.sequence ?? 0}, head ${head.sequence}:${head.hash}`,
      )
      if (fault !== null) process.exitCode = 1
    }
  } finally {
    await database.close()
  }
})
