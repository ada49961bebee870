/**
 * Test money (test mode): mints real tokens on the test chain to a wallet; they arrive as a deposit like any other. The
 * minter's nonces have slots like those of the relayer; a nonce and its bytes are stored in one commit, so that several
 * processes can mint at once and none leaves a gap.
 */
import { computeAddress, SigningKey } from 'ethers'
import { chainNotConfigured, parseChain } from '../../shared/chainName.ts'
import type { Clock } from '../../shared/clock.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Commit, Intent } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import { formatUnits, parseAmount } from '../../shared/money.ts'
import { requireActiveOrganization } from '../../shared/organizationStanding.ts'
import { type Principal, requireAccess, requireOwned } from '../../shared/principal.ts'
import { CHAIN_FACTS, type Chain, isToken, type Token } from '../../shared/tokens.ts'
import type { ChainAdapter } from '../chains/chainAdapter.ts'
import { mintCalldata } from '../chains/eip3009.ts'
import { signRelayTransaction } from '../chains/relayTransaction.ts'
import { lastNonce, type NonceSlotRow, type SignedBytes, slotRef } from '../models/nonceSlot.ts'
import { findWallets, type WalletRow } from '../models/wallet.ts'

/** A chain of our own, on which we are the token's minter. */
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

export interface FaucetInput {
  readonly walletId: string
  readonly amount?: string | null
  readonly token?: string | null
  readonly chain?: string | null
}

export interface FaucetPayout {
  readonly walletId: string
  readonly token: Token
  readonly chain: Chain
  readonly amount: string
  readonly txHash: string
}

const AMOUNT_MAX = 10_000n * 10n ** 6n
const GAS_LIMIT = 150_000
const FEES = { tip: 2_000_000_000n, maxFee: 200_000_000_000n }
const TRIES = 20

/** @throws DomainError not_found (live mode, wallet), invalid_request (amount), no_route, service_unavailable */
export async function faucet(deps: FaucetDeps, principal: Principal, input: FaucetInput): Promise<FaucetPayout> {
  const caller = requireAccess(principal, {
    agent: { capability: 'wallets', scope: 'agent:execute' },
    organization: {},
  })
  if (caller.mode !== 'test') throw notFound('resource')
  await requireActiveOrganization(deps.database, caller.orgId)
  const token = input.token ?? 'USDC'
  const chain = parseChain(input.chain ?? 'base', caller.mode)
  if (!isToken(token)) throw invalidField('token', 'unknown_token', 'is not a token of this service')
  const { units } = parseAmount(input.amount ?? '100', token, 'amount')
  if (units > AMOUNT_MAX) throw invalidField('amount', 'too_large', 'must be at most 10000')
  const [row] = await findWallets(deps.database, [input.walletId])
  const wallet = requireOwned(principal, row ?? null, 'wallet')
  const network = deps.faucets.find((one) => one.chain === chain)
  const deployment = CHAIN_FACTS[chain].tokens[token]
  if (network === undefined)
    throw chainNotConfigured(
      chain,
      deps.faucets.map((one) => one.chain),
    )
  if (deployment === undefined)
    throw new DomainError('no_route', `${token} does not exist on ${chain}.`, {
      reason: 'token_not_supported_on_chain',
      ...{ token, chain },
    })
  const call = { to: deployment.address, data: mintCalldata(wallet.address, units) }
  const { hash, raw } = await keepMint(deps, network, wallet, call)
  const [result] = await network.adapter.sendRaw([raw])
  // Kept bytes are sent again by the slot keeper, but a caller who waits for money should know.
  if (result === undefined || !['accepted', 'known', 'nonceTooLow'].includes(result.kind))
    throw new DomainError('service_unavailable', 'The test chain does not answer. Try again.', { retryable: true })
  return { walletId: wallet._id, token, chain, amount: formatUnits(units), txHash: hash }
}

/** The account whose slots the faucet of a chain uses. */
export function minterAccount(chain: Chain, minterKey: string): string {
  return `test:${chain}:${computeAddress(minterKey)}`
}

/** Signs for the next nonce until one is free. */
async function keepMint(
  deps: FaucetDeps,
  network: FaucetNetwork,
  wallet: WalletRow,
  call: { to: string; data: string },
): Promise<SignedBytes> {
  const key = new SigningKey(network.minterKey)
  const account = minterAccount(network.chain, network.minterKey)
  const { chainId } = network.adapter
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const last = await lastNonce(deps.database, account)
    const nonce = last >= 0 ? last + 1 : await network.adapter.minedNonce(computeAddress(key))
    const { tip, maxFee } = FEES
    const given = { chainId, nonce, maxPriorityFee: tip, maxFee, gasLimit: GAS_LIMIT, ...call }
    const signed = signRelayTransaction(key, given)
    const bytes: SignedBytes = { ...signed, purpose: 'mint', tip, maxFee, height: 0, at: deps.clock.now() }
    const done = await submitPrepared(deps.commit, () => mintIntent(wallet, account, nonce, bytes))
    if ('answer' in done && done.answer) return bytes
  }
  throw new DomainError('service_unavailable', 'Too many ask for test money at once. Try again.', { retryable: true })
}

/** @returns whether the nonce was free */
function mintIntent(wallet: WalletRow, account: string, nonce: number, bytes: SignedBytes): Intent<boolean> {
  const ref = slotRef(account, nonce)
  return {
    priority: 'settle',
    orgId: wallet.orgId,
    mode: wallet.mode,
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const known = state.get<NonceSlotRow>(ref)
      if (known !== null) return { kind: 'done', answer: known.bytes[0]?.hash === bytes.hash, writes: {} }
      const row: Omit<NonceSlotRow, '_id' | 'v'> = {
        ...{ account, nonce, orgId: wallet.orgId, subjectId: `${wallet._id}:${nonce}`, authorizationNonce: null },
        ...{ state: 'sent', fence: 0, bytes: [bytes], mined: null, at },
      }
      return { kind: 'done', answer: true, writes: { insert: [{ ref, row }] } }
    },
  }
}
