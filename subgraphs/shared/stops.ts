/** What stops spends that have not ended: the target of a stop, and what it ends. */
import type { OrgId } from './ids.ts'
import type { Mode } from './principal.ts'

/** The payments that a stop may concern: the target of a kill switch, or one wallet. The gates decide which are stopped. */
export interface StopScope {
  /** Null: of every organization. */
  readonly orgId: OrgId | null
  readonly mode: Mode | null
  readonly scope: string
  readonly targetId: string
}

/** Fields of rows by the scope that names one of them. */
const NAMED: Readonly<Record<string, string>> = { organization: 'orgId', wallet: 'walletId', agent: 'agentId' }

/** As a filter of rows: those of other owners, and of other wallets or agents, need not be looked at. */
export function stoppableOf({ orgId, mode, scope, targetId }: StopScope): object {
  const field = NAMED[scope]
  return {
    ...(field === undefined ? {} : { [field]: targetId }),
    ...(orgId === null ? {} : { orgId }),
    ...(mode === null ? {} : { mode }),
  }
}

/** How many payments a stop has ended, or would end. */
export interface StoppedWork {
  /** Accepted and not signed: failed. */
  readonly queued: number
  /** Parked for a decision: dismissed. */
  readonly parked: number
  /** Sent to the chain, so no longer stoppable: followed to the end. */
  readonly broadcast: number
  /** Cards that are frozen; absent where none was looked for. */
  readonly cards?: number
}

/** Payments that have not ended, for what stops them. */
export interface StoppablePayments {
  count(scope: StopScope): Promise<StoppedWork>
  /** Ends those that the gates refuse now, and marks those that can no longer be stopped. */
  stop(scope: StopScope): Promise<StoppedWork>
  /** As `stop`, in the background; gates before signing would stop them anyway, so a failure is only logged. */
  beginStop(scope: StopScope): void
}
