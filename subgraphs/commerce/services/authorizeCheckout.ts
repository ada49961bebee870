/**
 * Issues a shared token for a checkout session (specification 6.2): after every gate of a spend has passed, limits and funds are
 * reserved for its cap, in the commit that adds it to the session. The token is shown once, and kept as a hash.
 */
import { hash, randomBytes } from 'node:crypto'
import { fromVaultToken, type SharedToken, type TellSpend } from '../../shared/acp.ts'
import { parseChain } from '../../shared/chainName.ts'
import { timeOf } from '../../shared/clock.ts'
import { composeParts } from '../../shared/commit/compose.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, invariant, notFound } from '../../shared/errors.ts'
import { parseInstant } from '../../shared/fields.ts'
import { type AgentId, type HoldId, idsOf } from '../../shared/ids.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { DEFAULT_CHAIN, DEFAULT_TOKEN, isToken, TOKENS } from '../../shared/tokens.ts'
import { type CheckoutRow, checkoutRef } from '../models/checkouts.ts'
import type { CommerceDeps } from '../ports.ts'
import { pendingRefusal } from '../rules/charges.ts'
import { closedRefusal, TOKEN_LIFE_MS, TOKENS_MAX } from '../rules/checkouts.ts'
import { MINOR_MAX } from '../rules/products.ts'
import { getCheckout } from './readCheckouts.ts'

const TOKEN_BYTES = 32
const TOKEN_FORM = /^spt_[A-Za-z0-9_-]{43}$/

export function hashOfToken(given: string): string | null {
  const token = fromVaultToken(given)
  return TOKEN_FORM.test(token) ? hash('sha256', token, 'hex') : null
}

interface AuthorizeInput {
  readonly agentId: string
  readonly sessionId: string
  readonly maxAmountMinor: number
  readonly token?: string | null | undefined
  readonly chain?: string | null | undefined
  readonly approvalId?: string | null | undefined
  /** Only ever earlier than its fifteen minutes. */
  readonly expiresAt?: string | null | undefined
}

export interface Authorized {
  /** Null of a repetition whose first answer is not stored. */
  readonly secret: string | null
  readonly token: SharedToken
  readonly replayed: boolean
}

/** @throws DomainError not_found, invalid_request, conflict (the session is not open), approval_required, and those of a spend */
export async function authorizeCheckout(
  deps: CommerceDeps,
  principal: Principal,
  { tell, ...input }: AuthorizeInput & { readonly tell?: TellSpend },
  key: RequestKey | null = null,
): Promise<Authorized> {
  const [holdId, newApprovalId] = [deps.newId('hold'), deps.newId('approval')]
  const secret = `spt_${randomBytes(TOKEN_BYTES).toString('base64url')}`
  let isFirst = true
  const prepare = async () => {
    const caller = requireCaller(principal)
    if (!isFirst) deps.tokens.refresh(caller.orgId)
    isFirst = false
    const wanted = parseAuthorization(caller.mode, input)
    const checkout = await getCheckout(deps, caller, input.sessionId)
    const agentId = input.agentId as AgentId
    const walletId = await deps.tokens.findWallet(caller, agentId)
    if (walletId === null || (checkout.agentId !== null && checkout.agentId !== agentId)) throw notFound('agent')
    const { orgId, mode, merchantId, _id: sessionId } = checkout
    const endsBy = endOf(timeOf(deps.clock, checkout), checkout, wanted.expiresAt)
    const issue = await deps.tokens.prepareIssue(
      caller,
      {
        ...{ holdId, agentId, walletId, merchantId, sessionId, tokenHash: hashOfToken(secret) ?? '' },
        ...{ maxAmountMinor: wanted.maxAmountMinor, token: wanted.token, chain: wanted.chain },
        ...{ approvalId: input.approvalId ?? null, newApprovalId, lifeMs: TOKEN_LIFE_MS, endsBy },
      },
      tell,
    )
    const part = withSession(issue, checkout, agentId, holdId)
    return {
      ...({ priority: 'spend', orgId, mode, resourceId: holdId, resource: { type: 'hold', id: holdId } } as const),
      ...part,
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { secret, token: settled.answer, replayed: false }
  const [token] = await deps.tokens.find(idsOf('hold', [settled.replayedId]))
  invariant(token !== undefined, `a key points to shared token ${settled.replayedId}, which does not exist`)
  return { secret: null, token, replayed: true }
}

/** The spend first: what refuses it may leave something, such as the approval that it asks for. */
function withSession(
  issue: IntentPart<SharedToken>,
  checkout: CheckoutRow,
  agentId: AgentId,
  holdId: HoldId,
): IntentPart<SharedToken> {
  const ref = checkoutRef(checkout._id)
  const session: IntentPart<null> = {
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const next = { ...row, agentId, tokenIds: [...row.tokenIds, holdId], updatedAt: at }
      return done(null, { set: [setRow(ref, next)] })
    },
  }
  const both = composeParts([issue, session])
  return {
    reads: both.reads,
    decide(state: State, at: Date): Verdict<SharedToken> {
      const row = requireRow(state, ref)
      const refusal =
        closedRefusal(row, at) ??
        pendingRefusal(row) ??
        tooMany(row) ??
        (isOther(row, agentId) ? notFound('agent') : null)
      if (refusal !== null) return refused(refusal)
      const verdict = both.decide(state, at)
      return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[0] } : verdict
    },
  }
}

const isOther = (row: CheckoutRow, agentId: AgentId): boolean => row.agentId !== null && row.agentId !== agentId

function tooMany({ tokenIds }: CheckoutRow): DomainError | null {
  if (tokenIds.length < TOKENS_MAX) return null
  const details = { reason: 'too_many_tokens', limit: TOKENS_MAX }
  return new DomainError(
    'conflict',
    `A checkout session has at most ${TOKENS_MAX} shared tokens. Create a new one.`,
    details,
  )
}

function parseAuthorization(mode: 'test' | 'live', input: AuthorizeInput) {
  const { maxAmountMinor } = input
  const token = input.token ?? DEFAULT_TOKEN
  if (!Number.isInteger(maxAmountMinor) || maxAmountMinor < 1 || maxAmountMinor > MINOR_MAX)
    throw invalidField('max_amount_minor', 'out_of_range', `must be whole cents from 1 to ${MINOR_MAX}.`)
  if (!isToken(token)) throw invalidField('token', 'unknown_token', `must be one of ${TOKENS.join(', ')}`)
  const chain = parseChain(input.chain ?? DEFAULT_CHAIN, mode)
  return { maxAmountMinor, token, chain, expiresAt: parseInstant(input.expiresAt, 'expires_at', 'utc') }
}

/** With its session, or when was asked for. */
function endOf(now: Date, { expiresAt }: CheckoutRow, wanted: Date | null): Date {
  if (wanted === null || wanted.getTime() >= expiresAt.getTime()) return expiresAt
  if (wanted.getTime() <= now.getTime()) throw invalidField('expires_at', 'in_the_past', 'must be in the future.')
  return wanted
}
