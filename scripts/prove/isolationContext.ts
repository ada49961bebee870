/** What the isolation scenarios share: a service with its own chain, fault-injecting endpoints between them, and reads of both. */
import { Interface, Transaction, toBeHex, Wallet, zeroPadValue } from 'ethers'
import type { Service } from '../../gateway/compose.ts'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import type { WalletPosition } from '../../subgraphs/shared/commit/positions.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import { CHAIN_FACTS } from '../../subgraphs/shared/tokens.ts'
import type { Reorganizer } from '../embedded/reorganize.ts'
import { callRpc } from '../embedded/rpc.ts'
import { waitUntil } from '../waitUntil.ts'
import { type ProveOrganization, pay } from './organization.ts'
import type { Size } from './proof.ts'
import type { RpcFaults } from './rpcProxy.ts'

export interface ProofContext {
  readonly service: Service
  /** The chain itself, without the fault-injecting endpoints. */
  readonly rpcUrl: string
  readonly endpoints: RpcFaults
  /** Replaces the newest blocks. */
  readonly reorganize: Reorganizer['reorganize']
  readonly hooks: { onStored: ((paymentId: string) => Promise<void>) | null }
  readonly size: Size
  readonly healthy: AgentPrincipal
  /** A funded agent in a new organization. */
  openAgent(name: string, funds?: string): Promise<{ organization: ProveOrganization; agent: AgentPrincipal }>
}

const END_MS = 45_000
const USDC = CHAIN_FACTS.base.tokens.USDC?.address ?? ''
const token = new Interface([
  'function blacklister() view returns (address)',
  'function blacklist(address)',
  'function unBlacklist(address)',
])

export const untilTrue = (what: string, isTrue: () => Promise<boolean>): Promise<boolean> =>
  waitUntil(what, isTrue, END_MS)

export const callChain = ({ rpcUrl }: ProofContext, method: string, ...params: unknown[]): Promise<unknown> =>
  callRpc(rpcUrl, method, params)

export const blockNumber = async (context: ProofContext): Promise<number> =>
  Number(await callChain(context, 'eth_blockNumber'))

/** @throws Error when it is refused */
export async function payOrThrow(
  { service }: ProofContext,
  agent: AgentPrincipal,
  to: string,
  units: bigint,
): Promise<string> {
  const outcome = await pay(service, agent, { units, to })
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`)
  return outcome.paymentId
}

export async function findRow({ service }: ProofContext, paymentId: string): Promise<PaymentRow> {
  const row = await service.database.collection<PaymentRow>('payments').findOne({ _id: paymentId as PaymentId })
  if (row === null) throw new Error(`payment ${paymentId} does not exist`)
  return row
}

export const hasStatus = (context: ProofContext, paymentId: string, status: PaymentRow['status']) => async () =>
  (await findRow(context, paymentId)).status === status

/** As the token's own administrator. */
export async function administerToken(
  context: ProofContext,
  call: 'blacklist' | 'unBlacklist',
  address: string,
): Promise<void> {
  const asked = await callChain(
    context,
    'eth_call',
    { to: USDC, data: token.encodeFunctionData('blacklister') },
    'latest',
  )
  const [from] = token.decodeFunctionResult('blacklister', String(asked))
  await callChain(context, 'anvil_impersonateAccount', from)
  const data = token.encodeFunctionData(call, [address])
  const hash = await callChain(context, 'eth_sendTransaction', { from, to: USDC, data, gas: '0x30d40' })
  await untilTrue(
    `${call} is mined`,
    async () => (await callChain(context, 'eth_getTransactionReceipt', hash)) !== null,
  )
}

/** USDC balance of an address on the chain, in the token's smallest unit. */
export async function tokenBalanceOf(context: ProofContext, address: string): Promise<bigint> {
  const data = `0x70a08231${zeroPadValue(toBeHex(BigInt(address), 20), 32).slice(2)}`
  return BigInt(String(await callChain(context, 'eth_call', { to: USDC, data }, 'latest')))
}

/** An empty transaction of one of the service's accounts, which takes this nonce. */
export function signEmpty(privateKey: string, nonce: number): string {
  const signer = new Wallet(privateKey)
  const transaction = Transaction.from({
    ...{ type: 2, chainId: CHAIN_FACTS.base.chainId, nonce, to: signer.address, gasLimit: 21_000n, value: 0n },
    ...{ maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n },
  })
  transaction.signature = signer.signingKey.sign(transaction.unsignedHash)
  return transaction.serialized
}

/** Replaces the blocks from `from` on; the first new one contains these transactions. */
export async function reorganize(context: ProofContext, from: number, raws: readonly string[] = []): Promise<void> {
  await context.reorganize((await blockNumber(context)) - from + 1, raws)
}

/** What is wrong with a wallet after a fault was repaired: ledger and chain must agree, and nothing stay in flight. */
export async function findDifferences(context: ProofContext, { walletId }: AgentPrincipal): Promise<string[]> {
  const { database } = context.service
  const wallet = await database.collection<{ _id: string; address: string }>('wallets').findOne({ _id: walletId })
  const position = await database.collection<WalletPosition>('positions').findOne({ walletId })
  const balances = position?.balances['base:USDC']
  const chain = await tokenBalanceOf(context, wallet?.address ?? '')
  const differences: string[] = []
  if (balances?.onChain !== chain) differences.push(`the ledger says ${balances?.onChain}, the chain ${chain}`)
  if (balances?.inFlight !== 0n) differences.push(`${balances?.inFlight} stay in flight`)
  if ((position?.day?.reserved ?? 0n) !== 0n) differences.push(`${position?.day?.reserved} stay reserved`)
  return differences
}
