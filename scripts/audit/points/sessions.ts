/**
 * Sessions of people (19): each was made from a key of its person with at most its roles, lasts its time, and is not used once
 * it or what it stands for has ended.
 */
import type { Findings } from '../findings.ts'
import type { Event } from '../rows.ts'
import type { Source } from '../source.ts'

interface Session {
  readonly _id: string
  readonly orgId: string
  readonly mode: string
  readonly keyId: string
  readonly personId: string
  readonly kind: string
  readonly status: string
  readonly roles: readonly string[]
  readonly lifetimeSeconds: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt?: Date
  readonly hash?: string
  readonly codeHash?: string
}

interface Key {
  readonly _id: string
  readonly kind: string
  readonly orgId: string
  readonly mode: string
  readonly personId: string
  readonly roles: readonly string[]
  readonly status: string
  readonly validUntil?: Date
  readonly revokedAt?: Date
  readonly suspended?: { readonly at: Date }
  readonly sessionsEndedAt?: Date
}

interface Organization {
  readonly _id: string
  readonly status: string
  readonly statusChange?: { readonly at: Date }
}

interface Act extends Event {
  readonly outcome?: string
  readonly by?: {
    readonly sessionId?: string
    readonly id: string
    readonly personId?: string
    readonly operation: string
  }
}

interface Known {
  readonly session: Session
  readonly key: Key | undefined
  /** From then on it opens nothing. */
  readonly endsAt: number
}

const [CODE_MS, LEAST_S, MOST_S] = [120_000, 60, 43_200]
/** What a session that may only read does with itself. */
const OWN_ACTS = ['openSession', 'signOut', 'revokeSession']

export function openSessionPoint(source: Source, findings: Findings, skewMs: number) {
  let known = new Map<string, Known>()

  /** Reads what the acts of a page were done with. */
  async function prepare(page: readonly Act[]): Promise<void> {
    const ids = new Set(page.flatMap(({ by }) => by?.sessionId ?? []))
    const rows = ids.size === 0 ? [] : await source.find<Session>('sessions', { _id: { $in: [...ids] } })
    known = await withOwners(source, rows)
  }

  function add({ _id, by, createdAt, outcome }: Act): void {
    if (by?.sessionId === undefined) return
    // A session is kept for a month after its end.
    const one = known.get(by.sessionId)
    if (one === undefined) return
    findings.checked(19)
    const { session, endsAt } = one
    const fault = (text: string) => findings.breach(19, `${_id}: ${session._id} ${text}`)
    if (by.id !== session.keyId || by.personId !== session.personId) fault('acts for another key or person')
    const at = createdAt.getTime()
    const isOwn = OWN_ACTS.includes(by.operation)
    // What ends it is committed at that very instant.
    if (outcome !== 'refused' && at > endsAt + skewMs) fault('acts after its end')
    if (at < session.createdAt.getTime() - skewMs) fault('acts before it was made')
    if (session.roles.includes('viewer') && !isOwn && outcome !== 'refused') fault('may only read, and acts')
  }

  async function end(): Promise<void> {
    if (!source.has('sessions')) return findings.nothing(19, 'there are no sessions')
    for await (const page of source.pages<Session>('sessions')) {
      const rows = await withOwners(source, page)
      const events = await eventsOf(source, page)
      const uses = await source.find<{ _id: string; lastUsedAt: Date }>('keyUses', { _id: { $in: [...rows.keys()] } })
      const usedAt = new Map(uses.map(({ _id, lastUsedAt }) => [_id, lastUsedAt]))
      for (const one of rows.values()) {
        findings.checked(19)
        const told = events.get(one.session._id) ?? []
        const faults = [...faultsOfRow(one.session), ...faultsOfKey(one, told), ...faultsOfEvents(one.session, told)]
        const used = usedAt.get(one.session._id)
        if (used !== undefined && used.getTime() > one.endsAt + skewMs) faults.push('was used after its end')
        for (const fault of faults) findings.breach(19, `${one.session._id} ${fault}`)
      }
    }
  }

  return { prepare, add, end }
}

async function withOwners(source: Source, sessions: readonly Session[]): Promise<Map<string, Known>> {
  if (sessions.length === 0) return new Map()
  const keys = await source.find<Key>('apiKeys', { _id: { $in: sessions.map(({ keyId }) => keyId) } })
  const organizations = await source.find<Organization>('organizations', {
    _id: { $in: sessions.map(({ orgId }) => orgId) },
  })
  const [keyOf, orgOf] = [
    new Map(keys.map((one) => [one._id, one])),
    new Map(organizations.map((one) => [one._id, one])),
  ]
  return new Map(
    sessions.map((session) => {
      const key = keyOf.get(session.keyId)
      return [session._id, { session, key, endsAt: endOf(session, key, orgOf.get(session.orgId)) }]
    }),
  )
}

