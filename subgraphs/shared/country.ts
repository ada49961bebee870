/** Countries, by their ISO 3166 codes of two letters. */
import { invalidField } from './errors.ts'

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Null when absent. @throws DomainError invalid_request, which names `path` */
export function parseCountry(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null
  const code = typeof value === 'string' ? value.toUpperCase() : ''
  if (!/^[A-Z]{2}$/.test(code) || regions.of(code) === undefined)
    throw invalidField(path, 'unknown_country', 'must be an ISO 3166 code of two letters.')
  return code
}
