// The rate limits that an organization has of its own (domain A.1): known without a read for each call, and a second old at most.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCallerLimits, DEFAULT_RATE_LIMITS } from '../../../gateway/auth/callerLimits.ts'
import { createOrganizationLimits } from '../../../gateway/auth/organizationLimits.ts'
import type { AgentId, KeyId, MerchantId, OrgId, WalletId } from '../../../subgraphs/shared/ids.ts'
import type { Principal } from '../../../subgraphs/shared/principal.ts'
import type { OwnRateLimits } from '../../../subgraphs/shared/rateLimits.ts'

const ORG = 'org_1' as OrgId
const agent: Principal = {
  ...{ kind: 'agent', agentId: 'agt_1' as AgentId, orgId: ORG, mode: 'test', walletId: 'wal_1' as WalletId },
  ...{ capabilities: ['payments'], scope: 'agent:execute' },
}
const own = (requestsPerMinute: number | null, paymentsPerAgentPerMinute: number | null = null): OwnRateLimits => ({
  ...{ requestsPerMinute, paymentsPerAgentPerMinute, version: 1 },
})

function open(read: () => Promise<OwnRateLimits | null>) {
  const seen = { reads: 0, failures: 0 }
  const limits = createOrganizationLimits(
    () => {
      seen.reads += 1
      return read()
    },
    () => {
      seen.failures += 1
    },
  )
  return { limits, seen }
}

describe('what a process knows', () => {
  it('is read before the first call is counted, and then by none of many', async () => {
    const { limits, seen } = open(async () => own(20))
    await limits.know(agent)
    for (let n = 0; n < 1_000; n++) {
      await limits.know(agent)
      expect(limits.find(ORG)).toEqual(own(20))
    }
    expect(seen.reads).toBeLessThan(5)
  })

  it('follows a change within a second: in the background for who calls all the time, at once after a silence', async () => {
    let current = own(20)
    const { limits } = open(async () => current)
    await limits.know(agent)
    current = own(30)
    const changedAt = performance.now()
    while (limits.find(ORG)?.requestsPerMinute !== 30) await sleep(20)
    expect(performance.now() - changedAt).toBeLessThan(1_000)
    await sleep(1_000)
    current = own(40)
    await limits.know(agent)
    expect(limits.find(ORG)).toEqual(own(40))
  })

  it('holds on while it cannot be read; who was never known has the limits of the platform, and nobody is refused', async () => {
    let isDown = false
    const { limits, seen } = open(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(own(20))))
    await limits.know(agent)
    isDown = true
    await sleep(1_000)
    await limits.know(agent)
    expect(limits.find(ORG)).toEqual(own(20))
    const stranger: Principal = { ...agent, orgId: 'org_2' as OrgId } as Principal
    await limits.know(stranger)
    expect(limits.find('org_2' as OrgId)).toBeNull()
    expect(seen.failures).toBe(2)
  })

  it('asks nothing for callers without an organization', async () => {
    const { limits, seen } = open(async () => own(20))
    await limits.know({ kind: 'anonymous' })
    await limits.know({ kind: 'operator', operatorId: 'operator:alice' })
    expect(seen.reads).toBe(0)
  })
})

describe('an organization with limits of its own', () => {
  const perMinute = (limits: OwnRateLimits | null) => {
    const counted = createCallerLimits(DEFAULT_RATE_LIMITS, () => limits)
    const draws = [...counted.requestsOf(agent, '192.0.2.1', { cost: 1, drawn: 0 }), ...counted.paymentsOf(agent, 1)]
    return Object.fromEntries(draws.map((draw) => [draw.name, draw.perMinute]))
  }

  it('has those, and of what is not set those of the platform', () => {
    expect(perMinute(null)).toEqual({ agent: 300, 'organization-agents': 600, 'agent-payments': 60 })
    expect(perMinute(own(50))).toEqual({ agent: 300, 'organization-agents': 50, 'agent-payments': 60 })
    expect(perMinute(own(null, 7))).toEqual({ agent: 300, 'organization-agents': 600, 'agent-payments': 7 })
  })

  it('an agent that may create more payments may call as often', () => {
    expect(perMinute(own(9_000, 1_000))).toEqual({
      ...{ agent: 1_000, 'organization-agents': 9_000, 'agent-payments': 1_000 },
    })
  })
})

describe('a merchant', () => {
  const draws = (merchant: string, key: string, limits: OwnRateLimits | null = null) => {
    const by: Principal = {
      ...{ kind: 'merchant', orgId: ORG, mode: 'test' },
      ...{ merchantId: `mrc_${merchant}` as MerchantId, keyId: `key_${key}` as KeyId },
    }
    const counted = createCallerLimits(DEFAULT_RATE_LIMITS, () => limits).requestsOf(by, '192.0.2.1', {
      cost: 1,
      drawn: 0,
    })
    return counted.map(({ name, key, perMinute }) => [name, key, perMinute])
  }

  it('has a quarter of what the merchants of its organization share, whatever keys it has', () => {
    const shared = ['organization-merchants', 'org_1:test', 600]
    expect(draws('1', '1')).toEqual([['merchant', 'mrc_1', 150], shared])
    expect(draws('1', '2')).toEqual(draws('1', '1'))
    expect(draws('2', '3')).toEqual([['merchant', 'mrc_2', 150], shared])
  })

  it('has no more than an agent, and follows the limit that its organization has of its own', () => {
    expect(draws('1', '1', own(50)).map(([, , perMinute]) => perMinute)).toEqual([13, 50])
    expect(draws('1', '1', own(9_000)).map(([, , perMinute]) => perMinute)).toEqual([300, 9_000])
  })
})
