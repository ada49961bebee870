/** What kill switches match. Only types. */
import type { MerchantId, OrgId } from './ids.ts'
import type { Mode } from './principal.ts'

/** How money moves: over a chain, the banks, the card network, to a merchant's checkout, or inside the service. */
type Rail = 'onchain' | 'ach' | 'card' | 'acp' | 'internal'

/** What a kill switch can match of a spend or of another act; what is absent no switch of its kind matches. */
export interface Stoppable {
  readonly orgId: OrgId
  readonly mode: Mode
  /** Absent: over a chain. */
  readonly rail?: Rail
  readonly amount?: { readonly token: string }
  readonly chain?: string | undefined
  /** The capability that it needs. */
  readonly access: string
  readonly merchant?: NamedMerchant | null
  /** Others with the same payout address: a switch on any of them stops the spend. */
  readonly sharers?: readonly NamedMerchant[] | undefined
  /**
   * Since when it waits, of what was accepted before: a switch that was set since then stops it until it is lifted, also past its
   * end, so that whoever sweeps up after a short stop finds what that has stopped. Absent: it is decided anew.
   */
  readonly waitsSince?: Date
}

interface NamedMerchant {
  readonly merchantId: MerchantId | null
  readonly domain: string | null
}
