/**
 * The ordered gates of dollars that leave a financial account (domain 0.1): those of the table of every spend that have a
 * subject, with the funds of the treasury at the end. Pure.
 */
import { usdRef } from '../shared/commit/positions.ts'
import { insertRow } from '../shared/commit/rowWrites.ts'
import { type DollarSpend, deficitRefusal } from '../shared/dollarSpend.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { kyaLevelOf } from '../shared/kya.ts'
import { EMPTY_USD_BALANCES } from '../shared/ledger/accounts.ts'
import { suspensionRefusal } from '../shared/organizationStanding.ts'
import type { Gate, GateVerdict } from '../shared/spend.ts'
import { gas, walletState } from './gates.ts'
import { approvalEvent, newDollarApproval } from './models/approvalRow.ts'
import { approvalRef } from './models/approvals.ts'
import type { SpendGates } from './ports.ts'
import { approvalReason } from './rules/approvals.ts'
import { judge, screeningRefusal } from './rules/screening.ts'

const PASS: GateVerdict = { kind: 'pass' }
const refuse = (error: DomainError): GateVerdict => ({ kind: 'refuse', error })
const nothing = () => []

const organizationStanding: Gate<DollarSpend> = {
  name: 'organization_standing',
  reads: nothing,
  decide({ org }) {
    const error = suspensionRefusal(org)
    return error === null ? PASS : refuse(error)
  },
}

/** Gate 6: `@access` has asked it of the call; whoever requested what is executed now may have lost it meanwhile. */
const capability: Gate<DollarSpend> = {
  name: 'capability',
  reads: nothing,
  decide(_state, { caller, access }) {
    const isDeclared = caller.kind !== 'agent' || caller.capabilities.some((one) => one === access)
    if (isDeclared) return PASS
    const declared = caller.kind === 'agent' ? caller.capabilities : []
    return refuse(
      new DomainError('capability_denied', `This needs the capability ${access}.`, { capability: access, declared }),
    )
  },
}

/** Gate 8: of the wallet that receives a conversion, and of that in whose name an agent acts. */
const involvedWallet: Gate<DollarSpend> = {
  name: walletState.name,
  reads: nothing,
  decide(state, spend, at) {
    if (spend.delivery === undefined && spend.caller.kind !== 'agent') return PASS
    return state.wallet === null ? refuse(notFound('wallet')) : walletState.decide(state, spend, at)
  },
}

/** Gate 9: an agent acts under a mandate; what a person takes out has none. */
const agentMandate = ({ mandateState }: SpendGates): Gate<DollarSpend> => ({
  name: mandateState.name,
  reads: nothing,
  decide: (state, { caller }, at) =>
    caller.kind === 'agent' ? mandateState.decide(state, { walletId: caller.walletId }, at) : PASS,
})

/** Part of gate 12: by the lists in force. */
const screening: Gate<DollarSpend> = {
  name: 'compliance',
  reads: nothing,
  decide({ platform }, { delivery }) {
    if (delivery === undefined) return PASS
    if (Number(platform.lists ?? 0) > delivery.screening.revision) return { kind: 'stale' }
    if (judge(delivery.screening.checks).outcome === 'pass') return PASS
    const error = screeningRefusal(delivery.screening)
    return error === null ? PASS : refuse(error)
  },
}

/** Part of gate 12: of agents alone; a person who has a key is known by it. */
const ofAgents = (gate: Gate<Pick<DollarSpend, 'mode'>>): Gate<DollarSpend> => ({
  ...gate,
  decide: (state, spend, at) => (spend.caller.kind === 'agent' ? gate.decide(state, spend, at) : PASS),
})

/** Part of gate 14. */
const deliveryGas: Gate<DollarSpend> = {
  name: gas.name,
  reads: nothing,
  decide(state, { orgId, mode, delivery }, at) {
    if (delivery?.gas === undefined) return PASS
    return gas.decide(state, { orgId, mode, chain: delivery.chain, gas: delivery.gas }, at)
  },
}

/** Gate 10: the account that is paid. */
const route: Gate<DollarSpend> = {
  name: 'route',
  reads: nothing,
  decide: (_state, { route }) => (route.ok ? PASS : refuse(route.error)),
}

/**
 * Gate 13: money leaves the system, so what an agent asks for needs a person, unless its organization lets it withdraw; from the
 * amount on that needs one whatever anybody allows (domain 4.1), and above the limit of withdrawals, it needs one all the same.
 */
const approval = ({ trusting }: SpendGates): Gate<DollarSpend> => ({
  name: 'approval',
  reads: nothing,
  newIds: ({ approval }) => (approval.newId === null ? [] : [approvalRef(approval.newId)]),
  decide({ wallet, org }, spend, at) {
    const { newId, isApproved, isAboveLimit = false } = spend.approval
    if (spend.caller.kind !== 'agent' || isApproved || wallet === null || newId === null) return PASS
    const isAttested = kyaLevelOf(trusting(wallet), org, spend.mode, at) === 'attested'
    const isFree = spend.kind === 'withdrawal' && org.withdrawalApprovals?.[spend.mode] === false && !isAboveLimit
    if (isFree && approvalReason(spend.usdMicro, null, isAttested) === null) return PASS
    const row = newDollarApproval(spend, { approvalId: newId, payer: wallet, org }, at)
    return {
      ...{ kind: 'park', approvalId: newId },
      writes: { insert: [insertRow(approvalRef(newId), row)], events: [approvalEvent('approval.requested', row)] },
    }
  },
})

/** Gate 14: only what is available, and nothing while the organization owes for returns. */
const funds: Gate<DollarSpend> = {
  name: 'funds',
  reads: ({ orgId, mode }) => [usdRef(orgId, mode)],
  decide({ rows }, { orgId, mode, financialAccountId, cents }) {
    const position = rows.get(usdRef(orgId, mode))
    const available = BigInt((position?.accounts[financialAccountId] ?? EMPTY_USD_BALANCES).available)
    const deficit = BigInt(position?.totals.deficit ?? 0n)
    const details = {
      ...{ financial_account_token: financialAccountId, available_minor: Number(available), currency: 'USD' },
      ...{ required_minor: Number(cents), deficit_minor: Number(deficit) },
    }
    const owed = deficitRefusal(deficit, details)
    if (owed !== null) return refuse(owed)
    if (available >= cents) return PASS
    const message = `The financial account has ${available} cents available; this needs ${cents}. Fund it, or lower the amount. What is pending cannot be spent.`
    return refuse(new DomainError('insufficient_funds', message, { reason: 'balance_below_amount', ...details }))
  },
}

export function dollarGates(gates: SpendGates): readonly Gate<DollarSpend>[] {
  return [
    ...[organizationStanding, gates.agentBound, gates.agentStanding, gates.killSwitch, capability],
    ...[involvedWallet, agentMandate(gates), route, screening, ofAgents(gates.verified), ofAgents(gates.trust)],
    ...[approval(gates), funds, deliveryGas],
  ]
}
