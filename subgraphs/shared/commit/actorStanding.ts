/**
 * Who acts is looked at once more in the commit that does it: since their request was checked, it may have waited in a queue, for
 * an election or behind others who changed the same rows. What has ended a key, a session or an agent by then ends that act,
 * too (domain A.3). What an agent spends is decided by its wallet, which tells its standing, and which of its tokens have ended.
 * Pure.
 */
import type { Admitted, TokenInUse } from '../acting.ts'
import { DomainError } from '../errors.ts'
import { hasRole, type Role } from '../principal.ts'
import { type AgentCredentials, walletRef } from './positions.ts'
import type { Intent, Ref } from './types.ts'

/** What ends it. */
export interface Credential {
  readonly status?: string
  readonly suspended?: object
  /** Of a key. */
  readonly roles?: readonly Role[]
  /** Of a key that was replaced. */
  readonly validUntil?: Date
  /** Of an agent: tokens with an older number of its key have ended, and those of these families. */
  readonly keyVersion?: number
  readonly endedFamilies?: AgentCredentials['families']
  readonly capabilities?: readonly string[]
  /** Of its wallet: the same. */
  readonly agentCredentials?: AgentCredentials
}

type Acting = Pick<Intent<unknown>, 'admitted' | 'afterEnd' | 'by' | 'priority'>

/** Stops go on, and what the service itself does. */
export function credentialsOf({ admitted, afterEnd, by, priority }: Acting): readonly Ref<Credential>[] {
  if (by === undefined || priority === 'settle') return []
  // A merchant stops nothing: what it reports of a suspended organization goes on, and what has ended its key ends that too.
  if (by.kind === 'merchant') return [{ collection: 'apiKeys', id: by.id }]
  if (afterEnd === true) return []
  if (by.kind === 'agent' && priority === 'control') return [{ collection: 'agents', id: by.id }]
  if (by.kind === 'agent') return admitted?.token === undefined ? [] : [walletRef(admitted.token.walletId)]
  if (by.kind !== 'organization') return []
  const key = { collection: 'apiKeys', id: by.id } as const
  return by.sessionId === undefined ? [key] : [key, { collection: 'sessions', id: by.sessionId }]
}

/** Null: it still opens what it has opened, or nothing is known of it. */
export function endOf(
  { collection }: Ref,
  row: Credential | null,
  at: Date,
  { token, roles }: Admitted = {},
): DomainError | null {
  if (row === null) return null
  const ofToken = token === undefined ? null : reasonOfToken(row, token)
  if (ofToken === 'invalid_token') return ended(ofToken)
  // Its own gate tells the standing of the agent.
  if (collection === 'positions') return ofToken === null ? null : ended(ofToken)
  const { status, suspended, validUntil } = row
  const reason =
    status === 'suspended' ? 'agent_suspended' : suspended !== undefined ? 'person_suspended' : REASONS[collection]
  const hasEnded = status === 'revoked' || status === 'suspended' || suspended !== undefined
  if (hasEnded || (validUntil !== undefined && at >= validUntil)) return ended(reason)
  // One that was taken may be what the act was allowed by: sent again, it is asked anew.
  const { roles: now } = row
  const isTaken = (one: Role) => now !== undefined && one !== 'viewer' && !hasRole({ roles: now }, one)
  // A key without roles changes what needs none; one that only reads does not.
  const readsOnly = roles !== undefined && now?.includes('viewer') === true && !roles.includes('viewer')
  if (collection === 'apiKeys' && (readsOnly || roles?.some(isTaken) === true)) return ended('roles_changed')
  return ofToken === null ? null : ended(ofToken)
}

const ended = (reason: string | undefined): DomainError =>
  new DomainError('authentication_error', 'What you act with has ended before this was done. Nothing was done.', {
    reason,
  })

/** Of the row of its agent, or of the wallet, whose agent it may be no more. Null: it opens what it has opened. */
function reasonOfToken(
  { keyVersion, endedFamilies = [], capabilities, agentCredentials: ofWallet }: Credential,
  token: TokenInUse,
): 'invalid_token' | 'capabilities_changed' | null {
  const own = ofWallet?.agentId === token.agentId ? ofWallet : undefined
  const current = Math.max(Number(keyVersion ?? 0), Number(own?.keyVersion ?? 0))
  const families = [...endedFamilies, ...(own?.families ?? [])]
  if (token.keyVersion < current || families.some((one) => one.familyId === token.familyId)) return 'invalid_token'
  const now = capabilities ?? own?.capabilities
  return now !== undefined && token.capabilities.some((one) => !now.includes(one)) ? 'capabilities_changed' : null
}

const REASONS: Readonly<Partial<Record<Ref['collection'], string>>> = {
  ...{ agents: 'agent_revoked', apiKeys: 'invalid_api_key', sessions: 'session_ended' },
}
