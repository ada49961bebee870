/** The one translation of names between the wire (snake_case) and the graph (camelCase). */

/** The one field that the specification itself writes in camelCase (2.15). */
const KEPT = new Set(['limitPerTx'])

export function toSnake(name: string): string {
  if (KEPT.has(name)) return name
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
