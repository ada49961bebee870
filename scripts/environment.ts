/**
 * The settings of a command that works beside a running `npm start`: what the environment says, else what that run wrote
 * down in its data directory.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../gateway/config.ts'

/** @throws ConfigError */
export function readConfigBeside(): Config {
  const path = join(process.env.DATA_DIR ?? '.data', 'service.env')
  if (process.env.MONGODB_URI === undefined && existsSync(path)) process.loadEnvFile(path)
  return readConfig()
}
