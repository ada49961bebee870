/**
 * Shared by operators' commands, which run beside a service: settings come from the environment, or from the file that
 * `npm start` wrote to its data directory.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../gateway/config.ts'
import { logFailure } from '../gateway/log.ts'

/** @throws Error there is no service, ConfigError */
export function readConfigBeside(): Config {
  const path = join(process.env.DATA_DIR ?? '.data', 'service.env')
  if (process.env.MONGODB_URI !== undefined) return readConfig()
  if (!existsSync(path))
    throw new Error(
      `There is no ${path}. Beside npm start, give its data directory as DATA_DIR; beside a deployment, give its settings, MONGODB_URI first.`,
    )
  process.loadEnvFile(path)
  return readConfig()
}

/** The organization of `npm start`, for commands beside it; null beside a deployment. */
export function demoOrganization(): string | null {
  const path = join(process.env.DATA_DIR ?? '.data', 'demo.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { org_id: string }).org_id : null
}

/** Prints an error as a message without a stack. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    logFailure(error)
    process.exitCode = 1
  })
}
