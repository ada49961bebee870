/**
 * Holds (domain 2.1): one row from request to end, written only by the group commit. The row of a hold that waits for its
 * approval is not shown to anybody.
 */

import { type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type {
  AgentId,
  ApprovalId,
  ChargeId,
  CheckoutId,
  HoldId,
  MandateId,
  MerchantId,
  OrgId,
  PaymentId,
  WalletId,
} from '../../shared/ids.ts'
import { mandateEnd } from '../../shared/mandateEnds.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import type { StopScope } from '../../shared/stops.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { HOLD_STATUSES, type HoldStage, type HoldStatus, honorsOpenHolds, type VoidReason } from '../rules/holds.ts'
import type { KeptSharer } from '../rules/sharers.ts'
import type { KeptParties, KeptScreening } from './keptScreening.ts'
import { findWithHoldSettings } from './orgPositions.ts'
import type { PaymentRow } from './payments.ts'
import { stopFilter } from './stoppablePayments.ts'

/** Of a shared token: the checkout session that alone captures it, and what it may take in cents. */
export interface TokenFacts {
  readonly sessionId: CheckoutId
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string
  readonly capMinor: number
}

export interface HoldRow extends KeptParties, Partial<TokenFacts> {
  readonly _id: HoldId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly kind: 'hold'
  readonly walletId: WalletId
  readonly agentId: AgentId | null
  readonly mandateId: MandateId | null
  readonly mandateVersion: number | null
  /** Address that the capture will pay, EIP-55; empty while none is known for the merchant on this chain. */
  readonly to: string
  /** The destination as the caller named it. */
  readonly toText: string
  readonly merchantId: MerchantId | null
  readonly merchant: string | null
  readonly category: string
  /** Other merchants with the same payout address; absent: none. */
  readonly sharers?: readonly KeptSharer[]
  readonly amount: bigint
  readonly capturedAmount: bigint
  readonly token: Token
  readonly chain: Chain
  readonly usdMicro: bigint
  readonly fx: PaymentRow['fx']
  /** The limit windows in which it counts until it ends, and its captured part for ever. */
  readonly dayKey: string
  readonly monthKey: string
  readonly purpose: string | null
  readonly stage: HoldStage
  /** Limits are reserved for it: parked or created. */
  readonly isOpen: boolean
  readonly voidReason: VoidReason | null
  /** Why the caller voided it. */
  readonly voidNote: string | null
  readonly lifeMs: number
  readonly expiresAt: Date
  /** The payment that captured it. */
  readonly paymentId: PaymentId | null
  /** The charge that it is kept for until a payment processor has answered: meanwhile nothing else ends it. */
  readonly chargeId?: ChargeId
  readonly approvalId: ApprovalId | null
  readonly decision: object | null
  /** The last that passed; absent in rows of earlier releases. */
  readonly screening?: KeptScreening
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly policyEvaluatedAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly capturedAt: Date | null
  readonly voidedAt: Date | null
}

export const HOLDS = 'holds'

export const holds = (database: Database) => database.collection<HoldRow>(HOLDS)

export const holdRef = (holdId: HoldId): Ref<HoldRow> => ({ collection: HOLDS, id: holdId })

export const holdSchema = newSchema()
holdSchema.index({ orgId: 1, mode: 1, _id: -1 })
holdSchema.index({ walletId: 1, _id: -1 })
const ofOpen = { partialFilterExpression: { isOpen: true } }
const OPEN_INDEX = { orgId: 1, mode: 1, _id: 1 } as const
holdSchema.index(OPEN_INDEX, { name: 'open', ...ofOpen })
/** Begins with what it is restricted to, so that the wallets in it are found without reading a hold. */
const WALLET_INDEX = { isOpen: 1, walletId: 1, _id: 1 } as const
holdSchema.index(WALLET_INDEX, { name: 'openByWallet', ...ofOpen })
holdSchema.index({ walletId: 1, mandateId: 1, _id: 1 }, { name: 'openByMandate', ...ofOpen })
holdSchema.index({ _id: 1, stage: 1 }, { name: 'openById', ...ofOpen })
holdSchema.index({ expiresAt: 1, _id: 1 }, { name: 'due', partialFilterExpression: { stage: 'created' } })
/** Of one organization, whose time in test mode may differ from the real one. */
const DUE_OF_INDEX = { orgId: 1, expiresAt: 1, _id: 1 } as const
holdSchema.index(DUE_OF_INDEX, { name: 'dueOf', partialFilterExpression: { stage: 'created', mode: 'test' } })

holdSchema.index(
  { tokenHash: 1 },
  { name: 'sharedToken', unique: true, partialFilterExpression: { tokenHash: { $type: 'string' } } },
)
/** Of shared tokens alone, so that a stop reads none of the other holds, of which a wallet may have very many. */
export const OPEN_TOKENS = { isOpen: true, sessionId: { $exists: true } } as const
export const OPEN_TOKENS_INDEX = 'openTokens'
holdSchema.index(OPEN_INDEX, { name: OPEN_TOKENS_INDEX, partialFilterExpression: OPEN_TOKENS })
holdSchema.index({ agentId: 1, _id: -1 }, { name: 'tokens', partialFilterExpression: { sessionId: { $exists: true } } })

export interface HoldFilter {
  readonly walletId?: string | null | undefined
  readonly agentIds: readonly string[] | null
  readonly statuses?: readonly HoldStatus[] | null | undefined
}

/** Also one that is not shown. */
export function findHold(database: Database, holdId: HoldId): Promise<HoldRow | null> {
  return holds(database).findOne({ _id: holdId })
}

export async function findHoldsById(database: Database, holdIds: readonly HoldId[]): Promise<HoldRow[]> {
  if (holdIds.length === 0) return []
  return holds(database)
    .find({ _id: { $in: [...holdIds] } })
    .toArray()
}

export function findHoldPage(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode },
  { walletId, agentIds, statuses }: HoldFilter,
  args: OrderedArguments,
): Promise<Page<HoldRow>> {
  const filter = {
    ...scope,
    ...(walletId == null ? {} : { walletId }),
    ...anyOf('agentId', agentIds),
    ...anyOf('stage', statuses ?? HOLD_STATUSES),
  }
  return findPage(holds(database), { name: 'holds', filter, orders: { created_at: BY_ID } }, args)
}

