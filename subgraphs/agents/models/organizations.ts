/** Organizations: who owns agents, wallets and keys (domain A.2). Written only by the group commit. */

import type { OrgPosition } from '../../shared/commit/positions.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { LegalFacts } from '../../shared/originator.ts'
import type { PolicyTemplate } from '../../shared/policy.ts'
import type { Mode } from '../../shared/principal.ts'
import type { OwnRateLimits } from '../../shared/rateLimits.ts'
import { readInPages } from '../../shared/readInPages.ts'
import type { NamedRecord } from '../../shared/recordScreening.ts'

export interface OrganizationRow {
  readonly _id: OrgId
  readonly v: number
  readonly name: string
  /** Its key signs AP2 intents. */
  readonly did: string
  /** Sealed private key of `did`, bound to `didKeyAad`. */
  readonly sealedDidKey: string
  /** A copy for reads; the position's status decides. */
  readonly status: 'active' | 'suspended'
  /** The last change of status, if there was one. */
  readonly statusChange?: {
    readonly reason: string
    readonly at: Date
    /** The same instant on its clock in test mode; absent in rows of earlier versions. */
    readonly testAt?: Date
  }
  /** When an operator last changed its names, and why one that is on a list could go; absent: never. */
  readonly nameChange?: { readonly reason: string; readonly at: Date }
  /** IANA zone in which limits of new mandates count their days. */
  readonly limitTimezone: string
  /** For default mandates, null: the built-in template. By mode, so that a test key cannot affect live agents. */
  readonly policyTemplates: Readonly<Record<Mode, PolicyTemplate | null>>
  /** A copy for reads; the position's decides. Absent: the default rules. */
  readonly quorum?: OrgPosition['quorum']
  /** A copy for reads. Absent: the default thresholds. */
  readonly alerts?: NonNullable<OrgPosition['alerts']>
  /** A copy for reads. Absent: the default one. */
  readonly trustMinimum?: NonNullable<OrgPosition['trustMinimum']>
  /** A copy for reads. Absent: not looked at yet. */
  readonly kyb?: OrgPosition['kyb']
  /** A copy for reads, by mode; the position's decides. */
  readonly strictApprovals?: OrgPosition['strictApprovals']
  /** As `strictApprovals`. */
  readonly withdrawalApprovals?: OrgPosition['withdrawalApprovals']
  /** For the travel rule, by mode. Absent: nothing is stated yet. */
  readonly legal?: Readonly<Partial<Record<Mode, LegalFacts>>>
  /** Set by the operator; absent: those of the platform. */
  readonly rateLimits?: OwnRateLimits
  readonly createdAt: Date
}

const COLLECTION = 'organizations'

export const organizationRef = (orgId: OrgId): Ref<OrganizationRow> => ({ collection: COLLECTION, id: orgId })

export function registerOrganizations(database: Database): void {
  database.model(newSchema(), COLLECTION)
}

/** Additional authenticated data that binds the sealed key of an organization or agent to its owner. */
export const didKeyAad = (ownerId: string, did: string): string => `${ownerId}/${did}`

export function findOrganizations(database: Database, ids: readonly OrgId[]): Promise<OrganizationRow[]> {
  return database
    .collection<OrganizationRow>(COLLECTION)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export async function findOrganization(database: Database, id: OrgId): Promise<OrganizationRow | null> {
  return (await findOrganizations(database, [id]))[0] ?? null
}

/** In time or not at all: the gateway asks all the time, and goes on without an answer. */
export function findRateLimits(
  database: Database,
  ids: readonly OrgId[],
): Promise<Pick<OrganizationRow, '_id' | 'rateLimits'>[]> {
  return database.bounded
    .collection<OrganizationRow>(COLLECTION)
    .find({ _id: { $in: [...ids] } }, { projection: { rateLimits: 1 } })
    .toArray()
}

/** In both modes, page by page. */
export async function* readNamedOrganizations(database: Database): AsyncGenerator<readonly NamedRecord[]> {
  for await (const page of readInPages<OrganizationRow>(database, COLLECTION))
    yield page.flatMap((row) => (['test', 'live'] as const).map((mode) => namedOrganization(row, mode)))
}

export const namedOrganization = (
  { _id: orgId, name, legal }: Pick<OrganizationRow, '_id' | 'name' | 'legal'>,
  mode: Mode,
): NamedRecord => ({
  ...{ orgId, mode, subjectType: 'organization', subjectId: orgId },
  names: namesOf(name, legal?.[mode]),
})

/** What is screened of an organization. */
export const namesOf = (name: string, legal: LegalFacts = {}): readonly string[] =>
  legal.name === undefined || legal.name === name ? [name] : [name, legal.name]
