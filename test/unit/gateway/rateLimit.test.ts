// Which callers share a rate limit (domain 0.1, gate 2): no caller empties the bucket of another, and emergency acts have
// buckets of their own.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { networkOf, type RateLimits } from '../../../gateway/auth/callerLimits.ts'
import { countExchanges } from '../../../gateway/auth/exchanges.ts'
import { createRateLimiter } from '../../../gateway/auth/rateLimit.ts'
import type { LeaseStore, LeaseWish } from '../../../gateway/auth/sharedWindows.ts'
import { parseQuery } from '../../../gateway/queryCost.ts'
import { readRootNames } from '../../../gateway/rootFields.ts'
import type { AgentId, KeyId, OrgId, WalletId } from '../../../subgraphs/shared/ids.ts'
import type { Principal } from '../../../subgraphs/shared/principal.ts'

const LIMITS: RateLimits = {
  organizationPerMinute: 20,
  keyPerMinute: null,
  personPerMinute: null,
  agentPerMinute: 10,
  paymentsPerAgentPerMinute: 5,
  operatorPerMinute: 5,
  anonymousPerMinute: 5,
  exchangesPerMinute: 3,
  exchangeReservePerMinute: 2,
  stopsPerMinute: 4,
}
const HOME = '192.0.2.1'

const agent = (n: number): Principal => ({
  ...{ kind: 'agent', agentId: `agt_${n}` as AgentId, orgId: 'org_1' as OrgId, mode: 'test' },
  ...{ walletId: 'wal_1' as WalletId, capabilities: ['payments'], scope: 'agent:read' },
})
const key = (keyId: KeyId): Principal => ({
  ...{ kind: 'organization', orgId: 'org_1' as OrgId, mode: 'test', keyId, personId: keyId, roles: ['admin'] },
})
const alice: Principal = { kind: 'operator', operatorId: 'operator:alice' }
const nobody: Principal = { kind: 'anonymous' }
const ONE_STOP = { stops: 1 }

function open(limits: Partial<RateLimits> = {}) {
  let ms = Date.parse('2026-03-01T12:00:00Z')
  const clock = { now: () => new Date(ms), advance }
  function advance(by: number): void {
    ms += by
  }
  const limiter = createRateLimiter({ ...LIMITS, ...limits }, clock)
  /** How many of so many calls are let in. */
  function letIn(count: number, call: () => unknown): number {
    let passed = 0
    for (let n = 0; n < count; n++)
      try {
        call()
        passed += 1
      } catch (error) {
        expect(error).toMatchObject({ type: 'rate_limited' })
      }
    return passed
  }
  return { limiter, clock, letIn }
}

