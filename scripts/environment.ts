/**
 * What operators' commands share. The settings of one that works beside a running `npm start` are what the environment
 * says, else what that run wrote down in its data directory.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../gateway/config.ts'
import { logFailure } from '../gateway/log.ts'

/** @throws ConfigError */
export function readConfigBeside(): Config {
  const path = join(process.env.DATA_DIR ?? '.data', 'service.env')
  if (process.env.MONGODB_URI === undefined && existsSync(path)) process.loadEnvFile(path)
  return readConfig()
}

/** What is wrong with the input is told in a sentence, without a stack. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    logFailure(error)
    process.exitCode = 1
  })
}
