/** Every type of error with its status, its reasons and what to do, from the catalogue that the service itself uses. */
import { ERROR_TYPES, type ErrorType, passes } from '../../subgraphs/shared/errors.ts'
import { ERROR_MEANINGS } from './errorMeanings.ts'
import reasonsByType from './reasons.json' with { type: 'json' }

const REASONS: Readonly<Record<string, readonly string[]>> = reasonsByType

export function describeErrors(): string {
  const types = Object.keys(ERROR_TYPES) as ErrorType[]
  return types.map(describeError).join('\n\n')
}

function describeError(type: ErrorType): string {
  const { status, code } = ERROR_TYPES[type]
  const reasons = REASONS[type] ?? []
  return [
    `### \`${type}\``,
    ERROR_MEANINGS[type],
    `HTTP ${status}, in GraphQL \`${code}\`.${passes({ type }) ? ' The same request may pass a moment later.' : ''}`,
    ...(reasons.length === 0 ? [] : [`Reasons, among others: ${reasons.map((reason) => `\`${reason}\``).join(', ')}.`]),
  ].join('\n\n')
}
