/**
 * The deliveries of conversions, for the treasury: from its hot wallet to a wallet of the organization, as payments that
 * settlement takes to the chain like any other. What was accepted and not delivered is taken off what the wallet has, so that
 * no more is promised than is there; what two conversions promise at once, and only one can have, fails and is given back.
 */
import { insertRow } from '../../shared/commit/rowWrites.ts'
import { readRows } from '../../shared/connections.ts'
import type { Deliveries, DeliveryFacts, DeliveryTarget, NewDelivery } from '../../shared/conversions.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError } from '../../shared/errors.ts'
import { isId } from '../../shared/ids.ts'
import { type Amount, formatUnits } from '../../shared/money.ts'
import { type Mode, owns } from '../../shared/principal.ts'
import { CHAIN_FACTS, type Chain, type Token } from '../../shared/tokens.ts'
import type { ChainAdapter } from '../chains/chainAdapter.ts'
import { keptScreening } from '../models/keptScreening.ts'
import { type PaymentRow, paymentRef, paymentRows } from '../models/payments.ts'
import { findWallets, isOnChain } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { paymentEvent } from '../rules/paymentEvents.ts'
import { findHotWallet } from '../settlement/network/senders.ts'
import { openRoute } from './prepareSpend.ts'
import { screenSpend } from './walletOwners.ts'

interface Deps
  extends Pick<
    PaymentsDeps,
    'database' | 'chains' | 'routeRefusal' | 'rates' | 'screener' | 'findScreenedOwner' | 'gasQuotes' | 'wakeSettlement'
  > {
  readonly adapterOf: (mode: Mode, chain: Chain) => Pick<ChainAdapter, 'balanceOf'> | undefined
  /** Fills the hot wallet where tokens cost nothing. */
  readonly fillSandbox: (mode: Mode, chain: Chain, token: Token) => Promise<void>
}

export function createDeliveries(deps: Deps): Deliveries {
  const { database } = deps
  return {
    async findTarget(caller, walletId, chain) {
      if (!isId('wallet', walletId)) return null
      const [wallet] = await findWallets(database, [walletId])
      if (wallet === undefined || !owns(caller, wallet) || !isOnChain(wallet, chain)) return null
      return { walletId, address: wallet.address }
    },
    async rateOf(token, mode) {
      return (await deps.rates.toUsdMicro({ units: 1n, token }, mode)).fx
    },
    findRefusal: (...asked) => findRefusal(deps, ...asked),
    async prepare(mode, chain, amount, { walletId, address }) {
      const transfer = { to: address, units: amount.units }
      const gas = deps.gasQuotes?.(mode, chain, transfer)
      const screening = await screenSpend(deps, walletId, { address, mode, payment: { units: amount.units } })
      return { walletId, screening, ...(gas === undefined ? {} : { gas }) }
    },
    newIds: (paymentId) => [paymentRef(paymentId)],
    book(delivery, facts, at) {
      const row = deliveryRow(delivery, facts, at)
      const insert = [insertRow(paymentRef(row._id), row)]
      return { insert, events: [paymentEvent('payment.accepted', row)] }
    },
    wake: deps.wakeSettlement,
  }
}

async function findRefusal(
  deps: Deps,
  mode: Mode,
  chain: Chain,
  amount: Amount,
  { address }: DeliveryTarget,
): Promise<DomainError | null> {
  const { token, units } = amount
  const route = openRoute(deps, { mode, chain, token }, { to: address, units })
  if (!route.ok) return route.error
  const isEnough = async () => ((await findStock(deps, mode, chain, token)) ?? -1n) >= units
  if (await isEnough()) return null
  await deps.fillSandbox(mode, chain, token)
  if (await isEnough()) return null
  const message = `The treasury has too little ${token} on ${chain} to deliver ${formatUnits(units, token)} now. Convert less, to another token or chain, or try later.`
  return new DomainError('no_route', message, { reason: 'treasury_stock_too_low', token, chain })
}

/** What the hot wallet has, less what it is to deliver; null: nothing can be said. */
export async function findStock(
  { database, adapterOf }: Pick<Deps, 'database' | 'adapterOf'>,
  mode: Mode,
  chain: Chain,
  token: Amount['token'],
): Promise<bigint | null> {
  const [hot, contract, adapter] = [
    await findHotWallet(database, mode),
    CHAIN_FACTS[chain].tokens[token]?.address,
    adapterOf(mode, chain),
  ]
  if (hot === null || contract === undefined || adapter === undefined) return null
  // In this order: what is delivered in between is taken off twice, and nothing is promised twice.
  const promised = await sumPromised(database, { mode, chain, token })
  try {
    return (await adapter.balanceOf(contract, hot.address)) - promised
  } catch {
    return null
  }
}

async function sumPromised(database: Database, asset: Pick<PaymentRow, 'mode' | 'chain' | 'token'>): Promise<bigint> {
  const { mode, chain, token } = asset
  const pending = { mode, chain, status: 'pending', quoteId: { $type: 'string' }, token }
  const [promised] = await readRows(
    paymentRows(database).aggregate<{ units: bigint }>(
      [{ $match: pending }, { $group: { _id: null, units: { $sum: '$amount' } } }],
      { hint: 'deliveries' },
    ),
  )
  return BigInt(promised?.units ?? 0)
}

function deliveryRow(delivery: NewDelivery, { gas, screening }: DeliveryFacts, at: Date): Omit<PaymentRow, 'v'> {
  const { paymentId, quoteId, orgId, mode, walletId, agentId, address, amount, chain, usdMicro, fx } = delivery
  return {
    ...{ _id: paymentId, orgId, mode, kind: 'conversion', quoteId, walletId, agentId, mandateId: null },
    ...{ mandateVersion: null, to: address, toText: address, merchantId: null, merchant: null },
    ...{ category: 'uncategorized', amount: amount.units, token: amount.token, chain, usdMicro, fx },
    // It counts in no limit: nothing is spent under a mandate.
    ...{ dayKey: '', monthKey: '', purpose: null, status: 'pending', stage: 'queued', txHash: null, chainWork: null },
    ...{
      attempts: [],
      failureCode: null,
      failureMessage: null,
      failureDetails: null,
      decision: null,
      approvalId: null,
    },
    ...{ metadata: null, policyEvaluatedAt: at, createdAt: at, updatedAt: at, completedAt: null },
    screening: keptScreening({ screening }),
    ...(gas === undefined ? {} : { gasReservedWei: String(gas.estimateWei) }),
  }
}
