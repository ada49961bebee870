/**
 * `npm run subgraph -- NAME`: one subgraph as a process of its own, over HTTP, for a gateway whose SUBGRAPH_URLS names it.
 * It builds every service over the shared database; only GraphQL execution is remote.
 */
import { composeService } from '../gateway/compose.ts'
import { ConfigError, SUBGRAPHS, type SubgraphName } from '../gateway/config.ts'
import { createLog } from '../gateway/log.ts'
import { stopOnSignals } from '../gateway/main.ts'
import { serveSubgraph } from '../gateway/serveSubgraph.ts'
import { runWorkers } from '../gateway/workers.ts'
import { readConfigBeside } from './environment.ts'

async function main(): Promise<void> {
  const name = process.argv[2] as SubgraphName
  if (!SUBGRAPHS.includes(name)) throw new Error(`Name a subgraph: ${SUBGRAPHS.join(', ')}.`)
  const config = readConfigBeside()
  const log = createLog({ level: config.logLevel })
  const service = await composeService(config, { log })
  const { schema } = service.subgraphs[name]
  const { port, host, subgraphSecret: secret } = config
  const served = await serveSubgraph({ schema, name, secret, port, host, clock: service.clock, log })
  const own = config.runWorkers ? service.subgraphs[name].workers : []
  const workers = runWorkers([service.processWorker, ...own], log)
  console.error(`subgraph ${name} on ${served.url}`)
  stopOnSignals(async () => {
    await served.close()
    await workers.stop(config.drainMs)
    await service.close(config.drainMs)
  }, config.drainMs)
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof Error ? error.message : error)
  process.exitCode = 1
})
