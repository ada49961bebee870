/** GraphQL of mandates: parse, service, shape. Ownership is checked in the services, for references as for fields. */

import DataLoader from 'dataloader'
import { openKey } from '../../shared/commit/requestKey.ts'
import { formatUsd } from '../../shared/money.ts'
import { type Connection, parsePage, toConnection } from '../../shared/pages.ts'
import { loadersOf, type RequestContext } from '../../shared/principal.ts'
import type { MandatesDeps } from '../ports.ts'
import { CATEGORIES } from '../rules/categories.ts'
import { LANGUAGE } from '../rules/language/vocabulary.ts'
import type { MandateStatus } from '../rules/mandateStatus.ts'
import { shapePolicy } from '../rules/shapes.ts'
import { shapeUsage } from '../rules/usage.ts'
import { getAp2Intent } from '../services/ap2Intent.ts'
import {
  type RevokeMandateInput,
  revokeMandate,
  type UpdateMandateInput,
  updateMandate,
} from '../services/changeMandate.ts'
import { type CreateMandateInput, createMandate, type Written } from '../services/createMandate.ts'
import { getPolicyTemplate, setPolicyTemplate, type TemplateView } from '../services/policyTemplate.ts'
import { type PreviewInput, previewPolicy } from '../services/previewPolicy.ts'
import {
  findVisibleMandates,
  getMandate,
  listMandateVersions,
  listVisibleMandates,
  type MandateView,
  readUsage,
  statusOf,
  type VersionView,
} from '../services/readMandates.ts'
import {
  type ChangedPayment,
  type OutcomeCounts,
  type SimulateInput,
  type Simulation,
  simulatePolicy,
} from '../services/simulatePolicy.ts'

interface ListArguments {
  readonly status?: MandateStatus | null
  readonly agentId?: string | null
  readonly walletId?: string | null
  readonly first?: number | null
  readonly after?: string | null
}

interface PageArguments {
  readonly first?: number | null
  readonly after?: string | null
}

export function createResolvers(deps: MandatesDeps) {
  const shape = (view: MandateView) => shapeMandate(deps, view)
  const loader = (context: RequestContext) =>
    loadersOf(context, 'mandates', () => ({
      mandates: new DataLoader((ids: readonly string[]) => findVisibleMandates(deps, context.principal, ids)),
    })).mandates

  async function list(args: ListArguments, context: RequestContext): Promise<Connection<ReturnType<typeof shape>>> {
    const page = parsePage(args)
    const { rows, views } = await listVisibleMandates(deps, context.principal, filterOf(args), page)
    return toConnection(rows, page, (row) => shape(views.get(row._id) as MandateView))
  }

  async function listVersions(mandateId: string, args: PageArguments, context: RequestContext) {
    const page = parsePage(args)
    return toConnection(await listMandateVersions(deps, context.principal, { mandateId }, page), page, shapeVersion)
  }
  const written = ({ view, replayed }: Written) => ({ mandate: shape(view), replayed })

  return {
    Query: {
      mandate: async (_: unknown, args: { id: string; version?: number | null }, context: RequestContext) =>
        shape(await getMandate(deps, context.principal, { id: args.id, version: args.version ?? null })),
      mandates: (_: unknown, args: ListArguments, context: RequestContext) => list(args, context),
      policyCategories: () =>
        CATEGORIES.map(({ high_risk: highRisk, default_blocked: defaultBlocked, ...rest }) => ({
          ...rest,
          highRisk,
          defaultBlocked,
        })),
      policyLanguage: () => LANGUAGE,
      mandateVersions: (_: unknown, args: PageArguments & { mandateId: string }, context: RequestContext) =>
        listVersions(args.mandateId, args, context),
      ap2Intent: (
        _: unknown,
        args: { mandateId: string; version?: number | null; format?: string | null },
        { principal }: RequestContext,
      ) => getAp2Intent(deps, principal, { ...args, version: args.version ?? null, format: args.format ?? null }),
      previewPolicy: async (_: unknown, { input }: { input: PreviewInput }, { principal }: RequestContext) => {
        const { policy, ...preview } = await previewPolicy(deps, principal, input)
        return { ...preview, policy: shapePolicy(policy) }
      },
      simulatePolicy: async (_: unknown, { input }: { input: SimulateInput }, { principal }: RequestContext) =>
        shapeSimulation(await simulatePolicy(deps, principal, input)),
      policyTemplate: async (_: unknown, { orgId }: { orgId: string }, { principal }: RequestContext) =>
        shapeTemplate(await getPolicyTemplate(deps, principal, orgId)),
    },
    Mutation: {
      createMandate: async (_: unknown, { input }: { input: CreateMandateInput }, context: RequestContext) => {
        const key = openKey(context, { operation: 'createMandate', input })
        return written(await createMandate(deps, context.principal, input, key))
      },
      updateMandate: async (_: unknown, { input }: { input: UpdateMandateInput }, context: RequestContext) => {
        const key = openKey(context, { operation: 'updateMandate', on: [input.id], input })
        return written(await updateMandate(deps, context.principal, input, key))
      },
      revokeMandate: async (_: unknown, { input }: { input: RevokeMandateInput }, context: RequestContext) => {
        const key = openKey(context, { operation: 'revokeMandate', on: [input.id], input })
        return written(await revokeMandate(deps, context.principal, input, key))
      },
      setPolicyTemplate: async (
        _: unknown,
        { input }: { input: Parameters<typeof setPolicyTemplate>[2] },
        { principal }: RequestContext,
      ) => ({ policyTemplate: shapeTemplate(await setPolicyTemplate(deps, principal, input)) }),
    },
    Mandate: {
      __resolveReference: async ({ id }: { id: string }, context: RequestContext) => {
        const view = await loader(context).load(id)
        return view === null ? null : shape(view)
      },
      usage: async ({ view }: { view: MandateView }) => shapeUsage(await readUsage(deps, view)),
      versions: ({ id }: { id: string }, args: PageArguments, context: RequestContext) =>
        listVersions(id, args, context),
    },
    Agent: {
      __resolveReference: ({ id }: { id: string }) => ({ id }),
      mandates: ({ id }: { id: string }, args: ListArguments, context: RequestContext) =>
        list({ ...args, agentId: id }, context),
    },
  }
}

