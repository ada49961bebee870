/** How many different people have to approve (domain 3): each organization has rules, or the default ones. */
import { invalidField } from './errors.ts'
import { parseUsd } from './money.ts'

/** From `minUsdMicro` on, so many. */
export interface QuorumRule {
  readonly minUsdMicro: bigint
  readonly required: number
}

export const DEFAULT_QUORUM: readonly QuorumRule[] = [
  { minUsdMicro: 0n, required: 1 },
  { minUsdMicro: 10_000_000_000n, required: 2 },
]

const RULES_MAX = 10
const PEOPLE_MAX = 10

/** @throws DomainError invalid_request: not 1 to 10 rules that begin with 0, each for a larger amount and for 1 to 10 people */
export function parseQuorum(
  value: readonly { readonly minAmountUsd: unknown; readonly required: unknown }[],
  path: string,
): readonly QuorumRule[] {
  if (value.length === 0 || value.length > RULES_MAX)
    throw invalidField(path, 'out_of_range', `must have 1 to ${RULES_MAX} rules.`)
  const rules = value.map(({ minAmountUsd, required }, index): QuorumRule => {
    const at = `${path}.${index}`
    if (typeof required !== 'number' || !Number.isInteger(required) || required < 1 || required > PEOPLE_MAX)
      throw invalidField(`${at}.required`, 'out_of_range', `must be an integer from 1 to ${PEOPLE_MAX}.`)
    return { minUsdMicro: parseLeast(minAmountUsd, `${at}.min_amount_usd`), required }
  })
  for (const [index, rule] of rules.entries()) {
    const before = rules[index - 1]
    const isInOrder = before === undefined ? rule.minUsdMicro === 0n : rule.minUsdMicro > before.minUsdMicro
    if (isInOrder) continue
    const message = before === undefined ? 'must be 0 in the first rule.' : 'must be larger than in the rule before.'
    throw invalidField(`${path}.${index}.min_amount_usd`, 'not_ascending', message)
  }
  return rules
}

function parseLeast(value: unknown, path: string): bigint {
  if (typeof value === 'string' && /^0(\.0{1,6})?$/.test(value)) return 0n
  return parseUsd(value, path)
}
