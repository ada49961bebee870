/** The rows of the table of tokens and chains (specification 2.9), and the means of a contract to refuse a sender. */
import { AbiCoder, Interface, keccak256 } from 'ethers'
import { CHAIN_FACTS, CHAINS, type Chain, type Token } from '../../../subgraphs/shared/tokens.ts'
import { CONTRACTS, embeddedChains } from '../../embedded/embeddedChains.ts'
import { callRpc } from '../../embedded/rpc.ts'
import { sendAs } from '../../embedded/sendAs.ts'
import type { WorldNode } from '../world.ts'

export interface TokenRow {
  readonly chain: Chain
  readonly token: Token
  /** Of the contract. */
  readonly address: string
}

export const TOKEN_ROWS: readonly TokenRow[] = CHAINS.flatMap((chain) =>
  embeddedChains[chain].tokens.map(({ symbol, address }) => ({ chain, token: symbol, address })),
)

/** One row for each way to settle on each kind of contract, on as few chains as possible. */
export function representativeRows(): TokenRow[] {
  const byTokens = TOKEN_ROWS.toSorted((one, other) => tokensOf(other.chain) - tokensOf(one.chain))
  return [...Map.groupBy(byTokens, kindOf).values()].map(([row]) => row as TokenRow)
}

const tokensOf = (chain: Chain): number => embeddedChains[chain].tokens.length

function kindOf({ chain, token }: TokenRow): string {
  const isSigned = CHAIN_FACTS[chain].tokens[token]?.eip3009 === true
  return `${CONTRACTS[token]} ${isSigned ? 'by authorization' : 'direct'}`
}

const token = new Interface([
  'function blacklister() view returns (address)',
  'function blacklist(address)',
  'function unBlacklist(address)',
  'function isBlacklisted(address) view returns (bool)',
  'function isBlackListed(address) view returns (bool)',
  'function isFrozen(address) view returns (bool)',
  'function balanceOf(address) view returns (uint256)',
])
/** Where the contracts of this repository store whom they refuse. */
const REFUSED_SLOT = 4
const REFUSES = { FiatToken: 'isBlacklisted', UsdtToken: 'isBlackListed', PyusdToken: 'isFrozen' } as const

/** Makes the token take nothing from an address, or take it again. */
export async function refuseSender(
  { rpcUrl }: Pick<WorldNode, 'rpcUrl'>,
  row: TokenRow,
  account: string,
  isRefused: boolean,
): Promise<void> {
  const { address } = row
  const contract = CONTRACTS[row.token]
  if (contract === 'FiatToken') {
    const from = String(await read(rpcUrl, row, 'blacklister', []))
    const data = token.encodeFunctionData(isRefused ? 'blacklist' : 'unBlacklist', [account])
    await sendAs({ rpcUrl, address }, [{ from, data }])
  } else {
    // Their owner is the faucet's minter, whose nonces are the service's.
    const slot = keccak256(AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [account, REFUSED_SLOT]))
    await callRpc(rpcUrl, 'anvil_setStorageAt', [address, slot, `0x${(isRefused ? '1' : '0').padStart(64, '0')}`])
  }
  if ((await read(rpcUrl, row, REFUSES[contract], [account])) !== isRefused)
    throw new Error(`${row.token} on ${row.chain} ${isRefused ? 'does not refuse' : 'refuses'} ${account}`)
}

/** In units of the token. */
export async function balanceOf({ rpcUrl }: WorldNode, row: TokenRow, account: string): Promise<bigint> {
  return BigInt(String(await read(rpcUrl, row, 'balanceOf', [account])))
}

async function read(rpcUrl: string, { address }: TokenRow, method: string, values: unknown[]): Promise<unknown> {
  const data = token.encodeFunctionData(method, values)
  const found = String(await callRpc(rpcUrl, 'eth_call', [{ to: address, data }, 'latest']))
  return token.decodeFunctionResult(method, found)[0]
}
