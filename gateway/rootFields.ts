/** The root fields of an operation, whatever fragments they are written in: what it does, known before it is planned. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { LIMITS } from './queryCost.ts'

/** Null where the document spreads so much that nobody should follow it. */
export function rootFieldsOf(document: DocumentNode, operation: OperationDefinitionNode): readonly FieldNode[] | null {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one)
  const fields: FieldNode[] = []
  const spread = new Set<string>()
  function walk(set: SelectionSetNode): void {
    for (const one of set.selections) {
      if (one.kind === Kind.FIELD) fields.push(one)
      else if (one.kind === Kind.INLINE_FRAGMENT) walk(one.selectionSet)
      else if (!spread.has(one.name.value)) {
        // Spread again it selects the same fields once more, which are merged.
        spread.add(one.name.value)
        const fragment = fragments.get(one.name.value)
        if (fragment !== undefined) walk(fragment.selectionSet)
      }
    }
  }
  walk(operation.selectionSet)
  return fields.length > LIMITS.rootFields ? null : fields
}

/** The names of the root fields of a document that was not validated yet; null for anything that cannot run. */
export function readRootNames(query: unknown, operationName: unknown): readonly string[] | null {
  if (typeof query !== 'string') return null
  let document: DocumentNode
  try {
    document = parse(query, { maxTokens: LIMITS.tokens, noLocation: true })
  } catch {
    return null
  }
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const named =
    typeof operationName === 'string' && operationName !== ''
      ? operations.filter(({ name }) => name?.value === operationName)
      : operations
  const [operation] = named
  if (named.length !== 1 || operation?.operation !== 'mutation') return null
  return rootFieldsOf(document, operation)?.map(({ name }) => name.value) ?? null
}
