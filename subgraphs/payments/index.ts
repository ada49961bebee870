/** The payments subgraph: wallets, payments, approvals, the gates of every spend, custody, chains and settlement. */

import { type KeyedRequest, openKey } from '../shared/commit/requestKey.ts'
import { buildSubgraph, type Contract, readContract } from '../shared/contract.ts'
import type { Database } from '../shared/database.ts'
import type { Caller, Mode } from '../shared/principal.ts'
import type { MerchantDirectory } from '../shared/spend.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import { CHAIN_FACTS, type Chain } from '../shared/tokens.ts'
import { EMBEDDED_BATCH_RELAYER } from './chains/batchRelayer.ts'
import { createEvmAdapter } from './chains/evm.ts'
import { createLocalCustody, renewDataKeys } from './custody/local.ts'
import { captureGates, extensionGates, orderedGates, preSignGates } from './gates.ts'
import { APPROVALS, approvalSchema } from './models/approvals.ts'
import { CASES, caseSchema } from './models/cases.ts'
import { requestReread } from './models/chainCursors.ts'
import { registerFxRates } from './models/fxRates.ts'
import { HOLDS, holdSchema } from './models/holds.ts'
import { JOURNALS, journalSchema } from './models/journals.ts'
import { PAYMENTS, paymentSchema } from './models/payments.ts'
import { registerRefusals } from './models/refusals.ts'
import { registerScreeningLists } from './models/screeningLists.ts'
import { SCREENINGS, screeningSchema } from './models/screenings.ts'
import { registerTrustChanges } from './models/trustChanges.ts'
import { WALLET_PROOFS, walletProofSchema } from './models/walletProofs.ts'
import { WALLETS, walletSchema } from './models/wallets.ts'
import type { AgentDirectory, NamedRecords, PaymentsDeps, PolicyReader, Screener, SpendGates } from './ports.ts'
import { createApprovalResolvers } from './resolvers/approvalResolvers.ts'
import { createComplianceResolvers } from './resolvers/complianceResolvers.ts'
import { createHoldResolvers } from './resolvers/holdResolvers.ts'
import { createResolvers, type ResolverDeps } from './resolvers/paymentResolvers.ts'
import { createRefundResolvers } from './resolvers/refundResolvers.ts'
import { createTransactionResolvers } from './resolvers/transactionResolvers.ts'
import { TRAVEL_RULE_MIN } from './rules/travelRule.ts'
import { withSandboxChain } from './sandbox/sandboxChain.ts'
import { withSandboxPorts } from './sandbox/sandboxPorts.ts'
import { createScreener } from './screening/screener.ts'
import { backlogOf } from './services/backlog.ts'
import { createSweeps, paymentsDueWork } from './services/dueWork.ts'
import { createGasQuotes } from './services/gasQuotes.ts'
import { cacheWalletModes } from './services/otherMode.ts'
import { createOwnership } from './services/ownership.ts'
import { createPaymentHistory } from './services/paymentHistory.ts'
import type { PaymentRequest } from './services/paymentRequests.ts'
import { type ProvisionInput, provisionWallet, unbindPart } from './services/provisionWallet.ts'
import { createRates } from './services/rates.ts'
import { createRefusalLog } from './services/refusals/refusalLog.ts'
import { createRescreeningWorker } from './services/rescreen.ts'
import { checkedNetwork, createRouteChecks } from './services/routeChecks.ts'
import { createRecordScreening } from './services/screenRecord.ts'
import { createStoppableWork } from './services/stopPayments.ts'
import { submitPayment } from './services/submitPayment.ts'
import { createPaymentWaiter } from './services/waitForPayment.ts'
import { cacheWalletOwners } from './services/walletOwners.ts'
import { createSettlementRules } from './settlement/intents/preSignCheck.ts'
import type { SettlementDeps, SettlementOptions } from './settlement/network/network.ts'
import { createSettlement, registerSettlementModels, tokenContracts } from './settlement/settle.ts'

