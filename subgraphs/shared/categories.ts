/** Merchant categories and the card codes behind them: domain 6.5 over the table in `data/mcc-categories.json`. */
import table from './data/mcc-categories.json' with { type: 'json' }

export const UNCATEGORIZED = 'uncategorized'
const OTHER = 'other'

const names: ReadonlySet<string> = new Set(table.categories.map(({ name }) => name))
const byCode: ReadonlyMap<string, string> = new Map(
  Object.entries(table.codes).map(([code, { category }]) => [code, category]),
)

const highRisk: ReadonlySet<string> = new Set(
  table.categories.filter(({ high_risk }) => high_risk).map(({ name }) => name),
)

/** Flagged in the table: a spend there scores in screening. */
export function isHighRisk(category: string): boolean {
  return highRisk.has(category)
}

export function isCategory(value: unknown): value is string {
  return typeof value === 'string' && names.has(value)
}

const groups: Readonly<Record<string, readonly string[]>> = table.groups

/** The categories of a name, or of a group; null: there is no such name. */
export function expandCategory(text: string): readonly string[] | null {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  if (isCategory(name)) return [name]
  return Object.hasOwn(groups, name) ? (groups[name] ?? null) : null
}

/** Merchant category code -> category; no code is uncategorized, an unlisted one is other, a malformed one is null. */
export function categoryOfMcc(mcc: string | null): string | null {
  if (mcc === null) return UNCATEGORIZED
  if (!/^[0-9]{4}$/.test(mcc)) return null
  return byCode.get(mcc) ?? table.ranges.find(({ from, to }) => mcc >= from && mcc <= to)?.category ?? OTHER
}
