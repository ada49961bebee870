/**
 * Text with half of a surrogate pair is no text: no database, hash or receiver could take it as it came. It is refused
 * wherever a caller can write it, with its place.
 */
import { invalidField } from '../subgraphs/shared/errors.ts'

/**
 * @param path of the value itself; its fields are named below it
 * @throws DomainError invalid_request that names the field
 */
export function requireWellFormed(value: unknown, path = ''): void {
  // Without recursion: a body may be nested as deeply as it is long.
  const open: [string, unknown][] = [[path, value]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [place, one] = next
    if (typeof one === 'string' && !one.isWellFormed()) throw illFormed(place)
    if (typeof one !== 'object' || one === null) continue
    const isList = Array.isArray(one)
    for (const [name, inner] of Object.entries(one)) {
      if (!name.isWellFormed()) throw illFormed(place)
      open.push([isList ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`, inner])
    }
  }
}

function illFormed(path: string) {
  return invalidField(path === '' ? 'body' : path, 'invalid_text', 'must be Unicode text without unpaired surrogates')
}
