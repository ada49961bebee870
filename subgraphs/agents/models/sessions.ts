/** Sessions of people, with hashes of what opens them. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { KeyId, OrgId, SessionId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { SessionFacts, SessionStatus } from '../rules/sessions.ts'

export interface SessionRow extends SessionFacts {
  readonly _id: SessionId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  /** The key from which it was made. */
  readonly keyId: KeyId
  readonly personId: string
  /** HMAC of its token or of the secret of its cookie; absent until the code is used. */
  readonly hash?: string
  /** HMAC of the one-time code. */
  readonly codeHash?: string
  readonly revokedAt?: Date
}

const COLLECTION = 'sessions'
/** For the list, after a session has expired. */
const KEPT_SECONDS = 30 * 86_400

export const sessionRef = (id: SessionId): Ref<SessionRow> => ({ collection: COLLECTION, id })

export function registerSessions(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, createdAt: -1, _id: -1 })
  schema.index({ orgId: 1, mode: 1, personId: 1, createdAt: -1, _id: -1 })
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })
  database.model(schema, COLLECTION)
}

export function findSessions(database: Database, ids: readonly SessionId[]): Promise<SessionRow[]> {
  return database
    .collection<SessionRow>(COLLECTION)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export function findSessionPage(
  database: Database,
  query: {
    readonly orgId: OrgId
    readonly mode: Mode
    /** Absent: of all people. */
    readonly personId?: string
    readonly statuses: readonly SessionStatus[] | null | undefined
    readonly kinds: readonly SessionRow['kind'][] | null | undefined
    readonly at: Date
  },
  args: OrderedArguments,
): Promise<Page<SessionRow>> {
  const { statuses, kinds, at, ...owner } = query
  const byStatus = {
    pending: { status: 'pending', expiresAt: { $gt: at } },
    active: { status: 'active', expiresAt: { $gt: at } },
    expired: { status: { $ne: 'revoked' }, expiresAt: { $lte: at } },
    revoked: { status: 'revoked' },
  }
  const wanted = statuses == null ? {} : { $or: [{ _id: '' }, ...statuses.map((status) => byStatus[status])] }
  const filter = { ...owner, ...wanted, ...(kinds == null ? {} : { kind: { $in: kinds } }) }
  const orders = { created_at: { field: 'createdAt', type: 'date' } } as const
  const rows = database.collection<SessionRow>(COLLECTION)
  return findPage(rows, { name: 'sessions', filter, orders }, args)
}
