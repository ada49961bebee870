/**
 * The ordered gates of every spend: one table, walked by the commit, by the dry run and, for gate 15, by settlement.
 * The order puts cheap and safety-relevant refusals first and funds last; the first failing gate gives the answer.
 * Gates 2 to 4 (rate, idempotency, shape) run before a spend exists: at the edge, in the group commit's key, in the parsers.
 */
import { accessRefusal, type Declarations, declaredAt } from '../shared/access.ts'
import { orgRef } from '../shared/commit/positions.ts'
import { setRow } from '../shared/commit/rowWrites.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { EMPTY_BALANCES } from '../shared/ledger/accounts.ts'
import { assetKey, parseAssetKey } from '../shared/ledger/journal.ts'
import { formatUnits } from '../shared/money.ts'
import { suspensionRefusal } from '../shared/organizationStanding.ts'
import { realAt } from '../shared/organizationTime.ts'
import type { AnySpend, Gate, GateVerdict, Spend, SpendFacts, SpendState } from '../shared/spend.ts'
import { BY_VIOLATIONS, complianceFreezeOf } from '../shared/walletEvents.ts'
import { approvalGate } from './approvalGate.ts'
import { complianceWith } from './complianceGate.ts'
import { merchantStanding } from './merchantGate.ts'
import type { SpendGates } from './ports.ts'
import { changeGas, gasSpent } from './rules/gasBudget.ts'
import { honorsOpenHolds } from './rules/holds.ts'
import { SPEND_KINDS } from './rules/spendKinds.ts'

const PASS: GateVerdict = { kind: 'pass' }
const refuse = (error: DomainError): GateVerdict => ({ kind: 'refuse', error })
const nothing = () => []

/** Part of gate 1, for the dry run and for what was accepted before the suspension; the group commit refuses new spends. */
export const organizationStanding: Gate<object> = {
  name: 'organization_standing',
  reads: nothing,
  decide(state) {
    const error = suspensionRefusal(state.org)
    return error === null ? PASS : refuse(error)
  },
}

/** Gate 6: the access that the contract declares for the operation that makes such a spend. */
function capability(callers: Declarations): Gate {
  return {
    name: 'capability',
    isSkippedInDryRun: true,
    reads: nothing,
    decide(_state, { kind, caller, rail }) {
      // The contract has asked whoever authorizes a checkout.
      if (rail === 'acp') return PASS
      const error = accessRefusal(caller, declaredAt(callers, SPEND_KINDS[kind].operation))
      return error === null ? PASS : refuse(error)
    },
  }
}

/** Gate 7: an agent reaches its own wallet, an organization its own in its mode; anything else no gate sees at all. */
export const ownership: Gate<Pick<AnySpend, 'agentId'>> = {
  name: 'ownership',
  isAskedInAdvance: true,
  reads: nothing,
  decide(state, spend) {
    if (state.wallet === null) return refuse(notFound('wallet'))
    if (spend.agentId == null || spend.agentId === state.wallet.agentId) return PASS
    return refuse(
      new DomainError(
        'authentication_error',
        'The agent that is named, as agentId or in X-Agent-Id, is not the agent of this wallet.',
        {
          reason: 'agent_id_mismatch',
        },
      ),
    )
  },
}

/** Gate 8. */
export const walletState: Gate<object> = {
  name: 'wallet_state',
  reads: nothing,
  decide(state) {
    const frozen = state.wallet?.frozen ?? null
    if (frozen === null || state.wallet === null) return PASS
    const who = complianceFreezeOf(state.wallet) === null ? 'An administrator' : 'A person with the role compliance'
    return refuse(
      new DomainError('wallet_frozen', `The wallet is frozen. ${who} of the organization can unfreeze it.`, {
        frozen_by: frozen.by,
        frozen_at: frozen.at.toISOString(),
        reason: frozen.reason,
      }),
    )
  },
}

/**
 * Gate 8 for what was accepted: violations of the policy freeze a wallet for what comes after them. What was within the policy
 * is paid: otherwise one burst over a limit would undo all payments that were accepted in it.
 */
const acceptedWalletState: Gate<SpendFacts> = {
  ...walletState,
  decide: (state, spend, at) =>
    state.wallet?.frozen?.by === BY_VIOLATIONS ? PASS : walletState.decide(state, spend, at),
}

/**
 * Gate 9 for money that a hold has locked: it was within the mandate then, and the organization may have chosen that this
 * is enough. A wallet without any mandate has nothing to honor.
 */
function heldMandateState(mandateState: SpendGates['mandateState']): Gate<SpendFacts> {
  return {
    name: mandateState.name,
    reads: mandateState.reads,
    decide(state, spend, at) {
      // A conversion spends nothing of the wallet that it is delivered to.
      if (spend.access === 'treasury') return PASS
      const isHeld = spend.access === 'holds' && state.wallet != null && state.wallet.mandate !== null
      if (isHeld && honorsOpenHolds(state.org, spend.mode)) return PASS
      return mandateState.decide(state, spend, at)
    },
  }
}

/** Gate 10: the route as it was resolved, unless the merchant directory has changed since. */
const route: Gate = {
  name: 'route',
  isAskedInAdvance: true,
  reads: nothing,
  decide(state, spend) {
    if (state.org.merchantsVersion !== spend.merchantsVersion) return { kind: 'stale' }
    return spend.route.ok ? PASS : refuse(spend.route.error)
  },
}

