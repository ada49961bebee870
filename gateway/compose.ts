/**
 * The composition root, the only place where subgraphs are connected to their ports. Dependencies run one way: payments
 * gets pure gates, and mandates gets the payments that its kill switches stop. The same parts make one process, a gateway
 * beside subgraph processes, one subgraph alone, or workers alone; state lives in the database and on chain.
 */

import { createAgentGates, createAgents, createOrganizationFacts } from '../subgraphs/agents/index.ts'
import { createCommerce } from '../subgraphs/commerce/index.ts'
import { createEvents, type EventsDeps } from '../subgraphs/events/index.ts'
import { createMandates, mandateGates, policyReader } from '../subgraphs/mandates/index.ts'
import { createPayments, createScreening, type PaymentsOptions } from '../subgraphs/payments/index.ts'
import type { SharedTokens } from '../subgraphs/shared/acp.ts'
import { createChallenges } from '../subgraphs/shared/challenge.ts'
import type { Clock } from '../subgraphs/shared/clock.ts'
import { systemClock, timeOf } from '../subgraphs/shared/clock.ts'
import { createCommit } from '../subgraphs/shared/commit/groupCommit.ts'
import type { GroupCommitOptions } from '../subgraphs/shared/commit/groupCommitOptions.ts'
import { createProcessWorker } from '../subgraphs/shared/commit/processes.ts'
import { prepareCommitStore } from '../subgraphs/shared/commit/store.ts'
import type { StoreFaults } from '../subgraphs/shared/commit/storeFaults.ts'
import type { ReviewedElsewhere } from '../subgraphs/shared/complianceReviews.ts'
import type { Subgraph } from '../subgraphs/shared/contract.ts'
import { openDatabase } from '../subgraphs/shared/database.ts'
import type { DollarsUnderWay, ParkedElsewhere } from '../subgraphs/shared/dollarSpend.ts'
import { newId } from '../subgraphs/shared/ids.ts'
import { allOf } from '../subgraphs/shared/joinWork.ts'
import { onlyTrusted } from '../subgraphs/shared/kya.ts'
import type { Migration } from '../subgraphs/shared/migrations/migration.ts'
import { openClocks } from '../subgraphs/shared/organizationClocks.ts'
import type { RateLimitsInForce } from '../subgraphs/shared/rateLimits.ts'
import { createRefusedActs } from '../subgraphs/shared/refusals/refusedActs.ts'
import { createSecretBox, deriveKeys, masterKeyId } from '../subgraphs/shared/secretBox.ts'
import type { StoppablePayments } from '../subgraphs/shared/stops.ts'
import type { Log, Worker } from '../subgraphs/shared/subgraph.ts'
import { DEFAULT_CHAIN } from '../subgraphs/shared/tokens.ts'
import { createTreasury, type StoppableCards } from '../subgraphs/treasury/index.ts'
import type { Config, SubgraphName } from './config.ts'
import { MIGRATIONS, migrate } from './migrations/list.ts'

export interface ComposeOptions {
  readonly log: Log
  readonly clock?: Clock
  readonly groupCommit?: Partial<GroupCommitOptions>
  /** Test-only: crash points of the group commit. */
  readonly commitFaults?: StoreFaults
  /** Test-only: crash points and timing of settlement. */
  readonly settlement?: PaymentsOptions['settlement']
  /** Test-only: timing of webhooks. */
  readonly delivery?: EventsDeps['delivery']
  /** Test-only: how long one call may move the clock of test mode. */
  readonly clockWorkMs?: () => number
  /** Default: all of `migrations/list.ts`. */
  readonly migrations?: readonly Migration[]
  /** Called when a newer version has migrated the database; default: this process drains and exits. */
  readonly onOutdated?: () => void
}

/** A signal, so that the process drains before it exits. */
const endThisProcess = (): void => void process.kill(process.pid, 'SIGTERM')

export type Service = Awaited<ReturnType<typeof composeService>>

