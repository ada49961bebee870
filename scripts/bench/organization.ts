/**
 * An organization with funded agents, created by the service's own operations and intents. The limits of its policy
 * template are evaluated and counted, but so high that they are never reached.
 */
import type { Service } from '../../gateway/compose.ts'
import { createMerchant } from '../../subgraphs/commerce/services/changeRegistry.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { setRow } from '../../subgraphs/shared/commit/rowWrites.ts'
import type { Intent, Ref } from '../../subgraphs/shared/commit/types.ts'
import { type AgentId, newId, type OrgId, type WalletId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import type { World } from './world.ts'

export interface BenchAgent {
  readonly agentId: AgentId
  readonly walletId: WalletId
  readonly token: string
  readonly principal: AgentPrincipal
}

export interface BenchOrganization {
  readonly orgId: OrgId
  readonly agents: readonly BenchAgent[]
}

export const MERCHANT = 'api.example.com'

const CONCURRENCY = 64
const BALANCE_UNITS = 1_000_000_000_000n
const USD_MICRO = 1_000_000n
/** Sets every rule that has an amount, so that each is evaluated and each payment reserves in both windows. */
const WIDE_POLICY = {
  maxPerTransaction: 1_000n * USD_MICRO,
  dailyLimit: 1_000_000_000n * USD_MICRO,
  monthlyLimit: 10_000_000_000n * USD_MICRO,
  allowedMerchants: [],
  allowedCategories: [],
  blockedCategories: ['cash_advance', 'crypto_quasi_cash', 'gambling', 'adult', 'weapons'],
  approvalThreshold: 1_000n * USD_MICRO,
  timeWindows: [],
}
const POLICY_TEXT =
  'Max $1000 per transaction, $1000000000 per day, $10000000000 per month, block gambling, adult, weapons, cash advance, crypto quasi cash, require approval above $1000'

export async function seedOrganization(
  world: World,
  /** credited: with money that no chain knows of, for what does not settle. */
  input: { readonly name: string; readonly wallets: number; readonly credited?: boolean },
): Promise<BenchOrganization> {
  const { service } = world
  const { orgId } = await service.subgraphs.agents.createOrganization({ name: input.name })
  await setTemplate(service, orgId)
  const owner: OrganizationPrincipal = {
    ...{ kind: 'organization', orgId, mode: 'test', keyId: 'key_bench', personId: 'person_bench' },
    roles: ['admin'],
  }
  await createMerchant({ ...service, newId }, owner, {
    name: 'Example',
    legalName: 'Example Inc.',
    domain: MERCHANT,
    category: 'software',
    country: 'US',
    payoutAddresses: [{ chain: 'base', address: '0x000000000000000000000000000000000000dEaD' }],
  })
  const agents: BenchAgent[] = []
  while (agents.length < input.wallets) {
    const first = agents.length
    const count = Math.min(CONCURRENCY, input.wallets - first)
    const some = Array.from({ length: count }, (_, index) =>
      seedAgent(world, owner, first + index, input.credited ?? true),
    )
    agents.push(...(await Promise.all(some)))
  }
  return { orgId, agents }
}

function setTemplate(service: Service, orgId: OrgId): Promise<void> {
  const ref: Ref<object> = { collection: 'organizations', id: orgId }
  const wide = { policy: WIDE_POLICY, policyText: POLICY_TEXT, canonicalText: POLICY_TEXT, expiresInDays: 90 }
  const policyTemplates = { test: wide, live: null }
  return submitOrThrow(service, {
    ...{ priority: 'control', orgId, mode: 'test' },
    reads: () => ({ guard: [ref] }),
    decide: (state) => ({
      kind: 'done',
      answer: null,
      writes: { set: [setRow(ref, { ...state.get(ref), policyTemplates })] },
    }),
  })
}

async function seedAgent(
  world: World,
  owner: OrganizationPrincipal,
  index: number,
  credited: boolean,
): Promise<BenchAgent> {
  const { orgId, mode } = owner
  const capabilities = ['payments', 'wallets'] as const
  const { agent, apiKey } = await world.execute<Registered>('RegisterAgent', owner, {
    name: `bench agent ${index}`,
    capabilities,
    ownerOrgId: orgId,
  })
  const { agentId } = agent
  const walletId = agent.walletId
  if (credited) {
    const hash = `0x${agentId.slice(4).padEnd(64, '0')}`
    const deposit = creditDepositIntent({
      ...{ _id: `dep_base_${hash}`, orgId, mode, walletId, token: 'USDC', chain: 'base', amount: BALANCE_UNITS },
      ...{ from: `0x${'0'.repeat(40)}`, txHash: hash, block: 1, blockHash: hash },
    })
    await submitOrThrow(world.service, deposit)
  }
  const { accessToken } = await world.execute<{ accessToken: string }>(
    'IssueToken',
    { kind: 'anonymous' },
    { agentId, apiKey },
  )
  const scope = 'agent:execute'
  return {
    ...{ agentId, walletId, token: accessToken },
    principal: { kind: 'agent', agentId, orgId, mode, walletId, capabilities, scope },
  }
}

interface Registered {
  readonly agent: { readonly agentId: AgentId; readonly walletId: WalletId }
  readonly apiKey: string
}

export async function submitOrThrow(service: Service, intent: Intent<unknown>): Promise<void> {
  const outcome = await service.commit.submit(intent)
  if (outcome.kind !== 'done') throw new Error(`the benchmark organization could not be set up: ${outcome.kind}`)
}
