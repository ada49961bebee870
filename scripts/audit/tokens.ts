/** Token contracts by chain, as their issuers publish them; lower case. */
export const TOKENS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ethereum: {
    USDC: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    USDT: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    PYUSD: '0x6c3ea9036406852006290770bedfcaba0e23a0e8',
    EURC: '0x1abaea1f7c830bd89acc67ec4af516284b1bc33c',
  },
  base: {
    USDC: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    EURC: '0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42',
  },
  polygon: {
    USDC: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
    USDT: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f',
    EURC: '0x8a037dbca8134ffc72c362e394e35e0cad618f85',
  },
  arbitrum: {
    USDC: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    USDT: '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
  },
  optimism: {
    USDC: '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
    USDT: '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58',
  },
  base_sepolia: {
    USDC: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
    EURC: '0x808456652fdb597867f38412077a9182bf77359f',
  },
}
