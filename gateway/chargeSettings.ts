/** The payment processor of the configuration: who gives the verdict on charges of shared tokens. */
import { AddressRefused, parseReceiver } from '../subgraphs/shared/outgoing/receiverAddress.ts'
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

/**
 * @param isLive real money moves beside it: it is asked over no loopback
 * @returns undefined: the ledger, which asks nobody
 */
export function parseProcessor(
  environment: Environment,
  isLive: boolean,
  problems: string[],
): ProcessorSettings | undefined {
  const kind = environment.PAYMENT_PROCESSOR || 'ledger'
  const { PAYMENT_PROCESSOR_URL: url = '', PAYMENT_PROCESSOR_SECRET: secret = '' } = environment
  if (kind === 'ledger') return undefined
  if (kind !== 'http') problems.push('PAYMENT_PROCESSOR must be ledger or http')
  requireAddress(url, environment.ALLOW_LOOPBACK_RECEIVERS === 'true' && !isLive, problems)
  if (secret.length < SECRET_LENGTH_MIN)
    problems.push(`PAYMENT_PROCESSOR_SECRET must have at least ${SECRET_LENGTH_MIN} characters`)
  const timeoutMs = Number(environment.PAYMENT_PROCESSOR_TIMEOUT_MS || TIMEOUT_MS)
  if (!Number.isInteger(timeoutMs) || timeoutMs < TIMEOUT_MIN_MS || timeoutMs > TIMEOUT_MAX_MS)
    problems.push(`PAYMENT_PROCESSOR_TIMEOUT_MS must be a whole number from ${TIMEOUT_MIN_MS} to ${TIMEOUT_MAX_MS}`)
  return { url, secret, timeoutMs }
}

/** As every question is checked: what can never be asked is told at the start. */
function requireAddress(url: string, loopbackAllowed: boolean, problems: string[]): void {
  try {
    parseReceiver(url, { loopbackAllowed })
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    problems.push(
      `PAYMENT_PROCESSOR_URL ${error.message} Allowed is https on port 443 or 8443 of a public host; with ALLOW_LOOPBACK_RECEIVERS=true, and no live endpoint, also http and any port of this machine`,
    )
  }
}
