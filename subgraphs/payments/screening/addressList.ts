/**
 * Screens the destination address against the loaded sanctions list (gate 12); addresses are the same on every EVM chain.
 * Names, risk scores and review cases are not screened yet.
 */
import list from '../data/sanctions.json' with { type: 'json' }
import type { Screener } from '../ports.ts'

/** @param more addresses that count as listed, too */
export function createAddressListScreener(more: readonly string[] = []): Screener {
  const listed = new Set([...list.addresses.map(({ address }) => address), ...more].map((one) => one.toLowerCase()))
  return {
    listed: [...listed],
    version: list.version,
    screen({ address }) {
      const hit = address !== null && listed.has(address.toLowerCase())
      return { outcome: hit ? 'deny' : 'pass', reason: hit ? 'sanctions_hit' : null, listVersion: list.version }
    },
  }
}
