/** Reads of cases, which an organization sees of its own in its mode; and screenings of which nothing is kept. */

import { parseChain } from '../../../shared/chainName.ts'
import { timeOf } from '../../../shared/clock.ts'
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { invalidField } from '../../../shared/errors.ts'
import { parseAddress } from '../../../shared/evmAddress.ts'
import { LENGTH_MAX, parseName, parseText } from '../../../shared/fields.ts'
import { idsOf, isId } from '../../../shared/ids.ts'
import { parseUsd } from '../../../shared/money.ts'
import {
  type Caller,
  type Principal,
  requireCaller,
  requireOrganization,
  requireOwned,
  visibleInOrder,
} from '../../../shared/principal.ts'
import type { ResolvedMerchant } from '../../../shared/spend.ts'
import { DEFAULT_CHAIN } from '../../../shared/tokens.ts'
import { type CaseRow, findCase, findCasePage, findCasesById } from '../../models/cases.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { untoldCheck } from '../../rules/aml.ts'
import { untoldParties } from '../../rules/travelRule.ts'
import { DESTINATION } from '../paymentRequests.ts'
import { type ScreeningView, withSandbox } from './readScreenings.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'screener'>

/** @throws DomainError not_found, and those of access */
export async function getCase(deps: Deps, principal: Principal, caseId: string): Promise<CaseRow> {
  const row = isId('case', caseId) ? await findCase(deps.database, caseId) : null
  return requireOwned(principal, row, 'case')
}

export async function findVisibleCases(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(CaseRow | null)[]> {
  return visibleInOrder(principal, ids, await findCasesById(deps.database, idsOf('case', ids)))
}

export function listCases(
  deps: Deps,
  principal: Principal,
  {
    statuses,
    severities,
    subjectTypes,
    subjectId,
    assignee,
    ...args
  }: Parameters<typeof findCasePage>[2] & OrderedArguments,
): Promise<Page<CaseRow>> {
  const { orgId, mode } = requireOrganization(principal)
  return findCasePage(deps.database, { orgId, mode }, { statuses, severities, subjectTypes, subjectId, assignee }, args)
}

interface ScreenInput {
  readonly address?: string | null | undefined
  readonly name?: string | null | undefined
  readonly merchant?: string | null | undefined
  readonly chain?: string | null | undefined
  readonly amount?: string | null | undefined
}

interface Subject extends Pick<ScreeningView, 'subjectType' | 'subjectId'> {
  readonly address: string | null
  readonly names?: readonly string[]
  readonly merchant?: ResolvedMerchant
}

/** Screens without a spend; nothing is kept. @throws DomainError invalid_request, service_unavailable */
export async function screenSubject(
  deps: Pick<PaymentsDeps, 'screener' | 'clock' | 'merchants' | 'agents' | 'travelRuleMin'>,
  principal: Principal,
  input: ScreenInput,
): Promise<ScreeningView> {
  const caller = requireCaller(principal)
  const usdMicro = input.amount == null ? 0n : parseUsd(input.amount, 'amount')
  const { subjectType, subjectId, merchant, ...screened } = await subjectOf(deps, caller, input)
  const { checks: found, revision } = await deps.screener.screen({
    ...screened,
    mode: caller.mode,
    askedBy: caller.kind === 'agent' ? caller.agentId : caller.orgId,
  })
  const untold = subjectType === 'name' ? [] : await untoldOf(deps, caller, { merchant: merchant ?? null, usdMicro })
  const checks = [...found, ...untold]
  const listVersions = withSandbox(await deps.screener.versionsAt(revision), checks)
  return { screeningId: null, subjectType, subjectId, checks, listVersions, createdAt: timeOf(deps.clock, caller) }
}

/** As a payment of that amount would miss it that names no beneficiary. */
async function untoldOf(
  { agents, travelRuleMin }: Pick<PaymentsDeps, 'agents' | 'travelRuleMin'>,
  { orgId, mode }: Caller,
  { merchant, usdMicro }: { readonly merchant: ResolvedMerchant | null; readonly usdMicro: bigint },
) {
  if (usdMicro < travelRuleMin) return []
  const originator = await agents.findOriginator(orgId, mode)
  const parties = untoldParties({ merchant, beneficiary: null, originator })
  return parties.length === 0 ? [] : [untoldCheck({ parties, from: travelRuleMin }, usdMicro)]
}

async function subjectOf(
  { merchants }: Pick<PaymentsDeps, 'merchants'>,
  { orgId, mode }: Caller,
  { address, name, merchant, chain }: ScreenInput,
): Promise<Subject> {
  if ([address, name, merchant].filter((one) => one != null).length !== 1)
    throw invalidField('address', 'one_of', 'send one of address, name and merchant.')
  if (name != null) {
    const names = [parseName(name, { path: 'name', lengthMax: LENGTH_MAX.legalName })]
    return { subjectType: 'name', subjectId: null, address: null, names }
  }
  if (merchant != null) {
    const to = parseText(merchant, DESTINATION('merchant'))
    // No commit finds an outdated registry here, as one of a payment would.
    merchants.refresh(orgId)
    const found = await merchants.resolve({ orgId, mode, to, chain: parseChain(chain ?? DEFAULT_CHAIN, mode) })
    const { merchantId = null, legalName } = found.merchant ?? {}
    if (found.merchant === null || merchantId === null || legalName === undefined)
      throw invalidField('merchant', 'unknown_merchant', 'is no merchant of this organization: send its id or domain.')
    const payout = 'address' in found.destination ? found.destination.address : null
    const named = { names: [legalName], merchant: found.merchant }
    return { subjectType: 'merchant', subjectId: merchantId, address: payout, ...named }
  }
  const parsed = parseAddress(address ?? '')
  if (parsed === null)
    throw invalidField('address', 'invalid_address', 'must be an address: 0x and 40 hexadecimal digits.')
  return { subjectType: 'address', subjectId: null, address: parsed }
}
