/** How much JSON from outside holds, told without parsing it: many values or deep nesting cost many times what other text of its length does. */

export const JSON_DEPTH_MAX = 64
/** Members and items at any depth: twice as many as variables may have, and far more than any body over REST. */
export const JSON_VALUES_MAX = 25_000

/** The input need not be JSON: the parser refuses it before its depth or its names matter. */
export function extentOf(bytes: Buffer): { readonly depth: number; readonly names: number; readonly values: number } {
  let depth = 0
  let deepest = 0
  let names = 0
  /** At least as many as there are: the first of each list and object, be it empty, and one behind each comma. */
  let values = 0
  let isText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (isText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COLON) names++
    else if (byte === COMMA) values++
    else if (byte === LIST || byte === OBJECT) {
      deepest = Math.max(deepest, ++depth)
      values++
    } else if (byte === LIST_END || byte === OBJECT_END) depth--
  }
  return { depth: deepest, names, values }
}

/** The first name that an object of this JSON has twice, of which parsers take the one or the other. Null: each is there once. */
export function findRepeatedName(json: string): string | null {
  const open: Set<unknown>[] = []
  for (const [token, written, colon] of json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (written !== undefined && colon !== undefined) {
      const name = JSON.parse(written) as string
      if (open.at(-1)?.has(name)) return name
      open.at(-1)?.add(name)
    }
  }
  return null
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]
