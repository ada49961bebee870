// Domain 4.1: the effective level is the highest with evidence that has not expired, and amounts need a level.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  basicKya,
  evidenceOf,
  proofsOf,
  takenBackRefusal,
  withEvidence,
  withoutAttestation,
  withoutEvidence,
} from '../../../subgraphs/agents/rules/kyaEvidence.ts'
import { approvalReason } from '../../../subgraphs/payments/rules/approvals.ts'
import {
  type HolderStatus,
  type KyaEvidence,
  kyaLevelOf,
  kyaRefusal,
  kyaStanding,
  kybOf,
  onlyTrusted,
} from '../../../subgraphs/shared/kya.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')
const DAY = 86_400_000
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY)
const USD = 1_000_000n
const accepted = { kyb: { test: { status: 'accepted' } } } as const
const spend = (usd: bigint) => ({ mode: 'test', usdMicro: usd * USD }) as const
const control: KyaEvidence = { type: 'did_control', validUntil: inDays(365) }
const review: KyaEvidence = { type: 'purpose_review', validUntil: inDays(180) }
const attestation: KyaEvidence = { type: 'attestation', validUntil: inDays(90) }

test.each([
  ['nothing', [], 'none', 'incomplete'],
  ['control of the DID', [control], 'basic', 'valid'],
  ['a review', [control, review], 'verified', 'valid'],
  ['an attestation alone', [attestation], 'attested', 'valid'],
  ['control that is over', [{ ...control, validUntil: NOW }], 'none', 'expired'],
  ['a review that is over', [control, { ...review, validUntil: NOW }], 'basic', 'valid'],
] as const)('%s', (_, evidence, level, status) => {
  expect(kyaStanding(evidence, 'accepted', NOW)).toMatchObject({ level, status })
})

test('whom the bank rejects is rejected, whatever was decided; where nothing was, its review decides', () => {
  const holder = (status: HolderStatus, isReviewed = true) => ({ accountHolder: { test: { status, isReviewed } } })
  for (const [facts, status] of [
    [{}, null],
    [{ ...accepted, ...holder('REJECTED') }, 'rejected'],
    [{ ...accepted, ...holder('PENDING_REVIEW') }, 'accepted'],
    [{ kyb: { test: { status: 'rejected' } }, ...holder('ACCEPTED') }, 'rejected'],
    [holder('ACCEPTED'), 'accepted'],
    [holder('ACCEPTED', false), null],
    [holder('PENDING_DOCUMENT'), null],
  ] as const)
    expect(kybOf(facts, 'test'), JSON.stringify(facts)).toBe(status)
  expect(kybOf({ ...accepted, ...holder('REJECTED') }, 'live')).toBeNull()
})

test('a review counts only while the organization is accepted, in that mode', () => {
  const kya = [control, review]
  for (const kyb of [{}, { test: { status: 'rejected' } }, { live: { status: 'accepted' } }] as const)
    expect(kyaLevelOf({ kya }, { kyb }, 'test', NOW)).toBe('basic')
  expect(kyaLevelOf({ kya }, accepted, 'test', NOW)).toBe('verified')
})

test('nobody else vouches for the agent of an organization that was rejected', () => {
  const kya = [control, attestation]
  expect(kyaLevelOf({ kya }, {}, 'test', NOW)).toBe('attested')
  expect(kyaLevelOf({ kya }, { kyb: { test: { status: 'rejected' } } }, 'test', NOW)).toBe('basic')
})

test('what an attestation proves goes by who is trusted now, and one from before issuers were noted counts until it is rewritten', () => {
  const record = {
    type: 'attestation',
    validFrom: NOW,
    validUntil: inDays(90),
    source: 'a',
    recordedBy: 'agt_1',
  } as const
  const row = { kya: basicKya(NOW), evidence: [record], didHistory: [], createdAt: NOW }
  const levelOf = (kya: readonly KyaEvidence[], ...issuers: readonly string[]) =>
    kyaLevelOf(onlyTrusted(issuers)({ kya }), {}, 'test', NOW)
  expect([levelOf(proofsOf(row), 'a'), levelOf(proofsOf(row)), levelOf(proofsOf(row), 'b')]).toEqual([
    ...['attested', 'basic', 'basic'],
  ])
  expect(levelOf([control, attestation])).toBe('attested')
})

test('below 3,000 USD basic is enough, from 3,000 on verified', () => {
  const wallet = { kya: [control] }
  expect(kyaRefusal(wallet, accepted, { mode: 'test', usdMicro: 3_000n * USD - 1n }, NOW)).toBeNull()
  expect(kyaRefusal(wallet, accepted, spend(3_000n), NOW)?.details).toEqual({
    ...{ reason: 'kya_incomplete', required_level: 'verified', current_level: 'basic', missing: ['purpose_review'] },
  })
  expect(kyaRefusal({ kya: [control, review] }, accepted, spend(3_000n), NOW)).toBeNull()
})

