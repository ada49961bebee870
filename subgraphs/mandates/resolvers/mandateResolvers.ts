/** GraphQL of mandates: parse, service, shape. Ownership is checked in the services, for references as for fields. */

import DataLoader from 'dataloader'
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { loadersOf, type RequestContext } from '../../shared/principal.ts'
import type { AgentMandatesArgs, MandateVersionsArgs, QueryMandatesArgs } from '../generated.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { MandatesDeps } from '../ports.ts'
import { CATEGORIES } from '../rules/categories.ts'
import { LANGUAGE } from '../rules/language/vocabulary.ts'
import { shapeChange, shapeFieldValue, shapePolicy } from '../rules/shapes.ts'
import { shapeUsage } from '../rules/usage.ts'
import { getAp2Intent } from '../services/ap2Intent.ts'
import { revokeMandate, updateMandate } from '../services/changeMandate.ts'
import { createMandate, type Written } from '../services/createMandate.ts'
import { getPolicyTemplate, setPolicyTemplate } from '../services/policyTemplate.ts'
import { previewPolicy } from '../services/previewPolicy.ts'
import {
  findVisibleMandates,
  findVisibleVersions,
  getMandate,
  listMandateVersions,
  listVisibleMandates,
  type MandateView,
  readChanges,
  readUsage,
} from '../services/readMandates.ts'
import { simulatePolicy } from '../services/simulatePolicy.ts'
import { shapeMandate, shapeMandateVersion, shapeSimulation, shapeTemplate } from './shapes.ts'

export function createResolvers(deps: MandatesDeps): Resolvers {
  const shape = (view: MandateView) => shapeMandate(deps, view)
  const shapeVersion = (view: MandateView) => shapeMandateVersion(deps, view)
  const loaders = (context: RequestContext) =>
    loadersOf(context, 'mandates', () => ({
      mandates: new DataLoader((ids: readonly string[]) => findVisibleMandates(deps, context.principal, ids)),
      versions: new DataLoader((ids: readonly string[]) => findVisibleVersions(deps, context.principal, ids)),
      // Keyed by views that the caller has already been allowed to read.
      changes: new DataLoader((views: readonly MandateView[]) => readChanges(deps, views)),
      usage: new DataLoader((views: readonly MandateView[]) => readUsage(deps, views)),
    }))
  async function findMandate(id: string, context: RequestContext) {
    const view = await loaders(context).mandates.load(id)
    return view === null ? null : shape(view)
  }
  const usage = async ({ view }: { view: MandateView }, _args: unknown, context: RequestContext) =>
    shapeUsage(await loaders(context).usage.load(view))
  const list = async (
    args: QueryMandatesArgs | (AgentMandatesArgs & { agentId: string }),
    { principal }: RequestContext,
  ) => toConnection(await listVisibleMandates(deps, principal, args), shape)
  const listVersions = async (mandateId: string, args: MandateVersionsArgs, { principal }: RequestContext) =>
    toConnection(await listMandateVersions(deps, principal, mandateId, args), shapeVersion)
  const written = ({ view, replayed }: Written) => ({ mandate: shape(view), replayed })

  return {
    Query: {
      mandate: async (_parent, { id }, { principal }) =>
        shape(await getMandate(deps, principal, { id, version: null })),
      mandateVersion: async (_parent, { mandateId: id, version }, { principal }) =>
        shapeVersion(await getMandate(deps, principal, { id, version: version ?? null })),
      mandates: (_parent, args, context) => list(args, context),
      policyCategories: () =>
        CATEGORIES.map(({ high_risk: highRisk, default_blocked: defaultBlocked, ...rest }) => ({
          ...rest,
          highRisk,
          defaultBlocked,
        })),
      policyLanguage: () => LANGUAGE,
      mandateVersions: (_parent, { mandateId, ...args }, context) => listVersions(mandateId, args, context),
      ap2Intent: (_parent, { mandateId, version, format }, { principal }) =>
        getAp2Intent(deps, principal, { mandateId, version: version ?? null, format: format ?? 'json' }),
      async previewPolicy(_parent, { input }, { principal }) {
        const { policy, spans, changes, ...preview } = await previewPolicy(deps, principal, input)
        return {
          ...preview,
          policy: shapePolicy(policy),
          spans: spans.map((span) => ({ ...span, value: shapeFieldValue(span.field, span.value) })),
          changes: changes.map(shapeChange),
        }
      },
      simulatePolicy: async (_parent, { input }, { principal }) =>
        shapeSimulation(await simulatePolicy(deps, principal, input)),
      policyTemplate: async (_parent, { orgId }, { principal }) =>
        shapeTemplate(await getPolicyTemplate(deps, principal, orgId)),
    },
    Mutation: {
      async createMandate(_parent, { input }, context) {
        const key = openKey(context, { operation: 'createMandate', input })
        return written(await createMandate(deps, context.principal, input, key))
      },
      async updateMandate(_parent, { input }, context) {
        const key = openKey(context, { operation: 'updateMandate', on: [input.id], input })
        const { view, replayed } = await updateMandate(deps, context.principal, input, key)
        return { mandateVersion: shapeVersion(view), replayed }
      },
      async revokeMandate(_parent, { input }, context) {
        const key = openKey(context, { operation: 'revokeMandate', on: [input.id], input })
        return written(await revokeMandate(deps, context.principal, input, key))
      },
      setPolicyTemplate: async (_parent, { input }, { principal }) => ({
        policyTemplate: shapeTemplate(await setPolicyTemplate(deps, principal, input)),
      }),
    },
    UpdateMandatePayload: {
      // Another update may have followed already.
      mandate: ({ mandateVersion: { view } }, _args, context) => findMandate(view.row._id, context),
    },
    MandateVersion: {
      async __resolveReference({ id }, context) {
        const view = await loaders(context).versions.load(id)
        return view === null ? null : shapeVersion(view)
      },
      mandate: ({ view }, _args, context) => findMandate(view.row._id, context),
      changes: async ({ view }, _args, context) => (await loaders(context).changes.load(view)).map(shapeChange),
      usage,
    },
    Mandate: {
      __resolveReference: ({ id }, context) => findMandate(id, context),
      usage,
      versions: ({ id }, args, context) => listVersions(id, args, context),
    },
    Agent: {
      __resolveReference: ({ id }) => ({ id }),
      mandates: ({ id }, args, context) => list({ ...args, agentId: id }, context),
    },
    MandateConnection: connectionFields,
    MandateVersionConnection: connectionFields,
    SimulatedPaymentConnection: connectionFields,
  }
}
