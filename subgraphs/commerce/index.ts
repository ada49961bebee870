/** Commerce: the merchant registry (domain A.11b), and the directory that resolves the payee of every spend. */
import { buildSubgraph, readContract } from '../shared/contract.ts'
import type { Worker } from '../shared/subgraph.ts'
import { readNamedMerchants, registerMerchants } from './models/merchants.ts'
import type { CommerceDeps } from './ports.ts'
import { createResolvers } from './resolvers.ts'
import { createDirectory } from './services/directory.ts'

export type { CommerceDeps } from './ports.ts'

/** Registers its collection: call before `database.prepare()`. */
export function createCommerce(deps: CommerceDeps) {
  registerMerchants(deps.database)
  const resolvers = createResolvers(deps)
  const directory = createDirectory(deps)
  return {
    name: 'commerce',
    ...buildSubgraph(readContract('commerce'), resolvers, deps.commit),
    directory,
    /** All merchants, to be screened. */
    named: () => readNamedMerchants(deps.database),
    workers: [] as readonly Worker[],
  } as const
}
