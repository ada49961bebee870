/**
 * What a failure of the database means for a commit. The first error counts: after a duplicate key the server labels the
 * errors that follow as transient, and a retry for their sake would meet the duplicate for ever.
 */
import { isDuplicateKey } from '../database.ts'

/**
 * `retry`: nothing was committed, run again. `conflict`: the same, because another process wrote the same rows.
 * `tooLarge`: nothing was committed, split. `unknown`: it may be committed. `outdated`: nothing was committed, and a newer
 * version of the service has taken over the database.
 */
export class StoreError extends Error {
  readonly kind: 'retry' | 'conflict' | 'tooLarge' | 'unknown' | 'outdated'
  constructor(kind: StoreError['kind'], cause?: unknown) {
    super(`commit: ${kind}`, { cause })
    this.name = 'StoreError'
    this.kind = kind
  }
}

const WRITE_CONFLICT = 112

/** Elections, lost connections, time limits, conflicts: a second try may succeed. */
const TRANSIENT_CODES = new Set([
  6, 7, 24, 50, 64, 89, 91, 134, 189, 211, 225, 239, 246, 251, 262, 317, 358, 384, 9001, 10107, 11600, 11601, 11602,
  13388, 13435, 13436,
])
/** The transaction or a command in it is larger than the server takes: half of it may fit. */
const TOO_LARGE_CODES = new Set([257, 10334, 17280, 17419])

/** For a failure before the commit command, when nothing can be committed yet. */
export function classify(error: unknown): unknown {
  if (error instanceof StoreError) return error
  const code = codeOf(error)
  if (isDuplicateKey(error)) return error
  if (TOO_LARGE_CODES.has(code)) return new StoreError('tooLarge', error)
  if (code === WRITE_CONFLICT) return new StoreError('conflict', error)
  if (hasLabel(error, 'TransientTransactionError') || isNetwork(error) || TRANSIENT_CODES.has(code))
    return new StoreError('retry', error)
  return error
}

/** Whether the same command may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  const kind = classify(error)
  return kind instanceof StoreError && (kind.kind === 'retry' || kind.kind === 'conflict')
}

/** Whether the server says that this commit can never happen. After any other error of a commit it may have happened. */
export function isCertainAbort(error: unknown): boolean {
  return hasLabel(error, 'TransientTransactionError') && !hasLabel(error, 'UnknownTransactionCommitResult')
}

export function codeOf(error: unknown): number {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'number' ? code : 0
}

function hasLabel(error: unknown, label: string): boolean {
  const labelled = (error as { hasErrorLabel?: (label: string) => boolean } | null) ?? {}
  return typeof labelled.hasErrorLabel === 'function' && labelled.hasErrorLabel(label)
}

/** Also what the driver throws while it has no server, or while it closes. One of these names lacks the prefix. */
const NETWORK_NAMES =
  /^(Mongo)?(Network|ServerSelection|ServerClosed|Pool|WaitQueueTimeout|NotConnected|Topology|ClientClosed|OperationTimeout|ExpiredSession|System|StalePrimary)/

export function isNetwork(error: unknown): boolean {
  return NETWORK_NAMES.test((error as { name?: string } | null)?.name ?? '')
}
