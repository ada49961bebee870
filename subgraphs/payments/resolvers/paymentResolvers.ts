/** GraphQL of payments: parse, service, shape. Ownership is checked in the services, for references as for fields. */

import { parseChain } from '../../shared/chainName.ts'
import { type KeyedRequest, openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { invalidField } from '../../shared/errors.ts'
import { parseInstant, requireRange } from '../../shared/fields.ts'
import { normaliseDomain } from '../../shared/merchantDomain.ts'
import { formatUnits, formatUsd } from '../../shared/money.ts'
import { type Caller, type RequestContext, requireCaller } from '../../shared/principal.ts'
import type { StoppablePayments } from '../../shared/stops.ts'
import type { AgentPaymentsArgs, PolicyCheck, QueryPaymentsArgs, WalletPaymentsArgs } from '../generated.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { TellCheck } from '../services/auditedChecks.ts'
import { checkPolicy } from '../services/checkPolicy.ts'
import { createWallet } from '../services/createWallet.ts'
import { type DepositWaiter, type FaucetDeps, faucet, faucetRequest } from '../services/faucet.ts'
import { freezeWallet } from '../services/freezeWallet.ts'
import { getMismatch, listOwnMismatches, resolveMismatchByHand } from '../services/mismatches.ts'
import type { Ownership } from '../services/ownership.ts'
import {
  type PaymentRequest,
  parseExecution,
  parsePayment,
  parseToken,
  parseTransfer,
  parseWait,
} from '../services/paymentRequests.ts'
import {
  type BalanceFilter,
  getPayment,
  getWallet,
  listBalances,
  listPayments,
  listVisibleWallets,
  type PaymentListFilter,
  readBalance,
  type WalletView,
} from '../services/readPayments.ts'
import { type ReconcileDeps, reconcileWallet } from '../services/reconcileWallet.ts'
import type { SpendAttempt, Tell } from '../services/refusals/refusalLog.ts'
import { type Submitted, submitPayment } from '../services/submitPayment.ts'
import { unfreezeWallet } from '../services/unfreezeWallet.ts'
import { type PaymentWaiter, requireNotFailed } from '../services/waitForPayment.ts'
import type { HoldDeps } from './holdResolvers.ts'
import { paymentLoaders } from './loaders.ts'
import { shownOriginator } from './originator.ts'
import { shapeReconciliation } from './reconciliationShape.ts'
import {
  type ShapeDeps,
  shapeApproval,
  shapeBalance,
  shapeFx,
  shapeHold,
  shapeMismatch,
  shapePayment,
  shapeWallet,
} from './shapes.ts'

export interface ResolverDeps
  extends HoldDeps,
    ShapeDeps,
    Pick<FaucetDeps, 'faucets'>,
    Pick<ReconcileDeps, 'reconciled'> {
  readonly work: StoppablePayments
  readonly waiter: PaymentWaiter
  readonly deposits: DepositWaiter
  readonly tellCheck: TellCheck
  readonly ownership: Pick<Ownership, 'challenge'>
}

type PaymentRow = Submitted['payment']

export function createResolvers(deps: ResolverDeps): Resolvers {
  const loaders = (context: RequestContext) => paymentLoaders(deps, context)
  const payment = (row: PaymentRow) => shapePayment(deps, row)
  const wallet = (view: WalletView) => shapeWallet(deps, view)
  async function findPayment(id: string | null | undefined, context: RequestContext) {
    const row = id == null ? null : await loaders(context).payments.load(id)
    return row === null ? null : payment(row)
  }
  async function findWallet(id: string, context: RequestContext) {
    const view = await loaders(context).wallets.load(id)
    return view === null ? null : wallet(view)
  }

  /** A replayed payment is not waited for. */
  async function pay(
    context: RequestContext,
    request: Pick<KeyedRequest, 'on'> & SpendAttempt & { readonly input: { readonly wait?: number | null } },
    parse: (caller: Caller) => Promise<PaymentRequest>,
  ): Promise<Submitted> {
    const caller = requireCaller(context.principal)
    const wait = parseWait(request.input.wait)
    // The waiting time and the named agent are not part of the request that the key identifies.
    const key = openKey(context, { ...request, without: ['wait', 'agentId'], waitSeconds: wait })
    const submit = (tell: Tell) => submitPayment(deps, caller, async () => tell(await parse(caller)), key)
    const submitted = await deps.refusals.watch(context, request, submit)
    if (submitted.replayed || wait === 0) return submitted
    const row = await deps.waiter.wait(submitted.payment, wait, context.pause)
    return { ...submitted, payment: requireNotFailed(row, { isKeyed: key !== null }) }
  }

  async function list(
    args: QueryPaymentsArgs | (AgentPaymentsArgs & { agentId: string }) | (WalletPaymentsArgs & { walletId: string }),
    { principal }: RequestContext,
  ) {
    return toConnection(await listPayments(deps, principal, filterOf(args), args), payment)
  }

  return {
    Query: {
      payment: async (_parent, { id, wait }, context) =>
        payment(await getPayment(deps, context, { id, wait: wait ?? null })),
      payments: (_parent, args, context) => list(args, context),
      wallet: async (_parent, { id }, { principal }) => wallet(await getWallet(deps, principal, id)),
      wallets: async (_parent, args, { principal }) =>
        toConnection(await listVisibleWallets(deps, principal, args), wallet),
      async walletBalance(_parent, { walletId, ...asset }, { principal }) {
        const input = { walletId, token: asset.token ?? null, chain: asset.chain ?? null }
        const { token, chain, available, held } = await readBalance(deps, principal, input)
        return { balance: formatUnits(available, token), held: formatUnits(held, token), token, chain }
      },
      async balances(_parent, { token, chain, ...args }, { principal }) {
        const { mode } = requireCaller(principal)
        const page = await listBalances(deps, principal, assetOf({ token, chain }), args)
        return toConnection(page, (row) => shapeBalance(mode, row))
      },
      reconciliationMismatches: async (_parent, args, { principal }) =>
        toConnection(await listOwnMismatches(deps, principal, args), shapeMismatch),
      reconciliationMismatch: async (_parent, { id }, { principal }) =>
        shapeMismatch(await getMismatch(deps, principal, id)),
      checkPolicy: async (_parent, { input }, context) =>
        shapeCheck(deps, deps.tellCheck(context, await checkPolicy(deps, context.principal, input))),
    },
    Mutation: {
      async createPayment(_parent, { input }, context) {
        const request = { operation: 'createPayment' as const, input }
        const done = await pay(context, request, (caller) => parsePayment(deps, caller, input))
        return { payment: payment(done.payment), replayed: done.replayed }
      },
      async transfer(_parent, { input }, context) {
        const request = { operation: 'transfer' as const, on: [input.walletId], input }
        const done = await pay(context, request, (caller) => parseTransfer(deps, caller, input))
        return {
          success: done.payment.status !== 'failed',
          payment: payment(done.payment),
          amount: formatUnits(done.payment.amount, done.payment.token),
          token: done.payment.token,
          destination: done.payment.to,
          replayed: done.replayed,
        }
      },
      async executeMandate(_parent, { input }, context) {
        const request = { operation: 'executeMandate' as const, input }
        const done = await pay(context, request, async (caller) => parseExecution(caller, input))
        return { payment: payment(done.payment), replayed: done.replayed }
      },
      async createOwnershipChallenge(_parent, { input }, context) {
        const key = openKey(context, { operation: 'createOwnershipChallenge', input })
        const { expiresAt, ...challenge } = await deps.ownership.challenge(context.principal, input, key)
        return { ...challenge, expiresAt: expiresAt.toISOString() }
      },
      async createWallet(_parent, { input }, context) {
        const { idempotencyKey: _, ...request } = input
        const key = openKey(context, { operation: 'createWallet', input })
        const done = await createWallet(deps, context.principal, request, key)
        return { ...done, wallet: wallet(done.wallet) }
      },
      async freezeWallet(_parent, { input }, context) {
        const key = openKey(context, { operation: 'freezeWallet', on: [input.walletId], input })
        const done = await freezeWallet(deps, context.principal, input, key)
        return { ...done, wallet: wallet(done.wallet) }
      },
      async unfreezeWallet(_parent, { input }, context) {
        const key = openKey(context, { operation: 'unfreezeWallet', on: [input.walletId], input })
        const done = await unfreezeWallet(deps, context.principal, input, key)
        return { ...done, wallet: wallet(done.wallet) }
      },
      async resolveReconciliationMismatch(_parent, { input }, context) {
        const key = openKey(context, { operation: 'resolveReconciliationMismatch', on: [input.id], input })
        const { mismatch, replayed } = await resolveMismatchByHand(deps, context.principal, input, key)
        return { mismatch: shapeMismatch(mismatch), replayed }
      },
      async reconcileWallet(_parent, { input }, context) {
        const key = openKey(context, { operation: 'reconcileWallet', on: [input.walletId], input })
        const done = await reconcileWallet(deps, context.principal, input, key)
        return { ...done, wallet: wallet(done.wallet) }
      },
      faucet: (_parent, { input }, context) => faucet(deps, context, input, openKey(context, faucetRequest(input))),
    },
    Payment: {
      // Rarely selected, so it is unpacked only on demand.
      decision: ({ storedDecision }) =>
        storedDecision === null ? null : deps.policies.describeDecision(storedDecision).record,
      originator: ({ originator }, _args, { principal }) => shownOriginator(originator, principal),
      // Wallets belong to this subgraph, so they resolve here, with the same loader and ownership check.
      wallet: ({ walletId }, _args, context) => findWallet(walletId, context),
      async approval({ approvalId }, _args, context) {
        const row = approvalId === null ? null : await loaders(context).approvals.load(approvalId)
        return row === null ? null : shapeApproval(row)
      },
      async hold({ holdId }, _args, context) {
        const row = holdId === null ? null : await loaders(context).holds.load(holdId)
        return row === null ? null : shapeHold(row)
      },
      __resolveReference: ({ id }, context) => findPayment(id, context),
    },
    ReconciliationMismatch: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).mismatches.load(id)
        return row === null ? null : shapeMismatch(row)
      },
      wallet: ({ walletId }, _args, context) => findWallet(walletId, context),
      payment: ({ paymentId }, _args, context) => findPayment(paymentId, context),
      resolvedBy: ({ resolvedByKeyId: key }, _args, context) => (key ? loaders(context).people.load(key) : null),
    },
    Wallet: {
      __resolveReference: ({ id }, context) => findWallet(id, context),
      reconciliation: ({ id }, _args, context) => shapeReconciliations(loaders(context), id),
      openMismatches: async ({ id }, _args, context) =>
        (await loaders(context).openMismatches.load(id)).map(shapeMismatch),
      payments: ({ id }, args, context) => list({ ...args, walletId: id }, context),
    },
    Agent: {
      __resolveReference: ({ id }) => ({ id }),
      payments: ({ id }, args, context) => list({ ...args, agentId: id }, context),
    },
    Balance: {
      wallet: ({ walletId }, _args, context) => findWallet(walletId, context),
      asOfBlock: ({ network }, _args, context) => loaders(context).blocks.load(network),
    },
    ...{ BalanceConnection: connectionFields, PaymentConnection: connectionFields, WalletConnection: connectionFields },
    ReconciliationMismatchConnection: connectionFields,
  }
}

