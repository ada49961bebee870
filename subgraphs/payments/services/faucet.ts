/**
 * Test money (test mode): mints tokens on the embedded chain to a wallet, where they arrive as a deposit. The minter's
 * nonces are recorded like the relayer's; a nonce and its bytes are stored in one commit, so that several processes can
 * mint at once without gaps.
 */

import { computeAddress, getBytes } from 'ethers'
import { chainNotConfigured, parseChain, tokenNotOnChain } from '../../shared/chainName.ts'
import type { Clock } from '../../shared/clock.ts'
import { realInstant } from '../../shared/commit/realInstant.ts'
import type { KeyedRequest, RequestKey } from '../../shared/commit/requestKey.ts'
import { insertRow } from '../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../shared/commit/submit.ts'
import type { Commit } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError, invalidField, invariant, notFound } from '../../shared/errors.ts'
import { idsOf } from '../../shared/ids.ts'
import { formatUnits, parseAmount } from '../../shared/money.ts'
import { requireActiveOrganization } from '../../shared/organizationStanding.ts'
import { type Principal, type RequestContext, requireCaller, requireOwned } from '../../shared/principal.ts'
import {
  CHAIN_FACTS,
  type Chain,
  DEFAULT_CHAIN,
  DEFAULT_TOKEN,
  isToken,
  TOKENS,
  type Token,
} from '../../shared/tokens.ts'
import { createTurns } from '../../shared/turns.ts'
import type { Call, ChainAdapter } from '../chains/chainAdapter.ts'
import { mintCalldata } from '../chains/eip3009.ts'
import { signRelayTransaction } from '../chains/relayTransaction.ts'
import { type DepositRow, findArrivals } from '../models/deposits.ts'
import { findSlot, lastNonce, type NonceSlotRow, type SignedBytes, slotRef } from '../models/nonceSlots.ts'
import { findWallets, type WalletRow } from '../models/wallets.ts'
import { parseWait } from './paymentRequests.ts'
import { createWaiter, type Waiter } from './waiter.ts'

/** An embedded chain, on which the service is the token's minter. */
export interface FaucetNetwork {
  readonly chain: Chain
  readonly adapter: ChainAdapter
  readonly minterKey: string
}

export interface FaucetDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly faucets: readonly FaucetNetwork[]
}

export interface MintRequest {
  readonly walletId: string
  readonly amount?: string | null
  readonly token?: string | null
  readonly chain?: string | null
  /** Seconds until the answer comes at the latest: before, once the deposit is credited. */
  readonly wait?: number | null
}

/** Of one organization in one process; payments leave room for so many. */
const WAITING_MAX = 64

/** For deposits, by their transactions. */
export type DepositWaiter = Waiter<string, DepositRow>

export const createDepositWaiter = (database: Database): DepositWaiter =>
  createWaiter(
    (hashes: readonly string[]) => findArrivals(database, hashes),
    ({ txHash }) => txHash ?? '',
    () => true,
    WAITING_MAX,
  )

export interface FaucetPayout {
  readonly walletId: string
  readonly token: Token
  readonly chain: Chain
  readonly amount: string
  readonly txHash: string
  /** Null while it is on its way. */
  readonly depositId: string | null
}

const AMOUNT_MAX = '10000'
const GAS_LIMIT = 150_000
const FEES = { tip: 2_000_000_000n, maxFee: 200_000_000_000n }
const TRIES = 20

/**
 * Mints of this process on one chain, one after the other: they need the same nonces, and would only make each other try
 * again.
 */
const minting = createTurns({ inAll: 8, perOwner: 1, waitingMax: 1_000, waitMaxMs: 20_000 })

/** What its Idempotency-Key identifies: not the time that the caller waits. */
export const faucetRequest = (input: MintRequest): KeyedRequest => ({
  ...{ operation: 'faucet', input, without: ['wait'], waitSeconds: parseWait(input.wait) },
})

/**
 * A replay is not waited for.
 * @throws DomainError not_found (live mode, wallet), invalid_request (amount, wait), no_route, service_unavailable
 */
export async function faucet(
  deps: FaucetDeps & { readonly deposits: DepositWaiter },
  { principal, pause }: Pick<RequestContext, 'principal' | 'pause'>,
  input: MintRequest,
  key: RequestKey | null = null,
): Promise<FaucetPayout & { readonly replayed: boolean }> {
  const wait = parseWait(input.wait)
  const prepare = async () => {
    const caller = requireCaller(principal)
    if (caller.mode !== 'test') throw notFound('resource')
    await requireActiveOrganization(deps.database, caller.orgId)
    const { network, wallet, call } = await prepareMint(deps, principal, input)
    return mintIntent(wallet, await signMint(deps, network, call))
  }
  const settled = await submitMint(deps, input.chain ?? DEFAULT_CHAIN, prepare, key)
  const { walletId } = input
  const { token, chain, units } = parseMint(input)
  const payout = { walletId, token, chain, amount: formatUnits(units, token) }
  if (!('answer' in settled)) {
    const slot = await findSlot(deps.database, settled.replayedId)
    const txHash = slot?.bytes[0]?.hash ?? ''
    const [arrived] = await findArrivals(deps.database, [txHash])
    return { ...payout, txHash, depositId: arrived?._id ?? null, replayed: true }
  }
  const txHash = await send(settled.answer)
  const { orgId } = requireCaller(principal)
  const arrived = await deps.deposits.wait({ id: txHash, orgId }, wait, pause)
  return { ...payout, txHash, depositId: arrived?._id ?? null, replayed: false }
}

