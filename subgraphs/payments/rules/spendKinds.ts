/** What the kinds of spend differ in: the operation that makes one, and the capability that it needs. */

import type { Spend, SpendKind } from '../../shared/spend.ts'

export const SPEND_KINDS: Readonly<
  Record<SpendKind, { readonly operation: string; readonly access: Spend['access'] }>
> = {
  payment: { operation: 'Mutation.createPayment', access: 'payments' },
  transfer: { operation: 'Mutation.transfer', access: 'wallets' },
  hold: { operation: 'Mutation.createHold', access: 'holds' },
  execute: { operation: 'Mutation.executeMandate', access: 'payments' },
}

export function kindsWithAccess(access: string): SpendKind[] {
  return (Object.keys(SPEND_KINDS) as SpendKind[]).filter((kind) => SPEND_KINDS[kind].access === access)
}
