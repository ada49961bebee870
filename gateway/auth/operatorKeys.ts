/**
 * The keys of the platform's operators: people who may stop the whole service. They come from the configuration as
 * `name:key` pairs and only their hashes stay in memory.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { OperatorPrincipal } from '../../subgraphs/shared/principal.ts'
import { listOf } from '../networkSettings.ts'

export interface OperatorKey {
  /** Names a person: two keys with the same name count as one person. */
  readonly operatorId: string
  readonly hash: Uint8Array
}

export const OPERATOR_KEY = /^sk_operator_[A-Za-z0-9_-]{24,200}$/
const NAME = /^[A-Za-z0-9._-]{1,60}$/

/** Null when one of the pairs is invalid. */
export function parseOperatorKeys(text: string): readonly OperatorKey[] | null {
  const keys = listOf(text).map((pair) => {
    const separator = pair.indexOf(':')
    const [name, key] = [pair.slice(0, separator), pair.slice(separator + 1)]
    return NAME.test(name) && OPERATOR_KEY.test(key) ? { operatorId: `operator:${name}`, hash: hashOf(key) } : null
  })
  return keys.every((key) => key !== null) ? keys : null
}

/** Compares with all of them, so that the time reveals nothing about any. */
export function findOperator(keys: readonly OperatorKey[], text: string): OperatorPrincipal | null {
  const hash = hashOf(text)
  const [found] = keys.filter((key) => timingSafeEqual(key.hash, hash))
  return found === undefined ? null : { kind: 'operator', operatorId: found.operatorId }
}

function hashOf(key: string): Uint8Array {
  return createHash('sha256').update(key).digest()
}