/** Each lost race for a nonce means that another process got it. */
const submitMint = (
  deps: Pick<FaucetDeps, 'commit'>,
  chain: string,
  prepare: () => Promise<KeyedIntent<Minted>>,
  key: RequestKey | null = null,
) => minting.take(chain, () => submitPrepared(deps.commit, prepare, key, TRIES))

async function send({ network, bytes }: Minted): Promise<string> {
  const [result] = await network.adapter.sendRaw([bytes.raw])
  // maintainNonces resends the stored bytes, but the caller who waits for money should know.
  if (result === undefined || !['accepted', 'known', 'nonceTooLow'].includes(result.kind))
    throw new DomainError('service_unavailable', 'The test chain does not answer. Try again.', { retryable: true })
  return bytes.hash
}

/** Test money for what belongs to no caller. @returns the hash of the transaction */
export async function mintFor(
  deps: FaucetDeps,
  owner: Owner,
  { network, call }: { readonly network: FaucetNetwork; readonly call: Call },
): Promise<string> {
  const prepare = async () => mintIntent(owner, await signMint(deps, network, call))
  const settled = await submitMint(deps, network.chain, prepare)
  invariant('answer' in settled, 'a mint without a key is repeated')
  return send(settled.answer)
}

type Owner = Pick<WalletRow, '_id' | 'orgId' | 'mode'>

function parseMint(input: MintRequest): { token: Token; chain: Chain; units: bigint } {
  const token = input.token ?? DEFAULT_TOKEN
  const chain = parseChain(input.chain ?? DEFAULT_CHAIN, 'test')
  if (!isToken(token)) throw invalidField('token', 'unknown_token', `must be one of ${TOKENS.join(', ')}`)
  const { units } = parseAmount(input.amount ?? '100', token, 'amount')
  if (units > parseAmount(AMOUNT_MAX, token, 'amount').units)
    throw invalidField('amount', 'too_large', `must be at most ${AMOUNT_MAX}`)
  return { token, chain, units }
}

async function prepareMint(
  deps: FaucetDeps,
  principal: Principal,
  input: MintRequest,
): Promise<{ network: FaucetNetwork; wallet: WalletRow; call: Call }> {
  const { token, chain, units } = parseMint(input)
  const [row] = await findWallets(deps.database, idsOf('wallet', [input.walletId]))
  const wallet = requireOwned(principal, row ?? null, 'wallet')
  const network = deps.faucets.find((one) => one.chain === chain)
  const deployment = CHAIN_FACTS[chain].tokens[token]
  if (network === undefined)
    throw chainNotConfigured(
      chain,
      deps.faucets.map((one) => one.chain),
    )
  if (deployment === undefined) throw tokenNotOnChain(token, chain)
  return { network, wallet, call: { to: deployment.address, data: mintCalldata(wallet.address, units) } }
}

/** The account whose nonces the faucet of a chain uses. */
function minterAccount(chain: Chain, minterKey: string): string {
  return `test:${chain}:${computeAddress(minterKey)}`
}

interface Minted {
  readonly network: FaucetNetwork
  readonly account: string
  readonly nonce: number
  readonly bytes: SignedBytes
}

/** Signs for the next nonce. */
async function signMint(deps: FaucetDeps, network: FaucetNetwork, call: Call): Promise<Minted> {
  const account = minterAccount(network.chain, network.minterKey)
  const { chainId } = network.adapter
  // The chain too: after a restored backup it is ahead of the records, and a used nonce is never mined again.
  const [last, mined] = await Promise.all([
    lastNonce(deps.database, account),
    network.adapter.minedNonce(computeAddress(network.minterKey)),
  ])
  const nonce = Math.max(last + 1, mined)
  const { tip, maxFee } = FEES
  const signed = signRelayTransaction(getBytes(network.minterKey), {
    chainId,
    nonce,
    maxPriorityFee: tip,
    maxFee,
    gasLimit: GAS_LIMIT,
    ...call,
  })
  const bytes: SignedBytes = { ...signed, purpose: 'mint', tip, maxFee, height: 0, at: deps.clock.now() }
  return { network, account, nonce, bytes }
}

/** Stale when the nonce is taken. */
function mintIntent(wallet: Owner, minted: Minted): KeyedIntent<Minted> {
  const { account, nonce, bytes } = minted
  const ref = slotRef(account, nonce)
  return {
    priority: 'settle',
    orgId: wallet.orgId,
    mode: wallet.mode,
    resource: { type: 'mint', id: ref.id },
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      if (state.get(ref) !== null) return { kind: 'stale' }
      const row: Omit<NonceSlotRow, '_id' | 'v'> = {
        ...{ account, nonce, orgId: wallet.orgId, subjectId: `${wallet._id}:${nonce}`, authorizationNonce: null },
        ...{ state: 'sent', fence: 0, bytes: [bytes], mined: null, at: realInstant(state, wallet, at) },
      }
      return done(minted, { insert: [insertRow(ref, row)] })
    },
  }
}
