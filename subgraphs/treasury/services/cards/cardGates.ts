/**
 * The gates of a card authorization in the order of its decision (domain 2.3): those of every spend, and between them those
 * that only a card has. There is no other decision about what a card may spend. Pure.
 */

import type { CardSpendGates } from '../../../shared/cardSpends.ts'
import { usdRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { DomainError } from '../../../shared/errors.ts'
import type { CardId, FinancialAccountId } from '../../../shared/ids.ts'
import { EMPTY_USD_BALANCES } from '../../../shared/ledger/accounts.ts'
import { wwwVariant } from '../../../shared/merchantDomain.ts'
import { CENT_MICRO, formatUsd } from '../../../shared/money.ts'
import type { CardSpend, Gate, GateVerdict } from '../../../shared/spend.ts'
import { openWindows } from '../../../shared/spendingLimits.ts'
import { type CardRow, cardRef } from '../../models/cards.ts'
import { financialAccountRef } from '../../models/financialAccounts.ts'
import { categoryViolations, limitViolations } from '../../rules/cards/cardLimits.ts'
import type { DeclineReason } from '../../rules/cards/declines.ts'
import { statusAt } from './changeCard.ts'

const PASS: GateVerdict = { kind: 'pass' }
const nothing = () => []
const decline = (reason: DeclineReason, message: string): GateVerdict => ({
  kind: 'refuse',
  error: new DomainError('conflict', message, { reason }),
})

interface Charged {
  readonly cardId: CardId
  readonly financialAccountId: FinancialAccountId
}

export function cardGates(gates: CardSpendGates, card: Charged): readonly Gate<CardSpend>[] {
  const { organizationStanding, killSwitch, ownership, walletState, mandateState } = gates
  return [
    statusGate(card),
    killSwitch,
    ...[organizationStanding, holderGate(gates.agentStanding, card), ownership, walletState, mandateState],
    accountGate(card),
    useGate(card),
    gates.merchants,
    rulesGate(gates.policy, card),
    ...[gates.approval, gates.compliance],
    fundsGate(card),
  ]
}

function statusGate({ cardId }: Charged): Gate<CardSpend> {
  return {
    name: 'card_status',
    reads: () => [cardRef(cardId)],
    decide({ rows }, _spend, at) {
      const status = statusAt(requireRow(rows, cardRef(cardId)), at)
      if (status === 'frozen') return decline('CARD_PAUSED', 'The card is frozen. Unfreeze it, or use another one.')
      if (status === 'canceled') return decline('CARD_CLOSED', 'The card is canceled. Issue another one.')
      return status === 'expired' ? decline('CARD_EXPIRED', 'The card has expired. Issue another one.') : PASS
    },
  }
}

/** The network asks for the agent that has the card, whoever stands for the network in a test. */
function holderGate(standing: CardSpendGates['agentStanding'], { cardId }: Charged): Gate<CardSpend> {
  return {
    name: standing.name,
    reads: nothing,
    decide(state, spend, at) {
      const { agentId } = requireRow(state.rows, cardRef(cardId))
      const holder = state.wallet?.agentStatus === 'active' && state.wallet.agentId === agentId
      return holder
        ? standing.decide(state, spend, at)
        : decline(
            'ACCOUNT_INACTIVE',
            'The agent of the card is not active. Reactivate it, or issue a card to another one.',
          )
    },
  }
}

/** The bank may have suspended or closed it since the card was issued. */
function accountGate({ financialAccountId }: Charged): Gate<CardSpend> {
  return {
    name: 'card_account',
    reads: () => [financialAccountRef(financialAccountId)],
    decide({ rows }) {
      const { status } = requireRow(rows, financialAccountRef(financialAccountId))
      if (status === 'OPEN') return PASS
      const message = `The account that backs the card is ${status}. Settle with the bank what holds it, then synchronize the account holder.`
      return decline('ACCOUNT_INACTIVE', message)
    },
  }
}

function useGate({ cardId }: Charged): Gate<CardSpend> {
  return {
    name: 'card_use',
    reads: nothing,
    decide({ rows }, { merchant }) {
      const card = requireRow(rows, cardRef(cardId))
      if (card.type === 'single_use' && card.isUsed)
        return decline('SINGLE_USE_CARD_REATTEMPTED', 'The card was used, and can be used once. Issue another one.')
      if (card.lockedMerchant === null || isLockedTo(card.lockedMerchant, merchant)) return PASS
      const message = `The card is for ${card.lockedMerchant} alone. Use it there, or use another card.`
      return decline('MERCHANT_LOCKED_CARD_ATTEMPTED_ELSEWHERE', message)
    },
  }
}

/** A domain is the same with and without www. */
function isLockedTo(locked: string, merchant: CardSpend['merchant']): boolean {
  if (merchant === null) return false
  const { domain, merchantId } = merchant
  return merchantId === locked || (domain !== null && (domain === locked || wwwVariant(domain) === locked))
}

/** The rules of mandate and card are told together, so that the first in the order of the decision is the reason. */
function rulesGate(policy: Gate<CardSpend>, { cardId }: Charged): Gate<CardSpend> {
  return {
    name: policy.name,
    reads: policy.reads,
    decide(state, spend, at) {
      const verdict = policy.decide(state, spend, at)
      if (verdict.kind === 'stale' || verdict.kind === 'park' || verdict.decision === undefined) return verdict
      const own = cardViolations(requireRow(state.rows, cardRef(cardId)), spend, verdict.decision)
      if (own.length === 0) return verdict
      if (verdict.kind === 'refuse') return { ...verdict, error: alsoOf(verdict.error, own) }
      const [first] = own
      return {
        kind: 'refuse',
        error: new DomainError('policy_violation', `${first?.message}`, { reason: first?.reason, violations: own }),
        decision: verdict.decision,
      }
    },
  }
}

function cardViolations(card: CardRow, spend: CardSpend, decision: { dayKey: string; monthKey: string }) {
  const windows = openWindows(card, { day: decision.dayKey, month: decision.monthKey })
  return [
    ...categoryViolations(card, spend.merchant?.category ?? 'uncategorized'),
    ...limitViolations(card.limits, windows, spend.usdMicro),
  ]
}

function alsoOf({ type, message, details }: DomainError, own: readonly object[]): DomainError {
  const violations = [...((details.violations ?? []) as object[]), ...own]
  return new DomainError(type, message, { ...details, violations })
}

/** The money of the account for cards; an organization that owes something spends nothing (domain 1.8). */
function fundsGate({ financialAccountId }: Charged): Gate<CardSpend> {
  return {
    name: 'card_funds',
    reads: ({ orgId, mode }) => [usdRef(orgId, mode)],
    decide({ rows }, { orgId, mode, amount }) {
      const { accounts, totals } = requireRow(rows, usdRef(orgId, mode))
      const { available } = accounts[financialAccountId] ?? EMPTY_USD_BALANCES
      const usd = (cents: bigint) => formatUsd(cents * CENT_MICRO)
      const details = { available: usd(available), required: usd(amount.units) }
      const refuse = (reason: string, message: string): GateVerdict => ({
        kind: 'refuse',
        error: new DomainError('insufficient_funds', message, { reason, ...details }),
      })
      if (totals.deficit > 0n) {
        const message = `The organization owes ${usd(totals.deficit)} USD that came back after they were spent. Fund that first, or move as much between your financial accounts: no card pays before.`
        return refuse('treasury_deficit', message)
      }
      if (available >= amount.units) return PASS
      const message = `The account of the card has ${usd(available)} USD available; this needs ${usd(amount.units)} USD. Fund it, or lower the amount. What is pending cannot be spent.`
      return refuse('balance_below_amount', message)
    },
  }
}
