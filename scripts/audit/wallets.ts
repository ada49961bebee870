/** The wallets with their positions, and what the passes over journals and events add up for each. */
import type { Findings } from './findings.ts'
import type { Balances, WalletPosition } from './rows.ts'
import type { Source } from './source.ts'

/** In token units, in the order of `BALANCES`. */
export type Sums = [available: bigint, held: bigint, inFlight: bigint, blocked: bigint, onChain: bigint]

export const BALANCES = ['available', 'held', 'inFlight', 'blocked', 'onChain'] as const

export interface Wallet {
  readonly position: WalletPosition
  /** Lower case. */
  readonly address: string
  readonly createdAt: Date
  /** By `<chain>:<token>`, folded from the journals. */
  readonly folded: Map<string, Sums>
  /** Of the last event. */
  seq: number
  wasCreated: boolean
  isFrozen: boolean
  /** Since the first event; a stop that is in force has no end. */
  readonly freezes: { readonly from: Date; to: Date | null }[]
}

export type Wallets = ReadonlyMap<string, Wallet>

const POSITION_FIELDS = {
  ...{ walletId: 1, orgId: 1, mode: 1, agentId: 1, seq: 1, frozen: 1, 'mandate.limitTimezone': 1 },
  ...{ day: 1, month: 1, closedWindows: 1, balances: 1 },
}

interface Row {
  readonly _id: string
  readonly address: string
  readonly createdAt: Date
}

export async function readWallets(source: Source, findings: Findings): Promise<Wallets> {
  const wallets = new Map<string, Wallet>()
  const range = { _id: { $gte: 'wal:', $lt: 'wal;' } }
  for await (const page of source.pages<WalletPosition>('positions', { filter: range, projection: POSITION_FIELDS })) {
    const ids = page.map(({ walletId }) => walletId)
    const rows = await source.find<Row>('wallets', { _id: { $in: ids } }, { address: 1, createdAt: 1 })
    const byId = new Map(rows.map((row) => [row._id, row]))
    for (const position of page) {
      const row = byId.get(position.walletId)
      if (row === undefined) findings.breach(7, `wallet ${position.walletId} has a position and no row`)
      const facts = { address: row?.address.toLowerCase() ?? '', createdAt: row?.createdAt ?? new Date() }
      const counted = { seq: 0, wasCreated: false, isFrozen: false, freezes: [] }
      wallets.set(position.walletId, { position, ...facts, folded: new Map(), ...counted })
    }
  }
  return wallets
}

export const sumsOf = (balances: Balances | undefined): Sums =>
  BALANCES.map((name) => balances?.[name] ?? 0n) as unknown as Sums
