/** Sets how often an organization may call: an operator's command, without an endpoint. Every process follows within a second. */
import { setRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { invalidField, invariant, notFound } from '../../shared/errors.ts'
import { parseAll } from '../../shared/fields.ts'
import { isId } from '../../shared/ids.ts'
import { limitsInForce, RATE_LIMIT_RANGE, type RateLimitsInForce } from '../../shared/rateLimits.ts'
import { organizationRef } from '../models/organizations.ts'
import type { AgentsDeps } from '../ports.ts'

interface RateLimitsInput {
  readonly orgId: string
  /** Undefined leaves it as it is, null restores that of the platform. */
  readonly requestsPerMinute?: number | null | undefined
  readonly paymentsPerAgentPerMinute?: number | null | undefined
}

/** @returns those in force from now on. @throws DomainError not_found, invalid_request */
export async function setRateLimits(deps: AgentsDeps, input: RateLimitsInput): Promise<RateLimitsInForce> {
  const { orgId } = input
  const given = parseAll({
    requestsPerMinute: () => parseLimit(input.requestsPerMinute, 'requests_per_minute'),
    paymentsPerAgentPerMinute: () => parseLimit(input.paymentsPerAgentPerMinute, 'payments_per_agent_per_minute'),
  })
  if (!isId('organization', orgId)) throw notFound('organization')
  const ref = organizationRef(orgId)
  const settled = await submitPrepared(deps.commit, () => ({
    ...({ priority: 'control', orgId, mode: 'live', whileSuspended: true } as const),
    reads: () => ({ guard: [ref] }),
    decide(state) {
      const row = state.get(ref)
      if (row === null) return refused(notFound('organization'))
      const { requestsPerMinute = null, paymentsPerAgentPerMinute = null, version = 0 } = row.rateLimits ?? {}
      const rateLimits = {
        requestsPerMinute: given.requestsPerMinute === undefined ? requestsPerMinute : given.requestsPerMinute,
        paymentsPerAgentPerMinute:
          given.paymentsPerAgentPerMinute === undefined ? paymentsPerAgentPerMinute : given.paymentsPerAgentPerMinute,
        version: version + 1,
      }
      return done(limitsInForce(deps.config.rateLimits, rateLimits), { set: [setRow(ref, { ...row, rateLimits })] })
    },
  }))
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer
}

function parseLimit(value: number | null | undefined, path: string): number | null | undefined {
  const { min, max } = RATE_LIMIT_RANGE
  if (value == null || (Number.isInteger(value) && value >= min && value <= max)) return value
  throw invalidField(path, 'out_of_range', `must be an integer from ${min} to ${max}.`)
}
