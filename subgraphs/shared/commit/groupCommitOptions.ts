/** Bounds of the group commit: how much may wait, and for how long. */

export interface GroupCommitOptions {
  /** Transactions at once. */
  readonly concurrency: number
  /** Waiting intents in all and of one organization; beyond it spends are refused with a time to try again. */
  readonly queueMax: number
  readonly queueMaxPerOrganization: number
  /** The same in bytes, by what intents have written lately. */
  readonly queueBytesMax: number
  readonly queueBytesMaxPerOrganization: number
  /** A caller waits this long for its intent to be picked. */
  readonly waitMs: number
  /** From then on it waits this long for the result of the commit, then gets `unknown`. */
  readonly commitTimeoutMs: number
  /** A batch that failed without committing is run again for this long, then its callers get `notStarted`. */
  readonly retryMs: number
}

export const DEFAULT_GROUP_COMMIT: GroupCommitOptions = {
  concurrency: 4,
  queueMax: 20_000,
  queueMaxPerOrganization: 10_000,
  queueBytesMax: 128 * 1024 * 1024,
  queueBytesMaxPerOrganization: 64 * 1024 * 1024,
  waitMs: 10_000,
  commitTimeoutMs: 20_000,
  retryMs: 15_000,
}
