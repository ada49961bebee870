/**
 * Changes an organization: its name, what it states of itself for the travel rule, the time zone of new mandates, and who has to approve. The rules for
 * approvals are in the position that every commit guards: what is requested or executed afterwards is decided by the new ones.
 */
import { timeOf } from '../../shared/clock.ts'
import { precededBy } from '../../shared/commit/compose.ts'
import { orgRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, invariant, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseText } from '../../shared/fields.ts'
import type { OrgId } from '../../shared/ids.ts'
import { type Mode, type Principal, requireOrganization } from '../../shared/principal.ts'
import { parseQuorum, type QuorumRule } from '../../shared/quorum.ts'
import { TRUST_MINIMUM_RANGE } from '../../shared/trustScore.ts'
import { findDeciderKeys } from '../models/apiKeys.ts'
import { type OrganizationRow, organizationRef } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'
import { changedFacts, type LegalInput, parseAddress, parseLegalName } from '../rules/legalFacts.ts'
import { parseTimezone } from './createOrganization.ts'

export interface OrganizationUpdate extends LegalInput {
  readonly id: string
  readonly name?: unknown
  readonly limitTimezone?: unknown
  readonly strictApprovals?: boolean | null | undefined
  readonly withdrawalApprovals?: boolean | null | undefined
  readonly minimumTrustScore?: number | null | undefined
  readonly approvalQuorum?: readonly { readonly minAmountUsd: unknown; readonly required: unknown }[] | null | undefined
}

const CHANGEABLE =
  'name, legal_name, address, limit_timezone, approval_quorum, strict_approvals, withdrawal_approvals, minimum_trust_score'

/**
 * Null restores the default rules of approvals and the default trust score, and takes out a legal name or address.
 * @throws DomainError not_found (foreign organization), invalid_request, compliance_denied (a new name)
 */
export async function updateOrganization(
  deps: AgentsDeps,
  principal: Principal,
  input: OrganizationUpdate,
): Promise<OrganizationRow> {
  const caller = requireOrganization(principal)
  if (input.id !== caller.orgId) throw notFound('organization')
  return changeOrganization(deps, caller, input)
}

/** As `updateOrganization`, for the operator too. */
export async function changeOrganization(
  deps: AgentsDeps,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
  input: Omit<OrganizationUpdate, 'id'>,
): Promise<OrganizationRow> {
  const { name, limitTimezone, quorum, trust, legalName, address } = parseAll({
    name: () =>
      input.name === undefined ? undefined : parseText(input.name, { path: 'name', lengthMax: LENGTH_MAX.name }),
    limitTimezone: () => (input.limitTimezone === undefined ? undefined : parseZone(input.limitTimezone)),
    quorum: () =>
      input.approvalQuorum == null ? input.approvalQuorum : parseQuorum(input.approvalQuorum, 'approval_quorum'),
    trust: () => parseTrustMinimum(input.minimumTrustScore),
    legalName: () => parseLegalName(input.legalName),
    address: () => parseAddress(input.address),
  })
  const { strictApprovals: strict, withdrawalApprovals: withdrawals } = input
  const isLegal = legalName !== undefined || address !== undefined
  if (!isLegal && [name, limitTimezone, quorum, strict, withdrawals, trust].every((given) => given === undefined))
    throw new DomainError('invalid_request', `Name what to change: ${CHANGEABLE}.`, {
      reason: 'nothing_to_change',
    })
  if (quorum != null) await requirePeople(deps, { orgId, mode }, quorum)
  const [head, ref] = [orgRef(orgId), organizationRef(orgId)]
  const update: IntentPart<OrganizationRow> = {
    reads: () => ({ guard: [head, ref] }),
    decide(state) {
      const [position, row] = [state.get(head), state.get(ref)]
      if (position === null || row === null) return refused(notFound('organization'))
      const rules = {
        ...(quorum !== undefined && { quorum: changeIn(position.quorum, mode, quorum) }),
        ...(strict !== undefined && { strictApprovals: { ...position.strictApprovals, [mode]: strict === true } }),
        ...(withdrawals !== undefined && {
          withdrawalApprovals: { ...position.withdrawalApprovals, [mode]: withdrawals !== false },
        }),
        ...(trust !== undefined && { trustMinimum: changeIn(position.trustMinimum, mode, trust) }),
      }
      const legal = isLegal && { ...row.legal, [mode]: changedFacts(row.legal?.[mode] ?? {}, legalName, address) }
      const next: typeof row = {
        ...{ ...row, ...rules, ...(legal && { legal }) },
        ...{ ...(name && { name }), ...(limitTimezone && { limitTimezone }) },
      }
      return done(next, { set: [setRow(ref, next), setRow(head, { ...position, ...rules })] })
    },
  }
  const settled = await submitPrepared(deps.commit, async () => {
    const names = [name, legalName].filter((one) => one != null)
    const screened = deps.screening.prepare({ orgId, mode, subjectType: 'organization', subjectId: orgId, names })
    return { ...({ priority: 'control', orgId, mode } as const), ...precededBy(await screened, update) }
  })
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer
}

const KEYS_MAX = 100

/** A rule that nobody can meet would park what can only expire; keys that end later are no concern of the rule. */
async function requirePeople(
  { database, clock }: Pick<AgentsDeps, 'database' | 'clock'>,
  owner: { readonly orgId: OrgId; readonly mode: Mode },
  rules: readonly QuorumRule[],
): Promise<void> {
  const keys = await findDeciderKeys(database, { ...owner, role: 'approver', at: timeOf(clock, owner) }, KEYS_MAX)
  if (keys.length === KEYS_MAX) return
  const people = new Map(keys.map(({ personId, label }) => [personId, label ?? personId]))
  const index = rules.findIndex(({ required }) => required > people.size)
  if (index === -1) return
  const names = [...people.values()].join(', ')
  throw invalidField(
    `approval_quorum.${index}.required`,
    'not_enough_people',
    `asks for more people than can approve: ${people.size} (${names}). Make keys with the role approver for others first.`,
  )
}

/** Null takes out what the mode has. */
function changeIn<T>(of: Readonly<Partial<Record<Mode, T>>> = {}, mode: Mode, value: T | null) {
  const { [mode]: _, ...others } = of
  return value === null ? others : { ...others, [mode]: value }
}

function parseTrustMinimum(value: number | null | undefined): number | null | undefined {
  const { min, max } = TRUST_MINIMUM_RANGE
  if (value == null || (Number.isInteger(value) && value >= min && value <= max)) return value
  throw invalidField('minimum_trust_score', 'out_of_range', `must be an integer from ${min} to ${max}.`)
}

function parseZone(value: unknown): string {
  if (typeof value !== 'string') throw invalidField('limit_timezone', 'required', 'must be an IANA time zone name.')
  return parseTimezone(value)
}
