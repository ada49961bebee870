/** Organizations: who owns agents, wallets and keys (domain A.2). Written only by the group commit. */
import { Schema } from 'mongoose'
import type { Ref } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { PolicyTemplate } from '../../shared/policy.ts'
import type { Mode } from '../../shared/principal.ts'

export interface OrganizationRow {
  readonly _id: OrgId
  readonly v: number
  readonly name: string
  /** Its key signs AP2 intents. */
  readonly did: string
  /** Sealed private key of `did`, bound to `didKeyAad`. */
  readonly sealedDidKey: string
  /** As in its position, which decides; here for those who read it. */
  readonly status: 'active' | 'suspended'
  /** Of the last change; absent while it has always been active. */
  readonly statusChange?: { readonly reason: string; readonly at: Date }
  /** IANA zone in which limits of new mandates count their days. */
  readonly limitTimezone: string
  /** Default mandates are made from it; null is the built-in template. */
  /** By mode: what a test key writes never reaches a live agent. */
  readonly policyTemplates: Readonly<Record<Mode, PolicyTemplate | null>>
  readonly createdAt: Date
}

const COLLECTION = 'organizations'

export const organizationRef = (orgId: OrgId): Ref<OrganizationRow> => ({ collection: COLLECTION, id: orgId })

export function registerOrganizations(database: Database): void {
  database.model(
    new Schema({}, { collection: COLLECTION, versionKey: false, autoIndex: false, strict: false }),
    COLLECTION,
  )
}

/** What the sealed key of an organization or agent is bound to. */
export const didKeyAad = (ownerId: string, did: string): string => `${ownerId}/${did}`

export function findOrganizations(database: Database, ids: readonly string[]): Promise<OrganizationRow[]> {
  return database
    .collection<OrganizationRow>(COLLECTION)
    .find({ _id: { $in: [...ids] as OrgId[] } })
    .toArray()
}

export async function findOrganization(database: Database, id: OrgId): Promise<OrganizationRow | null> {
  return (await findOrganizations(database, [id]))[0] ?? null
}
