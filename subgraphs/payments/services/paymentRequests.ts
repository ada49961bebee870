/**
 * Input of the spending operations -> a request with domain types, or a refusal that names the field (specification
 * 2.10, 4.2, 4.4). Input shape is gate 4: what is refused here consumes nothing, not even an idempotency key.
 */
import { parseChain } from '../../shared/chainName.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { parseMetadata, parseOptionalText, parseText } from '../../shared/fields.ts'
import { type ApprovalId, isId, type WalletId } from '../../shared/ids.ts'
import { assetKey } from '../../shared/ledger/journal.ts'
import { normaliseDomain } from '../../shared/merchantDomain.ts'
import { type Amount, parseAmount, parseUsd } from '../../shared/money.ts'
import { type Caller, owns } from '../../shared/principal.ts'
import type { SpendKind } from '../../shared/spend.ts'
import {
  type Chain,
  DEFAULT_CHAIN,
  DEFAULT_TOKEN,
  isToken,
  TOKEN_FACTS,
  TOKENS,
  type Token,
} from '../../shared/tokens.ts'
import { findWalletPositions } from '../models/wallets.ts'
import type { AppliedRate, PaymentsDeps } from '../ports.ts'

export interface PaymentRequest {
  readonly kind: SpendKind
  readonly walletId: WalletId
  /** Whom an organization says it pays for; null = whoever's wallet it is. */
  readonly agentId?: string | null
  readonly to: string
  readonly merchant: string | null
  readonly amount: Amount
  /** For a transfer in another currency the caller's figure is in USD and wins over the rate. */
  readonly usdMicro: bigint | null
  /** The rate that such a figure was turned into tokens with. */
  readonly fx?: AppliedRate
  readonly chain: Chain
  readonly purpose: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** An approval that was given before: it satisfies the threshold of one spend that matches it. */
  readonly approvalId?: ApprovalId | null
  /** False: above the threshold it is refused instead of parked. */
  readonly park?: boolean
}

type Optional<T> = T | null | undefined

export interface PaymentInput {
  readonly walletId: string
  readonly to: string
  readonly amount: string
  readonly token: string
  readonly chain?: Optional<string>
  readonly merchant?: Optional<string>
  readonly purpose?: Optional<string>
  readonly metadata?: Optional<unknown>
  readonly agentId?: Optional<string>
  readonly approvalId?: Optional<string>
  readonly idempotencyKey?: Optional<string>
}

export interface TransferInput {
  readonly walletId: string
  readonly amount: string
  readonly merchant: string
  readonly purpose?: Optional<string>
  readonly token?: Optional<string>
  readonly chain?: Optional<string>
  readonly approvalId?: Optional<string>
  readonly idempotencyKey?: Optional<string>
}

export interface ExecuteInput {
  readonly pspDomain: string
  readonly amount: string
  readonly token?: Optional<string>
  readonly chain?: Optional<string>
  readonly purpose?: Optional<string>
  readonly walletId?: Optional<string>
  readonly approvalId?: Optional<string>
  readonly park?: Optional<boolean>
  readonly idempotencyKey?: Optional<string>
}

const PURPOSE = { path: 'purpose', lengthMax: 500 }
export const DESTINATION = (path: string) => ({ path, lengthMax: 300 })
const WAIT_SECONDS_MAX = 30

export async function parsePayment(deps: PaymentsDeps, caller: Caller, input: PaymentInput): Promise<PaymentRequest> {
  const token = parseToken(input.token)
  const walletId = parseWalletId(input.walletId)
  const amount = parseAmount(input.amount, token, 'amount')
  return {
    kind: 'payment',
    walletId,
    agentId: input.agentId ?? null,
    to: parseText(input.to, DESTINATION('to')),
    merchant: parseOptionalText(input.merchant, DESTINATION('merchant')),
    amount,
    usdMicro: null,
    chain:
      input.chain == null ? await defaultChain(deps, caller, walletId, amount) : parseChain(input.chain, caller.mode),
    purpose: parseOptionalText(input.purpose, PURPOSE),
    metadata: parseMetadata(input.metadata),
    approvalId: parseApprovalId(input.approvalId),
  }
}

