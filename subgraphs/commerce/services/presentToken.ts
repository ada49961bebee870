/** A shared token that is presented for its checkout session, and what both have to be for that. */
import type { TellSpend } from '../../shared/acp.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { refused } from '../../shared/commit/verdicts.ts'
import { DomainError } from '../../shared/errors.ts'
import { parseMetadata } from '../../shared/fields.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { type CheckoutRow, checkoutRef } from '../models/checkouts.ts'
import type { CommerceDeps } from '../ports.ts'
import { pendingRefusal } from '../rules/charges.ts'
import { closedRefusal } from '../rules/checkouts.ts'
import { hashOfToken } from './authorizeCheckout.ts'
import { getCheckout } from './readCheckouts.ts'

export interface PayInput {
  readonly sessionId: string
  readonly token: string
  /** What the payer says beside the token. */
  readonly details?: unknown
  readonly tell?: TellSpend
}

/** The session and the token that is presented for it. @throws DomainError not_found, shared_token_invalid, invalid_request */
export async function findPresented(deps: CommerceDeps, principal: Principal, input: PayInput) {
  const caller = requireCaller(principal)
  const details = parseMetadata(input.details, 'details')
  const checkout = await getCheckout(deps, caller, input.sessionId)
  const hashed = hashOfToken(input.token)
  const token = hashed === null ? null : await deps.tokens.findByHash(hashed)
  if (token === null || token.sessionId !== checkout._id) throw unknownToken()
  return { caller, checkout, token, holdId: token.holdId, details }
}

/** A session that is open; what is wrong with the token says more than that the session has ended with it. */
export function whileOpen<Answer>(
  checkout: CheckoutRow,
  state: State,
  at: Date,
  decide: (state: State, at: Date) => Verdict<Answer>,
): Verdict<Answer> {
  const row = requireRow(state, checkoutRef(checkout._id))
  const pending = pendingRefusal(row)
  if (pending !== null) return refused(pending)
  if (row.status === 'open' && isChanged(row, checkout)) return { kind: 'stale' }
  const verdict = decide(state, at)
  if (verdict.kind === 'stale') return verdict
  const closed = closedRefusal(row, at)
  if (verdict.kind === 'refused') return closed !== null && !isOfToken(verdict.error) ? refused(closed) : verdict
  return closed === null ? verdict : refused(closed)
}

/** Its price, or its tokens: what was prepared holds no longer. */
const isChanged = (row: CheckoutRow, prepared: CheckoutRow): boolean =>
  row.totalMinor !== prepared.totalMinor || row.tokenIds.length !== prepared.tokenIds.length

const isOfToken = ({ type }: DomainError): boolean => type.startsWith('shared_token_') || type === 'kill_switch_active'

/** The same for one that does not exist and for one of another session. */
function unknownToken(): DomainError {
  return new DomainError('shared_token_invalid', 'No such shared token of this checkout session. Authorize one.', {
    reason: 'unknown_token',
  })
}
