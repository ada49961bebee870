// Suffixes under which strangers can register names, so that a wildcard on one would allow everybody: the whole public
// suffix list with its private section, and some hosts that it does not have.
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

/** Whether strangers can have names directly under this host. Unknown single labels count. */
export function isPublicSuffix(host: string): boolean {
  if (!host.includes('.') || ADDITIONAL_SUFFIXES.has(host)) return true
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host
}
