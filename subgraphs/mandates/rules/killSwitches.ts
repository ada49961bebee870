/**
 * Which active switch stops a spend (kill switch, specification 5.9): deny wins, there is no allow switch, and the
 * broadest match is named first.
 */

/** Broadest first. */
export const SWITCH_SCOPES = [
  'global',
  'rail',
  'chain',
  'token',
  'protocol',
  'organization',
  'capability',
  'merchant',
  'wallet',
  'agent',
] as const
export type SwitchScope = (typeof SWITCH_SCOPES)[number]

export interface SwitchOf {
  readonly switchId: string
  readonly scope: string
  readonly targetId: string
  readonly reason: string
  readonly activatedAt: Date
}

/** Every attribute of a spend that a switch can name; several values where it has several names. */
export type SwitchAttributes = Readonly<Record<SwitchScope, readonly string[]>>

export function findMatchingSwitch(switches: readonly SwitchOf[], attributes: SwitchAttributes): SwitchOf | null {
  if (switches.length === 0) return null
  for (const scope of SWITCH_SCOPES) {
    const values = attributes[scope]
    const hit = switches.find((one) => one.scope === scope && values.includes(one.targetId))
    if (hit !== undefined) return hit
  }
  return null
}