/** A transfer names its amount in US dollars; what that is in the token, the rate of now says. */
export async function parseTransfer(deps: PaymentsDeps, caller: Caller, input: TransferInput): Promise<PaymentRequest> {
  const token = parseToken(input.token ?? DEFAULT_TOKEN)
  const walletId = parseWalletId(input.walletId)
  const usdMicro = parseUsd(input.amount, 'amount')
  const { amount, fx } = await deps.rates.fromUsdMicro(usdMicro, token, caller.mode)
  if (amount.units <= 0n) throw invalidField('amount', 'too_small', `is less than the smallest amount of ${token}.`)
  return {
    kind: 'transfer',
    walletId,
    to: parseText(input.merchant, DESTINATION('merchant')),
    merchant: null,
    amount,
    usdMicro,
    fx,
    chain: parseChain(input.chain ?? DEFAULT_CHAIN, caller.mode),
    purpose: parseOptionalText(input.purpose, PURPOSE),
    metadata: null,
    approvalId: parseApprovalId(input.approvalId),
  }
}

/** A mandate execution (specification 4.4): a payment to the domain of a payment service, from the agent's own wallet. */
export function parseExecution(caller: Caller, input: ExecuteInput): PaymentRequest {
  const token = parseToken(input.token ?? DEFAULT_TOKEN)
  const domain = normaliseDomain(parseText(input.pspDomain, DESTINATION('psp_domain')))
  if (domain === null) throw invalidField('psp_domain', 'not_a_domain', 'must be a domain, like psp.example.com')
  const own = caller.kind === 'agent' ? caller.walletId : null
  const walletId = input.walletId ?? own
  if (walletId === null)
    throw invalidField('wallet_id', 'required', 'name the wallet; only an agent has one of its own')
  return {
    kind: 'execute',
    walletId: parseWalletId(walletId),
    agentId: null,
    to: domain,
    merchant: null,
    amount: parseAmount(input.amount, token, 'amount'),
    usdMicro: null,
    chain: parseChain(input.chain ?? DEFAULT_CHAIN, caller.mode),
    purpose: parseOptionalText(input.purpose, PURPOSE),
    metadata: null,
    approvalId: parseApprovalId(input.approvalId),
    park: input.park ?? true,
  }
}

/** @throws DomainError invalid_request */
export function parseWait(wait: Optional<number>): number {
  if (wait == null) return 0
  if (!Number.isInteger(wait) || wait < 0 || wait > WAIT_SECONDS_MAX)
    throw invalidField('wait', 'out_of_range', `must be whole seconds from 0 to ${WAIT_SECONDS_MAX}`)
  return wait
}

export function parseToken(value: unknown): Token {
  if (!isToken(value)) throw invalidField('token', 'unknown_token', `must be one of ${TOKENS.join(', ')}`)
  return value
}

export function parseWalletId(value: unknown): WalletId {
  if (!isId('wallet', value))
    throw invalidField('wallet_id', 'not_an_identifier', 'must be a wallet identifier (wal_...)')
  return value
}

function parseApprovalId(value: unknown): ApprovalId | null {
  if (value === undefined || value === null || isId('approval', value)) return value ?? null
  throw invalidField('approval_id', 'not_an_identifier', 'must be an approval identifier (apr_...)')
}

/** The default; for a token that is not there, its first chain with enough balance. */
async function defaultChain(deps: PaymentsDeps, caller: Caller, walletId: WalletId, amount: Amount): Promise<Chain> {
  const { chains } = TOKEN_FACTS[amount.token]
  if (chains.includes(DEFAULT_CHAIN)) return DEFAULT_CHAIN
  const position = (await findWalletPositions(deps.database, [walletId])).get(walletId)
  // What a foreign wallet holds decides nothing, not even which refusal it is: gate 7 says that it is not there.
  if (position === undefined || !owns(caller, position)) return chains[0] ?? 'base'
  const funded = chains.find((chain) => {
    const balances = position.balances[assetKey(chain, amount.token)]
    return balances !== undefined && balances.available >= amount.units
  })
  if (funded !== undefined) return funded
  const configured = chains.filter((chain) => deps.chains[caller.mode].has(chain))
  if (configured.length === 0)
    throw new DomainError(
      'no_route',
      `${amount.token} is on ${chains.join(', ')}, and none of them is configured here. Pay with another token.`,
      { reason: 'chain_not_configured', token: amount.token, chains: configured },
    )
  throw new DomainError(
    'no_route',
    `No chain of ${amount.token} has enough balance in this wallet. Name the chain, or fund it.`,
    {
      reason: 'chain_unavailable',
      token: amount.token,
      chains,
    },
  )
}
