/**
 * The commits of a kill switch: activate and lift. Both change the list in the position that every spend of the
 * organization guards, so once acknowledged no spend is decided on the old list. The platform's list has its own
 * position, which the caller publishes to the platform's shards before it acknowledges.
 */

import { type ActiveSwitch, newOrgPosition, type OrgPosition, orgRef } from '../../../shared/commit/positions.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import type { Intent, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { DomainError, invariant } from '../../../shared/errors.ts'
import type { EventDraft } from '../../../shared/events.ts'
import { isId, type KillSwitchId } from '../../../shared/ids.ts'
import { PLATFORM_ORG } from '../../../shared/principal.ts'
import type { StoppedWork } from '../../../shared/stops.ts'
import { type KillSwitchRow, killSwitchRef } from '../../models/killSwitches.ts'
import { hasEnded } from '../../rules/killSwitches.ts'
import type { SwitchActor } from '../../rules/switchRights.ts'

/**
 * Every spend reads the list, so it is bounded, in such a way that no agent can fill it and prevent its organization from
 * stopping. One target has a few switches with an end and one without; broad scopes, which have few targets, are not
 * limited.
 */
const TEMPORARY_MAX = 3
const NARROW_MAX = 500
const NARROW_SCOPES = ['merchant', 'wallet', 'agent']

/** An activation, without its instant, which is that of the commit. */
export type NewSwitch = Pick<
  KillSwitchRow,
  | '_id'
  | 'orgId'
  | 'mode'
  | 'scope'
  | 'targetId'
  | 'reason'
  | 'reasonCode'
  | 'autoDeactivateAt'
  | 'activatedBy'
  | 'activatedByPerson'
>

export interface Activated {
  readonly switchId: KillSwitchId
  /** The new record; null when an active switch existed already. */
  readonly made: KillSwitchRow | null
}

/** If an active switch on the target lasts at least as long, that switch is returned. */
export function activateIntent(made: NewSwitch): Intent<Activated> {
  const owner = orgRef(made.orgId ?? PLATFORM_ORG)
  const ref = killSwitchRef(made._id)
  return {
    ...ownerOf(made),
    resourceId: made._id,
    ...STOP,
    reads: () => ({ guard: [owner], newIds: [ref] }),
    decide(state, at) {
      const position = state.get(owner)
      const isSame = (one: ActiveSwitch) =>
        one.scope === made.scope && one.targetId === made.targetId && one.mode === made.mode
      const switches = position?.switches ?? []
      // One that ends earlier does not satisfy the request: then both are active until the earlier one ends.
      const found = switches.find((one) => isSame(one) && !hasEnded(one, at) && lastsAsLong(one, made))
      if (found !== undefined)
        return {
          kind: 'done',
          answer: { switchId: found.switchId, made: null },
          writes: {},
          ...{ outcome: 'existing', resource: { type: 'killSwitch', id: found.switchId } },
        }
      // An ended one is removed at once; the sweep closes its record.
      const others = switches.filter((one) => !isSame(one) || !hasEnded(one, at))
      const error = limitRefusal(made, others.filter(isSame), others)
      if (error !== null) return { kind: 'refused', error, writes: {} }
      const next = [...others, activeSwitch(made, at)]
      const row = rowOf(made, at)
      return {
        kind: 'done',
        answer: { switchId: made._id, made: { _id: made._id, v: 1, ...row } },
        writes: withPosition(owner, position, next, {
          insert: [insertRow(ref, row)],
          events: [switchEvent('kill_switch.activated', made, made.reason)],
        }),
      }
    },
  }
}

function limitRefusal(
  made: NewSwitch,
  onTarget: readonly ActiveSwitch[],
  all: readonly ActiveSwitch[],
): DomainError | null {
  if (made.autoDeactivateAt !== null && onTarget.length >= TEMPORARY_MAX)
    return tooMany(TEMPORARY_MAX, 'with an end on one target. Set one without an end, or lift one.')
  // Of each mode: a key of test mode fills no list of what is live.
  const isNarrow = ({ scope, mode }: Pick<ActiveSwitch, 'scope' | 'mode'>) =>
    mode === made.mode && NARROW_SCOPES.includes(scope)
  if (isNarrow(made) && all.filter(isNarrow).length >= NARROW_MAX)
    return tooMany(NARROW_MAX, 'on merchants, wallets and agents. Lift one, or set a broader one.')
  return null
}

type Ending = Pick<ActiveSwitch, 'autoDeactivateAt'>

function lastsAsLong({ autoDeactivateAt: end }: Ending, { autoDeactivateAt: wanted }: Ending): boolean {
  return end === null || (wanted !== null && wanted.getTime() <= end.getTime())
}

