/** What screening asks of records that name somebody: organizations, agents and merchants (domain 4.3). */
import type { IntentPart, State } from './commit/types.ts'
import type { OpenedReview, RecordReview } from './complianceReviews.ts'
import type { DomainError } from './errors.ts'
import type { AgentId, OrgId } from './ids.ts'
import type { Mode } from './principal.ts'

export interface NamedRecord {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly subjectType: 'organization' | 'agent' | 'merchant' | 'bank_account'
  readonly subjectId: string
  /** Of a change only what it changes. */
  readonly names: readonly string[]
  /** Names that a change takes from it. One that is on a list stays: nobody gets off a list by another name. */
  readonly formerNames?: readonly string[]
  readonly addresses?: readonly string[]
}

/** Whose wallet or money it is; `agentId` null: no agent's. */
export type OwnerOfMoney = Pick<NamedRecord, 'orgId' | 'mode'> & { readonly agentId: AgentId | null }

/** Why no money moves (`compliance_denied`); null: nothing speaks against it. 'stale': to be prepared again, by newer lists. */
export type ListLook = (state: State) => DomainError | 'stale' | null

export interface RecordScreening {
  /**
   * The part of the commit that writes the record, before its other parts: it emits `compliance.flagged` where a person has to
   * look, and refuses with `compliance_denied` what is on a sanctions list. Its answer is the case that it opens; null: none.
   * @param review of a record that waits for compliance where a person has to look
   * @throws DomainError service_unavailable
   */
  prepare(record: NamedRecord, review?: RecordReview): Promise<IntentPart<OpenedReview | null>>
  /**
   * The last look at the lists before money moves (gate 15): prepared with everybody whom it concerns, and asked in the commit.
   * Only an exact name stops it: what is similar has had its review, or its flag.
   * @throws DomainError service_unavailable: the lists cannot be read
   */
  look(concerned: readonly Pick<NamedRecord, 'subjectType' | 'subjectId' | 'names'>[]): Promise<ListLook>
  /** Why no money may move now: there is no sanctions list, or it is too old (`service_unavailable`); null: it may. */
  unavailable(mode: Mode): DomainError | null
}
