/**
 * What the commit adds to the event log for an act: who it was, and how the rows changed. It stands in the row of the event
 * that the act causes, inside the same transaction and hash chain; an act without an event gets a row of its own, which
 * only the audit log shows. Payments, holds and deposits are not repeated here: their own rows are the record.
 */
import { type Actor, type Change, changeOf } from '../acting.ts'
import type { EventDraft } from '../events.ts'
import { refKey } from './refKey.ts'
import type { FinalVerdict, Ref, Writes } from './types.ts'

export interface AuditRecord {
  readonly by: Actor
  readonly changes: readonly Change[]
  readonly isRefused: boolean
}

/** Rows whose changes are recorded; of positions, which change with every spend, only what people decide. */
const RECORDED: ReadonlySet<string> = new Set([
  ...['agents', 'apiKeys', 'approvals', 'cards', 'cases', 'killSwitches', 'mandates', 'mandateVersions', 'merchants'],
  ...[
    'accountHolders',
    'bankAccounts',
    'bankMismatches',
    'mismatches',
    'organizations',
    'positions',
    'sessions',
    'wallets',
  ],
])
const POSITION_FIELDS: ReadonlySet<string> = new Set([
  ...[
    'accountHolder',
    'alerts',
    'agentId',
    'agentStatus',
    'clocks',
    'complianceFreeze',
    'frozen',
    'honorOpenHolds',
    'kyb',
    'mandate',
    'mismatchCases',
    'quorum',
    'status',
  ],
  ...['strictApprovals', 'returnReview', 'suspendedPeople', 'switches', 'trustMinimum', 'withdrawalApprovals'],
])
/** What a card has spent changes with every spend, too. */
const CARD_FIELDS: ReadonlySet<string> = new Set([
  ...['allowedCategories', 'blockedCategories', 'frozenBy', 'lastFour', 'limits', 'lockedMerchant', 'memo', 'status'],
  ...['statusReason', 'type', 'walletId'],
])
/** Nothing of the amounts by which an account is verified: even their sum leaves few pairs to guess. */
const BANK_ACCOUNT_FIELDS: ReadonlySet<string> = new Set([
  ...['companyId', 'doingBusinessAs', 'financialAccountId', 'lastFour', 'lastReturnReasonCode', 'name', 'owner'],
  ...[
    'ownerType',
    'pauseReason',
    'review',
    'routingNumber',
    'state',
    'type',
    'verificationFailedReason',
    'verificationMethod',
  ],
  'verificationState',
])
const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  ...{ positions: POSITION_FIELDS, cards: CARD_FIELDS, bankAccounts: BANK_ACCOUNT_FIELDS },
}
const CHANGES_MAX = 20

export function auditRecordOf(by: Actor, verdict: FinalVerdict, before: (ref: Ref) => object | null): AuditRecord {
  const { insert = [], set = [] } = verdict.writes
  const changes = [
    ...insert.map(({ ref, row }) => recordedChange(ref, null, row)),
    ...set.map(({ ref, next }) => recordedChange(ref, before(ref), next)),
  ].filter((change) => change !== null)
  return { by, changes: changes.slice(0, CHANGES_MAX), isRefused: verdict.kind === 'refused' }
}

function recordedChange(ref: Ref, before: object | null, after: object): Change | null {
  if (!RECORDED.has(ref.collection)) return null
  const kept = FIELDS[ref.collection]
  const isKept = kept === undefined ? undefined : (field: string) => kept.has(field)
  return changeOf(refKey(ref), before, after, isKept)
}

/** For an act that writes something and emits no event. */
export function recordOnly({ changes }: AuditRecord, writes: Writes): EventDraft[] {
  const isChange = [writes.insert, writes.set, writes.journals].some((part) => part !== undefined && part.length > 0)
  if (!isChange) return []
  const [first] = changes
  const resourceId = first?.resource.split('/').at(-1) ?? writes.insert?.[0]?.ref.id ?? writes.set?.[0]?.ref.id ?? ''
  return [{ type: 'audit.changed', resourceId: resourceId.replace(/^(org|wal):/, ''), data: {} }]
}
