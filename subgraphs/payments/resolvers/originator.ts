/** Who sees who pays. */
import type { Principal } from '../../shared/principal.ts'

/** What an organization has stated of itself is for its people, on a payment as on the organization. */
export const shownOriginator = <T>(originator: T | null | undefined, { kind }: Pick<Principal, 'kind'>): T | null =>
  kind === 'agent' ? null : (originator ?? null)
