/** What commerce needs, and what its merchant directory offers to whoever prepares a spend. */
import type { Clock } from '../shared/clock.ts'
import type { Commit } from '../shared/commit/types.ts'
import type { Database } from '../shared/database.ts'
import type { NewId } from '../shared/ids.ts'
import type { Mode } from '../shared/principal.ts'
import type { Log } from '../shared/subgraph.ts'
import type { Chain } from '../shared/tokens.ts'

export interface CommerceDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Log
}

export interface DirectoryMerchant {
  /** Null for a domain that is in no registry. */
  readonly merchantId: string | null
  readonly domain: string | null
  readonly category: string
  readonly status: 'active' | 'blocked'
}

export interface Resolution {
  /** The registry this rests on: a commit that finds another one answers stale. */
  readonly merchantsVersion: number
  readonly destination:
    | { readonly address: string }
    | { readonly reason: 'merchant_has_no_address_on_chain' | 'unknown_merchant' }
  /** What the policy looks at; null when nothing tells who is paid. */
  readonly merchant: DirectoryMerchant | null
}

export interface MerchantDirectory {
  /**
   * @param input.to address, merchant id or merchant domain
   * @param input.merchant domain (or id) that the caller names beside it
   * @throws DomainError invalid_request: `to` is none of these, its checksum is wrong, or `merchant` contradicts it
   */
  resolve(input: {
    readonly orgId: string
    readonly mode: Mode
    readonly to: string
    readonly merchant?: string | null
    readonly chain: Chain
  }): Promise<Resolution>
  /** Forgets what was seen of an organization's registry, after a commit said that it was out of date. */
  refresh(orgId: string): void
}