/** A wallet in which holds have outlived their mandates. */
export interface EndedMandates {
  readonly walletId: WalletId
  /** Null: that of the wallet, and so all. */
  readonly mandateIds: readonly MandateId[] | null
}

/** @param isOver whether the mandate of the wallet has ended. @returns null: none of those that are known has */
export function endedMandatesOf(
  { walletId, endedMandates = [] }: Pick<WalletPosition, 'walletId' | 'endedMandates'>,
  isOver: boolean,
): EndedMandates | null {
  if (isOver) return { walletId, mandateIds: null }
  return endedMandates.length === 0 ? null : { walletId, mandateIds: endedMandates.map(({ mandateId }) => mandateId) }
}

interface OpenPage extends Partial<Pick<EndedMandates, 'mandateIds'>> {
  readonly after: HoldId | null
  readonly limit: number
  /** False: without those that are kept for a charge, which nothing but its end ends. */
  readonly isKept?: boolean
}

/** Those that count in the limits of a wallet, oldest first: a captured one counts with its payment. */
export function findOpenHoldsOf(
  database: Database,
  walletId: WalletId,
  { after, limit, mandateIds = null, isKept = true }: OpenPage,
): Promise<HoldRow[]> {
  const under = mandateIds === null ? {} : { mandateId: { $in: [...mandateIds] } }
  const kept = isKept ? {} : NOT_KEPT
  return holds(database)
    .find({ walletId, isOpen: true, ...kept, ...under, ...(after === null ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

/** Parked ones that a stop may concern, oldest first. */
export function findParkedHolds(
  database: Database,
  work: StopScope,
  { after, limit }: { readonly after: HoldId | null; readonly limit: number },
): Promise<HoldRow[]> {
  return holds(database)
    .find({ $and: [parkedFilter(work), after === null ? {} : { _id: { $gt: after } }] })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

export function countParkedHolds(database: Database, work: StopScope): Promise<number> {
  return holds(database).countDocuments(parkedFilter(work))
}

const parkedFilter = (work: StopScope) => ({ $and: [{ isOpen: true, stage: 'awaiting_approval' }, stopFilter(work)] })

interface DuePage {
  readonly after: Pick<HoldRow, '_id' | 'expiresAt'> | null
  readonly limit: number
  /** Absent: of all organizations. */
  readonly owner?: ClockOwner
}

/** What is kept for a charge does not expire. */
const NOT_KEPT = { chargeId: { $exists: false } } as const

/** Created ones whose end has passed, the oldest end first. */
export function findDueHolds(database: Database, at: Date, { after, limit, owner }: DuePage): Promise<HoldRow[]> {
  const behind =
    after === null
      ? []
      : [{ $or: [{ expiresAt: { $gt: after.expiresAt } }, { expiresAt: after.expiresAt, _id: { $gt: after._id } }] }]
  return holds(database)
    .find({ $and: [{ ...owner, ...NOT_KEPT, stage: 'created', expiresAt: { $lte: at } }, ...behind] })
    .sort({ expiresAt: 1, _id: 1 })
    .limit(limit)
    .toArray()
}

/** When the next one of this organization ends. */
export async function findNextHoldEnd(database: Database, owner: ClockOwner, after: Date): Promise<Date | null> {
  const next = { ...owner, ...NOT_KEPT, stage: 'created', expiresAt: { $gt: after } } as const
  return (await holds(database).findOne(next, { sort: { expiresAt: 1, _id: 1 } }))?.expiresAt ?? null
}

export function countDueHolds(database: Database, owner: ClockOwner, until: Date): Promise<number> {
  return holds(database).countDocuments({ ...owner, ...NOT_KEPT, stage: 'created', expiresAt: { $lte: until } })
}

/** Ends of mandates under which this organization has open holds, and that nobody honors. */
export async function findMandateEnds(
  database: Database,
  owner: ClockOwner,
  ends: { readonly $gt: Date } | { readonly $lte: Date },
): Promise<{ readonly walletId: WalletId; readonly at: Date }[]> {
  const settings = await findWithHoldSettings(database, [owner.orgId])
  if (honorsOpenHolds(settings.get(owner.orgId) ?? {}, owner.mode)) return []
  const walletIds = await holds(database).distinct('walletId', { ...owner, ...NOT_KEPT, isOpen: true })
  const wallets = await database
    .collection<WalletPosition>('positions')
    .find({ _id: { $in: walletIds.map((id) => walletRef(id).id) }, 'mandate.expiresAt': ends })
    .project<Pick<WalletPosition, 'walletId' | 'mandate'>>({ walletId: 1, mandate: 1 })
    .toArray()
  return wallets.flatMap(({ walletId, mandate }) => (mandate?.expiresAt ? [{ walletId, at: mandate.expiresAt }] : []))
}

const WALLETS_AT_ONCE = 1_000

/** Wallets with open holds whose mandate, or one before it, is revoked or has expired and that nobody honors, in batches. */
export async function* readWalletsOfEndedMandates(database: Database, at: Date): AsyncGenerator<EndedMandates[]> {
  const over = [
    { 'mandate.status': 'revoked' },
    { 'mandate.expiresAt': { $lte: at } },
    { 'endedMandates.0': { $exists: true } },
  ]
  const read = async (ids: readonly WalletId[]) => {
    const wallets = await database
      .collection<WalletPosition>('positions')
      .find({ _id: { $in: ids.map((id) => walletRef(id).id) }, $or: over })
      .project<Pick<WalletPosition, 'walletId' | 'orgId' | 'mode' | 'mandate' | 'endedMandates'>>({
        ...{ walletId: 1, orgId: 1, mode: 1, endedMandates: 1 },
        ...{ 'mandate.status': 1, 'mandate.expiresAt': 1 },
      })
      .toArray()
    const settings = await findWithHoldSettings(
      database,
      wallets.map(({ orgId }) => orgId),
    )
    return wallets.flatMap((wallet) => {
      if (honorsOpenHolds(settings.get(wallet.orgId) ?? {}, wallet.mode)) return []
      return endedMandatesOf(wallet, wallet.mandate !== null && mandateEnd(wallet.mandate, at) !== null) ?? []
    })
  }
  let ids: WalletId[] = []
  const withOpen = [{ $match: { isOpen: true } }, { $group: { _id: '$walletId' } }]
  for await (const { _id } of holds(database).aggregate<{ _id: WalletId }>(withOpen, { hint: WALLET_INDEX })) {
    ids.push(_id)
    if (ids.length < WALLETS_AT_ONCE) continue
    yield await read(ids)
    ids = []
  }
  yield await read(ids)
}
