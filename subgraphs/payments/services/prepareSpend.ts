/**
 * Everything slow or external that a spend needs before it is decided: wallet, merchant and address, route, screening and
 * the amount in USD. Facts that can change carry a version that the commit checks.
 */

import { chainNotConfigured, tokenNotOnChain } from '../../shared/chainName.ts'
import { DomainError } from '../../shared/errors.ts'
import { type Caller, owns } from '../../shared/principal.ts'
import type { PayeeFacts, Resolution, Sharers, Spend } from '../../shared/spend.ts'
import { TOKEN_FACTS } from '../../shared/tokens.ts'
import type { PaymentRow } from '../models/payments.ts'
import type { PaymentsDeps, RouteRefusal } from '../ports.ts'
import { keptSharers } from '../rules/sharers.ts'
import { SPEND_KINDS } from '../rules/spendKinds.ts'
import { beneficiaryOf, untoldParties } from '../rules/travelRule.ts'
import { findPayeeFacts } from './findPayeeFacts.ts'
import { otherModeRefusal } from './otherMode.ts'
import type { PaymentRequest } from './paymentRequests.ts'
import { screenSpend } from './walletOwners.ts'

/** Of a spend that is refused before, as the wallet is not the caller's; the gate takes it for outdated. */
const UNSCREENED: Spend['screening'] = { checks: [], revision: -1, screeningId: null }

export async function prepareSpend(
  deps: PaymentsDeps,
  caller: Caller,
  request: PaymentRequest,
): Promise<{ spend: Spend; fx: PaymentRow['fx'] }> {
  const { orgId, mode } = caller
  const owner = await deps.findWalletOwner(request.walletId)
  const walletKnown = owner !== null && owns(caller, owner, { sharedInOrganization: true })
  const { to: toText, merchant, chain } = request
  const resolved = await deps.merchants.resolve({ orgId, mode, to: toText, merchant, chain })
  const to = 'address' in resolved.destination ? resolved.destination.address : null
  const usdPrice =
    request.usdMicro === null
      ? await deps.rates.toUsdMicro(request.amount, mode, to)
      : { usdMicro: request.usdMicro, fx: request.fx ?? null }
  const { units, token } = request.amount
  const { usdMicro } = usdPrice
  const { sharers } = resolved
  const paid = { merchant: resolved.merchant, beneficiary: request.beneficiary ?? null }
  const screening = walletKnown
    ? await screenSpend(deps, request.walletId, {
        ...{ orgId, address: to, mode, payment: { units } },
        ...namesOf(paid, sharers),
      })
    : UNSCREENED
  // After screening: by lists that are as new, so that the commit finds these facts outdated where it finds those.
  const payee = walletKnown ? await findPayeeFacts(deps, { walletId: request.walletId, mode, to, usdMicro }) : null
  const noPayee =
    ownWalletRefusal({ walletId: request.walletId, token, chain }, payee) ??
    (await otherModeRefusal(deps, { mode, to, chain, token }))
  const gas = deps.gasQuotes?.(mode, request.chain, { to, units })
  const told = await tellParties(deps, { ...paid, orgId, mode, usdMicro })
  const spend: Spend = {
    kind: request.kind,
    caller,
    orgId,
    mode,
    walletId: request.walletId,
    walletKnown,
    agentId: request.agentId ?? null,
    amount: request.amount,
    chain: request.chain,
    usdMicro,
    to,
    toText: request.to,
    route:
      walletKnown && owner.custody === 'external'
        ? notControllable(request)
        : routeOf(deps, request, caller, resolved.destination, noPayee),
    merchant: resolved.merchant,
    ...(sharers && { sharers }),
    merchantsVersion: resolved.merchantsVersion,
    screening,
    ...told.parties,
    access: SPEND_KINDS[request.kind].access,
    ...(payee === null ? {} : { payee: { ...payee, ...told.untold } }),
    ...(gas === undefined ? {} : { gas }),
  }
  return { spend, fx: usdPrice.fx }
}

type Told = Parameters<typeof beneficiaryOf>[0]

