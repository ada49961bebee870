/**
 * Token exchanges and sign-ins in the audit log: who got a token, and whose credential was refused and why. Only what shows a
 * credential of this service is recorded, because anybody could fill the log of an organization with the rest, which counts
 * against the address; and of refusals one a minute for each agent or session and reason.
 */
import type { Actor } from '../../shared/acting.ts'
import { recordAct } from '../../shared/commit/recordAct.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { DomainError } from '../../shared/errors.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { AgentsDeps } from '../ports.ts'

/** Whose credential was shown. */
export interface Shown {
  readonly orgId: OrgId
  readonly mode: Mode
  /** The agent or session. */
  readonly resourceId: string
  readonly actor: Actor
}

export interface CredentialLog {
  /** @throws DomainError gateway_timeout: it was done, and may not be recorded */
  done(shown: Shown): Promise<void>
  refused(shown: Shown, error: unknown): Promise<void>
}

const MINUTE_MS = 60_000
const NOTED_MAX = 10_000

export function createCredentialLog({
  commit,
  clock,
  log,
}: Pick<AgentsDeps, 'commit' | 'clock' | 'log'>): CredentialLog {
  let minute = 0
  /** In this minute. */
  let noted = new Set<string>()

  function isNew(key: string): boolean {
    const now = Math.floor(clock.now().getTime() / MINUTE_MS)
    if (now !== minute) noted = new Set()
    minute = now
    if (noted.has(key) || noted.size >= NOTED_MAX) return false
    noted.add(key)
    return true
  }

  return {
    done: ({ orgId, mode, resourceId, actor }) => recordAct(commit, { orgId, mode, resourceId, actor, changes: [] }),
    async refused({ orgId, mode, resourceId, actor: by }, error) {
      if (!(error instanceof DomainError) || error.type !== 'authentication_error') return
      const rule = String(error.details.reason)
      if (!isNew(`${resourceId} ${rule}`)) return
      const event = { type: 'audit.refused', resourceId, by, data: { type: error.type, rule, details: {} } } as const
      const outcome = await commit.submit({
        ...{ priority: 'control', orgId, mode, whileSuspended: true, afterEnd: true },
        reads: () => ({ guard: [] }),
        decide: () => done(null, { events: [event] }),
      })
      if (outcome.kind !== 'done')
        log.warn({ resourceId, rule, outcome: outcome.kind }, 'a refused credential is not recorded')
    },
  }
}

/** Records how `act` ends, once somebody is known. */
export async function watch<T>(
  credentials: CredentialLog,
  shown: () => Shown | null,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const known = shown()
    if (known !== null) await credentials.refused(known, error)
    throw error
  }
}
