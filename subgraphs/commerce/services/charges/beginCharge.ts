/**
 * The first of the two commits of a charge of which a payment processor is asked: every rule of a charge decides, and the charge
 * is stored with its money kept reserved. Only then is anybody asked.
 */
import { composeParts } from '../../../shared/commit/compose.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { type SubmitResult, submitPrepared } from '../../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { type ChargeRow, chargeRef } from '../../models/charges.ts'
import { type CheckoutRow, checkoutRef } from '../../models/checkouts.ts'
import { findMerchants } from '../../models/merchants.ts'
import type { CommerceDeps } from '../../ports.ts'
import { askedUntil, type Charge } from '../../rules/charges.ts'
import { withDetails } from '../makeOrder.ts'
import { findPresented, type PayInput, whileOpen } from '../presentToken.ts'

/** @throws DomainError as `payCheckout` */
export async function beginCharge(
  deps: CommerceDeps,
  principal: Principal,
  input: PayInput,
  key: RequestKey | null,
): Promise<SubmitResult<ChargeRow>> {
  const chargeId = deps.newId('charge')
  const ids = { orderId: deps.newId('order'), paymentId: deps.newId('payment') }
  let isFirst = true
  return submitPrepared(
    deps.commit,
    async () => {
      if (!isFirst) deps.tokens.refresh(requireCaller(principal).orgId)
      isFirst = false
      const { caller, checkout, token, holdId, details } = await findPresented(deps, principal, input)
      const { orgId, mode, _id: sessionId, merchantId, agentId, totalMinor: amountMinor } = checkout
      const asked = await deps.tokens.prepareAsk(
        caller,
        { ...ids, holdId, sessionId, amountMinor, chargeId },
        input.tell,
      )
      const [merchant] = await findMerchants(deps.database, [merchantId])
      const charge: Omit<Charge, 'createdAt' | 'updatedAt'> = {
        ...{ _id: chargeId, orgId, mode, agentId, caller: plain(caller), merchantId, domain: merchant?.domain ?? '' },
        ...{ sessionId, holdId, walletId: token.walletId, ...ids, amountMinor, token: token.token, chain: token.chain },
        ...{
          status: 'pending',
          tries: 1,
          nextAskAt: askedUntil(deps.clock.now(), deps.processor?.waitMs ?? 0),
          lastError: null,
          failure: null,
        },
      }
      const all = composeParts([asked, chargePart(checkout, charge, details)])
      return {
        ...({
          priority: 'spend',
          orgId,
          mode,
          resourceId: chargeId,
          resource: { type: 'charge', id: chargeId },
        } as const),
        reads: all.reads,
        decide(state: State, at: Date): Verdict<ChargeRow> {
          const verdict = whileOpen(checkout, state, at, all.decide)
          return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer[1] } : verdict
        },
      }
    },
    key,
  )
}

/** Without what belongs to one session of a person. */
function plain(caller: Caller): Caller {
  if (caller.kind === 'agent') return caller
  const { kind, orgId, mode, keyId, personId, roles } = caller
  return { kind, orgId, mode, keyId, personId, roles }
}

function chargePart(
  { _id }: CheckoutRow,
  charge: Omit<Charge, 'createdAt' | 'updatedAt'>,
  details: unknown,
): IntentPart<ChargeRow> {
  const [session, ref] = [checkoutRef(_id), chargeRef(charge._id)]
  return {
    reads: () => ({ guard: [session], newIds: [ref] }),
    decide(state, at) {
      const row = requireRow(state, session)
      const made = { ...charge, createdAt: at, updatedAt: at }
      return done<ChargeRow>(
        { ...made, v: 1 },
        {
          set: [setRow(session, { ...withDetails(row, details), chargeId: charge._id, updatedAt: at })],
          insert: [insertRow(ref, made)],
        },
      )
    },
  }
}
