/**
 * Cards (domain 2.2): one row from issue to end, with what it has spent in the windows of its own limits. The number is not
 * in it, only its keyed hash. Written only by the group commit.
 */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page, present } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId, CardId, FinancialAccountId, OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Windows } from '../../shared/spendingLimits.ts'
import type { CardLimits } from '../rules/cards/cardLimits.ts'
import type { CardStatus, CardType } from '../rules/cards/cardStates.ts'
import { indexDue } from './dueRows.ts'

export interface CardRow extends Windows {
  readonly _id: CardId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly financialAccountId: FinancialAccountId
  readonly lastFour: string
  readonly numberHash: string
  readonly type: CardType
  readonly status: CardStatus
  readonly statusReason: string | null
  /** Who may unfreeze it; null: it is not frozen. */
  readonly frozenBy: 'agent' | 'organization' | 'kill_switch' | null
  readonly expMonth: string
  readonly expYear: string
  readonly limits: CardLimits
  /** A domain, or an id of the registry. */
  readonly lockedMerchant: string | null
  readonly allowedCategories: readonly string[]
  readonly blockedCategories: readonly string[]
  readonly memo: string | null
  /** Of a single-use card: an authorization of it is open, or was cleared; of others it says nothing. */
  readonly isUsed: boolean
  /** How many approvals were requested for charges of it; absent: none, or an earlier version has counted none. */
  readonly challenges?: number
  readonly expiresAt: Date
  /** When it expires by itself; null: it has ended. */
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly frozenAt: Date | null
  readonly canceledAt: Date | null
}

export const CARDS = 'cards'
const cards = (database: Database) => database.collection<CardRow>(CARDS)

export const cardRef = (id: CardId): Ref<CardRow> => ({ collection: CARDS, id })

export function registerCards(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ walletId: 1, _id: -1 })
  schema.index({ walletId: 1, status: 1 })
  indexDue(schema)
  // For kill switches, which freeze what is active or frozen by its agent.
  schema.index({ status: 1, _id: 1 }, { partialFilterExpression: { status: 'active' } })
  schema.index({ frozenBy: 1, _id: 1 }, { partialFilterExpression: { frozenBy: 'agent' } })
  database.model(schema, CARDS)
}

export async function findCards(database: Database, ids: readonly CardId[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  return cards(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface CardFilter {
  readonly walletId?: string | null | undefined
  readonly statuses?: readonly CardStatus[] | null | undefined
  readonly types?: readonly CardType[] | null | undefined
}

export function findCardPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode; readonly agentId?: AgentId; readonly walletId?: WalletId },
  { walletId, statuses, types }: CardFilter,
  args: OrderedArguments,
): Promise<Page<CardRow>> {
  const named = walletId == null ? {} : { $and: [{ walletId }] }
  const filter = { ...scope, ...named, ...anyOf('status', statuses), ...anyOf('type', types) }
  return findPage(cards(database), { name: 'cards', filter, orders: { created_at: BY_ID } }, args)
}

/** Those that are active or frozen. */
export function countOpenCards(database: Database, walletId: WalletId): Promise<number> {
  return cards(database).countDocuments({ walletId, status: { $in: ['active', 'frozen'] } })
}

/** Whose cards a stop may freeze; null: of every organization, or of both modes. */
export interface CardScope {
  readonly orgId: OrgId | null
  readonly mode: Mode | null
  readonly walletId?: string
  readonly agentId?: string
}

function inScope({ orgId, mode, ...of }: CardScope, after: CardId | null = null) {
  const scope = { ...of, ...present({ orgId, mode }), ...(after === null ? {} : { _id: { $gt: after } }) }
  // What an agent has frozen it could unfreeze itself once the switch is lifted. Each by its own index.
  return {
    $or: [
      { ...scope, status: 'active' },
      { ...scope, status: 'frozen', frozenBy: 'agent' },
    ],
  } as object
}

export function findFreezableCards(
  database: Database,
  scope: CardScope,
  { after, limit }: { readonly after: CardId | null; readonly limit: number },
): Promise<CardRow[]> {
  return cards(database).find(inScope(scope, after)).sort({ _id: 1 }).limit(limit).toArray()
}

export function countFreezableCards(database: Database, scope: CardScope): Promise<number> {
  return cards(database).countDocuments(inScope(scope))
}
