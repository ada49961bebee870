/**
 * Releases a blocked deposit (domain 8.3): by a person of compliance, with a reason, and only once its sender is on the list
 * in force no more. The list is asked inside the commit, so that no release rests on an older one.
 */
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { invariant, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { type Principal, requireOrganization, requireOwned } from '../../shared/principal.ts'
import { findDeposit } from '../models/deposits.ts'
import type { PaymentsDeps } from '../ports.ts'
import { type Unblocked, unblockDepositPart } from '../settlement/intents/blockDeposit.ts'
import { actorOf } from './freezeWallet.ts'

export interface UnblockInput {
  readonly depositId: string
  readonly reason: string
}

/** @throws DomainError not_found, invalid_request (reason), compliance_denied, service_unavailable (no current list), conflict (not blocked), and those of access */
export async function unblockDeposit(
  { database, commit, screener }: Pick<PaymentsDeps, 'database' | 'commit' | 'screener'>,
  principal: Principal,
  input: UnblockInput,
  key: RequestKey | null = null,
): Promise<Unblocked & { readonly replayed: boolean }> {
  let isFirst = true
  const prepare = async () => {
    const caller = requireOrganization(principal)
    const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const deposit = requireOwned(caller, await findDeposit(database, input.depositId), 'deposit')
    const { orgId, mode, from: address } = deposit
    if (!isFirst) screener.refresh()
    isFirst = false
    // Without current lists nobody is taken to be off them.
    await screener.screen({ address, mode })
    return {
      ...({ priority: 'control', orgId, mode, resourceId: deposit._id } as const),
      resource: { type: 'deposit', id: deposit._id },
      ...unblockDepositPart(deposit, { by: actorOf(caller), reason }, screener),
    }
  }
  const settled = await submitPrepared(commit, prepare, key)
  if ('answer' in settled) return { ...settled.answer, replayed: false }
  const deposit = await findDeposit(database, settled.replayedId)
  if (deposit === null) throw notFound('deposit')
  invariant(deposit.unblocked !== undefined, `deposit ${deposit._id} was released and does not know it`)
  return { deposit, release: deposit.unblocked, isKnown: true, replayed: true }
}
