/** The mandate that an agent gets when it registers (specification 1): its organization's template or the built-in one. */

import { invalidField, notFound } from '../../shared/errors.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { PolicyTemplate } from '../../shared/policy.ts'
import { type Principal, requireCaller, requireOrganization } from '../../shared/principal.ts'
import type { MandatesDeps } from '../ports.ts'
import { BUILTIN_TEMPLATE } from '../rules/builtinTemplate.ts'
import { readPolicy, zoneOfWindows } from './readPolicy.ts'

export interface TemplateView extends PolicyTemplate {
  readonly orgId: OrgId
  readonly builtin: boolean
}

const EXPIRES_IN_DAYS_MAX = 3_650

/** @throws DomainError not_found (another organization), capability_denied */
export async function getPolicyTemplate(
  deps: Pick<MandatesDeps, 'organizations'>,
  principal: Principal,
  orgId: string,
): Promise<TemplateView> {
  const caller = requireCaller(principal)
  const organization = caller.orgId === orgId ? await deps.organizations.find(caller.orgId) : null
  if (organization === null) throw notFound('organization')
  const policyTemplate = organization.policyTemplates[caller.mode]
  return { orgId: caller.orgId, ...(policyTemplate ?? BUILTIN_TEMPLATE), builtin: policyTemplate === null }
}

/** @throws DomainError invalid_request (with `problems`), not_found, capability_denied, insufficient_scope */
export async function setPolicyTemplate(
  deps: Pick<MandatesDeps, 'organizations'>,
  principal: Principal,
  input: { readonly orgId: string; readonly policy?: unknown; readonly expiresInDays?: unknown },
): Promise<TemplateView> {
  const caller = requireOrganization(principal)
  const { orgId } = caller
  if (input.orgId !== orgId) throw notFound('organization')
  const expiresInDays = parseDays(input.expiresInDays ?? BUILTIN_TEMPLATE.expiresInDays)
  const { policy, policyText, canonicalText } = readPolicy(input.policy, await zoneOfWindows(deps, caller, null))
  await deps.organizations.setPolicyTemplate(caller, { policy, policyText, canonicalText, expiresInDays })
  return { orgId, policy, policyText, canonicalText, expiresInDays, builtin: false }
}

function parseDays(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > EXPIRES_IN_DAYS_MAX)
    throw invalidField('expires_in_days', 'out_of_range', `must be whole days from 1 to ${EXPIRES_IN_DAYS_MAX}.`)
  return value
}
