/** Access to the dry run of a wallet: it shows the figures of a mandate, so of all agents only the wallet's own may use it. */

import { expect, it } from 'vitest'
import { createAgentGates } from '../../../subgraphs/agents/gates.ts'
import { mandateGates } from '../../../subgraphs/mandates/gates.ts'
import { orderedGates } from '../../../subgraphs/payments/gates.ts'
import type { PaymentsDeps } from '../../../subgraphs/payments/ports.ts'
import { createCheckLog } from '../../../subgraphs/payments/services/auditedChecks.ts'
import { checkPolicy } from '../../../subgraphs/payments/services/checkPolicy.ts'
import { otherModeRefusal } from '../../../subgraphs/payments/services/otherMode.ts'
import { dryRunOf } from '../../../subgraphs/shared/commit/apply.ts'
import { PLATFORM } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { Commit } from '../../../subgraphs/shared/commit/types.ts'
import { readContract } from '../../../subgraphs/shared/contract.ts'
import { newId } from '../../../subgraphs/shared/ids.ts'
import { onlyTrusted } from '../../../subgraphs/shared/kya.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import { NOON, orgIdOf, positionRows, USDC } from '../commit/spendWorld.ts'

const rows = positionRows(1, 2, { policy: { dailyLimit: 77n * USDC } })
const snapshot = new Map<string, object | null>(rows.map(({ ref, row }) => [refKey(ref), row]))
snapshot.set(refKey(PLATFORM), { _id: 'gate', v: 1, switches: [] })

const dryRun: Commit['dryRun'] = async (intent, at = NOON) => dryRunOf(snapshot, intent, at)
const deps = {
  commit: { dryRun },
  clock: { now: () => NOON },
  gates: orderedGates({ ...createAgentGates(onlyTrusted([])), ...mandateGates }, readContract('payments').access),
  findWalletOwner: async () => ({ orgId: orgIdOf(1), mode: 'test', custody: 'local' }),
  findWalletMode: async () => null,
  findScreenedOwner: async () => null,
  merchants: {
    resolve: async () => ({ merchantsVersion: 1, destination: { address: '0xaa' }, merchant: null }),
    refresh: () => undefined,
  },
  screener: { screen: async () => ({ checks: [], revision: 0, screeningId: null }), refresh: () => undefined },
  rates: { toUsdMicro: ({ units }: { units: bigint }) => ({ usdMicro: units, fx: null }) },
  travelRuleMin: 3_000n * 1_000_000n,
  chains: { test: new Set(['base']), live: new Set() },
  routeRefusal: () => null,
} as unknown as PaymentsDeps

const agent = (index: number): AgentPrincipal => ({
  ...{ kind: 'agent', agentId: `agt_1x${index}`, walletId: `wal_1x${index}`, orgId: orgIdOf(1), mode: 'test' },
  ...{ capabilities: ['payments'], scope: 'agent:read' },
})
const input = { amount: '1.00', to: '0x00000000000000000000000000000000000000aa' }

it("checks the agent's own wallet, named or not", async () => {
  expect((await checkPolicy(deps, agent(0), input)).error).toBeNull()
  expect(
    (await checkPolicy(deps, agent(0), { ...input, walletId: 'wal_1x0', agentId: 'agt_1x0' })).decision,
  ).not.toBeNull()
})

// Domain 6.9, A.5, A.6: the dry run decides what the spend itself would.
it('takes the amount of a transfer as US dollars, at the current rate', async () => {
  const rates = { fromUsdMicro: async () => ({ amount: { units: 22_119_815n, token: 'EURC' }, fx: null }) }
  const { spend } = await checkPolicy({ ...deps, rates } as unknown as PaymentsDeps, agent(0), {
    ...{ ...input, kind: 'transfer', token: 'EURC', amount: '24.00' },
  })
  expect([spend.amount.units, spend.usdMicro]).toEqual([22_119_815n, 24_000_000n])
})

it("refuses another agent's wallet of the same organization as unknown", async () => {
  await expect(checkPolicy(deps, agent(0), { ...input, walletId: 'wal_1x1' })).rejects.toMatchObject({
    type: 'not_found',
  })
  await expect(checkPolicy(deps, agent(0), { ...input, agentId: 'agt_1x1' })).rejects.toMatchObject({
    type: 'not_found',
  })
})

it('refuses a payment to a wallet of the other mode, either way', async () => {
  const open = { ...deps, chains: { test: new Set(['base']), live: new Set(['base']) } } as unknown as PaymentsDeps
  for (const [mine, theirs, refusal] of [
    ['test', 'live', 'wallet_of_other_mode'],
    ['live', 'test', 'wallet_of_other_mode'],
    ['test', 'test', null],
    ['live', 'live', null],
    ['live', null, null],
  ] as const) {
    const spend = { mode: mine, to: input.to, chain: 'base', token: 'USDC' } as const
    const found = await otherModeRefusal({ findWalletMode: async () => theirs }, spend)
    expect(found?.details.reason ?? null).toBe(refusal)
  }
  const check = await checkPolicy({ ...open, findWalletMode: async () => 'live' }, agent(0), input)
  expect(check.error).toMatchObject({
    type: 'no_route',
    details: { reason: 'wallet_of_other_mode', wallet_mode: 'live' },
  })
})

// Domain 6.9: it writes one line into the audit log, for which the caller does not wait.
it('answers although its line cannot be recorded, and says so in the log', async () => {
  const [said, written] = [Promise.withResolvers<string>(), Promise.withResolvers<never>()]
  const log = { info() {}, error() {}, warn: (_facts: object, message: string) => said.resolve(message) }
  const commit = { submit: () => written.promise } as unknown as Commit
  const checked = await checkPolicy(deps, agent(0), input)
  const tell = createCheckLog({ commit, log })
  expect(tell({ principal: agent(0), requestId: newId('request'), loaders: new Map() }, checked)).toBe(checked)
  written.reject(new Error('the database is away'))
  expect(await said.promise).toBe('a dry run is not in the audit log')
})
