/**
 * Positions: the few, large rows that decisions rest on. `org` is guarded by every intent, so one organization has one
 * serial history; `wal` is the whole of a wallet's spending state; a `gate` is one of 64 copies of the platform's
 * switches, so that platform state does not become one hot row.
 */
import type { AgentId, KillSwitchId, MandateId, OrgId, WalletId } from '../ids.ts'
import type { WalletBalances } from '../ledger/journal.ts'
import type { StoredPolicy } from '../policy.ts'
import type { Mode } from '../principal.ts'
import type { Ref, Row } from './types.ts'

export const SHARD_COUNT = 64

/** A switch as decisions see it; the record with reasons and history stands in `killSwitches`. */
export interface ActiveSwitch {
  readonly switchId: KillSwitchId
  readonly scope: string
  readonly targetId: string
  readonly reason: string
  readonly activatedAt: Date
  /** Null: both modes, as everything that the platform stops. */
  readonly mode: Mode | null
  /** From then on it stops nothing, lifted or not. */
  readonly autoDeactivateAt: Date | null
}

/** What the relayer has spent for an organization on one chain, in wei as text: more than 64 bits may hold. */
export interface GasDay {
  /** The UTC day of `used`. */
  readonly day: string
  readonly used: string
  /** For payments that are accepted and have not ended, whatever their day. */
  readonly reserved: string
}

export interface OrgPosition extends Row {
  readonly orgId: OrgId
  /** Last event cursor given, and the head of the event chain. */
  readonly cursor: number
  readonly eventHash: string
  /** Journals posted, and the head of the journal chain. */
  readonly journalSeq: number
  readonly journalHash: string
  readonly status: 'active' | 'suspended'
  readonly switches: readonly ActiveSwitch[]
  /** Raised by every change of a merchant: a spend prepared on an older directory is prepared again. */
  readonly merchantsVersion: number
  /** By `<mode>:<chain>`. */
  readonly gas?: Readonly<Record<string, GasDay>>
}

export interface PlatformShard extends Row {
  readonly switches: readonly ActiveSwitch[]
  /** Migrations of the version that has the database; absent in rows from before there were any. */
  readonly schema?: number
}

/** One calendar window of a limit, in USD micro units. net: completed; reserved: pending and parked. */
export interface LimitWindow {
  readonly key: string
  readonly net: bigint
  readonly reserved: bigint
}

/** The mandate in force, as decisions read it. The versions with text and history stand in `mandateVersions`. */
export interface MandateInForce {
  readonly mandateId: MandateId
  readonly version: number
  readonly status: 'active' | 'revoked'
  readonly expiresAt: Date | null
  readonly limitTimezone: string
  readonly policy: StoredPolicy
}

export interface WalletPosition extends Row {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly agentStatus: 'active' | 'suspended' | 'revoked'
  /** Last wallet sequence given to an event. */
  readonly seq: number
  readonly frozen: {
    readonly source: 'policy' | 'manual'
    readonly by: string
    readonly reason: string
    readonly at: Date
  } | null
  readonly mandate: MandateInForce | null
  readonly day: LimitWindow | null
  readonly month: LimitWindow | null
  /** Past windows that still have reservations, so that what comes back goes to the window it was taken from. */
  readonly closedWindows: readonly LimitWindow[]
  readonly balances: WalletBalances
  /** Instants of recent policy violations: the tenth within ten minutes freezes the wallet. */
  readonly violations: readonly Date[]
}

export const orgRef = (orgId: OrgId): Ref<OrgPosition> => ({ collection: 'positions', id: `org:${orgId}` })
export const walletRef = (walletId: WalletId): Ref<WalletPosition> => ({
  collection: 'positions',
  id: `wal:${walletId}`,
})
export const shardRef = (index: number): Ref<PlatformShard> => ({ collection: 'positions', id: `gate:${index}` })

/** Platform switches as `decide` sees them: the group commit puts the batch's gate under this one ref. */
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