/** Lifting a lifted switch changes nothing. `by` null: it has ended. */
export function liftIntent(
  row: KillSwitchRow,
  lift: { readonly by: SwitchActor | null; readonly reason: string },
): Intent<KillSwitchRow> {
  const owner = orgRef(row.orgId ?? PLATFORM_ORG)
  const ref = killSwitchRef(row._id)
  return {
    ...ownerOf(row),
    ...(lift.by === null ? { whileSuspended: true } : {}),
    reads: () => ({ guard: [owner, ref] }),
    decide(state, at) {
      const current = getSwitch(state, ref)
      const isDue = lift.by !== null || hasEnded(current, at)
      if (current.state === 'inactive' || !isDue) return { kind: 'done', answer: current, writes: {} }
      const position = state.get(owner)
      const next: KillSwitchRow = {
        ...current,
        state: 'inactive',
        deactivatedBy: lift.by?.id ?? null,
        deactivatedAt: at,
        deactivateReason: lift.reason,
      }
      const switches = (position?.switches ?? []).filter(({ switchId }) => switchId !== row._id)
      return {
        kind: 'done',
        answer: next,
        writes: withPosition(owner, position, switches, {
          set: [setRow(ref, next)],
          events: [switchEvent('kill_switch.deactivated', current, lift.reason)],
        }),
      }
    },
  }
}

/** How much it stops, counted once: a sweep repeated after a crash finds only the rest. */
export function countedIntent(row: KillSwitchRow, affected: StoppedWork): Intent<null> {
  return changeOnce(row, (current) => (current.affected === null ? { affected } : null))
}

/** Marks a switch whose payments are all stopped. */
export function sweptIntent(row: KillSwitchRow): Intent<null> {
  return changeOnce(row, (current, at) => (current.sweptAt === null ? { sweptAt: at } : null))
}

function changeOnce(
  row: KillSwitchRow,
  change: (current: KillSwitchRow, at: Date) => Partial<KillSwitchRow> | null,
): Intent<null> {
  const ref = killSwitchRef(row._id)
  return {
    ...ownerOf(row),
    ...STOP,
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const current = getSwitch(state, ref)
      const changed = change(current, at)
      const writes = changed === null ? {} : { set: [setRow(ref, { ...current, ...changed })] }
      return { kind: 'done', answer: null, writes }
    },
  }
}

const ownerOf = ({ orgId, mode }: Pick<KillSwitchRow, 'orgId' | 'mode'>) =>
  ({ priority: 'control', orgId: orgId ?? PLATFORM_ORG, mode: mode ?? 'live' }) as const

function getSwitch(state: State, ref: Ref<KillSwitchRow>): KillSwitchRow {
  const row = state.get(ref)
  invariant(row !== null, `${ref.id} is changed and does not exist`)
  return row
}

/** The platform's position is created with its first switch. */
function withPosition(
  owner: Ref<OrgPosition>,
  position: OrgPosition | null,
  switches: readonly ActiveSwitch[],
  writes: Writes,
): Writes {
  if (position !== null) return { ...writes, set: [...(writes.set ?? []), setRow(owner, { ...position, switches })] }
  const row = { ...newOrgPosition(PLATFORM_ORG), switches }
  return { ...writes, insert: [...(writes.insert ?? []), insertRow(owner, row)] }
}

function activeSwitch(made: NewSwitch, at: Date): ActiveSwitch {
  const { _id: switchId, scope, targetId, reason, mode, autoDeactivateAt } = made
  return { switchId, scope, targetId, reason, activatedAt: at, mode, autoDeactivateAt }
}

function rowOf({ _id, ...made }: NewSwitch, at: Date): Omit<KillSwitchRow, '_id' | 'v'> {
  const neverLifted = { deactivatedBy: null, deactivatedAt: null, deactivateReason: null }
  return { ...made, state: 'active', activatedAt: at, ...neverLifted, affected: null, sweptAt: null }
}

function switchEvent(
  type: 'kill_switch.activated' | 'kill_switch.deactivated',
  row: Pick<KillSwitchRow, '_id' | 'scope' | 'targetId'>,
  reason: string,
): EventDraft {
  const { _id, scope, targetId } = row
  return {
    type,
    resourceId: _id,
    ...(scope === 'agent' && isId('agent', targetId) ? { agentId: targetId } : {}),
    data: { switch_id: _id, scope, target_id: targetId, reason },
  }
}

function tooMany(limit: number, which: string): DomainError {
  return new DomainError('conflict', `At most ${limit} switches can be active ${which}`, {
    reason: 'too_many_switches',
    limit,
  })
}
