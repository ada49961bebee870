/** The payments subgraph: wallets, payments, approvals, the gates of every spend, custody, chains and settlement. */

import type { OrderLedger } from '../shared/acp.ts'
import type { CountedCardSpends } from '../shared/cardSpends.ts'
import { type KeyedRequest, openKey } from '../shared/commit/requestKey.ts'
import type { ReviewedElsewhere } from '../shared/complianceReviews.ts'
import { readContract } from '../shared/contract.ts'
import type { DeliveryLedger } from '../shared/conversions.ts'
import type { DollarsUnderWay, ParkedElsewhere, WatchDollars } from '../shared/dollarSpend.ts'
import type { MerchantDirectory } from '../shared/merchantDirectory.ts'
import type { Caller, Mode } from '../shared/principal.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import { CHAIN_FACTS, type Chain } from '../shared/tokens.ts'
import { EMBEDDED_BATCH_RELAYER } from './chains/batchRelayer.ts'
import { createEvmAdapter } from './chains/evm.ts'
import { knownDomains } from './chains/knownDomains.ts'
import { registerCollections } from './collections.ts'
import { createLocalCustody, renewDataKeys } from './custody/local.ts'
import { forTreasury } from './forTreasury.ts'
import { captureGates, extensionGates, orderedGates, preSignGates } from './gates.ts'
import { buildGraph } from './graph.ts'
import { requestReread } from './models/chainCursors.ts'
import type { AgentDirectory, NamedRecords, PaymentsDeps, PolicyReader, Screener, SpendGates } from './ports.ts'
import type { ResolverDeps } from './resolvers/paymentResolvers.ts'
import { TRAVEL_RULE_MIN } from './rules/travelRule.ts'
import { withSandboxChain } from './sandbox/sandboxChain.ts'
import { withSandboxPorts } from './sandbox/sandboxPorts.ts'
import { createScreener } from './screening/screener.ts'
import { createCheckLog } from './services/auditedChecks.ts'
import { backlogOf } from './services/backlog.ts'
import { createCardSpends } from './services/cardSpends.ts'
import { conversionPorts } from './services/conversionPorts.ts'
import { createSweeps, paymentsDueWork } from './services/dueWork.ts'
import { createDepositWaiter } from './services/faucet.ts'
import { createGasQuotes } from './services/gasQuotes.ts'
import { cacheWalletModes } from './services/otherMode.ts'
import { createOwnership } from './services/ownership.ts'
import { createPaymentHistory } from './services/paymentHistory.ts'
import type { PaymentRequest } from './services/paymentRequests.ts'
import { type ProvisionInput, provisionWallet, unbindPart } from './services/provisionWallet.ts'
import { createRates } from './services/rates.ts'
import { createRefusalLog, type RefusalLog } from './services/refusals/refusalLog.ts'
import { createRescreeningWorker } from './services/rescreen.ts'
import { checkedNetwork, createRouteChecks } from './services/routeChecks.ts'
import { createRecordScreening } from './services/screenRecord.ts'
import { createSharedTokens } from './services/sharedTokens/sharedTokens.ts'
import { createStoppableWork, type StopDeps } from './services/stopPayments.ts'
import { submitPayment } from './services/submitPayment.ts'
import { createPaymentWaiter } from './services/waitForPayment.ts'
import { cacheScreenedOwners, cacheWalletOwners } from './services/walletOwners.ts'
import { createSettlementRules } from './settlement/intents/preSignCheck.ts'
import type { SettlementDeps, SettlementOptions } from './settlement/network/network.ts'
import { createSettlement, tokenContracts } from './settlement/settle.ts'

export { LIST_CATEGORIES } from './rules/screening.ts'
export {
  importScreeningList,
  type ListImport,
  type ListSource,
  withdrawScreeningList,
} from './services/importScreeningList.ts'
export { loadRates, type RateInput } from './services/loadRates.ts'

