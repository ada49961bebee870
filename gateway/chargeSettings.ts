/** The payment processor of the configuration: who gives the verdict on charges of shared tokens. */
import type { Environment } from './networkSettings.ts'

export interface ProcessorSettings {
  readonly url: string
  /** Signs what it is asked. */
  readonly secret: string
  /** For its whole answer. */
  readonly timeoutMs: number
}

const SECRET_LENGTH_MIN = 16
const TIMEOUT_MS = 8_000
const [TIMEOUT_MIN_MS, TIMEOUT_MAX_MS] = [100, 15_000]

/** @returns undefined: the ledger, which asks nobody */
export function parseProcessor(environment: Environment, problems: string[]): ProcessorSettings | undefined {
  const kind = environment.PAYMENT_PROCESSOR || 'ledger'
  const { PAYMENT_PROCESSOR_URL: url = '', PAYMENT_PROCESSOR_SECRET: secret = '' } = environment
  if (kind === 'ledger') return undefined
  if (kind !== 'http') problems.push('PAYMENT_PROCESSOR must be ledger or http')
  // Over http only where webhooks may be sent so.
  const scheme = environment.ALLOW_LOOPBACK_RECEIVERS === 'true' ? /^https?:/ : /^https:/
  if (!URL.canParse(url) || !scheme.test(url)) problems.push('PAYMENT_PROCESSOR_URL must be an https address')
  if (secret.length < SECRET_LENGTH_MIN)
    problems.push(`PAYMENT_PROCESSOR_SECRET must have at least ${SECRET_LENGTH_MIN} characters`)
  const timeoutMs = Number(environment.PAYMENT_PROCESSOR_TIMEOUT_MS || TIMEOUT_MS)
  if (!Number.isInteger(timeoutMs) || timeoutMs < TIMEOUT_MIN_MS || timeoutMs > TIMEOUT_MAX_MS)
    problems.push(`PAYMENT_PROCESSOR_TIMEOUT_MS must be a whole number from ${TIMEOUT_MIN_MS} to ${TIMEOUT_MAX_MS}`)
  return { url, secret, timeoutMs }
}
