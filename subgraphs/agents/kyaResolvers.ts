/** GraphQL of know-your-agent: parse, service, shape. */
import { timeOf } from '../shared/clock.ts'
import { openKey } from '../shared/commit/requestKey.ts'
import { notFound } from '../shared/errors.ts'
import { type HolderDecision, KYA_LEVEL_OF, kybOf, onlyTrusted } from '../shared/kya.ts'
import type { ClockOwner } from '../shared/organizationTime.ts'
import { type Mode, type RequestContext, requireCaller } from '../shared/principal.ts'
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
import { voidEvidence } from './services/voidEvidence.ts'
import type { AgentKyaShape } from './shapes.ts'

interface Loaders {
  readonly findAgent: (id: string) => Promise<AgentRow | null>
  readonly findOrganization: (id: string) => Promise<OrganizationRow | null>
  readonly findHolderDecision: (owner: ClockOwner) => Promise<HolderDecision | null>
}

export function createKyaResolvers(deps: AgentsDeps, loaders: (context: RequestContext) => Loaders) {
  const { attestationIssuers, issuer } = deps.config
  const verifyAttestation = createAttestationVerifier(attestationIssuers, issuer)
  const trusting = onlyTrusted(attestationIssuers.map((one) => one.issuer))

  const getOwn = (id: string, context: RequestContext) => getAgent(loaders(context).findAgent, id)
  async function shapeKya(row: AgentRow, context: RequestContext): Promise<AgentKyaShape> {
    const of = loaders(context)
    const [organization, holder] = await Promise.all([of.findOrganization(row.orgId), of.findHolderDecision(row)])
    const kyb = kybOf(factsOf(organization, holder, row.mode), row.mode)
    const { level, status, validUntil } = standingOf(row, trusting, kyb, timeOf(deps.clock, row))
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

  async function shapeKyb(organization: OrganizationRow, context: RequestContext): Promise<OrganizationKyb> {
    const { mode } = requireCaller(context.principal)
    const holder = await loaders(context).findHolderDecision({ orgId: organization._id, mode })
    const status = kybOf(factsOf(organization, holder, mode), mode)
    const isOfBank = status !== null && (holder?.status === 'REJECTED' || organization.kyb?.[mode] === undefined)
    const checkedAt = isOfBank ? holder?.at : organization.kyb?.[mode]?.at
    return {
      ...{ orgId: organization._id, status: status ?? 'pending', checkedAt: checkedAt?.toISOString() ?? null },
      accountHolderStatus: holder?.status ?? null,
    }
  }

  const resolvers = {
    Query: {
      kya: async (_parent, { agentId }, context) => shapeKya(await getOwn(agentId, context), context),
      organizationKyb: async (_parent, { orgId }, context) =>
        shapeKyb(await getOrganization(loaders(context).findOrganization, orgId), context),
      async complianceStatus(_parent, { agentId }, context) {
        const caller = requireCaller(context.principal)
        const asked = agentId ?? (caller.kind === 'agent' ? caller.agentId : null)
        const organization = await loaders(context).findOrganization(caller.orgId)
        if (organization === null) throw notFound('organization')
        return {
          organization: await shapeKyb(organization, context),
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
      async voidKyaEvidence(_parent, { input }, context) {
        const key = openKey(context, { operation: 'voidKyaEvidence', on: [input.agentId], input })
        const { agent, replayed } = await voidEvidence(deps, context.principal, input, key)
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
        return { kyb: await shapeKyb(reviewed.organization, context), replayed: reviewed.replayed }
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

const factsOf = (organization: OrganizationRow | null, holder: HolderDecision | null, mode: Mode) => ({
  ...(organization?.kyb && { kyb: organization.kyb }),
  ...(holder && { accountHolder: { [mode]: holder } }),
})
