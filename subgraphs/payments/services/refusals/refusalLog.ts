/**
 * Notes refused attempts to spend and writes them a moment later, many at once: a refusal costs its caller nothing more, and
 * one caller or organization that is refused all the time leaves room for the others.
 */
import { type Actor, actorOf, currentAct, runAsService } from '../../../shared/acting.ts'
import { timeOf } from '../../../shared/clock.ts'
import { requireDone } from '../../../shared/commit/submit.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { DomainError } from '../../../shared/errors.ts'
import type { EventDraft } from '../../../shared/events.ts'
import { isId, type WalletId } from '../../../shared/ids.ts'
import type { Caller, RequestContext } from '../../../shared/principal.ts'
import type { SubgraphDeps } from '../../../shared/subgraph.ts'
import { keepRefusals, type RefusalRow } from '../../models/refusals.ts'
import { findWallets } from '../../models/wallets.ts'
import { attemptData, attemptedSpend } from '../../rules/attemptedSpend.ts'
import { isListedRefusal, REFUSED_OPERATIONS, refusalFacts } from '../../rules/refusals.ts'

const LIFE_MS = 30 * 24 * 3_600_000
const FLUSH_MS = 500
/** Between two writes: attempts of one caller, and of all; callers of one organization and mode; and organizations. */
const ATTEMPTS_MAX = 20
const ALL_ATTEMPTS_MAX = 20_000
const CALLERS_MAX = 100
const OWNERS_MAX = 1_000
const RECORDED_AT_ONCE = 50

export interface SpendAttempt {
  readonly operation: keyof typeof REFUSED_OPERATIONS
  readonly input: { readonly walletId?: string | null | undefined }
}

type Requested = Parameters<typeof attemptedSpend>[1] & { readonly walletId: WalletId }
/** Notes what the request asks for, once it is parsed, and returns it. */
export type Tell = <R extends Requested>(request: R) => R

export interface RefusalLog {
  /** Runs the operation; what refuses it is noted with what it has told of the request, and thrown on. */
  watch<T>(context: RequestContext, attempt: SpendAttempt, act: (tell: Tell) => Promise<T>): Promise<T>
  /** Writes what is noted. */
  flush(): Promise<void>
}

/** `by`: for the audit log, where nothing that the refusal left behind is in it already. */
type Noted = RefusalRow & { readonly by?: Actor }
interface Waiting {
  readonly caller: string
  readonly rows: Noted[]
  omitted: number
  /** Of the last attempt. */
  by: Actor | null
}
interface WaitingOwner extends Pick<RefusalRow, 'orgId' | 'mode'> {
  readonly callers: Map<string, Waiting>
  /** Of further callers. */
  omitted: number
}

