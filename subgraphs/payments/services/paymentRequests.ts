/**
 * Parses the input of the spending operations (specification 2.10, 4.2, 4.4). This is gate 4: an input refused here
 * consumes nothing, not even an idempotency key.
 */
import { parseChain } from '../../shared/chainName.ts'
import { DomainError, invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseMetadata, parseOptionalText, parseText, WAIT_SECONDS_MAX } from '../../shared/fields.ts'
import { type ApprovalId, isId, type WalletId } from '../../shared/ids.ts'
import { assetKey } from '../../shared/ledger/journal.ts'
import { normaliseDomain } from '../../shared/merchantDomain.ts'
import { type Amount, formatUnits, parseAmount, parseUsd } from '../../shared/money.ts'
import { type Caller, owns } from '../../shared/principal.ts'
import type { Beneficiary, SpendKind } from '../../shared/spend.ts'
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
import { parseBeneficiary } from '../rules/travelRule.ts'

export interface PaymentRequest {
  readonly kind: SpendKind
  readonly walletId: WalletId
  /** The agent that an organization pays for; null: the agent of the wallet. */
  readonly agentId?: string | null
  readonly to: string
  readonly merchant: string | null
  readonly amount: Amount
  /** The USD amount that a transfer names; null: priced at the current rate. */
  readonly usdMicro: bigint | null
  /** The rate at which that amount was converted into tokens. */
  readonly fx?: AppliedRate
  readonly chain: Chain
  readonly purpose: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Who is paid, as the caller names it. */
  readonly beneficiary?: Beneficiary | null
  /** An approval obtained in advance: it satisfies the threshold of one matching spend. */
  readonly approvalId?: ApprovalId | null
  /** False: a spend above the threshold is refused instead of parked. */
  readonly park?: boolean
}

type Optional<T> = T | null | undefined

interface SpendInput {
  readonly amount: string
  readonly token?: Optional<string>
  readonly chain?: Optional<string>
  readonly purpose?: Optional<string>
  readonly approvalId?: Optional<string>
  readonly beneficiary?: Optional<{ readonly name: string; readonly country: string }>
}

export interface PaymentInput extends SpendInput {
  readonly walletId: string
  readonly to: string
  readonly token: string
  readonly merchant?: Optional<string>
  readonly metadata?: Optional<unknown>
  readonly agentId?: Optional<string>
}

export interface TransferInput extends SpendInput {
  readonly walletId: string
  readonly merchant: string
}

export interface ExecuteInput extends SpendInput {
  readonly pspDomain: string
  readonly walletId?: Optional<string>
  readonly park?: Optional<boolean>
}

const PURPOSE = { path: 'purpose', lengthMax: LENGTH_MAX.reason }
export const DESTINATION = (path: string) => ({ path, lengthMax: LENGTH_MAX.destination })

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
      input.chain == null ? await chainOfPayment(deps, caller, walletId, amount) : parseChain(input.chain, caller.mode),
    purpose: parseOptionalText(input.purpose, PURPOSE),
    metadata: parseMetadata(input.metadata),
    beneficiary: parseBeneficiary(input.beneficiary),
    approvalId: parseApprovalId(input.approvalId),
  }
}

/** A transfer names its amount in US dollars, which is converted into the token at the current rate. */
export async function parseTransfer(deps: PaymentsDeps, caller: Caller, input: TransferInput): Promise<PaymentRequest> {
  const token = parseToken(input.token ?? DEFAULT_TOKEN)
  const walletId = parseWalletId(input.walletId)
  const to = parseText(input.merchant, DESTINATION('merchant'))
  return {
    kind: 'transfer',
    walletId,
    to,
    merchant: null,
    ...(await convertUsd(deps, caller, { amount: input.amount, token, to })),
    chain: parseChain(input.chain ?? DEFAULT_CHAIN, caller.mode),
    purpose: parseOptionalText(input.purpose, PURPOSE),
    metadata: null,
    beneficiary: parseBeneficiary(input.beneficiary),
    approvalId: parseApprovalId(input.approvalId),
  }
}

