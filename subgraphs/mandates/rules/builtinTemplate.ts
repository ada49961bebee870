/**
 * The template that every organization starts with (domain A.4): small limits, risky categories blocked. It is parsed like
 * any other text, once, when the service starts.
 */
import { invariant } from '../../shared/errors.ts'
import { parsePolicy } from './parsePolicy.ts'
import type { Policy } from './policy.ts'

const POLICY_TEXT =
  'Max $50 per transaction, $100 per day, $1000 per month, block gambling, adult, weapons, cash advance, crypto quasi cash, require approval above $25'
const EXPIRES_IN_DAYS = 90

export interface BuiltinTemplate {
  readonly policy: Policy
  readonly policyText: string
  readonly canonicalText: string
  readonly expiresInDays: number
}

export const BUILTIN_TEMPLATE: BuiltinTemplate = readTemplate()

function readTemplate(): BuiltinTemplate {
  const parsed = parsePolicy(POLICY_TEXT)
  invariant(parsed.ok, 'the built-in policy cannot be read')
  const { policy, canonicalText } = parsed
  return { policy, policyText: POLICY_TEXT, canonicalText, expiresInDays: EXPIRES_IN_DAYS }
}
