/** Rows of compliance -> what the graph shows. */
import type { ScreeningCheck } from '../../shared/spend.ts'
import type { CaseRow } from '../models/cases.ts'
import type { RefusalRow } from '../models/refusals.ts'
import type { ScreeningList } from '../ports.ts'
import { judge } from '../rules/screening.ts'
import type { ScreeningView } from '../services/cases/readScreenings.ts'

const shapeCheck = ({ name, outcome, score, evidence }: ScreeningCheck) => ({ name, outcome, score, evidence })

export function shapeScreening({ checks, createdAt, ...view }: ScreeningView) {
  const { walletId = null, agentId = null, attempt = null } = view
  const { outcome, riskScore, riskLevel } = judge(checks)
  const judged = { outcome, riskScore, riskLevel, checks: checks.map(shapeCheck) }
  return { ...view, walletId, agentId, attempt, ...judged, createdAt: createdAt.toISOString() }
}

export function shapeScreeningList({ effectiveAt, importedAt, validUntil, ...list }: ScreeningList) {
  return {
    ...list,
    effectiveAt: effectiveAt.toISOString(),
    importedAt: importedAt?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
  }
}

export type CaseNoteShape = ReturnType<typeof shapeCase>['notes'][number]

export function shapeCase(row: CaseRow) {
  const { _id, requestedBy: by, subject, checks, notes, dueAt, createdAt, updatedAt, closedAt } = row
  const { status, severity, riskScore, screeningId, paymentId, walletId, agentId, decidedBy } = row
  return {
    ...{ id: _id, status, severity, riskScore, screeningId, paymentId, walletId, agentId, decidedBy },
    decision: row.isOpen ? null : (row.notes.at(-1)?.event ?? null),
    ...{ subjectType: subject?.type ?? ('payment' as const), subjectId: subject?.id ?? String(paymentId) },
    bankAccount: subject?.type === 'bank_account' ? { id: subject.id } : null,
    mismatchId: subject?.type === 'mismatch' ? subject.id : null,
    checks: checks.map(shapeCheck),
    requestedBy: by === null ? null : by.kind === 'agent' ? by.agentId : by.keyId,
    assignee: row.assignee ?? null,
    notes: notes.map(({ event, personId, keyId, text, to = null, at }) => ({
      ...{ event, by: personId, keyId, text, to },
      at: at.toISOString(),
    })),
    dueAt: dueAt.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

export function shapeRefusal(row: RefusalRow) {
  const { _id: refusalId, operation, type, rule, message, details, agentId, walletId, requestId, omittedBefore } = row
  return {
    attempt: row.attempt ?? null,
    ...{ refusalId, operation, type, rule, message, details, agentId, walletId, requestId, omittedBefore },
    createdAt: row.createdAt.toISOString(),
  }
}
