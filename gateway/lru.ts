/** The bounded cache used throughout the gateway, because cache keys come from callers. */

export interface Lru<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  clear(): void
}

export function createLru<V>(sizeMax: number): Lru<V> {
  const entries = new Map<string, V>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= sizeMax) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    clear: () => entries.clear(),
  }
}
