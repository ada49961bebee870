/**
 * Rows in the order of the ids that a loader was asked for.
 * @returns null for a row that does not exist or is not visible
 */
export function inOrderOf<Row extends { readonly _id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
  isVisible: (row: Row) => boolean,
): (Row | null)[] {
  const visible = new Map<string, Row>(rows.filter(isVisible).map((row) => [row._id, row]))
  return ids.map((id) => visible.get(id) ?? null)
}
