/**
 * The dry run (specification 2.15): the gates of a payment over a read-only state. It reserves nothing, emits nothing, and
 * returns a result also when the spend would be refused.
 */

import { parseChain } from '../../shared/chainName.ts'
import { timeOf } from '../../shared/clock.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invalidField, notFound } from '../../shared/errors.ts'
import { isWritable, parseInstant, parseOptionalText, parseText } from '../../shared/fields.ts'
import { isId, type WalletId } from '../../shared/ids.ts'
import { parseAmount } from '../../shared/money.ts'
import { type Caller, owns, type Principal, requireCaller } from '../../shared/principal.ts'
import type { GateVerdict, PolicyDecision, Spend, SpendKind } from '../../shared/spend.ts'
import { DEFAULT_CHAIN, DEFAULT_TOKEN } from '../../shared/tokens.ts'
import { findWalletsOfAgent } from '../models/wallets.ts'
import type { AppliedRate, PaymentsDeps } from '../ports.ts'
import { guardsOf } from '../rules/spendState.ts'
import { readSpendState, readsOfGates, withAmlChecks } from './authorizeSpend.ts'
import type { PaymentRequest } from './paymentRequests.ts'
import { chainOfDryRun, convertUsd, DESTINATION, parseToken, parseWalletId } from './paymentRequests.ts'
import { prepareSpend } from './prepareSpend.ts'
import { refreshPrepared } from './submitPayment.ts'

export interface CheckInput {
  readonly walletId?: string | null
  readonly agentId?: string | null
  readonly amount: string
  readonly merchant?: string | null
  readonly to?: string | null
  readonly token?: string | null
  readonly chain?: string | null
  readonly at?: string | null
  readonly kind?: SpendKind | null
}

export interface CheckResult {
  readonly spend: Spend
  readonly fx: AppliedRate
  readonly payee: string | null
  readonly error: DomainError | null
  readonly decision: PolicyDecision | null
  readonly at: Date
}

const YEAR_MS = 365 * 86_400_000

export async function checkPolicy(deps: PaymentsDeps, principal: Principal, input: CheckInput): Promise<CheckResult> {
  const caller = requireCaller(principal)
  const request = await parseCheck(deps, caller, input)
  const at = parseInstant(input.at, 'at', 'utc') ?? timeOf(deps.clock, caller)
  // The windows of limits around it are told, too: they begin and end up to a month away.
  if (![-YEAR_MS, YEAR_MS].every((away) => isWritable(new Date(at.getTime() + away))))
    throw invalidField('at', 'out_of_range', 'must be in the years 0002 to 9998.')
  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) refreshPrepared(deps, caller.orgId)
    const { spend, fx } = await prepareSpend(deps, caller, request)
    const verdict = await deps.commit.dryRun(dryRunIntent(deps, spend), at)
    if (verdict.kind === 'refused') throw verdict.error
    if (verdict.kind === 'stale' && attempt < 3) continue
    if (verdict.kind !== 'done')
      throw new DomainError('service_unavailable', 'What this depends on is changing. Try again.')
    return { spend, fx, payee: input.merchant ?? input.to ?? null, at, ...verdict.answer }
  }
}

function dryRunIntent(deps: PaymentsDeps, spend: Spend) {
  const { guard } = readsOfGates(deps.gates, spend)
  return {
    orgId: spend.orgId,
    mode: spend.mode,
    reads: () => ({ guard: [...guardsOf(spend), ...guard] }),
    decide: (state: Parameters<typeof readSpendState>[0], at: Date) => {
      const spendState = readSpendState(state, spend, at)
      // Only the owner may see a wallet's figures: for others it does not exist, whatever the policy would decide.
      if (spendState.wallet === null) return refused(notFound('wallet'))
      const screened = withAmlChecks(spendState, spend, at)
      let error: DomainError | null = null
      let decision: PolicyDecision | null = null
      // All gates run, so that the result shows the policy's figures even after an earlier refusal.
      for (const gate of deps.gates.filter(({ isSkippedInDryRun }) => !isSkippedInDryRun)) {
        const verdict: GateVerdict = gate.decide(spendState, screened, at)
        if (verdict.kind === 'stale') return { kind: 'stale' } as const
        decision = verdict.decision ?? decision
        if (verdict.kind === 'refuse') error ??= verdict.error
      }
      return done({ error, decision })
    },
  }
}

async function parseCheck(deps: PaymentsDeps, caller: Caller, input: CheckInput): Promise<PaymentRequest> {
  const token = parseToken(input.token ?? DEFAULT_TOKEN)
  const destination = input.to ?? input.merchant
  if (destination == null) throw invalidField('merchant', 'required', 'name a merchant, or a destination in "to"')
  const kind = input.kind ?? 'payment'
  const walletId = await walletOf(deps, caller, input)
  const to = parseText(destination, DESTINATION('to'))
  const priced =
    kind === 'transfer'
      ? await convertUsd(deps, caller, { amount: input.amount, token, to })
      : { amount: parseAmount(input.amount, token, 'amount'), usdMicro: null }
  return {
    ...{ kind, walletId, to, ...priced },
    merchant: parseOptionalText(input.merchant, DESTINATION('merchant')),
    chain:
      input.chain == null && kind === 'payment'
        ? await chainOfDryRun(deps, caller, walletId, priced.amount)
        : parseChain(input.chain ?? DEFAULT_CHAIN, caller.mode),
    purpose: null,
    metadata: null,
  }
}

async function walletOf(deps: PaymentsDeps, caller: Caller, input: CheckInput): Promise<WalletId> {
  if (input.walletId != null) {
    const walletId = parseWalletId(input.walletId)
    const owner = await deps.findWalletOwner(walletId)
    if (owner === null || !owns(caller, owner, { sharedInOrganization: true })) throw notFound('wallet')
    return walletId
  }
  if (caller.kind === 'agent') {
    if (input.agentId != null && input.agentId !== caller.agentId) throw notFound('agent')
    return caller.walletId
  }
  if (input.agentId == null) throw invalidField('wallet_id', 'required', 'name a wallet or an agent')
  const scope = { orgId: caller.orgId, mode: caller.mode }
  const own = isId('agent', input.agentId) ? await findWalletsOfAgent(deps.database, scope, input.agentId) : []
  const [wallet] = own
  if (wallet === undefined) throw notFound('agent')
  return wallet._id
}
