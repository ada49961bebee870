/** Mandates are written by administrators of the organization alone; an agent never widens its own authority. */
import { invariant } from '../../shared/errors.ts'
import { type OrganizationPrincipal, type Principal, requireAccess } from '../../shared/principal.ts'

/** @throws DomainError capability_denied (reason organization_only), insufficient_scope, authentication_error */
export function requireAdmin(principal: Principal): OrganizationPrincipal {
  const caller = requireAccess(principal, { organization: { role: 'admin' } })
  invariant(caller.kind === 'organization', 'an agent is refused where only organizations have access')
  return caller
}
