/** GraphQL of payments: parse, service, shape. Ownership is checked in the services, for references as for fields. */

import { parseChain } from '../../shared/chainName.ts'
import { type KeyedRequest, openKey, type RequestKey } from '../../shared/commit/requestKey.ts'
import { invalidField } from '../../shared/errors.ts'
import { normaliseDomain } from '../../shared/merchantDomain.ts'
import { formatUnits, formatUsd } from '../../shared/money.ts'
import { parsePage, toConnection } from '../../shared/pages.ts'
import { type Caller, type RequestContext, requireCaller } from '../../shared/principal.ts'
import type { StoppableWork } from '../../shared/spend.ts'
import type { MismatchFilter } from '../models/mismatches.ts'
import type { PaymentFilter, PaymentRow } from '../models/payments.ts'
import type { PaymentsDeps } from '../ports.ts'
import { type CheckInput, checkPolicy } from '../services/checkPolicy.ts'
import { type FreezeInput, freezeWallet } from '../services/freezeWallet.ts'
import {
  type ExecuteInput,
  type PaymentInput,
  type PaymentRequest,
  parseExecution,
  parsePayment,
  parseToken,
  parseTransfer,
  parseWait,
  type TransferInput,
} from '../services/paymentRequests.ts'
import { getMismatch, listOwnMismatches } from '../services/readMismatches.ts'
import {
  getPayment,
  getWallet,
  listPayments,
  listVisibleWallets,
  readBalance,
  type WalletView,
} from '../services/readPayments.ts'
import { type ResolveMismatchInput, resolveMismatchByHand } from '../services/resolveMismatchByHand.ts'
import { type Submitted, submitPayment } from '../services/submitPayment.ts'
import { unfreezeWallet } from '../services/unfreezeWallet.ts'
import { type PaymentWaiter, requireNotFailed } from '../services/waitForPayment.ts'
import { paymentLoaders } from './loaders.ts'
import { type ShapeDeps, shapeApproval, shapeFx, shapeMismatch, shapePayment, shapeWallet } from './shapes.ts'

export interface FaucetInput {
  readonly walletId: string
  readonly amount?: string | null
  readonly token?: string | null
  readonly chain?: string | null
}

export interface ResolverDeps extends PaymentsDeps, ShapeDeps {
  readonly work: StoppableWork
  readonly waiter: PaymentWaiter
  readonly faucet: (
    context: RequestContext,
    input: FaucetInput,
    key: RequestKey | null,
  ) => Promise<Record<string, unknown>>
}

interface PageArguments {
  readonly first?: number | null
  readonly after?: string | null
}

type PaymentListArguments = PageArguments & { readonly [K in keyof PaymentFilter]?: unknown }

