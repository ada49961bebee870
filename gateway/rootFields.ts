/** The root fields of an operation, through all fragments, before it is planned. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { QUERY_LIMITS } from './queryCost.ts'

/** Null when there are more than a document may have. */
export function rootFieldsOf(document: DocumentNode, operation: OperationDefinitionNode): readonly FieldNode[] | null {
  const fields = fieldsIn(document, operation.selectionSet)
  return fields.length > QUERY_LIMITS.rootFields ? null : fields
}

function fieldsIn(document: DocumentNode, selections: SelectionSetNode): readonly FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const fields: FieldNode[] = []
  const spread = new Set<string>()
  function walk(set: SelectionSetNode): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet)
      else if (!spread.has(selection.name.value)) {
        // A second spread selects the same fields, which are merged.
        spread.add(selection.name.value)
        const fragment = fragments.get(selection.name.value)
        if (fragment !== undefined) walk(fragment.selectionSet)
      }
    }
  }
  walk(selections)
  return fields
}

/** The names under which the payload of a root field answers one of its fields: that of the schema, or aliases. */
export function responseNamesOf(document: DocumentNode, root: FieldNode, name: string): readonly string[] {
  const { selectionSet } = root
  if (selectionSet === undefined) return []
  return fieldsIn(document, selectionSet)
    .filter((field) => field.name.value === name)
    .map(responseNameOf)
}

export const responseNameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value

/** The root fields of a mutation that is not validated yet; null for anything else. */
export function readRootNames(document: DocumentNode | null, operationName: unknown): readonly string[] | null {
  if (document === null) return null
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  const named =
    typeof operationName === 'string' && operationName !== ''
      ? operations.filter(({ name }) => name?.value === operationName)
      : operations
  const [operation] = named
  if (named.length !== 1 || operation?.operation !== 'mutation') return null
  return rootFieldsOf(document, operation)?.map(({ name }) => name.value) ?? null
}
