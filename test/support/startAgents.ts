/** The agents subgraph over a real database with fakes of the wallets and mandates that a registration commits. */
import { type AgentsDeps, createAgents } from '../../subgraphs/agents/index.ts'
import { createChallenges } from '../../subgraphs/shared/challenge.ts'
import type { Clock } from '../../subgraphs/shared/clock.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import { walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { insertRow, setRow } from '../../subgraphs/shared/commit/rowWrites.ts'
import type { IntentPart, Ref, State } from '../../subgraphs/shared/commit/types.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import { DomainError, notFound } from '../../subgraphs/shared/errors.ts'
import { newId, type WalletId } from '../../subgraphs/shared/ids.ts'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
import { noScreening } from './noScreening.ts'
import { silentLog } from './openTestDatabase.ts'

export type FakeClock = Clock & { advance(ms: number): void }

export function createFakeClock(): FakeClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms
    },
  }
}

export const config = {
  issuer: 'https://service.example',
  audience: 'service-api',
  tokenLifetimeSeconds: 3600,
  refreshLifetimeDays: 30,
  attestationIssuers: [],
  rateLimits: { requestsPerMinute: 600, paymentsPerAgentPerMinute: 60 },
  pepper: new Uint8Array(32).fill(1),
}

export function startAgents(database: Database, clock: Clock, overrides: Partial<AgentsDeps> = {}) {
  const commit = createCommit({ database, clock, log: silentLog })
  const secrets = createSecretBox(new Uint8Array(32).fill(2), 'agents')
  const fakes = {
    screening: noScreening,
    didChallenges: createChallenges(clock, [new Uint8Array(32).fill(3)]),
    wallets: fakeWallets,
    mandates: fakeMandates,
    nodes: noNodes,
    findHolderDecision: async () => null,
    findMerchantOwner: async () => null,
    work: { beginStop: () => undefined },
  }
  const agents = createAgents({
    database,
    commit,
    clock,
    dueWork: [],
    newId,
    log: silentLog,
    config,
    secrets,
    ...fakes,
    ...overrides,
  })
  return { ...agents, commit }
}

const fakeWallets: AgentsDeps['wallets'] = {
  async prepare({ walletId, orgId, mode, agentId }) {
    const id: WalletId = walletId ?? newId('wallet')
    const rowRef: Ref = { collection: 'wallets', id }
    const positionRef: Ref = walletRef(id)
    const position = { orgId, mode, walletId: id, agentId, agentStatus: 'active', seq: 0, frozen: null, mandate: null }
    const make: IntentPart<null> = {
      reads: () => ({ guard: [], absent: [rowRef, walletRef(id)] }),
      decide: () => ({
        kind: 'done',
        answer: null,
        writes: {
          insert: [insertRow(rowRef, { orgId, mode, agentId }), insertRow(positionRef, position)],
          events: [{ type: 'wallet.created', resourceId: id, walletId: id, agentId, data: { wallet_id: id } }],
        },
      }),
    }
    const bind: typeof make = {
      reads: () => ({ guard: [walletRef(id)] }),
      decide(state: State) {
        const found = state.get(walletRef(id))
        if (found === null || found.orgId !== orgId) return { kind: 'refused', error: notFound('wallet'), writes: {} }
        if (found.agentId !== null)
          return { kind: 'refused', error: new DomainError('conflict', 'This wallet has an agent.'), writes: {} }
        const next = { ...found, agentId }
        return { kind: 'done', answer: null, writes: { set: [setRow(walletRef(id), next)] } }
      },
    }
    return { walletId: id, mandate: null, part: walletId === undefined ? make : bind }
  },
  unbind: ({ walletId }) => ({
    reads: () => ({ guard: [walletRef(walletId)] }),
    decide(state) {
      const found = state.get(walletRef(walletId))
      const set = found === null ? [] : [setRow(walletRef(walletId), { ...found, agentId: null })]
      return { kind: 'done', answer: null, writes: { set } }
    },
  }),
}

const fakeMandates: AgentsDeps['mandates'] = {
  async prepareDefault({ agentId, walletId }) {
    const mandateId = newId('mandate')
    const ref: Ref = { collection: 'mandates', id: mandateId }
    const positionRef: Ref = walletRef(walletId)
    return {
      mandateId,
      part: {
        reads: () => ({ guard: [walletRef(walletId)], absent: [ref] }),
        decide(state) {
          const next = { ...state.get(walletRef(walletId)), mandate: { mandateId } }
          return {
            kind: 'done',
            answer: { mandateId },
            writes: { insert: [insertRow(ref, { agentId, walletId })], set: [setRow(positionRef, next)] },
          }
        },
      },
    }
  },
  prepareRevocation: async () => ({
    reads: () => ({ guard: [] }),
    decide: () => ({ kind: 'done', answer: null, writes: {} }),
  }),
}

/** Nothing of other subgraphs is there. */
const nobody = { hasNode: async () => false }
const noNodes: AgentsDeps['nodes'] = {
  ...{ Wallet: nobody, Payment: nobody, Approval: nobody, Hold: nobody, ReconciliationMismatch: nobody },
  ...{ Transaction: nobody, LedgerTransaction: nobody, ComplianceCase: nobody },
  ...{ Mandate: nobody, MandateVersion: nobody, KillSwitch: nobody, Merchant: nobody },
  ...{ Checkout: nobody, Order: nobody },
  ...{ AccountHolder: nobody, FinancialAccount: nobody, ExternalBankAccount: nobody },
  ...{ TreasuryMismatch: nobody, TreasuryPayment: nobody, BookTransfer: nobody, Card: nobody, CardTransaction: nobody },
  ConversionQuote: nobody,
  ...{ Event: nobody, Webhook: nobody, WebhookDelivery: nobody },
}