function endOf(session: Session, key: Key | undefined, organization: Organization | undefined): number {
  const { expiresAt, revokedAt, createdAt } = session
  const later = (at: Date | undefined) => (at !== undefined && at >= createdAt ? [at.getTime()] : [])
  const ends = [
    expiresAt.getTime(),
    ...later(revokedAt),
    ...later(key?.revokedAt),
    ...later(key?.validUntil),
    ...later(key?.suspended?.at),
    ...later(key?.sessionsEndedAt),
    ...later(organization?.statusChange?.at),
  ]
  return Math.min(...ends)
}

function faultsOfRow({
  kind,
  status,
  lifetimeSeconds,
  createdAt,
  expiresAt,
  revokedAt,
  hash,
  codeHash,
}: Session): string[] {
  const lasts = expiresAt.getTime() - createdAt.getTime()
  const lifetime = Number(lifetimeSeconds)
  const most = kind === 'token' ? lifetime * 1_000 : lifetime * 1_000 + CODE_MS
  const told = [
    (lifetime < LEAST_S || lifetime > MOST_S) && `lasts ${lifetime} s`,
    status === 'pending' && lasts > CODE_MS && 'has a code that lasts longer than two minutes',
    lasts > most && `ends ${lasts} ms after it was made, of ${most}`,
    (status === 'revoked') !== (revokedAt !== undefined) && `is ${status} and revoked at ${revokedAt?.toISOString()}`,
    status === 'active' && hash === undefined && 'is active and opened by nothing',
    status === 'pending' && (hash !== undefined || codeHash === undefined) && 'is pending and has no code, or is open',
  ]
  return told.filter((fault) => typeof fault === 'string')
}

/** A key whose roles were changed later may have had more of them when the session was made. */
function faultsOfKey({ session, key }: Known, events: readonly Event[]): string[] {
  const { keyId, orgId, mode, personId, roles, createdAt } = session
  if (key === undefined) return [`was made from ${keyId}, which does not exist`]
  if (key.kind !== 'organization' || key.orgId !== orgId || key.mode !== mode || key.personId !== personId)
    return [`was made from ${keyId}, which is not of its person`]
  const wasChanged = events.some((event) => event.type === 'api_key.updated' && event.createdAt >= createdAt)
  return wasChanged || roles.every((role) => has(key, role)) ? [] : [`has other roles than ${keyId}`]
}

const has = ({ roles }: Key, role: string): boolean =>
  role === 'viewer' || roles.includes(role) || (role === 'approver' && roles.includes('admin'))

function faultsOfEvents(session: Session, events: readonly Event[]): string[] {
  const { _id, status, roles, revokedAt } = session
  const own = events.filter(({ resourceId }) => resourceId === _id)
  const [made, again] = own.filter(({ type }) => type === 'session.created')
  const ended = own.filter(({ type }) => type === 'session.revoked')
  const told = [
    (made === undefined || again !== undefined) && 'was made without an event of its own, or with two',
    made !== undefined && String(made.data.roles) !== String(roles) && 'has other roles than those it was made with',
    made !== undefined && made.data.key_id !== session.keyId && 'has another key than the one it was made from',
    (status === 'revoked') !== (ended.length === 1) && `is ${status}, with ${ended.length} events of its end`,
    ended[0] !== undefined && ended[0].createdAt.getTime() !== revokedAt?.getTime() && 'ended at another time',
  ]
  return told.filter((fault) => typeof fault === 'string')
}

/** Of sessions and of their keys, by session. */
async function eventsOf(source: Source, sessions: readonly Session[]): Promise<Map<string, Event[]>> {
  const ids = [...new Set(sessions.flatMap(({ _id, keyId }) => [_id, keyId]))]
  const types = ['session.created', 'session.revoked', 'api_key.updated']
  const rows = await source.find<Event>('events', { resourceId: { $in: ids }, type: { $in: types } })
  const byResource = Map.groupBy(rows, ({ resourceId }) => resourceId)
  return new Map(
    sessions.map(({ _id, keyId }) => [_id, [...(byResource.get(_id) ?? []), ...(byResource.get(keyId) ?? [])]]),
  )
}
