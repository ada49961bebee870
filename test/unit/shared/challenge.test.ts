// Domain 9.5, A.11: a challenge is for one thing, of this service, for five minutes to the millisecond.
import { expect, test } from 'vitest'
import { createChallenges } from '../../../subgraphs/shared/challenge.ts'

const ISSUED = Date.parse('2026-03-01T12:00:00.000Z')
const [ours, former] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
let now = ISSUED
const clock = { now: () => new Date(now) }
const open = (...keys: [Uint8Array, ...Uint8Array[]]) => createChallenges(clock, keys)
const FACTS = ['agt_1', 'org_1', 'test']

test('it is found again for exactly what it was issued for, also under a former master key', () => {
  now = ISSUED
  const { nonce, issuedAt, expiresAt } = open(former).issue(FACTS)
  expect([issuedAt.getTime(), expiresAt.getTime()]).toEqual([ISSUED, ISSUED + 300_000])
  expect(open(ours, former).find(nonce, FACTS)).toEqual({ nonce, issuedAt, expiresAt })
  expect(open(ours).find(nonce, FACTS)).toBeNull()
  for (const other of [['agt_2', 'org_1', 'test'], ['agt_1', 'org_1', 'live'], ['agt_1', 'org_1'], []])
    expect(open(former).find(nonce, other)).toBeNull()
})

test('one changed character anywhere is another challenge', () => {
  const challenges = open(ours)
  const { nonce } = challenges.issue(FACTS)
  for (let at = 0; at < nonce.length; at++) {
    const changed = `${nonce.slice(0, at)}${nonce[at] === '0' ? '1' : '0'}${nonce.slice(at + 1)}`
    expect(challenges.find(changed, FACTS)).toBeNull()
  }
  // Half of them end with a bit that belongs to no byte.
  for (const last of '0123456789abcdefghjkmnpqrstvwxyz')
    if (last !== nonce.at(-1)) expect(challenges.find(nonce.slice(0, -1) + last, FACTS)).toBeNull()
  for (const other of [undefined, null, 7, '', nonce.toUpperCase(), `${nonce}0`, { $ne: nonce }])
    expect(challenges.find(other, FACTS)).toBeNull()
})

test('it ends after five minutes; a process whose clock is five seconds behind takes it', () => {
  now = ISSUED
  const challenges = open(ours)
  const challenge = challenges.issue(FACTS)
  const isOpenAt = (ms: number) => {
    now = ISSUED + ms
    return challenges.isOpen(challenge)
  }
  expect([0, 299_999, 300_000, -5_000, -5_001].map(isOpenAt)).toEqual([true, true, false, true, false])
})
