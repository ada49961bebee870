/** The audit log for administrators and compliance: listed, verified and exported, in the mode of the key. */
import { type OrderedArguments, type Page, parseRange, toPage } from '../../../shared/connections.ts'
import { DomainError, invalidField } from '../../../shared/errors.ts'
import type { EventRow } from '../../../shared/events.ts'
import { parseInstant, requireRange } from '../../../shared/fields.ts'
import { type Principal, requireOrganization } from '../../../shared/principal.ts'
import { createTurns } from '../../../shared/turns.ts'
import { findCheckpoints } from '../../models/auditCheckpoints.ts'
import { type AuditRange, countAudit, findAuditPage } from '../../models/auditLog.ts'
import { findEvents } from '../../models/events.ts'
import type { ServiceDeps } from '../../ports.ts'
import { formatEventCursor, parseEventCursor } from '../../rules/eventCursor.ts'
import { openSealer } from './sealKey.ts'
import { type LogVerification, verifyLog } from './verifyLog.ts'

const VERIFIED_MAX = 20_000
const EXPORTED_MAX = 1_000
/** Of a process. It takes the processor for seconds: each mode of an organization has one at a time and one that waits. */
const verifications = createTurns({ inAll: 2, perOwner: 1, waitingMax: 1, waitMaxMs: 10_000 }, tooManyVerifications)

export interface AuditLogArguments extends OrderedArguments {
  readonly subjectId?: string | null
  readonly actor?: string | null
  readonly operation?: string | null
  readonly requestId?: string | null
  readonly outcomes?: readonly ('done' | 'refused')[] | null
  readonly from?: string | null
  readonly until?: string | null
}

/** @throws DomainError invalid_request, gateway_timeout for filters that find little in a long log */
export async function listAuditLog(
  deps: ServiceDeps,
  principal: Principal,
  { orderBy, ...input }: AuditLogArguments,
): Promise<Page<EventRow>> {
  const { orgId, mode } = requireOrganization(principal)
  const range = parseRange(input, (text, path) => parseEventCursor(orgId, text, path))
  const [from, until] = [parseInstant(input.from, 'from', 'day'), parseInstant(input.until, 'until', 'day')]
  requireRange(from, until, ['from', 'until'])
  const { subjectId = null, actor = null, operation = null, requestId = null, outcomes = null } = input
  const filter = { subjectId, actor, operation, requestId, outcomes, from, until }
  const isAscending = orderBy?.direction === 'asc'
  const [after, before] = isAscending ? [range.after, range.before] : [range.before, range.after]
  const all: AuditRange = { orgId, mode, filter, after, before }
  const page = { newestFirst: isAscending === range.isFromEnd, limit: range.limit + 1 }
  return toPage(await findAuditPage(deps.database, all, page), range, {
    cursorOf: (row) => formatEventCursor(orgId, row.cursor),
    countAll: (bounds) => countAudit(deps.database, { ...all, after: null, before: null }, bounds),
  })
}

/** @throws DomainError invalid_request, rate_limited: others of the organization are being made */
export async function verifyAuditLog(
  deps: ServiceDeps,
  principal: Principal,
  { after }: { readonly after?: string | null },
): Promise<LogVerification> {
  const { orgId, mode } = requireOrganization(principal)
  const from = after == null ? 0 : parseEventCursor(orgId, after)
  return verifications.take(`${orgId}:${mode}`, async () =>
    verifyLog({ ...deps, sealer: await openSealer(deps) }, orgId, { after: from, limit: VERIFIED_MAX }),
  )
}

function tooManyVerifications(): DomainError {
  const message = 'The audit log of this organization is being verified already. Wait for that, or try again.'
  return new DomainError('rate_limited', message, { bucket: 'audit-verifications', retry_after_ms: 2_000 })
}

export interface ExportedPart {
  readonly lines: readonly string[]
  readonly nextCursor: string | null
}

/**
 * Rows as they are hashed, and after the last row of each part from which events were deleted its checkpoint. Of the other mode
 * only the links of the chain: their content belongs to other keys.
 * @throws DomainError invalid_request
 */
export async function exportAuditLog(
  deps: ServiceDeps,
  principal: Principal,
  { first, after }: { readonly first?: number | null; readonly after?: string | null },
): Promise<ExportedPart> {
  const { orgId, mode } = requireOrganization(principal)
  const limit = first ?? EXPORTED_MAX
  if (limit < 1 || limit > EXPORTED_MAX)
    throw invalidField('first', 'out_of_range', `must be a whole number from 1 to ${EXPORTED_MAX}`)
  const from = after == null ? 0 : parseEventCursor(orgId, after)
  const rows = await findEvents(deps.database, { orgId, after: from, limit })
  const checkpoints = await findCheckpoints(deps.database, orgId, { after: from, limit })
  const entries = [
    ...rows.map((row) => ({ at: row.cursor, line: row.mode === mode ? row : linksOf(row) })),
    ...checkpoints.map(({ _id, orgId: _, open: __, ...checkpoint }) => ({
      at: Number(checkpoint.sequence),
      line: { checkpoint },
    })),
  ].toSorted((left, right) => left.at - right.at)
  // A row and the checkpoint behind it come together.
  const last = entries[Math.min(limit, entries.length) - 1]?.at ?? 0
  const shown = entries.filter(({ at }) => at <= last)
  const isWhole = rows.length < limit && checkpoints.length < limit && shown.length === entries.length
  return { lines: shown.map(({ line }) => lineOf(line)), nextCursor: isWhole ? null : formatEventCursor(orgId, last) }
}

const linksOf = ({ cursor, prevHash, hash }: EventRow): object => ({ cursor, prevHash, hash })

const lineOf = (row: object): string =>
  JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? value.toString() : value))
