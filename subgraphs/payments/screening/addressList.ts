/**
 * Gate 12 at its simplest: the destination's 20 bytes against the loaded sanctions list, the same on every EVM chain.
 * Names, risk scores and review cases have their place in the Screening type and come with compliance.
 */
import list from '../data/sanctions.json' with { type: 'json' }
import type { Screener } from '../ports.ts'

export function createAddressListScreener(): Screener {
  const listed = new Set(list.addresses.map(({ address }) => address.toLowerCase()))
  return {
    screen({ address }) {
      const hit = address !== null && listed.has(address.toLowerCase())
      return { outcome: hit ? 'deny' : 'pass', reason: hit ? 'sanctions_hit' : null, listVersion: list.version }
    },
  }
}