/** @param amount in US dollars, as text */
export async function convertUsd(
  deps: PaymentsDeps,
  caller: Caller,
  { amount: text, token, to }: { readonly amount: string; readonly token: Token; readonly to: string },
): Promise<Required<Pick<PaymentRequest, 'amount' | 'usdMicro' | 'fx'>>> {
  const usdMicro = parseUsd(text, 'amount')
  const { amount, fx } = await deps.rates.fromUsdMicro(usdMicro, token, caller.mode, to)
  if (amount.units <= 0n) throw invalidField('amount', 'too_small', `is less than the smallest amount of ${token}.`)
  return { amount, usdMicro, fx }
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
    beneficiary: parseBeneficiary(input.beneficiary),
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

/**
 * The chain of a payment that names none: the default one; for a token that is not on it, or while it takes no payments, the
 * token's first open chain with enough balance. Without one: what the wallet has on each chain.
 */
async function fundedChain(
  deps: PaymentsDeps,
  caller: Caller,
  walletId: WalletId,
  amount: Amount,
): Promise<Chain | { readonly available: Readonly<Record<string, string>> }> {
  const { chains } = TOKEN_FACTS[amount.token]
  const isOpen = (chain: Chain) => deps.routeRefusal(caller.mode, chain, amount.token) === null
  const hasDefault = chains.includes(DEFAULT_CHAIN)
  if (hasDefault && isOpen(DEFAULT_CHAIN)) return DEFAULT_CHAIN
  const position = (await findWalletPositions(deps.database, [walletId])).get(walletId)
  // The balance of another's wallet must not influence the refusal: gate 7 answers that the wallet is not found.
  if (position === undefined || !owns(caller, position)) return chains[0] ?? 'base'
  const availableOn = (chain: Chain) => position.balances[assetKey(chain, amount.token)]?.available ?? 0n
  const funded = chains.filter((chain) => availableOn(chain) >= amount.units)
  // Where all of them are closed, the gate of routes says why the first is.
  const chosen = funded.find(isOpen) ?? (hasDefault ? DEFAULT_CHAIN : funded[0])
  if (chosen !== undefined) return chosen
  const configured = chains.filter((chain) => deps.chains[caller.mode].has(chain))
  return {
    available: Object.fromEntries(configured.map((chain) => [chain, formatUnits(availableOn(chain), amount.token)])),
  }
}

/** @throws DomainError no_route (domain A.5): no chain of the token has enough balance */
async function chainOfPayment(deps: PaymentsDeps, caller: Caller, walletId: WalletId, amount: Amount): Promise<Chain> {
  const found = await fundedChain(deps, caller, walletId, amount)
  if (typeof found === 'string') return found
  const { token } = amount
  const { chains } = TOKEN_FACTS[token]
  const balances = Object.entries(found.available)
  if (balances.length === 0)
    throw new DomainError(
      'no_route',
      `${token} is on ${chains.join(', ')}, and none of them is configured here. Pay with another token.`,
      { reason: 'chain_not_configured', token, chains: [] },
    )
  const required = formatUnits(amount.units, token)
  const list = balances.map(([chain, available]) => `${available} on ${chain}`).join(', ')
  throw new DomainError(
    'no_route',
    `No chain of ${token} has enough balance: this needs ${required} ${token}, and available are ${list}. Fund the wallet on one of them.`,
    { reason: 'balance_below_amount', token, chains, required, available: found.available },
  )
}

/** The chain on which a payment would be sent; a dry run does not ask for funds, so without them any that is open. */
export async function chainOfDryRun(
  deps: PaymentsDeps,
  caller: Caller,
  walletId: WalletId,
  amount: Amount,
): Promise<Chain> {
  const found = await fundedChain(deps, caller, walletId, amount)
  if (typeof found === 'string') return found
  const { chains } = TOKEN_FACTS[amount.token]
  const { mode } = caller
  const isOpen = (chain: Chain) => deps.chains[mode].has(chain) && deps.routeRefusal(mode, chain, amount.token) === null
  return chains.find(isOpen) ?? chains[0] ?? DEFAULT_CHAIN
}