export function createResolvers(deps: ResolverDeps) {
  const loaders = (context: RequestContext) => paymentLoaders(deps, context)
  const payment = (row: PaymentRow) => shapePayment(deps, row)
  const wallet = (view: WalletView) => shapeWallet(deps, view)

  /** A repeat is not held: its answer was given before. */
  async function pay(
    context: RequestContext,
    asked: Pick<KeyedRequest, 'operation' | 'on'> & { readonly input: { readonly wait?: number | null } },
    parse: (caller: Caller) => Promise<PaymentRequest>,
  ): Promise<Submitted> {
    const caller = requireCaller(context.principal)
    const wait = parseWait(asked.input.wait)
    // How long a caller waits, and for whom it says it pays, is not part of what it asks for.
    const key = openKey(context, { ...asked, without: ['wait', 'agentId'], waitSeconds: wait })
    const submitted = await submitPayment(deps, caller, () => parse(caller), key)
    if (submitted.replayed || wait === 0) return submitted
    const row = await deps.waiter.wait(submitted.payment, wait)
    return { ...submitted, payment: requireNotFailed(row, { isKeyed: key !== null }) }
  }

  async function list(args: PaymentListArguments, context: RequestContext) {
    const page = parsePage(args)
    return toConnection(await listPayments(deps, context.principal, filterOf(args), page), page, payment)
  }

  return {
    Query: {
      payment: async (_: unknown, args: { id: string; wait?: number | null }, context: RequestContext) =>
        payment(await getPayment(deps, context.principal, { id: args.id, wait: args.wait ?? null })),
      payments: (_: unknown, args: PaymentListArguments, context: RequestContext) => list(args, context),
      wallet: async (_: unknown, { id }: { id: string }, context: RequestContext) =>
        wallet(await getWallet(deps, context.principal, id)),
      wallets: async (_: unknown, args: PageArguments & { agentId?: string | null }, context: RequestContext) => {
        const page = parsePage(args)
        const filter = args.agentId == null ? {} : { agentId: args.agentId }
        const { rows, views } = await listVisibleWallets(deps, context.principal, filter, page)
        return toConnection(rows, page, (row) => wallet(views.get(row._id) as WalletView))
      },
      walletBalance: async (
        _: unknown,
        args: { walletId: string; token?: string | null; chain?: string | null },
        context: RequestContext,
      ) => {
        const input = { walletId: args.walletId, token: args.token ?? null, chain: args.chain ?? null }
        const { token, chain, available, held } = await readBalance(deps, context.principal, input)
        return { balance: formatUnits(available, token), held: formatUnits(held, token), token, chain }
      },
      reconciliationMismatches: async (
        _: unknown,
        { state, kind, ...paging }: PageArguments & { [K in keyof MismatchFilter]?: MismatchFilter[K] | null },
        context: RequestContext,
      ) => {
        const page = parsePage(paging)
        const filter = { ...(state == null ? {} : { state }), ...(kind == null ? {} : { kind }) }
        return toConnection(await listOwnMismatches(deps, context.principal, filter, page), page, shapeMismatch)
      },
      reconciliationMismatch: async (_: unknown, { id }: { id: string }, context: RequestContext) =>
        shapeMismatch(await getMismatch(deps, context.principal, id)),
      checkPolicy: async (_: unknown, { input }: { input: CheckInput }, context: RequestContext) =>
        shapeCheck(deps, await checkPolicy(deps, context.principal, input), input),
    },
    Mutation: {
      createPayment: async (
        _: unknown,
        { input }: { input: PaymentInput & { wait?: number | null } },
        context: RequestContext,
      ) => {
        const asked = { operation: 'createPayment', input }
        const done = await pay(context, asked, (caller) => parsePayment(deps, caller, input))
        return { payment: payment(done.payment), replayed: done.replayed }
      },
      transfer: async (
        _: unknown,
        { input }: { input: TransferInput & { wait?: number | null } },
        context: RequestContext,
      ) => {
        const asked = { operation: 'transfer', on: [input.walletId], input }
        const done = await pay(context, asked, (caller) => parseTransfer(deps, caller, input))
        return {
          success: done.payment.status !== 'failed',
          payment: payment(done.payment),
          amount: formatUnits(done.payment.amount, done.payment.token),
          destination: done.payment.to,
          replayed: done.replayed,
        }
      },
      executeMandate: async (
        _: unknown,
        { input }: { input: ExecuteInput & { wait?: number | null } },
        context: RequestContext,
      ) => {
        const asked = { operation: 'executeMandate', input }
        const done = await pay(context, asked, async (caller) => parseExecution(caller, input))
        return { payment: payment(done.payment), replayed: done.replayed }
      },
      freezeWallet: async (_: unknown, { input }: { input: FreezeInput }, context: RequestContext) => {
        const key = openKey(context, { operation: 'freezeWallet', on: [input.walletId], input })
        const done = await freezeWallet(deps, context.principal, input, key)
        return { ...done, wallet: wallet(done.wallet) }
      },
      unfreezeWallet: async (_: unknown, { input }: { input: FreezeInput }, context: RequestContext) => {
        const key = openKey(context, { operation: 'unfreezeWallet', on: [input.walletId], input })
        const done = await unfreezeWallet(deps, context.principal, input, key)
        return { ...done, wallet: wallet(done.wallet) }
      },
      resolveReconciliationMismatch: async (
        _: unknown,
        { input }: { input: ResolveMismatchInput },
        { principal }: RequestContext,
      ) => ({ mismatch: shapeMismatch(await resolveMismatchByHand(deps, principal, input)) }),
      faucet: (_: unknown, { input }: { input: FaucetInput }, context: RequestContext) =>
        deps.faucet(context, input, openKey(context, { operation: 'faucet', input })),
    },
    Payment: {
      // Asked for by few, so it is made only then.
      decision: ({ storedDecision }: { storedDecision: object | null }) =>
        storedDecision === null ? null : deps.policies.describeDecision(storedDecision).record,
      // The wallet is of this very subgraph, so it resolves here, through the same loader and ownership check.
      wallet: async ({ wallet: { id } }: { wallet: { id: string } }, _: unknown, context: RequestContext) => {
        const view = await loaders(context).wallets.load(id)
        return view === null ? null : wallet(view)
      },
      approval: async ({ approvalId }: { approvalId: string | null }, _: unknown, context: RequestContext) => {
        const row = approvalId === null ? null : await loaders(context).approvals.load(approvalId)
        return row === null ? null : shapeApproval(row)
      },
      __resolveReference: async ({ id }: { id: string }, context: RequestContext) => {
        const row = await loaders(context).payments.load(id)
        return row === null ? null : payment(row)
      },
    },
    ReconciliationMismatch: {
      wallet: async ({ walletId }: { walletId: string }, _: unknown, context: RequestContext) => {
        const view = await loaders(context).wallets.load(walletId)
        return view === null ? null : wallet(view)
      },
      payment: async ({ paymentId }: { paymentId: string | null }, _: unknown, context: RequestContext) => {
        const row = paymentId === null ? null : await loaders(context).payments.load(paymentId)
        return row === null ? null : payment(row)
      },
    },
    Wallet: {
      __resolveReference: async ({ id }: { id: string }, context: RequestContext) => {
        const view = await loaders(context).wallets.load(id)
        return view === null ? null : wallet(view)
      },
      payments: ({ id }: { id: string }, args: PageArguments, context: RequestContext) =>
        list({ ...args, walletId: id }, context),
    },
    Agent: {
      __resolveReference: ({ id }: { id: string }) => ({ id }),
      payments: ({ id }: { id: string }, args: PageArguments, context: RequestContext) =>
        list({ ...args, agentId: id }, context),
    },
  }
}

