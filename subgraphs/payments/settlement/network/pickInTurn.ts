/**
 * Round-robin over organizations: each gets an equal share of a round, and the next round starts after the organization
 * served last, so that one with much work does not delay others.
 */

const QUERIES_AT_ONCE = 8

export interface Turn {
  /** The organization served last; null before the first. */
  after: string | null
}

/** @param find the first of one organization's work, in its own order */
export async function pickInTurn<T, Owner extends string>(
  turn: Turn,
  organizations: readonly Owner[],
  limit: number,
  find: (orgId: Owner, limit: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const inOrder = rotate([...organizations].sort(), turn.after)
  const share = Math.max(1, Math.floor(limit / Math.max(1, inOrder.length)))
  const picked: T[] = []
  for (let start = 0; start < inOrder.length && picked.length < limit; start += QUERIES_AT_ONCE) {
    const served = inOrder.slice(start, start + Math.min(QUERIES_AT_ONCE, limit - picked.length))
    for (const found of await Promise.all(served.map((orgId) => find(orgId, share)))) picked.push(...found)
    turn.after = served.at(-1) ?? turn.after
  }
  return picked.slice(0, limit)
}

function rotate<Owner extends string>(sorted: readonly Owner[], after: string | null): readonly Owner[] {
  const next = after === null ? 0 : sorted.findIndex((one) => one > after)
  return next <= 0 ? sorted : [...sorted.slice(next), ...sorted.slice(0, next)]
}
