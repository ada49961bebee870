// The README's states are those of the code (specification 3): every transition that changes a state, and no other.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AgentStatus, type AgentStatusChange, nextAgentStatus } from '../../../subgraphs/agents/rules/standing.ts'
import {
  DELIVERY_STATES,
  DELIVERY_TRANSITIONS,
  type DeliveryChange,
} from '../../../subgraphs/events/rules/retrySchedule.ts'
import {
  type MandateChange,
  type MandateStatus,
  nextMandateStatus,
} from '../../../subgraphs/mandates/rules/mandateStatus.ts'
import { type ApprovalEvent, type ApprovalStatus, nextStatus } from '../../../subgraphs/payments/rules/approvals.ts'
import { type HoldEvent, type HoldStage, nextHoldStage } from '../../../subgraphs/payments/rules/holds.ts'
import {
  nextStage,
  PAYMENT_STAGES,
  type Stage,
  type StageEvent,
} from '../../../subgraphs/payments/rules/paymentStages.ts'
import { nextState } from '../../../subgraphs/shared/transitions.ts'
import { nextWalletStatus, type WalletChange, type WalletStatus } from '../../../subgraphs/shared/walletEvents.ts'
import { ACH_TABLES, type AchStage, type AchStep } from '../../../subgraphs/treasury/rules/achStates.ts'
import {
  nextQuoteStatus,
  type QuoteChange,
  type QuoteStatus,
} from '../../../subgraphs/treasury/rules/conversions/quote.ts'

type All<T extends string> = Readonly<Record<T, true>>

const payment: [All<Stage>, All<StageEvent>] = [
  Object.fromEntries(Object.keys(PAYMENT_STAGES).map((stage) => [stage, true])) as All<Stage>,
  {
    approve: true,
    request: true,
    close: true,
    found: true,
    storeBytes: true,
    refuse: true,
    discard: true,
    accepted: true,
    mined: true,
    provenDead: true,
  },
]
const hold: [All<HoldStage>, All<HoldEvent>] = [
  { awaiting_approval: true, created: true, captured: true, voided: true, dismissed: true },
  { approve: true, close: true, capture: true, void: true },
]
const approval: [All<ApprovalStatus>, All<ApprovalEvent>] = [
  {
    pending: true,
    approved: true,
    executed: true,
    failed: true,
    denied: true,
    expired: true,
    canceled: true,
    dismissed: true,
  },
  { quorum: true, deny: true, expire: true, cancel: true, dismiss: true, complete: true, fail: true },
]
const collection: [All<AchStage>, All<AchStep>] = [
  {
    ...{ awaiting_approval: true, initiated: true, reviewed: true, processed: true, settled: true, released: true },
    ...{ returned: true, declined: true, canceled: true },
  },
  {
    ...{ review: true, decline: true, cancel: true, process: true, reject: true, settle: true, release: true },
    return: true,
  },
]
const quote: [All<QuoteStatus>, All<QuoteChange>] = [
  { open: true, executed: true, expired: true, canceled: true },
  { execute: true, expire: true, cancel: true, fail: true },
]
const agent: [All<AgentStatus>, All<AgentStatusChange>] = [
  { active: true, suspended: true, revoked: true },
  { suspend: true, reactivate: true, revoke: true },
]
const mandate: [All<MandateStatus>, All<MandateChange>] = [
  { active: true, superseded: true, revoked: true, expired: true },
  { update: true, replace: true, revoke: true, expire: true },
]
const wallet: [All<WalletStatus>, All<WalletChange>] = [
  { active: true, frozen: true },
  { freeze: true, unfreeze: true },
]
const delivery: [All<string>, All<DeliveryChange>] = [
  Object.fromEntries(DELIVERY_STATES.map((state) => [state, true])),
  { succeeded: true, willRetry: true, exhausted: true, manualFailed: true, abandoned: true },
]

test('the README has the transitions of payments, holds, approvals, quotes, agents, mandates, wallets and deliveries', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, block = ''] = /### States\n[^`]*```\n(.*?)```/s.exec(readme) ?? []
  expect(readLines(block)).toEqual({
    payment: transitions(payment, nextStage),
    hold: transitions(hold, nextHoldStage),
    approval: transitions(approval, nextStatus),
    collection: transitions(collection, (from, event) => nextState(ACH_TABLES.DEBIT, from, event)),
    quote: transitions(quote, nextQuoteStatus),
    agent: transitions(agent, nextAgentStatus),
    mandate: transitions(mandate, nextMandateStatus),
    wallet: transitions(wallet, nextWalletStatus),
    delivery: transitions(delivery, (from, event) => DELIVERY_TRANSITIONS[from as 'pending'][event] ?? null),
  })
})

/** `resource  state  event -> state, event -> state`, the resource once for all its states. */
function readLines(block: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let resource = ''
  for (const line of block.split('\n').filter((text) => text.trim() !== '')) {
    const [, name = '', from = '', moves = ''] = /^(\w*) +(\w+) +(.*)$/.exec(line) ?? []
    resource = name === '' ? resource : name
    for (const move of moves.split(', ')) {
      const [event = '', to = ''] = move.split(' -> ')
      found[resource] = [...(found[resource] ?? []), `${from} ${event} ${to}`].toSorted()
    }
  }
  return found
}

/** Those that change the state. */
function transitions<S extends string, E extends string>(
  [states, events]: readonly [All<S>, All<E>],
  next: (from: S, event: E) => S | null,
): string[] {
  const found = (Object.keys(states) as S[]).flatMap((from) =>
    (Object.keys(events) as E[]).flatMap((event) => {
      const to = next(from, event)
      return to === null || to === from ? [] : [`${from} ${event} ${to}`]
    }),
  )
  return found.toSorted()
}
