/** DIDs whose keys agents hold themselves, under the DID: each is of one agent, once, so that it names nobody else. */
import type { Ref } from '../../shared/commit/types.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { AgentId, OrgId } from '../../shared/ids.ts'

interface ProvenDidRow {
  /** The DID. */
  readonly _id: string
  readonly v: number
  readonly orgId: OrgId
  readonly agentId: AgentId
  readonly provenAt: Date
}

const COLLECTION = 'provenDids'

export const provenDidRef = (did: string): Ref<ProvenDidRow> => ({ collection: COLLECTION, id: did })

export function registerProvenDids(database: Database): void {
  database.model(newSchema(), COLLECTION)
}
