/** A case of compliance as it is stored. */
import type { Check } from './assessment.ts'

interface Note {
  readonly personId: string | null
  readonly event: string
  /** Of hand_over. */
  readonly to?: string
  readonly at: Date
}

export interface Case {
  readonly _id: string
  readonly orgId: string
  readonly mode: string
  readonly status: string
  readonly isOpen: boolean
  readonly severity: string
  readonly riskScore: number
  readonly checks: readonly Check[]
  readonly screeningId: string
  /** Null where it is about something else, as its wallet. */
  readonly paymentId: string | null
  readonly walletId: string | null
  readonly agentId: string | null
  readonly requestedBy: { readonly kind: string; readonly personId?: string } | null
  /** Absent: its payment. */
  readonly subject?: { readonly type: string; readonly id: string }
  readonly notes: readonly Note[]
  readonly decidedBy: string | null
  readonly assignee?: string | null
  readonly dueAt: Date
  readonly createdAt: Date
  readonly closedAt: Date | null
}
