/** The EIP-712 domains under which the tokens of a chain sign, as they are known beforehand. */
import { CHAIN_FACTS, type Chain } from '../../shared/tokens.ts'

/** The known EIP-712 names and versions; the adapter checks them against the contract. */
export function knownDomains(chain: Chain): Record<string, { name: string; version: string }> {
  const deployments = Object.values(CHAIN_FACTS[chain].tokens)
  return Object.fromEntries(
    deployments.flatMap(({ address, eip712 }) => (eip712 === null ? [] : [[address.toLowerCase(), eip712] as const])),
  )
}