/** Gate 10 where the payee is fixed already: what cannot be sent now would stay in flight. */
const openRoute: Gate = {
  name: 'route',
  reads: nothing,
  decide: (_state, spend) => (spend.route.ok ? PASS : refuse(spend.route.error)),
}

/** Gate 14: the last, because a refusal here leaves a failed payment. Gas is paid by the relayer, within a budget. */
const funds: Gate = {
  name: 'funds',
  isSkippedInDryRun: true,
  reads: nothing,
  decide(state, spend, at) {
    const balances = state.wallet?.balances[assetKey(spend.chain, spend.amount.token)] ?? EMPTY_BALANCES
    const missing = spend.amount.units - balances.available
    if (missing <= 0n) return coverGas(state, spend, at)
    const locked = balances.held >= missing
    const { token } = spend.amount
    const elsewhere = fundsElsewhere(state, spend)
    const list = elsewhere.map((one) => `${one.available} ${one.token} on ${one.chain}`).join(', ')
    return refuse(
      new DomainError(
        'insufficient_funds',
        `The wallet has ${formatUnits(balances.available, token)} ${token} available on ${spend.chain}; this needs ${formatUnits(spend.amount.units, token)}. Fund the wallet${locked ? ' or release its holds' : ''}.${list === '' ? '' : ` It also has ${list}: name that chain and token to pay with them.`}`,
        {
          reason: locked ? 'balance_locked_by_hold' : 'balance_below_amount',
          available: formatUnits(balances.available, token),
          held: formatUnits(balances.held, token),
          required: formatUnits(spend.amount.units, token),
          token,
          chain: spend.chain,
          ...(elsewhere.length === 0 ? {} : { elsewhere }),
        },
      ),
    )
  },
}

/** What the wallet has available of other chains and tokens; the same token first. */
function fundsElsewhere({ wallet }: SpendState, { chain, amount: { token } }: Spend) {
  const all = Object.entries(wallet?.balances ?? {}).map(([key, { available }]) => ({
    ...parseAssetKey(key),
    available,
  }))
  const funded = all.filter((one) => one.available > 0n && (one.chain !== chain || one.token !== token))
  return [...funded.filter((one) => one.token === token), ...funded.filter((one) => one.token !== token)].map(
    (one) => ({
      ...{ token: one.token, chain: one.chain, available: formatUnits(one.available, one.token) },
    }),
  )
}

/** Part of gate 14, alone where the money is locked already. */
export const gas: Gate<PaidGas> = { name: 'gas', reads: nothing, decide: coverGas }

type PaidGas = Pick<Spend, 'orgId' | 'mode' | 'chain' | 'gas'>

/** Domain 9.2: a budget for each organization, chain and UTC day. */
function coverGas({ org }: SpendState, spend: PaidGas, at: Date): GateVerdict {
  if (spend.gas === undefined) return PASS
  const { estimateWei, budgetWei } = spend.gas
  const { used, reserved } = gasSpent(org, spend, at)
  const free = budgetWei - used - reserved
  if (estimateWei <= free) {
    const next = changeGas(org, spend, at, { reserved: estimateWei, budget: budgetWei })
    return { kind: 'pass', writes: { set: [setRow(orgRef(spend.orgId), next)] } }
  }
  const today = realAt(org, spend.mode, at)
  const nextDay = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1)).toISOString()
  return refuse(
    new DomainError(
      'insufficient_funds',
      `What is left of the organization's gas budget on ${spend.chain} does not cover this today. It resets at ${nextDay}.`,
      {
        reason: 'gas_not_covered',
        chain: spend.chain,
        available_wei: String(free < 0n ? 0n : free),
        required_wei: String(estimateWei),
        budget_wei: String(budgetWei),
        resets_at: nextDay,
      },
    ),
  )
}

/** Gates 5 to 14 in order, preceded by the standing of organization and agent (part of gate 1 that can change meanwhile). */
export function orderedGates(gates: SpendGates, callers: Declarations): readonly Gate[] {
  return [
    organizationStanding,
    gates.agentStanding,
    gates.killSwitch,
    capability(callers),
    ownership,
    walletState,
    gates.mandateState,
    route,
    gates.policy,
    complianceWith(gates),
    approvalGate(gates),
    funds,
  ]
}

/** The gates of a capture (domain 2.1): policy and limits were decided when the hold was placed. */
export function captureGates(gates: SpendGates): readonly Gate[] {
  return [
    organizationStanding,
    gates.agentStanding,
    gates.killSwitch,
    ownership,
    walletState,
    heldMandateState(gates.mandateState),
    merchantStanding,
    openRoute,
    complianceWith(gates),
    gas,
  ]
}

/** A hold is extended only under a mandate: one that outlives its mandate ends when it was to end. */
export function extensionGates(gates: SpendGates): readonly Gate[] {
  return [organizationStanding, gates.agentStanding, gates.killSwitch, ownership, gates.mandateState]
}

/** Gate 15: the gates that are checked again before bytes are stored and before they are sent. */
export function preSignGates(gates: SpendGates): readonly Gate<SpendFacts>[] {
  return [organizationStanding, gates.killSwitch, acceptedWalletState, heldMandateState(gates.mandateState)]
}
