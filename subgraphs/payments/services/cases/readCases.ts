/** Reads of cases and screenings: an organization sees those of its own in its mode, an agent screenings of its own spends. */

import { parseChain } from '../../../shared/chainName.ts'
import { timeOf } from '../../../shared/clock.ts'
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { invalidField, notFound } from '../../../shared/errors.ts'
import { parseAddress } from '../../../shared/evmAddress.ts'
import { LENGTH_MAX, parseText } from '../../../shared/fields.ts'
import { type AgentId, idsOf, isId, type ScreeningId, type WalletId } from '../../../shared/ids.ts'
import {
  type Caller,
  type Principal,
  requireCaller,
  requireOrganization,
  requireOwned,
  visibleInOrder,
} from '../../../shared/principal.ts'
import type { ScreeningCheck } from '../../../shared/spend.ts'
import { DEFAULT_CHAIN } from '../../../shared/tokens.ts'
import { type CaseRow, findCase, findCasePage, findCasesById } from '../../models/cases.ts'
import { findHoldsById, type HoldRow } from '../../models/holds.ts'
import { findPaymentsById, type PaymentRow } from '../../models/payments.ts'
import { findScreening, type ScreeningRow, subjectIdOf } from '../../models/screenings.ts'
import type { PaymentsDeps, Screener } from '../../ports.ts'
import type { AttemptedSpend } from '../../rules/attemptedSpend.ts'
import { screeningIdOf } from '../../rules/screening.ts'
import { SANDBOX_LIST } from '../../sandbox/sandboxPorts.ts'
import { DESTINATION } from '../paymentRequests.ts'

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
  { statuses, severities, ...args }: Parameters<typeof findCasePage>[2] & OrderedArguments,
): Promise<Page<CaseRow>> {
  const { orgId, mode } = requireOrganization(principal)
  return findCasePage(deps.database, { orgId, mode }, { statuses, severities }, args)
}

export type ScreeningView = Pick<ScreeningRow, 'checks' | 'createdAt'> & {
  readonly listVersions: Awaited<ReturnType<Screener['versionsAt']>>
  readonly screeningId: ScreeningRow['_id'] | null
  readonly subjectType: ScreeningRow['subjectType'] | 'address' | 'name' | 'merchant'
  readonly subjectId: string | null
  readonly walletId?: WalletId | null
  readonly agentId?: AgentId | null
  /** Of a payment or hold, also of one that was refused. */
  readonly attempt?: AttemptedSpend
}

/** That of a spend: a row of its own if it did not pass, else part of its payment or hold. @throws DomainError not_found */
export async function getScreening(deps: Deps, principal: Principal, screeningId: string): Promise<ScreeningView> {
  const caller = requireCaller(principal)
  if (!isId('screening', screeningId)) throw notFound('screening')
  const row = await findScreening(deps.database, screeningId)
  if (row !== null) {
    const { revision, subjectId: named, ...view } = requireOwned(caller, row, 'screening')
    const { subjectType, walletId, agentId, attempt, checks, createdAt } = view
    const isSpend = subjectType === 'payment' || subjectType === 'hold'
    // What is refused leaves neither payment nor hold.
    const subjectId = isSpend && (await findSpend(deps, screeningId)) === null ? null : named
    const listVersions = await versionsOf(deps, revision, checks)
    const subject = { subjectType, subjectId, walletId, agentId, ...(attempt && { attempt }) }
    return { screeningId, ...subject, checks, createdAt, listVersions }
  }
  const spend = requireOwned(caller, await findSpend(deps, screeningId), 'screening')
  if (spend.screening === undefined) throw notFound('screening')
  const { checks = [], revision } = spend.screening
  const subjectType = isId('hold', spend._id) ? 'hold' : 'payment'
  const { walletId, agentId } = spend
  const facts = { subjectType, subjectId: spend._id, walletId, agentId, screeningId: screeningIdOf(spend._id) } as const
  const listVersions = await deps.screener.versionsAt(revision)
  return { ...facts, checks, listVersions, createdAt: spend.policyEvaluatedAt }
}

/** The lists of a revision, and the sandbox where it is what found something. */
async function versionsOf(
  { screener }: Pick<PaymentsDeps, 'screener'>,
  revision: number,
  checks: readonly ScreeningCheck[],
): Promise<ScreeningView['listVersions']> {
  const known = await screener.versionsAt(revision)
  const isSandbox = checks.some(({ evidence }) => evidence.list === SANDBOX_LIST.list)
  return isSandbox ? [...known, { list: SANDBOX_LIST.list, version: SANDBOX_LIST.list_version }] : known
}

/** The payment or hold of a screening. */
async function findSpend({ database }: Deps, screeningId: ScreeningId): Promise<PaymentRow | HoldRow | null> {
  const [payments, holds] = await Promise.all([
    findPaymentsById(database, [subjectIdOf('payment', screeningId)]),
    findHoldsById(database, [subjectIdOf('hold', screeningId)]),
  ])
  return payments[0] ?? holds[0] ?? null
}

interface ScreenInput {
  readonly address?: string | null | undefined
  readonly name?: string | null | undefined
  readonly merchant?: string | null | undefined
  readonly chain?: string | null | undefined
}

interface Subject extends Pick<ScreeningView, 'subjectType' | 'subjectId'> {
  readonly address: string | null
  readonly names?: readonly string[]
}

/** Screens without a spend; nothing is kept. @throws DomainError invalid_request, service_unavailable */
export async function screenSubject(
  deps: Pick<PaymentsDeps, 'screener' | 'clock' | 'merchants'>,
  principal: Principal,
  input: ScreenInput,
): Promise<ScreeningView> {
  const caller = requireCaller(principal)
  const { subjectType, subjectId, ...screened } = await subjectOf(deps, caller, input)
  const { checks, revision } = await deps.screener.screen({ ...screened, mode: caller.mode })
  const listVersions = await versionsOf(deps, revision, checks)
  return { screeningId: null, subjectType, subjectId, checks, listVersions, createdAt: timeOf(deps.clock, caller) }
}

async function subjectOf(
  { merchants }: Pick<PaymentsDeps, 'merchants'>,
  { orgId, mode }: Caller,
  { address, name, merchant, chain }: ScreenInput,
): Promise<Subject> {
  if ([address, name, merchant].filter((one) => one != null).length !== 1)
    throw invalidField('address', 'one_of', 'send one of address, name and merchant.')
  if (name != null) {
    const names = [parseText(name, { path: 'name', lengthMax: LENGTH_MAX.legalName })]
    return { subjectType: 'name', subjectId: null, address: null, names }
  }
  if (merchant != null) {
    const to = parseText(merchant, DESTINATION('merchant'))
    const found = await merchants.resolve({ orgId, mode, to, chain: parseChain(chain ?? DEFAULT_CHAIN, mode) })
    const { merchantId = null, legalName } = found.merchant ?? {}
    if (merchantId === null || legalName === undefined)
      throw invalidField('merchant', 'unknown_merchant', 'is no merchant of this organization: send its id or domain.')
    const payout = 'address' in found.destination ? found.destination.address : null
    return { subjectType: 'merchant', subjectId: merchantId, address: payout, names: [legalName] }
  }
  const parsed = parseAddress(address ?? '')
  if (parsed === null)
    throw invalidField('address', 'invalid_address', 'must be an address: 0x and 40 hexadecimal digits.')
  return { subjectType: 'address', subjectId: null, address: parsed }
}
