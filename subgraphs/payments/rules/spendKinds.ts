/** What the kinds of spend differ in: the operation that makes one, and the capability that it needs. */

import type { PaymentKind, SpendFacts } from '../../shared/spend.ts'

export const SPEND_KINDS = {
  payment: { operation: 'Mutation.createPayment', access: 'payments' },
  transfer: { operation: 'Mutation.transfer', access: 'wallets' },
  hold: { operation: 'Mutation.createHold', access: 'holds' },
  execute: { operation: 'Mutation.executeMandate', access: 'payments' },
  conversion: { operation: 'Mutation.executeConversion', access: 'treasury' },
} as const satisfies Readonly<
  Record<PaymentKind, { readonly operation: string; readonly access: SpendFacts['access'] }>
>

export function kindsWithAccess(access: string): PaymentKind[] {
  return (Object.keys(SPEND_KINDS) as PaymentKind[]).filter((kind) => SPEND_KINDS[kind].access === access)
}
