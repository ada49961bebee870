/** Names between REST (snake_case) and GraphQL (camelCase). */

/** Written in camelCase by the specification itself (2.15). */
const UNCHANGED = new Set(['limitPerTx'])

export function toSnake(name: string): string {
  if (UNCHANGED.has(name)) return name
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
