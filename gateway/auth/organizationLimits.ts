/**
 * The rate limits that organizations have of their own, as this process knows them: of a caller they are at most a second
 * old. While somebody calls they are read in the background, so that only the first call after a silence waits for them.
 */
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import type { OwnRateLimits } from '../../subgraphs/shared/rateLimits.ts'
import { createLru } from '../lru.ts'

export interface OrganizationLimits {
  /** As far as known; null: those of the platform. */
  find(orgId: OrgId): OwnRateLimits | null
  /** Resolves once those of the caller's organization are known, or could not be read; undefined: they are. */
  know(principal: Principal): Promise<void> | undefined
}

interface Known {
  limits: OwnRateLimits | null
  /** When the last reading began that has ended. */
  readAtMs: number
  reading: Promise<void> | null
}

/** After which they are read again. */
const FRESH_MS = 400
/** After which a caller waits for that. */
const STALE_MS = 900
const ORGANIZATIONS_MAX = 20_000

export function createOrganizationLimits(
  read: (orgId: OrgId) => Promise<OwnRateLimits | null>,
  onFailure: (error: unknown) => void,
): OrganizationLimits {
  const known = createLru<Known>(ORGANIZATIONS_MAX)

  function entryOf(orgId: OrgId): Known {
    const found = known.get(orgId)
    const entry = found ?? { limits: null, readAtMs: Number.NEGATIVE_INFINITY, reading: null }
    if (found === undefined) known.set(orgId, entry)
    if (entry.reading === null && performance.now() - entry.readAtMs >= FRESH_MS) entry.reading = refresh(orgId, entry)
    return entry
  }

  async function refresh(orgId: OrgId, entry: Known): Promise<void> {
    const beganAtMs = performance.now()
    try {
      entry.limits = await read(orgId)
    } catch (error) {
      // The last known ones hold on.
      onFailure(error)
    }
    Object.assign(entry, { readAtMs: beganAtMs, reading: null })
  }

  return {
    find: (orgId) => entryOf(orgId).limits,
    know(principal) {
      if (!('orgId' in principal)) return undefined
      const { reading, readAtMs } = entryOf(principal.orgId)
      return reading !== null && performance.now() - readAtMs >= STALE_MS ? reading : undefined
    },
  }
}
