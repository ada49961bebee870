/** The mandates subgraph: policy language, versions, evaluation, kill switches, and the gates of every spend. */
import { precededBy } from '../shared/commit/compose.ts'

import type { WalletPosition } from '../shared/commit/positions.ts'
import { buildSubgraph, readContract } from '../shared/contract.ts'
import type { DueWork } from '../shared/dueWork.ts'
import { createEndingWorker, endingDueWork } from '../shared/endingAlerts.ts'
import type { AgentId, MandateId, OrgId, WalletId } from '../shared/ids.ts'
import type { PolicyTemplate, StoredPolicy } from '../shared/policy.ts'
import type { Mode, Principal } from '../shared/principal.ts'
import type { Worker } from '../shared/subgraph.ts'
import { KILL_SWITCHES, killSwitchSchema } from './models/killSwitches.ts'
import { MANDATE_VERSIONS, MANDATES, mandateSchema, mandateVersionSchema } from './models/mandates.ts'
import { findWalletPosition } from './models/walletPositions.ts'
import type { KillSwitchDeps, MandatesDeps } from './ports.ts'
import { createKillSwitchResolvers } from './resolvers/killSwitchResolvers.ts'
import { createResolvers } from './resolvers/mandateResolvers.ts'
import { BUILTIN_TEMPLATE } from './rules/builtinTemplate.ts'
import { storedPolicy } from './rules/policy.ts'
import { describeDecision, shapePolicy } from './rules/shapes.ts'
import { shapeUsage, usageOf } from './rules/usage.ts'
import { prepareRevocation } from './services/changeMandate.ts'
import { issueMandate } from './services/issueMandate.ts'
import { findActiveSwitches } from './services/killSwitches/readKillSwitches.ts'
import { createSwitchSweep, switchEnds } from './services/killSwitches/sweepSwitches.ts'
import { recountPart } from './services/recountPart.ts'
import { endingMandates } from './services/tellEnding.ts'

export { mandateGates } from './gates.ts'
export type { MandatesDeps } from './ports.ts'

/** GraphQL shapes of decisions and policies. Pure, like the gates, so both can be used without a running subgraph. */
export const policyReader = {
  describeDecision,
  describePolicy: (policy: StoredPolicy) => shapePolicy(storedPolicy(policy)),
  /** The live budget of a wallet under its mandate; null without one. */
  describeUsage: (wallet: WalletPosition, at: Date) =>
    wallet.mandate === null ? null : shapeUsage(usageOf(wallet, storedPolicy(wallet.mandate.policy), at)),
}

/** Registers its collections: call before `database.prepare()`. */
export function createMandates(deps: MandatesDeps & Omit<KillSwitchDeps, 'wakeSweep'>) {
  deps.database.model(mandateSchema, MANDATES)
  deps.database.model(mandateVersionSchema, MANDATE_VERSIONS)
  deps.database.model(killSwitchSchema, KILL_SWITCHES)
  const sweep = createSwitchSweep(deps)
  const killSwitches = createKillSwitchResolvers({ ...deps, wakeSweep: sweep.wake })
  const own = createResolvers(deps)
  const resolvers = {
    ...own,
    ...killSwitches,
    Query: { ...own.Query, ...killSwitches.Query },
    Mutation: { ...own.Mutation, ...killSwitches.Mutation },
  }
  return {
    name: 'mandates',
    ...buildSubgraph(readContract('mandates'), resolvers, deps),
    /** The default mandate of a new agent, as part of the registration's commit; what its wallet has spent keeps counting. */
    async prepareDefault(input: {
      orgId: OrgId
      mode: Mode
      agentId: AgentId
      walletId: WalletId
      policyTemplate: PolicyTemplate | null
      limitTimezone: string
      /** The mandate that the wallet has from a former agent. */
      prior?: { mandateId: MandateId; version: number } | null
    }) {
      const { policyTemplate, prior = null, ...owner } = input
      const { expiresInDays: days, ...text } = policyTemplate ?? BUILTIN_TEMPLATE
      const policy = storedPolicy(text.policy)
      const issue = issueMandate(deps, { ...owner, ...text, policy, createdBy: input.orgId, validity: { days }, prior })
      const wallet = prior === null ? null : await findWalletPosition(deps.database, input.walletId)
      if (wallet === null) return issue
      return { ...issue, part: precededBy(await recountPart(deps, wallet, input.limitTimezone), issue.part) }
    },
    /** Ends the mandate of a wallet whose agent is revoked, as part of that commit. */
    prepareRevocation: (input: Parameters<typeof prepareRevocation>[1]) => prepareRevocation(deps, input),
    /** What events asks: the switches in force of the caller's organization. */
    forEvents: { killSwitches: { findActive: (principal: Principal) => findActiveSwitches(deps, principal) } },
    workers: [sweep.worker, createEndingWorker(deps, endingMandates(deps))] as readonly Worker[],
    /** What the clock of an organization makes due. */
    dueWork: [switchEnds(deps), endingDueWork(deps, endingMandates(deps))] as readonly DueWork[],
  } as const
}
