/** The registry of merchants, for preparing a spend: commerce has it, payments asks it. */
import type { OrgId } from './ids.ts'
import type { Mode } from './principal.ts'
import type { Resolution } from './spend.ts'
import type { Chain } from './tokens.ts'

export interface MerchantDirectory {
  /**
   * @param input.to address, merchant id or merchant domain
   * @param input.merchant domain (or id) that the caller names beside it
   * @throws DomainError invalid_request: `to` is none of these, its checksum is wrong, or `merchant` contradicts it
   */
  resolve(input: {
    readonly orgId: OrgId
    readonly mode: Mode
    readonly to: string
    readonly merchant?: string | null
    readonly chain: Chain
  }): Promise<Resolution>
  /** Drops the cached registry of an organization, after a commit found it outdated. */
  refresh(orgId: OrgId): void
}
