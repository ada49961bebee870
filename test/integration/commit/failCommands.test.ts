// Every command of a commit fails in every way (commit 5.4), and the result of each caller matches the database: done
// means that the payment exists, once; not started means that nothing does; and the same key pays only once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreError } from '../../../subgraphs/shared/commit/failures.ts'
import type { GroupCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import { createOrganizationLeases } from '../../../subgraphs/shared/commit/organizationLeases.ts'
import type { StoreFaults } from '../../../subgraphs/shared/commit/storeFaults.ts'
import type { KeyRow, Outcome } from '../../../subgraphs/shared/commit/types.ts'
import { openDatabase } from '../../../subgraphs/shared/database.ts'
import { type CommandFault, endFailCommands, failCommands, withAppName } from '../../support/failPoints.ts'
import { payIntent } from '../../unit/commit/spendWorld.ts'
import { type CommitWorld, openCommitWorld } from './commitWorld.ts'

const APP = 'commitFaults'
const COMMANDS = ['find', 'insert', 'update', 'commitTransaction', 'abortTransaction'] as const
const FAULTS: readonly CommandFault[] = [112, 251, 91, 10107, 50, 'closeConnection', 'writeConcernError', 'block']

let world: CommitWorld
let groupCommit: GroupCommit
let onStep: StoreFaults['onStep']
let last = 0

beforeAll(async () => {
  world = await openCommitWorld('commit_fail_commands', { orgs: 2, wallets: 2 })
  groupCommit = await world.openGroupCommit({ appName: APP, faults: { onStep: (step) => onStep?.(step) } })
  await groupCommit.submit(payment(0, 'warm'))
})
afterAll(async () => {
  await endFailCommands(world.database)
  await world.stop()
})

const payment = (org: number, key: string) => payIntent({ org, wallet: last % 2, id: `pay_${last++}`, units: 1n, key })

/** Two callers of each of two organizations, at once. */
async function payUnder(fault: () => Promise<void>): Promise<void> {
  const batch = last
  const keys = [0, 1, 2, 3].map((n) => ({ org: n % 2, key: `b${batch}k${n}` }))
  await fault()
  const told = await Promise.all(keys.map(({ org, key }) => groupCommit.submit(payment(org, key))))
  expect(await endFailCommands(world.database)).toBeGreaterThan(0)
  onStep = undefined
  for (const [index, outcome] of told.entries()) await compare(outcome, keys[index] as { org: number; key: string })
  const again = await Promise.all(keys.map(({ org, key }) => groupCommit.submit(payment(org, key))))
  for (const [index, outcome] of again.entries())
    expect(outcome.kind).toEqual(told[index]?.kind === 'done' ? 'replayed' : expect.stringMatching(/^(done|replayed)$/))
}

async function compare(outcome: Outcome<{ _id: string }>, { org, key }: { org: number; key: string }): Promise<void> {
  const row = await world.database.collection<KeyRow>('idempotency').findOne({ _id: `org_${org}|pay|${key}` })
  if (outcome.kind === 'done') expect(row?.resource?.id).toBe(outcome.answer._id)
  else if (outcome.kind === 'notStarted') expect(row).toBeNull()
  else expect(outcome.kind).toBe('unknown')
}

const once = (command: string, fault: CommandFault, times = 1) =>
  failCommands(world.database, { appName: APP, commands: [command], fault, times })

describe.each(COMMANDS)('%s', (command) => {
  test.each(FAULTS)('%s', async (fault) => {
    await payUnder(async () => {
      // Nothing is aborted unless something has failed before.
      if (command === 'abortTransaction') onStep = createFailure('beforeCommit')
      await once(command, fault)
    })
  })
})

function createFailure(at: string): (step: string) => void {
  let isOver = false
  return (step) => {
    if (step !== at || isOver) return
    isOver = true
    throw new StoreError('retry')
  }
}

describe('a commit whose responses are lost', () => {
  test('that did not happen: the marker proves it, and the batch runs again', async () => {
    await payUnder(() => once('commitTransaction', 'closeConnection', 10))
  })

  test('that happened: the marker proves it, and nothing runs again', async () => {
    await payUnder(() => once('commitTransaction', 'writeConcernError', 10))
  })

  test('the response of the probe is lost as well: its own row is not mistaken for the batch’s', async () => {
    await payUnder(async () => {
      onStep = async (step) => {
        if (step === 'beforeProbe') await once('insert', 'writeConcernError')
      }
      await once('commitTransaction', 'closeConnection', 10)
    })
  })

  test('after the process gives up, others continue at once', async () => {
    const other = await world.openGroupCommit()
    await once('commitTransaction', 112, 10)
    const startedAt = performance.now()
    const outcome = groupCommit.submit(payment(0, `lost${last}`))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await other.submit(payment(0, `other${last}`))).kind).toBe('done')
    expect((await outcome).kind).toBe('done')
    expect(performance.now() - startedAt).toBeLessThan(4_500)
    await endFailCommands(world.database)
  })
})

test('a duplicate key is never run again: the intent that caused it is rejected, the others are done', async () => {
  // The ids that an intent makes are not read, so only the insert finds the payment that exists.
  const repeated = payIntent({ org: 0, wallet: 0, id: 'pay_0', units: 1n })
  const before = groupCommit.stats().retries
  const outcomes = await Promise.allSettled([
    groupCommit.submit(payment(0, 'd1')),
    groupCommit.submit(repeated),
    groupCommit.submit(payment(0, 'd2')),
  ])
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value.kind : 'rejected'))).toEqual([
    'done',
    'rejected',
    'done',
  ])
  expect(groupCommit.stats().retries).toBe(before)
})

test('a database that does not respond about a lease delays nobody', async () => {
  const { uri, name } = world
  const database = await openDatabase({ uri: withAppName(uri, APP), name })
  try {
    const granted = Promise.withResolvers<string>()
    const leases = createOrganizationLeases({ database, onGranted: () => granted.resolve('granted') })
    leases.reportConflict('org_0')
    await once('findAndModify', 'block', 2)
    const asked = database.collection<{ _id: string }>('turns').findOneAndDelete({ _id: 'nobody' })
    expect(leases.mayRun('org_0')).toBe(false)
    expect(await Promise.race([granted.promise, asked.then(() => 'answered')])).toBe('granted')
    await asked
  } finally {
    await endFailCommands(world.database)
    await database.close()
  }
})

test('afterwards the ledger is consistent, and each key made one payment', async () => {
  const { payments, keys } = await world.audit()
  expect(payments).toHaveLength(keys.length)
})
