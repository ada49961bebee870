/** Merges what a fetch returned into what earlier ones did, as Apollo's gateway does: objects and lists of one length by their parts. */
import type { Raw } from './shapeResponse.ts'

export function mergeInto(target: Raw, source: Raw | null | undefined): void {
  if (source === undefined || source === null) return
  for (const key of Object.keys(source)) {
    const value = source[key]
    if (value === undefined) continue
    const present = Object.hasOwn(target, key) ? target[key] : undefined
    if (present && isObject(value)) mergeInto(present as Raw, value)
    else if (Array.isArray(value) && Array.isArray(present) && value.length === present.length)
      mergeLists(present, value)
    else set(target, key, value)
  }
}

function mergeLists(target: unknown[], source: readonly unknown[]): void {
  for (const [index, value] of source.entries()) {
    const present = target[index]
    if (isObject(present) && isObject(value)) mergeInto(present, value)
    else target[index] = value
  }
}

/** JSON of callers may have any key. */
function set(target: Raw, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true })
  else target[key] = value
}

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
