/** The token on a dump's chain, with one address that it pays nothing to. */
import { addressOfKey, type ChainKeys, fundNative } from '../embedded/chainKeys.ts'
import { embeddedChains } from '../embedded/embeddedChains.ts'
import { deployFiatToken } from '../embedded/fiatToken.ts'
import { callRpc } from '../embedded/rpc.ts'
import type { Stack } from './stack.ts'

export const BLACKLISTED = '0x3333333333333333333333333333333333333333'
const BLACKLIST_SELECTOR = '0xf9f92be4'

export async function openToken({ rpcUrl }: Stack, keys: ChainKeys): Promise<void> {
  const { chainId, tokens } = embeddedChains.base
  const [adminAddress, minterAddress] = [addressOfKey(keys.adminKey), addressOfKey(keys.minterKey)]
  for (const token of tokens) await deployFiatToken({ rpcUrl, chainId, ...token, adminAddress, minterAddress })
  await fundNative(rpcUrl, [adminAddress, minterAddress, addressOfKey(keys.relayerKey)])
  await callRpc(rpcUrl, 'anvil_impersonateAccount', [adminAddress])
  const data = `${BLACKLIST_SELECTOR}${BLACKLISTED.slice(2).padStart(64, '0')}`
  await callRpc(rpcUrl, 'eth_sendTransaction', [{ from: adminAddress, to: tokens[0].address, data, gas: '0x30d40' }])
  await callRpc(rpcUrl, 'anvil_stopImpersonatingAccount', [adminAddress])
}
