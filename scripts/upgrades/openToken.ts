/** The token on a dump's chain, with one address that it pays nothing to. */
import { addressOfKey, type ChainKeys, fundNative } from '../embedded/chainKeys.ts'
import { deployTokens, tokenOn } from '../embedded/embeddedChains.ts'
import { callRpc } from '../embedded/rpc.ts'
import type { Stack } from './stack.ts'

export const BLACKLISTED = '0x3333333333333333333333333333333333333333'
const BLACKLIST_SELECTOR = '0xf9f92be4'

export async function openToken({ rpcUrl }: Stack, keys: ChainKeys): Promise<void> {
  const usdc = tokenOn('base', 'USDC')
  const [adminAddress, minterAddress] = [addressOfKey(keys.adminKey), addressOfKey(keys.minterKey)]
  await deployTokens({ rpcUrl, chain: 'base', tokens: [usdc], adminAddress, minterAddress })
  await fundNative(rpcUrl, [adminAddress, minterAddress, addressOfKey(keys.relayerKey)])
  await callRpc(rpcUrl, 'anvil_impersonateAccount', [adminAddress])
  const data = `${BLACKLIST_SELECTOR}${BLACKLISTED.slice(2).padStart(64, '0')}`
  await callRpc(rpcUrl, 'eth_sendTransaction', [{ from: adminAddress, to: usdc.address, data, gas: '0x30d40' }])
  await callRpc(rpcUrl, 'anvil_stopImpersonatingAccount', [adminAddress])
}