/** One chain in one mode, as the configuration names it. */
interface PaymentsNetwork {
  readonly mode: Mode
  readonly chain: Chain
  readonly rpcUrls: readonly string[]
  readonly relayerKeys: readonly string[]
  readonly retiredRelayerKeys?: readonly string[]
  readonly faucetKey: string | null
  readonly isEmbedded: boolean
  /** Null: that of the embedded chain; elsewhere payments are sent one by one. */
  readonly batchRelayer?: string | null
  /** For each organization and UTC day; null: the default of the chain. */
  readonly gasBudgetWei?: bigint | null
}

export interface PaymentsOptions extends SubgraphDeps {
  /** The service's own base address, which owners of external addresses see in what they sign. */
  readonly baseUrl: string
  /** 32 bytes: seals the wallets' keys. */
  readonly masterKey: Uint8Array
  /** They still open what they have sealed. */
  readonly formerMasterKeys?: readonly Uint8Array[] | undefined
  readonly networks: readonly PaymentsNetwork[]
  readonly gates: SpendGates
  readonly merchants: MerchantDirectory
  readonly agents: AgentDirectory
  readonly policies: PolicyReader
  /** What the treasury parks for approvals. */
  readonly parked?: ParkedElsewhere
  /** What the treasury has under review. */
  readonly reviewed?: ReviewedElsewhere
  /** What the end of a conversion's delivery books, in the treasury. */
  readonly deliveryLedger?: DeliveryLedger
  /** What a payment does to its order. */
  readonly orderLedger?: OrderLedger
  /** What cards count in the limits of wallets. */
  readonly cardSpends?: CountedCardSpends
  /** What is under way in the treasury. */
  readonly dollarsUnderWay?: DollarsUnderWay
  /** What else ends with the standing of a wallet. */
  readonly otherWork?: StopDeps['otherWork']
  /** Ends charges that wait for a payment processor and that a kill switch stops. */
  readonly stopCharges?: StopDeps['stopCharges']
  readonly screening: ReturnType<typeof createScreening>
  /** Of other subgraphs: they are screened again when lists change. */
  readonly named: NamedRecords
  /** Lets nobody use a bank account whose owner is on a sanctions list. */
  readonly pauseListed: (bankAccountId: string) => Promise<void>
  /** Opens a case about a bank account whose owner has a name like one on a list. */
  readonly reviewSimilar: (bankAccountId: string) => Promise<void>
  /** In USD micro units; absent: that of the law. */
  readonly travelRuleMin?: bigint
  /** Test-only: stops settlement at a named step, or changes its timing. */
  readonly settlement?: Pick<SettlementDeps, 'onStep'> & { readonly options?: Partial<SettlementOptions> }
}

const EMBEDDED_POLL_MS = 200
/** Native coins of an embedded chain cost nothing. */
const EMBEDDED_GAS_BUDGET_WEI = 1_000_000n * 10n ** 18n
const POLL_MS = 1_000

/** The screening lists of this process: what spends, and records of other subgraphs, are screened by. */
export function createScreening(
  deps: Pick<SubgraphDeps, 'database' | 'clock' | 'log'> & {
    /** Imported screening lists that are older stop every spend. */
    readonly listAgeMaxMs: number
    /** Sanctions lists without which nothing is paid in live mode. */
    readonly required?: readonly string[]
  },
) {
  const screener = createScreener(deps)
  return {
    screener,
    records: createRecordScreening(screener),
    /** Keeps the lists current: for every process that commits. */
    worker: screener.worker,
    /** How long each list lasts until it stops every spend. */
    ages: screener.ages,
  } as const
}

