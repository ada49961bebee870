/**
 * Changes an organization: its name, what it states of itself for the travel rule, the time zone of new mandates, and who has to approve. The rules for
 * approvals are in the position that every commit guards: what is requested or executed afterwards is decided by the new ones.
 */
import { type AlertsInput, parseAlerts } from '../../shared/alerts.ts'
import { timeOf } from '../../shared/clock.ts'
import { precededBy } from '../../shared/commit/compose.ts'
import { type OrgPosition, orgRef } from '../../shared/commit/positions.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, invariant, notFound } from '../../shared/errors.ts'
import { parseAll, parseName } from '../../shared/fields.ts'
import type { OrgId } from '../../shared/ids.ts'
import { type Mode, type Principal, requireOrganization } from '../../shared/principal.ts'
import { parseQuorum, type QuorumRule } from '../../shared/quorum.ts'
import { TRUST_MINIMUM_RANGE } from '../../shared/trustScore.ts'
import { findDeciderKeys } from '../models/apiKeys.ts'
import { findOrganization, namesOf, type OrganizationRow, organizationRef } from '../models/organizations.ts'
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
  readonly alertThresholds?: AlertsInput | null | undefined
  readonly approvalQuorum?: readonly { readonly minAmountUsd: unknown; readonly required: unknown }[] | null | undefined
}

const CHANGEABLE =
  'name, legal_name, address, limit_timezone, approval_quorum, strict_approvals, withdrawal_approvals, minimum_trust_score, alert_thresholds'

/**
 * Null restores the default rules of approvals and the default trust score, and takes out a legal name or address.
 * @throws DomainError not_found (foreign organization), invalid_request, compliance_denied (a new name, or the present one)
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

/**
 * As `updateOrganization`, for the operator too.
 * @param reason of an operator who has seen that it only has the same name as somebody on a list: then that may go, and the row
 * tells why
 */
export async function changeOrganization(
  deps: AgentsDeps,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
  input: Omit<OrganizationUpdate, 'id'>,
  reason: string | null = null,
): Promise<OrganizationRow> {
  const { name, limitTimezone, quorum, trust, legalName, address } = parseAll({
    name: () => (input.name === undefined ? undefined : parseName(input.name, { path: 'name' })),
    limitTimezone: () => (input.limitTimezone === undefined ? undefined : parseZone(input.limitTimezone)),
    quorum: () =>
      input.approvalQuorum == null ? input.approvalQuorum : parseQuorum(input.approvalQuorum, 'approval_quorum'),
    trust: () => parseTrustMinimum(input.minimumTrustScore),
    legalName: () => parseLegalName(input.legalName),
    address: () => parseAddress(input.address),
  })
  const { strictApprovals: strict, withdrawalApprovals: withdrawals, alertThresholds: alerts } = input
  // Refused before anything else is looked at; what is left out is that of the commit.
  if (alerts) parseAlerts({}, alerts, 'alert_thresholds')
  const isLegal = legalName !== undefined || address !== undefined
  if (
    !isLegal &&
    [name, limitTimezone, quorum, strict, withdrawals, trust, alerts].every((given) => given === undefined)
  )
    throw new DomainError('invalid_request', `Name what to change: ${CHANGEABLE}.`, {
      reason: 'nothing_to_change',
    })
  if (quorum != null) await requirePeople(deps, { orgId, mode }, quorum)
  const [head, ref] = [orgRef(orgId), organizationRef(orgId)]
  /** @param screened the names that were looked for on lists, because the change takes them */
  const update = (screened: readonly string[]): IntentPart<OrganizationRow> => ({
    reads: () => ({ guard: [head, ref] }),
    decide(state, at) {
      const [position, row] = [state.get(head), state.get(ref)]
      if (position === null || row === null) return refused(notFound('organization'))
      // It has got other names since.
      if (!namesTaken(row, mode, { name, legalName }).every((one) => screened.includes(one))) return { kind: 'stale' }
      const rules = {
        ...(quorum !== undefined && { quorum: changeIn(position.quorum, mode, quorum) }),
        ...(strict !== undefined && { strictApprovals: { ...position.strictApprovals, [mode]: strict === true } }),
        ...(withdrawals !== undefined && {
          withdrawalApprovals: { ...position.withdrawalApprovals, [mode]: withdrawals !== false },
        }),
        ...(alerts !== undefined && { alerts: changeIn(position.alerts, mode, changedAlerts(position, mode, alerts)) }),
        ...(trust !== undefined && { trustMinimum: changeIn(position.trustMinimum, mode, trust) }),
      }
      const legal = isLegal && { ...row.legal, [mode]: changedFacts(row.legal?.[mode] ?? {}, legalName, address) }
      const next: typeof row = {
        ...{ ...row, ...rules, ...(legal && { legal }) },
        ...{ ...(name && { name }), ...(limitTimezone && { limitTimezone }) },
        ...(reason !== null && { nameChange: { reason, at } }),
      }
      return done(next, { set: [setRow(ref, next), setRow(head, { ...position, ...rules })] })
    },
  })
  const settled = await submitPrepared(deps.commit, async () => {
    const names = [name, legalName].filter((one) => one != null)
    const row = await findOrganization(deps.database, orgId)
    const formerNames = row === null ? [] : namesTaken(row, mode, { name, legalName })
    const named = { orgId, mode, subjectType: 'organization', subjectId: orgId, names } as const
    const screened = await deps.screening.prepare(reason === null ? { ...named, formerNames } : named)
    return { ...({ priority: 'control', orgId, mode } as const), ...precededBy(screened, update(formerNames)) }
  })
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer
}

const changedAlerts = ({ alerts }: Pick<OrgPosition, 'alerts'>, mode: Mode, change: AlertsInput | null) =>
  change && parseAlerts(alerts?.[mode] ?? {}, change, 'alert_thresholds')

/** The names that it has no more afterwards, in one of the modes: its name is that of both, and the legal one of the caller's. */
function namesTaken(
  { name: former, legal }: Pick<OrganizationRow, 'name' | 'legal'>,
  mode: Mode,
  { name = former, legalName }: { readonly name: string | undefined; readonly legalName: string | null | undefined },
): readonly string[] {
  return (['test', 'live'] as const).flatMap((each) => {
    const facts = legal?.[each] ?? {}
    const next = namesOf(name, each === mode ? changedFacts(facts, legalName, undefined) : facts)
    return namesOf(former, facts).filter((one) => !next.includes(one))
  })
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
