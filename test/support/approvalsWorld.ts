/**
 * The whole service over a database of its own for tests of approvals: nothing settles, because no worker
 * runs and the node of the one network knows nothing but the newest block, so what a decision leaves behind stays to be looked at.
 */
import { inject } from 'vitest'
import { startService } from '../../gateway/service.ts'
import { runWorkers } from '../../gateway/workers.ts'
import { startHeadOnlyNode } from '../../scripts/headOnlyNode.ts'
import { NO_POLICY, type Policy } from '../../subgraphs/mandates/rules/policy.ts'
import type { ApprovalRow } from '../../subgraphs/payments/models/approvals.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { type OrgPosition, orgRef, type WalletPosition, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { setRow } from '../../subgraphs/shared/commit/rowWrites.ts'
import type { Intent, Ref, Row } from '../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { AgentId, ApprovalId, OrgId, PaymentId, WalletId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, OrganizationPrincipal, Principal, Role } from '../../subgraphs/shared/principal.ts'
import { execute } from './execute.ts'
import { createOffsetClock } from './offsetClock.ts'
import { silentLog } from './openTestDatabase.ts'
import { ORIGINATOR } from './originator.ts'

export const USD = 1_000_000n
export const PAYEE = '0x000000000000000000000000000000000000dEaD'
export const NOWHERE = 'http://127.0.0.1:9'

const PAY = `mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { replayed
  payment { id status stage approvalId failureCode } } }`
const TRANSFER = `mutation ($input: TransferInput!) { transfer(input: $input) { success
  payment { id status stage approvalId } } }`
const EXECUTE = `mutation ($input: ExecuteMandateInput!) { executeMandate(input: $input) {
  payment { id status stage approvalId } } }`
const APPROVAL = `id status subjectId subjectType reason amountUsd requiredApprovals requestedBy comment walletId agentId
  decisions { decidedBy decision comment }`

export interface Paid {
  readonly id: string
  readonly status: string
  readonly stage: string
  readonly approvalId: string | null
  readonly failureCode: string | null
}

export interface ApprovalView {
  readonly id: string
  readonly status: string
  readonly subjectId: string | null
  readonly reason: string
  readonly requiredApprovals: number
  readonly requestedBy: string
  readonly decisions: readonly { decidedBy: string; decision: string; comment: string | null }[]
}

export interface Owner {
  readonly orgId: OrgId
  readonly key: string
  readonly agent: AgentPrincipal
  readonly walletId: WalletId
  /** A person with a key of their own. */
  person(name: string, roles?: readonly Role[]): OrganizationPrincipal
}

export type ApprovalsWorld = Awaited<ReturnType<typeof openApprovalsWorld>>

