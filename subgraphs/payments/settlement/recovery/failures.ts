/** Why payments fail on chain: the attempts that tell it, and the failure that follows from them (specification 7). */
import { type DomainError, ERROR_TYPES, type ErrorType, type Refusal } from '../../../shared/errors.ts'
import { formatUnits } from '../../../shared/money.ts'
import { classifyRevert } from '../../chains/sendErrors.ts'
import type { PaymentAttempt, PaymentRow } from '../../models/payments.ts'
import type { Network } from '../network/network.ts'

/** Why a payment was canceled on chain, for its failure. */
export function stopReason(network: Network, error: DomainError): PaymentAttempt {
  return { adapter: network.chain, at: network.clock.now(), error: `${STOPPED}${error.type}` }
}

/** The failure of a payment that was stopped or reverted. */
export function failureOf(payment: PaymentRow): Refusal {
  const stop = payment.attempts.findLast(({ error }) => error.startsWith(STOPPED))?.error.slice(STOPPED.length)
  if (stop !== undefined && isErrorType(stop))
    return {
      type: stop,
      message:
        'The payment had been accepted, and was stopped and canceled on chain. Nothing was paid, and the funds are available again.',
      details: { was_accepted: true },
    }
  const reverts = payment.attempts.filter(({ error }) => error.startsWith(REVERTED))
  const reason = reverts.at(-1)?.error.slice(REVERTED.length) ?? null
  const { token } = payment
  const required = formatUnits(payment.amount, token)
  const details = { revert_reason: reason, attempts: attemptsOf(payment) }
  if (reason !== null && classifyRevert(reason) === 'insufficientFunds')
    return {
      type: 'insufficient_funds',
      message: `The token says that the balance on chain is too low for ${required} ${token}. The funds are available again in the ledger; reconcile the wallet to see what differs.`,
      details: { reason: 'balance_below_amount', required, token, chain: payment.chain, ...details },
    }
  return {
    type: 'all_adapters_exhausted',
    message: `The chain refused the transfer${reason === null ? '' : `: ${reason}`}. The funds are available again: try later with a new Idempotency-Key, or use another recipient.`,
    details,
  }
}

/** Every attempt, as a failure tells it (domain 7.2); of very many the last ones. */
export function attemptsOf({ attempts }: Pick<PaymentRow, 'attempts'>): readonly Omit<PaymentAttempt, 'at'>[] {
  return attempts.slice(-ATTEMPTS_TOLD_MAX).map(({ adapter, error }) => ({ adapter, error }))
}

const ATTEMPTS_TOLD_MAX = 50

/** Prefix of the stored text of an attempt that reverted. */
export const REVERTED = 'reverted: '
/** The same of a cancellation that was not sent, because it would have reverted. */
export const NOT_CANCELED = 'not canceled: '
const STOPPED = 'stopped: '
const isErrorType = (text: string): text is ErrorType => Object.hasOwn(ERROR_TYPES, text)
