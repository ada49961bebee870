// Rate limits hold over all processes (domain 0.1, gate 2; A.1): together they let in no more than the limit of a window, and
// at most a few of each that it had on credit; one alone has all of it, and stops pass whatever becomes of the database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_RATE_LIMITS } from '../../gateway/auth/callerLimits.ts'
import { createLeaseStore } from '../../gateway/auth/leaseStore.ts'
import { createRateLimiter, type RateLimiter } from '../../gateway/auth/rateLimit.ts'
import type { LeaseStore } from '../../gateway/auth/sharedWindows.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentId, KeyId, OrgId, WalletId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { openTestDatabase, type TestDatabase } from '../support/openTestDatabase.ts'
import { startTestService, type TestService } from '../support/startService.ts'

const HOME = '192.0.2.1'
const LIMIT = 60

let opened: TestDatabase
let store: LeaseStore
let callers = 0
let now = Date.parse('2026-03-01T12:00:00Z')
const clock = { now: () => new Date(now) }

beforeAll(async () => {
  opened = await openTestDatabase('shared_rate_limits')
  store = await createLeaseStore(opened.database)
})
afterAll(() => opened.stop())

function newAgent(): Principal {
  callers += 1
  return {
    ...{ kind: 'agent', agentId: `agt_${callers}` as AgentId, orgId: `org_${callers}` as OrgId, mode: 'test' },
    ...{ walletId: 'wal_1' as WalletId, capabilities: ['payments'], scope: 'agent:execute' },
  }
}

function newKey(): Principal {
  callers += 1
  const keyId: KeyId = `key_${callers}`
  return { kind: 'organization', orgId: `org_${callers}` as OrgId, mode: 'test', keyId, personId: keyId, roles: [] }
}

/** @param own what it knows of the organization */
const newProcess = (
  leases: LeaseStore | null = store,
  own: { requestsPerMinute: number; version: number } | null = null,
) =>
  createRateLimiter(
    { ...DEFAULT_RATE_LIMITS, organizationPerMinute: LIMIT, agentPerMinute: LIMIT },
    clock,
    leases,
    undefined,
    () => own && { ...own, paymentsPerAgentPerMinute: null },
  )

/** How many requests are let in, and the types of the refusals; some at once, which go to the processes in turn. */
async function send(processes: readonly RateLimiter[], caller: Principal, count: number, atOnce = 20) {
  const refusals = new Set<string>()
  let passed = 0
  const one = async (index: number) => {
    try {
      await (processes[index % processes.length] as RateLimiter).take(caller, HOME, 'ordinary')
      passed += 1
    } catch (error) {
      refusals.add(error instanceof DomainError ? error.type : String(error))
    }
  }
  for (let sent = 0; sent < count; sent += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - sent) }, (_, index) => one(sent + index)))
  return { passed, refusals: [...refusals] }
}

describe('over one database', () => {
  test.each([1, 7, 50])('three processes let in as many as one may, with %i requests at once', async (atOnce) => {
    const processes = [newProcess(), newProcess(), newProcess()]
    const { passed, refusals } = await send(processes, newKey(), 150, atOnce)
    expect(passed).toBeLessThanOrEqual(LIMIT)
    expect(passed).toBeGreaterThanOrEqual(LIMIT * 0.9)
    expect(refusals).toEqual(['rate_limited'])
  })

  test.each([1, 7, 50, 150])('so they do of two limits that both count, with %i requests at once', async (atOnce) => {
    const passed: number[] = []
    for (let round = 0; round < 8; round++) {
      const processes = [newProcess(), newProcess(), newProcess()]
      passed.push((await send(processes, newAgent(), 150, atOnce)).passed)
    }
    expect(Math.max(...passed)).toBeLessThanOrEqual(LIMIT)
    expect(Math.min(...passed)).toBeGreaterThanOrEqual(LIMIT * 0.8)
  })

  test.each([1, 100])('one process alone has all of it, with %i requests at once', async (atOnce) => {
    newProcess()
    expect(await send([newProcess()], newKey(), 100, atOnce)).toEqual({ passed: LIMIT, refusals: ['rate_limited'] })
  })

  test('what a process has leased when it dies is lost until the window ends, and no more', async () => {
    const caller = newAgent()
    expect((await send([newProcess()], caller, 10)).passed).toBe(10)
    const { passed } = await send([newProcess()], caller, 100)
    expect(passed).toBeLessThanOrEqual(LIMIT - 10)
    expect(passed).toBeGreaterThanOrEqual(LIMIT - 10 - 16)
    now += 60_000
    expect((await send([newProcess()], caller, 100)).passed).toBe(LIMIT)
  })

  test('a refusal says when to come back: with the window that follows', async () => {
    const [one, other, caller] = [newProcess(), newProcess(), newKey()]
    await send([one, other], caller, 100)
    const refusal = (await Promise.resolve()
      .then(() => other.take(caller, HOME, 'ordinary'))
      .catch((error: unknown) => error)) as DomainError
    expect(refusal).toMatchObject({
      type: 'rate_limited',
      details: { bucket: 'organization', limit: LIMIT, remaining: 0 },
    })
    const waitMs = Number(refusal.details.retry_after_ms)
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(60_000)
    now += waitMs
    expect((await send([other], caller, 1)).passed).toBe(1)
  })

  test('payments of one document are let in whole or not at all', async () => {
    const [one, other, caller] = [newProcess(), newProcess(), newAgent()]
    let passed = 0
    for (let n = 0; n < 20; n++)
      try {
        await (n % 2 === 0 ? one : other).takePayments(caller, 7)
        passed += 7
      } catch (error) {
        expect(error).toMatchObject({ type: 'rate_limited', details: { bucket: 'agent-payments' } })
      }
    expect(passed).toBeLessThanOrEqual(60)
    expect(passed).toBeGreaterThanOrEqual(42)
  })
})

