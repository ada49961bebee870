/**
 * Approvals and what they let pass (7): whatever was accepted above the threshold of its mandate names an approval that enough
 * people gave in time, other than who asked for it, for exactly this spend and for no other.
 */
import type { Findings } from '../findings.ts'
import { type Versions, versionId } from '../limits.ts'
import { HOLD_FIELDS, type Hold, type Spend } from '../rows.ts'
import type { Source } from '../source.ts'

/** Payments and holds name their approval. */
export interface Approvable extends Spend {
  readonly amount: bigint
  readonly to: string
  readonly approvalId?: string | null
}

interface Approval {
  readonly _id: string
  readonly status: string
  readonly subjectId: string | null
  readonly walletId: string
  readonly agentId: string | null
  readonly amount: bigint
  readonly token: string
  readonly chain: string
  readonly to: string
  readonly requestedBy: { readonly personId?: string }
  readonly requiredApprovals: number
  readonly decisions: readonly { readonly decision: string; readonly personId: string; readonly at: Date }[]
  readonly expiresAt: Date
}

const GIVEN = ['approved', 'executed', 'failed']
const PLACED = ['created', 'captured', 'voided']

/** @param accepted payments that were accepted, or holds that were placed; a capture was approved with its hold */
export async function checkApprovals(
  { source, versions, findings }: { readonly source: Source; readonly versions: Versions; readonly findings: Findings },
  accepted: readonly Approvable[],
): Promise<void> {
  const policies = await versions.of(accepted)
  const ids = [...new Set(accepted.flatMap(({ approvalId }) => approvalId ?? []))]
  const rows = ids.length === 0 ? [] : await source.find<Approval>('approvals', { _id: { $in: ids } })
  const approvals = new Map(rows.map((row) => [row._id, row]))
  for (const spend of accepted) {
    const threshold = policies.get(versionId(spend))?.policy.approvalThreshold ?? null
    const { _id, approvalId = null, usdMicro } = spend
    if (approvalId === null) {
      if (threshold === null) continue
      findings.checked(7)
      if (usdMicro > threshold) findings.breach(7, `${_id} spends ${usdMicro} above ${threshold} without an approval`)
      continue
    }
    findings.checked(7)
    const row = approvals.get(approvalId)
    const faults = row === undefined ? ['does not exist'] : faultsOf(row, spend)
    for (const fault of faults) findings.breach(7, `${_id} rests on ${approvalId}, which ${fault}`)
  }
}

function faultsOf(row: Approval, spend: Approvable): string[] {
  const { decisions, requestedBy, requiredApprovals, expiresAt } = row
  const given = decisions.filter(({ decision }) => decision === 'approve')
  const people = new Set(given.map(({ personId }) => personId))
  const isSame =
    row.amount === spend.amount && row.token === spend.token && row.chain === spend.chain && isPayee(row.to, spend.to)
  return [
    GIVEN.includes(row.status) ? null : `is ${row.status}`,
    row.subjectId === spend._id ? null : `was for ${row.subjectId}`,
    row.walletId === spend.walletId && row.agentId === spend.agentId ? null : 'is of another wallet or agent',
    isSame ? null : 'approves another amount or payee',
    people.size >= Number(requiredApprovals) ? null : `has ${people.size} of ${requiredApprovals} approvals`,
    requestedBy.personId !== undefined && people.has(requestedBy.personId) ? 'was approved by who asked for it' : null,
    given.every(({ at }) => at < expiresAt) && spend.policyEvaluatedAt < expiresAt ? null : 'had expired',
  ].filter((fault) => fault !== null)
}

/** A hold may get its address with the capture. */
const isPayee = (approved: string, paid: string): boolean =>
  approved === '' || paid === '' || approved.toLowerCase() === paid.toLowerCase()

export async function auditHoldApprovals(deps: Parameters<typeof checkApprovals>[0]): Promise<void> {
  if (!deps.source.has('holds')) return
  const filter = { stage: { $in: PLACED } }
  for await (const page of deps.source.pages<Hold & Approvable>('holds', { filter, projection: HOLD_FIELDS }))
    await checkApprovals(deps, page)
}