/** Registers its collections: call before `database.prepare()`. */
export function createPayments(options: PaymentsOptions) {
  const { database, commit, clock, log, networks } = options
  registerCollections(database)
  const contract = readContract('payments')
  const custody = createLocalCustody(options)
  const adapters = networks.map(openNetwork)
  const { screener } = options.screening
  const checked = adapters.map((network) => checkedNetwork(database, network))
  const routes = createRouteChecks(checked, options.log)
  const ports = openPorts(options, adapters, { screener, routeRefusal: routes.refusalOf })
  const rules = settlementRulesOf(options, { check: ports.screener.check, isOutdated: screener.isOutdated })
  const { options: timing, ...hooks } = options.settlement ?? {}
  const needs = { database, commit, clock, log, custody, screener, ...rules, ...hooks }
  const settlement = createSettlement(needs, adapters, timing)
  const deps: PaymentsDeps = {
    ...options,
    ...ports,
    records: options.screening.records,
    gates: orderedGates(options.gates, contract.access),
    callers: contract.access,
    travelRuleMin: options.travelRuleMin ?? TRAVEL_RULE_MIN,
    walletKeys: custody,
    ...{ findWalletOwner: cacheWalletOwners(database), findScreenedOwner: cacheScreenedOwners(options, screener) },
    findWalletMode: cacheWalletModes(options),
    chains: { test: chainsOf(options, 'test'), live: chainsOf(options, 'live') },
    wakeSettlement: settlement.wake,
  }
  const adapterOf = finderOf(adapters)
  const ownership = createOwnership({ ...options, chains: deps.chains, screener: ports.screener, adapterOf })
  const stops = { ...options, rules }
  const [work, refusals] = [createStoppableWork(stops), createRefusalLog(options)]
  const resolverDeps: ResolverDeps = { ...deps, work, ownership, refusals, ...facesOf(options, adapters) }
  return {
    name: 'payments',
    ...buildGraph(contract, resolverDeps),
    /** Wallets of agents, as parts of the commits of theirs. */
    wallets: { prepare: (input: ProvisionInput) => provisionWallet({ ...deps, ownership }, input), unbind: unbindPart },
    /** The spend path itself, for benches and for rails in this process. */
    submitPayment: (caller: Caller, request: PaymentRequest, keyed: KeyedRequest | null = null) => {
      const key = keyed === null ? null : openKey({ principal: caller }, keyed)
      return submitPayment(deps, caller, async () => request, key)
    },
    ...forTreasury(options),
    ...conversionPorts(
      { ...deps, adapterOf },
      { ...options, walletKeys: custody, faucets: faucetsOf(adapters), networks: adapters },
    ),
    /** Shared tokens, whose checkout sessions are elsewhere. */
    sharedTokens: createSharedTokens({ ...deps, refusals, rules, captureGates: captureGates(options.gates) }),
    /** The same gates for cards, which are elsewhere. */
    cards: createCardSpends(deps, options.gates),
    /** Pending payments, to be stopped by a kill switch, a revocation or a freeze. */
    work,
    /** The payments of wallets, for the rules of mandates. */
    history: createPaymentHistory(options),
    health: { custody: () => custody.health(), chains: () => headsOf(adapters) },
    /** Operator's command. @returns how many wallets' keys were sealed anew with the present master key */
    renewSecrets: () => renewDataKeys(options),
    /** For a chain that a deep reorganization has stopped (`<mode>:<chain>`). @returns false: it has never been read */
    requestReread: (networkId: string, from: number) => requestReread(database, networkId, from),
    /** Open reconciliation mismatches and failing settlement tasks, counted by kind. */
    backlog: backlogOf(database),
    workers: [
      ...settlement.workers,
      ...[routes.worker, createRescreeningWorker({ ...stops, screener }), ...createSweeps(stops)],
    ],
    /** What the clock of an organization makes due. */
    dueWork: paymentsDueWork(options),
    /** Lists refused spends of dollars; writes what is only noted, which needs the group commit. */
    ...{ watchDollars: watchDollars(refusals), flushRefusals: () => refusals.flush() },
    close: () => Promise.all(adapters.map(({ adapter }) => adapter.close())),
  } as const
}