/** Opens the database and builds every subgraph over it. Nothing runs and nothing listens yet. */
export async function composeService(config: Config, options: ComposeOptions) {
  const { log, onOutdated = endThisProcess, migrations = MIGRATIONS } = options
  const schema = migrations.length
  const database = await openMigrated(config, log, migrations)
  const { clock, ...clocks } = openClocks({ database, log, real: options.clock ?? systemClock })
  const gates = gatesOf(config)
  const commit = createCommit({
    ...{ database, clock, log, schema, trusting: gates.trusting },
    ...(options.groupCommit === undefined ? {} : { options: options.groupCommit }),
    ...(options.commitFaults === undefined ? {} : { faults: options.commitFaults }),
  })
  const refusedActs = createRefusedActs({ database, commit, clock, log })
  const shared = { database, commit, clock, newId, log, refusedActs }
  const agentSecrets = secretsOf(config, 'agents')
  const organizations = createOrganizationFacts({ ...shared, secrets: agentSecrets })
  const screening = createScreening({ ...shared, ...listsOf(config) })
  const commerce = createCommerce({
    ...shared,
    ...{ ...commerceConfigOf(config), secrets: secretsOf(config, 'commerce'), killSwitch: mandateGates.killSwitch },
    ...{ tokens: tokensIn(() => payments.sharedTokens), screening: screening.records },
  })
  const payments = createPayments({
    ...shared,
    ...{ baseUrl: config.baseUrl, masterKey: config.masterKey, formerMasterKeys: config.formerMasterKeys },
    ...{ networks: config.networks, screening },
    ...{ named: () => inTurn(organizations.named, commerce.named, () => treasury.named()) },
    ...{ travelRuleMin: config.travelRuleMin, pauseListed: (id: string) => treasury.pauseListed(id) },
    ...{ gates, policies: policyReader },
    ...{ reviewed: reviewedIn(() => treasury.reviewed), reviewSimilar: (id: string) => treasury.reviewSimilar(id) },
    ...{ parked: parkedIn(() => treasury.parked), dollarsUnderWay: underWayIn(() => treasury.underWay) },
    deliveryLedger: (...ended) => treasury.deliveryLedger(...ended),
    ...{ cardSpends: (...asked) => treasury.cardSpends(...asked), otherWork: workIn(() => treasury.work) },
    ...{ merchants: commerce.directory, orderLedger: commerce.orderLedger, stopCharges: commerce.stopCharges },
    agents: { ...organizations, find: organizations.findAgent },
    ...(options.settlement && { settlement: options.settlement }),
  })
  const treasury = createTreasury({
    ...shared,
    ...{ gates, findNamedOwners: organizations.findNamedOwners },
    ...treasuryPortsOf(payments),
    ...{ screening: screening.records, pepper: config.pepper, secrets: secretsOf(config, 'treasury') },
    ...{ ...(config.banks && { banks: config.banks }), timeOf: async (orgId, mode) => timeOf(clock, { orgId, mode }) },
  })
  const work = withCards(payments.work, treasury.cards)
  const mandates = createMandates({
    ...shared,
    ...{ baseUrl: config.baseUrl, organizations },
    ...{ history: payments.history, work },
    targets: {
      findOrganization: organizations.find,
      findAgent: organizations.findAgent,
      isMerchant: async (owner, to) =>
        (await commerce.directory.resolve({ ...owner, to, chain: DEFAULT_CHAIN })).merchant !== null,
    },
  })
  const events = createEvents({
    ...shared,
    ...{ secrets: secretsOf(config, 'events'), baseUrl: config.baseUrl, ...retentionOf(config), merchants: commerce },
    ...{ allowLoopbackReceivers: config.allowLoopbackReceivers, agents: organizations.agents, ...mandates.forEvents },
    ...(options.delivery && { delivery: options.delivery }),
  })
  const agents = createAgents({
    ...shared,
    config: agentsConfigOf(config),
    ...{ secrets: agentSecrets, didChallenges: didChallengesOf(config, clock), work },
    ...{ wallets: payments.wallets, mandates, ...treasury.holders, screening: screening.records },
    dueWork: [...payments.dueWork, ...mandates.dueWork, ...treasury.dueWork, ...events.dueWork],
    findMerchantOwner: commerce.findOwner,
    nodes: nodesOf({ payments, mandates, commerce, treasury, events }),
    ...(options.clockWorkMs && { clockWorkMs: options.clockWorkMs }),
  })
  commit.onCommitted(events.wake)
  await database.prepare()
  await prepareCommitStore(database, schema)
  await clocks.load()
  const subgraphs = { agents, mandates, payments, treasury, commerce, events } satisfies Record<SubgraphName, unknown>
  const workers: readonly Worker[] = Object.values(subgraphs).flatMap((subgraph) => [...subgraph.workers])
  return {
    ...{ database, commit, clock, log, workers },
    ...{ config, subgraphs, work, screening: screening.records, listAges: screening.ages },
    /** Run in every process that commits, whether or not it runs the other workers. */
    processWorkers: [
      createProcessWorker({ ...shared, schema, keyId: masterKeyId(config.masterKey), onOutdated }),
      screening.worker,
      agents.keyUsesWorker,
      clocks.worker,
    ],
    /** Writes what is only noted, drains the group commit, then closes chains and database. */
    async close(deadlineMs: number) {
      // The group commit takes nothing more once it is drained.
      await Promise.all([payments.flushRefusals(), refusedActs.flush()])
      await commit.drain(deadlineMs)
      await payments.close()
      await database.close()
    },
  }
}

