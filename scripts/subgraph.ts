/**
 * `npm run subgraph -- NAME`: one subgraph as a process of its own, over HTTP, for a gateway whose SUBGRAPH_URLS names it.
 * It composes all subgraphs over the shared database, and serves the GraphQL of one.
 */
import { composeService } from '../gateway/compose.ts'
import { SUBGRAPHS, type SubgraphName } from '../gateway/config.ts'
import { createLog, logFailure } from '../gateway/log.ts'
import { createMetrics } from '../gateway/metrics.ts'
import { openMetricsServer } from '../gateway/metricsServer.ts'
import { superviseProcess } from '../gateway/processLife.ts'
import { createReadiness } from '../gateway/readiness.ts'
import { serveSubgraph } from '../gateway/serveSubgraph.ts'
import { checksOf, gaugesOf } from '../gateway/service.ts'
import { runWorkers } from '../gateway/workers.ts'
import { readConfigBeside } from './environment.ts'

async function main(): Promise<void> {
  const name = process.argv[2] as SubgraphName
  if (!SUBGRAPHS.includes(name)) throw new Error(`Name a subgraph: ${SUBGRAPHS.join(', ')}.`)
  const config = readConfigBeside()
  const log = createLog({ level: config.logLevel })
  const life = superviseProcess({ log, drainMs: config.drainMs })
  const service = await composeService(config, { log })
  const { schema } = service.subgraphs[name]
  const readiness = createReadiness(checksOf(service))
  const metrics = createMetrics(gaugesOf(service))
  const { metricsPort, metricsHost } = config
  const operators = await openMetricsServer({ metrics, readiness, port: metricsPort, host: metricsHost, log })
  const { port, host, subgraphSecret: secret } = config
  const served = await serveSubgraph({ schema, name, secret, port, host, clock: service.clock, log })
  const own = config.runWorkers ? service.subgraphs[name].workers : []
  const workers = runWorkers([...service.processWorkers, ...own], log)
  console.error(`subgraph ${name} on ${served.url}, metrics on ${operators.url}`)
  life.onStop(async () => {
    readiness.stop()
    await served.close(config.drainMs)
    await workers.stop(config.drainMs)
    await service.close(config.drainMs)
    await operators.close()
  })
}

main().catch((error: unknown) => {
  logFailure(error)
  process.exit(1)
})
