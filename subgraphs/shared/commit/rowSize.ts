/** An estimate of the bytes that a value takes in the database: enough for bounds, and cheaper than encoding it. */

/** A row as its fields by name. */
export const fieldsOf = (row: object) => row as Readonly<Record<string, unknown>>

export function estimateBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 5 + value.length
    case 'object':
      if (value === null) return 1
      if (value instanceof Date) return 8
      if (value instanceof Uint8Array) return 5 + value.byteLength
      return Array.isArray(value) ? bytesOfList(value) : bytesOfObject(value as Record<string, unknown>)
    default:
      return 8
  }
}

function bytesOfList(list: readonly unknown[]): number {
  let bytes = 5
  for (const item of list) bytes += 4 + estimateBytes(item)
  return bytes
}

function bytesOfObject(object: Record<string, unknown>): number {
  let bytes = 5
  for (const name in object) bytes += 2 + name.length + estimateBytes(object[name])
  return bytes
}

/** Of the fields that differ. */
export function changedBytes(base: object, next: object): number {
  if (base === next) return 0
  const [before, after] = [fieldsOf(base), fieldsOf(next)]
  let bytes = 0
  for (const name in after) if (after[name] !== before[name]) bytes += name.length + estimateBytes(after[name])
  return bytes
}
