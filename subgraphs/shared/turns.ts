/**
 * Turns: how long some work takes depends on the rows and filters of its caller, so the callers of one organization share a
 * few places, and all organizations are served in turn. However much one asks for, the others find a place.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { DomainError } from './errors.ts'
import type { Principal } from './principal.ts'

export interface Turns {
  /**
   * Does the work once the owner has a place.
   * @throws DomainError too much of this owner waits, or it has waited for too long
   */
  take<T>(owner: string, work: () => T | Promise<T>): Promise<T>
}

export interface TurnLimits {
  /** At once. */
  readonly inAll: number
  readonly perOwner: number
  /** Of one owner. */
  readonly waitingMax: number
  readonly waitMaxMs: number
}

interface Waiting {
  readonly since: number
  readonly start: () => void
  readonly refuse: (error: DomainError) => void
}

interface Owner {
  running: number
  readonly waiting: Waiting[]
}

/** @param refusal of what cannot wait any longer */
export function createTurns(
  { inAll, perOwner, waitingMax, waitMaxMs }: TurnLimits,
  refusal: () => DomainError = tooMuchRead,
): Turns {
  /** In the order in which they are served. */
  const owners = new Map<string, Owner>()
  let running = 0

  function serve(): void {
    while (running < inAll) {
      const next = owners.entries().find(([, { running, waiting }]) => running < perOwner && waiting.length > 0)
      if (next === undefined) return
      const [name, owner] = next
      const first = owner.waiting.shift() as Waiting
      if (performance.now() - first.since > waitMaxMs) {
        first.refuse(refusal())
        forgetIdle(name, owner)
        continue
      }
      // To the end of the line: the map keeps the order of insertion.
      owners.delete(name)
      owners.set(name, owner)
      first.start()
    }
  }

  function release(name: string, owner: Owner): void {
    running -= 1
    owner.running -= 1
    forgetIdle(name, owner)
    serve()
  }

  function forgetIdle(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(name)
  }

  return {
    take(name, work) {
      const owner = owners.get(name) ?? { running: 0, waiting: [] }
      owners.set(name, owner)
      // Whoever gives a place back starts the next: what is done there is still an act of its own caller.
      const own = AsyncLocalStorage.bind(work)
      return new Promise((resolve, reject) => {
        if (owner.waiting.length >= waitingMax) throw refusal()
        const start = () => {
          running += 1
          owner.running += 1
          Promise.resolve()
            .then(own)
            .then(resolve, reject)
            .finally(() => release(name, owner))
        }
        owner.waiting.push({ since: performance.now(), start, refuse: reject })
        serve()
      })
    },
  }
}

/** Agents and merchants apart from the keys of their organization, as for rate limits. */
export function ownerOf(principal: Principal): string {
  switch (principal.kind) {
    case 'organization':
    case 'enrolment':
      return principal.orgId
    case 'agent':
      return `${principal.orgId}:agents`
    case 'merchant':
      return `${principal.orgId}:merchants`
    case 'operator':
      return principal.operatorId
    case 'anonymous':
      return ''
  }
}

function tooMuchRead(): DomainError {
  const message = 'Too many lists and sums of this organization are being read at once. Wait and try again.'
  return new DomainError('rate_limited', message, { bucket: 'organization-reads', retry_after_ms: 1_000 })
}

/** Of a process: lists, and whatever else reads as many rows as its caller's filters ask for. A slow one may take five seconds. */
export const readTurns = createTurns({ inAll: 8, perOwner: 2, waitingMax: 1_000, waitMaxMs: 10_000 })

/** Taken before those: of the places that the merchants of an organization share, and of those that wait for them, each has one. */
const merchantTurns = createTurns({ inAll: 10_000, perOwner: 1, waitingMax: 100, waitMaxMs: 10_000 })

/** Reads once whoever asks has a turn. @throws DomainError rate_limited */
export function readInTurn<T>(principal: Principal, read: () => T | Promise<T>): Promise<T> {
  const take = () => readTurns.take(ownerOf(principal), read)
  return principal.kind === 'merchant' ? merchantTurns.take(principal.merchantId, take) : take()
}
