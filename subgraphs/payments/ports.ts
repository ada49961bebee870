/**
 * The dependencies of payments, as narrow interfaces that the composition root implements: the gates that other subgraphs
 * own, the merchant directory, screening and custody, and the shared machinery that its services run on.
 */

import type { Declarations } from '../shared/access.ts'
import type { OrderLedger } from '../shared/acp.ts'
import type { PlatformShard, WalletPosition } from '../shared/commit/positions.ts'
import type { Ref, State } from '../shared/commit/types.ts'
import type { ReviewedElsewhere } from '../shared/complianceReviews.ts'
import type { DollarsUnderWay, ParkedElsewhere } from '../shared/dollarSpend.ts'
import type { DomainError } from '../shared/errors.ts'
import type { AgentId, KeyId, OrgId, WalletId } from '../shared/ids.ts'
import type { OnlyTrusted } from '../shared/kya.ts'
import type { MerchantDirectory } from '../shared/merchantDirectory.ts'
import type { Amount } from '../shared/money.ts'
import type { Originator } from '../shared/originator.ts'
import type { StoredPolicy } from '../shared/policy.ts'
import type { Mode, Owned, Role } from '../shared/principal.ts'
import type { NamedRecord, OwnerOfMoney, RecordScreening } from '../shared/recordScreening.ts'
import type { AnySpend, Gate, ScreenedOwner, Screening, ScreeningCheck } from '../shared/spend.ts'
import type { Stoppable } from '../shared/stoppable.ts'
import type { SubgraphDeps } from '../shared/subgraph.ts'
import type { Chain, Token } from '../shared/tokens.ts'
import type { CustodyProvider } from './custody/custodyProvider.ts'
import type { MandateUsage, Policy, PolicyDecision } from './generated.ts'
import type { ListVersion } from './models/screeningLists.ts'

/** Gates that mandates and agents own. */
export interface SpendGates {
  readonly agentBound: Gate<Pick<AnySpend, 'caller'>>
  readonly agentStanding: Gate<Pick<AnySpend, 'caller'>>
  readonly kya: Gate<AnySpend>
  readonly trust: Gate<Pick<AnySpend, 'mode'>>
  readonly verified: Gate<Pick<AnySpend, 'mode'>>
  readonly killSwitch: Gate<Stoppable>
  readonly mandateState: Gate<Pick<AnySpend, 'walletId'>>
  readonly policy: Gate<AnySpend>
  /** Leaves out what does not count of the evidence about an agent. */
  readonly trusting: OnlyTrusted
}

/** What is screened. `payment`: what is paid there; absent for an address by itself. */
export interface Screened {
  readonly address: string | null
  readonly mode: Mode
  /** For whom: the comparisons of names of one organization take turns. */
  readonly orgId?: OrgId
  /** Who only asks, without a spend: its names keep nothing waiting but other names that it asks about. */
  readonly askedBy?: string
  readonly payment?: { readonly units: bigint }
  /** Of who is paid. */
  readonly names?: readonly string[]
  /** Who pays: only what denies counts, because a name like one on a list is flagged when it is given. */
  readonly owner?: ScreenedOwner
}

/** A record that is kept of somebody: it is screened by the lists there are, because only spends have to wait for new ones. */
interface ScreenedRecord {
  /** As of what is screened. */
  readonly orgId?: OrgId
  readonly names: readonly string[]
  readonly addresses?: readonly string[]
}

/** A screening list, and until when spends may rest on it; null: it is part of the product. */
export interface ScreeningList extends Pick<ListVersion, 'list' | 'category' | 'version' | 'effectiveAt'> {
  readonly entries: number
  readonly importedAt: Date | null
  readonly validUntil: Date | null
}

