// The options of `npm run first-payment` and `first-funding`, and the service and organization that they name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StepFailure } from './serviceClient.ts'

export interface Target {
  readonly base_url: string
  readonly org_id: string
  readonly api_key: string
}

/** The flags of every command that plays against a running service. */
export const TARGET_FLAGS = {
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
  'org-id': { type: 'string' },
  'data-dir': { type: 'string' },
  json: { type: 'boolean', default: false },
  /** Seconds that it may take at most. */
  within: { type: 'string' },
} as const

type TargetFlags = Readonly<Partial<Record<'base-url' | 'api-key' | 'org-id' | 'data-dir', string | undefined>>>

/** Flags before environment variables before the file that `npm start` wrote. @throws StepFailure if none names it */
export function readTarget(flags: TargetFlags): Target {
  const { env } = process
  const dataDir = flags['data-dir'] ?? env.DATA_DIR ?? join(import.meta.dirname, '..', '..', '.data')
  const overrides = {
    base_url: flags['base-url'] ?? env.BASE_URL,
    org_id: flags['org-id'] ?? env.ORG_ID,
    api_key: flags['api-key'] ?? env.API_KEY,
  }
  const known = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
  try {
    return { ...JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')), ...known }
  } catch {
    const { base_url, org_id, api_key } = overrides
    if (base_url !== undefined && org_id !== undefined && api_key !== undefined) return { base_url, org_id, api_key }
    throw new StepFailure(
      `${dataDir} has no demo.json. Start the service with npm start, or pass --base-url, --org-id and --api-key.`,
    )
  }
}
