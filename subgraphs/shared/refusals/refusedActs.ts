/**
 * Refused acts in the audit log, at whichever gate: who, what, by which rule, in which request. What only concerns the form of
 * the request or how often it comes (gates 2 to 4) is no act yet. A flood fills nothing: of each caller so many a day are
 * kept, and of the rest their number.
 */
import type { Actor, RefusedActs } from '../acting.ts'
import { isTransient } from '../commit/failures.ts'
import type { Commit } from '../commit/types.ts'
import type { Database } from '../database.ts'
import { DomainError, type ErrorType, type Refusal } from '../errors.ts'
import type { EventDraft } from '../events.ts'
import { ID_PREFIXES, type IdKind, isId } from '../ids.ts'
import type { Log } from '../subgraph.ts'
import { createRefusalBuffer, type RefusedOfOwner } from './buffer.ts'
import { registerRefusalCounts, takeShares } from './counts.ts'
import { refusalFacts } from './facts.ts'
import { omittedEvent, recordRefusals } from './record.ts'

/** Also writes what is noted. */
interface RefusedActLog extends RefusedActs {
  flush(): Promise<void>
}

interface Deps {
  readonly database: Database
  readonly commit: Pick<Commit, 'submit'>
  readonly log: Log
  /** Of the days by which it is counted. */
  readonly clock: { readonly now: () => Date }
}

/** Of the request rather than of the act, or not known to be a refusal at all. */
const NO_ACT: ReadonlySet<ErrorType> = new Set<ErrorType>([
  ...(['invalid_request', 'idempotency_in_progress', 'idempotency_mismatch', 'rate_limited'] as const),
  ...(['payload_too_large', 'gateway_timeout', 'canceled'] as const),
])
/** Before it is known that what the input names is the caller's own. */
const BEFORE_OWNERSHIP: ReadonlySet<ErrorType> = new Set<ErrorType>([
  ...(['authentication_error', 'capability_denied', 'insufficient_scope', 'not_found'] as const),
  ...(['service_unavailable', 'internal_error'] as const),
])

export function createRefusedActs({ database, commit, log, clock }: Deps): RefusedActLog {
  registerRefusalCounts(database)
  const buffer = createRefusalBuffer<EventDraft>(write, log)

  async function write({ callers, ...owner }: RefusedOfOwner<EventDraft>): Promise<void> {
    const asked = callers.map(({ caller, rows, omitted }) => ({ caller, count: rows.length, omitted }))
    const { shares } = await takeShares(database, { ...owner, of: 'acts' }, asked, clock.now())
    const events = callers.flatMap((one, index) => {
      const { kept = 0, told = null } = shares[index] ?? {}
      return [...one.rows.slice(0, kept), ...(told === null ? [] : [omittedEvent(one, told)])]
    })
    await recordRefusals(commit, owner, events)
  }

  return {
    note({ orgId, mode, actor, input, error }) {
      const refusal = refusalOf(error)
      if (NO_ACT.has(refusal.type)) return
      buffer.add({ orgId, mode }, { caller: actor.id, actor }, () => refusedEvent(actor, input, refusal))
    },
    flush: buffer.flush,
  }
}

/** As the caller is told it. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof DomainError) return error
  return { type: isTransient(error) ? 'service_unavailable' : 'internal_error', message: '', details: {} }
}

function refusedEvent(by: Actor, input: object | null | undefined, refusal: Refusal): EventDraft {
  const { type, rule, details } = refusalFacts(refusal)
  const named = BEFORE_OWNERSHIP.has(type) ? undefined : Object.values(input ?? {}).find(isAnyId)
  return {
    ...{ type: 'audit.refused', resourceId: named ?? by.id, by },
    data: { type, rule, details: JSON.parse(JSON.stringify(details)) as object },
  }
}

const isAnyId = (value: unknown): value is string =>
  (Object.keys(ID_PREFIXES) as IdKind[]).some((kind) => isId(kind, value))
