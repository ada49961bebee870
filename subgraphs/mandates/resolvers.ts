/** GraphQL of mandates: parse, service, shape. Ownership is checked in the services, for references as for fields. */
import DataLoader from 'dataloader'
import { formatUnits } from '../shared/money.ts'
import { type Connection, parsePage, toConnection } from '../shared/pages.ts'
import { loadersOf, type RequestContext } from '../shared/principal.ts'
import type { MandateRow } from './models/mandate.ts'
import { CATEGORIES } from './rules/categories.ts'
import { shapePolicy } from './rules/shapes.ts'
import { policyHash } from './services/issueMandate.ts'
import {
  findVisibleMandates,
  getMandate,
  listVisibleMandates,
  type MandateView,
  type ReadDeps,
  readUsage,
  statusAt,
  type Usage,
} from './services/readMandates.ts'

export interface ResolverDeps extends ReadDeps {
  /** Address of the service, for references that others follow. */
  readonly baseUrl: string
}

interface ListArguments {
  readonly status?: MandateRow['status'] | null
  readonly agentId?: string | null
  readonly walletId?: string | null
  readonly first?: number | null
  readonly after?: string | null
}

export function createResolvers(deps: ResolverDeps) {
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
    },
    Mandate: {
      __resolveReference: async ({ id }: { id: string }, context: RequestContext) => {
        const view = await loader(context).load(id)
        return view === null ? null : shape(view)
      },
      usage: async ({ view }: { view: MandateView }) => {
        const { day, month } = await readUsage(deps, view)
        return { day: shapeUsage(day), month: shapeUsage(month) }
      },
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

function shapeMandate(deps: ResolverDeps, view: MandateView) {
  const { row, version } = view
  return {
    view,
    id: row._id,
    agentId: row.agentId,
    walletId: row.walletId,
    agent: { id: row.agentId },
    wallet: { id: row.walletId },
    status: statusAt(row, deps.clock.now()),
    version: version.version,
    policy: shapePolicy(version.policy),
    policyText: version.policyText,
    canonicalText: version.canonicalText,
    policyHash: version.policyHash ?? policyHash(version.policy),
    limitTimezone: row.limitTimezone,
    ap2IntentRef: `${deps.baseUrl}/api/v2/mandates/${row._id}/ap2-intent?version=${version.version}`,
    supersedes: row.supersedes,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    effectiveFrom: version.effectiveFrom.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedReason: row.revokedReason,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function shapeUsage({ limit, net, reserved, resetsAt }: Usage) {
  const left = limit === null ? null : limit - net - reserved
  return {
    limit: limit === null ? null : formatUnits(limit),
    spent: formatUnits(net),
    reserved: formatUnits(reserved),
    remaining: left === null ? null : formatUnits(left < 0n ? 0n : left),
    resetsAt: resetsAt.toISOString(),
  }
}