async function openMigrated(config: Config, log: Log, migrations: readonly Migration[]) {
  const database = await openDatabase({ uri: config.mongodbUri, name: config.databaseName })
  await migrate({ database, log }, config, migrations).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  return database
}

const listsOf = ({ screeningListAgeMaxMs: listAgeMaxMs, requiredScreeningLists: required = [] }: Config) => ({
  listAgeMaxMs,
  required,
})

const retentionOf = ({ eventRetentionDays: days }: Config) => (days === undefined ? {} : { retentionDays: days })

/**
 * A switch that is swept freezes cards, too, whether or not all payments could be stopped; a frozen wallet or a revoked mandate
 * leaves them as they are.
 */
function withCards(payments: StoppablePayments, cards: StoppableCards): StoppablePayments {
  return {
    ...payments,
    async count(scope) {
      const [work, active] = await Promise.all([payments.count(scope), cards.count(scope)])
      return { ...work, cards: active }
    },
    async stop(scope) {
      const [stopped, frozen] = await allOf([payments.stop(scope), cards.stop(scope)])
      return { ...stopped, cards: frozen }
    },
  }
}

async function* inTurn<T>(...sources: readonly (() => AsyncIterable<T>)[]): AsyncGenerator<T> {
  for (const read of sources) yield* read()
}

const limitsOfAll = ({ rateLimits }: Config): RateLimitsInForce => ({
  requestsPerMinute: rateLimits.organizationPerMinute,
  paymentsPerAgentPerMinute: rateLimits.paymentsPerAgentPerMinute,
})

const treasuryPortsOf = (payments: ReturnType<typeof createPayments>) => ({
  ...{ dollars: payments.dollars, spends: payments.cards, dismissApproval: payments.dismissApproval },
  ...{ deliveries: payments.deliveries, cases: payments.reviewCases, watchDollars: payments.watchDollars },
})

/** The treasury is made after payments, which asks it only once both are there. */
const workIn = (find: () => StoppablePayments): StoppablePayments => ({
  count: (scope) => find().count(scope),
  stop: (scope) => find().stop(scope),
  beginStop: (scope) => find().beginStop(scope),
})

