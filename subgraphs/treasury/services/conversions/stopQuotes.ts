/**
 * What a stop means for conversions (domain 5): a quote cannot be executed, one that waits for an approval is dismissed with
 * it, and deliveries are stopped like any payment.
 */

import { orgRef, PLATFORM, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { type LateOwners, submitByOwner } from '../../../shared/commit/submitByOwner.ts'
import type { State } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { DomainError } from '../../../shared/errors.ts'
import { allOf } from '../../../shared/joinWork.ts'
import { suspensionRefusal } from '../../../shared/organizationStanding.ts'
import type { StopScope } from '../../../shared/stops.ts'
import { countParked, findParkedQuotes, quoteRef } from '../../models/quotes.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { isParked, type QuoteRow } from '../../rules/conversions/quote.ts'

const PAGE = 100

/** Whether a stop of this kind can concern a conversion at all. */
function isConcerned({ scope, targetId }: StopScope): boolean {
  if (scope === 'rail') return targetId === 'onchain'
  if (scope === 'capability') return targetId === 'treasury'
  return ['global', 'organization', 'agent', 'wallet', 'chain', 'token'].includes(scope)
}

/** Also before the stop is set, for whoever looks at what it would end. */
export const countParkedConversions = async ({ database }: TreasuryDeps, scope: StopScope): Promise<number> =>
  isConcerned(scope) ? countParked(database, scope) : 0

/** @returns how many were dismissed. @throws the first failure, after all others were dismissed */
export async function stopConversions(deps: TreasuryDeps, scope: StopScope): Promise<number> {
  if (!isConcerned(scope)) return 0
  let stopped = 0
  const failures: { readonly error: unknown }[] = []
  const late: LateOwners = new Set()
  const end = async (quote: QuoteRow) => {
    const reason = await stopOf(deps, quote)
    if (reason === null || quote.approvalId === null) return
    if (await deps.dismissApproval(quote.approvalId, reason)) stopped += 1
  }
  // Together, so that they share commits.
  const endEach = async (quotes: readonly QuoteRow[]) => void (await allOf(quotes.map(end)))
  for (let after: QuoteRow['_id'] | null = null; ; ) {
    const found: QuoteRow[] = await findParkedQuotes(deps.database, scope, { after, limit: PAGE })
    failures.push(...(await submitByOwner(found, endEach, late)))
    after = found.at(-1)?._id ?? null
    if (found.length < PAGE || after === null) break
  }
  const [first] = failures
  if (first !== undefined) throw first.error
  return stopped
}

/** Why it is stopped; null: nothing stops it, or it waits no more. */
async function stopOf(deps: TreasuryDeps, { _id, orgId, mode, walletId }: QuoteRow): Promise<DomainError | null> {
  const ref = quoteRef(_id)
  const settled = await submitPrepared<DomainError | null>(deps.commit, () => ({
    ...({ priority: 'control', orgId, mode, resourceId: _id, ...STOP } as const),
    reads: () => ({ guard: [orgRef(orgId), walletRef(walletId), ref] }),
    decide: (state, at) => done(stopRefusal(deps, state, requireRow(state, ref), at)),
  }))
  return 'answer' in settled ? settled.answer : null
}

function stopRefusal(
  { gates }: Pick<TreasuryDeps, 'gates'>,
  state: State,
  row: QuoteRow,
  at: Date,
): DomainError | null {
  if (!isParked(row)) return null
  const { orgId, mode, chain, token, walletId, createdAt: waitsSince } = row
  const org = requireRow(state, orgRef(orgId))
  const seen = {
    ...{ rows: state, org, platform: requireRow(state, PLATFORM), isApproved: false },
    wallet: state.get(walletRef(walletId)),
  }
  const act = { orgId, mode, rail: 'onchain', chain, amount: { token }, access: 'treasury', waitsSince } as const
  const verdict = gates.killSwitch.decide(seen, act, at)
  return verdict.kind === 'refuse' ? verdict.error : suspensionRefusal(org)
}
