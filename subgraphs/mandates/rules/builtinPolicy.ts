// The policy template that every organization starts with (domain A.4), until it writes its own.
export const BUILTIN_POLICY_TEXT =
  'Max $50 per transaction, $100 per day, $1000 per month, block gambling, adult, weapons, cash advance, crypto quasi cash, require approval above $25'
export const BUILTIN_POLICY_EXPIRES_IN_DAYS = 90