export async function openApprovalsWorld(name: string, more: Partial<Parameters<typeof startService>[0]> = {}) {
  const clock = createOffsetClock()
  const node = await startHeadOnlyNode()
  const running = await startService({ ...configOf(name, node.url), ...more }, { log: silentLog, clock })
  const { service, url } = running
  const { database, commit, subgraphs } = service
  // Of the workers only this one: what a kill switch stops is part of what is tested; expiry is asked for by name.
  const sweeping = runWorkers(
    subgraphs.mandates.workers.filter(({ name: worker }) => worker === 'killSwitches'),
    silentLog,
  )

  async function submit(intent: Intent<unknown>): Promise<void> {
    const outcome = await commit.submit(intent)
    if (outcome.kind !== 'done') throw new Error(`setup: ${outcome.kind}`)
  }

  let deposits = 0
  function deposit({ orgId, walletId }: Pick<Owner, 'orgId' | 'walletId'>, units: bigint): Promise<void> {
    const hash = `0x${String(++deposits).padStart(64, '0')}`
    return submit(
      creditDepositIntent({
        ...{ _id: `dep_base_${hash}`, orgId, mode: 'test', walletId, token: 'USDC', chain: 'base', amount: units },
        ...{ from: PAYEE, txHash: hash, block: 1, blockHash: hash },
      }),
    )
  }

  /** An organization with one funded agent; its mandate asks for approval above 25 USD unless told otherwise. */
  async function createOwner(policy: Partial<Policy> = {}, units = 1_000n * USD): Promise<Owner> {
    const { orgId, keys } = await subgraphs.agents.createOrganization({ name: 'Approving Inc.', legal: ORIGINATOR })
    const ref: Ref = { collection: 'organizations', id: orgId }
    const policyTemplate = {
      policy: { ...NO_POLICY, approvalThreshold: 25n * USD, ...policy },
      ...{ policyText: 'as tested', canonicalText: 'as tested', expiresInDays: 90 },
    }
    await submit({
      ...{ priority: 'control', orgId, mode: 'test' },
      reads: () => ({ guard: [ref] }),
      decide: (state) => {
        const next = { ...(state.get(ref) as Row), policyTemplates: { test: policyTemplate, live: null } }
        return { kind: 'done', answer: null, writes: { set: [setRow(ref, next)] } }
      },
    })
    const person = (personId: string, roles: readonly Role[] = ['approver']): OrganizationPrincipal => ({
      ...{ kind: 'organization', orgId, mode: 'test', keyId: `key_${personId}`, personId, roles },
    })
    const capabilities = ['payments', 'wallets', 'approvals'] as const
    const { registerAgent } = await execute<{ registerAgent: { agent: { id: AgentId; wallet: { id: WalletId } } } }>(
      subgraphs.agents,
      person('owner', ['admin']),
      'mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { id wallet { id } } } }',
      { input: { name: 'payer', capabilities, ownerOrgId: orgId } },
    )
    const { id: agentId, wallet } = registerAgent.agent
    const walletId = wallet.id
    // Amounts from 3,000 USD are for verified agents.
    await Promise.all([
      subgraphs.agents.reviewOrganization({ orgId, mode: 'test', status: 'accepted' }),
      execute(
        subgraphs.agents,
        person('owner', ['admin']),
        'mutation ($input: RecordKyaEvidenceInput!) { recordKyaEvidence(input: $input) { replayed } }',
        { input: { agentId, type: 'purpose_review' } },
      ),
    ])
    const scope = 'agent:execute'
    const agent: AgentPrincipal = { kind: 'agent', agentId, orgId, mode: 'test', walletId, capabilities, scope }
    if (units > 0n) await deposit({ orgId, walletId }, units)
    return { orgId, key: keys.test ?? '', agent, walletId, person }
  }

  const paymentInput = ({ walletId }: Owner, amount: string, more: object) => {
    const beneficiary = { name: 'Payee Ltd', country: 'US' }
    return { walletId, to: PAYEE, amount, token: 'USDC', chain: 'base', beneficiary, ...more }
  }

  async function decide(act: string, by: Principal, approvalId: string, more: object = {}): Promise<ApprovalView> {
    const source = `mutation ($input: DecideApprovalInput!) { ${act}Approval(input: $input) { approval { ${APPROVAL} } } }`
    const input = { approvalId, ...more }
    const answer = await execute<Record<string, { approval: ApprovalView }>>(subgraphs.payments, by, source, { input })
    return (answer[`${act}Approval`] as { approval: ApprovalView }).approval
  }

  return {
    clock,
    service,
    url,
    createOwner,
    deposit,
    submit,
    async pay(owner: Owner, amount: string, more: object = {}, by: Principal = owner.agent): Promise<Paid> {
      const input = paymentInput(owner, amount, more)
      const answer = await execute<{ createPayment: { payment: Paid } }>(subgraphs.payments, by, PAY, { input })
      return answer.createPayment.payment
    },
    async transfer({ agent, walletId }: Owner, amount: string, more: object = {}): Promise<Paid> {
      const input = { walletId, amount, merchant: PAYEE, ...more }
      const answer = await execute<{ transfer: { payment: Paid } }>(subgraphs.payments, agent, TRANSFER, { input })
      return answer.transfer.payment
    },
    async executeMandate({ agent }: Owner, amount: string, more: object): Promise<Paid> {
      const input = { amount, ...more }
      const answer = await execute<{ executeMandate: { payment: Paid } }>(subgraphs.payments, agent, EXECUTE, { input })
      return answer.executeMandate.payment
    },
    approve: (by: Principal, approvalId: string | null, more: object = {}) =>
      decide('approve', by, String(approvalId), more),
    deny: (by: Principal, approvalId: string | null, more: object = {}) => decide('deny', by, String(approvalId), more),
    cancel: (by: Principal, approvalId: string | null, more: object = {}) =>
      decide('cancel', by, String(approvalId), more),
    async request(by: Principal, input: object): Promise<ApprovalView> {
      const source = `mutation ($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { ${APPROVAL} } } }`
      const answer = await execute<{ requestApproval: { approval: ApprovalView } }>(subgraphs.payments, by, source, {
        input,
      })
      return answer.requestApproval.approval
    },
    async list(by: Principal, filter = ''): Promise<string[]> {
      const source = `{ approvals${filter} { edges { node { id } } } }`
      const answer = await execute<{ approvals: { edges: { node: { id: string } }[] } }>(subgraphs.payments, by, source)
      return answer.approvals.edges.map(({ node }) => node.id)
    },
    async payment(id: string | null): Promise<PaymentRow> {
      return found(await database.collection<PaymentRow>('payments').findOne({ _id: id as PaymentId }))
    },
    async approval(id: string | null): Promise<ApprovalRow> {
      return found(await database.collection<ApprovalRow>('approvals').findOne({ _id: id as ApprovalId }))
    },
    async wallet({ walletId }: Owner): Promise<WalletPosition> {
      return found(await database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id }))
    },
    /** What the limits of now have taken, and what past windows still hold. */
    async limits(owner: Owner) {
      const { day, month, closedWindows } = await this.wallet(owner)
      return {
        day: day?.reserved ?? 0n,
        month: month?.reserved ?? 0n,
        closed: closedWindows.reduce((sum, { reserved }) => sum + reserved, 0n),
      }
    },
    async balances(owner: Owner) {
      const { available, inFlight } = (await this.wallet(owner)).balances['base:USDC'] ?? {}
      return { available: available ?? 0n, inFlight: inFlight ?? 0n }
    },
    /** Types in the order of the log, of one resource or of all. */
    async events({ orgId }: Owner, resourceId?: string | null): Promise<string[]> {
      const filter = { orgId, ...(resourceId == null ? {} : { resourceId }) }
      const rows = await database.collection<EventRow>('events').find(filter).sort({ cursor: 1 }).toArray()
      return rows.map(({ type }): string => type)
    },
    /** As an operator of the database would: for states that no other path makes. */
    setWallet: ({ orgId, walletId }: Owner, change: (wallet: WalletPosition) => Partial<WalletPosition>) =>
      changeRow(submit, orgId, walletRef(walletId), change),
    setOrganization: ({ orgId }: Owner, change: (org: OrgPosition) => Partial<OrgPosition>) =>
      changeRow(submit, orgId, orgRef(orgId), change),
    async close() {
      await sweeping.stop(3_000)
      await database.connection.dropDatabase()
      await running.stop()
      await node.close()
    },
  }
}

