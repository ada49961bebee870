/** What Lithic reports of a payment, in the words of the service. Pure. */
import type { Payment } from 'lithic/resources/payments'
import { ACH_EVENT_TYPES, type AchDetail, type AchEventType, type BankEvent } from '../rules/achStates.ts'

const DETAILS: ReadonlySet<string> = new Set<AchDetail>([
  ...(['APPROVED', 'DECLINED', 'FUNDS_INSUFFICIENT', 'ACCOUNT_INVALID'] as const),
  ...(['PROGRAM_TRANSACTION_LIMIT_EXCEEDED', 'PROGRAM_DAILY_LIMIT_EXCEEDED'] as const),
  'PROGRAM_MONTHLY_LIMIT_EXCEEDED',
])

export const isKnown = (type: string): type is AchEventType => (ACH_EVENT_TYPES as readonly string[]).includes(type)

/** That it has begun and was approved, which the service has recorded itself. */
const isOwn = ({ type, result }: Payment.Event): boolean =>
  result === 'APPROVED' && (type === 'ACH_ORIGINATION_INITIATED' || type === 'ACH_ORIGINATION_REVIEWED')

/** What it declines as it begins, it has reviewed. */
const nameOf = (type: AchEventType, result: BankEvent['result']): AchEventType =>
  type === 'ACH_ORIGINATION_INITIATED' && result === 'DECLINED' ? 'ACH_ORIGINATION_REVIEWED' : type

/** Of a payment that it calls declined while none of its events does. */
function untoldDecline({ status, updated }: Payment, told: readonly BankEvent[]): BankEvent[] {
  const isTold = told.some(({ type, result }) => result === 'DECLINED' || type === 'ACH_ORIGINATION_REJECTED')
  if (status !== 'DECLINED' || isTold) return []
  const declined = { type: 'ACH_ORIGINATION_REVIEWED', result: 'DECLINED', detailedResults: ['DECLINED'] } as const
  return [{ ...declined, externalId: null, createdAt: new Date(updated) }]
}

export function eventsIn(payment: Payment): BankEvent[] {
  const { events, method_attributes: attributes } = payment
  const returnCode = 'return_reason_code' in attributes ? attributes.return_reason_code : null
  const told = events
    .flatMap((event): BankEvent[] => {
      const { type, result, detailed_results: details = [], external_id: externalId = null, created } = event
      if (!isKnown(type) || isOwn(event)) return []
      const told: BankEvent = {
        ...{
          type: nameOf(type, result),
          result,
          detailedResults: details.filter((one) => DETAILS.has(one)),
          externalId,
        },
        createdAt: new Date(created),
      }
      return [type === 'ACH_RETURN_PROCESSED' && returnCode != null ? { ...told, returnCode } : told]
    })
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return [...told, ...untoldDecline(payment, told)]
}
