// The rules of approvals (domain 3): states, quorum, four eyes, expiry.
import { describe, expect, test } from 'vitest'
import {
  type ApprovalStatus,
  approvalReason,
  type Decision,
  decisionRefusal,
  explainReason,
  isQuorum,
  nextStatus,
  type Requester,
  requiredApprovals,
} from '../../../subgraphs/payments/rules/approvals.ts'

const USD = 1_000_000n
const AT = new Date('2026-11-21T12:00:00Z')
const STATUSES: Record<ApprovalStatus, true> = {
  ...{ pending: true, approved: true, executed: true, failed: true },
  ...{ denied: true, expired: true, canceled: true, dismissed: true },
}
const statuses = Object.keys(STATUSES) as ApprovalStatus[]
const EVENTS = ['quorum', 'deny', 'expire', 'cancel', 'dismiss', 'complete', 'fail'] as const

const asked = (person: string): Requester => ({ kind: 'organization', keyId: 'key_0', personId: person, roles: [] })
const by = (personId: string, decision: Decision['decision'] = 'approve'): Decision => ({
  ...{ decision, personId, keyId: `key_${personId}`, comment: null, at: AT },
})

function approval(given: {
  status?: ApprovalStatus
  decisions?: Decision[]
  requestedBy?: Requester
  endsInMs?: number
}) {
  const { status = 'pending', decisions = [], requestedBy = asked('requester'), endsInMs = 1 } = given
  return { status, decisions, requestedBy, expiresAt: new Date(AT.getTime() + endsInMs) }
}

describe('states', () => {
  test('every state is reached, and only pending and approved lead anywhere', () => {
    const reached = new Set<ApprovalStatus>(['pending'])
    for (const from of reached) for (const event of EVENTS) reached.add(nextStatus(from, event) ?? from)
    expect([...reached].sort()).toEqual([...statuses].sort())
    const open = statuses.filter((status) => EVENTS.some((event) => nextStatus(status, event) !== null))
    expect(open).toEqual(['pending', 'approved'])
  })

  test('an approved one can only be executed or fail', () => {
    expect(EVENTS.filter((event) => nextStatus('approved', event) !== null)).toEqual(['complete', 'fail'])
  })
})

describe('who has to agree', () => {
  test.each([
    [0n, 1],
    [9_999_999_999n, 1],
    [10_000n * USD, 2],
    [1_000_000n * USD, 2],
  ])('%i micro dollars need %i', (usdMicro, required) => {
    expect(requiredApprovals(usdMicro)).toBe(required)
  })

  test('the order of the rules does not matter', () => {
    const rules = [
      { minUsdMicro: 100n, required: 3 },
      { minUsdMicro: 0n, required: 1 },
    ]
    expect(requiredApprovals(100n, rules)).toBe(3)
    expect(requiredApprovals(99n, rules)).toBe(1)
  })

  test('the threshold itself passes; 10,000 USD never does', () => {
    expect(approvalReason(25n * USD, 25n * USD, false)).toBeNull()
    expect(approvalReason(25n * USD + 1n, 25n * USD, false)).toBe('above_threshold')
    expect(approvalReason(1n, 0n, false)).toBe('above_threshold')
    expect(approvalReason(9_999_999_999n, null, false)).toBeNull()
    expect(approvalReason(10_000n * USD, null, false)).toBe('compliance_review')
    expect(approvalReason(10_000n * USD, 20_000n * USD, false)).toBe('compliance_review')
  })

  test('the reason tells in words from which amount a person is needed whatever the mandate allows', () => {
    expect(explainReason('compliance_review')).toMatch(/^From 10000\.00 USD on .*attested/)
    expect(explainReason('above_threshold')).toMatch(/threshold of the mandate/)
  })

  test('a quorum counts people, and only those who approve', () => {
    expect(isQuorum({ decisions: [by('ann'), { ...by('ann'), keyId: 'key_2' }] }, 2)).toBe(false)
    expect(isQuorum({ decisions: [by('ann'), by('bob', 'deny')] }, 2)).toBe(false)
    expect(isQuorum({ decisions: [by('ann'), by('bob')] }, 2)).toBe(true)
  })
})

describe('who may decide', () => {
  const refusalOf = (given: Parameters<typeof approval>[0], personId = 'ann') =>
    decisionRefusal(approval(given), personId, AT)?.type ?? null

  test('another person, once, while it is pending', () => {
    expect(refusalOf({})).toBeNull()
    expect(refusalOf({ requestedBy: asked('ann') })).toBe('self_approval_forbidden')
    expect(refusalOf({ decisions: [by('ann')] })).toBe('approval_already_decided')
    expect(refusalOf({ decisions: [by('bob')] })).toBeNull()
  })

  test.each(statuses.filter((status) => status !== 'pending' && status !== 'expired'))(
    'nobody when it is %s',
    (status) => expect(refusalOf({ status })).toBe('approval_not_pending'),
  )

  test('nobody from the instant at which it expires, swept or not', () => {
    expect(refusalOf({ endsInMs: 1 })).toBeNull()
    expect(refusalOf({ endsInMs: 0 })).toBe('approval_expired')
    expect(refusalOf({ status: 'expired', endsInMs: -1 })).toBe('approval_expired')
    expect(refusalOf({ status: 'denied', endsInMs: -1 })).toBe('approval_not_pending')
  })
})
