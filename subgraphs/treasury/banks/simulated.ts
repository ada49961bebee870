/**
 * A bank that is made of the clock: every organization is accepted at once, files leave at the cut-offs, settle and are
 * released on the days of the calendar, and accounts with the numbers of the sandbox return what they stand for.
 */
import { bankingDaysAfter } from '../rules/achCalendar.ts'
import type { BankEvent } from '../rules/achStates.ts'
import { linesOf } from '../rules/statementLines.ts'
import { traceNumberOf } from '../rules/traceNumbers.ts'
import type { Bank, BankPayment, HolderQuery } from './bank.ts'

const NICKNAMES = { OPERATING: 'Operating', ISSUING: 'Card funding', RESERVE: 'Reserve' } as const

export function createSimulatedBank(): Bank {
  return {
    name: 'simulated',
    isSimulated: true,
    originate: async () => 'accepted',
    link: async ({ reference }) => ({ token: `sim_${reference}` }),
    async holder({ orgId, mode, known }: HolderQuery) {
      const suffix = `${orgId.slice(4)}_${mode}`
      const types = ['OPERATING', 'ISSUING', 'RESERVE'] as const
      return {
        token: `sim_ah_${suffix}`,
        userType: 'BUSINESS',
        status: known?.status ?? 'ACCEPTED',
        statusReasons: known?.statusReasons ?? [],
        accounts: types.map((type) => ({
          ...{ token: `sim_fa_${suffix}_${type.toLowerCase()}`, type, status: 'OPEN', nickname: NICKNAMES[type] },
        })),
      }
    },
    eventsOf: async (payment, now) =>
      isWhole(payment) ? plannedEvents(payment).filter(({ createdAt }) => createdAt <= now) : [],
    statement: async ({ payments }) =>
      payments.flatMap(({ _id, direction, events }) => linesOf(_id, direction, events)),
    nextLookAt: (payment) => plannedEvents(payment)[0]?.createdAt ?? null,
  }
}

/** It reports nothing of what has no row of its own: micro-deposits go by the clock alone. */
const isWhole = (payment: Pick<BankPayment, '_id'> & Partial<BankPayment>): payment is BankPayment =>
  payment.events !== undefined

/** What has not happened yet, in its order. */
function plannedEvents({ _id, direction, stage, schedule, events, behaviour }: BankPayment): BankEvent[] {
  if (schedule === null || ['awaiting_approval', 'returned', 'declined', 'canceled'].includes(stage)) return []
  const plan = (type: BankEvent['type'], createdAt: Date, returnCode?: string): BankEvent => ({
    ...{ type, createdAt, result: 'APPROVED', detailedResults: ['APPROVED'], externalId: traceNumberOf(_id, type) },
    ...(returnCode !== undefined && { returnCode }),
  })
  const returned = direction === 'DEBIT' ? /^return_(R\d\d)(_after_release)?$/.exec(behaviour ?? '') : null
  const [, code, isLate] = returned ?? []
  const settledAt = events.find(({ type }) => type === 'ACH_ORIGINATION_SETTLED')?.createdAt ?? schedule.settleAt
  const releasedAt = events.find(({ type }) => type === 'ACH_ORIGINATION_RELEASED')?.createdAt ?? schedule.releaseAt
  const planned = [
    plan('ACH_ORIGINATION_PROCESSED', schedule.processAt),
    plan('ACH_ORIGINATION_SETTLED', schedule.settleAt),
    ...(direction === 'DEBIT' ? [plan('ACH_ORIGINATION_RELEASED', schedule.releaseAt)] : []),
    ...(code === undefined
      ? []
      : [plan('ACH_RETURN_PROCESSED', bankingDaysAfter(isLate === undefined ? settledAt : releasedAt, 1), code)]),
  ]
  const happened = new Set(events.map(({ type }) => type))
  return planned
    .filter(({ type }) => !happened.has(type))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}
