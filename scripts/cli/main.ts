/** `agentpay`: finds the command, runs it, and turns what it throws into a message and an exit code (see failure.ts). */

import { type Command, GLOBAL_OPTIONS } from './command.ts'
import { COMMANDS } from './commands.ts'
import { CommandFailure, EXIT, Refused, wrongUsage } from './failure.ts'
import { formatRefusal } from './refusal.ts'

export async function main(argv: readonly string[]): Promise<void> {
  // Whoever reads the output has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : EXIT.failed))
  try {
    const [first = 'help'] = argv
    if (first === 'help' || first === '--help' || first === '-h') return print(formatOverview())
    const { command, rest } = findCommand(argv)
    await command.start(rest)
  } catch (error) {
    process.exitCode = fail(error, argv.includes('--json'))
  }
}

/** @throws CommandFailure there is none of that name */
function findCommand(argv: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const words of [2, 1]) {
    const name = argv.slice(0, words).join(' ')
    const command = COMMANDS.find((one) => one.name === name)
    if (command !== undefined) return { command, rest: argv.slice(words) }
  }
  const [first] = argv
  const family = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  const others = family.length > 0 ? `There are ${family.join(', ')}.` : 'agentpay help lists all.'
  throw wrongUsage(`There is no command ${argv.slice(0, family.length > 0 ? 2 : 1).join(' ')}. ${others}`)
}

function fail(error: unknown, isJson: boolean): number {
  if (!(error instanceof CommandFailure)) {
    console.error(error instanceof Error ? error.stack : error)
    return EXIT.failed
  }
  const { kind, message } = error
  if (isJson) console.info(JSON.stringify({ error: error instanceof Refused ? error.error : { type: kind, message } }))
  else console.error(error instanceof Refused ? formatRefusal(error) : message)
  return EXIT[kind]
}

function formatOverview(): string {
  const calls = COMMANDS.map(({ name, args, summary }) => [[name, ...args].join(' '), summary])
  const width = Math.max(...calls.map(([call = '']) => call.length))
  const line = ([call = '', summary = '']: readonly string[]) => `  ${call.padEnd(width)}  ${summary}`
  return [
    'Usage: agentpay COMMAND [arguments] [options]',
    '',
    ...calls.map(line),
    '',
    'Every command takes:',
    ...Object.entries(GLOBAL_OPTIONS).map(([flag, { help }]) => line([`--${flag}`, help])),
    '',
    `Exit codes: 0 done, ${Object.entries(EXIT)
      .map(([kind, code]) => `${code} ${MEANING[kind as keyof typeof EXIT]}`)
      .join(', ')}.`,
  ].join('\n')
}

const MEANING: Readonly<Record<keyof typeof EXIT, string>> = {
  failed: 'failed',
  usage: 'wrong usage',
  denied: 'denied by policy',
  authentication: 'not authenticated',
  unavailable: 'unavailable',
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
