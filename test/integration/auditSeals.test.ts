// Seals of the audit log (reliability 5.4: per-org hash chain, signed checkpoint) when processes die or seal at once: what a
// process did not live to seal the next one seals, and a seal only moves forward, over a log that is whole.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSealer, sealLog, verifyLog } from '../../subgraphs/events/index.ts'
import { findLogHead } from '../../subgraphs/events/models/auditLog.ts'
import { findSeal } from '../../subgraphs/events/models/auditSeals.ts'
import { createSealWorker } from '../../subgraphs/events/workers/seal.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { startTestService, type TestService } from '../support/startService.ts'

let service: TestService
let orgId: OrgId
/** Of one process. */
let deps: Pick<TestService, 'database' | 'clock'> & { readonly secrets: ReturnType<typeof createSecretBox> }

beforeAll(async () => {
  // Its own workers seal nothing: those of the tests do.
  service = await startTestService('audit_seals', 'in process', { RUN_WORKERS: 'false' })
  const { database, clock, config } = service
  deps = { database, clock, secrets: createSecretBox(config.masterKey, 'events') }
})
afterAll(() => service.stop())
beforeEach(async () => {
  orgId = (await service.createOrganization('Sealed')).orgId
})

/** Each is an event. */
async function act(times: number): Promise<void> {
  for (let n = 0; n < times; n++) await service.createKey(orgId, { roles: ['viewer'], personId: `person ${n}` })
}

async function expectSealed(): Promise<void> {
  const sealer = await openSealer(deps)
  const { fault, head, seal } = await verifyLog({ ...deps, sealer }, orgId)
  expect(fault).toBeNull()
  expect(head.sequence).toBeGreaterThan(0)
  expect({ sequence: seal?.sequence, hash: seal?.hash }).toEqual(head)
}

/** A process that seals until it dies. */
function startProcess() {
  const failures: string[] = []
  const note = (_fields: object, message: string) => void failures.push(message)
  const worker = createSealWorker({ ...deps, log: { ...silentLog, warn: note, error: note } })
  const life = new AbortController()
  const done = worker.run(life.signal)
  const die = async () => {
    life.abort()
    await done
  }
  return { worker, die, failures }
}

test('what was committed when a process died before it sealed, the next one seals', async () => {
  await act(2)
  const first = startProcess()
  await expect.poll(() => findSeal(service.database, orgId)).not.toBeNull()
  await act(3)
  first.worker.wake(orgId)
  await first.die()
  const [seal, head] = [await findSeal(service.database, orgId), await findLogHead(service.database, orgId)]
  expect(seal?.sequence).toBe(head.sequence - 3)
  const next = startProcess()
  await expect.poll(async () => (await findSeal(service.database, orgId))?.sequence).toBe(head.sequence)
  await next.die()
  expect([...first.failures, ...next.failures]).toEqual([])
  await expectSealed()
})

test('of several that seal while the log grows, none moves the seal back, and none takes the log for broken', async () => {
  await act(1)
  let isOver = false
  const seen: number[] = []
  const sealers = Array.from({ length: 4 }, async () => {
    const sealer = await openSealer(deps)
    const results = new Set<string>()
    for (let last = 0; !isOver; ) {
      const { result, sequence } = await sealLog({ ...deps, sealer }, orgId, last)
      results.add(result)
      last = sequence
    }
    return results
  })
  const watching = (async () => {
    while (!isOver) {
      seen.push(Number((await findSeal(service.database, orgId))?.sequence ?? 0))
      await sleep(1)
    }
  })()
  await act(25)
  await sleep(100)
  isOver = true
  const results = await Promise.all(sealers)
  await watching
  expect(results.flatMap((one) => [...one])).not.toContain('broken')
  expect(seen).toEqual(seen.toSorted((left, right) => left - right))
  expect(new Set(seen).size).toBeGreaterThan(5)
  await expectSealed()
})

test('of processes that start at once over a new database, one makes the key, and the seals of all are genuine', async () => {
  await service.database.collection('auditKeys').deleteMany({})
  await service.database.collection('auditSeals').deleteMany({})
  await act(1)
  const sealers = await Promise.all(Array.from({ length: 6 }, () => openSealer(deps)))
  for (const sealer of sealers) {
    await act(1)
    expect((await sealLog({ ...deps, sealer }, orgId)).result).toBe('sealed')
  }
  await expectSealed()
})

test('a seal that did not reach the database is made again', async () => {
  await act(2)
  const sealer = await openSealer(deps)
  const seals = service.database.collection('auditSeals')
  const { sequence } = await sealLog({ ...deps, sealer }, orgId)
  const stored = await seals.findOne({ _id: orgId } as object)
  await act(2)
  await sealLog({ ...deps, sealer }, orgId)
  // The process died before the second write; the next one knows only what is stored.
  await seals.replaceOne({ _id: orgId } as object, stored as object)
  const again = await sealLog({ ...deps, sealer }, orgId)
  expect(again).toEqual({ result: 'sealed', sequence: sequence + 2 })
  // A process that lives and has sealed further takes a seal that went back for what it is.
  await seals.replaceOne({ _id: orgId } as object, stored as object)
  expect((await sealLog({ ...deps, sealer }, orgId, sequence + 2)).result).toBe('broken')
})
