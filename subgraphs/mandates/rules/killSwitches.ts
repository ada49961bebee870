/**
 * Which active switch stops a spend (kill switch, specification 5.9): deny wins, there is no allow switch, and the
 * broadest match is named first. A switch with an end stops nothing new after it, even before it is lifted.
 */

import type { ActiveSwitch, OrgPosition, PlatformShard, WalletPosition } from '../../shared/commit/positions.ts'
import { DomainError } from '../../shared/errors.ts'
import { realAt } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Stoppable } from '../../shared/stoppable.ts'
import { withoutWww } from './merchantDomain.ts'

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

/** What stops so much that whoever has set it does not lift it alone. */
export const NEEDS_SECOND_PERSON: ReadonlySet<SwitchScope> = new Set([
  'global',
  'rail',
  'chain',
  'token',
  'protocol',
  'organization',
])

/** The attributes of a spend that a switch can name, each with all its values. */
export type SwitchAttributes = Readonly<Record<SwitchScope, readonly string[]>>

export const NO_ATTRIBUTES: SwitchAttributes = {
  global: ['*'],
  rail: [],
  chain: [],
  token: [],
  protocol: [],
  organization: [],
  capability: [],
  merchant: [],
  wallet: [],
  agent: [],
}

/** The time of the decision and the mode of the spend: a switch set in test mode stops nothing live. */
export interface SwitchMoment {
  readonly at: Date
  /** The real instant, at which switches of the platform end, whatever time an organization has. */
  readonly real: Date
  readonly mode: Mode | null
  /** Of what was accepted before. */
  readonly waitsSince?: Date | undefined
}

/** Broadest first; empty when nothing stops it. */
export function matchingSwitches<S extends ActiveSwitch>(
  switches: readonly S[],
  attributes: SwitchAttributes,
  moment: SwitchMoment,
): (S & { readonly scope: SwitchScope })[] {
  if (switches.length === 0) return []
  const inForce = switches.filter((one) => isInForce(one, moment))
  return SWITCH_SCOPES.flatMap((scope) =>
    inForce.filter(
      (one): one is S & { readonly scope: SwitchScope } =>
        one.scope === scope && attributes[scope].includes(one.targetId),
    ),
  )
}

type Lasting = Pick<ActiveSwitch, 'mode' | 'activatedAt' | 'autoDeactivateAt'>

function isInForce(one: Lasting, { at, real, mode, waitsSince }: SwitchMoment): boolean {
  if (one.mode !== null && mode !== null && one.mode !== mode) return false
  if (waitsSince !== undefined && waitsSince <= one.activatedAt) return true
  return !hasEnded(one, one.mode === null ? real : at)
}

export function hasEnded({ autoDeactivateAt }: Pick<ActiveSwitch, 'autoDeactivateAt'>, at: Date): boolean {
  return autoDeactivateAt !== null && at.getTime() >= autoDeactivateAt.getTime()
}

/** Gate 5, and again at 15: the refusal of the broadest switch that stops this spend; null when none does. */
export function switchRefusal(
  state: { readonly org: OrgPosition; readonly platform: PlatformShard; readonly wallet: WalletPosition | null },
  spend: Stoppable,
  at: Date,
): DomainError | null {
  const { org, platform } = state
  if (org.switches.length === 0 && platform.switches.length === 0) return null
  const attributes = attributesOf(spend, state.wallet)
  const { mode, waitsSince } = spend
  const moment = { at, real: realAt(org, mode, at), mode, waitsSince }
  const [hit] = matchingSwitches([...platform.switches, ...org.switches], attributes, moment)
  if (hit === undefined) return null
  const { switchId, scope, targetId, reason, autoDeactivateAt: until } = hit
  const what = scope === 'global' ? 'everything' : `${scope} ${targetId}`
  const isOwn = org.switches.includes(hit)
  const person = NEEDS_SECOND_PERSON.has(scope)
    ? 'An administrator other than the one who set it'
    : 'An administrator of the organization'
  const who = isOwn ? person : 'The operator of the service'
  return new DomainError('kill_switch_active', `A kill switch on ${what} stops this. ${who} can lift it.`, {
    ...{ switch_id: switchId, scope, target_id: targetId, activated_at: hit.activatedAt.toISOString() },
    ...(until === null ? {} : { auto_deactivate_at: until.toISOString() }),
    // The platform's reason is not shown to organizations.
    ...(isOwn ? { reason } : {}),
  })
}

function attributesOf(spend: Stoppable, wallet: WalletPosition | null): SwitchAttributes {
  const agentId = wallet?.agentId ?? null
  return {
    global: ['*'],
    // A checkout is paid over a chain.
    rail: spend.rail === 'acp' ? ['acp', 'onchain'] : [spend.rail ?? 'onchain'],
    chain: spend.chain === undefined ? [] : [spend.chain],
    token: spend.amount === undefined ? [] : [spend.amount.token],
    protocol: [],
    organization: [spend.orgId],
    capability: [spend.access],
    merchant: [...namesOf(spend.merchant ?? null), ...(spend.sharers ?? []).flatMap(namesOf)],
    wallet: wallet === null ? [] : [wallet.walletId],
    agent: agentId === null ? [] : [agentId],
  }
}

function namesOf(merchant: NonNullable<Stoppable['merchant']> | null): string[] {
  if (merchant === null) return []
  const { domain, merchantId } = merchant
  return [...(domain === null ? [] : [domain, withoutWww(domain)]), ...(merchantId === null ? [] : [merchantId])]
}
