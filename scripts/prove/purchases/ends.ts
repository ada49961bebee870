/** How purchases stand, against what their callers were told. */
import type { Database } from '../../../subgraphs/shared/database.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import type { ManualClock } from '../manualClock.ts'
import { CENT_UNITS, type IssuedToken, PRICE } from './shop.ts'

export interface Purchase {
  readonly sessionId: string
  readonly agent: AgentPrincipal
  readonly tokens: (IssuedToken & { readonly cap: number; readonly endsAt: number; isRevoked: boolean })[]
  /** What ended it. */
  readonly told: ('paid' | 'canceled')[]
}

export interface PurchaseScene {
  readonly database: Database
  readonly clock: ManualClock
  readonly breaches: string[]
  readonly figures: Record<'pays' | 'sessions' | 'acts' | 'paid' | 'canceled' | 'revoked' | 'expired' | 'open', number>
}

interface Token {
  readonly _id: string
  readonly stage: string
  readonly voidReason: string | null
}

interface Row {
  readonly _id: string
  readonly status: string
}

/** What callers were told, the session, its order, its payment, its tokens, and the postings that end them. */
export async function compareEnds(scene: PurchaseScene, { sessionId, tokens, told }: Purchase): Promise<void> {
  const { database, clock, figures, breaches } = scene
  const of = <R extends Row | Token>(name: string, filter: object) =>
    database
      .collection<R>(name)
      .find(filter as never)
      .toArray()
  const [session] = await of<Row>('checkouts', { _id: sessionId })
  const orders = await of<Row>('orders', { sessionId })
  const holds = await of<Token>('holds', { sessionId })
  const payments = await of<Row & { readonly amount: bigint }>('payments', { sessionId, status: { $ne: 'failed' } })
  const ends = await endsOf(database, holds)
  const [end] = told
  const status = end === undefined ? 'open' : end === 'paid' ? 'completed' : 'canceled'
  const charges = end === 'paid' ? 1 : 0
  const faults = [
    told.length > 1 ? `${told.length} callers were told that they ended it: ${told.join()}` : null,
    session?.status === status ? null : `is ${session?.status}, and its callers were told ${status}`,
    orders.length === charges ? null : `has ${orders.length} orders as ${status}`,
    payments.length === charges ? null : `has ${payments.length} payments as ${status}`,
    ends.filter(({ type }) => type === 'hold_captured').length === charges ? null : `is not charged once as ${status}`,
    payments.every(({ amount }) => amount === BigInt(PRICE) * CENT_UNITS) ? null : 'was charged another price',
    holds.length === tokens.length ? null : `has ${holds.length} tokens, and ${tokens.length} were issued`,
  ]
  for (const { holdId, isRevoked, endsAt } of tokens) {
    const hold = holds.find(({ _id }) => _id === holdId)
    const posted = ends.filter(({ reference }) => reference.id === holdId)
    const isOpen = end === undefined && !isRevoked && clock.now().getTime() < endsAt
    const isExpired = hold?.voidReason === 'expired'
    faults.push(
      (hold?.stage === 'created') === isOpen ? null : `has ended or not, and its token ${holdId} is ${hold?.stage}`,
      posted.length === (isOpen ? 0 : 1) ? null : `has ${posted.length} postings that end its token ${holdId}`,
      posted.every(({ type }) => type === `hold_${hold?.stage}`) ? null : `is posted unlike its token ${holdId}`,
      isExpired && clock.now().getTime() < endsAt ? `has a token ${holdId} that expired before its end` : null,
      isRevoked && hold?.stage === 'captured'
        ? `is charged with ${holdId}, whose caller was told that it is revoked`
        : null,
    )
    if (isExpired) figures.expired += 1
    else if (isRevoked) figures.revoked += 1
  }
  for (const fault of faults) if (fault !== null) breaches.push(`${sessionId} ${fault}`)
  figures[status === 'completed' ? 'paid' : status] += 1
}

interface Ending {
  readonly _id: string
  readonly type: string
  readonly reference: { readonly id: string }
}

function endsOf(database: Database, holds: readonly Token[]): Promise<Ending[]> {
  const ids = holds.map(({ _id }) => _id)
  const filter = { 'reference.id': { $in: ids }, type: { $in: ['hold_captured', 'hold_voided'] } }
  return database.collection<Ending>('journals').find(filter).toArray()
}

/**
 * What the ledger keeps reserved in each wallet is the sum of the tokens that are still open, by what callers were told.
 * @param open sessions that may have open tokens; those that have none any more are taken out
 */
export async function compareReserve({ database, clock, breaches }: PurchaseScene, open: Set<Purchase>): Promise<void> {
  const now = clock.now().getTime()
  const expected = new Map<string, bigint>()
  for (const purchase of open) {
    const { agent, tokens, told } = purchase
    const left = told.length > 0 ? [] : tokens.filter(({ isRevoked, endsAt }) => !isRevoked && now < endsAt)
    for (const { cap } of left)
      expected.set(agent.walletId, (expected.get(agent.walletId) ?? 0n) + BigInt(cap) * CENT_UNITS)
    if (left.length === 0) open.delete(purchase)
  }
  const signed = {
    $cond: [{ $eq: ['$lines.direction', 'credit'] }, '$lines.amount', { $multiply: ['$lines.amount', -1] }],
  }
  const reserved = await database
    .collection('journals')
    .aggregate<{ _id: string; units: bigint }>([
      { $unwind: '$lines' },
      { $match: { 'lines.account': '2021' } },
      { $group: { _id: '$lines.walletId', units: { $sum: signed } } },
    ])
    .toArray()
  for (const { _id: walletId, units } of reserved) {
    const sum = expected.get(walletId) ?? 0n
    if (BigInt(units) !== sum) breaches.push(`${walletId} has ${units} reserved, and its open tokens are ${sum}`)
  }
  for (const walletId of expected.keys())
    if (!reserved.some(({ _id }) => _id === walletId)) breaches.push(`${walletId} has nothing reserved`)
}
