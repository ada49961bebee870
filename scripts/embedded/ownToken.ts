// The contracts of this repository that stand in for USDT and PYUSD, at the addresses of the real ones.
import { Interface, ZeroAddress } from 'ethers'
import { readContractArtifact } from '../contracts/compile.ts'
import { callRpc } from './rpc.ts'
import { sendAs } from './sendAs.ts'

export type OwnToken = {
  rpcUrl: string
  chainId: number
  address: string
  symbol: string
  contract: 'UsdtToken' | 'PyusdToken'
  /** Sends the first call, which appoints the owner. */
  adminAddress: string
  /** The owner, who alone mints. */
  minterAddress: string
}

/** Places the token, or leaves alone what stands there already; balances survive a change of its code or owner. */
export async function deployOwnToken(token: OwnToken): Promise<'deployed' | 'present'> {
  const { rpcUrl, address, minterAddress } = token
  const { abi, deployedBytecode } = readContractArtifact(token.contract)
  const contract = new Interface(abi as ConstructorParameters<typeof Interface>[0])
  const ownerOf = async () => {
    const data = contract.encodeFunctionData('owner')
    const answer = String(await callRpc(rpcUrl, 'eth_call', [{ to: address, data }, 'latest']))
    return String(contract.decodeFunctionResult('owner', answer)[0])
  }
  const isPlaced = (await callRpc(rpcUrl, 'eth_getCode', [address, 'latest'])) === deployedBytecode
  if (isPlaced && (await ownerOf()) === minterAddress) return 'present'
  if (!isPlaced) await callRpc(rpcUrl, 'anvil_setCode', [address, deployedBytecode])
  // Asked, not assumed: the chain may be older than the keys.
  const owner = await ownerOf()
  const from = owner === ZeroAddress ? token.adminAddress : owner
  await sendAs(token, [{ from, data: contract.encodeFunctionData('setOwner', [minterAddress]) }])
  if ((await ownerOf()) === minterAddress) return 'deployed'
  throw new Error(`${token.symbol} could not be set up at ${address} on chain ${token.chainId}`)
}
