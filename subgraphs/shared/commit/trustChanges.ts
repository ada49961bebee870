/**
 * The history of trust scores (domain 4.5): when a commit changes what the score of a wallet's agent rests on, and the score
 * is another than the one noted last, a row says so, with the signals that moved and what caused it. What only time moves,
 * and what the organization's own standing does, is noted with the next such commit.
 */

import type { EventDraft } from '../events.ts'
import type { AgentId, OrgId, WalletId } from '../ids.ts'
import type { OnlyTrusted } from '../kya.ts'
import type { Mode } from '../principal.ts'
import { trustFiguresOf } from '../trust.ts'
import { notedTrust, type TrustSignalName } from '../trustScore.ts'
import { type OrgPosition, orgRef, type WalletPosition } from './positions.ts'
import { refKey } from './refKey.ts'
import { estimateBytes } from './rowSize.ts'
import type { Ref, Row } from './types.ts'

export interface TrustChangeRow {
  /** The wallet and the version of its position, so that ids are in the order of time. */
  readonly _id: string
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly agentId: AgentId
  readonly score: number
  /** Null: the first of its agent. */
  readonly before: number | null
  readonly signals: readonly {
    readonly name: TrustSignalName
    readonly before: number | null
    readonly after: number
  }[]
  /** The type of the event that the commit had; null: it had none. */
  readonly cause: string | null
  /** What that event is about. */
  readonly resourceId: string | null
  readonly createdAt: Date
}

export const TRUST_CHANGES = 'trustChanges'
const VERSION_DIGITS = 12

interface Cause {
  readonly orgId: OrgId
  readonly events: readonly Pick<EventDraft, 'type' | 'resourceId' | 'walletId' | 'data'>[]
  readonly at: Date
  readonly trusting: OnlyTrusted
}

/** What one intent writes, by `refKey`; rows of the history are appended. */
interface Written {
  readonly rows: Map<string, { readonly ref: Ref; readonly row: Row }>
  readonly appended: { readonly ref: Ref; readonly row: { readonly _id: string } }[]
  bytes: number
}

/** @param read rows as they were before this intent */
export function noteTrust(written: Written, read: (key: string) => object | null, given: Cause): void {
  const { orgId, events, at } = given
  const own = refKey(orgRef(orgId))
  const org = (written.rows.get(own)?.row ?? read(own)) as OrgPosition | null
  if (org === null) return
  for (const [key, { ref, row: after }] of written.rows) {
    if (!isWalletPosition(ref, after)) continue
    const found = changeOf(read(key) as WalletPosition | null, after, org, given)
    if (found === null) continue
    const cause = events.find(({ walletId }) => walletId === after.walletId) ?? events[0]
    // A flag is about a wallet: what it was raised for says more.
    const about = cause?.data.screening_id ?? cause?.resourceId ?? null
    const facts = { cause: cause?.type ?? null, resourceId: about === null ? null : String(about), createdAt: at }
    const row: TrustChangeRow = { ...found.change, ...facts }
    const next: WalletPosition = { ...after, trust: found.noted }
    written.rows.set(key, { ref, row: next })
    written.appended.push({ ref: { collection: TRUST_CHANGES, id: row._id }, row })
    written.bytes += estimateBytes(row)
  }
}

const isWalletPosition = ({ collection, id }: Ref, _row: Row): _row is WalletPosition =>
  collection === 'positions' && id.startsWith('wal:')

/** Null where nothing is to be noted. */
function changeOf(
  before: WalletPosition | null,
  after: WalletPosition,
  org: OrgPosition,
  { trusting, at }: Pick<Cause, 'trusting' | 'at'>,
) {
  const { agentId, walletId, orgId, mode } = after
  // Most commits leave it alone; then nothing is computed.
  const isSame =
    before?.conduct === after.conduct &&
    before?.kya === after.kya &&
    before?.agentId === agentId &&
    before?.complianceFreeze === after.complianceFreeze
  if (agentId === null || after.conduct === undefined || isSame) return null
  const figuresOf = (wallet: WalletPosition) => notedTrust(trustFiguresOf(trusting(wallet), org, mode, at))
  const noted = figuresOf(after)
  const former = before?.agentId === agentId ? (before.trust ?? figuresOf(before)) : null
  if (former?.score === noted.score) return null
  const names = Object.keys(noted.values) as readonly TrustSignalName[]
  const moved = names.filter((name) => former?.values[name] !== noted.values[name])
  const change = {
    _id: `${walletId}/${String((before?.v ?? 0) + 1).padStart(VERSION_DIGITS, '0')}`,
    ...{ orgId, mode, walletId, agentId, score: noted.score, before: former?.score ?? null },
    signals: moved.map((name) => ({ name, before: former?.values[name] ?? null, after: noted.values[name] })),
  }
  return { noted, change }
}
