/** GraphQL of know-your-agent: parse, service, shape. */
import { timeOf } from '../shared/clock.ts'
import { openKey } from '../shared/commit/requestKey.ts'
import { notFound } from '../shared/errors.ts'
import { KYA_LEVEL_OF } from '../shared/kya.ts'
import { type Principal, type RequestContext, requireCaller } from '../shared/principal.ts'
import type { OrganizationKyb } from './generated.ts'
import type { Resolvers } from './generatedResolvers.ts'
import { createAttestationVerifier } from './keys/attestation.ts'
import type { AgentRow } from './models/agents.ts'
import type { OrganizationRow } from './models/organizations.ts'
import type { AgentsDeps } from './ports.ts'
import { evidenceOf, standingOf } from './rules/kyaEvidence.ts'
import { challengeDid } from './services/didControl.ts'
import { simulateReview } from './services/organizationKyb.ts'
import { getAgent, getOrganization } from './services/readAgents.ts'
import { recordEvidence } from './services/recordEvidence.ts'
import { simulateKyaExpiry } from './services/simulateKyaExpiry.ts'
import type { AgentKyaShape } from './shapes.ts'

interface Loaders {
  readonly findAgent: (id: string) => Promise<AgentRow | null>
  readonly findOrganization: (id: string) => Promise<OrganizationRow | null>
}

export function createKyaResolvers(deps: AgentsDeps, loaders: (context: RequestContext) => Loaders) {
  const { attestationIssuers, issuer } = deps.config
  const verifyAttestation = createAttestationVerifier(attestationIssuers, issuer)

  const getOwn = (id: string, context: RequestContext) => getAgent(loaders(context).findAgent, id)
  async function shapeKya(row: AgentRow, context: RequestContext): Promise<AgentKyaShape> {
    const organization = await loaders(context).findOrganization(row.orgId)
    const { level, status, validUntil } = standingOf(
      row,
      organization?.kyb?.[row.mode]?.status ?? null,
      timeOf(deps.clock, row),
    )
    return {
      row,
      ...{ agentId: row._id, level, status, validUntil: validUntil?.toISOString() ?? null },
      evidence: evidenceOf(row).map(({ type, source, recordedBy, reference = null, comment = null, ...one }) => ({
        ...{ type, level: KYA_LEVEL_OF[type], source, recordedBy, reference, comment },
        validFrom: one.validFrom.toISOString(),
        validUntil: one.validUntil?.toISOString() ?? null,
      })),
    }
  }

  const resolvers = {
    Query: {
      kya: async (_parent, { agentId }, context) => shapeKya(await getOwn(agentId, context), context),
      organizationKyb: async (_parent, { orgId }, context) =>
        shapeKyb(await getOrganization(loaders(context).findOrganization, orgId), context.principal),
      async complianceStatus(_parent, { agentId }, context) {
        const caller = requireCaller(context.principal)
        const asked = agentId ?? (caller.kind === 'agent' ? caller.agentId : null)
        const organization = await loaders(context).findOrganization(caller.orgId)
        if (organization === null) throw notFound('organization')
        return {
          organization: shapeKyb(organization, context.principal),
          agent: asked === null ? null : await shapeKya(await getOwn(asked, context), context),
        }
      },
    },
    Mutation: {
      async recordKyaEvidence(_parent, { input }, context) {
        const key = openKey(context, { operation: 'recordKyaEvidence', on: [input.agentId], input })
        const { agent, replayed } = await recordEvidence({ ...deps, verifyAttestation }, context.principal, input, key)
        return { kya: await shapeKya(agent, context), replayed }
      },
      async simulateKyaExpiry(_parent, { input }, context) {
        const key = openKey(context, { operation: 'simulateKyaExpiry', on: [input.agentId], input })
        const { agent, replayed } = await simulateKyaExpiry(deps, context.principal, input, key)
        return { kya: await shapeKya(agent, context), replayed }
      },
      async simulateKybReview(_parent, { input }, context) {
        const key = openKey(context, { operation: 'simulateKybReview', input })
        const reviewed = await simulateReview(deps, context.principal, input.status, key)
        return { kyb: shapeKyb(reviewed.organization, context.principal), replayed: reviewed.replayed }
      },
    },
    types: {
      AgentKya: {
        // Each one is another.
        didChallenge({ row }) {
          const challenge = challengeDid(deps, row)
          return { ...challenge, expiresAt: challenge.expiresAt.toISOString() }
        },
      },
    },
  } satisfies Pick<Resolvers, 'Query' | 'Mutation'> & { readonly types: Resolvers }
  return { ...resolvers, shapeKya }
}

function shapeKyb({ _id: orgId, kyb }: OrganizationRow, principal: Principal): OrganizationKyb {
  const found = 'mode' in principal ? kyb?.[principal.mode] : undefined
  return { orgId, status: found?.status ?? 'pending', checkedAt: found?.at.toISOString() ?? null }
}
