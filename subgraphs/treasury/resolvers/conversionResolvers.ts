/** GraphQL of conversions: parse, service, shape. */
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { invariant } from '../../shared/errors.ts'
import { formatUnits } from '../../shared/money.ts'
import { type RequestContext, requireCaller } from '../../shared/principal.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { TreasuryDeps } from '../ports.ts'
import { FEE_BPS } from '../rules/conversions/price.ts'
import { type QuoteRow, rateOf, statusAt } from '../rules/conversions/quote.ts'
import { createQuote, type Quoted } from '../services/conversions/createQuote.ts'
import { cancelQuote } from '../services/conversions/endQuotes.ts'
import { executeQuote } from '../services/conversions/executeQuote.ts'
import { listQuotes } from '../services/conversions/readQuotes.ts'
import { requireFound } from '../services/readTreasury.ts'
import { keyOn } from './achResolvers.ts'
import { treasuryLoaders } from './loaders.ts'
import { type ConversionQuoteShape, shapeAccount } from './shapes.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** @param now the time of the organization: an end that has come counts before the sweep has noticed it */
function shapeQuote(row: QuoteRow, now: Date): ConversionQuoteShape {
  return {
    ...{ id: row._id, status: statusAt(row, now), fromCurrency: 'USD', fromAmountMinor: Number(row.fromCents) },
    ...{ toToken: row.token, toChain: row.chain, toAmount: formatUnits(BigInt(row.toUnits), row.token) },
    ...{ fixedSide: row.fixedSide, rate: rateOf(row), feeMinor: Number(row.feeCents), feeBps: Number(FEE_BPS) },
    ...{ walletId: row.walletId, wallet: { id: row.walletId }, financialAccountId: row.financialAccountId },
    ...{ agentId: row.agentId, agent: row.agentId === null ? null : { id: row.agentId } },
    ...{ paymentId: row.paymentId, payment: row.paymentId === null ? null : { id: row.paymentId } },
    ...{ approvalId: row.approvalId, approval: row.approvalId === null ? null : { id: row.approvalId } },
    ...{ failureCode: row.failureCode, mode: row.mode, organization: { id: row.orgId } },
    ...{ expiresAt: row.expiresAt.toISOString(), executedAt: iso(row.executedAt), deliveredAt: iso(row.deliveredAt) },
    ...{ createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() },
  }
}

export function createConversionResolvers(deps: TreasuryDeps) {
  const loaders = (context: RequestContext) => treasuryLoaders(deps, context)
  const shape = async (row: QuoteRow) => shapeQuote(row, await deps.timeOf(row.orgId, row.mode))
  const quoted = async ({ row, replayed }: Quoted) => ({ conversionQuote: await shape(row), replayed })
  return {
    Query: {
      async conversionQuotes(_parent, args, { principal }) {
        const { orgId, mode } = requireCaller(principal)
        const now = await deps.timeOf(orgId, mode)
        return toConnection(await listQuotes(deps, principal, args), (row) => shapeQuote(row, now))
      },
      conversionQuote: async (_parent, { id }, context) =>
        shape(requireFound(await loaders(context).quotes.load(id), 'quote')),
    },
    Mutation: {
      async createConversionQuote(_parent, { input }, context) {
        const { idempotencyKey: _, ...request } = input
        const key = openKey(context, { operation: 'createConversionQuote', input })
        return quoted(await createQuote(deps, context.principal, request, key))
      },
      async executeConversionQuote(_parent, { input }, context) {
        const key = keyOn(context, 'executeConversionQuote', input)
        const act = () => executeQuote(deps, context.principal, input, key)
        return quoted(await deps.watchDollars(context, 'executeConversionQuote', act))
      },
      cancelConversionQuote: async (_parent, { input }, context) =>
        quoted(await cancelQuote(deps, context.principal, input, keyOn(context, 'cancelConversionQuote', input))),
    },
    ConversionQuote: {
      async financialAccount({ financialAccountId }, _args, context) {
        const row = await loaders(context).accounts.load(financialAccountId)
        invariant(row !== null, `financial account ${financialAccountId} of a quote does not exist`)
        return shapeAccount(row)
      },
      async __resolveReference({ id }, context) {
        const row = await loaders(context).quotes.load(id)
        return row === null ? null : shape(row)
      },
    },
    ConversionQuoteConnection: connectionFields,
  } satisfies Resolvers
}
