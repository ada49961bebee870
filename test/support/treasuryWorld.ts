/** The treasury in process and on a clock that stands still: an organization whose agent may hold cards and ask for withdrawals. */
import type { Service } from '../../gateway/compose.ts'
import { createManualClock, type ManualClock } from '../../scripts/prove/manualClock.ts'
import { createOrganization, type ProveOrganization } from '../../scripts/prove/organization.ts'
import { execute, openWorld, type ProveWorld } from '../../scripts/prove/world.ts'
import type { AgentPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { silentLog } from './openTestDatabase.ts'

const mutation = (type: string, field: string, of: string) =>
  `mutation ($input: ${type}!) { ${field}(input: $input) { ${of} } }`
const ofPayment = 'treasuryPayment { id status stage failureCode failureMessage approvalId retryOfId amountMinor }'
const ofAccount = 'externalBankAccount { id state verificationState microDepositStatus lastFour }'
const ofTransaction = 'cardTransaction { id status declineReason approvalId billingAmountMinor }'

/** Of the treasury: what takes an input and gives back the one row that it changed. */
const ACTS = {
  link: mutation('LinkExternalBankAccountInput', 'linkExternalBankAccount', ofAccount),
  verify: mutation('VerifyMicroDepositsInput', 'verifyMicroDeposits', ofAccount),
  microDeposits: mutation('SimulateMicroDepositsInput', 'simulateMicroDeposits', ofAccount),
  pauseAccount: mutation('ChangeExternalBankAccountInput', 'pauseExternalBankAccount', ofAccount),
  unpauseAccount: mutation('ChangeExternalBankAccountInput', 'unpauseExternalBankAccount', ofAccount),
  closeAccount: mutation('ChangeExternalBankAccountInput', 'closeExternalBankAccount', ofAccount),
  fund: mutation('FundTreasuryInput', 'fundTreasury', ofPayment),
  withdraw: mutation('WithdrawTreasuryInput', 'withdrawTreasury', ofPayment),
  retry: mutation('RetryTreasuryPaymentInput', 'retryTreasuryPayment', ofPayment),
  cancel: mutation('CancelTreasuryPaymentInput', 'cancelTreasuryPayment', ofPayment),
  advance: mutation('SimulateTreasuryPaymentEventInput', 'simulateTreasuryPaymentEvent', ofPayment),
  sendBack: mutation('SimulateTreasuryReturnInput', 'simulateTreasuryReturn', ofPayment),
  issue: mutation('IssueCardInput', 'issueCard', 'card { id status }'),
  freezeCard: mutation('ChangeCardInput', 'freezeCard', 'card { id status }'),
  unfreezeCard: mutation('ChangeCardInput', 'unfreezeCard', 'card { id status }'),
  cancelCard: mutation('ChangeCardInput', 'cancelCard', 'card { id status }'),
  changeLimits: mutation('ChangeCardLimitsInput', 'changeCardLimits', 'card { id status }'),
  authorize: mutation('SimulateCardAuthorizationInput', 'simulateCardAuthorization', ofTransaction),
  clear: mutation('SimulateCardClearingInput', 'simulateCardClearing', ofTransaction),
  voidCard: mutation('SimulateCardEventInput', 'simulateCardVoid', ofTransaction),
  refund: mutation('SimulateCardEventInput', 'simulateCardReturn', ofTransaction),
} as const

/** The fields of whatever was changed; absent ones belong to something else. */
interface Changed {
  readonly id: string
  readonly status: string
  readonly stage: string
  readonly state: string
  readonly declineReason: string | null
  readonly failureCode: string | null
  readonly failureMessage: string | null
  readonly approvalId: string | null
}

export interface TreasuryWorld {
  readonly world: ProveWorld
  readonly service: Service
  readonly clock: ManualClock
  /** With its account holder and one agent, which is verified. */
  newOrganization(policy?: string): Promise<TreasuryScene>
}

export interface TreasuryScene extends ProveOrganization {
  readonly agent: AgentPrincipal
  act(name: keyof typeof ACTS, input: object, by?: Principal): Promise<Changed>
  /** A bank account that is verified. */
  newBankAccount(accountNumber?: string): Promise<string>
  /** A card, and this much in the account for cards. */
  newCard(cents?: number, more?: object): Promise<string>
  decide(approvalId: string | null, decision?: 'approve' | 'deny'): Promise<string>
  stop(scope: string, targetId: string): Promise<string>
  row<T = Record<string, unknown>>(collection: string, id: string): Promise<T>
  usd(): Promise<{ readonly available: bigint; readonly deficit: bigint }>
}

export async function openTreasuryWorld(start = '2026-03-02T15:00:00Z', log: Log = silentLog): Promise<TreasuryWorld> {
  const clock = createManualClock(new Date(start))
  const world = await openWorld({ chains: [] })
  const service = await world.open({ clock, log })
  return { world, service, clock, newOrganization: (policy) => newScene(service, policy) }
}

async function newAgent(
  { subgraphs }: Service,
  { orgId, mode, ...admin }: ProveOrganization['admin'],
  policy: string,
): Promise<AgentPrincipal> {
  const by = { ...admin, orgId, mode }
  const capabilities = ['payments', 'wallets', 'treasury', 'cards'] as const
  const { registerAgent } = await execute<{
    registerAgent: { agent: { id: AgentPrincipal['agentId']; wallet: { id: AgentPrincipal['walletId'] } } }
  }>(subgraphs.agents, by, mutation('RegisterAgentInput', 'registerAgent', 'agent { id wallet { id } }'), {
    input: { name: 'agent', capabilities, ownerOrgId: orgId },
  })
  const { id: agentId, wallet } = registerAgent.agent
  await execute(subgraphs.mandates, by, mutation('CreateMandateInput', 'createMandate', 'replayed'), {
    input: { agentId, walletId: wallet.id, policy },
  })
  return { kind: 'agent', agentId, orgId, mode, walletId: wallet.id, capabilities, scope: 'agent:execute' }
}

async function newScene(service: Service, policy = 'Max $1000 per day.'): Promise<TreasuryScene> {
  const { agents, treasury, payments, mandates } = service.subgraphs
  const organization = await createOrganization(service, 'Treasury')
  const { admin, second } = organization
  const agent = await newAgent(service, admin, policy)
  await execute(agents, admin, mutation('SimulateKybReviewInput', 'simulateKybReview', 'replayed'), {
    input: { status: 'accepted' },
  })
  await execute(agents, admin, mutation('RecordKyaEvidenceInput', 'recordKyaEvidence', 'replayed'), {
    input: { agentId: agent.agentId, type: 'purpose_review' },
  })
  await execute(treasury, admin, mutation('SyncAccountHolderInput', 'syncAccountHolder', 'created'), { input: {} })
  const row = async <T>(collection: string, id: string) =>
    (await service.database.collection<{ _id: string }>(collection).findOne({ _id: id })) as T
  const act: TreasuryScene['act'] = async (name, input, by = admin) => {
    const answer = await execute<Record<string, Record<string, Changed>>>(treasury, by, ACTS[name], { input })
    return Object.values(Object.values(answer)[0] ?? {})[0] as Changed
  }
  return {
    ...{ ...organization, agent, act, row },
    async newBankAccount(accountNumber = '12345678') {
      const form = { routingNumber: '021000021', accountNumber, type: 'CHECKING', owner: 'Acme', ownerType: 'BUSINESS' }
      return (await act('link', { ...form, verificationMethod: 'EXTERNALLY_VERIFIED' })).id
    },
    async newCard(cents = 100_000, more = {}) {
      const { id: cardId } = await act('issue', { walletId: agent.walletId, ...more })
      const { id } = await act('authorize', { cardId, amountMinor: cents, status: 'CREDIT_AUTHORIZATION' })
      await act('clear', { cardId, cardTransactionId: id })
      return cardId
    },
    async decide(approvalId, decision = 'approve') {
      const document = mutation('DecideApprovalInput', `${decision}Approval`, 'approval { status }')
      const answer = await execute<Record<string, { approval: { status: string } }>>(payments, second, document, {
        input: { approvalId },
      })
      return Object.values(answer)[0]?.approval.status ?? ''
    },
    async stop(scope, targetId) {
      const document = mutation('ActivateKillSwitchInput', 'activateKillSwitch', 'killSwitch { id }')
      const input = { scope, targetId, reason: 'Drill.', reasonCode: 'test' }
      const answer = await execute<{ activateKillSwitch: { killSwitch: { id: string } } }>(mandates, admin, document, {
        input,
      })
      return answer.activateKillSwitch.killSwitch.id
    },
    async usd() {
      const { accounts, totals } = await row<{
        accounts: Record<string, { available: bigint }>
        totals: { deficit: bigint }
      }>('positions', `usd:${admin.orgId}:test`)
      const available = Object.values(accounts).reduce((sum, one) => sum + BigInt(one.available), 0n)
      return { available, deficit: BigInt(totals.deficit) }
    },
  }
}
