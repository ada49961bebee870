/** What the scenarios of isolation play on: a service with its own chain, endpoints in between, and what they ask of both. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Interface, Transaction, toBeHex, Wallet, zeroPadValue } from 'ethers'
import type { Service } from '../../gateway/compose.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import type { WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { CHAIN_FACTS } from '../../subgraphs/shared/tokens.ts'
import { callRpc } from '../embedded/rpc.ts'
import { type ProveOrganization, pay } from './organization.ts'
import type { Size } from './proof.ts'
import type { RpcFaults } from './rpcFaults.ts'

export interface Stage {
  readonly service: Service
  /** The chain itself, past the endpoints. */
  readonly rpcUrl: string
  readonly endpoints: RpcFaults
  readonly hooks: { onStored: ((paymentId: string) => Promise<void>) | null }
  readonly size: Size
  readonly healthy: AgentPrincipal
  /** Of an organization of its own, with money. */
  openAgent(name: string, funds?: string): Promise<{ organization: ProveOrganization; agent: AgentPrincipal }>
}

const END_MS = 45_000
const USDC = CHAIN_FACTS.base.tokens.USDC?.address ?? ''
const token = new Interface([
  'function blacklister() view returns (address)',
  'function blacklist(address)',
  'function unBlacklist(address)',
])

export async function untilTrue(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + END_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${END_MS} ms: ${what}`)
    await sleep(50)
  }
}

export const rpc = ({ rpcUrl }: Stage, method: string, ...params: unknown[]): Promise<unknown> =>
  callRpc(rpcUrl, method, params)

export const height = async (stage: Stage): Promise<number> => Number(await rpc(stage, 'eth_blockNumber'))

/** @throws Error when it is refused */
export async function payOrThrow(
  { service }: Stage,
  agent: AgentPrincipal,
  to: string,
  units: bigint,
): Promise<string> {
  const outcome = await pay(service, agent, { units, to })
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`)
  return outcome.paymentId
}

export async function findRow({ service }: Stage, paymentId: string): Promise<PaymentRow> {
  const row = await service.database.collection<PaymentRow>('payments').findOne({ _id: paymentId as PaymentId })
  if (row === null) throw new Error(`payment ${paymentId} is gone`)
  return row
}

export const hasStatus = (stage: Stage, paymentId: string, status: PaymentRow['status']) => async () =>
  (await findRow(stage, paymentId)).status === status

/** As the token's own administrator. */
export async function administer(stage: Stage, call: 'blacklist' | 'unBlacklist', address: string): Promise<void> {
  const asked = await rpc(stage, 'eth_call', { to: USDC, data: token.encodeFunctionData('blacklister') }, 'latest')
  const [from] = token.decodeFunctionResult('blacklister', String(asked))
  await rpc(stage, 'anvil_impersonateAccount', from)
  const data = token.encodeFunctionData(call, [address])
  const hash = await rpc(stage, 'eth_sendTransaction', { from, to: USDC, data, gas: '0x30d40' })
  await untilTrue(`${call} is mined`, async () => (await rpc(stage, 'eth_getTransactionReceipt', hash)) !== null)
}

/** Tokens of an address on the chain. */
export async function heldBy(stage: Stage, address: string): Promise<bigint> {
  const data = `0x70a08231${zeroPadValue(toBeHex(BigInt(address), 20), 32).slice(2)}`
  return BigInt(String(await rpc(stage, 'eth_call', { to: USDC, data }, 'latest')))
}

/** An empty transaction of one of the service's accounts, in place of whatever had this nonce. */
export function signEmpty(privateKey: string, nonce: number): string {
  const signer = new Wallet(privateKey)
  const transaction = Transaction.from({
    ...{ type: 2, chainId: CHAIN_FACTS.base.chainId, nonce, to: signer.address, gasLimit: 21_000n, value: 0n },
    ...{ maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
  })
  transaction.signature = signer.signingKey.sign(transaction.unsignedHash)
  return transaction.serialized
}

/** Other blocks from `from` on, the first of them with these transactions. */
export async function reorganize(stage: Stage, from: number, raws: readonly string[] = []): Promise<void> {
  const depth = (await height(stage)) - from + 1
  await rpc(
    stage,
    'anvil_reorg',
    depth,
    raws.map((raw) => [raw, 0]),
  )
}

/** What is wrong about a wallet once its trouble is over: everything has to be somewhere, here as on the chain. */
export async function findDifferences(stage: Stage, { walletId }: AgentPrincipal): Promise<string[]> {
  const { database } = stage.service
  const wallet = await database.collection<{ _id: string; address: string }>('wallets').findOne({ _id: walletId })
  const position = await database.collection<WalletPosition>('positions').findOne({ walletId })
  const balances = position?.balances['base:USDC']
  const chain = await heldBy(stage, wallet?.address ?? '')
  const differences: string[] = []
  if (balances?.onChain !== chain) differences.push(`the ledger says ${balances?.onChain}, the chain ${chain}`)
  if (balances?.inFlight !== 0n) differences.push(`${balances?.inFlight} stay in flight`)
  if ((position?.day?.reserved ?? 0n) !== 0n) differences.push(`${position?.day?.reserved} stay reserved`)
  return differences
}