test('evidence ends at its instant, and the refusal tells that it has', () => {
  const before = new Date(inDays(180).getTime() - 1)
  const wallet = { kya: [control, review] }
  expect(kyaRefusal(wallet, accepted, spend(3_000n), before)).toBeNull()
  expect(kyaRefusal(wallet, accepted, spend(3_000n), inDays(180))).toMatchObject({
    ...{ type: 'compliance_denied', details: { reason: 'kya_expired', required_level: 'verified' } },
  })
  expect(kyaRefusal(wallet, accepted, spend(1n), inDays(365))?.details).toMatchObject({
    ...{ reason: 'kya_expired', required_level: 'basic', current_level: 'none' },
  })
})

test('from 10,000 USD a person approves, unless the agent is attested', () => {
  expect(approvalReason(10_000n * USD, null, true)).toBeNull()
  expect(approvalReason(10_000n * USD, 25n * USD, true)).toBe('above_threshold')
})

test('an agent of an earlier release keeps what it could do, and new evidence takes nothing from it', () => {
  expect(kyaRefusal({}, {}, spend(1_000_000n), inDays(10_000))).toBeNull()
  expect(kyaLevelOf({}, {}, 'test', NOW)).toBe('verified')
  const old = { kya: basicKya(NOW), didHistory: [{ did: 'd', validFrom: NOW, validTo: null }], createdAt: NOW }
  for (const row of [old, withoutAttestation(old, NOW)])
    expect(evidenceOf(row).map(({ type }) => type)).toEqual(['did_control', 'earlier_release'])
})

test('new evidence voids that of its type, another DID the attestation, and the record stays small', () => {
  const record = (type: KyaEvidence['type'], n: number) =>
    ({ type, validFrom: inDays(n), validUntil: inDays(n + 90), source: 'x', recordedBy: 'key_1' }) as const
  let row = withEvidence(
    { kya: basicKya(NOW), evidence: [], didHistory: [], createdAt: NOW },
    record('purpose_review', 0),
  )
  for (let n = 0; n < 60; n++) row = withEvidence(row, record('attestation', n))
  expect(row.evidence).toHaveLength(50)
  expect(evidenceOf(row).map(({ type, validFrom }) => [type, validFrom])).toEqual([
    ['did_control', NOW],
    ['purpose_review', NOW],
    ['attestation', inDays(59)],
  ])
  expect(evidenceOf(withoutAttestation(row, NOW)).map(({ type }) => type)).toEqual(['did_control', 'purpose_review'])
})

test('what was taken back is remembered as long as it could be recorded once more, whatever comes after it', () => {
  const record = (n: number) =>
    ({
      ...({ type: 'attestation', validFrom: inDays(n), validUntil: inDays(n + 90) } as const),
      ...{ source: 'x', recordedBy: 'agt_1', reference: `att_${n}` },
    }) as const
  const fresh = { kya: basicKya(NOW), evidence: [], didHistory: [], createdAt: NOW }
  let row = withoutEvidence(withEvidence(fresh, record(0)), 'attestation', NOW) ?? fresh
  for (let n = 1; n < 80; n++) row = withEvidence(row, record(n))
  const codeOf = (n: number, source = 'x') => takenBackRefusal(row, { source, reference: `att_${n}` })?.details.fields
  expect(codeOf(0)).toMatchObject([{ path: 'attestation', code: 'taken_back' }])
  expect([codeOf(1), codeOf(0, 'y')]).toEqual([undefined, undefined])
  for (let n = 80; n < 160; n++) row = withEvidence(row, record(n))
  expect(row.evidence).toHaveLength(50)
})

test('more evidence never lowers the level, and time never raises it', () => {
  const one = fc.record({
    type: fc.constantFrom('did_control', 'purpose_review', 'attestation', 'earlier_release'),
    validUntil: fc.option(fc.integer({ min: -9, max: 9 }).map(inDays), { nil: null }),
  }) as fc.Arbitrary<KyaEvidence>
  const rank = (evidence: readonly KyaEvidence[], at: Date) =>
    ['none', 'basic', 'verified', 'attested'].indexOf(kyaStanding(evidence, 'accepted', at).level)
  fc.assert(
    fc.property(fc.array(one, { maxLength: 4 }), one, fc.nat(9), fc.nat(9), (evidence, more, day, later) => {
      const at = inDays(day)
      expect(rank([...evidence, more], at)).toBeGreaterThanOrEqual(rank(evidence, at))
      expect(rank(evidence, inDays(day + later))).toBeLessThanOrEqual(rank(evidence, at))
    }),
  )
})