export interface Screener {
  /** @throws DomainError service_unavailable: without current lists nothing is paid */
  screen(input: Screened): Promise<Screening>
  /** @throws DomainError service_unavailable: the lists cannot be read */
  screenRecord(input: ScreenedRecord): Promise<Pick<Screening, 'checks' | 'revision'>>
  /** By the lists in memory, however old they are: what denies by itself. */
  check(input: Screened): readonly ScreeningCheck[]
  /** By the lists in memory: names that are equal to one on a sanctions list. */
  checkNames(names: readonly string[]): readonly ScreeningCheck[]
  /** The next screening reads which lists are in force: a commit has found those of this process outdated. */
  refresh(): void
  /** Whether this process does not have the lists in force; then it begins to read them. */
  isOutdated(platform: PlatformShard): boolean
  /** Whether nothing may be accepted or signed: no list, or one that is too old. */
  isUnavailable(mode: Mode): boolean
  /** The same, with what says why. */
  unavailable(mode: Mode): DomainError | null
  /** Of the lists in memory; 0: only those that are part of the product. */
  readonly revision: number
  /** With figures. @throws DomainError service_unavailable: the lists cannot be read */
  inForce(): Promise<readonly ScreeningList[]>
  /** Names and versions of the lists in memory. */
  versions(): readonly { readonly list: string; readonly version: string }[]
  /** The same of a revision. */
  versionsAt(revision: number): Promise<readonly { readonly list: string; readonly version: string }[]>
  /** Every address on a sanctions list, lower case, with the version of the list. */
  /** The same array until a list changes. */
  sanctioned(): readonly { readonly address: string; readonly version: string }[]
}

/** The rate that an amount was priced with; null for tokens that are worth a dollar. */
export type AppliedRate = { readonly rate: string; readonly asOf: Date } | null

/**
 * Converts between token amounts and US dollars, other currencies by their stored rate.
 * @throws DomainError fx_rate_unavailable without a recent rate
 */
export interface Rates {
  /**
   * Rounded up: what the limits count.
   * @param to the address that is paid
   */
  toUsdMicro(
    amount: Amount,
    mode: Mode,
    to?: string | null,
  ): Promise<{ readonly usdMicro: bigint; readonly fx: AppliedRate }>
  /**
   * Rounded down: what dollars buy.
   * @param payee as the caller names it
   */
  fromUsdMicro(
    usdMicro: bigint,
    token: Token,
    mode: Mode,
    payee?: string,
  ): Promise<{ readonly amount: Amount; readonly fx: AppliedRate }>
}

interface GasQuote {
  readonly estimateWei: bigint
  /** For the organization and the UTC day. */
  readonly budgetWei: bigint
}

/** Undefined where no relayer pays. */
export type GasQuotes = (mode: Mode, chain: Chain, transfer?: Transfer) => GasQuote | undefined

interface Transfer {
  readonly to: string | null
  readonly units: bigint
}

/** Why a configured chain takes no payments in a token now (`no_route`); null: it does. */
export type RouteRefusal = (mode: Mode, chain: Chain, token: Token, transfer?: Transfer) => DomainError | null

/** A stored decision as the graph shows it, with its limits and remaining amounts in US dollars, as decimal text. */
interface DecisionView {
  readonly record: PolicyDecision
  readonly limitPerTx: string | null
  readonly remainingDay: string | null
  readonly remainingMonth: string | null
}

/** Decisions, policies and usage in the shapes of the graph. */
export interface PolicyReader {
  describeDecision(stored: object): DecisionView
  describePolicy(policy: StoredPolicy): Policy
  /** The live budget of a wallet; null without a mandate. */
  describeUsage(wallet: WalletPosition, at: Date): MandateUsage | null
}

/** Registered agents, which agents owns. */
export interface AgentDirectory {
  find(agentId: AgentId): Promise<(Owned & { readonly walletId: WalletId }) | null>
  /** Who pays, where the organization has stated its legal name and address; else null. */
  findOriginator(orgId: OrgId, mode: Mode): Promise<Originator | null>
  /** The organization, and the agent, that own a wallet, as they are screened. */
  findNamedOwners(wallet: OwnerOfMoney): Promise<readonly NamedRecord[]>
  /** The persons behind these keys of organizations, by key; without the keys that are none. */
  findPeople(keyIds: readonly KeyId[]): Promise<ReadonlyMap<KeyId, Person>>
  /** Whether a person decides independently of who requested it and who has approved it. */
  prepareDecisionRights(input: Deciding): Promise<DecisionRights>
  /** Which of these decisions still count: those of people who may still give them. */
  prepareVotes<V extends KeyOfPerson>(
    electorate: Pick<Deciding, 'orgId' | 'mode'> & { readonly role: Role | null },
    votes: readonly V[],
  ): Promise<Votes<V>>
  /** The people who do now, for each of these. */
  findDeciders(
    electorate: Pick<Deciding, 'orgId' | 'mode' | 'role'>,
    subjects: readonly Pick<Deciding, 'requestedBy' | 'approvers' | 'isStrict'>[],
  ): Promise<readonly (readonly Person[])[]>
}