function changeRow<R extends object>(
  submit: (intent: Intent<unknown>) => Promise<void>,
  orgId: OrgId,
  ref: Ref<R>,
  change: (row: R) => Partial<R>,
): Promise<void> {
  return submit({
    ...{ priority: 'control', orgId, mode: 'test' },
    reads: () => ({ guard: [ref] }),
    decide(state) {
      const row = state.get(ref) as R
      return { kind: 'done', answer: null, writes: { set: [setRow(ref as Ref, { ...row, ...change(row) })] } }
    },
  })
}

export async function refusal(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof DomainError) return error.type
  throw error ?? new Error('it was not refused')
}

function found<T>(row: T | null): T {
  if (row === null) throw new Error('no such row')
  return row
}

function configOf(name: string, rpcUrl: string): Parameters<typeof startService>[0] {
  const { mongodbUri } = inject('services')
  return {
    ...{
      port: 0,
      host: '127.0.0.1',
      baseUrl: NOWHERE,
      metricsPort: 0,
      metricsHost: '127.0.0.1',
      isProduction: false,
      isTest: true,
      logLevel: 'silent',
    },
    ...{ mongodbUri, databaseName: name, runWorkers: false, subgraphUrls: {}, subgraphSecret: 's'.repeat(64) },
    masterKey: new Uint8Array(32).fill(7),
    pepper: new Uint8Array(32).fill(8),
    networks: [
      {
        ...{
          mode: 'test',
          chain: 'base',
          rpcUrls: [rpcUrl],
          relayerKeys: [`0x${'1'.repeat(64)}`],
          retiredRelayerKeys: [],
          gasBudgetWei: null,
          batchRelayer: null,
        },
        ...{ faucetKey: null, isEmbedded: true },
      },
    ],
    screeningListAgeMaxMs: 72 * 3_600_000,
    travelRuleMin: 3_000n * USD,
    ...{ allowLoopbackReceivers: false, tokenAudience: 'tests', tokenLifetimeSeconds: 3_600 },
    rateLimits: { organizationPerMinute: 1_000_000, agentPerMinute: 1_000_000, paymentsPerAgentPerMinute: 1_000_000 },
    trustProxy: false,
    drainMs: 3_000,
  }
}
