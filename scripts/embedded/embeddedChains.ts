// The chains that can run beside the service, with Circle's tokens at their official addresses. The EIP-712 names are
// not alike (`USDC` on Base Sepolia, `USD Coin` elsewhere), so each is written out.

export type EmbeddedToken = { symbol: string; name: string; currency: string; address: string }

export const embeddedChains = {
  ethereum: { chainId: 1, tokens: [usdc('USD Coin', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')] },
  optimism: { chainId: 10, tokens: [usdc('USD Coin', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85')] },
  polygon: { chainId: 137, tokens: [usdc('USD Coin', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359')] },
  base: { chainId: 8453, tokens: [usdc('USD Coin', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')] },
  arbitrum: { chainId: 42161, tokens: [usdc('USD Coin', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831')] },
  base_sepolia: { chainId: 84532, tokens: [usdc('USDC', '0x036CbD53842c5426634e7929541eC2318f3dCF7e')] },
} as const satisfies Record<string, { chainId: number; tokens: readonly EmbeddedToken[] }>

export type EmbeddedChainName = keyof typeof embeddedChains

function usdc(name: string, address: string): EmbeddedToken {
  return { symbol: 'USDC', name, currency: 'USD', address }
}
