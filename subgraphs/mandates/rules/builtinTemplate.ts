/**
 * The template that every organization starts with (domain A.4): small limits, risky categories blocked. It is parsed like
 * any other text, once, when the service starts.
 */
import { invariant } from '../../shared/errors.ts'
import { BUILTIN_POLICY_EXPIRES_IN_DAYS, BUILTIN_POLICY_TEXT } from './builtinPolicy.ts'
import { parsePolicy } from './parsePolicy.ts'
import type { Policy } from './policy.ts'

export interface BuiltinTemplate {
  readonly policy: Policy
  readonly policyText: string
  readonly canonicalText: string
  readonly expiresInDays: number
}

export const BUILTIN_TEMPLATE: BuiltinTemplate = readTemplate()

function readTemplate(): BuiltinTemplate {
  const parsed = parsePolicy(BUILTIN_POLICY_TEXT)
  invariant(parsed.ok, 'the built-in policy cannot be read')
  const { policy, canonicalText } = parsed
  return { policy, policyText: BUILTIN_POLICY_TEXT, canonicalText, expiresInDays: BUILTIN_POLICY_EXPIRES_IN_DAYS }
}
