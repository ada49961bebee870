/**
 * Numbers journals and events inside a commit: sequence and hash in the two chains of the organization, and the event
 * sequence of each wallet. Without gaps and in commit order, because every intent guards the organization's position.
 */
import { invariant } from '../errors.ts'
import { type EventDraft, type EventRow, eventId } from '../events.ts'
import type { OrgId, WalletId } from '../ids.ts'
import {
  isWalletPosting,
  type JournalEntry,
  type JournalRow,
  journalId,
  postToWallet,
  requireBalanced,
} from '../ledger/journal.ts'
import { postUsd, usdModeOf } from '../ledger/usdBalances.ts'
import { type AuditRecord, recordOnly } from './auditRecord.ts'
import { seal } from './hashChain.ts'
import { type OrgPosition, orgRef, usdRef, type WalletPosition, walletRef } from './positions.ts'
import type { FinalVerdict, Intent, Ref, Row } from './types.ts'

export interface Sequencing {
  /** The row as this intent has changed it so far; it must be guarded, or inserted by the same intent. */
  get<T>(ref: Ref<T>): (T & Row) | null
  set<T>(ref: Ref<T>, row: T): void
  readonly appended: { ref: Ref; row: { readonly _id: string } }[]
  addBytes(bytes: number): void
}

/** @returns whether a row of the event log says who acted */
export function sequenceAll(
  intent: Intent<unknown>,
  { kind, writes }: FinalVerdict,
  at: Date,
  to: Sequencing,
  record: AuditRecord | null = null,
): boolean {
  const journals = writes.journals ?? []
  const drafts = writes.events ?? []
  const events = drafts.length === 0 && record !== null && kind === 'done' ? recordOnly(record, writes) : drafts
  if (journals.length === 0 && events.length === 0) return false
  const ref = orgRef(intent.orgId)
  let org: OrgPosition | null = to.get(ref)
  invariant(org !== null, `organization ${intent.orgId} has no position`)
  for (const journal of journals) org = post(journal, org, at, to)
  for (const [index, draft] of events.entries()) org = emit(draft, intent, org, at, to, recordOf(draft, record, index))
  to.set(ref, org)
  return record !== null && events.length > 0
}

/** The fields of the audit log in the row of one event. */
function recordOf(draft: EventDraft, record: AuditRecord | null, index: number): Partial<EventRow> {
  if (draft.by !== undefined) return { by: draft.by, outcome: 'refused' }
  if (record === null) return {}
  const changes = [...(index === 0 ? record.changes : []), ...(draft.changes ?? [])]
  return {
    by: record.by,
    ...(record.isRefused && { outcome: 'refused' as const }),
    ...(changes.length > 0 && { changes }),
  }
}

function post(journal: JournalEntry, org: OrgPosition, at: Date, to: Sequencing): OrgPosition {
  requireBalanced(journal)
  for (const walletId of new Set(journal.lines.flatMap((line) => (isWalletPosting(line) ? line.walletId : [])))) {
    const wallet = getWallet(walletId, to)
    to.set(walletRef(walletId), { ...wallet, balances: postToWallet(wallet.balances, walletId, journal) })
  }
  postDollars(journal, org.orgId, to)
  const { postingKey, lines: posted, ...facts } = journal
  const unsealed: Omit<JournalRow, 'hash' | 'lines'> = {
    _id: journalId(postingKey),
    orgId: org.orgId,
    seq: org.journalSeq + 1,
    ...facts,
    postedAt: at,
    prevHash: org.journalHash,
  }
  // Amounts are hashed as text; converting them here is cheaper than a replacer that visits every value.
  const lines = posted.map((line) => ({ ...line, amount: line.amount.toString() }))
  const { hash, bytes } = seal({ ...unsealed, lines })
  const stored = posted.map((line) => (line.token === 'native' ? { ...line, amount: line.amount.toString() } : line))
  const row: JournalRow = { ...unsealed, lines: stored, hash }
  to.appended.push({ ref: { collection: 'journals', id: row._id }, row })
  to.addBytes(bytes)
  return { ...org, journalSeq: row.seq, journalHash: hash }
}

function postDollars(journal: JournalEntry, orgId: OrgId, to: Sequencing): void {
  const mode = usdModeOf(journal)
  if (mode === null) return
  const ref = usdRef(orgId, mode)
  const position = to.get(ref)
  invariant(position !== null, `${ref.id} does not exist`)
  to.set(ref, { ...position, ...postUsd(position, journal) })
}

function emit(
  draft: EventDraft,
  intent: Intent<unknown>,
  org: OrgPosition,
  at: Date,
  to: Sequencing,
  record: Partial<EventRow>,
): OrgPosition {
  let walletSeq = 0
  if (draft.walletId !== undefined) {
    const wallet = getWallet(draft.walletId, to)
    walletSeq = wallet.seq + 1
    to.set(walletRef(draft.walletId), { ...wallet, seq: walletSeq })
  }
  const cursor = org.cursor + 1
  const unsealed: Omit<EventRow, 'hash'> = {
    _id: eventId(org.orgId, cursor),
    orgId: org.orgId,
    mode: intent.mode,
    cursor,
    type: draft.type,
    resourceId: draft.resourceId,
    walletId: draft.walletId ?? null,
    walletSeq,
    agentId: draft.agentId ?? null,
    createdAt: at,
    data: draft.data,
    ...record,
    prevHash: org.eventHash,
  }
  const { hash, bytes } = seal(unsealed)
  const row: EventRow = { ...unsealed, hash }
  to.appended.push({ ref: { collection: 'events', id: row._id }, row })
  to.addBytes(bytes)
  return { ...org, cursor, eventHash: hash }
}

function getWallet(walletId: WalletId, to: Sequencing): WalletPosition {
  const wallet = to.get(walletRef(walletId))
  invariant(wallet !== null, `wallet ${walletId} has no position`)
  return wallet
}
