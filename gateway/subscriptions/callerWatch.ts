/**
 * Watches the caller of a socket or stream while it is open: it ends when the credential expires or is revoked, when the caller
 * is suspended, when the credential opens something else than before, and when the time of its organization was moved past its end.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Clock, timeFor } from '../../subgraphs/shared/clock.ts'
import { newId, type OrgId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import type { Credentials, Headers } from '../auth/credentials.ts'
import type { Use } from '../auth/sessionCookie.ts'
import { refusalOf } from '../errors.ts'
import { expiryMs, rightsOf } from './socketCaller.ts'
import type { SocketLimits } from './socketLimits.ts'

/** Tells which credentials of an organization may open less than before; null: any of them. @returns ends it */
export interface Standings {
  watch(orgId: OrgId, onChange: (credentialId: string | null) => void): () => void
}

interface Watched {
  readonly headers: Headers
  readonly principal: Principal
  readonly use: Use
  /** What the caller is told. May be called more than once. */
  end(reason: string): void
}

export interface CallerWatch {
  /** Asks at once whether the credential still opens the same. Never rejects. */
  recheck(): Promise<void>
  stop(): void
}

export interface CallerWatchDeps {
  readonly credentials: Credentials
  readonly standings: Standings
  readonly clock: Clock
  readonly log: Log
  readonly limits: Pick<SocketLimits, 'recheckMs' | 'recheckAgainMs'>
}

export function watchCaller(deps: CallerWatchDeps, { headers, principal, use, end }: Watched): CallerWatch {
  const { credentials, standings, clock, log, limits } = deps
  let isOver = false
  let again: NodeJS.Timeout | undefined
  let expiry: NodeJS.Timeout | undefined
  const periodic = setInterval(() => void recheck(), limits.recheckMs)
  const unwatch = watchStanding()
  const unwatchClock = 'orgId' in principal ? clock.organizations?.watch(principal, () => void recheck()) : undefined
  endAtExpiry(principal)

  function watchStanding(): () => void {
    if (!('orgId' in principal)) return () => undefined
    const own: string[] = [principal.kind === 'agent' ? principal.agentId : principal.keyId]
    if (principal.kind === 'organization') own.push(principal.personId)
    if (principal.kind === 'organization' && principal.session !== undefined)
      own.push(principal.session.id, principal.orgId)
    return standings.watch(principal.orgId, (id) => {
      if (id === null || own.includes(id)) void recheck()
    })
  }

  /** Sets a timer only when the credential expires before the next recheck. */
  function endAtExpiry(now: Principal): void {
    const leftMs = expiryMs(headers, now) - timeFor(clock, now).getTime()
    if (leftMs >= limits.recheckMs) return
    clearTimeout(expiry)
    expiry = setTimeout(() => end('token_expired'), Math.max(0, leftMs)).unref()
  }

  async function recheck(): Promise<void> {
    clearTimeout(again)
    if (isOver) return
    try {
      const now = await credentials.requireCaller(headers, use)
      if (isOver) return
      // Whoever connects again gets what the credential opens now.
      if (isDeepStrictEqual(rightsOf(now), rightsOf(principal))) endAtExpiry(now)
      else end('permissions_changed')
    } catch (error) {
      const refusal = refusalOf(error, newId('request'), log)
      if (refusal.type === 'authentication_error') end(String(refusal.details.reason))
      // Any other error, such as an unavailable database, keeps it open.
      else if (!isOver) again = setTimeout(() => void recheck(), limits.recheckAgainMs).unref()
    }
  }

  return {
    recheck,
    stop() {
      isOver = true
      clearInterval(periodic)
      clearTimeout(again)
      clearTimeout(expiry)
      unwatch()
      unwatchClock?.()
    },
  }
}
