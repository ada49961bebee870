/**
 * Operator's command: seals every secret in the database that is still under a former master key with the present one.
 * First restart all processes with the new key as MASTER_KEY and the one before it in FORMER_MASTER_KEYS (with several
 * processes: first the new key in FORMER_MASTER_KEYS of all, so that each can read what the others write). Then
 * `npm run rotate-master-key`. Interrupted, it goes on where it stopped when it is run again.
 */
import { composeService } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { noteChange } from '../subgraphs/shared/acting.ts'
import { findProcessesOfOtherKeys } from '../subgraphs/shared/commit/processes.ts'
import { setMasterKeyInUse } from '../subgraphs/shared/masterKeyInUse.ts'
import { masterKeyId } from '../subgraphs/shared/secretBox.ts'
import { recordCommand } from './commandAct.ts'
import { readConfigBeside, runCommand } from './environment.ts'

const CLOSE_MS = 5_000

runCommand(async () => {
  const config = readConfigBeside()
  const [former, ...earlier] = (config.formerMasterKeys ?? []).map(masterKeyId)
  if (former === undefined) throw new Error('Give the key before MASTER_KEY in FORMER_MASTER_KEYS.')
  const service = await composeService(config, { log: createLog({ level: 'warn' }) })
  try {
    const key = masterKeyId(config.masterKey)
    const behind = await findProcessesOfOtherKeys(service.database, key)
    if (behind.length > 0)
      throw new Error(
        `Restart these with the new MASTER_KEY first: they still seal with another one: ${behind.map(({ host, pid }) => `${host} ${pid}`).join(', ')}`,
      )
    const { agents, commerce, events, payments, treasury } = service.subgraphs
    const renewed = { wallets: 0, agents: 0, webhooks: 0, merchants: 0, bankAccounts: 0 }
    for (const [part, renew] of [
      ['wallets', payments.renewSecrets],
      ['agents', agents.renewSecrets],
      ['webhooks', events.renewSecrets],
      ['merchants', commerce.renewSecrets],
      ['bankAccounts', treasury.renewSecrets],
    ] as const) {
      renewed[part] = await renew()
      console.info(`${part}: ${renewed[part]} sealed anew`)
    }
    await setMasterKeyInUse(service.database, config.masterKey)
    await recordCommand(service, 'rotate-master-key', async () =>
      noteChange('masterKey', { keys: [former, ...earlier] }, { keys: [key], ...renewed }),
    )
    console.info(
      'Nothing but stored responses, which live for a day, is under a former key. Remove it after that: repeated requests of before it would get their resource as it is now, and no secret again.',
    )
  } finally {
    await service.close(CLOSE_MS)
  }
})
