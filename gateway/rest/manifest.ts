/**
 * The trusted documents: every operation of operations/*.graphql with its fragments, as one text each. REST executes nothing
 * else.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse, print, visit } from 'graphql'
import { invariant } from '../../subgraphs/shared/errors.ts'

export function loadManifest(folder: URL = new URL('./operations/', import.meta.url)): Map<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'))
  return readManifest(files.sort().map((name) => readFileSync(new URL(name, folder), 'utf8')))
}

export function readManifest(texts: readonly string[]): Map<string, string> {
  const operations: OperationDefinitionNode[] = []
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of texts.flatMap((text) => parse(text, { noLocation: true }).definitions)) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const manifest = new Map<string, string>()
  for (const operation of operations) {
    const name = operation.name?.value
    invariant(name !== undefined && !manifest.has(name), `a trusted document needs a name of its own: ${name}`)
    const used = usedFragments(operation, fragments)
    manifest.set(name, [operation, ...used].map(print).join('\n'))
  }
  return manifest
}

function usedFragments(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FragmentDefinitionNode[] {
  const used = new Map<string, FragmentDefinitionNode>()
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name: { value: name } }) {
        const fragment = fragments.get(name)
        invariant(fragment !== undefined, `no fragment ${name}`)
        if (used.has(name)) return
        used.set(name, fragment)
        collect(fragment)
      },
    })
  }
  collect(operation)
  return [...used.values()]
}
