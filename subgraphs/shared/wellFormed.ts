/**
 * Refuses text with an unpaired surrogate, which UTF-8 cannot encode: databases, hashes and receivers of webhooks would each
 * see other text than the caller wrote.
 */
import { invalidField } from './errors.ts'

/**
 * @param path of the value itself; its fields are named below it
 * @throws DomainError invalid_request that names the field
 */
export function requireWellFormed(value: unknown, path = ''): void {
  // Without recursion, because variables may be nested deeply.
  const open: [string, unknown][] = [[path, value]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [place, part] = next
    if (typeof part === 'string' && !part.isWellFormed()) throw illFormed(place)
    if (typeof part !== 'object' || part === null) continue
    const isList = Array.isArray(part)
    for (const [name, inner] of Object.entries(part)) {
      if (!name.isWellFormed()) throw illFormed(place)
      open.push([isList ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`, inner])
    }
  }
}

function illFormed(path: string) {
  return invalidField(path === '' ? 'body' : path, 'invalid_text', 'must be Unicode text without unpaired surrogates')
}