/** Of this limit each process gives two on credit, see `sharedWindows.ts`. */
const CREDIT = LIMIT / 30

describe('the first requests of a caller', () => {
  /** Answers once it is told to. */
  function slowStore() {
    const { promise, resolve } = Promise.withResolvers<void>()
    const lease: LeaseStore['lease'] = (wishes) => promise.then(() => store.lease(wishes))
    return { lease, answer: resolve }
  }

  test('wait for no lease, and are paid back by the first: so the limit holds over two processes', async () => {
    const [slow, caller] = [slowStore(), newAgent()]
    const processes = [newProcess(slow), newProcess(slow)]
    for (const process of processes)
      for (let n = 0; n < CREDIT; n++) expect(process.take(caller, HOME, 'ordinary')).not.toBeInstanceOf(Promise)
    const next = processes.map((process) => process.take(caller, HOME, 'ordinary'))
    expect(next).toEqual([expect.any(Promise), expect.any(Promise)])
    slow.answer()
    await Promise.all(next)
    const { passed, refusals } = await send(processes, caller, 150)
    expect(2 * (CREDIT + 1) + passed).toBeLessThanOrEqual(LIMIT)
    expect(2 * (CREDIT + 1) + passed).toBeGreaterThanOrEqual(LIMIT * 0.8)
    expect(refusals).toEqual(['rate_limited'])
  })

  test('go beyond a limit that others have used up by that credit, once in each process, and no further', async () => {
    const caller = newAgent()
    expect((await send([newProcess()], caller, 100)).passed).toBe(LIMIT)
    for (const late of [newProcess(), newProcess()]) {
      expect((await send([late], caller, 30)).passed).toBeLessThanOrEqual(CREDIT)
      expect((await send([late], caller, 30)).passed).toBe(0)
    }
  })
})

