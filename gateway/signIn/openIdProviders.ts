/** With whom people may sign in (OpenID Connect), and what their claims let them do: from the configuration alone. */
import { z } from 'zod'
import { isId, type OrgId } from '../../subgraphs/shared/ids.ts'
import { type Mode, ROLES, type Role } from '../../subgraphs/shared/principal.ts'
import { isTrustworthy } from '../auth/sessionCookie.ts'

export interface OpenIdProvider {
  /** Part of the addresses of its sign-in. */
  readonly id: string
  readonly issuer: string
  readonly clientId: string
  /** Null: a public client, which has PKCE alone. */
  readonly clientSecret: string | null
  /** For which organization, and in which mode, its people act. */
  readonly orgId: OrgId
  readonly mode: Mode
  readonly scope: string
  /** A claim of the ID token: a text, or a list of them. */
  readonly roleClaim: string
  /** Value of that claim -> roles. Whoever has none of the values does not get in. */
  readonly roles: Readonly<Record<string, readonly Role[]>>
  /** Whether a verified e-mail address is the name of the person, as in keys of that name. */
  readonly matchVerifiedEmail: boolean
}

const PROVIDERS_MAX = 20
const text = z.string().min(1).max(300)

const providers = z
  .array(
    z
      .strictObject({
        id: z.string().regex(/^[a-z0-9-]{1,40}$/),
        issuer: z.url().refine((issuer) => isTrustworthy(new URL(issuer))),
        client_id: text,
        client_secret: text.optional(),
        org_id: z.string().refine((value): value is OrgId => isId('organization', value)),
        mode: z.enum(['test', 'live']),
        scope: text.default('openid email profile'),
        role_claim: text,
        roles: z.record(
          text,
          z.array(z.enum(ROLES)).refine((roles) => roles.length < 2 || !roles.includes('viewer')),
        ),
        match_verified_email: z.boolean().default(false),
      })
      .transform(
        (one): OpenIdProvider => ({
          ...{ id: one.id, issuer: one.issuer, clientId: one.client_id, clientSecret: one.client_secret ?? null },
          ...{ orgId: one.org_id as OrgId, mode: one.mode, scope: one.scope, roleClaim: one.role_claim },
          ...{ roles: one.roles, matchVerifiedEmail: one.match_verified_email },
        }),
      ),
  )
  .max(PROVIDERS_MAX)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length)

/** Null: not in that form. */
export function parseOpenIdProviders(json: string): readonly OpenIdProvider[] | null {
  if (json === '') return []
  try {
    const parsed = providers.safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * Null for somebody whom nothing lets in. Of several values each gives its roles; reading alone is only what is left when
 * no other one gives more.
 */
export function rolesOf(
  { roleClaim, roles }: OpenIdProvider,
  claims: Readonly<Record<string, unknown>>,
): Role[] | null {
  const values = [Object.hasOwn(claims, roleClaim) ? claims[roleClaim] : []].flat()
  const known = values.filter((value): value is string => typeof value === 'string' && Object.hasOwn(roles, value))
  if (known.length === 0) return null
  const all = [...new Set(known.flatMap((value) => roles[value] ?? []))]
  const isReader = known.every((value) => roles[value]?.includes('viewer'))
  return isReader ? ['viewer'] : all.filter((role) => role !== 'viewer')
}
