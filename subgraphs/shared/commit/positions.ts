/**
 * Positions: the few, large rows that decisions rest on. `org:` is guarded by every intent, so each organization has one
 * serial history; `wal:` is the whole spending state of a wallet; `usd:` the dollars of an organization in one mode; `gate:` is one of 64 shards with the switches of the
 * platform, so that these do not become one hot row.
 */

import type { OwnAlerts } from '../alerts.ts'
import type { Review } from '../complianceReviews.ts'
import type { Conduct } from '../conduct.ts'
import type { AccountHolderId, AgentId, CaseId, KillSwitchId, MandateId, OrgId, WalletId } from '../ids.ts'
import type { HolderDecision, KyaEvidence, KybStatus } from '../kya.ts'
import type { WalletBalances } from '../ledger/journal.ts'
import type { UsdLedger } from '../ledger/usdBalances.ts'
import type { MovedClock } from '../organizationTime.ts'
import type { StoredPolicy } from '../policy.ts'
import type { Mode } from '../principal.ts'
import type { QuorumRule } from '../quorum.ts'
import type { Token } from '../tokens.ts'
import type { NotedTrust } from '../trustScore.ts'
import type { Ref, Row } from './types.ts'

export const SHARD_COUNT = 64

/** A switch as decisions see it; its record with reasons and history is in `killSwitches`. */
export interface ActiveSwitch {
  readonly switchId: KillSwitchId
  readonly scope: string
  readonly targetId: string
  readonly reason: string
  readonly activatedAt: Date
  /** Null: both modes, as for every switch of the platform. */
  readonly mode: Mode | null
  /** From then on it stops nothing new, deactivated or not. */
  readonly autoDeactivateAt: Date | null
}

/** What the relayer has spent for an organization on one chain, in wei as text: more than 64 bits may hold. */
export interface GasDay {
  /** The UTC day of `used`. */
  readonly day: string
  readonly used: string
  /** For accepted payments that have not ended, of any day. */
  readonly reserved: string
  /** That of the day, as of the last payment that was accepted; absent in rows of earlier versions. */
  readonly budget?: string
}

export interface OrgPosition extends Row {
  readonly orgId: OrgId
  /** The cursor of the last event, and its hash. */
  readonly cursor: number
  readonly eventHash: string
  /** The number of journals, and the hash of the last one. */
  readonly journalSeq: number
  readonly journalHash: string
  readonly status: 'active' | 'suspended'
  readonly switches: readonly ActiveSwitch[]
  /** Raised by every change of a merchant: a spend prepared with an older version is prepared again. */
  readonly merchantsVersion: number
  /** Whether open holds outlive the mandate that they were placed under; absent: they do not. */
  readonly honorOpenHolds?: Readonly<Partial<Record<Mode, boolean>>>
  /** By `<mode>:<chain>`. */
  readonly gas?: Readonly<Record<string, GasDay>>
  /** By mode; absent: the default rules. */
  readonly quorum?: Readonly<Partial<Record<Mode, readonly QuorumRule[]>>>
  /** Whether its business was accepted; absent: not looked at yet. */
  readonly kyb?: Readonly<Partial<Record<Mode, { readonly status: KybStatus; readonly at: Date }>>>
  /** What the bank has decided about it; absent: there is no account holder, or its decision is as it was in an earlier release. */
  readonly accountHolder?: Readonly<Partial<Record<Mode, HolderDecision>>>
  /** People of whom no key opens anything, by mode; absent: nobody. */
  readonly suspendedPeople?: Readonly<Partial<Record<Mode, readonly string[]>>>
  /** Whether only people decide who have nothing to do with the agent, nor with each other; absent: it is not so strict. */
  readonly strictApprovals?: Readonly<Partial<Record<Mode, boolean>>>
  /** Whether withdrawals of agents need the approval of a person; absent: they do. */
  readonly withdrawalApprovals?: Readonly<Partial<Record<Mode, boolean>>>
  /** The least trust score that may spend; absent: the default one. */
  readonly trustMinimum?: Readonly<Partial<Record<Mode, number>>>
  /** When it wants to be told of what runs out; absent: the default thresholds. */
  readonly alerts?: OwnAlerts
  /** Of modes whose time was moved; absent: real time. */
  readonly clocks?: Readonly<Partial<Record<Mode, MovedClock>>>
}

