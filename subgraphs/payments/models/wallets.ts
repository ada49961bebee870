/** The wallet row, which hardly changes; balances, limits and state are in the wallet's position. */
import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { BY_ID, findPage, listTooSlow, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import { CHAINS, type Chain } from '../../shared/tokens.ts'

export interface WalletRow {
  readonly _id: WalletId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId | null
  readonly name: string | null
  /** How the key is really held: a key in one place is never called MPC. external: by its owner. */
  readonly custody: 'local' | 'external'
  /** One EVM address for all chains, EIP-55. */
  readonly address: string
  /** Of a contract, which is at its address on one chain alone. */
  readonly contractChain?: Chain
  /** Of an external wallet: the block on each chain up to which everything that it had before is in the ledger. */
  readonly openings?: Readonly<Partial<Record<Chain, Opening>>>
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface Opening {
  readonly block: number
  readonly at: Date
}

export const WALLETS = 'wallets'
/** Ids in one filter. */
const FROZEN_MAX = 10_000

const wallets = (database: Database) => database.collection<WalletRow>(WALLETS)

/** The wallet's row; `walletRef` is its position. */
export const walletRowRef = (walletId: WalletId): Ref<WalletRow> => ({ collection: WALLETS, id: walletId })

export const walletSchema = newSchema()
walletSchema.index({ orgId: 1, mode: 1, _id: -1 })
walletSchema.index({ orgId: 1, mode: 1, agentId: 1, _id: -1 })
walletSchema.index({ address: 1 }, { unique: true })
for (const chain of CHAINS)
  walletSchema.index(
    { mode: 1, [`openings.${chain}.block`]: 1, contractChain: 1, _id: 1 },
    { name: `unopened_${chain}`, partialFilterExpression: { custody: 'external' } },
  )

/** Whether what stands at its address on that chain is its owner's: a contract is his on the chain where he has proven it. */
export const isOnChain = ({ contractChain }: Pick<WalletRow, 'contractChain'>, chain: Chain): boolean =>
  contractChain === undefined || contractChain === chain

/** Whether the ledger has everything that its owner had in it before it was registered. */
export const isOpened = ({ custody, openings }: Pick<WalletRow, 'custody' | 'openings'>, chain: Chain): boolean =>
  custody === 'local' || openings?.[chain] !== undefined

export async function findWallets(database: Database, walletIds: readonly WalletId[]): Promise<WalletRow[]> {
  return wallets(database)
    .find({ _id: { $in: [...walletIds] } })
    .toArray()
}

export async function findWalletsByAddress(database: Database, addresses: readonly string[]): Promise<WalletRow[]> {
  return wallets(database)
    .find({ address: { $in: [...addresses] } })
    .toArray()
}

export type WalletStatus = 'active' | 'frozen'

interface WalletFilter {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentIds: readonly string[] | null
  readonly statuses: readonly WalletStatus[] | null | undefined
  /** Only those without an agent; false: only those with one. */
  readonly unbound: boolean | null | undefined
}

/** @throws DomainError gateway_timeout: more wallets are frozen than can be left out, or looked for, at once */
export async function findWalletPage(
  database: Database,
  { agentIds, statuses, unbound, ...scope }: WalletFilter,
  args: OrderedArguments,
): Promise<Page<WalletRow>> {
  const agentId = {
    ...(agentIds && { $in: agentIds }),
    ...(unbound != null && (unbound ? { $eq: null } : { $ne: null })),
  }
  const byAgent = Object.keys(agentId).length === 0 ? {} : { agentId }
  const filter = { ...scope, ...byAgent, ...(await inStatus(database, scope, statuses)) }
  return findPage(wallets(database), { name: 'wallets', filter, orders: { created_at: BY_ID } }, args)
}

/** A wallet's state stands in its position, by which no list of wallets is sorted. */
async function inStatus(
  database: Database,
  scope: Pick<WalletFilter, 'orgId' | 'mode'>,
  statuses: WalletFilter['statuses'],
): Promise<object> {
  const wanted = new Set(statuses ?? ['active', 'frozen'])
  if (wanted.size === 0) return { _id: { $in: [] } }
  if (wanted.size === 2) return {}
  const frozen = await database
    .collection<WalletPosition>('positions')
    .find({ ...scope, 'frozen.at': { $exists: true } })
    .project<Pick<WalletPosition, 'walletId'>>({ walletId: 1 })
    .limit(FROZEN_MAX + 1)
    .toArray()
  if (frozen.length > FROZEN_MAX) throw listTooSlow()
  const ids = frozen.map(({ walletId }) => walletId)
  return { _id: wanted.has('frozen') ? { $in: ids } : { $nin: ids } }
}

/** Newest first. */
export async function findWalletsOfAgent(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode },
  agentId: AgentId,
): Promise<WalletRow[]> {
  return wallets(database)
    .find({ ...scope, agentId })
    .sort({ _id: -1 })
    .toArray()
}

/** Of an organization, or of one of its agents, in the order of ids. */
export function findWalletsOfOwner(
  database: Database,
  owner: { readonly orgId: OrgId; readonly mode: Mode; readonly agentId?: AgentId },
  { after, limit }: { readonly after: WalletId | null; readonly limit: number },
): Promise<WalletRow[]> {
  return wallets(database)
    .find({ ...owner, ...(after === null ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

/** Of all organizations, in the order of ids. */
export function findWalletsAfter(
  database: Database,
  { after, limit }: { readonly after: WalletId | null; readonly limit: number },
): Promise<WalletRow[]> {
  return wallets(database)
    .find(after === null ? {} : { _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

/** External wallets whose money of before their registration is not in the ledger yet, in the order of ids. */
export function findUnopened(
  database: Database,
  { mode, chain }: { readonly mode: Mode; readonly chain: Chain },
  { after, limit }: { readonly after: WalletId | null; readonly limit: number },
): Promise<WalletRow[]> {
  const onChain = { contractChain: { $in: [null, chain] as unknown as Chain[] } }
  const beyond = after === null ? {} : { _id: { $gt: after } }
  return wallets(database)
    .find({ custody: 'external', mode, [`openings.${chain}.block`]: null, ...onChain, ...beyond } as object)
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

export async function findWalletIds(
  database: Database,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
  limit: number,
): Promise<WalletId[]> {
  const found = await wallets(database)
    .find({ orgId, mode })
    .project<Pick<WalletRow, '_id'>>({ _id: 1 })
    .limit(limit)
    .toArray()
  return found.map(({ _id }) => _id)
}

export async function findWalletPositions(
  database: Database,
  walletIds: readonly WalletId[],
): Promise<Map<string, WalletPosition>> {
  const found = await database
    .collection<WalletPosition>('positions')
    .find({ _id: { $in: walletIds.map((id) => walletRef(id).id) } })
    .toArray()
  return new Map(found.map((position) => [position.walletId, position]))
}

const STOPPED_AT_ONCE = 1_000

/**
 * Those that are frozen or whose mandate is revoked: a stop did not end what waits in them because its process died, or
 * because the policy itself froze the wallet.
 */
export async function findStopped(
  database: Database,
  walletIds: readonly WalletId[],
): Promise<{ walletId: WalletId; isFrozen: boolean }[]> {
  const found: { walletId: WalletId; isFrozen: boolean }[] = []
  for (let start = 0; start < walletIds.length; start += STOPPED_AT_ONCE) {
    const ids = walletIds.slice(start, start + STOPPED_AT_ONCE).map((walletId) => walletRef(walletId).id)
    const stopped = await database
      .collection<WalletPosition>('positions')
      .find({ _id: { $in: ids }, $or: [{ frozen: { $ne: null } }, { 'mandate.status': 'revoked' }] })
      .project<Pick<WalletPosition, 'walletId' | 'frozen'>>({ walletId: 1, frozen: 1 })
      .toArray()
    found.push(...stopped.map(({ walletId, frozen }) => ({ walletId, isFrozen: frozen !== null })))
  }
  return found
}
