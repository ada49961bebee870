/**
 * Spends by card, for the subgraph that has the cards: prepared like a payment, and decided by the same gates. They have no
 * chain and no token, so that neither route nor gas is asked for, and the money is not in the wallet.
 */
import type { CardSpendRequest, CardSpends } from '../../shared/cardSpends.ts'
import { timeOf } from '../../shared/clock.ts'
import { type Caller, owns } from '../../shared/principal.ts'
import type { CardSpend, Resolution, ResolvedMerchant } from '../../shared/spend.ts'
import { DEFAULT_CHAIN, DEFAULT_TOKEN, TOKEN_FACTS, TOKENS } from '../../shared/tokens.ts'
import { cardSpendGates } from '../cardGates.ts'
import { type ApprovalRow, findChallenges } from '../models/approvals.ts'
import type { PaymentsDeps, SpendGates } from '../ports.ts'
import { NEW_COUNTERPARTY_MIN } from '../rules/aml.ts'
import { CHALLENGE_LIFE_MS, isOver } from '../rules/approvals.ts'
import { screeningIdOf } from '../rules/screening.ts'
import { guardsOf } from '../rules/spendState.ts'
import { authorizeCardSpend } from './authorizeDollars.ts'
import { readsOfGates } from './authorizeSpend.ts'
import { votesOn } from './spendApproval.ts'
import { refreshPrepared } from './submitPayment.ts'
import { screenSpend } from './walletOwners.ts'

/** What stands for the currency in the table of rates. */
const EURO = TOKENS.find((token) => TOKEN_FACTS[token].currency === 'EUR') ?? DEFAULT_TOKEN

type Deps = Pick<
  PaymentsDeps,
  'database' | 'agents' | 'clock' | 'merchants' | 'screener' | 'rates' | 'findWalletOwner' | 'findScreenedOwner'
>

export function createCardSpends(deps: Deps, gates: SpendGates): CardSpends {
  const findOwner = async (caller: Caller, walletId: CardSpend['walletId']) => {
    const owner = await deps.findWalletOwner(walletId)
    return owner !== null && owns(caller, owner, { sharedInOrganization: true }) ? owner : null
  }
  return {
    gates: cardSpendGates(gates),
    prepare: (request) => prepareCard(deps, request),
    refresh: (orgId) => refreshPrepared(deps, orgId),
    readsOf(asked, spend) {
      const { guard, newIds } = readsOfGates(asked, spend)
      return { guard: [...guardsOf(spend), ...guard], newIds }
    },
    authorize: authorizeCardSpend,
    async euroRate(mode) {
      const { fx } = await deps.rates.toUsdMicro({ units: 1n, token: EURO }, mode)
      return fx ?? { rate: '1', asOf: deps.clock.now() }
    },
    findOwnWallet: async (caller, walletId) => ((await findOwner(caller, walletId)) === null ? null : walletId),
    findMerchant: async (caller, domain) => (await resolve(deps, caller, domain)).merchant,
  }
}

/** Who is paid at a domain; the chain is of no matter, only an address that is known can be screened. */
function resolve({ merchants }: Deps, { orgId, mode }: Caller, domain: string): Promise<Resolution> {
  return merchants.resolve({ orgId, mode, to: domain, chain: DEFAULT_CHAIN })
}

async function prepareCard(deps: Deps, request: CardSpendRequest): Promise<CardSpend> {
  const { caller, walletId, usdMicro, subjectId, cardId, toText } = request
  const { orgId, mode } = caller
  // A merchant waits for this: what does not depend on the other is read at the same time.
  const [owner, paid, presented, isKnown] = await Promise.all([
    deps.findWalletOwner(walletId),
    screenPayee(deps, request),
    presentedTo(deps, request),
    usdMicro < NEW_COUNTERPARTY_MIN || request.isKnownPayee(),
  ])
  return {
    ...{ kind: 'card', rail: 'card', access: 'cards', caller, orgId, mode, walletId, cardId },
    walletKnown: owner !== null && owns(caller, owner, { sharedInOrganization: true }),
    ...{ amount: { units: request.cents, token: 'USD' }, usdMicro, to: null, toText, route: { ok: true } },
    ...{ merchant: paid.merchant, merchantsVersion: paid.merchantsVersion },
    screening: { ...paid.screening, screeningId: screeningIdOf(subjectId) },
    ...(request.isCounted ? { payee: { isKnown, wallet: null, exposedTo: null } } : {}),
    approval: { ...presented, park: false, subjectId, isApproved: false, purpose: null },
  }
}

async function screenPayee(deps: Deps, { caller, walletId, payee, usdMicro }: CardSpendRequest) {
  const found = payee?.domain == null ? null : await resolve(deps, caller, payee.domain)
  const merchant = merchantOf(found?.merchant ?? null, payee)
  const names = [merchant?.legalName, payee?.name].filter((name) => name != null)
  const address = found !== null && 'address' in found.destination ? found.destination.address : null
  const screening = await screenSpend(deps, walletId, {
    ...{ orgId: caller.orgId, address, mode: caller.mode, payment: { units: usdMicro } },
    ...(names.length === 0 ? {} : { names: [...new Set(names)] }),
  })
  return { merchant, merchantsVersion: found?.merchantsVersion ?? 0, screening }
}

/** The registry knows better than the code of the card network. */
function merchantOf(found: ResolvedMerchant | null, payee: CardSpendRequest['payee']): ResolvedMerchant | null {
  if (found !== null && found.merchantId !== null) return found
  if (payee === null) return null
  return { merchantId: null, domain: found?.domain ?? null, category: payee.category, status: 'active' }
}

/** A card names no approval: one for it and the merchant is found. One that is still undecided is not requested again. */
async function presentedTo(deps: Deps, request: CardSpendRequest) {
  const { caller, cardId, toText, cents: amount, newApprovalId: newId } = request
  const { orgId, mode } = caller
  const found = await findChallenges(deps.database, { orgId, mode, cardId, toText, amount })
  const now = timeOf(deps.clock, { orgId, mode })
  for (const row of found.filter((one) => isUsable(one, now))) {
    const votes = await votesOn(deps, row)
    if (votes.count >= row.requiredApprovals)
      return { newId, presentedId: row._id, isPresentedOwn: true, isReplaceable: true, votes }
  }
  const pending = found.find((one) => one.status === 'pending' && !isOver(one, now))
  if (pending === undefined) return { newId, presentedId: null, isPresentedOwn: false }
  return { newId, presentedId: pending._id, isPresentedOwn: true, isReplaceable: false }
}

const isUsable = ({ status, resolvedAt }: ApprovalRow, now: Date): boolean =>
  status === 'approved' && resolvedAt !== null && now.getTime() < resolvedAt.getTime() + CHALLENGE_LIFE_MS
