/** How a command ends that does not succeed: the exit code, and what is said instead of a result. */

/** 0 is success. */
export const EXIT = { failed: 1, usage: 2, denied: 3, authentication: 4, unavailable: 5 } as const

/** A failure that its message explains; every other error is a bug. */
export class CommandFailure extends Error {
  readonly kind: keyof typeof EXIT
  constructor(kind: keyof typeof EXIT, message: string) {
    super(message)
    this.kind = kind
  }
}

/** The command was called in a wrong way. */
export const wrongUsage = (message: string): CommandFailure => new CommandFailure('usage', message)

export interface RefusalBody {
  readonly type: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly request_id: string
}

/** The service has answered, with an error (specification 7). */
export class Refused extends CommandFailure {
  readonly status: number
  readonly error: RefusalBody
  constructor(status: number, error: RefusalBody) {
    super(kindOf(status, error.type), error.message)
    this.status = status
    this.error = error
  }
}

/** What mandate, screening, a person or a stop says no to; every other 403 is about what the key may do. */
const DENIALS: ReadonlySet<string> = new Set([
  'policy_violation',
  'compliance_denied',
  'kill_switch_active',
  'wallet_frozen',
  'mandate_missing',
  'mandate_revoked',
  'mandate_expired',
  'approval_required',
  'approval_denied',
  'self_approval_forbidden',
  'amount_exceeds_cap',
])

function kindOf(status: number, type: string): keyof typeof EXIT {
  if (DENIALS.has(type)) return 'denied'
  if (status === 401 || status === 403) return 'authentication'
  return status === 429 || status >= 502 ? 'unavailable' : 'failed'
}

/** Whether the same request may succeed a moment later. */
export const passes = (error: unknown): boolean => error instanceof CommandFailure && error.kind === 'unavailable'
