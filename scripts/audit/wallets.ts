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
  /** The one chain that its contract is on; null: it is on all. */
  readonly contractChain: string | null
  /**
   * By chain, of an external wallet: the block up to which the ledger has what its owner had in it before it was
   * registered. Null for a wallet of the service, which starts empty.
   */
  readonly openings: Readonly<Record<string, { readonly block: number }>> | null
  readonly createdAt: Date
  /** By `<chain>:<token>`, folded from the journals. */
  readonly folded: Map<string, Sums>
  /** Of the last event. */
  seq: number
  wasCreated: boolean
  isFrozen: boolean
  /** Frozen because of violations of its policy alone: that is for what comes, not for what was accepted. */
  isForNew: boolean
  /** Those for what was accepted too, since the first event; one that is in force has no end. */
  readonly freezes: { readonly from: Date; to: Date | null }[]
}

export type Wallets = ReadonlyMap<string, Wallet>

const POSITION_FIELDS = {
  ...{ walletId: 1, orgId: 1, mode: 1, agentId: 1, seq: 1, frozen: 1, 'mandate.limitTimezone': 1 },
  ...{ day: 1, month: 1, closedWindows: 1, balances: 1 },
}

interface Row {
  readonly _id: string
  readonly orgId: string
  readonly mode: string
  readonly agentId: string | null
  readonly custody: string
  readonly address: string
  readonly contractChain?: string
  readonly openings?: Readonly<Record<string, { readonly block: number }>>
  readonly createdAt: Date
}

const ROW_FIELDS = {
  ...{ orgId: 1, mode: 1, agentId: 1, custody: 1, address: 1, contractChain: 1 },
  ...{ openings: 1, createdAt: 1 },
}

/** The latest proof that somebody owns an external address. */
interface Proof {
  /** The address. */
  readonly _id: string
  readonly orgId: string
  readonly mode: string
  readonly walletId: string
}

export async function readWallets(source: Source, findings: Findings): Promise<Wallets> {
  const wallets = new Map<string, Wallet>()
  const walletOf = new Map<string, string>()
  const range = { _id: { $gte: 'wal:', $lt: 'wal;' } }
  for await (const page of source.pages<WalletPosition>('positions', { filter: range, projection: POSITION_FIELDS })) {
    const ids = page.map(({ walletId }) => walletId)
    const rows = await source.find<Row>('wallets', { _id: { $in: ids } }, ROW_FIELDS)
    const external = rows.filter(({ custody }) => custody === 'external').map(({ address }) => address)
    const proofs = await source.find<Proof>('walletProofs', { _id: { $in: external } })
    const proofOf = new Map(proofs.map((proof) => [proof._id, proof]))
    const byId = new Map(rows.map((row) => [row._id, row]))
    for (const position of page) {
      const row = byId.get(position.walletId)
      if (row === undefined) findings.breach(7, `wallet ${position.walletId} has a position and no row`)
      else {
        checkAgent(row, position, walletOf, findings)
        if (row.custody === 'external') checkExternal(row, position, proofOf.get(row.address), findings)
      }
      const { address = '', contractChain = null, createdAt = new Date() } = row ?? {}
      const openings = row?.custody === 'external' ? (row.openings ?? {}) : null
      const facts = { address: address.toLowerCase(), contractChain, openings, createdAt }
      const counted = { seq: 0, wasCreated: false, isFrozen: false, isForNew: false, freezes: [] }
      wallets.set(position.walletId, { position, ...facts, folded: new Map(), ...counted })
    }
  }
  return wallets
}

/** A wallet has one agent, and an agent one wallet. */
function checkAgent(
  { _id, agentId }: Row,
  position: WalletPosition,
  walletOf: Map<string, string>,
  findings: Findings,
): void {
  findings.checked(7)
  if (agentId !== position.agentId)
    findings.breach(7, `wallet ${_id} is of agent ${agentId}, its position of ${position.agentId}`)
  if (agentId === null) return
  const other = walletOf.get(agentId)
  if (other !== undefined) findings.breach(7, `agent ${agentId} has the wallets ${other} and ${_id}`)
  walletOf.set(agentId, _id)
}

/** Its owner has proven it, and nothing is spent from it: the service has no key. */
function checkExternal(
  { _id, orgId, mode }: Row,
  { balances }: WalletPosition,
  proof: Proof | undefined,
  findings: Findings,
): void {
  findings.checked(7)
  if (proof === undefined || proof.walletId !== _id || proof.orgId !== orgId || proof.mode !== mode)
    findings.breach(7, `nobody has proven to own the external wallet ${_id}`)
  for (const [asset, { held, inFlight }] of Object.entries(balances))
    if (held !== 0n || inFlight !== 0n)
      findings.breach(7, `${asset} of the external wallet ${_id} is held or in flight`)
}

export const sumsOf = (balances: Balances | undefined): Sums =>
  BALANCES.map((name) => balances?.[name] ?? 0n) as unknown as Sums