/** Commerce is made before payments, and asks it only once both are there. */
const tokensIn = (find: () => SharedTokens): SharedTokens => ({
  watch: (...asked) => find().watch(...asked),
  findWallet: (...asked) => find().findWallet(...asked),
  findByHash: (hash) => find().findByHash(hash),
  find: (ids) => find().find(ids),
  findOfPayments: (ids) => find().findOfPayments(ids),
  list: (...asked) => find().list(...asked),
  prepareIssue: (...asked) => find().prepareIssue(...asked),
  prepareCharge: (...asked) => find().prepareCharge(...asked),
  prepareAsk: (...asked) => find().prepareAsk(...asked),
  prepareStop: (id) => find().prepareStop(id),
  failCharge: (...failed) => find().failCharge(...failed),
  revokePart: (id) => find().revokePart(id),
  findRepaid: (ids) => find().findRepaid(ids),
  repaid: (...asked) => find().repaid(...asked),
  findPendingApprovals: (ids) => find().findPendingApprovals(ids),
  refresh: (orgId) => find().refresh(orgId),
  wake: () => find().wake(),
})

const underWayIn = (find: () => DollarsUnderWay): DollarsUnderWay => ({
  list: (...asked) => find().list(...asked),
  among: (ids) => find().among(ids),
})

const parkedIn = (find: () => ParkedElsewhere): ParkedElsewhere => ({
  reads: (subject) => find().reads(subject),
  close: (...asked) => find().close(...asked),
  prepare: (...asked) => find().prepare(...asked),
})

const reviewedIn = (find: () => ReviewedElsewhere): ReviewedElsewhere => ({
  reads: (about) => find().reads(about),
  reject: (...asked) => find().reject(...asked),
  prepareClear: (...asked) => find().prepareClear(...asked),
})

const gatesOf = ({ attestationIssuers = [] }: Config) => ({
  ...createAgentGates(onlyTrusted(attestationIssuers.map(({ issuer }) => issuer))),
  ...mandateGates,
})

const agentsConfigOf = (config: Config) => ({
  issuer: config.baseUrl,
  audience: config.tokenAudience,
  tokenLifetimeSeconds: config.tokenLifetimeSeconds,
  refreshLifetimeDays: 30,
  ...{ attestationIssuers: config.attestationIssuers ?? [], rateLimits: limitsOfAll(config) },
  pepper: config.pepper,
})

const commerceConfigOf = ({ baseUrl, processor, allowLoopbackReceivers }: Config) => ({
  ...{ baseUrl, processor, allowLoopbackReceivers },
})

const secretsOf = ({ masterKey, formerMasterKeys }: Config, purpose: string) =>
  createSecretBox(masterKey, purpose, formerMasterKeys)

const didChallengesOf = ({ masterKey, formerMasterKeys = [] }: Config, clock: Clock) =>
  createChallenges(clock, deriveKeys([masterKey, ...formerMasterKeys], 'did-challenges'))

type NodeOwners = Record<'payments' | 'mandates' | 'commerce' | 'treasury' | 'events', Pick<Subgraph, 'hasNode'>>

/** Who knows whether a caller may see a node of each type. */
const nodesOf = ({ payments, mandates, commerce, treasury, events }: NodeOwners) => ({
  ...{ Wallet: payments, Payment: payments, Approval: payments, Hold: payments, ReconciliationMismatch: payments },
  ...{ Transaction: payments, LedgerTransaction: payments, ComplianceCase: payments },
  ...{ Mandate: mandates, MandateVersion: mandates, KillSwitch: mandates },
  ...{ Merchant: commerce, Checkout: commerce, Order: commerce },
  ...{ AccountHolder: treasury, FinancialAccount: treasury, ExternalBankAccount: treasury },
  ...{
    TreasuryMismatch: treasury,
    TreasuryPayment: treasury,
    BookTransfer: treasury,
    Card: treasury,
    CardTransaction: treasury,
  },
  ConversionQuote: treasury,
  ...{ Event: events, Webhook: events, WebhookDelivery: events },
})
