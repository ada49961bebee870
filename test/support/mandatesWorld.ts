/** All subgraphs over a real database, without workers: payments stay accepted until a test completes them. */

import { inject } from 'vitest'
import { composeService, type Service } from '../../gateway/compose.ts'
import { parseConfig } from '../../gateway/config.ts'
import type { DepositRow } from '../../subgraphs/payments/models/deposits.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { paymentRef } from '../../subgraphs/payments/models/payments.ts'
import { creditDepositIntent } from '../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { failureWrites } from '../../subgraphs/payments/settlement/intents/failPayment.ts'
import { type WalletPosition, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { requireRow } from '../../subgraphs/shared/commit/requireRow.ts'
import { setRow } from '../../subgraphs/shared/commit/rowWrites.ts'
import type { Ref } from '../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { newId, type WalletId } from '../../subgraphs/shared/ids.ts'
import { paymentCompletedJournal } from '../../subgraphs/shared/ledger/postings.ts'
import type { AgentPrincipal, OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { settleReservation } from '../../subgraphs/shared/spendingLimits.ts'
import { execute } from './execute.ts'
import { silentLog } from './openTestDatabase.ts'
import { createFakeClock, type FakeClock } from './startAgents.ts'

export const PAYEE = '0x1111111111111111111111111111111111111111'

export interface Registered {
  readonly agent: AgentPrincipal
  readonly mandateId: string
}

export async function openMandatesWorld(databaseName: string) {
  const { mongodbUri, base, baseKeys } = inject('services')
  const clock = createFakeClock()
  const config = parseConfig({
    MONGODB_URI: mongodbUri,
    DATABASE_NAME: databaseName,
    MASTER_KEY: '01'.repeat(32),
    API_KEY_PEPPER: '02'.repeat(32),
    BASE_URL: 'https://service.example',
    RPC_URL_TEST_BASE: base.rpcUrl,
    RELAYER_KEY_TEST_BASE: baseKeys.relayerKey,
    EMBEDDED_TEST_BASE: 'true',
  })
  const service = await composeService(config, { log: silentLog, clock })
  return worldOf(service, clock)
}

export type MandatesWorld = Awaited<ReturnType<typeof openMandatesWorld>>

function worldOf(service: Service, clock: FakeClock) {
  const { database, commit, subgraphs } = service
  const { agents, mandates, payments } = subgraphs

  async function newOrganization(limitTimezone?: string): Promise<OrganizationPrincipal> {
    const input = { name: 'Test', ...(limitTimezone === undefined ? {} : { limitTimezone }) }
    const { orgId } = await agents.createOrganization(input)
    return { kind: 'organization', orgId, mode: 'test', keyId: 'key_1', personId: 'p', roles: ['admin'] }
  }

  async function register(org: OrganizationPrincipal): Promise<Registered> {
    const source = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) {
      agent { id wallet { id } mandate { id } } } }`
    const input = { name: 'Agent', capabilities: ['payments', 'wallets', 'mandates'], ownerOrgId: org.orgId }
    const { registerAgent } = await execute<{
      registerAgent: {
        agent: { id: AgentPrincipal['agentId']; wallet: { id: AgentPrincipal['walletId'] }; mandate: { id: string } }
      }
    }>(agents, org, source, { input })
    const { id: agentId, wallet, mandate } = registerAgent.agent
    const { orgId, mode } = org
    return {
      agent: {
        ...{ kind: 'agent', agentId, orgId, mode, walletId: wallet.id, scope: 'agent:execute' },
        capabilities: ['payments', 'wallets', 'mandates'],
      },
      mandateId: mandate.id,
    }
  }

  /** @returns the id of the deposit */
  async function fund(
    { agent }: Registered,
    units: bigint,
    token: 'USDC' | 'EURC' = 'USDC',
    more: Partial<DepositRow> = {},
  ): Promise<string> {
    const { orgId, mode, walletId } = agent
    const id = `dep_${newId('journal')}`
    const facts = { chain: 'base', token, amount: units, from: PAYEE, txHash: id, block: 1, blockHash: id } as const
    await commit.submit(creditDepositIntent({ _id: id, orgId, mode, walletId, ...facts, ...more } as never))
    return id
  }

  const position = async (walletId: WalletId): Promise<WalletPosition> => {
    const found = await database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id })
    if (found === null) throw new Error(`no wallet ${walletId}`)
    return found
  }

  function pay({ agent }: Registered, units: bigint, to = PAYEE): Promise<PaymentRow> {
    const { walletId } = agent
    const amount = { units, token: 'USDC' } as const
    const request = { kind: 'payment', walletId, to, merchant: null, amount, usdMicro: null, chain: 'base' } as const
    const rest = { purpose: null, metadata: null, idempotency: { operation: 'test', value: null, request: {} } }
    const given = { ...request, ...rest } as unknown as Parameters<typeof payments.submitPayment>[1]
    return payments.submitPayment(agent, given).then(({ payment }) => payment)
  }

  /** As settlement does it, without a chain. */
  async function complete(payment: PaymentRow): Promise<void> {
    const { orgId, mode, walletId, token, chain, amount, _id } = payment
    const ref: Ref<PaymentRow> = { collection: 'payments', id: _id }
    await commit.submit({
      priority: 'settle',
      orgId,
      mode,
      reads: () => ({ guard: [ref, walletRef(walletId)] }),
      decide(state, at) {
        const row = state.get(ref)
        const wallet = state.get(walletRef(walletId))
        if (row === null || wallet === null) throw new Error('gone')
        return {
          kind: 'done',
          answer: null,
          writes: {
            set: [
              setRow(ref, { ...row, status: 'completed', stage: 'completed', completedAt: at }),
              setRow(walletRef(walletId), settleReservation(wallet, row, 'complete')),
            ],
            journals: [paymentCompletedJournal(_id, { walletId, token, chain, amount })],
          },
        }
      },
    })
  }

  /** As the final gates do it before anything is signed. */
  async function fail(payment: PaymentRow): Promise<void> {
    const rules = {
      settleLimits: (wallet: WalletPosition, row: PaymentRow) => settleReservation(wallet, row, 'release'),
    }
    const refs = [paymentRef(payment._id), walletRef(payment.walletId)]
    await commit.submit({
      priority: 'settle',
      orgId: payment.orgId,
      mode: payment.mode,
      reads: () => ({ guard: refs }),
      decide(state, at) {
        const failure = { type: 'canceled', message: 'Test.', details: {} } as const
        const row = requireRow(state, paymentRef(payment._id))
        return { kind: 'done', answer: null, writes: failureWrites(rules, state, row, failure, at) }
      },
    })
  }

  return {
    ...{ service, database, commit, clock, newOrganization, register, fund, pay, complete, fail, position },
    run: <T>(by: Principal, source: string, variables: Record<string, unknown> = {}) =>
      execute<T>(mandates, by, source, variables),
    async stop() {
      await database.connection.dropDatabase()
      await service.close(1_000)
    },
  }
}

/** The refusal of an act: type, reason and the code of the first field, in one line. */
export async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => 'was not refused',
    (cause: unknown) => cause,
  )
  if (!(error instanceof DomainError)) throw new Error(`no refusal: ${String(error)}`)
  const fields = error.details.fields as { code: string }[] | undefined
  return [error.type, error.details.reason, fields?.[0]?.code].filter((part) => part !== undefined).join(' ')
}