export interface PlatformShard extends Row {
  readonly switches: readonly ActiveSwitch[]
  /** The revision of the screening lists in force; absent before the first import. */
  readonly lists?: number
  /** How many migrations the newest version of the service has run; absent in rows from before the first one. */
  readonly schema?: number
}

/** One calendar window of a limit, in USD micro units. net: completed; reserved: pending and parked. */
export interface LimitWindow {
  readonly key: string
  readonly net: bigint
  readonly reserved: bigint
}

/** The mandate in force, as decisions read it. The versions with text and history are in `mandateVersions`. */
export interface MandateInForce {
  readonly mandateId: MandateId
  readonly version: number
  readonly status: 'active' | 'revoked'
  readonly expiresAt: Date | null
  readonly limitTimezone: string
  readonly policy: StoredPolicy
}

/** A mandate that had ended when the next one was written. */
export interface EndedMandate {
  readonly mandateId: MandateId
  readonly status: 'revoked' | 'expired'
}

/** What was spent, or arrived, in a stretch of time that begins then, in USD micro units. */
export interface SpentSum {
  readonly from: Date
  readonly usdMicro: bigint
}

/** A deposit of the last hour, and how much of that token has left the wallet since. */
export interface Inflow {
  readonly at: Date
  readonly token: Token
  readonly units: bigint
  readonly out: bigint
}

/**
 * What a wallet has spent lately, for the rules against money laundering (domain 4.4): what was accepted or parked, each
 * counted once, when it was requested. Bounded, whatever the wallet spends.
 */
export interface SpendActivity {
  /** Of the first spend that was counted. */
  readonly since: Date
  /** Instants of the last spends, oldest first. */
  readonly recent: readonly Date[]
  /** By UTC hour, of a day. */
  readonly hours: readonly SpentSum[]
  /** By UTC day, of a month. */
  readonly days: readonly SpentSum[]
  /** Instants of the last spends of a kind that is watched, such as those just below a threshold. */
  readonly marks: Readonly<Record<string, readonly Date[]>>
}

/** What the credentials of an agent open, as its row has it, for commits that see only its wallet. */
export interface AgentCredentials {
  readonly agentId: AgentId
  /** Tokens with a lower number of its API key have ended. */
  readonly keyVersion: number
  /** So have those of these. */
  readonly families: readonly { readonly familyId: string; readonly until: Date }[]
  readonly capabilities: readonly string[]
}

