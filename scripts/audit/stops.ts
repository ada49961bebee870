/**
 * Which kill switch, freeze or end of a mandate stands against a payment, a hold or a card, by the order of the log where it
 * has one and else by the clock. An organization that has moved its clock has times of its own: of it only the log counts.
 */
import type { Spend } from './rows.ts'
import type { Source } from './source.ts'
import type { Wallets } from './wallets.ts'

export interface KillSwitch {
  readonly _id: string
  readonly orgId: string | null
  readonly mode: string | null
  readonly scope: string
  readonly targetId: string
  readonly state: string
  readonly activatedAt: Date
  readonly autoDeactivateAt: Date | null
  readonly deactivatedAt: Date | null
}

export interface Stops {
  readonly rows: ReadonlyMap<string, KillSwitch>
  /** Of the spend's organization, as far as its log has been read. */
  activate(switchId: string): void
  lift(switchId: string): void
  revoke(mandateId: string): void
  /** What stops it at its place in its organization's log; null: nothing. */
  stopInLog(spend: Spend, wallets: Wallets, at: Date): string | null
  /** What has stopped it for longer than clocks may differ; null: nothing. */
  stopAtTime(spend: Spend, wallets: Wallets, at: Date): string | null
}

/** By kind; every other needs that of payments, and so does what a checkout reserves and is charged. */
const CAPABILITIES: Readonly<Record<string, string>> = {
  transfer: 'wallets',
  hold: 'holds',
  card: 'cards',
  conversion: 'treasury',
}

/** @param skewMs how far the clocks of the processes may differ, with the time that a commit takes */
export async function openStops(source: Source, skewMs: number): Promise<Stops> {
  const rows = new Map<string, KillSwitch>()
  const byTarget = new Map<string, KillSwitch[]>()
  for await (const page of source.pages<KillSwitch>('killSwitches'))
    for (const row of page) {
      rows.set(row._id, row)
      const target = `${row.orgId ?? ''} ${row.scope} ${row.targetId}`
      byTarget.set(target, [...(byTarget.get(target) ?? []), row])
    }
  const active = new Set<string>()
  const revoked = new Set<string>()
  const ends = await readMandateEnds(source)
  const moved = await readMovedClocks(source)
  const isMoved = ({ orgId, mode }: Spend) => moved.has(`${orgId}:${mode}`)
  const onSpend = (spend: Spend, owner: string) =>
    targetsOf(spend)
      .flatMap((target) => byTarget.get(`${owner} ${target}`) ?? [])
      .filter(({ mode }) => mode === null || mode === spend.mode)
  const platformAt = (spend: Spend, at: Date) =>
    isMoved(spend) ? undefined : onSpend(spend, '').find((row) => isInForce(row, at, skewMs))
  return {
    rows,
    activate: (switchId) => void active.add(switchId),
    lift: (switchId) => void active.delete(switchId),
    revoke: (mandateId) => void revoked.add(mandateId),
    stopInLog(spend, wallets, at) {
      if (wallets.get(spend.walletId)?.isFrozen) return 'its wallet is frozen'
      if (!isCapture(spend) && revoked.has(String(spend.mandateId))) return `${spend.mandateId} is revoked`
      const own = onSpend(spend, spend.orgId).find(
        ({ _id, autoDeactivateAt }) => active.has(_id) && (autoDeactivateAt === null || at < autoDeactivateAt),
      )
      return describe(own ?? platformAt(spend, at))
    },
    stopAtTime(spend, wallets, at) {
      if (isMoved(spend)) return null
      const end = isCapture(spend) ? undefined : ends.get(String(spend.mandateId))
      if (end !== undefined && isWithin(at, end, null, skewMs)) return `${spend.mandateId} has ended`
      const freezes = wallets.get(spend.walletId)?.freezes ?? []
      if (freezes.some(({ from, to }) => isWithin(at, from, to, skewMs))) return 'its wallet is frozen'
      const own = onSpend(spend, spend.orgId).find((row) => isInForce(row, at, skewMs))
      return describe(own ?? platformAt(spend, at))
    },
  }
}

/** Whether open holds outlive their mandate is the choice of the organization, which no row dates. */
const isCapture = (spend: Spend & { readonly holdId?: string }): boolean => spend.holdId !== undefined

interface Mandate {
  readonly _id: string
  readonly status: string
  readonly revokedAt: Date | null
  readonly expiresAt: Date | null
}

/** When each has ended for good; one that was replaced in force goes on in the next one. */
async function readMandateEnds(source: Source): Promise<Map<string, Date>> {
  const ends = new Map<string, Date>()
  const projection = { status: 1, revokedAt: 1, expiresAt: 1 }
  for await (const page of source.pages<Mandate>('mandates', { projection }))
    for (const { _id, status, revokedAt, expiresAt } of page) {
      const end = revokedAt ?? expiresAt
      if (status !== 'superseded' && end !== null) ends.set(_id, end)
    }
  return ends
}

/** By organization and mode. */
async function readMovedClocks(source: Source): Promise<Set<string>> {
  const moved = new Set<string>()
  const heads = {
    filter: { _id: { $gte: 'org:', $lt: 'org;' }, clocks: { $exists: true } },
    projection: { orgId: 1, clocks: 1 },
  }
  for await (const page of source.pages<{ _id: string; orgId: string; clocks: object }>('positions', heads))
    for (const { orgId, clocks } of page) for (const mode of Object.keys(clocks)) moved.add(`${orgId}:${mode}`)
  return moved
}

const describe = (row: KillSwitch | undefined): string | null =>
  row === undefined ? null : `${row._id} stops ${row.scope} ${row.targetId}`

function isInForce({ activatedAt, autoDeactivateAt, deactivatedAt }: KillSwitch, at: Date, skewMs: number): boolean {
  const ends = [autoDeactivateAt, deactivatedAt].flatMap((end) => (end === null ? [] : [end.getTime()]))
  return isWithin(at, activatedAt, ends.length === 0 ? null : new Date(Math.min(...ends)), skewMs)
}

function isWithin(at: Date, from: Date, to: Date | null, skewMs: number): boolean {
  const ms = at.getTime()
  return ms > from.getTime() + skewMs && (to === null || ms < to.getTime() - skewMs)
}

function targetsOf(spend: Spend): string[] {
  const { kind, orgId, chain, token, walletId, agentId, sharers = [] } = spend
  return [
    ...['global *', `organization ${orgId}`, `wallet ${walletId}`, `chain ${chain}`, `token ${token}`],
    ...railsOf(spend).map((rail) => `rail ${rail}`),
    `capability ${(isOfCheckout(spend) ? undefined : CAPABILITIES[kind]) ?? 'payments'}`,
    ...(agentId === null ? [] : [`agent ${agentId}`]),
    ...namesOf({ merchantId: spend.merchantId, domain: spend.merchant }),
    ...sharers.flatMap(namesOf),
  ]
}

const isOfCheckout = ({ sessionId }: Spend): boolean => sessionId !== undefined

/** A checkout is paid over a chain. */
const railsOf = (spend: Spend): readonly string[] =>
  spend.kind === 'card' ? ['card'] : isOfCheckout(spend) ? ['acp', 'onchain'] : ['onchain']

/** A merchant with its domain, of which a switch may leave out the www. */
function namesOf({ merchantId, domain }: { readonly merchantId: string | null; readonly domain: string | null }) {
  return [
    ...(domain === null ? [] : [`merchant ${domain}`, `merchant ${domain.replace(/^www\./, '')}`]),
    ...(merchantId === null ? [] : [`merchant ${merchantId}`]),
  ]
}
