/**
 * Operator's command: has a chain read again from a block, after a reorganization deeper than the service remembers has
 * stopped it. Everything booked from there on is looked for again. The block must lie below the reorganization, which the
 * service checks. `npm run reconcile -- --chain base --from 123456 [--live]`
 */
import { composeService } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { recordCommand } from './commandAct.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const CLOSE_MS = 5_000
const USAGE = 'npm run reconcile -- --chain CHAIN --from BLOCK [--live]'

runCommand(async () => {
  const { values } = readFlags(USAGE, {
    options: { chain: { type: 'string' }, from: { type: 'string' }, live: { type: 'boolean', default: false } },
  })
  const { chain, from = '', live } = values
  if (chain === undefined || !/^\d{1,12}$/.test(from))
    throw new Error(`Give --chain, and --from with the number of a block.\nUsage: ${USAGE}`)
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'warn' }) })
  try {
    const network = `${live ? 'live' : 'test'}:${chain}`
    const isKnown = await recordCommand(service, 'reconcile', () =>
      service.subgraphs.payments.requestReread(network, Number(from)),
    )
    if (!isKnown) throw new Error(`${network} has never been read here.`)
    console.info(`${network} is read again from block ${from}, unless it is not stopped; the log of the service tells.`)
  } finally {
    await service.close(CLOSE_MS)
  }
})
