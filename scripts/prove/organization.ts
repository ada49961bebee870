/** Organizations, agents and payments of proofs, created by the service's own operations. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import type { Beneficiary } from '../../subgraphs/shared/spend.ts'
import type { Chain, Token } from '../../subgraphs/shared/tokens.ts'
import { execute } from './world.ts'

const FAUCET_TRIES = 100
const FAUCET_PAUSE_MS = 100

export const PAYEE = '0x1111111111111111111111111111111111111111'

/** Two people of one organization. */
export interface ProveOrganization {
  readonly admin: OrganizationPrincipal
  readonly second: OrganizationPrincipal
}

export async function createOrganization({ subgraphs }: Service, name: string): Promise<ProveOrganization> {
  const { orgId } = await subgraphs.agents.createOrganization({ name })
  const rest = { kind: 'organization', orgId, mode: 'test', roles: ['admin'] } as const
  return {
    admin: { ...rest, keyId: 'key_1', personId: 'person_1' },
    second: { ...rest, keyId: 'key_2', personId: 'person_2' },
  }
}

const REGISTER = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { id wallet { id } } } }`
const MANDATE = `mutation ($input: CreateMandateInput!) { createMandate(input: $input) { mandate { id } } }`

/** An agent whose mandate has the text `policy`. */
export async function createAgent(
  { subgraphs }: Service,
  { admin }: ProveOrganization,
  policy: string,
  mandate: { readonly limitTimezone?: string } = {},
): Promise<AgentPrincipal> {
  const { orgId, mode } = admin
  const capabilities = ['payments', 'wallets'] as const
  const { registerAgent } = await execute<{
    registerAgent: { agent: { id: AgentPrincipal['agentId']; wallet: { id: AgentPrincipal['walletId'] } } }
  }>(subgraphs.agents, admin, REGISTER, { input: { name: 'agent', capabilities, ownerOrgId: orgId } })
  const { id: agentId, wallet } = registerAgent.agent
  await execute(subgraphs.mandates, admin, MANDATE, { input: { agentId, walletId: wallet.id, policy, ...mandate } })
  return { kind: 'agent', agentId, orgId, mode, walletId: wallet.id, capabilities, scope: 'agent:execute' }
}

/** Funds in the ledger only, for proofs without a chain. */
export async function credit(
  { commit }: Service,
  agent: AgentPrincipal,
  units: bigint,
  token: Token = 'USDC',
  chain: Chain = 'base',
): Promise<void> {
  const { orgId, mode, walletId } = agent
  const txHash = newId('journal')
  await commit.submit(
    creditDepositIntent({
      ...{ _id: `dep_${txHash}`, orgId, mode, walletId, token, chain, amount: units },
      ...{ from: PAYEE, txHash, block: 1, blockHash: txHash },
    }),
  )
}

const FAUCET = `mutation ($input: FaucetInput!) { faucet(input: $input) { txHash } }`

interface Funding {
  readonly walletId: string
  readonly amount: string
  readonly token?: Token
  readonly chain?: Chain
}

/**
 * Test money on the chain, once; the deposit is credited when its block is read. A node may not take a mint at once, after a
 * reorganization for one: what is stored is sent again, so the request is repeated with its key.
 */
export async function fundByFaucet(
  { subgraphs }: Service,
  { admin }: ProveOrganization,
  funding: Funding,
): Promise<void> {
  const input = { ...funding, idempotencyKey: randomUUID() }
  for (let tries = 1; ; tries++)
    try {
      await execute(subgraphs.payments, admin, FAUCET, { input })
      return
    } catch (error) {
      const isLater = error instanceof DomainError && error.type === 'service_unavailable'
      if (!isLater || tries === FAUCET_TRIES) throw error
      await sleep(FAUCET_PAUSE_MS)
    }
}

interface ProvePayment {
  readonly units: bigint
  readonly token?: Token
  readonly chain?: Chain
  readonly to?: string
  readonly beneficiary?: Beneficiary
  readonly purpose?: string
  /** Idempotency-Key. */
  readonly key?: string | null
}

/** @returns the payment's id, or the type of its refusal */
export async function pay(
  { subgraphs }: Service,
  agent: AgentPrincipal,
  { units, token = 'USDC', chain = 'base', to = PAYEE, beneficiary, purpose, key }: ProvePayment,
): Promise<{ readonly paymentId: string } | { readonly refused: string }> {
  const { walletId } = agent
  const input = { walletId, to, units: String(units), purpose, idempotencyKey: key ?? null }
  try {
    const { payment } = await subgraphs.payments.submitPayment(
      agent,
      {
        ...{ kind: 'payment', walletId, to, merchant: null, usdMicro: null, chain, metadata: null },
        ...{ amount: { units, token }, purpose: purpose ?? null, beneficiary: beneficiary ?? null },
      },
      { operation: 'submitPayment', input },
    )
    return { paymentId: payment._id }
  } catch (error) {
    const { type } = error as { type?: string }
    if (type === undefined) throw error
    return { refused: type }
  }
}
