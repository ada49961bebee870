/** Organizations, their keys, agents and tokens: everything that says who calls (specification 2.2 to 2.5, 4.1, 5). */

import { batchById } from '../shared/batchById.ts'
import { buildSubgraph, readContract } from '../shared/contract.ts'
import { LENGTH_MAX, parseText } from '../shared/fields.ts'
import type { OrgId } from '../shared/ids.ts'
import type { OrganizationPrincipal } from '../shared/principal.ts'
import type { Worker } from '../shared/subgraph.ts'
import { createSigningKeys, rotateSigningKey } from './keys/signingKeys.ts'
import { registerAgents } from './models/agents.ts'
import { registerApiKeys } from './models/apiKeys.ts'
import { registerKeyUses } from './models/keyUses.ts'
import { findRateLimits, registerOrganizations } from './models/organizations.ts'
import { registerProvenDids } from './models/provenDids.ts'
import { registerRefreshTokens } from './models/refreshTokens.ts'
import { registerSessions } from './models/sessions.ts'
import { registerSigningKeys } from './models/signingKeys.ts'
import type { AgentsDeps } from './ports.ts'
import { createResolvers } from './resolvers.ts'
import type { LegalInput } from './rules/legalFacts.ts'
import { endOwnSession, type Origin, openBrowserSession } from './services/browserSessions.ts'
import { type CreatedOrganization, createOrganization, ensureOrganization } from './services/createOrganization.ts'
import { type CreatedKey, createOrganizationKey } from './services/createOrganizationKey.ts'
import { createCredentialLog } from './services/credentialLog.ts'
import { endAccess } from './services/endAccess.ts'
import { verifyEnrolmentKey } from './services/enrolmentKeys.ts'
import { createKeyUses } from './services/keyUses.ts'
import { createMerchantKeyVerifier } from './services/merchantKeys.ts'
import { type KybReview, reviewOrganization } from './services/organizationKyb.ts'
import { renewSecrets } from './services/renewSecrets.ts'
import { setOrganizationStatus } from './services/setOrganizationStatus.ts'
import { setRateLimits } from './services/setRateLimits.ts'
import { type KnownPerson, signInPerson, type VouchedPerson } from './services/signInPerson.ts'
import { createDueWorker } from './services/testClock/dueWorker.ts'
import { renameAgent } from './services/updateAgent.ts'
import { changeOrganization } from './services/updateOrganization.ts'
import { createAccessTokenVerifier } from './services/verifyAccessToken.ts'
import { createOrganizationKeyVerifier } from './services/verifyOrganizationKey.ts'
import { createSessionVerifier } from './services/verifySession.ts'
import { shapeOpenedSession } from './shapes.ts'

export { createAgentGates } from './gates.ts'
export type { AgentsDeps } from './ports.ts'
export { createOrganizationFacts } from './services/organizationFacts.ts'

interface StatedFacts extends LegalInput {
  readonly name?: unknown
  readonly reason?: string | undefined
}

const REASON = { path: 'reason', lengthMax: LENGTH_MAX.reason }

/** Registers its collections: call before `database.prepare()`. */
export function createAgents(deps: AgentsDeps) {
  const { database } = deps
  for (const register of [
    registerAgents,
    registerApiKeys,
    registerKeyUses,
    registerOrganizations,
    registerProvenDids,
    registerRefreshTokens,
    registerSessions,
    registerSigningKeys,
  ])
    register(database)
  const keys = createSigningKeys(deps)
  const uses = createKeyUses(deps)
  const credentials = createCredentialLog(deps)
  const resolvers = createResolvers(deps, keys, { uses, credentials })
  const rateLimitsOf = batchById((ids: readonly OrgId[]) => findRateLimits(database, ids))
  const watched = { ...deps, credentials }
  return {
    name: 'agents',
    ...buildSubgraph(readContract('agents'), resolvers, deps),
    authenticator: {
      verifyAccessToken: createAccessTokenVerifier(deps, keys),
      verifyOrganizationKey: createOrganizationKeyVerifier(deps, uses),
      verifyEnrolmentKey: (key: string) => verifyEnrolmentKey(deps, key),
      verifyMerchantKey: createMerchantKeyVerifier(deps, uses),
      verifySession: createSessionVerifier(deps, uses),
      jwks: keys.jwks,
    },
    /** Null: it has none of its own. Requests that are received together share a read. */
    findRateLimits: async (orgId: OrgId) => (await rateLimitsOf(orgId))?.rateLimits ?? null,
    /** Of browsers, which hold no key. */
    browserSessions: {
      open: async (code: unknown, from: Origin) => shapeOpenedSession(await openBrowserSession(watched, code, from)),
      end: (principal: OrganizationPrincipal, from: Origin) => endOwnSession(deps, principal, from),
      signIn: async (person: VouchedPerson, from: Origin) =>
        shapeOpenedSession(await signInPerson(watched, person, from)),
      endAccess: (person: KnownPerson, from: Origin) => endAccess(deps, person, from),
    },
    /** Operators' commands; not reachable over the network. */
    createOrganization: (input: Parameters<typeof createOrganization>[1]): Promise<CreatedOrganization> =>
      createOrganization(deps, input),
    ensureOrganization: (
      ...wanted: Parameters<typeof ensureOrganization> extends [unknown, ...infer Rest] ? Rest : never
    ): Promise<CreatedOrganization> => ensureOrganization(deps, ...wanted),
    createOrganizationKey: (input: Parameters<typeof createOrganizationKey>[1]): Promise<CreatedKey> =>
      createOrganizationKey(deps, input),
    reviewOrganization: (review: KybReview) => reviewOrganization(deps, review),
    renewSecrets: () => renewSecrets(deps),
    rotateSigningKey: (input: Parameters<typeof rotateSigningKey>[1]) => rotateSigningKey(deps, input),
    setOrganizationStatus: (input: Parameters<typeof setOrganizationStatus>[1]) => setOrganizationStatus(deps, input),
    /** What an organization states of itself for the travel rule, and its name; with a reason one that is on a list, too. */
    stateFacts: (owner: Parameters<typeof changeOrganization>[1], { reason, ...facts }: StatedFacts) =>
      changeOrganization(deps, owner, facts, reason === undefined ? null : parseText(reason, REASON)),
    renameAgent: (input: Parameters<typeof renameAgent>[1]) => renameAgent(deps, input),
    setRateLimits: (input: Parameters<typeof setRateLimits>[1]) => setRateLimits(deps, input),
    workers: [createDueWorker(deps)] as readonly Worker[],
    /** Runs in every process that verifies keys, whether or not it runs the other workers. */
    keyUsesWorker: uses.worker,
  } as const
}
