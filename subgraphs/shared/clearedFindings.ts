/** What the decision of a case covers (domain 4.2): findings that a person has seen, and no others of their kind. */

/** A finding that somebody has seen. Of a rule that names no list there is its name alone. */
export interface ClearedFinding {
  readonly name: string
  readonly list?: string
  /** Who is listed; where the list does not say it, its version. */
  readonly entry?: string
  readonly screenedName?: string
}

/** A text is of earlier releases: all checks of that name. */
export type Cleared = string | ClearedFinding
