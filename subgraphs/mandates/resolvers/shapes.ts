/** Rows -> GraphQL objects. References to other subgraphs are stubs with an id; the gateway joins them. */
import { timeOf } from '../../shared/clock.ts'
import { toConnection } from '../../shared/connections.ts'
import { formatUsd } from '../../shared/money.ts'
import type { KillSwitch } from '../generated.ts'
import type { KillSwitchRow } from '../models/killSwitches.ts'
import type { MandatesDeps } from '../ports.ts'
import { hasEnded } from '../rules/killSwitches.ts'
import { storedPolicy } from '../rules/policy.ts'
import { shapePolicy } from '../rules/shapes.ts'
import type { EffectiveSwitch } from '../services/killSwitches/readKillSwitches.ts'
import type { TemplateView } from '../services/policyTemplate.ts'
import { type MandateView, statusOf } from '../services/readMandates.ts'
import type { ChangedPayment, OutcomeCounts, Simulation } from '../services/simulatePolicy.ts'

type ShapeDeps = Pick<MandatesDeps, 'clock' | 'baseUrl'>

export type MandateShape = ReturnType<typeof shapeMandate>

/** Includes the view for the fields that need further reads. */
export function shapeMandate(deps: ShapeDeps, view: MandateView) {
  const { row } = view
  return {
    view,
    id: row._id,
    agentId: row.agentId,
    walletId: row.walletId,
    agent: { id: row.agentId },
    wallet: { id: row.walletId },
    supersedes: row.supersedes,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedReason: row.revokedReason,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...shapeText(deps, view),
  }
}

export type MandateVersionShape = ReturnType<typeof shapeMandateVersion>

export function shapeMandateVersion(deps: ShapeDeps, view: MandateView) {
  const { _id: id, createdBy } = view.version
  return { view, id, createdBy, ...shapeText(deps, view) }
}

/** The fields of a version, which a mandate shows of its newest one. */
function shapeText(deps: ShapeDeps, view: MandateView) {
  const { version, policyText, canonicalText, policyHash, limitTimezone } = view.version
  return {
    ...{ version, policyText, canonicalText, policyHash, limitTimezone },
    status: statusOf(view, timeOf(deps.clock, view.row)),
    policy: shapePolicy(view.version.policy),
    ap2IntentRef: `${deps.baseUrl}/api/v2/mandates/${view.row._id}/ap2-intent?version=${version}`,
    effectiveFrom: view.version.effectiveFrom.toISOString(),
    supersededAt: view.version.supersededAt?.toISOString() ?? null,
  }
}

export function shapeTemplate({ policy, ...template }: TemplateView) {
  return { ...template, policy: shapePolicy(storedPolicy(policy)) }
}

export function shapeSimulation({ before, after, changes, ...simulation }: Simulation) {
  return {
    ...simulation,
    from: simulation.from.toISOString(),
    until: simulation.until.toISOString(),
    policy: shapePolicy(simulation.policy),
    before: shapeCounts(before),
    after: shapeCounts(after),
    changes: toConnection(changes, shapeChangedPayment),
  }
}

function shapeCounts({ allow: allowed, approval_required: approvalRequired, deny: denied }: OutcomeCounts) {
  return { allowed, approvalRequired, denied }
}

function shapeChangedPayment({ payment, before, outcome: after, reason, message }: ChangedPayment) {
  const { paymentId, at, usdMicro, merchant } = payment
  return {
    ...{ paymentId, before, after, reason, message, category: merchant.category, merchant: merchant.domain },
    evaluatedAt: at.toISOString(),
    usdAmount: formatUsd(usdMicro),
  }
}

/** An ended switch is inactive even before its record is closed. */
export function shapeKillSwitch(row: KillSwitchRow, at: Date): KillSwitch {
  const { _id: id, scope, targetId, orgId, reason, reasonCode, activatedBy, affected } = row
  return {
    ...{ id, scope, targetId, orgId, reason, reasonCode, activatedBy },
    affected: affected && { ...affected, cards: affected.cards ?? 0 },
    state: hasEnded(row, at) ? 'inactive' : row.state,
    activatedAt: row.activatedAt.toISOString(),
    autoDeactivateAt: row.autoDeactivateAt?.toISOString() ?? null,
    deactivatedBy: row.deactivatedBy,
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
    deactivateReason: row.deactivateReason,
  }
}

export function shapeEffective(one: EffectiveSwitch) {
  const { switchId: id, scope, targetId, level } = one
  return {
    ...{ id, scope, targetId, level },
    reason: level === 'organization' ? one.reason : null,
    activatedAt: one.activatedAt.toISOString(),
    autoDeactivateAt: one.autoDeactivateAt?.toISOString() ?? null,
  }
}