function filterOf(args: PaymentListArguments): PaymentFilter {
  const equal = Object.fromEntries(
    ['walletId', 'agentId', 'status', 'stage', 'chain']
      .map((name) => [name, args[name as keyof PaymentFilter]] as const)
      .filter(([, value]) => value != null),
  )
  const created = Object.fromEntries(
    (['createdFrom', 'createdUntil'] as const)
      .filter((name) => args[name] != null)
      .map((name) => [name, parseInstant(args[name], name === 'createdFrom' ? 'created_from' : 'created_until')]),
  )
  // Of a chain that is not configured any more there may be payments still.
  if (args.chain != null) parseChain(args.chain, 'test')
  const named = {
    ...(args.token == null ? {} : { token: parseToken(args.token) }),
    ...(args.merchant == null ? {} : { merchant: parseMerchantDomain(args.merchant) }),
  }
  return { ...equal, ...created, ...named } as PaymentFilter
}

/** In the form in which it is stored: another spelling would find nothing and look like no payments. */
function parseMerchantDomain(value: unknown): string {
  const domain = normaliseDomain(String(value))
  if (domain === null) throw invalidField('merchant', 'invalid_domain', 'must be a domain such as shop.example.com')
  return domain
}

function parseInstant(value: unknown, path: string): Date {
  const at = new Date(String(value))
  if (Number.isNaN(at.getTime())) throw invalidField(path, 'not_an_instant', 'must be an ISO 8601 instant')
  return at
}

function shapeCheck(deps: ResolverDeps, answer: Awaited<ReturnType<typeof checkPolicy>>, input: CheckInput) {
  const { spend, fx, error, decision, at } = answer
  const view = decision === null ? null : deps.policies.describeDecision(decision.stored)
  const threshold = error?.type === 'approval_required'
  return {
    allowed: error === null,
    amount: Number(input.amount),
    merchant: answer.asked,
    limitPerTx: view?.limitPerTx == null ? null : Number(view.limitPerTx),
    message: error?.message ?? view?.record.message ?? 'Allowed.',
    outcome: error === null ? 'allow' : threshold ? 'approval_required' : 'deny',
    errorType: error?.type ?? null,
    rules: view?.record.rules ?? [],
    mandateId: view?.record.mandate_id ?? null,
    mandateVersion: view?.record.mandate_version ?? null,
    evaluatedAt: at.toISOString(),
    category: view?.record.category ?? spend.merchant?.category ?? 'uncategorized',
    usdAmount: formatUsd(spend.usdMicro),
    fx: shapeFx(fx),
    remaining: { day: view?.remainingDay ?? null, month: view?.remainingMonth ?? null },
  }
}