describe('when the limit of an organization changes while its window runs', () => {
  const LOWER = { requestsPerMinute: 24, version: 1 }
  const HIGHER = { requestsPerMinute: 90, version: 1 }
  const allRefused = { passed: 0, refusals: ['rate_limited'] }

  test('a process that does not know of a lower one yet learns of it with its next lease', async () => {
    const [late, early, caller] = [newProcess(), newProcess(store, LOWER), newKey()]
    expect((await send([early], caller, 4, 1)).passed).toBe(4)
    const { passed, refusals } = await send([late, early], caller, 150)
    expect(4 + passed).toBeLessThanOrEqual(LOWER.requestsPerMinute)
    expect(4 + passed).toBeGreaterThanOrEqual(LOWER.requestsPerMinute - 4)
    expect(refusals).toEqual(['rate_limited'])
    expect(() => late.take(caller, HOME, 'ordinary')).toThrow(`More than ${LOWER.requestsPerMinute} requests`)
  })

  test('what was leased of the higher one is not used beyond a lower one', async () => {
    const own = { requestsPerMinute: 60, version: 1 }
    const [one, other, caller] = [newProcess(store, own), newProcess(store, own), newKey()]
    const before = await send([one, other], caller, 30, 1)
    Object.assign(own, { requestsPerMinute: 31, version: 2 })
    const { passed } = await send([one, other], caller, 150)
    expect(before.passed + passed).toBeLessThanOrEqual(31)
    Object.assign(own, { requestsPerMinute: 10, version: 3 })
    expect(await send([one, other], caller, 20)).toEqual(allRefused)
  })

  test('a higher one adds the difference', async () => {
    const [late, early, caller] = [newProcess(), newProcess(store, HIGHER), newKey()]
    const first = await send([late], caller, 150)
    expect(first.passed).toBe(LIMIT)
    const then = await send([early, late], caller, 150, 7)
    expect(LIMIT + then.passed).toBeLessThanOrEqual(HIGHER.requestsPerMinute)
    expect(LIMIT + then.passed).toBeGreaterThanOrEqual(HIGHER.requestsPerMinute - 8)
    expect(then.refusals).toEqual(['rate_limited'])
  })

  test.each([1, 50])('whoever knows what: never more than the higher one, with %i at once', async (atOnce) => {
    for (const own of [LOWER, HIGHER]) {
      const { passed, refusals } = await send([newProcess(), newProcess(store, own)], newKey(), 200, atOnce)
      expect(passed).toBeLessThanOrEqual(Math.max(LIMIT, own.requestsPerMinute))
      expect(refusals).toEqual(['rate_limited'])
    }
  })

  test('a process that serves alone counts on', async () => {
    const own = { requestsPerMinute: 20, version: 1 }
    const [alone, caller] = [newProcess(null, own), newKey()]
    expect((await send([alone], caller, 50)).passed).toBe(20)
    Object.assign(own, { requestsPerMinute: 30, version: 2 })
    expect((await send([alone], caller, 50)).passed).toBe(10)
    Object.assign(own, { requestsPerMinute: 25, version: 3 })
    expect(await send([alone], caller, 50)).toEqual(allRefused)
  })
})

describe('without an answer of the database', () => {
  const silent: LeaseStore = { lease: () => new Promise(() => undefined) }

  test('nobody is let in beyond what is leased and a little credit, and nobody waits for long', async () => {
    const [process, caller] = [newProcess(silent), newAgent()]
    const began = performance.now()
    const first = await send([process], caller, 20)
    expect(first).toEqual({ passed: CREDIT, refusals: ['service_unavailable'] })
    expect(await send([process], caller, 20)).toEqual({ passed: 0, refusals: ['service_unavailable'] })
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('once it answers again, it goes on', async () => {
    let isDown = true
    const process = newProcess({
      lease: (wishes) => (isDown ? Promise.reject(new Error('down')) : store.lease(wishes)),
    })
    const caller = newAgent()
    expect((await send([process], caller, 2 + CREDIT)).refusals).toEqual(['service_unavailable'])
    isDown = false
    await expect.poll(async () => (await send([process], caller, 1)).passed, { timeout: 60_000 }).toBe(1)
  })

  test('stops pass at once, where no credit is left from the reserve', async () => {
    const process = newProcess(silent)
    for (const caller of [newAgent(), newKey()]) {
      await send([process], caller, 2 * CREDIT)
      const headers = process.take(caller, HOME, { stops: 1 })
      expect(headers).toMatchObject({ ratelimit: expect.stringContaining('-stops"') })
    }
  })
})

describe('two processes that serve', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService('shared_limits', 'two processes', {
      RATE_LIMIT_ORGANIZATION_PER_MINUTE: String(LIMIT),
    })
    const at = service.clock.now()
    service.clock.now = () => at
  })
  afterAll(() => service.stop())

  test('let an organization have its limit once, with headers on every answer', async () => {
    const { key } = await service.createOrganization('Shared')
    const headers = { 'x-api-key': key }
    const answers = []
    for (let round = 0; round < 7; round++)
      answers.push(
        ...(await Promise.all(Array.from({ length: 12 }, () => fetch(`${service.url}/api/v2/wallets`, { headers })))),
      )
    for (const answer of answers) {
      expect([200, 429]).toContain(answer.status)
      expect(answer.headers.get('ratelimit-policy')).toBe(`"organization";q=${LIMIT};w=60`)
      expect(answer.headers.get('ratelimit')).toMatch(/^"organization";r=\d+;t=\d+$/)
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      await answer.body?.cancel()
    }
    const passed = answers.filter(({ status }) => status === 200).length
    expect(passed).toBeLessThanOrEqual(LIMIT)
    expect(passed).toBeGreaterThanOrEqual(LIMIT * 0.9)
  })
})
