/** What the operations of the ledger's proof have in common. */
import type { Service } from '../../../gateway/compose.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import type { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import type { Outflow } from '../../../subgraphs/payments/settlement/intents/correctLedger.ts'
import type { ArrivedDeposit } from '../../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import type { Commit, Intent } from '../../../subgraphs/shared/commit/types.ts'
import type { AgentPrincipal } from '../../../subgraphs/shared/principal.ts'
import type { ProveOrganization } from '../organization.ts'

export type SettleLimits = Parameters<typeof completePaymentIntent>[0]['settleLimits']

export const NO_FIGURES = {
  ...{ operations: 0, deposits: 0, payments: 0, refused: 0, completed: 0, failed: 0 },
  ...{ refunded: 0, unlinked: 0, blocked: 0, released: 0, reversed: 0, lost: 0, minedLate: 0 },
  ...{ outflows: 0, outflowsReversed: 0, collected: 0, holds: 0, holdsEnded: 0, gas: 0 },
}

/** Everything that an operation may take; bounded, the oldest is forgotten. */
export interface Bench {
  readonly services: readonly [Service, Service]
  readonly organization: ProveOrganization
  readonly agents: readonly AgentPrincipal[]
  readonly deposits: ArrivedDeposit[]
  readonly open: PaymentRow[]
  readonly paid: PaymentRow[]
  readonly failed: PaymentRow[]
  readonly outflows: Outflow[]
  readonly holds: string[]
  readonly random: () => number
  readonly settleLimits: SettleLimits
  /** Submits the end of a payment; null when the commit refuses it. */
  readonly end: <Answer>(lane: Commit, payment: PaymentRow, intent: Intent<Answer>) => Promise<Answer | null>
  readonly figures: typeof NO_FIGURES
}

const REMEMBERED_MAX = 800
/** Of deposits and payments: payments of all the money of a wallet are common. */
const UNITS_MAX = 50

export const any = <T>(all: readonly T[], random: () => number): T | undefined => all[Math.floor(random() * all.length)]
export const units = (random: () => number): bigint => BigInt(1 + Math.floor(random() * UNITS_MAX))

export function remember<T>(all: T[], one: T): void {
  all.push(one)
  if (all.length > REMEMBERED_MAX) all.shift()
}
