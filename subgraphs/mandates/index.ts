/** The mandates subgraph: policy language, versions, evaluation, and the gates that guard every spend with them. */
import { readFileSync } from 'node:fs'
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph'

import { parse } from 'graphql'
import type { Clock } from '../shared/clock.ts'
import type { Database } from '../shared/database.ts'
import type { NewId } from '../shared/ids.ts'
import type { Mode, RequestContext } from '../shared/principal.ts'
import type { Worker } from '../shared/subgraph.ts'
import { mandateGates } from './gates.ts'
import { MANDATE_VERSIONS, MANDATES, mandateSchema, mandateVersionSchema } from './models/mandate.ts'
import { createResolvers } from './resolvers.ts'
import { BUILTIN_EXPIRES_IN_DAYS, BUILTIN_POLICY, BUILTIN_POLICY_TEXT } from './rules/builtinTemplate.ts'
import type { Policy } from './rules/policy.ts'
import { describeDecision, shapePolicy } from './rules/shapes.ts'
import { issueMandate } from './services/issueMandate.ts'

/** What an organization wrote as the mandate of every agent that registers; null = the built-in one. */
export interface PolicyTemplate {
  /** A stored policy object; others carry it without knowing its form. */
  readonly policy: object
  readonly policyText: string
  readonly canonicalText: string
  readonly expiresInDays: number
}

const BUILTIN_TEMPLATE: PolicyTemplate = {
  policy: BUILTIN_POLICY,
  policyText: BUILTIN_POLICY_TEXT,
  canonicalText: BUILTIN_POLICY_TEXT,
  expiresInDays: BUILTIN_EXPIRES_IN_DAYS,
}

export function createMandates(deps: { database: Database; clock: Clock; newId: NewId; baseUrl: string }) {
  deps.database.model(mandateSchema, MANDATES)
  deps.database.model(mandateVersionSchema, MANDATE_VERSIONS)
  const typeDefs = readFileSync(new URL('../../schema/mandates.graphql', import.meta.url), 'utf8')
  const resolvers = createResolvers(deps) as unknown as GraphQLResolverMap<RequestContext>
  return {
    name: 'mandates',
    typeDefs,
    schema: buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers }]),
    gates: mandateGates,
    policies: { describeDecision, describePolicy: (policy: object) => shapePolicy(policy as Policy) },
    /** The default mandate of a registration, as a part of its one commit. */
    prepareDefault(input: {
      orgId: string
      mode: Mode
      agentId: string
      walletId: string
      policyTemplate: PolicyTemplate | null
      limitTimezone: string
    }) {
      const { policyTemplate, ...owner } = input
      const template = policyTemplate ?? BUILTIN_TEMPLATE
      const policy = template.policy as Policy
      return issueMandate(deps, { ...owner, ...template, policy, createdBy: input.orgId })
    },
    workers: [] as Worker[],
  } as const
}
