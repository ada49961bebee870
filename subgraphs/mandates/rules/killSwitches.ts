/**
 * Which active switch stops a spend (kill switch, specification 5.9): deny wins, there is no allow switch, and the
 * broadest match is named first. Decisions compare the clock themselves, so a switch with an end stops nothing after it,
 * whether or not anybody has lifted it.
 */
import type { OrgPosition, PlatformShard, WalletPosition } from '../../shared/commit/positions.ts'
import { DomainError } from '../../shared/errors.ts'
import type { KillSwitchId, MerchantId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'

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
  readonly switchId: KillSwitchId
  readonly scope: string
  readonly targetId: string
  readonly reason: string
  readonly activatedAt: Date
  readonly mode: Mode | null
  readonly autoDeactivateAt: Date | null
}

/** Every attribute of a spend that a switch can name; several values where it has several names. */
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

/** The time of the decision, and the mode of the spend: a test key stops nothing that is live. */
export interface SwitchMoment {
  readonly at: Date
  readonly mode: Mode | null
}

/** Broadest first; empty when nothing stops it. */
export function matchingSwitches<S extends SwitchOf>(
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

function isInForce(one: Pick<SwitchOf, 'mode' | 'autoDeactivateAt'>, { at, mode }: SwitchMoment): boolean {
  if (one.mode !== null && mode !== null && one.mode !== mode) return false
  return !hasEnded(one, at)
}

export function hasEnded({ autoDeactivateAt }: Pick<SwitchOf, 'autoDeactivateAt'>, at: Date): boolean {
  return autoDeactivateAt !== null && at.getTime() >= autoDeactivateAt.getTime()
}

/** Of a spend, what switches look at. */
export interface StoppableSpend {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly amount: { readonly token: string }
  readonly chain: string
  readonly access: string
  readonly merchant: { readonly merchantId: MerchantId | null; readonly domain: string | null } | null
}

/** Gate 5, and again at 15: the refusal of the broadest switch that stops this spend; null when none does. */
export function switchRefusal(
  state: { readonly org: OrgPosition; readonly platform: PlatformShard; readonly wallet: WalletPosition | null },
  spend: StoppableSpend,
  at: Date,
): DomainError | null {
  const { org, platform } = state
  if (org.switches.length === 0 && platform.switches.length === 0) return null
  const attributes = attributesOf(spend, state.wallet)
  const moment = { at, mode: spend.mode }
  const [hit] = matchingSwitches([...platform.switches, ...org.switches], attributes, moment)
  if (hit === undefined) return null
  const { switchId, scope, targetId, reason, autoDeactivateAt: until } = hit
  const what = scope === 'global' ? 'everything' : `${scope} ${targetId}`
  return new DomainError('kill_switch_active', `A kill switch on ${what} stops this. Wait until it is lifted.`, {
    ...{ switch_id: switchId, scope, target_id: targetId, activated_at: hit.activatedAt.toISOString() },
    ...(until === null ? {} : { auto_deactivate_at: until.toISOString() }),
    // Why the platform stops is not for everybody to know.
    ...(org.switches.includes(hit) ? { reason } : {}),
  })
}

function attributesOf(spend: StoppableSpend, wallet: WalletPosition | null): SwitchAttributes {
  const agentId = wallet?.agentId ?? null
  return {
    global: ['*'],
    rail: ['onchain'],
    chain: [spend.chain],
    token: [spend.amount.token],
    protocol: [],
    organization: [spend.orgId],
    capability: [spend.access],
    merchant: namesOf(spend.merchant),
    wallet: wallet === null ? [] : [wallet.walletId],
    agent: agentId === null ? [] : [agentId],
  }
}

function namesOf(merchant: StoppableSpend['merchant']): string[] {
  if (merchant === null) return []
  const { domain, merchantId } = merchant
  return [...(domain === null ? [] : [domain, withoutWww(domain)]), ...(merchantId === null ? [] : [merchantId])]
}

/** With or without www. is the same merchant. */
export function withoutWww(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host
}
