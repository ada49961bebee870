/**
 * The discount extension of the Agentic Commerce Protocol. Merchants of this service give no discounts: codes are taken, each is
 * rejected, and a warning says so at the code as it was sent.
 */
import type { SessionDetails } from './requests.ts'

export const DISCOUNT_EXTENSION = {
  name: 'discount',
  extends: [
    '$.CheckoutSessionCreateRequest.discounts',
    '$.CheckoutSessionUpdateRequest.discounts',
    '$.CheckoutSession.discounts',
  ],
} as const

const REASON = 'discount_code_invalid'
/** Of a code in a message. */
const SHOWN = 40

/** Under the name of the extension, or that of earlier versions. */
function sentCodes({ discounts, coupons }: SessionDetails) {
  const at = discounts?.codes === undefined ? '$.coupons' : '$.discounts.codes'
  return (discounts?.codes ?? coupons ?? []).map((code, index) => ({ code, param: `${at}[${index}]` }))
}

/** Cut between characters: half of one is no text that can be sent. */
const sentence = (code: string): string => `The merchant gives no discount for "${[...code].slice(0, SHOWN).join('')}".`

export function rejectedDiscounts(details: SessionDetails): object {
  const sent = sentCodes(details)
  if (sent.length === 0) return {}
  const rejected = sent.map(({ code }) => ({ code, reason: REASON, message: sentence(code) }))
  return { discounts: { codes: sent.map(({ code }) => code), applied: [], rejected } }
}

/** The session can be paid all the same, at its whole price. */
export const discountWarnings = (details: SessionDetails): object[] =>
  sentCodes(details).map(({ code, param }) => ({
    ...{ type: 'warning', code: REASON, severity: 'low', resolution: 'recoverable', param },
    ...{ content_type: 'plain', content: sentence(code) },
  }))
