/** Which mandates have ended for what was accepted under them, without a database. */
import { expect, test } from 'vitest'
import type { WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'
import type { MandateId } from '../../../subgraphs/shared/ids.ts'
import { endedBefore, withEndOfMandate } from '../../../subgraphs/shared/mandateEnds.ts'

const AT = new Date('2026-01-01T12:00:00Z')
type Mandated = Pick<WalletPosition, 'mandate' | 'endedMandates' | 'carriedMandates'>
const id = (name: string | number) => `mnd_${name}` as MandateId
const inForce = (name: string | number) =>
  ({ mandateId: id(name), version: 1, status: 'active', expiresAt: null }) as unknown as WalletPosition['mandate']
const revoked = (wallet: Mandated): Mandated => ({
  ...wallet,
  mandate: wallet.mandate && { ...wallet.mandate, status: 'revoked' },
})
const write = (wallet: Mandated, name: string | number, superseded: MandateId | null = null): Mandated => ({
  ...wallet,
  ...withEndOfMandate(wallet, superseded, AT),
  mandate: inForce(name),
})

test('a line of mandates that replaced each other ends with its last, and the next line is another one', () => {
  const line = write(write({ mandate: inForce('a') }, 'b'), 'c')
  expect(['a', 'b', 'c'].map((one) => endedBefore(line, id(one)))).toEqual([null, null, null])
  const next = write(write(revoked(line), 'd'), 'e')
  expect(['a', 'b', 'c'].map((one) => endedBefore(next, id(one))?.status)).toEqual(['revoked', 'revoked', 'revoked'])
  expect(endedBefore(next, id('d'))).toBeNull()
})

test('what an earlier version had let it replace is known from its record', () => {
  const wallet = write(revoked({ mandate: inForce('b') }), 'c', id('a'))
  expect(endedBefore(wallet, id('a'))?.status).toBe('revoked')
})

test('the rows are bounded, and keep two whole lines', () => {
  let wallet: Mandated = { mandate: inForce('first') }
  for (let round = 0; round < 3; round++) {
    for (let one = 0; one < 100; one++) wallet = write(wallet, `${round}.${one}`)
    wallet = write(revoked(wallet), `${round}.last`)
  }
  expect(wallet.endedMandates).toHaveLength(66)
  expect(wallet.carriedMandates).toEqual([])
  for (const ended of ['1.67', '1.99', '2.67', '2.99']) expect(endedBefore(wallet, id(ended))?.status).toBe('revoked')
})
