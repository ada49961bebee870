/**
 * Notes refused attempts to spend and writes them a moment later, many at once: a refusal costs its caller nothing more, and
 * one organization that is refused all the time leaves room for the others.
 */

import { type Actor, actorOf, currentAct, runAsService } from '../../../shared/acting.ts'
import { timeOf } from '../../../shared/clock.ts'
import { requireDone } from '../../../shared/commit/submit.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { DomainError } from '../../../shared/errors.ts'
import { isId, type WalletId } from '../../../shared/ids.ts'
import type { Caller, RequestContext } from '../../../shared/principal.ts'
import type { SubgraphDeps } from '../../../shared/subgraph.ts'
import { keepRefusals, type RefusalRow } from '../../models/refusals.ts'
import { findWallets } from '../../models/wallets.ts'
import { attemptData, attemptedSpend } from '../../rules/attemptedSpend.ts'
import { isListedRefusal, REFUSED_OPERATIONS, refusalFacts } from '../../rules/refusals.ts'

const LIFE_MS = 30 * 24 * 3_600_000
const FLUSH_MS = 500
/** Of one organization and mode between two writes, and of all together. */
const OWNER_MAX = 50
const OWNERS_MAX = 1_000

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
type Waiting = { readonly rows: [Noted, ...Noted[]]; omitted: number }

export function createRefusalLog(
  deps: Pick<SubgraphDeps, 'database' | 'commit' | 'clock' | 'log' | 'newId'>,
): RefusalLog {
  const { database, commit, clock, log } = deps
  let waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  interface Refused extends SpendAttempt {
    readonly requested: Requested | null
    readonly error: DomainError
  }

  function note(context: RequestContext, principal: Caller, { operation, input, requested, error }: Refused): void {
    const { requestId } = context
    const { orgId, mode } = principal
    const owner = waiting.get(`${orgId}:${mode}`)
    if (owner !== undefined && owner.rows.length >= OWNER_MAX) {
      owner.omitted += 1
      return
    }
    if (owner === undefined && waiting.size >= OWNERS_MAX) return
    const createdAt = timeOf(clock, { orgId, mode })
    const named = requested?.walletId ?? input.walletId ?? (principal.kind === 'agent' ? principal.walletId : null)
    const by = currentAct()?.recorded === true ? null : actorOf(context, operation)
    const row: Noted = {
      ...{ _id: deps.newId('refusal'), orgId, mode, ...refusalFacts(error), requestId },
      operation: REFUSED_OPERATIONS[operation],
      agentId: principal.kind === 'agent' ? principal.agentId : null,
      walletId: isId('wallet', named) ? named : null,
      attempt: requested === null ? null : attemptedSpend(principal, requested),
      ...{ createdAt, expiresAt: new Date(createdAt.getTime() + LIFE_MS), omittedBefore: 0 },
      ...(by && { by }),
    }
    if (owner === undefined) waiting.set(`${orgId}:${mode}`, { rows: [row], omitted: 0 })
    else owner.rows.push(row)
    writeLater()
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
    writing = write(noted)
    await writing
    writing = null
    writeLater()
  }

  async function write(noted: readonly Waiting[]): Promise<void> {
    for (const one of noted)
      await keep(one).catch((err: unknown) =>
        log.warn({ err, orgId: one.rows[0].orgId }, 'refused attempts are not listed'),
      )
  }

  async function keep({ rows, omitted }: Waiting): Promise<void> {
    const known = await withAgents(rows)
    const bare = known.map(({ by: _, ...row }): RefusalRow => row) as [RefusalRow, ...RefusalRow[]]
    const kept = new Set((await keepRefusals(database, bare, omitted, clock.now())).map(({ _id }) => _id))
    await record(known.filter(({ _id, by }) => kept.has(_id) && by !== undefined)).catch((err: unknown) =>
      log.warn({ err, orgId: rows[0].orgId }, 'refused attempts are listed, and missing in the audit log'),
    )
  }

  /** In the audit log: one row for each, all in one commit. */
  async function record(rows: readonly Noted[]): Promise<void> {
    const [first] = rows
    if (first === undefined) return
    const events = rows.map(({ _id, by, agentId, walletId, type, rule, details, attempt }) => ({
      ...{ type: 'audit.refused' as const, resourceId: _id, ...(by && { by }), ...(agentId && { agentId }) },
      data: {
        // Not the event's own wallet: it has no place in the sequence of events that the wallet's owner follows.
        ...(walletId && { wallet_id: walletId }),
        ...{ type, rule, details: JSON.parse(JSON.stringify(details)) as object },
        ...(attempt && { attempt: attemptData(attempt) }),
      },
    }))
    const outcome = await commit.submit({
      ...{ priority: 'spend', orgId: first.orgId, mode: first.mode, whileSuspended: true },
      reads: () => ({ guard: [] }),
      decide: () => done(null, { events }),
    })
    if (outcome.kind !== 'stale') requireDone(outcome)
  }

  /** With a key the attempt is that of the wallet's agent; a wallet of somebody else is not named at all. */
  async function withAgents(rows: Waiting['rows']): Promise<Waiting['rows']> {
    const ids = [...new Set(rows.flatMap(({ walletId }) => (walletId === null ? [] : [walletId])))]
    const found = new Map((await findWallets(database, ids)).map((wallet) => [wallet._id, wallet]))
    const known = (row: Noted): Noted => {
      const wallet = row.walletId === null ? undefined : found.get(row.walletId)
      if (wallet?.orgId !== row.orgId || wallet.mode !== row.mode) return { ...row, walletId: null }
      return { ...row, agentId: row.agentId ?? wallet.agentId }
    }
    return rows.map(known) as Waiting['rows']
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