describe('no caller empties the bucket of another', () => {
  it("an agent, and all agents together, do not use the bucket of their organization's keys", () => {
    const { limiter, letIn } = open()
    expect(letIn(50, () => limiter.take(agent(1), HOME, 'ordinary'))).toBe(10)
    expect(letIn(50, () => limiter.take(agent(2), HOME, 'ordinary'))).toBe(10)
    // Together they have used up what agents of one organization have.
    expect(letIn(50, () => limiter.take(agent(3), HOME, 'ordinary'))).toBe(0)
    expect(letIn(50, () => limiter.take(key('key_1'), HOME, 'ordinary'))).toBe(20)
  })

  it('enrolment keys, however many, share the limit of their organization, and use nothing of its keys', () => {
    const { limiter, letIn } = open()
    const enrolment = (n: number): Principal => ({
      ...{ kind: 'enrolment', orgId: 'org_1' as OrgId, mode: 'test', keyId: `key_${n}` as KeyId },
    })
    const passed = [1, 2, 3, 4].map((n) => letIn(50, () => limiter.take(enrolment(n), HOME, 'ordinary')))
    expect(passed).toEqual([10, 10, 0, 0])
    expect(letIn(50, () => limiter.take(key('key_1'), HOME, 'ordinary'))).toBe(20)
  })

  it('what counts as several requests is let in whole or not at all, and always by a full bucket', () => {
    const { limiter, letIn } = open()
    expect(letIn(5, () => limiter.take(key('key_1'), HOME, 'ordinary', { cost: 9 }))).toBe(2)
    expect(letIn(5, () => limiter.take(key('key_1'), HOME, 'ordinary'))).toBe(2)
    const full = open()
    expect(full.letIn(5, () => full.limiter.take(key('key_1'), HOME, 'ordinary', { cost: 400 }))).toBe(1)
  })

  it('a document that counts more than the whole limit is let in by a full bucket, of which it has drawn one before', () => {
    const { limiter, clock, letIn } = open()
    const document = () => [
      limiter.take(key('key_1'), HOME, 'ordinary'),
      limiter.take(key('key_1'), HOME, 'ordinary', { cost: 199, drawn: 1 }),
    ]
    expect(letIn(2, document)).toBe(1)
    clock.advance(60_000)
    expect(letIn(2, document)).toBe(1)
  })

  it('a refusal says as how many requests it counts, and when another try makes sense', () => {
    const { limiter } = open()
    const feed = () => limiter.take(key('key_1'), HOME, 'ordinary', { cost: 20 })
    expect(feed).not.toThrow()
    expect(feed).toThrow(/This one counts as 20\..* Wait \d+ s and try again\./)
    expect(feed).toThrow(expect.objectContaining({ details: expect.objectContaining({ cost: 20, limit: 20 }) }))
  })

  it('a key, and a person with several, have limits of their own where these are narrower', () => {
    const { limiter, letIn } = open({ keyPerMinute: 8, personPerMinute: 12 })
    const of = (personId: KeyId, keyId: KeyId): Principal => ({ ...key(keyId), personId }) as Principal
    expect(letIn(50, () => limiter.take(of('key_1', 'key_1'), HOME, 'ordinary'))).toBe(8)
    expect(letIn(50, () => limiter.take(of('key_1', 'key_2'), HOME, 'ordinary'))).toBe(4)
    expect(letIn(50, () => limiter.take(of('key_3', 'key_3'), HOME, 'ordinary'))).toBe(8)
    // The organization's 20 are used up.
    expect(letIn(50, () => limiter.take(of('key_4', 'key_4'), HOME, 'ordinary'))).toBe(0)
  })

  it('failures of an address affect neither operators nor keys nor token exchanges of the same address', () => {
    const { limiter, letIn } = open()
    expect(letIn(50, () => limiter.takeAnonymous(HOME))).toBe(5)
    expect(letIn(50, () => limiter.take(nobody, HOME, 'ordinary'))).toBe(0)
    expect(letIn(1, () => limiter.take(nobody, HOME, 'exchange'))).toBe(1)
    expect(letIn(1, () => limiter.take(nobody, HOME, () => 'exchange'))).toBe(1)
    expect(letIn(50, () => limiter.take(alice, HOME, 'ordinary'))).toBe(5)
    expect(letIn(1, () => limiter.take(key('key_1'), HOME, 'ordinary'))).toBe(1)
    expect(letIn(1, () => limiter.takeAnonymous('192.0.2.2'))).toBe(1)
  })

  it('a flood of addresses and agents evicts no bucket of another kind', () => {
    const { limiter, letIn } = open()
    letIn(50, () => limiter.take(key('key_1'), HOME, ONE_STOP))
    for (let n = 0; n < 25_000; n++) limiter.takeAnonymous(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(letIn(1, () => limiter.take(key('key_1'), HOME, ONE_STOP))).toBe(0)
  })

  it('successful token exchanges count for their agent, and only those', () => {
    const { limiter, letIn } = open()
    // Spaces around its id, which the exchange takes, make it no other agent.
    for (const agentId of ['agt_1', ' agt_1', 'agt_1\t']) limiter.admitExchange(agentId, HOME).succeeded()
    expect(letIn(1, () => limiter.admitExchange('agt_1', HOME))).toBe(0)
    expect(letIn(50, () => limiter.admitExchange('agt_2', HOME).dropped())).toBe(50)
  })

  it('failed token exchanges of an address are looked at no more than its limit and a reserve allow', () => {
    const { limiter, clock, letIn } = open()
    let lookedAt = 0
    const fail = (agentId = 'agt_1') => {
      const exchange = limiter.admitExchange(agentId, HOME)
      lookedAt += 1
      exchange.failed()
    }
    expect(letIn(50, fail)).toBe(5)
    // The reserve: they are looked at, and told that the limit is used up all the same.
    expect(lookedAt).toBe(5 + 2)
    expect(letIn(1, () => limiter.admitExchange('agt_2', HOME))).toBe(0)
    expect(letIn(1, () => limiter.admitExchange('agt_2', '192.0.2.2'))).toBe(1)
    // Those that succeed use up nothing of the address, be it its limit or its reserve.
    clock.advance(30_000)
    expect(letIn(2, fail)).toBe(2)
    const last = ['agt_3', 'agt_4', 'agt_5', 'agt_6'].map((one) =>
      letIn(3, () => limiter.admitExchange(one, HOME).succeeded()),
    )
    expect(last).toEqual([3, 3, 3, 3])
  })

  it('documents of exchanges that do not validate are read no more than the limit of an address and its reserve allow', async () => {
    const { limiter } = open()
    const plugin = countExchanges({ rateLimiter: limiter, isExchange: () => true, log: {} as never })
    const answer = { response: { body: { kind: 'single', singleResult: {} } } }
    let read = 0
    for (let tries = 0; tries < 50; tries++) {
      try {
        await limiter.take(nobody, HOME, () => 'exchange')
      } catch {
        continue
      }
      read += 1
      // It has no operation that could be resolved.
      const hooks = await plugin.requestDidStart?.({} as never)
      await hooks?.willSendResponse?.({ ...answer, contextValue: { principal: nobody, address: HOME } } as never)
    }
    expect(read).toBeLessThanOrEqual(5 + 2)
    expect(await limiter.take(nobody, '192.0.2.2', () => 'exchange')).not.toBeNull()
  })

  it('one IPv6 /64 network is one caller, however many addresses it has', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::2'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })
})

describe('emergency acts', () => {
  it.each([
    ['an organization key', key('key_1'), 20, 'organization-stops'],
    ['an agent', agent(1), 10, 'agent-stops'],
    ['an operator', alice, 5, 'operator-stops'],
  ])('of %s pass when its limit is used up, with a bound', (_name, principal, own, bucket) => {
    const { limiter, letIn, clock } = open()
    expect(letIn(50, () => limiter.take(principal, HOME, 'ordinary'))).toBe(own)
    expect(letIn(1, () => limiter.take(principal, HOME, ONE_STOP))).toBe(1)
    expect(limiter.take(principal, HOME, ONE_STOP)).toMatchObject({ ratelimit: expect.stringContaining(bucket) })
    expect(letIn(50, () => limiter.take(principal, HOME, () => ONE_STOP))).toBe(2)
    let told: unknown
    try {
      void limiter.take(principal, HOME, ONE_STOP)
    } catch (error) {
      told = error
    }
    expect(told).toMatchObject({ details: { bucket, limit: 4, retry_after_ms: 15_000 } })
    expect(letIn(50, () => limiter.take(principal, HOME, 'ordinary'))).toBe(0)
    clock.advance(60_000)
    expect(letIn(50, () => limiter.take(principal, HOME, 'ordinary'))).toBe(own)
  })

  it('each act of a document counts, and another key has its own bucket', () => {
    const { limiter, letIn } = open({ organizationPerMinute: 1 })
    expect(letIn(1, () => limiter.take(key('key_1'), HOME, 'ordinary'))).toBe(1)
    expect(letIn(50, () => limiter.take(key('key_1'), HOME, { stops: 2 }))).toBe(2)
    expect(letIn(50, () => limiter.take(key('key_2'), HOME, ONE_STOP))).toBe(4)
  })

  it('the kind of act is determined only when the limit is used up', () => {
    const { limiter } = open()
    const act = () => {
      throw new Error('asked')
    }
    expect(limiter.take(key('key_1'), HOME, act)).toMatchObject({ ratelimit: expect.any(String) })
  })
})

describe('the act of a document', () => {
  it.each<[string, string | undefined, readonly string[] | null]>([
    ['mutation { activateKillSwitch(input: {}) { id } }', undefined, ['activateKillSwitch']],
    [
      'mutation { a: freezeWallet(input: {}) { id } b: denyApproval { id } }',
      undefined,
      ['freezeWallet', 'denyApproval'],
    ],
    [
      'mutation { ...A } fragment A on Mutation { freezeWallet { id } ... { createPayment { id } } }',
      undefined,
      ['freezeWallet', 'createPayment'],
    ],
    ['mutation A { freezeWallet { id } } mutation B { createPayment { id } }', 'B', ['createPayment']],
    ['mutation A { freezeWallet { id } } mutation B { createPayment { id } }', undefined, null],
    ['query { freezeWallet { id } }', undefined, null],
    ['mutation {', undefined, null],
    [`mutation { ${'a: freezeWallet { id } '.repeat(11)} }`, undefined, null],
  ])('%s', (query, operationName, names) => {
    expect(readRootNames(parseQuery(query), operationName)).toEqual(names)
  })
})

describe('payments of one document', () => {
  it('count each, and use nothing up when they are refused together', () => {
    const { limiter, letIn } = open()
    expect(letIn(1, () => limiter.takePayments(agent(1), 3))).toBe(1)
    expect(letIn(5, () => limiter.takePayments(agent(1), 3))).toBe(0)
    expect(letIn(5, () => limiter.takePayments(agent(1), 1))).toBe(2)
    expect(letIn(5, () => limiter.takePayments(agent(1), 0))).toBe(5)
  })

  it('are given back in their own window only, so that none ever lets in more than its limit', () => {
    const { limiter, clock, letIn } = open()
    expect(letIn(9, () => limiter.takePayments(agent(1), 1))).toBe(5)
    limiter.returnPayments(agent(1), 2, 0)
    expect(letIn(9, () => limiter.takePayments(agent(1), 1))).toBe(2)
    clock.advance(60_000)
    expect(letIn(3, () => limiter.takePayments(agent(1), 1))).toBe(3)
    limiter.returnPayments(agent(1), 5, 60_000)
    expect(letIn(9, () => limiter.takePayments(agent(1), 1))).toBe(2)
    limiter.returnPayments(agent(1), 500, 0)
    expect(letIn(9, () => limiter.takePayments(agent(1), 1))).toBe(5)
  })
})

describe('leases', () => {
  function leasing() {
    const commands: string[][] = []
    const store: LeaseStore = {
      async lease(wishes) {
        commands.push(wishes.map(({ id }) => id.split(':').slice(0, 2).join(':')))
        const granted = ({ limit, version }: LeaseWish) => ({ granted: limit, leased: limit, limit, version })
        return new Map(wishes.map((wish) => [wish.holder, granted(wish)]))
      },
    }
    const clock = { now: () => new Date('2026-03-01T12:00:00Z') }
    return { limiter: createRateLimiter(LIMITS, clock, store), commands }
  }

  it('of what a payment counts against come with those of its request', async () => {
    const { limiter, commands } = leasing()
    const taken = limiter.take(agent(1), HOME, 'ordinary')
    limiter.expectPayments(agent(1))
    await taken
    expect(commands).toEqual([['agent:agt_1', 'agent-payments:agt_1'], ['organization-agents:org_1']])
    expect(limiter.takePayments(agent(1), 1)).not.toBeInstanceOf(Promise)
  })

  it('that nobody waits for come together, and not after the end', async () => {
    const { limiter, commands } = leasing()
    for (const n of [1, 2, 3]) limiter.expectPayments(agent(n))
    expect(commands).toEqual([])
    await expect
      .poll(() => commands)
      .toEqual([['agent-payments:agt_1', 'agent-payments:agt_2', 'agent-payments:agt_3']])
    limiter.expectPayments(agent(4))
    limiter.close()
    await sleep(400)
    expect(commands).toHaveLength(1)
  })
})
