/** GraphQL of compliance: parse, service, shape. */
import { timeOf } from '../../shared/clock.ts'
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import type { OrgId } from '../../shared/ids.ts'
import { hasRole, requireCaller } from '../../shared/principal.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { PaymentsDeps } from '../ports.ts'
import { type ShownEvidence, shownEvidence } from '../rules/screening.ts'
import { assignCase } from '../services/cases/assignCase.ts'
import { decideCase } from '../services/cases/decideCase.ts'
import { getCase, listCases, screenSubject } from '../services/cases/readCases.ts'
import { getScreening, listScreenings } from '../services/cases/readScreenings.ts'
import { listTrustChanges } from '../services/listTrustChanges.ts'
import { listRefusals } from '../services/refusals/listRefusals.ts'
import { type CaseNoteShape, shapeCase, shapeRefusal, shapeScreening, shapeScreeningList } from './complianceShapes.ts'
import { paymentLoaders, requesterOf } from './loaders.ts'
import { type ComplianceCaseShape, type ShapeDeps, shapeMismatch, shapePayment } from './shapes.ts'
import { shapeTrustChange, shapeTrustScore } from './trustShapes.ts'

export function createComplianceResolvers(deps: PaymentsDeps & ShapeDeps): Resolvers {
  return {
    Query: {
      complianceCase: async (_parent, { id }, { principal }) => shapeCase(await getCase(deps, principal, id)),
      complianceCases: async (_parent, args, { principal }) =>
        toConnection(await listCases(deps, principal, args), shapeCase),
      refusals: async (_parent, args, { principal }) =>
        toConnection(await listRefusals(deps, principal, args), shapeRefusal),
      trustScoreHistory: async (_parent, args, { principal }) =>
        toConnection(await listTrustChanges(deps, principal, args), shapeTrustChange),
      screening: async (_parent, { screeningId }, { principal }) =>
        shapeScreening(await getScreening(deps, principal, screeningId)),
      screenings: async (_parent, args, { principal }) =>
        toConnection(await listScreenings(deps, principal, args), shapeScreening),
      async screeningLists(_parent, _args, { principal }) {
        requireCaller(principal)
        return (await deps.screener.inForce()).map(shapeScreeningList)
      },
      screen: async (_parent, { input }, { principal }) => shapeScreening(await screenSubject(deps, principal, input)),
    },
    Mutation: {
      async decideCase(_parent, { input }, context) {
        // Keys of decisions belong to a person, as with approvals.
        const key = openKey(context, { operation: 'decideCase', on: [input.caseId], input, byPerson: true })
        const { found, replayed } = await decideCase(deps, context.principal, input, key)
        return { complianceCase: shapeCase(found), replayed }
      },
      async assignCase(_parent, { input }, context) {
        const key = openKey(context, { operation: 'assignCase', on: [input.caseId], input, byPerson: true })
        const { found, replayed } = await assignCase(deps, context.principal, input, key)
        return { complianceCase: shapeCase(found), replayed }
      },
    },
    ComplianceCase: {
      requester: ({ requestedBy }, _args, context) =>
        requestedBy == null ? null : requesterOf(deps, context, requestedBy),
      async payment({ paymentId }, _args, context) {
        if (paymentId == null) return null
        const row = await paymentLoaders(deps, context).payments.load(paymentId)
        return row === null ? null : shapePayment(deps, row)
      },
      async mismatch(parent, _args, context) {
        const { mismatchId } = parent as ComplianceCaseShape
        if (mismatchId === null) return null
        const row = await paymentLoaders(deps, context).mismatches.load(mismatchId)
        return row === null ? null : shapeMismatch(row)
      },
      async __resolveReference({ id }, context) {
        const row = await paymentLoaders(deps, context).cases.load(id)
        return row === null ? null : shapeCase(row)
      },
    },
    AttemptedSpend: { requester: ({ requestedBy }, _args, context) => requesterOf(deps, context, requestedBy) },
    ScreeningCheck: {
      evidence: ({ evidence }, _args, { principal }) =>
        shownEvidence(evidence as ShownEvidence, principal.kind === 'organization' && hasRole(principal, 'auditor')),
    },
    CaseNote: {
      person(note, _args, context) {
        const { keyId } = note as CaseNoteShape
        return keyId === null ? null : paymentLoaders(deps, context).people.load(keyId)
      },
    },
    ComplianceCaseConnection: connectionFields,
    ScreeningConnection: connectionFields,
    RefusedAttemptConnection: connectionFields,
    TrustScoreChangeConnection: connectionFields,
    Wallet: {
      async trustScore({ id, orgId }, _args, context) {
        const of = paymentLoaders(deps, context)
        const [view, org] = await Promise.all([of.wallets.load(id), of.organizations.load(orgId as OrgId)])
        if (view === null || org === null) return null
        return shapeTrustScore(view, org, deps.trusting, timeOf(deps.clock, view.row))
      },
    },
  }
}
