/** A refusal of the service for people: the rule with its figures, what to do next, and the request id to quote. */
import { styleText } from 'node:util'
import { type Fields, fieldsOf } from './client.ts'
import type { Refused } from './failure.ts'
import { formatFacts, formatTable, printable } from './printer.ts'

/** What else a refusal may have left or points to. */
const LED_TO = ['payment_id', 'approval_id', 'case_id', 'switch_id', 'mandate_id', 'oldest_cursor'] as const

/** Where the message of the service, which is written for every client, does not say which command helps. */
const ADVICE: Readonly<Record<string, string>> = {
  authentication_error: 'Run agentpay login with a key that is valid; agentpay doctor says what is wrong.',
  insufficient_scope: 'Ask an administrator for a key with that role (agentpay keys create).',
  insufficient_funds: 'See what the wallet has with agentpay balance WALLET.',
  wallet_frozen: 'An administrator lifts it once its reason is settled.',
  cursor_expired: 'Go on with --after and the oldest cursor; what was before is kept no longer.',
  rate_limited: 'Send it again a little later.',
  service_unavailable: 'Send it again a little later; agentpay doctor says what is not ready.',
}

export function formatRefusal({ status, error }: Refused): string {
  const { type, message, details, request_id } = error
  const reason = typeof details.reason === 'string' && details.reason !== type ? `, ${details.reason}` : ''
  const wait = typeof details.retry_after_ms === 'number' ? Math.ceil(details.retry_after_ms / 1_000) : null
  const facts = Object.fromEntries(LED_TO.map((name) => [name, details[name]]))
  return [
    styleText('red', `Refused: ${printable(type)}${printable(reason)} (${status})`, { stream: process.stderr }),
    printable(message),
    ...formatFigures(details),
    ...formatProblems(details),
    ...(ADVICE[type] === undefined ? [] : [ADVICE[type]]),
    ...(wait === null ? [] : [`Retry after: ${wait} s`]),
    formatFacts({ ...facts, request_id }),
  ].join('\n')
}

/** Of every rule that has failed, not just the first. */
function formatFigures({ violations }: Fields): string[] {
  if (!Array.isArray(violations) || violations.length === 0) return []
  const columns = ['rule', 'reason', 'limit', 'actual', 'remaining', 'resets_at']
  return [
    formatTable(
      columns,
      violations.map(fieldsOf).map((one) => columns.map((name) => one[name])),
    ),
  ]
}

/** Fields of the request, or words of a policy. */
function formatProblems({ fields, problems }: Fields): string[] {
  // The words of a policy are shown where they stand, by the command that has the text.
  if (Array.isArray(problems) || !Array.isArray(fields) || fields.length < 2) return []
  return fields.map(fieldsOf).map(({ path, message }) => `  ${printable(path)}: ${printable(message)}`)
}
