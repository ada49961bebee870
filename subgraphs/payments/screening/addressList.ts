/**
 * Screens the destination address against the loaded sanctions list (gate 12); addresses are the same on every EVM chain.
 * Names, risk scores and review cases are not screened yet.
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
