/** GraphQL of cards: parse, service, shape. */
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { invariant, notFound } from '../../shared/errors.ts'
import { type RequestContext, requireCaller } from '../../shared/principal.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { CardRow } from '../models/cards.ts'
import type { TreasuryDeps } from '../ports.ts'
import { authorizeCard, type Transacted } from '../services/cards/authorizeCard.ts'
import { cancelCard, changeCardLimits, freezeCard, unfreezeCard } from '../services/cards/changeCard.ts'
import { clearAuthorization, returnCleared, voidAuthorization } from '../services/cards/clearCard.ts'
import { forcePost } from '../services/cards/forcePost.ts'
import { type Changed, issueCard } from '../services/cards/issueCard.ts'
import { getCard, getCardTransaction, listCards, listCardTransactions } from '../services/cards/readCards.ts'
import { shapeCard, shapeCardTransaction, spentOf } from './cardShapes.ts'
import { treasuryLoaders } from './loaders.ts'

interface OfCard {
  readonly cardId: string
}

export function createCardResolvers(deps: TreasuryDeps) {
  const loaders = (context: RequestContext) => treasuryLoaders(deps, context)
  const shape = async (row: CardRow) => shapeCard(row, await deps.timeOf(row.orgId, row.mode))
  const changed = async ({ card, replayed }: Changed) => ({ card: await shape(card), replayed })
  const transacted = ({ transaction, replayed }: Transacted) => ({
    ...{ cardTransaction: shapeCardTransaction(transaction), replayed },
  })
  const keyOf = (context: RequestContext, operation: string, input: OfCard) =>
    openKey(context, { operation, on: [input.cardId], input })
  /** What a merchant does is simulated in test mode alone, and elsewhere there is no such thing. */
  const simulating = (context: RequestContext) => {
    if (requireCaller(context.principal).mode !== 'test') throw notFound('route')
  }
  const list = async (args: Parameters<typeof listCards>[2], { principal }: RequestContext) => {
    const { orgId, mode } = requireCaller(principal)
    const now = await deps.timeOf(orgId, mode)
    return toConnection(await listCards(deps, principal, args), (row) => shapeCard(row, now))
  }
  return {
    Query: {
      cards: (_parent, args, context) => list(args, context),
      card: async (_parent, { id }, { principal }) => shape(await getCard(deps, principal, id)),
      cardTransactions: async (_parent, args, { principal }) => {
        if (args.cardId != null) await getCard(deps, principal, args.cardId)
        return toConnection(await listCardTransactions(deps, principal, args), shapeCardTransaction)
      },
      cardTransaction: async (_parent, { id }, { principal }) =>
        shapeCardTransaction(await getCardTransaction(deps, principal, id)),
    },
    Mutation: {
      issueCard: async (_parent, { input }, context) =>
        changed(await issueCard(deps, context.principal, input, openKey(context, { operation: 'issueCard', input }))),
      changeCardLimits: async (_parent, { input }, context) =>
        changed(await changeCardLimits(deps, context.principal, input, keyOf(context, 'changeCardLimits', input))),
      freezeCard: async (_parent, { input }, context) =>
        changed(await freezeCard(deps, context.principal, input, keyOf(context, 'freezeCard', input))),
      unfreezeCard: async (_parent, { input }, context) =>
        changed(await unfreezeCard(deps, context.principal, input, keyOf(context, 'unfreezeCard', input))),
      cancelCard: async (_parent, { input }, context) =>
        changed(await cancelCard(deps, context.principal, input, keyOf(context, 'cancelCard', input))),
      async simulateCardAuthorization(_parent, { input }, context) {
        simulating(context)
        const key = keyOf(context, 'simulateCardAuthorization', input)
        return transacted(await authorizeCard(deps, context.principal, input, key))
      },
      async simulateCardClearing(_parent, { input }, context) {
        simulating(context)
        const key = keyOf(context, 'simulateCardClearing', input)
        const { cardTransactionId } = input
        if (cardTransactionId == null) return transacted(await forcePost(deps, context.principal, input, key))
        const named = { ...input, cardTransactionId }
        return transacted(await clearAuthorization(deps, context.principal, named, key))
      },
      async simulateCardVoid(_parent, { input }, context) {
        simulating(context)
        const key = keyOf(context, 'simulateCardVoid', input)
        return transacted(await voidAuthorization(deps, context.principal, input, key))
      },
      async simulateCardReturn(_parent, { input }, context) {
        simulating(context)
        const key = keyOf(context, 'simulateCardReturn', input)
        return transacted(await returnCleared(deps, context.principal, input, key))
      },
    },
    Card: {
      transactions: async ({ id }, args, { principal }) =>
        toConnection(await listCardTransactions(deps, principal, { ...args, cardId: id }), shapeCardTransaction),
      spentToday: async ({ row }, _args, context) => (await spent(row, context)).day,
      spentThisMonth: async ({ row }, _args, context) => (await spent(row, context)).month,
      async __resolveReference({ id }, context) {
        const row = await loaders(context).cards.load(id)
        return row === null ? null : shape(row)
      },
    },
    Wallet: {
      __resolveReference: ({ id }) => ({ id }),
      cards: ({ id }, args, context) => list({ ...args, walletId: id }, context),
    },
    CardTransaction: {
      async card({ cardId }, _args, context) {
        const row = await loaders(context).cards.load(cardId)
        invariant(row !== null, `card ${cardId} of a visible transaction is not visible`)
        return shape(row)
      },
      async __resolveReference({ id }, context) {
        const row = await loaders(context).cardTransactions.load(id)
        return row === null ? null : shapeCardTransaction(row)
      },
    },
    CardConnection: connectionFields,
    CardTransactionConnection: connectionFields,
  } satisfies Resolvers

  async function spent(row: CardRow, context: RequestContext) {
    const timezone = await loaders(context).limitTimezones.load(row.walletId)
    return spentOf(row, timezone, await deps.timeOf(row.orgId, row.mode))
  }
}
