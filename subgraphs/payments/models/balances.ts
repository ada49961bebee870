/** Balances of all wallets as one list: a row for each token and chain that a wallet ever held. */
import {
  BY_ID,
  type CountBounds,
  type OrderedArguments,
  type Page,
  parseRange,
  readRows,
  toPage,
} from '../../shared/connections.ts'
import { createCursors, type Position } from '../../shared/cursors.ts'
import type { Database } from '../../shared/database.ts'
import type { OrgId, WalletId } from '../../shared/ids.ts'
import type { Balances } from '../../shared/ledger/accounts.ts'
import type { Mode } from '../../shared/principal.ts'
import { WALLETS } from './wallets.ts'

export interface BalanceRow {
  /** `<wallet>/<chain>:<token>`: sorts by the time at which the wallet was made. */
  readonly _id: string
  readonly walletId: WalletId
  /** `<chain>:<token>` */
  readonly asset: string
  readonly balances: Balances
}

interface BalanceScope {
  readonly orgId: OrgId
  readonly mode: Mode
  /** Null: every wallet. */
  readonly walletId: WalletId | null
  readonly assets: readonly string[]
}

/**
 * Reads along the wallets in their order until the page is full.
 * @throws DomainError invalid_request: as of `findPage`. gateway_timeout: too many wallets without such a balance
 */
export async function findBalancePage(
  database: Database,
  scope: BalanceScope,
  args: OrderedArguments,
): Promise<Page<BalanceRow>> {
  const direction = args.orderBy?.direction ?? 'desc'
  const cursors = createCursors(`balances.created_at.${direction}`, BY_ID)
  const range = parseRange(args, cursors.parse)
  const step = (direction === 'asc') === range.isFromEnd ? -1 : 1
  const bounds = [
    ...boundOf(range.after, direction === 'asc' ? '$gt' : '$lt'),
    ...boundOf(range.before, direction === 'asc' ? '$lt' : '$gt'),
  ]
  const aggregate = <Row extends object>(stages: readonly object[]) =>
    database.collection(WALLETS).aggregate<Row>([...stages])
  const found = await readRows(
    aggregate<BalanceRow>([...balancesOf(scope, { step, bounds }), { $limit: range.limit + 1 }]),
  )
  return toPage<BalanceRow, Position>(found, range, {
    cursorOf: cursors.format,
    async countAll({ limit, maxTimeMS }: CountBounds) {
      const counted = aggregate<{ count: number }>([
        ...balancesOf(scope, { step, bounds: [] }),
        ...[{ $limit: limit }, { $count: 'count' }],
      ])
      return (await counted.maxTimeMS(maxTimeMS).toArray())[0]?.count ?? 0
    },
  })
}

interface Bound {
  readonly side: '$gt' | '$lt'
  readonly id: string
}

const boundOf = (position: Position | null, side: Bound['side']): Bound[] =>
  position === null ? [] : [{ side, id: position.id }]

/** The wallet of a bound is read again, since the page may have ended within it. */
function balancesOf(
  { orgId, mode, walletId, assets }: BalanceScope,
  { step, bounds }: { readonly step: 1 | -1; readonly bounds: readonly Bound[] },
): object[] {
  const wallets = bounds.map(({ side, id }) => ({ _id: { [`${side}e`]: id.split('/', 1)[0] } }))
  const wanted = { $filter: { input: { $objectToArray: '$position.balances' }, cond: { $in: ['$$this.k', assets] } } }
  return [
    { $match: { $and: [{ orgId, mode }, ...(walletId === null ? [] : [{ _id: walletId }]), ...wallets] } },
    { $sort: { _id: step } },
    { $project: { positionId: { $concat: ['wal:', '$_id'] } } },
    { $lookup: { from: 'positions', localField: 'positionId', foreignField: '_id', as: 'position' } },
    { $unwind: '$position' },
    { $project: { held: { $sortArray: { input: wanted, sortBy: { k: step } } } } },
    { $unwind: '$held' },
    {
      $project: {
        ...{ _id: { $concat: ['$_id', '/', '$held.k'] }, walletId: '$_id' },
        ...{ asset: '$held.k', balances: '$held.v' },
      },
    },
    ...bounds.map(({ side, id }) => ({ $match: { _id: { [side]: id } } })),
  ]
}