const watchDollars =
  (refusals: RefusalLog): WatchDollars =>
  (context, operation, act) =>
    refusals.watch(context, { operation, input: {} }, act)

const settlementRulesOf = (options: PaymentsOptions, lists: Parameters<typeof createSettlementRules>[1]) =>
  createSettlementRules(preSignGates(options.gates), lists, options.deliveryLedger, options.orderLedger)

const finderOf = (adapters: ReturnType<typeof openNetwork>[]) => (mode: Mode, chain: Chain) =>
  adapters.find((one) => one.mode === mode && one.chain === chain)?.adapter

const headsOf = (adapters: ReturnType<typeof openNetwork>[]) =>
  Promise.all(adapters.map(({ adapter }) => adapter.head()))

/** What only the resolvers need. */
const facesOf = (options: PaymentsOptions, adapters: ReturnType<typeof openNetwork>[]) => ({
  waiter: createPaymentWaiter(options.database),
  deposits: createDepositWaiter(options.database),
  tellCheck: createCheckLog(options),
  trusting: options.gates.trusting,
  simulatedChains: (mode: Mode) => mode === 'test',
  chainsOf: (mode: Mode) => chainsOf(options, mode),
  faucets: faucetsOf(adapters),
  reconciled: adapters.map(reconciledNetwork),
  captureGates: captureGates(options.gates),
  extensionGates: extensionGates(options.gates),
})

const chainsOf = ({ networks }: Pick<PaymentsOptions, 'networks'>, mode: Mode) =>
  new Set(networks.filter((one) => one.mode === mode).map(({ chain }) => chain))

/** Of a spend before it is accepted. */
function openPorts(
  options: PaymentsOptions,
  adapters: ReturnType<typeof openNetwork>[],
  own: { readonly screener: Screener } & Pick<PaymentsDeps, 'routeRefusal'>,
) {
  const gasQuotes = createGasQuotes(adapters)
  const rates = createRates({ ...options, sandboxModes: new Set(options.networks.some(isSandbox) ? ['test'] : []) })
  return withSandboxPorts({ ...own, merchants: options.merchants, gasQuotes, rates })
}

const reconciledNetwork = ({ mode, chain, adapter }: ReturnType<typeof openNetwork>) => ({
  ...{ id: `${mode}:${chain}`, mode, chain, adapter, tokens: tokenContracts(chain) },
})

/** A network with its adapter; an embedded chain confirms after one block and is read from its first. */
function openNetwork(network: PaymentsNetwork) {
  const { mode, chain, rpcUrls, isEmbedded } = network
  const { chainId, confirmations, gas } = CHAIN_FACTS[chain]
  return {
    ...network,
    adapter: withSandboxChain(mode, createEvmAdapter({ chain, chainId, rpcUrls, domains: knownDomains(chain) })),
    confirmations: isEmbedded ? 1 : confirmations,
    batchRelayer: network.batchRelayer ?? (isEmbedded ? EMBEDDED_BATCH_RELAYER : null),
    gasBudgetWei: network.gasBudgetWei ?? (isEmbedded ? EMBEDDED_GAS_BUDGET_WEI : gas.organizationDayBudget),
    startBlock: isEmbedded ? 0 : ('head' as const),
    pollMs: isEmbedded ? EMBEDDED_POLL_MS : POLL_MS,
  }
}

/** Only test mode has faucets. */
const faucetsOf = (networks: readonly ReturnType<typeof openNetwork>[]) =>
  networks.flatMap(({ mode, chain, adapter, faucetKey }) =>
    mode === 'test' && faucetKey !== null ? [{ chain, adapter, minterKey: faucetKey }] : [],
  )

/** Tokens of an embedded chain have no value, so a fixed rate may price them. */
const isSandbox = ({ mode, isEmbedded }: PaymentsNetwork): boolean => mode === 'test' && isEmbedded