export { LIST_CATEGORIES } from './rules/screening.ts'
export { importScreeningList, type ListImport, type ListSource } from './services/importScreeningList.ts'
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
  readonly screening: ReturnType<typeof createScreening>
  /** Of other subgraphs: they are screened again when lists change. */
  readonly named: NamedRecords
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
  const rules = createSettlementRules(preSignGates(options.gates), {
    check: ports.screener.check,
    isOutdated: screener.isOutdated,
  })
  const { options: timing, ...hooks } = options.settlement ?? {}
  const needs = { database, commit, clock, log, custody, screener, ...rules, ...hooks }
  const settlement = createSettlement(needs, adapters, timing)
  const deps: PaymentsDeps = {
    ...options,
    ...ports,
    gates: orderedGates(options.gates, contract.access),
    callers: contract.access,
    travelRuleMin: options.travelRuleMin ?? TRAVEL_RULE_MIN,
    walletKeys: custody,
    findWalletOwner: cacheWalletOwners(database),
    findWalletMode: cacheWalletModes(options),
    chains: { test: chainsOf(options, 'test'), live: chainsOf(options, 'live') },
    wakeSettlement: settlement.wake,
  }
  const ownership = createOwnership({
    ...{ ...options, chains: deps.chains, screener: ports.screener },
    adapterOf: (mode, chain) => adapters.find((one) => one.mode === mode && one.chain === chain)?.adapter,
  })
  const stops = { ...options, rules }
  const work = createStoppableWork(stops)
  const refusals = createRefusalLog(options)
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
    /** Pending payments, to be stopped by a kill switch, a revocation or a freeze. */
    work,
    /** The payments of wallets, for the rules of mandates. */
    history: createPaymentHistory(options),
    health: {
      custody: () => custody.health(),
      chains: () => Promise.all(adapters.map(({ adapter }) => adapter.head())),
    },
    /** Operator's command. @returns how many wallets' keys were sealed anew with the present master key */
    renewSecrets: () => renewDataKeys(options),
    /** For a chain that a deep reorganization has stopped (`<mode>:<chain>`). @returns false: it has never been read */
    requestReread: (networkId: string, from: number) => requestReread(database, networkId, from),
    /** Open reconciliation mismatches and failing settlement tasks, counted by kind. */
    backlog: backlogOf(database),
    workers: [
      ...settlement.workers,
      ...[routes.worker, createRescreeningWorker({ ...stops, screener }), ...createSweeps(options)],
    ],
    /** What the clock of an organization makes due. */
    dueWork: paymentsDueWork(options),
    /** Writes the refused attempts that are only noted, which needs the group commit. */
    flushRefusals: () => refusals.flush(),
    close: () => Promise.all(adapters.map(({ adapter }) => adapter.close())),
  } as const
}

/** What only the resolvers need. */
const facesOf = (options: PaymentsOptions, adapters: ReturnType<typeof openNetwork>[]) => ({
  waiter: createPaymentWaiter(options.database),
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

function buildGraph(contract: Contract, deps: ResolverDeps) {
  const [own, approvals, holds] = [createResolvers(deps), createApprovalResolvers(deps), createHoldResolvers(deps)]
  const [transactions, refunds] = [createTransactionResolvers(deps), createRefundResolvers(deps)]
  const compliance = createComplianceResolvers(deps)
  const resolvers = {
    ...{ ...own, ...approvals, ...holds, ...transactions, ...refunds, ...compliance },
    Query: {
      ...own.Query,
      ...approvals.Query,
      ...holds.Query,
      ...transactions.Query,
      ...refunds.Query,
      ...compliance.Query,
    },
    Mutation: {
      ...{ ...own.Mutation, ...approvals.Mutation, ...holds.Mutation, ...refunds.Mutation },
      ...compliance.Mutation,
    },
    Wallet: { ...own.Wallet, ...holds.Wallet, ...transactions.Wallet, ...compliance.Wallet },
    Payment: { ...own.Payment, ...transactions.Payment, ...refunds.Payment },
    Hold: { ...holds.Hold, ...transactions.Hold },
  }
  return buildSubgraph(contract, resolvers, deps.commit)
}

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

function registerCollections(database: Database): void {
  database.model(paymentSchema, PAYMENTS)
  database.model(walletSchema, WALLETS)
  database.model(walletProofSchema, WALLET_PROOFS)
  database.model(approvalSchema, APPROVALS)
  database.model(holdSchema, HOLDS)
  database.model(journalSchema, JOURNALS)
  database.model(screeningSchema, SCREENINGS)
  database.model(caseSchema, CASES)
  registerSettlementModels(database)
  registerFxRates(database)
  registerScreeningLists(database)
  registerRefusals(database)
  registerTrustChanges(database)
}

/** Tokens of an embedded chain have no value, so a fixed rate may price them. */
const isSandbox = ({ mode, isEmbedded }: PaymentsNetwork): boolean => mode === 'test' && isEmbedded

/** The known EIP-712 names and versions; the adapter checks them against the contract. */
function knownDomains(chain: Chain): Record<string, { name: string; version: string }> {
  const deployments = Object.values(CHAIN_FACTS[chain].tokens)
  return Object.fromEntries(
    deployments.flatMap(({ address, eip712 }) => (eip712 === null ? [] : [[address.toLowerCase(), eip712] as const])),
  )
}
