// What a review by compliance means for a bank account and for collections (domain 1.6, 4.2), without a database.
import { describe, expect, test } from 'vitest'
import type { ReturnDay } from '../../../subgraphs/shared/commit/positions.ts'
import type { Review } from '../../../subgraphs/shared/complianceReviews.ts'
import {
  type BankAccountRow,
  decidedReview,
  isHeldBack,
  underReview,
} from '../../../subgraphs/treasury/rules/bankAccount.ts'
import { collectionRefusal, rateToReview } from '../../../subgraphs/treasury/rules/returns.ts'

const AT = new Date('2026-11-02T12:00:00Z')
const OPENED = { caseId: 'cas_1', screeningId: 'scr_1' } as const
const review = (status: Review['status'], caseId: Review['caseId'] = 'cas_1') => ({ caseId, status })

describe('a bank account', () => {
  const account = (more: object = {}) =>
    ({
      ...{ state: 'ENABLED', pauseReason: null, microDeposits: null, externalToken: null, dueAt: AT },
      ...more,
    }) as BankAccountRow

  test('is paused while its case is open, used once that is cleared, and paused for good once it is rejected', () => {
    const waiting = underReview(account(), OPENED)
    expect(waiting).toMatchObject({ state: 'PAUSED', pauseReason: 'compliance_review', review: { status: 'open' } })
    expect(isHeldBack(waiting)).toBe(true)
    const cleared = decidedReview(waiting, 'cas_1', 'cleared', AT)
    expect(cleared).toMatchObject({ state: 'ENABLED', pauseReason: null, review: { ...OPENED, status: 'cleared' } })
    expect(isHeldBack(cleared ?? waiting)).toBe(false)
    const rejected = decidedReview(waiting, 'cas_1', 'rejected', AT)
    expect(rejected).toMatchObject({ state: 'PAUSED', pauseReason: 'compliance_rejected' })
    expect(isHeldBack(rejected ?? waiting)).toBe(true)
  })

  test('stays as somebody else has paused or closed it', () => {
    const own = underReview(account({ state: 'PAUSED', pauseReason: 'Mine.' }), OPENED)
    for (const status of ['cleared', 'rejected'] as const)
      expect(decidedReview(own, 'cas_1', status, AT)).toMatchObject({ state: 'PAUSED', pauseReason: 'Mine.' })
    const closed = { ...underReview(account(), OPENED), state: 'CLOSED' } as const
    expect(decidedReview(closed, 'cas_1', 'cleared', AT)).toMatchObject({ state: 'CLOSED' })
  })

  test('is no business of another case, nor of one that is decided', () => {
    const waiting = underReview(account(), OPENED)
    expect(decidedReview(waiting, 'cas_2', 'cleared', AT)).toBeNull()
    expect(decidedReview({ ...waiting, review: { ...OPENED, status: 'rejected' } }, 'cas_1', 'cleared', AT)).toBeNull()
    expect(decidedReview(account(), 'cas_1', 'cleared', AT)).toBeNull()
  })

  test('whose owner is rejected is sent no amounts any more', () => {
    const waiting = underReview(account({ microDeposits: { status: 'created' } }), OPENED)
    expect(decidedReview(waiting, 'cas_1', 'rejected', AT)?.dueAt).toBeNull()
    expect(decidedReview(waiting, 'cas_1', 'cleared', AT)?.dueAt).toEqual(AT)
    // A bank outside may have them already, and send them back.
    expect(decidedReview({ ...waiting, externalToken: 'eba' }, 'cas_1', 'rejected', AT)?.dueAt).toEqual(AT)
  })
})

describe('a rate of returns', () => {
  const days = (returned: number, unauthorized = 0): ReturnDay[] => [
    { day: '2026-11-02', debits: 20, unauthorized, administrative: 0, returned },
  ]
  const crossed = { rate: 'overall', debits: 20, returned: 4, threshold: 0.15 }

  test('is looked at once it is crossed, and not again while its case is open', () => {
    expect(rateToReview({ returns: days(2) }, { returns: days(3) })).toBeNull()
    expect(rateToReview({ returns: days(3) }, { returns: days(4) })).toEqual(crossed)
    const open = { returns: days(4), returnReview: review('open') }
    expect(rateToReview(open, { returns: days(5) })).toBeNull()
    expect(rateToReview(open, { returns: days(5, 1) })).toBeNull()
  })

  test('that was cleared is looked at with each further return, one that was rejected once another is crossed', () => {
    const reviewed = (status: Review['status'], returned: number, unauthorized = 0) =>
      rateToReview({ returns: days(4), returnReview: review(status) }, { returns: days(returned, unauthorized) })
    expect(reviewed('cleared', 4)).toBeNull()
    expect(reviewed('cleared', 5)).toEqual({ ...crossed, returned: 5 })
    expect(reviewed('rejected', 5)).toBeNull()
    expect(reviewed('rejected', 5, 1)).toMatchObject({ rate: 'unauthorized', returned: 1 })
    // Crossed before there were cases.
    expect(rateToReview({ returns: days(4) }, { returns: days(5) })).toMatchObject({ returned: 5 })
  })

  test('stops collections until it is cleared, or too high no more', () => {
    const details = (returned: number, known?: Review) => collectionRefusal(days(returned), known)?.details ?? null
    const reason = 'return_rate_exceeded'
    expect(details(4)).toEqual({ reason, rate: 'overall' })
    expect(details(3)).toBeNull()
    expect(details(4, review('open'))).toEqual({ reason, rate: 'overall', case_id: 'cas_1' })
    expect(details(3, review('open'))).toEqual({ reason, rate: null, case_id: 'cas_1' })
    expect(details(9, review('cleared'))).toBeNull()
    expect(details(4, review('rejected'))).toEqual({ reason, rate: 'overall', case_id: 'cas_1' })
    expect(details(3, review('rejected'))).toBeNull()
  })
})
