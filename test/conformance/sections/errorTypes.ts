/**
 * Specification 7, domain 7.2: where each type of error, and each reason that the catalogue names, is brought about over REST
 * and GraphQL alike. A type without a place here does not compile; one whose place does not bring it about fails.
 */
import { describe, expect, test } from 'vitest'
import { ERROR_TYPES, type ErrorType } from '../../../subgraphs/shared/errors.ts'
import type { Answer, CarrierName } from '../../support/carriers.ts'
import type { Given } from '../../support/scene.ts'

/** suite: by some section of it. failure: there too, as the failure_code of a payment alone. own: in `ownWorlds.test.ts`, which has a row for each of them. */
export const BROUGHT_ABOUT = {
  authentication_error: 'suite',
  insufficient_scope: 'suite',
  capability_denied: 'suite',
  invalid_request: 'suite',
  not_found: 'suite',
  method_not_allowed: 'own',
  payload_too_large: 'own',
  unsupported_media_type: 'own',
  conflict: 'suite',
  idempotency_in_progress: 'own',
  idempotency_mismatch: 'suite',
  rate_limited: 'own',
  policy_violation: 'suite',
  compliance_denied: 'suite',
  insufficient_funds: 'suite',
  no_route: 'suite',
  all_adapters_exhausted: 'suite',
  kill_switch_active: 'suite',
  wallet_frozen: 'suite',
  mandate_missing: 'suite',
  mandate_revoked: 'suite',
  mandate_expired: 'suite',
  approval_required: 'suite',
  approval_not_pending: 'suite',
  approval_already_decided: 'suite',
  approval_expired: 'suite',
  approval_denied: 'suite',
  self_approval_forbidden: 'suite',
  hold_not_capturable: 'suite',
  hold_not_voidable: 'suite',
  hold_expired: 'suite',
  shared_token_invalid: 'suite',
  shared_token_used: 'suite',
  shared_token_expired: 'own',
  payment_declined: 'own',
  amount_exceeds_cap: 'suite',
  bank_account_not_verified: 'suite',
  bank_account_paused: 'suite',
  micro_deposit_mismatch: 'suite',
  micro_deposit_attempts_exceeded: 'suite',
  micro_deposit_expired: 'own',
  quote_expired: 'own',
  quote_already_used: 'suite',
  canceled: 'failure',
  cursor_expired: 'own',
  fx_rate_unavailable: 'suite',
  service_unavailable: 'suite',
  gateway_timeout: 'own',
  internal_error: 'own',
} as const satisfies Record<ErrorType, 'suite' | 'failure' | 'own'>

type Place = typeof BROUGHT_ABOUT
export type OwnType = { [Type in ErrorType]: Place[Type] extends 'own' ? Type : never }[ErrorType]

/** Those of domain 7.2 that belong to what is offered; a token expires in `clock`, and a review rejects in `compliance`. */
const REASONS = {
  authentication_error: [
    ...['missing_credentials', 'invalid_api_key', 'invalid_token', 'refresh_token_reused'],
    ...['agent_id_mismatch', 'agent_suspended', 'agent_revoked'],
  ],
  capability_denied: ['organization_only', 'organization_suspended'],
  compliance_denied: [...['sanctions_hit', 'trust_score_below_minimum', 'kya_incomplete', 'kya_expired', 'aml_risk']],
  insufficient_funds: ['balance_below_amount', 'balance_locked_by_hold', 'gas_not_covered'],
  no_route: [
    ...['unknown_chain', 'token_not_supported_on_chain', 'chain_not_configured', 'chain_unavailable'],
    ...['rpc_unreachable', 'wallet_not_controllable'],
  ],
} as const satisfies Partial<Record<ErrorType, readonly string[]>>

const seen = new Map<CarrierName, Map<string, number>>()

/** Told of every answer of the run. */
export function recordErrorType(carrier: CarrierName, { refused, body }: Answer): void {
  const types = seen.get(carrier) ?? new Map<string, number>()
  seen.set(carrier, types)
  const { failure_code: failure } = body ?? {}
  if (typeof failure === 'string') types.set(`failure ${failure}`, 200)
  if (refused === null) return
  types.set(refused.type, refused.status)
  types.set(`${refused.type} ${refused.details.reason}`, refused.status)
}

/** At the end of the suite. */
export function errorTypes({ carrierName }: Given): void {
  const statusOf = (name: string) => seen.get(carrierName)?.get(name)
  describe(`7 every type of error came, over ${carrierName}`, () => {
    const typesOf = (wanted: 'suite' | 'failure') =>
      Object.entries(BROUGHT_ABOUT).flatMap(([type, place]) => (place === wanted ? [type as ErrorType] : []))
    test.each(typesOf('suite'))('%s', (type) => {
      expect(statusOf(type)).toBe(ERROR_TYPES[type].status)
    })
    test.each(typesOf('failure'))('%s, as the failure of a payment', (type) => {
      expect(statusOf(`failure ${type}`)).toBe(200)
    })

    const reasons = Object.entries(REASONS).flatMap(([type, all]) => all.map((reason) => [type, reason] as const))
    test.each(reasons)('%s %s', (type, reason) => {
      expect(statusOf(`${type} ${reason}`)).toBe(ERROR_TYPES[type as ErrorType].status)
    })
  })
}
