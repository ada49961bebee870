/** The bounded cache used throughout the gateway, because cache keys come from callers. */

export interface Lru<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  clear(): void
}

/**
 * Two generations instead of a list in order of use, so that finding what is used often writes nothing: once so many are new,
 * what was not used meanwhile goes.
 * @param size so many that were used last are kept, and twice as many at most
 */
export function createLru<V>(size: number): Lru<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()

  function set(key: string, value: V): void {
    young.set(key, value)
    if (young.size < size) return
    old = young
    young = new Map()
  }

  return {
    get(key) {
      const value = young.get(key)
      if (value !== undefined) return value
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    clear() {
      young.clear()
      old.clear()
    },
  }
}
