/** The states of an external bank account and of its micro-deposits (domain 1.3). Pure. */
import type { Transitions } from '../../shared/transitions.ts'

export type BankAccountState = 'ENABLED' | 'PAUSED' | 'CLOSED'
export type VerificationState = 'PENDING' | 'ENABLED' | 'FAILED_VERIFICATION' | 'INSUFFICIENT_FUNDS'
export type MicroDepositStatus = 'created' | 'sent' | 'posted' | 'verified' | 'failed' | 'expired' | 'returned'

export const ATTEMPTS_MAX = 3
/** Of one account, until it is verified. */
export const ROUNDS_MAX = 3
/** Of one row, with those that were never sent, each of which a bank outside is asked for. */
export const TRIED_ROUNDS_MAX = 10
export const OPEN_ACCOUNTS_MAX = 10
/** Calendar days from sending in which the amounts can be told. */
export const VERIFICATION_DAYS = 10

/** lack: the operating account cannot pay the amounts, so that none of them is sent. */
export type MicroDepositStep = 'send' | 'lack' | 'post' | 'verify' | 'fail' | 'expire' | 'return'

export const MICRO_DEPOSITS: Transitions<MicroDepositStatus, MicroDepositStep> = {
  created: { send: 'sent', lack: 'created', return: 'returned' },
  sent: { post: 'posted', verify: 'verified', fail: 'failed', expire: 'expired', return: 'returned' },
  posted: { verify: 'verified', fail: 'failed', expire: 'expired', return: 'returned' },
  verified: {},
  failed: {},
  expired: {},
  returned: {},
}
