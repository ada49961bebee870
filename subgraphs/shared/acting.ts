/**
 * Who acts in a call, for the audit log. It travels beside the calls of one request, because every commit below it states
 * it and nothing decides by it. What workers commit has no actor: the service itself did it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AgentId, MerchantId, OrgId, WalletId } from './ids.ts'
import {
  type Mode,
  PLATFORM_ORG,
  type Principal,
  type RequestContext,
  type Role,
  type TokenFacts,
} from './principal.ts'

/** As it is stored with a row of the event log. */
export interface Actor {
  readonly kind: 'agent' | 'organization' | 'enrolment' | 'merchant' | 'operator' | 'command'
  /** Agent, key, operator, or the user of the machine who ran the command. */
  readonly id: string
  /** The human behind an organization key. */
  readonly personId?: string
  /** Whose key it is, of a merchant's. */
  readonly merchantId?: MerchantId
  /** The session that stood for the key. */
  readonly sessionId?: string
  /** From where the call came. */
  readonly address?: string
  readonly requestId: string
  /** The root field of the contract, or the command. */
  readonly operation: string
}

/** A row before and after; null: it did not exist, or does no longer. Without secrets. */
export interface Change {
  readonly resource: string
  readonly before: object | null
  readonly after: object | null
}

/** The access token of an agent. */
export interface TokenInUse extends TokenFacts {
  readonly agentId: AgentId
  readonly walletId: WalletId
  /** Of the agent then. */
  readonly capabilities: readonly string[]
}

/** What somebody was admitted with, for as long as their act waits; nothing of it is stored. */
export interface Admitted {
  /** Absent: no agent, or one that came without a token. */
  readonly token?: TokenInUse
  /** Of a person: those of the key or session then. */
  readonly roles?: readonly Role[]
}

/** One call that changes something. */
export interface Act {
  readonly actor: Actor
  readonly admitted?: Admitted
  /** Whether a commit has stored it, or will: what changes no committed row is recorded by itself at the end. */
  recorded: boolean
  /** Of rows that the commit does not write. */
  readonly changes: Change[]
}

/** An act that was refused, in the audit log of an organization. */
interface RefusedAct {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly actor: Actor
  readonly input: object | null | undefined
  readonly error: unknown
}

export interface RefusedActs {
  /** It is written a moment later. */
  note(act: RefusedAct): void
}

const acts = new AsyncLocalStorage<Act>()

export const newAct = (actor: Actor, admitted?: Admitted): Act => ({
  ...{ actor, recorded: false, changes: [] },
  ...(admitted && { admitted }),
})

export const runAs = <T>(act: Act, run: () => T): T => acts.run(act, run)

/** What follows from an act and is nobody's: the service itself does it. */
export const runAsService = <T>(run: () => T): T => acts.exit(run)

export const currentAct = (): Act | undefined => acts.getStore()

/** For a call that turned out to repeat an earlier one: it changes nothing, and whoever repeats it fills no log. */
export function leaveUnrecorded(): void {
  const act = currentAct()
  if (act !== undefined) act.recorded = true
}

/** Adds a change of a row that the commit does not write, such as a webhook endpoint, to the record of this call. */
export function noteChange(resource: string, before: object | null, after: object | null): void {
  const change = changeOf(resource, before, after)
  if (change !== null) currentAct()?.changes.push(change)
}

/** Null for callers who have no organization in whose log it could stand. */
export function actorOf({ principal, requestId, address }: RequestContext, operation: string): Actor | null {
  const at = { ...(address === undefined ? {} : { address }), requestId, operation }
  switch (principal.kind) {
    case 'agent':
      return { kind: 'agent', id: principal.agentId, ...at }
    case 'organization':
      return {
        ...{ kind: 'organization', id: principal.keyId, personId: principal.personId },
        ...(principal.session && { sessionId: principal.session.id }),
        ...at,
      }
    case 'enrolment':
      return { kind: 'enrolment', id: principal.keyId, ...at }
    case 'merchant':
      return { kind: 'merchant', id: principal.keyId, merchantId: principal.merchantId, ...at }
    case 'operator':
      return { kind: 'operator', id: principal.operatorId, ...at }
    case 'anonymous':
      return null
  }
}

export function admittedOf(principal: Principal): Admitted | undefined {
  if (principal.kind === 'organization') return { roles: principal.roles }
  if (principal.kind !== 'agent' || principal.token === undefined) return undefined
  const { token, agentId, walletId, capabilities } = principal
  return { token: { ...token, agentId, walletId, capabilities } }
}

/** In whose log an act of this caller stands when no commit says it. */
export function logOf(principal: Principal): { readonly orgId: typeof PLATFORM_ORG; readonly mode: Mode } | null {
  if (principal.kind === 'operator') return { orgId: PLATFORM_ORG, mode: 'live' }
  return principal.kind === 'anonymous' ? null : { orgId: principal.orgId, mode: principal.mode }
}

/** Never stored in a record, at any depth. */
const SECRET = /^(hash|codeHash|numberHash|sealed\w*|\w*[sS]ecret|privateKey\w*|apiKey)$/
const CHANGE_BYTES_MAX = 8 * 1024

/**
 * The fields that differ, before and after, as JSON without secrets; null when none does.
 * @param isKept which fields of the row are worth a record
 */
export function changeOf(
  resource: string,
  before: object | null,
  after: object | null,
  isKept: (field: string) => boolean = () => true,
): Change | null {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  const names = new Set([...Object.keys(old), ...Object.keys(next)])
  const differing = [...names].filter(
    (name) =>
      isKept(name) && !isBookkeeping(name) && old[name] !== next[name] && textOf(old[name]) !== textOf(next[name]),
  )
  if (differing.length === 0) return null
  const change = { resource, before: pick(before, differing), after: pick(after, differing) }
  if (before !== null && after !== null && JSON.stringify(change.before) === JSON.stringify(change.after)) return null
  if (JSON.stringify(change).length <= CHANGE_BYTES_MAX) return change
  const omitted = { omitted_fields: differing }
  return { resource, before: before && omitted, after: after && omitted }
}

const fieldsOf = (row: object | null) => (row ?? {}) as Readonly<Record<string, unknown>>
const isBookkeeping = (name: string): boolean => name === 'v' || name === '_id' || name === 'updatedAt'

function pick(row: object | null, names: readonly string[]): object | null {
  if (row === null) return null
  const fields = fieldsOf(row)
  const picked = Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return JSON.parse(textOf(picked))
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (key, inner) =>
    SECRET.test(key) ? undefined : typeof inner === 'bigint' ? inner.toString() : inner,
  )
}
