/** The port of a payment processor: it gives a verdict on a charge, and moves no money itself. */
import type { Charge } from '../rules/charges.ts'

export type ProcessorVerdict =
  | { readonly kind: 'approved' }
  /** Why, in its words. */
  | { readonly kind: 'declined'; readonly reason: string | null }
  /** It cannot be told whether the question has arrived: the same charge is asked again. */
  | { readonly kind: 'unanswered'; readonly error: string }

export interface PaymentProcessor {
  /** Once or again: about one id it says the same for ever. Never rejects. */
  ask(charge: Charge): Promise<ProcessorVerdict>
  /** The longest that an answer takes. */
  readonly waitMs: number
}
