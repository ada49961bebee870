/** Parses the options of a command. `--help` prints the usage; a wrong option prints a message with the usage, without a stack. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

export function readFlags<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).includes('--help')) {
    console.info(`Usage: ${usage}`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`)
    process.exit(1)
  }
}
