/** Notes refused attempts to spend, which are listed for the owner of the wallet and stand in the audit log. */
import { type Actor, actorOf, currentAct } from '../../../shared/acting.ts'
import { timeOf } from '../../../shared/clock.ts'
import { DomainError } from '../../../shared/errors.ts'
import type { EventDraft } from '../../../shared/events.ts'
import { isId, type WalletId } from '../../../shared/ids.ts'
import type { Caller, RequestContext } from '../../../shared/principal.ts'
import { createRefusalBuffer, type Refused, type RefusedOfOwner } from '../../../shared/refusals/buffer.ts'
import { refusalFacts } from '../../../shared/refusals/facts.ts'
import { omittedEvent, recordRefusals } from '../../../shared/refusals/record.ts'
import type { SubgraphDeps } from '../../../shared/subgraph.ts'
import { keepRefusals, type RefusalRow } from '../../models/refusals.ts'
import { findWallets } from '../../models/wallets.ts'
import { attemptData, attemptedSpend } from '../../rules/attemptedSpend.ts'
import { isListedRefusal, REFUSED_OPERATIONS } from '../../rules/refusals.ts'

const LIFE_MS = 30 * 24 * 3_600_000

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

export function createRefusalLog(
  deps: Pick<SubgraphDeps, 'database' | 'commit' | 'clock' | 'log' | 'newId'>,
): RefusalLog {
  const { database, commit, clock, log } = deps
  const buffer = createRefusalBuffer<Noted>(keep, log)

  interface RefusedSpend extends SpendAttempt {
    readonly requested: Requested | null
    readonly error: DomainError
  }

  function note(
    context: RequestContext,
    principal: Caller,
    { operation, input, requested, error }: RefusedSpend,
  ): void {
    const { requestId } = context
    const { orgId, mode } = principal
    const actor = actorOf(context, operation)
    const act = currentAct()
    const isRecorded = act?.recorded === true
    // Here or by what the refusal left behind: not as a refused act once more.
    if (act !== undefined) act.recorded = true
    buffer.add(principal, { caller: callerOf(principal), actor }, () => {
      const createdAt = timeOf(clock, { orgId, mode })
      const named = requested?.walletId ?? input.walletId ?? (principal.kind === 'agent' ? principal.walletId : null)
      return {
        ...{ _id: deps.newId('refusal'), orgId, mode, ...refusalFacts(error), requestId },
        operation: REFUSED_OPERATIONS[operation],
        agentId: principal.kind === 'agent' ? principal.agentId : null,
        walletId: isId('wallet', named) ? named : null,
        attempt: requested === null ? null : attemptedSpend(principal, requested),
        ...{ createdAt, expiresAt: new Date(createdAt.getTime() + LIFE_MS), omittedBefore: 0 },
        ...(actor && !isRecorded && { by: actor }),
      }
    })
  }

  async function keep({ orgId, mode, callers, omitted: ofOthers }: RefusedOfOwner<Noted>): Promise<void> {
    const refused = await withAgents(callers)
    const bare = refused.map(({ caller, rows, omitted }) => {
      return { caller, omitted, rows: rows.map(({ by: _, ...row }): RefusalRow => row) }
    })
    const kept = await keepRefusals(database, { orgId, mode, omitted: ofOthers }, bare, clock.now())
    const events = refused.flatMap(({ rows, ...of }, index) => {
      const { ids = [], omitted = null } = kept[index] ?? {}
      const listed = rows.filter(({ _id, by }) => ids.includes(_id) && by !== undefined)
      return [...listed.map(refusedEvent), ...(omitted === null ? [] : [omittedEvent(of, omitted)])]
    })
    await recordRefusals(commit, { orgId, mode }, events).catch((err: unknown) =>
      log.warn({ err, orgId }, 'refused attempts are listed, and missing in the audit log'),
    )
  }

  /** With a key the attempt is that of the wallet's agent; a wallet of somebody else is not named at all. */
  async function withAgents(refused: readonly Refused<Noted>[]): Promise<readonly Refused<Noted>[]> {
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
    flush: buffer.flush,
  }
}

const callerOf = (principal: Caller): string => (principal.kind === 'agent' ? principal.agentId : principal.keyId)

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
