/**
 * Simulates each transfer before it gets a nonce: one that would revert costs no gas and no nonce. It counts as a try
 * (specification 7) and is retried with exponential backoff; after the last try the payment fails, and since its
 * authorization was never sent, its funds are free at once. Gas limits are estimated here too.
 */
import type { Call } from '../../chains/chainAdapter.ts'
import { classifyRevert } from '../../chains/sendErrors.ts'
import type { PaymentRow } from '../../models/payments.ts'
import type { Postponement } from '../intents/postponePayment.ts'
import { growingPause, type Network } from '../network/network.ts'
import { failureOf, REVERTED } from '../recovery/failures.ts'
import { gasLimitOf, refreshGasLimit, withMargin } from '../transactions/gasLimits.ts'
import { paymentCall } from '../transactions/relayTransactions.ts'
import { tokenAddress } from '../transactions/tokenAddress.ts'
import { type Authorized, postpone } from './claimQueued.ts'

export interface Relayable extends Authorized {
  readonly call: Call
  readonly gasLimit: number
}

export interface Reverting {
  readonly payment: PaymentRow
  readonly reason: string
}

/** @returns passed: those that would succeed now */
export async function simulateRelays(
  network: Network,
  from: string,
  authorized: readonly Authorized[],
): Promise<{ readonly passed: readonly Relayable[]; readonly reverting: readonly Reverting[] }> {
  const calls = authorized.map((one) => ({ ...one, call: paymentCall(one.payment, one) }))
  for (const [token, own] of Map.groupBy(calls, ({ payment }) => payment.token)) {
    const relayCalls = own.map(({ call }) => ({ from, ...call }))
    await refreshGasLimit(network, token, relayCalls)
  }
  const relays = calls.map((one) => ({ ...one, gasLimit: gasLimitOf(network, one.payment.token) }))
  const verdicts = await network.adapter.simulateAll(
    relays.map(({ call, gasLimit }) => ({ from, ...call, gas: gasLimit })),
  )
  const passed: Relayable[] = []
  const reverting: Reverting[] = []
  for (const [index, relay] of relays.entries()) {
    const verdict = verdicts[index]
    const judged =
      verdict === undefined || verdict.succeeds ? relay : await resolveRevert(network, from, relay, verdict.reason)
    if ('reason' in judged) reverting.push({ payment: relay.payment, reason: judged.reason })
    else passed.push(judged)
  }
  return { passed, reverting }
}

/** Running out of gas is no verdict: this transfer needs more gas than others, and is estimated by itself. */
async function resolveRevert(
  network: Network,
  from: string,
  relay: Relayable,
  reason: string,
): Promise<Relayable | { reason: string }> {
  // It was paid before, as after a restored backup: reconcileOverdue finds the transfer once the payment is under way.
  if (classifyRevert(reason) === 'authorizationUsed') return relay
  if (!/out ?of ?gas/i.test(reason)) return (await isUsed(network, relay)) ? relay : { reason }
  const estimate = await network.adapter.estimateGas({ from, ...relay.call })
  if (estimate !== null && typeof estimate !== 'number') return estimate
  const gasLimit = estimate === null ? network.gas.limitMax : withMargin(network, estimate)
  if (estimate !== null && gasLimit < estimate) return { reason: `needs ${estimate} gas, above the bound of the chain` }
  return { ...relay, gasLimit }
}

/** Not every token says it in the same words. */
async function isUsed(network: Network, { payment, from, authorization }: Relayable): Promise<boolean> {
  if (authorization === null) return false
  return network.adapter.authorizationState(tokenAddress(payment), from, authorization.nonce)
}

/** Never throws; not to be awaited. */
export async function postponeReverting(
  network: Network,
  { payment, reason }: Reverting,
  signal: AbortSignal,
): Promise<void> {
  const { attemptsMax, pauseMs, pauseMaxMs } = network.options
  const postponement: Postponement = {
    attempt: { adapter: network.chain, error: `${REVERTED}${reason}` },
    triesOf: ({ attempts }) => attempts.filter(({ error }) => error.startsWith(REVERTED)).length,
    triesMax: attemptsMax,
    pauseMs: (tries) => growingPause(tries, pauseMs, pauseMaxMs),
    failureOf,
  }
  await postpone(network, payment, postponement, reason, signal)
}