export function createRefusalLog(
  deps: Pick<SubgraphDeps, 'database' | 'commit' | 'clock' | 'log' | 'newId'>,
): RefusalLog {
  const { database, commit, clock, log } = deps
  let waiting = new Map<string, WaitingOwner>()
  /** Attempts that there was no room for at all. */
  let lost = 0
  let held = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  interface Refused extends SpendAttempt {
    readonly requested: Requested | null
    readonly error: DomainError
  }

  function note(context: RequestContext, principal: Caller, { operation, input, requested, error }: Refused): void {
    const { requestId } = context
    const { orgId, mode } = principal
    const by = actorOf(context, operation)
    const of = waitingOf(principal)
    if (of === null) return
    of.by = by
    if (of.rows.length >= ATTEMPTS_MAX || held >= ALL_ATTEMPTS_MAX) {
      of.omitted += 1
      return
    }
    const createdAt = timeOf(clock, { orgId, mode })
    const named = requested?.walletId ?? input.walletId ?? (principal.kind === 'agent' ? principal.walletId : null)
    const row: Noted = {
      ...{ _id: deps.newId('refusal'), orgId, mode, ...refusalFacts(error), requestId },
      operation: REFUSED_OPERATIONS[operation],
      agentId: principal.kind === 'agent' ? principal.agentId : null,
      walletId: isId('wallet', named) ? named : null,
      attempt: requested === null ? null : attemptedSpend(principal, requested),
      ...{ createdAt, expiresAt: new Date(createdAt.getTime() + LIFE_MS), omittedBefore: 0 },
      ...(by && currentAct()?.recorded !== true && { by }),
    }
    of.rows.push(row)
    held += 1
    writeLater()
  }

  /** Null: there is no room, and it is only counted. */
  function waitingOf(principal: Caller): Waiting | null {
    const { orgId, mode } = principal
    const id = `${orgId}:${mode}`
    if (!waiting.has(id) && waiting.size >= OWNERS_MAX) {
      lost += 1
      return null
    }
    const owner = waiting.get(id) ?? { orgId, mode, callers: new Map<string, Waiting>(), omitted: 0 }
    const caller = principal.kind === 'agent' ? principal.agentId : principal.keyId
    const known = owner.callers.get(caller)
    if (known === undefined && owner.callers.size >= CALLERS_MAX) {
      owner.omitted += 1
      return null
    }
    const of = known ?? { caller, rows: [], omitted: 0, by: null }
    owner.callers.set(caller, of)
    waiting.set(id, owner)
    return of
  }

  /** While a write is under way, what is noted waits for its end, and its number stays bounded. */
  function writeLater(): void {
    if (writing !== null || waiting.size === 0) return
    // It writes what many callers were refused, and is an act of none of them.
    timer ??= runAsService(() => setTimeout(() => void flush(), FLUSH_MS).unref())
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    while (writing !== null) await writing
    const noted = [...waiting.values()]
    waiting = new Map()
    held = 0
    writing = write(noted)
    await writing
    writing = null
    writeLater()
  }

  async function write(noted: readonly WaitingOwner[]): Promise<void> {
    if (lost > 0) log.warn({ lost }, 'refused attempts are not listed: there were too many at once')
    lost = 0
    for (const one of noted)
      await keep(one).catch((err: unknown) => log.warn({ err, orgId: one.orgId }, 'refused attempts are not listed'))
  }

  async function keep({ orgId, mode, callers, omitted: ofOthers }: WaitingOwner): Promise<void> {
    const refused = await withAgents([...callers.values()])
    const bare = refused.map(({ caller, rows, omitted }) => {
      return { caller, omitted, rows: rows.map(({ by: _, ...row }): RefusalRow => row) }
    })
    const kept = await keepRefusals(database, { orgId, mode, omitted: ofOthers }, bare, clock.now())
    const events = refused.flatMap(({ rows, ...of }, index) => {
      const { ids = [], omitted = null } = kept[index] ?? {}
      const listed = rows.filter(({ _id, by }) => ids.includes(_id) && by !== undefined)
      return [...listed.map(refusedEvent), ...(omitted === null ? [] : [omittedEvent(of, omitted)])]
    })
    await record({ orgId, mode }, events).catch((err: unknown) =>
      log.warn({ err, orgId }, 'refused attempts are listed, and missing in the audit log'),
    )
  }

  /** In the audit log, many in one commit. */
  async function record({ orgId, mode }: Pick<RefusalRow, 'orgId' | 'mode'>, all: readonly EventDraft[]) {
    for (let start = 0; start < all.length; start += RECORDED_AT_ONCE) {
      const events = all.slice(start, start + RECORDED_AT_ONCE)
      const outcome = await commit.submit({
        ...{ priority: 'spend', orgId, mode, whileSuspended: true },
        reads: () => ({ guard: [] }),
        decide: () => done(null, { events }),
      })
      if (outcome.kind !== 'stale') requireDone(outcome)
    }
  }

  /** With a key the attempt is that of the wallet's agent; a wallet of somebody else is not named at all. */
  async function withAgents(refused: readonly Waiting[]): Promise<readonly Waiting[]> {
    const ids = refused.flatMap(({ rows }) => rows.flatMap(({ walletId }) => (walletId === null ? [] : [walletId])))
    const found = new Map((await findWallets(database, [...new Set(ids)])).map((wallet) => [wallet._id, wallet]))
    const known = (row: Noted): Noted => {
      const wallet = row.walletId === null ? undefined : found.get(row.walletId)
      if (wallet?.orgId !== row.orgId || wallet.mode !== row.mode) return { ...row, walletId: null }
      return { ...row, agentId: row.agentId ?? wallet.agentId }
    }
    return refused.map((one) => ({ ...one, rows: one.rows.map(known) }))
  }

  return {
    async watch(context, attempt, act) {
      const marksBefore = context.keys?.length ?? 0
      let requested: Requested | null = null
      try {
        return await act((request) => {
          requested = request
          return request
        })
      } catch (error) {
        // The refusal of an earlier request is repeated, which is no new attempt.
        const isRepeated = context.keys?.slice(marksBefore).some(({ replayed }) => replayed) ?? false
        const { principal } = context
        const isCaller = principal.kind === 'agent' || principal.kind === 'organization'
        if (error instanceof DomainError && isListedRefusal(error) && !isRepeated && isCaller)
          note(context, principal, { ...attempt, requested, error })
        throw error
      }
    },
    flush,
  }
}

function refusedEvent({ _id, by, agentId, walletId, type, rule, details, attempt }: Noted): EventDraft {
  return {
    ...{ type: 'audit.refused', resourceId: _id, ...(by && { by }), ...(agentId && { agentId }) },
    data: {
      // Not the event's own wallet: it has no place in the sequence of events that the wallet's owner follows.
      ...(walletId && { wallet_id: walletId }),
      ...{ type, rule, details: JSON.parse(JSON.stringify(details)) as object },
      ...(attempt && { attempt: attemptData(attempt) }),
    },
  }
}

/** Of a caller who was refused so often today that not each attempt is kept. */
function omittedEvent({ caller, by }: Pick<Waiting, 'caller' | 'by'>, omitted: number): EventDraft {
  const rule = 'refusals_omitted'
  return {
    ...{ type: 'audit.refused', resourceId: caller, ...(by && { by }) },
    data: { type: rule, rule, details: { omitted_today: omitted } },
  }
}
