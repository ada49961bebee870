/**
 * A payment processor over HTTP: asked by POST with the charge as JSON, signed as webhooks are. It answers 200 with
 * `{"charge_id", "verdict": "approved" or "declined", "reason"}`; everything else is no answer.
 */
import { createHmac } from 'node:crypto'
import { CHECKOUT_CURRENCY } from '../../shared/acp.ts'
import { createExchange, type ExchangeResult } from '../../shared/outgoing/exchange.ts'
import type { ResolveHost } from '../../shared/outgoing/resolveHost.ts'
import type { Charge } from '../rules/charges.ts'
import type { PaymentProcessor, ProcessorVerdict } from './verdicts.ts'

const REASON_MAX = 200

interface HttpProcessor {
  readonly url: string
  /** Signs what is asked. */
  readonly secret: string
  readonly resolveHost: ResolveHost
  readonly allowLoopback: boolean
  readonly timeoutMs: number
}

export function createHttpProcessor({ url, secret, allowLoopback, ...options }: HttpProcessor): PaymentProcessor {
  const { timeoutMs } = options
  const exchange = createExchange(options)
  const never = new AbortController().signal
  return {
    waitMs: timeoutMs,
    async ask(charge) {
      const body = JSON.stringify(questionOf(charge))
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'agent-payment-service-charges/2',
        'idempotency-key': charge._id,
        'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      }
      const loopbackAllowed = allowLoopback && charge.mode === 'test'
      return verdictOf(charge, await exchange({ method: 'POST', url, loopbackAllowed, headers, body }, never))
    },
  }
}

const questionOf = (charge: Charge) => ({
  ...{ charge_id: charge._id, order_id: charge.orderId, session_id: charge.sessionId, payment_id: charge.paymentId },
  merchant: { merchant_id: charge.merchantId, domain: charge.domain },
  ...{ amount_minor: charge.amountMinor, currency: CHECKOUT_CURRENCY, token: charge.token, chain: charge.chain },
  ...{ mode: charge.mode, created_at: charge.createdAt.toISOString() },
})

function verdictOf({ _id }: Charge, { statusCode, error, body, isWhole }: ExchangeResult): ProcessorVerdict {
  const unanswered = (why: string) => ({ kind: 'unanswered', error: why }) as const
  if (statusCode === null) return unanswered(error ?? 'No response.')
  if (statusCode !== 200) return unanswered(`It answered ${statusCode}.`)
  const answer = isWhole ? objectIn(body ?? '') : null
  if (answer === null) return unanswered('Its answer is no JSON object, or too long.')
  if (answer.charge_id !== _id) return unanswered('Its answer is about another charge.')
  if (answer.verdict === 'approved') return { kind: 'approved' }
  if (answer.verdict !== 'declined') return unanswered('Its answer holds no verdict.')
  const { reason } = answer
  return { kind: 'declined', reason: typeof reason === 'string' ? shownText(reason) : null }
}

/** Its words are shown to callers and in logs. */
const shownText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, REASON_MAX)
    .toWellFormed()

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}
