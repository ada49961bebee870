/**
 * Who of compliance works on a case (domain 4.2): a person takes it, gives it back, or hands it over to another one. That is told
 * to the others and decides nothing: whoever may decide the case may go on doing so, and release or hand over what is another's,
 * so that no case waits for who is away.
 */
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../../shared/commit/submit.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, invalidField, notFound } from '../../../shared/errors.ts'
import type { EventDraft } from '../../../shared/events.ts'
import { LENGTH_MAX, parseText } from '../../../shared/fields.ts'
import type { CaseId } from '../../../shared/ids.ts'
import { type Principal, requireOrganization } from '../../../shared/principal.ts'
import { type CaseRow, caseRef, withEvent } from '../../models/cases.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { type CaseAssignment, type CaseNote, caseRefusal } from '../../rules/cases.ts'
import { escalatorsOf } from './decideCase.ts'
import { getCase } from './readCases.ts'

interface AssignInput {
  readonly caseId: string
  readonly action: CaseAssignment
  readonly assignee?: string | null | undefined
  readonly comment?: string | null | undefined
}

/** @throws DomainError self_approval_forbidden, insufficient_scope, not_found, invalid_request, conflict (decided, taken) */
export async function assignCase(
  deps: PaymentsDeps,
  principal: Principal,
  input: AssignInput,
  key: RequestKey | null = null,
): Promise<{ readonly found: CaseRow; readonly replayed: boolean }> {
  const prepare = async () => {
    const caller = requireOrganization(principal)
    const text =
      input.comment == null ? '' : parseText(input.comment, { path: 'comment', lengthMax: LENGTH_MAX.reason })
    const found = await getCase(deps, caller, input.caseId)
    const to = await recipientOf(deps, found, input)
    return intentOf(found, { personId: caller.personId, keyId: caller.keyId, text, event: input.action, ...to })
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  return { found: await getCase(deps, principal, input.caseId), replayed: !('answer' in settled) }
}

/** A person who may decide the case now. What the case is refused for, the commit says. */
async function recipientOf(
  { agents }: Pick<PaymentsDeps, 'agents'>,
  found: CaseRow,
  { action, assignee }: AssignInput,
): Promise<{ readonly to?: string }> {
  if (action !== 'hand_over') {
    if (assignee != null) throw invalidField('assignee', 'not_used', 'is only for hand_over')
    return {}
  }
  if (assignee == null) throw invalidField('assignee', 'required', 'must be the person to whom it is handed over')
  const { orgId, mode, requestedBy, rules } = found
  const subject = { requestedBy, approvers: escalatorsOf(found), isStrict: rules?.isStrict === true }
  const [deciders = []] = await agents.findDeciders({ orgId, mode, role: 'compliance' }, [subject])
  if (deciders.some(({ personId }) => personId === assignee)) return { to: assignee }
  const message = 'There is no such person with the role compliance who may decide this case.'
  throw new DomainError('not_found', message, { resource: 'person' })
}

type Assignment = Omit<CaseNote, 'at'> & { readonly event: CaseAssignment; readonly personId: string }

function intentOf({ _id: caseId, orgId, mode }: CaseRow, by: Assignment): KeyedIntent<CaseId> {
  return {
    ...({ priority: 'control', orgId, mode, resourceId: caseId } as const),
    resource: { type: 'case', id: caseId },
    reads: () => ({ guard: [caseRef(caseId)] }),
    decide(state, at) {
      const row = state.get(caseRef(caseId))
      if (row === null) return refused(notFound('case'))
      const error = caseRefusal(row, by.personId, by.event, at)
      if (error !== null) return refused(error)
      // Taken already by the same person.
      if (by.event === 'take' && row.assignee === by.personId) return done(caseId)
      const next = withEvent(row, by, at)
      return done(caseId, { set: [setRow(caseRef(caseId), next)], events: [assignedEvent(next, by, at)] })
    },
  }
}

/** Of no agent: who looks into its payments is not for it to know. */
function assignedEvent({ _id: caseId, status, assignee }: CaseRow, by: Assignment, at: Date): EventDraft {
  return {
    ...{ type: 'compliance.case_assigned', resourceId: caseId },
    data: {
      ...{ case_id: caseId, status, action: by.event, assignee: assignee ?? null },
      ...{ by: by.personId, at: at.toISOString() },
    },
  }
}
