// "Don't", "it's" and "we'll" are the words they stand for, in texts and in the rules of the grammar alike, so that a
// wording is written once. Also as people type them without the apostrophe, where that is no other word ("its", "well").
const NEGATED = ['do', 'does', 'did', 'is', 'are', 'was', 'were', 'should', 'must', 'need', 'would', 'could']
const HAVING = ['i', 'we', 'you', 'they']
const BEING: Readonly<Record<string, string>> = { i: 'am', we: 'are', you: 'are', they: 'are' }
const SINGULAR = ['it', 'he', 'she', 'that', 'there', 'what', 'here', 'everything', 'anything', 'nothing']
const WITH_WILL = [...HAVING, 'it', 'that', 'he', 'she']

const EXPANDED = new Map<string, readonly string[]>([
  ...NEGATED.map((verb) => [`${verb}n't`, [verb, 'not']] as const),
  ["can't", ['cannot']],
  ["won't", ['will', 'not']],
  ["shan't", ['shall', 'not']],
  ...HAVING.flatMap((who) => [
    [`${who}'ve`, [who, 'have']] as const,
    [`${who}'d`, [who, 'would']] as const,
    [`${who}'${BEING[who] === 'am' ? 'm' : 're'}`, [who, BEING[who] ?? '']] as const,
  ]),
  ...WITH_WILL.map((who) => [`${who}'ll`, [who, 'will']] as const),
  ...SINGULAR.map((who) => [`${who}'s`, [who, 'is']] as const),
])
/** As people type and speak. */
const TYPED_SHORT: Readonly<Record<string, string>> = {
  b4: 'before',
  til: 'until',
  "'til": 'until',
  lemme: 'let me',
  hrs: 'hours',
}
for (const [word, words] of Object.entries(TYPED_SHORT)) EXPANDED.set(word, words.split(' '))
/** "Well", "were", "wed", "id", "ill", "shed", "hell" are words of their own, and "its" is whose. */
const OTHER_WORDS = new Set(
  "we'll we're we'd i'd i'll he'll she'll he'd she'd it's here's everything's anything's nothing's".split(' '),
)
const TYPED: ReadonlyMap<string, readonly string[]> = new Map(
  [...EXPANDED].flatMap(([word, words]) =>
    OTHER_WORDS.has(word) ? [] : [[word, words] as const, [word.replace("'", ''), words] as const],
  ),
)

/** The words of a contraction, or the word itself. @param next the word behind it: "it's got" is "it has got" */
export function expandContraction(word: string, next: string): readonly string[] {
  const words = TYPED.get(word) ?? EXPANDED.get(word) ?? [word]
  const isHas = words[1] === 'is' && (next === 'got' || next === 'been')
  return isHas ? [words[0] ?? '', 'has'] : words
}
