/** What commerce needs from outside. */
import type { SubgraphDeps } from '../shared/subgraph.ts'

export type CommerceDeps = SubgraphDeps
