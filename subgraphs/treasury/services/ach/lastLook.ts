/**
 * The last look before money leaves for a bank (domain 0.1, gate 15): a kill switch, a suspension, a list, a bank account that
 * was paused or closed, a deficit of the organization, and for what an agent takes out the end of the agent or its mandate and a
 * freeze of its wallet, acknowledged before, hold it back. It is decided in the commit with which the money leaves, so that none
 * is missed, however late whoever sweeps up after a stop comes to it.
 */
import { orgRef, PLATFORM, usdRef, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import type { Ref, State } from '../../../shared/commit/types.ts'
import { deficitRefusal } from '../../../shared/dollarSpend.ts'
import { DomainError } from '../../../shared/errors.ts'
import type { OrgId, WalletId } from '../../../shared/ids.ts'
import { suspensionRefusal } from '../../../shared/organizationStanding.ts'
import { type Caller, type Mode, owns } from '../../../shared/principal.ts'
import type { ListLook, OwnerOfMoney } from '../../../shared/recordScreening.ts'
import type { SpendState } from '../../../shared/spend.ts'
import { BY_VIOLATIONS } from '../../../shared/walletEvents.ts'
import { bankAccountRef } from '../../models/bankAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import { type BankAccountRow, isHeldBack, LISTED_OWNER, ownerNames } from '../../rules/bankAccount.ts'
import { bankAccountRefusal } from './preparePayment.ts'

type Gates = Pick<TreasuryDeps, 'gates' | 'spends'>

interface Leaving {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId | null
  /** Absent: it does not wait, but goes now or with the next file. */
  readonly createdAt?: Date
}

/** The rows on which it is decided, beside the payment and its bank account. */
export const lookReads = ({ orgId, walletId }: Pick<Leaving, 'orgId' | 'walletId'>): Ref[] => [
  orgRef(orgId),
  ...(walletId === null ? [] : [walletRef(walletId)]),
]

/** Why a payment may not leave now; null: it may. */
export function leavingRefusal(deps: Gates, state: State, row: AchPaymentRow, at: Date): DomainError | null {
  const { orgId, mode, direction, financialAccountId } = row
  const account = requireRow(state, bankAccountRef(row.bankAccountId))
  // That it is verified was asked of the request, and of its bank account once and for all.
  const isUsable = account.state === 'ENABLED'
  const { deficit } = requireRow(state, usdRef(orgId, mode)).totals
  const owed = direction === 'DEBIT' ? 0n : BigInt(deficit)
  return (
    stopRefusal(deps, state, row, at) ??
    (isUsable ? null : bankAccountRefusal(account)) ??
    deficitRefusal(owed, { financial_account_token: financialAccountId })
  )
}

/** Whether somebody has stopped it, whatever has become of its accounts; null: nobody has. */
export function stopRefusal(deps: Gates, state: State, row: AchPaymentRow, at: Date): DomainError | null {
  return (
    railRefusal(deps, state, row, at) ??
    listedRefusal(requireRow(state, bankAccountRef(row.bankAccountId))) ??
    standingRefusal(deps, seenBy(state, row), row, at)
  )
}

/** The same of money without a payment, as that by which a bank account is verified. */
export function railRefusal(
  { gates }: Pick<Gates, 'gates'>,
  state: State,
  leaving: Leaving,
  at: Date,
): DomainError | null {
  const { orgId, mode, createdAt } = leaving
  const seen = seenBy(state, leaving)
  const waits = createdAt === undefined ? {} : { waitsSince: createdAt }
  const stopped = gates.killSwitch.decide(seen, { orgId, mode, rail: 'ach', access: 'treasury', ...waits }, at)
  return stopped.kind === 'refuse' ? stopped.error : suspensionRefusal(seen.org)
}

/**
 * The lists, by the names of everybody whom it concerns: who owns the bank account, the organization, and the agent that has
 * asked for it.
 */
export async function prepareLook(
  { screening, findNamedOwners }: Pick<TreasuryDeps, 'screening' | 'findNamedOwners'>,
  owner: OwnerOfMoney,
  bankAccount: Pick<BankAccountRow, '_id' | 'owner' | 'doingBusinessAs'>,
): Promise<ListLook> {
  const owners = await findNamedOwners(owner)
  const names = ownerNames(bankAccount)
  return screening.look([{ subjectType: 'bank_account', subjectId: bankAccount._id, names }, ...owners])
}

const seenBy = (state: State, { orgId, walletId }: Omit<Leaving, 'createdAt'>): SpendState => ({
  ...{ rows: state, org: requireRow(state, orgRef(orgId)), platform: requireRow(state, PLATFORM), isApproved: false },
  wallet: walletId === null ? null : state.get(walletRef(walletId)),
})

/** Nobody moves money to or from somebody who is on a sanctions list by now. */
function listedRefusal({ _id, pauseReason }: BankAccountRow): DomainError | null {
  if (pauseReason !== LISTED_OWNER) return null
  const message = 'The owner of the bank account is on a sanctions list. Nothing moves to or from it.'
  return new DomainError('compliance_denied', message, { reason: LISTED_OWNER, external_bank_account_token: _id })
}

/** The amounts by which a bank account is verified are no business with somebody of whom compliance has not said yes. */
export function heldRefusal(row: BankAccountRow): DomainError | null {
  return listedRefusal(row) ?? (isHeldBack(row) ? bankAccountRefusal({ ...row, state: 'PAUSED' }) : null)
}

/** What an agent takes out ends with its standing, wallet and mandate, as what it pays from its wallet does. */
function standingRefusal(
  { gates, spends }: Gates,
  seen: SpendState,
  { orgId, mode, walletId, agentId, direction }: AchPaymentRow,
  at: Date,
): DomainError | null {
  if (direction === 'DEBIT' || agentId === null || walletId === null) return null
  const caller: Caller = { kind: 'agent', orgId, mode, agentId, walletId, capabilities: [], scope: 'agent:execute' }
  const { wallet } = seen
  const own = { ...seen, wallet: wallet !== null && owns(caller, wallet) ? wallet : null }
  for (const gate of [gates.agentBound, gates.agentStanding]) {
    const verdict = gate.decide(own, { caller }, at)
    if (verdict.kind === 'refuse') return verdict.error
  }
  // Violations of the policy freeze a wallet for what comes after them, and what was accepted under a mandate outlives its term.
  const isStopped = wallet?.frozen != null && wallet.frozen.by !== BY_VIOLATIONS
  const { walletState, mandateState } = spends.gates
  const verdict = isStopped ? walletState.decide(own, {}, at) : mandateState.decide(own, { walletId }, at)
  return verdict.kind === 'refuse' && ENDING.includes(verdict.error.type) ? verdict.error : null
}

const ENDING: readonly string[] = ['wallet_frozen', 'mandate_revoked']
