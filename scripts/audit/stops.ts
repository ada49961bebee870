/** Which kill switch or freeze stands against a payment or a hold, by the order of the log where it has one and else by the clock. */
import type { KillSwitch, Spend } from './rows.ts'
import type { Source } from './source.ts'
import type { Wallets } from './wallets.ts'

export interface Stops {
  readonly rows: ReadonlyMap<string, KillSwitch>
  /** Of the spend's organization, as far as its log has been read. */
  activate(switchId: string): void
  lift(switchId: string): void
  /** What stops it at its place in its organization's log; null: nothing. */
  stopInLog(spend: Spend, wallets: Wallets, at: Date): string | null
  /** What has stopped it for longer than clocks may differ; null: nothing. */
  stopAtTime(spend: Spend, wallets: Wallets, at: Date): string | null
}

const CAPABILITIES: Readonly<Record<string, string>> = { transfer: 'wallets', hold: 'holds' }

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
  const onSpend = (spend: Spend, owner: string) =>
    targetsOf(spend)
      .flatMap((target) => byTarget.get(`${owner} ${target}`) ?? [])
      .filter(({ mode }) => mode === null || mode === spend.mode)
  const platformAt = (spend: Spend, at: Date) => onSpend(spend, '').find((row) => isInForce(row, at, skewMs))
  return {
    rows,
    activate: (switchId) => void active.add(switchId),
    lift: (switchId) => void active.delete(switchId),
    stopInLog(spend, wallets, at) {
      if (wallets.get(spend.walletId)?.isFrozen) return 'its wallet is frozen'
      const own = onSpend(spend, spend.orgId).find(
        ({ _id, autoDeactivateAt }) => active.has(_id) && (autoDeactivateAt === null || at < autoDeactivateAt),
      )
      return describe(own ?? platformAt(spend, at))
    },
    stopAtTime(spend, wallets, at) {
      const freezes = wallets.get(spend.walletId)?.freezes ?? []
      if (freezes.some(({ from, to }) => isWithin(at, from, to, skewMs))) return 'its wallet is frozen'
      const own = onSpend(spend, spend.orgId).find((row) => isInForce(row, at, skewMs))
      return describe(own ?? platformAt(spend, at))
    },
  }
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

function targetsOf({ kind, orgId, chain, token, walletId, agentId, merchant, merchantId }: Spend): string[] {
  return [
    ...['global *', 'rail onchain', `chain ${chain}`, `token ${token}`, `organization ${orgId}`],
    ...[`capability ${CAPABILITIES[kind] ?? 'payments'}`, `wallet ${walletId}`],
    ...(agentId === null ? [] : [`agent ${agentId}`]),
    ...(merchant === null ? [] : [`merchant ${merchant}`, `merchant ${merchant.replace(/^www\./, '')}`]),
    ...(merchantId === null ? [] : [`merchant ${merchantId}`]),
  ]
}