interface KeyOfPerson {
  readonly personId: string
  readonly keyId: KeyId
}

interface Deciding {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly requestedBy:
    | { readonly kind: 'agent'; readonly agentId: AgentId }
    | ({ readonly kind: 'organization' } & KeyOfPerson)
    /** Nobody: the service itself. */
    | null
  readonly decider: KeyOfPerson
  /** Who has approved already. */
  readonly approvers: readonly KeyOfPerson[]
  /** Role of those who may decide. */
  readonly role: Role
  /** The organization was strict when it was requested; whatever it is now, it is decided so. */
  readonly isStrict: boolean
}

export interface DecisionRights {
  /** For the commit of the decision. */
  readonly reads: readonly Ref[]
  /** What the requester may do by now; nothing where that is as it was. */
  readonly requester: Partial<Record<'capabilities' | 'roles', readonly string[]>> | { readonly removed: DomainError }
  /** Whether that has changed since: then it has to be prepared again. */
  isOutdated(state: State, at: Date): boolean
  /** Null: the person may. */
  refusal(state: State): DomainError | null
}

export interface Votes<V = KeyOfPerson> {
  /** For the commit that counts them. */
  readonly reads: readonly Ref[]
  /** Those that count. */
  readonly standing: readonly V[]
  /** Whether that has changed since: then it has to be prepared again. */
  isOutdated(state: State, at: Date): boolean
}

export interface Person {
  readonly personId: string
  /** As it was given with the key; null: none was. */
  readonly name: string | null
}

export interface WalletOwner extends Pick<Owned, 'orgId' | 'mode'> {
  readonly custody: 'local' | 'external'
}

/** All records that name somebody, page by page. */
export type NamedRecords = () => AsyncIterable<readonly NamedRecord[]>

export interface PaymentsDeps extends SubgraphDeps {
  /** What is under way in the treasury; absent: there is none. */
  readonly dollarsUnderWay?: DollarsUnderWay
  readonly agents: AgentDirectory
  readonly gates: readonly Gate[]
  /** Access declarations of this contract, for operations that check access themselves. */
  readonly callers: Declarations
  readonly merchants: MerchantDirectory
  readonly policies: PolicyReader
  /** From this amount on a payee has to be known by name (domain 4.4), in USD micro units. */
  readonly travelRuleMin: bigint
  readonly screener: Pick<
    Screener,
    | 'screen'
    | 'screenRecord'
    | 'check'
    | 'refresh'
    | 'isOutdated'
    | 'inForce'
    | 'versions'
    | 'versionsAt'
    | 'sanctioned'
  >
  /** Screens whoever gets a wallet. */
  readonly records: RecordScreening
  readonly rates: Rates
  /** Absent where no relayer pays for gas. */
  readonly gasQuotes?: GasQuotes
  readonly routeRefusal: RouteRefusal
  readonly walletKeys: Pick<CustodyProvider, 'createWallet'>
  /** Whom to screen of a wallet, by the lists of this process; null for an unknown one. */
  readonly findScreenedOwner: (walletId: WalletId) => Promise<ScreenedOwner | null>
  /** The organization, mode and custody of a wallet, which never change; null for an unknown one. */
  readonly findWalletOwner: (walletId: WalletId) => Promise<WalletOwner | null>
  /** The mode of the wallet at an address (EIP-55); null where the service has none. */
  readonly findWalletMode: (address: string) => Promise<Mode | null>
  /** Chains with an adapter, by mode: a test key can never spend on a live chain. */
  readonly chains: Readonly<Record<Mode, ReadonlySet<Chain>>>
  /** What the treasury parks for approvals; absent where there is none. */
  readonly parked?: ParkedElsewhere
  /** What the treasury has under review; absent where there is none. */
  readonly reviewed?: ReviewedElsewhere
  /** What money that comes back does to orders; absent where nothing is ordered. */
  readonly orderLedger?: OrderLedger
  /** Wakes the settlement worker of this process after a payment was queued. */
  readonly wakeSettlement: () => void
}
