/**
 * Operator's command: the next key signs access tokens from now on, and a new one is published as the next.
 * `npm run rotate-signing-key`; with `--stolen` no earlier key verifies any more, so that every access token ends at once.
 * The service goes on; its processes follow within ten seconds.
 */
import { composeService } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { recordCommand } from './commandAct.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const CLOSE_MS = 5_000

runCommand(async () => {
  const { values } = readFlags('npm run rotate-signing-key [-- --stolen]', {
    options: { stolen: { type: 'boolean', default: false } },
  })
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'warn' }) })
  try {
    const rotated = await recordCommand(service, 'rotate-signing-key', () =>
      service.subgraphs.agents.rotateSigningKey({ isStolen: values.stolen }),
    )
    const { current, next, formerUntil } = rotated
    console.info(JSON.stringify({ signs: current, next, former_verifies_until: formerUntil }, null, 2))
  } finally {
    await service.close(CLOSE_MS)
  }
})
