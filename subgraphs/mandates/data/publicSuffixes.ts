// Suffixes under which anyone can register names, so that a wildcard on one would allow everyone: the public suffix list
// with its private section, and some hosts that it lacks.
import { getPublicSuffix } from 'tldts'

const ADDITIONAL_SUFFIXES: ReadonlySet<string> = new Set([
  'amazonaws.com',
  's3.amazonaws.com',
  'googleapis.com',
  'storage.googleapis.com',
  'wixsite.com',
  'wordpress.com',
  'glitch.me',
  'blogspot.com',
  'herokuapp.com',
  'cloudfront.net',
  'azurewebsites.net',
])

/** Whether anyone can register names directly under this host. Single labels count too. */
export function isPublicSuffix(host: string): boolean {
  if (!host.includes('.') || ADDITIONAL_SUFFIXES.has(host)) return true
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host
}
