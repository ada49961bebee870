/** The service in a simulation: its own group commit, services and settlement steps over ports that the simulation drives. */
import { createAgentGates } from '../../../subgraphs/agents/gates.ts'
import { mandateGates } from '../../../subgraphs/mandates/gates.ts'
import type { KillSwitchDeps } from '../../../subgraphs/mandates/ports.ts'
import { captureGates, extensionGates, orderedGates, preSignGates } from '../../../subgraphs/payments/gates.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import type { PaymentsDeps } from '../../../subgraphs/payments/ports.ts'
import { TRAVEL_RULE_MIN } from '../../../subgraphs/payments/rules/travelRule.ts'
import { createScreener } from '../../../subgraphs/payments/screening/screener.ts'
import type { CaptureDeps } from '../../../subgraphs/payments/services/holds/captureHold.ts'
import type { ExtendDeps } from '../../../subgraphs/payments/services/holds/changeHold.ts'
import { stopIntent } from '../../../subgraphs/payments/services/stopPayments.ts'
import { createSettlementRules } from '../../../subgraphs/payments/settlement/intents/preSignCheck.ts'
import type { SettlementRules } from '../../../subgraphs/payments/settlement/intents/settlementRules.ts'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import { createCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import type { OrganizationLeases } from '../../../subgraphs/shared/commit/organizationLeases.ts'
import { submitPrepared } from '../../../subgraphs/shared/commit/submit.ts'
import type { Commit } from '../../../subgraphs/shared/commit/types.ts'
import { readContract } from '../../../subgraphs/shared/contract.ts'
import { ID_PREFIXES, type NewId, type WalletId } from '../../../subgraphs/shared/ids.ts'
import { onlyTrusted } from '../../../subgraphs/shared/kya.ts'
import { type StoppablePayments, stoppableOf } from '../../../subgraphs/shared/stops.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'
import { createSimulatedStore, openReads, type StoreInput } from './memoryDatabase.ts'

type SimDeps = CaptureDeps & ExtendDeps & KillSwitchDeps

export interface SimProcess {
  readonly commit: Commit
  readonly deps: SimDeps
  readonly rules: SettlementRules
  readonly clock: { now(): Date }
  /** Blocks that its settlement has read, the first first. */
  readonly blocks: string[]
  /** What was booked may be of blocks that have left the chain: it has read other ones, or does not know what was read before it. */
  mustLookBack: boolean
  readonly looksBack: boolean
  /** Rejects when the process dies. */
  readonly death: Promise<never>
  isDead(): boolean
  die(): void
}

export class ProcessDied extends Error {}

const { access } = readContract('payments')
const gates = { ...createAgentGates(onlyTrusted([])), ...mandateGates }
const withoutStops = { ...gates, killSwitch: { ...gates.killSwitch, decide: () => ({ kind: 'pass' }) as const } }
const quiet: Log = { info() {}, warn() {}, error() {} }
const screener = createScreener({ database: null, clock: systemClock, log: quiet, listAgeMaxMs: 0 })
const noLeases: OrganizationLeases = { mayRun: () => true, reportConflict() {}, ended() {}, releaseUnused() {} }
const DOLLARS = { fx: null }
/** Ports of operations that the simulation does not play. */
const UNUSED = {} as Pick<PaymentsDeps, 'policies' | 'walletKeys' | 'agents' | 'records'>

export type ProcessInput = Omit<StoreInput, 'isDead'>

/** @param newId shared by all processes of one simulation */
export function startProcess(input: ProcessInput, newId: NewId): SimProcess {
  const state = { isDead: false }
  const isDead = () => state.isDead
  const { promise: death, reject } = Promise.withResolvers<never>()
  death.catch(() => undefined)
  const { clock, without } = input
  const rules = createSettlementRules(preSignGates(without === 'stopsBeforeSigning' ? withoutStops : gates), screener)
  const accepting = without === 'stopsAtAcceptance' ? withoutStops : gates
  const database = openReads({ ...input, isDead })
  const store = createSimulatedStore({ ...input, isDead })
  const commit = createCommit({ database, clock, log: quiet, store, leases: noLeases })
  const shared: PaymentsDeps = {
    ...{ database, commit, clock, newId, log: quiet, screener, callers: access },
    gates: orderedGates(accepting, access),
    travelRuleMin: TRAVEL_RULE_MIN,
    merchants: {
      resolve: async ({ to }) => {
        await input.scheduler.turn()
        return { merchantsVersion: 1, destination: { address: to }, merchant: null }
      },
      refresh() {},
    },
    rates: {
      toUsdMicro: async ({ units }) => ({ usdMicro: units, ...DOLLARS }),
      fromUsdMicro: async (usdMicro, token) => ({ amount: { units: usdMicro, token }, ...DOLLARS }),
    },
    routeRefusal: () => null,
    findWalletOwner: async (walletId: WalletId) => {
      const [row] = await database
        .collection<{ _id: string; orgId: `org_${string}`; mode: 'test' }>('wallets')
        .find({ _id: { $in: [walletId] } })
        .toArray()
      return row === undefined ? null : { ...row, custody: 'local' }
    },
    findWalletMode: async () => null,
    findScreenedOwner: async () => null,
    chains: { test: new Set(['base']), live: new Set() },
    wakeSettlement() {},
    ...UNUSED,
  }
  return {
    ...{ commit, rules, clock, death, isDead, blocks: [], mustLookBack: true },
    looksBack: without !== 'reorganizations',
    deps: {
      ...shared,
      captureGates: captureGates(accepting),
      extensionGates: extensionGates(accepting),
      work: stoppableWork({ database, commit, rules }),
      targets: {
        findOrganization: async (orgId) => ({ orgId }),
        findAgent: async () => null,
        isMerchant: async () => false,
      },
      organizations: { areRelated: async () => false },
      wakeSweep() {},
    },
    die() {
      state.isDead = true
      reject(new ProcessDied())
    },
  }
}

/** Payments that wait, by the commit of the product that ends them; no case and no approval waits here. */
function stoppableWork({
  database,
  commit,
  rules,
}: Pick<PaymentsDeps, 'database' | 'commit'> & { rules: SettlementRules }) {
  const none = { queued: 0, parked: 0, broadcast: 0 }
  return {
    count: async () => none,
    async stop(scope) {
      const filter = { status: 'pending', ...stoppableOf(scope) } as object
      const pending = await database.collection<PaymentRow>('payments').find(filter).toArray()
      for (const payment of pending) await submitPrepared(commit, () => stopIntent(rules, [payment]))
      return none
    },
    beginStop() {},
  } satisfies StoppablePayments
}

/** Ids in the order in which they are made. */
export function createIds(): NewId {
  let last = 0
  return (kind) => {
    last += 1
    return `${ID_PREFIXES[kind]}${String(last).padStart(26, '0')}` as ReturnType<typeof newIdOf<typeof kind>>
  }
}
declare function newIdOf<K extends keyof typeof ID_PREFIXES>(kind: K): `${(typeof ID_PREFIXES)[K]}${string}`