function filterOf(args: ListArguments) {
  return {
    ...(args.status == null ? {} : { status: args.status }),
    ...(args.agentId == null ? {} : { agentId: args.agentId }),
    ...(args.walletId == null ? {} : { walletId: args.walletId }),
  }
}

function shapeMandate(deps: MandatesDeps, view: MandateView) {
  const { row, version } = view
  return {
    view,
    id: row._id,
    agentId: row.agentId,
    walletId: row.walletId,
    agent: { id: row.agentId },
    wallet: { id: row.walletId },
    status: statusOf(view, deps.clock.now()),
    version: version.version,
    policy: shapePolicy(version.policy),
    policyText: version.policyText,
    canonicalText: version.canonicalText,
    policyHash: version.policyHash,
    limitTimezone: version.limitTimezone,
    ap2IntentRef: `${deps.baseUrl}/api/v2/mandates/${row._id}/ap2-intent?version=${version.version}`,
    supersedes: row.supersedes,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    effectiveFrom: version.effectiveFrom.toISOString(),
    supersededAt: version.supersededAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedReason: row.revokedReason,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function shapeVersion(row: VersionView) {
  const { version, policyText, canonicalText, policyHash, limitTimezone, changes, createdBy } = row
  return {
    ...{ version, policyText, canonicalText, policyHash, limitTimezone, changes, createdBy },
    policy: shapePolicy(row.policy),
    effectiveFrom: row.effectiveFrom.toISOString(),
    supersededAt: row.supersededAt?.toISOString() ?? null,
  }
}

function shapeTemplate({ policy, ...template }: TemplateView) {
  return { ...template, policy: shapePolicy(policy as Parameters<typeof shapePolicy>[0]) }
}

function shapeSimulation({ before, after, page, changes, ...simulation }: Simulation) {
  return {
    ...simulation,
    from: simulation.from.toISOString(),
    until: simulation.until.toISOString(),
    policy: shapePolicy(simulation.policy),
    before: shapeCounts(before),
    after: shapeCounts(after),
    changes: toConnection(changes, page, shapeChangedPayment),
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
