/** The states of an external bank account and of its micro-deposits (domain 1.3). Pure. */
import type { Transitions } from '../../shared/transitions.ts'

export type BankAccountState = 'ENABLED' | 'PAUSED' | 'CLOSED'
export type VerificationState = 'PENDING' | 'ENABLED' | 'FAILED_VERIFICATION' | 'INSUFFICIENT_FUNDS'
export type MicroDepositStatus = 'created' | 'sent' | 'posted' | 'verified' | 'failed' | 'expired' | 'returned'

export const ATTEMPTS_MAX = 3
/** Of one account, until it is verified. */
export const ROUNDS_MAX = 3
export const OPEN_ACCOUNTS_MAX = 10
/** Calendar days from sending in which the amounts can be told. */
export const VERIFICATION_DAYS = 10

export type MicroDepositStep = 'send' | 'post' | 'verify' | 'fail' | 'expire' | 'return'

export const MICRO_DEPOSITS: Transitions<MicroDepositStatus, MicroDepositStep> = {
  created: { send: 'sent', return: 'returned' },
  sent: { post: 'posted', verify: 'verified', fail: 'failed', expire: 'expired', return: 'returned' },
  posted: { verify: 'verified', fail: 'failed', expire: 'expired', return: 'returned' },
  verified: {},
  failed: {},
  expired: {},
  returned: {},
}