export interface WalletPosition extends Row {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly agentStatus: 'active' | 'suspended' | 'revoked'
  /** Of this agent or one that it had; absent: none was ever changed. */
  readonly agentCredentials?: AgentCredentials
  /** Evidence about the agent, at most one of each type; absent: the agent is from before levels were enforced. */
  readonly kya?: readonly KyaEvidence[]
  /** What the trust score of the agent rests on; absent: nothing is known yet. */
  readonly conduct?: Conduct
  readonly conductDays?: string
  /** The trust score that its history has noted last; absent until it has moved once. */
  readonly trust?: NotedTrust
  /** The wallet sequence of the last event. */
  readonly seq: number
  readonly frozen: {
    readonly source: 'policy' | 'manual'
    readonly by: string
    readonly reason: string
    readonly at: Date
  } | null
  /** Why compliance has frozen it, and how often it found a reason; absent: it has not (see `complianceFreezeOf`). */
  readonly complianceFreeze?: NonNullable<WalletPosition['frozen']> & {
    readonly times: number
    /** The first that have lost the wallet since: it stays frozen for their names, too. Absent: none. */
    readonly formerAgents?: readonly AgentId[]
  }
  /**
   * Cases about its money (see `keepCase`), which whoever unfreezes it asks, whatever else has frozen it. Empty: all were
   * lifted. Absent: none since they are kept.
   */
  readonly mismatchCases?: readonly CaseId[]
  readonly mandate: MandateInForce | null
  /** Those that were replaced in force, down to the one that is now: what was accepted under them goes on and ends with it. */
  readonly carriedMandates?: readonly MandateId[]
  /** The last of those that ended, with all that they had taken over: what was accepted under one is not paid under another. */
  readonly endedMandates?: readonly EndedMandate[]
  readonly day: LimitWindow | null
  readonly month: LimitWindow | null
  /** Past windows that still have reservations, which are released in the window that they were made in. */
  readonly closedWindows: readonly LimitWindow[]
  /** How many cards it ever had: what was counted of its cards is outdated once another has been issued. */
  readonly cardsIssued?: number
  /** When the windows were last recounted in another time zone: what was decided until then counts by that one. */
  readonly recountedAt?: Date
  readonly balances: WalletBalances
  /** Instants of recent policy violations: the tenth within ten minutes freezes the wallet. */
  readonly violations: readonly Date[]
  /** Absent until the first spend that is counted. */
  readonly activity?: SpendActivity
  /** Large deposits of the last hour; absent without one. */
  readonly inflows?: readonly Inflow[]
}

/** Of the few organizations whose time was moved; by it the processes find them. */
export const MOVED_AT = 'clocks.test.movedAt'

/** What was collected, or withdrawn, in a day or month of the bank's time, in cents. */
export interface CollectedSum {
  readonly key: string
  readonly cents: bigint
}

/** The debits of one day in the bank's time, and how many of them came back by now, by group. */
export interface ReturnDay {
  readonly day: string
  readonly debits: number
  readonly unauthorized: number
  readonly administrative: number
  readonly returned: number
}

/** The dollars of an organization in one mode, and what decisions about them need besides. Bounded. */
export interface UsdPosition extends Row, UsdLedger {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly holderId: AccountHolderId
  /** Programme limits of collections; null before the first one. */
  readonly day: CollectedSum | null
  readonly month: CollectedSum | null
  /** What agents have withdrawn that no person has approved; absent: nothing. */
  readonly withdrawn?: { readonly day: CollectedSum | null; readonly month: CollectedSum | null }
  /** Of the last 60 days, oldest first. */
  readonly returns: readonly ReturnDay[]
  /** Of the last rate of returns that was crossed; absent: none was. */
  readonly returnReview?: Review
  /** External bank accounts that are not closed, with the keyed hash of their numbers; few. */
  readonly bankAccounts: readonly { readonly id: string; readonly hash: string }[]
  /** By financial account: the event of a payment that moved it last, null for a move of another kind, and when. */
  readonly touched?: Readonly<Record<string, { readonly token: string | null; readonly at: Date }>>
}

export const usdRef = (orgId: OrgId, mode: Mode): Ref<UsdPosition> => ({
  collection: 'positions',
  id: `usd:${orgId}:${mode}`,
})
export const orgRef = (orgId: OrgId): Ref<OrgPosition> => ({ collection: 'positions', id: `org:${orgId}` })
export const walletRef = (walletId: WalletId): Ref<WalletPosition> => ({
  collection: 'positions',
  id: `wal:${walletId}`,
})
export const shardRef = (index: number): Ref<PlatformShard> => ({ collection: 'positions', id: `gate:${index}` })

/** The switches of the platform as `decide` reads them: the store puts the shard of the batch under this ref. */
export const PLATFORM: Ref<PlatformShard> = { collection: 'positions', id: 'gate' }

export function newOrgPosition(orgId: OrgId): Omit<OrgPosition, '_id' | 'v'> {
  return {
    orgId,
    cursor: 0,
    eventHash: '',
    journalSeq: 0,
    journalHash: '',
    status: 'active',
    switches: [],
    merchantsVersion: 1,
  }
}
