/** Where the service is and with which key it is called: environment variables, else a file that only its owner can read. */
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { CommandFailure, wrongUsage } from './failure.ts'

export interface Settings {
  readonly base_url: string
  readonly api_key: string
  /** The key is this agent's, and is exchanged for tokens. */
  readonly agent_id?: string
  /** Paid from where no other is named. */
  readonly wallet_id?: string
  /** Where operators read metrics and the reasons of readiness. */
  readonly metrics_url?: string
  /** Signs what `listen` forwards. */
  readonly webhook_secret?: string
}

/** Of its owner alone. */
const FILE_MODE = 0o600
const OTHERS = 0o077

/** @throws CommandFailure a name that is no name of a file */
export function settingsPath(profile: string): string {
  if (!/^[\w-]{1,64}$/.test(profile)) throw wrongUsage('--profile is a name of letters, digits, - and _.')
  const { XDG_CONFIG_HOME: home } = process.env
  // The standard has relative paths ignored.
  const config = home !== undefined && isAbsolute(home) ? home : join(homedir(), '.config')
  return join(config, 'agentpay', `${profile}.json`)
}

/** The stored settings; null: nobody has logged in. */
export function findStored(profile: string): Settings | null {
  const path = settingsPath(profile)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new CommandFailure('failed', `${path} cannot be read. Run agentpay login again.`)
  }
}

/** What others may do with the file, as an octal number; null where it is as it should be, or is not there. */
export function openToOthers(profile: string): string | null {
  const stats = statSync(settingsPath(profile), { throwIfNoEntry: false })
  // Windows has no such modes.
  if (stats === undefined || process.platform === 'win32' || (stats.mode & OTHERS) === 0) return null
  return (stats.mode & 0o777).toString(8)
}

/** @returns where it stands */
export function storeSettings(profile: string, settings: Settings): string {
  const path = settingsPath(profile)
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  // Beside it and renamed: nobody reads a half of it, and one that others could read does not stay so.
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, `${JSON.stringify(settings, null, 2)}\n`, { mode: FILE_MODE })
  chmodSync(temporary, FILE_MODE)
  renameSync(temporary, path)
  return path
}

/** @throws CommandFailure there is no key, or one that is not for this address */
export function readSettings(profile: string): Settings {
  const { AGENTPAY_BASE_URL: url, AGENTPAY_API_KEY: key, AGENTPAY_AGENT_ID: agent } = process.env
  const stored = findStored(profile)
  if (key) {
    const base_url = url ?? stored?.base_url
    if (base_url === undefined) throw wrongUsage('AGENTPAY_API_KEY needs AGENTPAY_BASE_URL beside it.')
    return { base_url: parseBaseUrl(base_url), api_key: key, ...(agent && { agent_id: agent }) }
  }
  if (stored === null)
    throw new CommandFailure('authentication', 'There is no key yet. Run agentpay login, or set AGENTPAY_API_KEY.')
  // A key is sent to no other address than the one that it was stored for.
  if (url && parseBaseUrl(url) !== stored.base_url)
    throw wrongUsage(`The stored key is for ${stored.base_url}. Set AGENTPAY_API_KEY beside AGENTPAY_BASE_URL.`)
  return stored
}

/** Without a slash at its end. @throws CommandFailure */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw wrongUsage('The base URL is an address like https://pay.example.com.')
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw wrongUsage('The base URL has to be https: over http everybody on the way could read the key.')
  return url.href.replace(/\/+$/, '')
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
