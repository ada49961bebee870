/** The merchants that share the address of a payee, as they are kept with a payment or hold. Pure. */
import type { ResolvedMerchant, Sharers } from '../../shared/spend.ts'

/** A payment service's address may be that of thousands of merchants; a decision asks about all of them, a row keeps these. */
const KEPT_MAX = 100

/** What of a sharer stops a payment after it was accepted. */
export type KeptSharer = Pick<ResolvedMerchant, 'merchantId' | 'domain' | 'category'>

export const keptSharers = (sharers: Sharers): Sharers => sharers.slice(0, KEPT_MAX)

/** @param before the row that is decided again, whose sharers are replaced */
export function sharersOf(
  { sharers = [] }: { readonly sharers?: Sharers },
  before: { readonly sharers?: readonly KeptSharer[] } = {},
): { readonly sharers?: readonly KeptSharer[] } {
  if (sharers.length === 0 && before.sharers === undefined) return {}
  return { sharers: keptSharers(sharers).map(({ merchantId, domain, category }) => ({ merchantId, domain, category })) }
}

/** Those of a row as the gates take them. */
export function asSharers({ sharers = [] }: { readonly sharers?: readonly KeptSharer[] }): {
  readonly sharers?: Sharers
} {
  return sharers.length === 0 ? {} : { sharers: sharers.map((one) => ({ ...one, status: 'active' as const })) }
}