/** Who pays and who is paid, as far as the amount asks for it, and what it misses of them (domain 4.4). */
async function tellParties(
  { agents, travelRuleMin }: Pick<PaymentsDeps, 'agents' | 'travelRuleMin'>,
  { orgId, mode, usdMicro, ...paid }: Told & Pick<Spend, 'orgId' | 'mode' | 'usdMicro'>,
): Promise<{ parties: Pick<Spend, 'originator' | 'beneficiary'>; untold: Pick<PayeeFacts, 'untold'> }> {
  const { beneficiary } = paid
  if (usdMicro < travelRuleMin) return { parties: beneficiary === null ? {} : { beneficiary }, untold: {} }
  const [originator, named] = [await agents.findOriginator(orgId, mode), beneficiaryOf(paid)]
  const parties = untoldParties({ ...paid, originator })
  return {
    parties: { ...(originator && { originator }), ...(named && { beneficiary: named }) },
    untold: parties.length === 0 ? {} : { untold: { parties, from: travelRuleMin } },
  }
}

/** Whom the registry and the caller name. */
function namesOf({ merchant, beneficiary }: Told, sharers: Sharers = []): { names?: readonly string[] } {
  const others = keptSharers(sharers).map(({ legalName }) => legalName)
  const names = [merchant?.legalName, beneficiary?.name, ...others].filter((name) => name !== undefined)
  return names.length === 0 ? {} : { names: [...new Set(names)] }
}

/** Whether the token can be sent on the chain now; who is paid matters in the sandbox alone. */
export function openRoute(
  deps: Pick<PaymentsDeps, 'chains' | 'routeRefusal'>,
  { mode, chain, token }: Pick<PaymentRow, 'mode' | 'chain' | 'token'>,
  transfer: Parameters<RouteRefusal>[3],
): Spend['route'] {
  if (!TOKEN_FACTS[token].chains.includes(chain)) return { ok: false, error: tokenNotOnChain(token, chain) }
  if (!deps.chains[mode].has(chain)) return { ok: false, error: chainNotConfigured(chain, deps.chains[mode]) }
  const closed = deps.routeRefusal(mode, chain, token, transfer)
  return closed === null ? { ok: true } : { ok: false, error: closed }
}

/** Nobody here can sign for it (domain 9.5). */
function notControllable({ amount: { token }, chain }: PaymentRequest): Spend['route'] {
  const message = 'The owner of this wallet holds its key: the service can watch it, not spend from it.'
  return { ok: false, error: new DomainError('no_route', message, { reason: 'wallet_not_controllable', token, chain }) }
}

/** It would cost gas and head-room of the limits, and move nothing. */
export function ownWalletRefusal(
  { walletId, token, chain }: Pick<PaymentRow, 'walletId' | 'token' | 'chain'>,
  payee: PayeeFacts | null,
): DomainError | null {
  if (payee?.wallet?.walletId !== walletId) return null
  const message = 'The payee is the paying wallet itself: nothing would move. Name another one.'
  return new DomainError('no_route', message, { reason: 'payee_is_payer', token, chain })
}

type Destination = Resolution['destination']

function routeOf(
  deps: PaymentsDeps,
  request: PaymentRequest,
  caller: Caller,
  destination: Destination,
  noPayee: DomainError | null,
): Spend['route'] {
  const { chain, amount } = request
  const refuse = (message: string, details: object): Spend['route'] => ({
    ok: false,
    error: new DomainError('no_route', message, { ...details, token: amount.token, chain }),
  })
  const transfer = { to: 'address' in destination ? destination.address : null, units: amount.units }
  const open = openRoute(deps, { mode: caller.mode, chain, token: amount.token }, transfer)
  if (!open.ok) return open
  if (noPayee !== null) return { ok: false, error: noPayee }
  if ('address' in destination) return { ok: true }
  if (destination.reason === 'merchant_has_no_address_on_chain') {
    const { chains } = destination
    const next = chains.length === 0 ? 'any chain. Have one registered' : `${chain}, but on ${chains.join(', ')}`
    return refuse(`The merchant has no payout address on ${next}, or use another recipient.`, destination)
  }
  return refuse(
    `"${request.to}" is neither an address nor a merchant of this organization. Register the merchant or send an address.`,
    destination,
  )
}
