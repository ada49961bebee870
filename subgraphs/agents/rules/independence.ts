/**
 * Whether two people act independently (domain 3: four eyes). Whoever makes a key sees it, so a key may in truth be in the
 * hands of its maker, or of the maker's maker. Keys that an operator's command made have none. Pure.
 */

/** A person as one of its keys shows it. */
export interface KeyHolder {
  readonly personId: string
  /** The persons through whose keys the key was made, one after the other. */
  readonly makers: readonly string[]
}

type Relation = 'same_person' | 'made_key' | 'common_maker'

/** Null: nobody could be both. */
function relationOf(one: KeyHolder, other: KeyHolder): Relation | null {
  if (one.personId === other.personId) return 'same_person'
  if (one.makers.includes(other.personId) || other.makers.includes(one.personId)) return 'made_key'
  return one.makers.some((maker) => other.makers.includes(maker)) ? 'common_maker' : null
}

/** A common maker counts in strict organizations only: elsewhere an administrator may make the keys of all. */
export function isRelated(one: KeyHolder, other: KeyHolder, isStrict: boolean): boolean {
  const relation = relationOf(one, other)
  return relation !== null && (isStrict || relation !== 'common_maker')
}

/** Whoever made a key of the agent: newest last, and of more than these the first one and the newest. */
const AGENT_MAKERS_MAX = 50

export function withMaker(madeBy: readonly KeyHolder[], maker: KeyHolder): readonly KeyHolder[] {
  const others = madeBy.filter(({ personId }) => personId !== maker.personId)
  const [first, ...later] = [...others, maker]
  return first === undefined ? [] : [first, ...later.slice(1 - AGENT_MAKERS_MAX)]
}