async function shapeReconciliations(of: ReturnType<typeof paymentLoaders>, walletId: string) {
  const [rows, open] = await Promise.all([of.reconciliations.load(walletId), of.openAssets.load(walletId)])
  return rows.map((row) => shapeReconciliation(row, open))
}

function filterOf({
  createdFrom,
  createdUntil,
  merchant,
  token,
  chain,
  ...filter
}: QueryPaymentsArgs): PaymentListFilter {
  const from = parseInstant(createdFrom, 'created_from', 'day')
  const until = parseInstant(createdUntil, 'created_until', 'day')
  requireRange(from, until, ['created_from', 'created_until'])
  return {
    ...filter,
    ...{ createdFrom: from, createdUntil: until },
    merchant: merchant == null ? null : parseMerchantDomain(merchant),
    ...assetOf({ token, chain }),
  }
}

function assetOf({ token, chain }: Readonly<Record<'token' | 'chain', string | null | undefined>>): BalanceFilter {
  return {
    token: token == null ? null : parseToken(token),
    // There may be payments and balances on a chain that is no longer configured.
    chain: chain == null ? null : parseChain(chain, 'test'),
  }
}

/** Normalised as it is stored: another spelling would find nothing. */
function parseMerchantDomain(value: string): string {
  const domain = normaliseDomain(value)
  if (domain === null) throw invalidField('merchant', 'invalid_domain', 'must be a domain such as shop.example.com')
  return domain
}

function shapeCheck(deps: ResolverDeps, answer: Awaited<ReturnType<typeof checkPolicy>>): PolicyCheck {
  const { spend, fx, error, decision, at } = answer
  const view = decision === null ? null : deps.policies.describeDecision(decision.stored)
  const threshold = error?.type === 'approval_required'
  return {
    allowed: error === null,
    amount: formatUnits(spend.amount.units, spend.amount.token),
    token: spend.amount.token,
    merchant: answer.payee,
    limitPerTx: view?.limitPerTx ?? null,
    message: error?.message ?? view?.record.message ?? 'Allowed.',
    outcome: error === null ? 'allow' : threshold ? 'approval_required' : 'deny',
    errorType: error?.type ?? null,
    rules: view?.record.rules ?? [],
    mandateId: view?.record.mandateId ?? null,
    mandateVersion: view?.record.mandateVersion ?? null,
    evaluatedAt: at.toISOString(),
    category: view?.record.category ?? spend.merchant?.category ?? 'uncategorized',
    usdAmount: formatUsd(spend.usdMicro),
    fx: shapeFx(fx),
    remaining: { day: view?.remainingDay ?? null, month: view?.remainingMonth ?? null },
  }
}
