/** What a command of `agentpay` is: a row that says how it is called, and a function. Help and completion are made of the rows. */
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import { type Client, createClient, refusalOf } from './client.ts'
import { wrongUsage } from './failure.ts'
import { createPrinter, type Printer } from './printer.ts'
import { readSettings, type Settings } from './settings.ts'

interface Option extends ParseArgsOptionDescriptor {
  readonly help: string
  /** What stands for its value in the help. */
  readonly value?: string
  /** All values that it may have. */
  readonly values?: readonly string[]
}

export type Options = Readonly<Record<string, Option>>

type Flags<O extends Options> = ReturnType<typeof parseArgs<{ readonly options: O }>>['values']

/** Every command has them. */
export const GLOBAL_OPTIONS = {
  json: { type: 'boolean', help: 'JSON for programs; of streams one object a line' },
  profile: { type: 'string', value: 'NAME', help: 'which stored key and address; default: default' },
  help: { type: 'boolean', short: 'h', help: 'how the command is used' },
} as const satisfies Options

interface Run<O extends Options> {
  /** As many as `args` names; those in brackets may be missing. */
  readonly args: readonly string[]
  readonly flags: Flags<O>
  readonly profile: string
  readonly printer: Printer
  /** Opened at its first use. @throws CommandFailure nobody has logged in */
  readonly session: () => Session
}

interface Definition<O extends Options> {
  /** One word, or two. */
  readonly name: string
  /** Arguments, as the help shows them: TO, [WALLET]. */
  readonly args: readonly string[]
  readonly summary: string
  readonly options: O
  run(call: Run<O>): Promise<void>
}

export interface Command extends Omit<Definition<Options>, 'run'> {
  /** @param argv what follows the name */
  start(argv: readonly string[]): Promise<void>
}

export interface Session {
  readonly settings: Settings
  readonly client: Client
  /** Whose key it is; asked for once. */
  whoAmI(): Promise<Viewer>
}

export interface Viewer {
  readonly kind: 'agent' | 'organization' | 'operator'
  readonly mode: 'test' | 'live' | null
  readonly organization: { readonly id: string; readonly name: string } | null
  readonly agent: { readonly id: string } | null
  readonly keyId: string | null
  readonly roles: readonly string[]
  readonly capabilities: readonly string[]
  readonly scope: string | null
}

export function command<const O extends Options>(definition: Definition<O>): Command {
  const { run, ...described } = definition
  return {
    ...described,
    async start(argv) {
      const { values, positionals } = parse(argv, definition)
      if (values.help === true) return void process.stdout.write(`${formatHelp(definition)}\n`)
      const { length } = positionals
      const needed = definition.args.filter((arg) => !arg.startsWith('['))
      if (length < needed.length) throw wrongUsage(`${needed[length]} is missing.\n${formatUsage(definition)}`)
      if (length > definition.args.length)
        throw wrongUsage(`${positionals[definition.args.length]} is too much.\n${formatUsage(definition)}`)
      const profile = values.profile ?? process.env.AGENTPAY_PROFILE ?? 'default'
      let session: Session | undefined
      await run({
        ...{ args: positionals, flags: values as Flags<O>, profile },
        printer: createPrinter(values.json === true),
        session: () => (session ??= openSession(readSettings(profile))),
      })
    },
  }
}

function parse(argv: readonly string[], definition: Pick<Command, 'name' | 'args' | 'options'>) {
  const options: Options & typeof GLOBAL_OPTIONS = { ...definition.options, ...GLOBAL_OPTIONS }
  const parsed = (() => {
    try {
      return parseArgs({ args: [...argv], options, allowPositionals: true })
    } catch (error) {
      const [message] = (error instanceof Error ? error.message : String(error)).split('. ')
      throw wrongUsage(`${message}.\n${formatUsage(definition)}`)
    }
  })()
  for (const [name, { values }] of Object.entries(definition.options))
    for (const value of [parsed.values[name] ?? []].flat())
      if (values !== undefined && !values.includes(String(value)))
        throw wrongUsage(`--${name} is one of ${values.join(', ')}, not ${value}.`)
  return parsed
}

export function openSession(settings: Settings): Session {
  const client = createClient(settings)
  let viewer: Promise<Viewer> | undefined
  return { settings, client, whoAmI: () => (viewer ??= findViewer(settings, client)) }
}

const VIEWER = '{ viewer { kind mode organization { id name } agent { id } keyId roles capabilities scope } }'

/** The one question that REST has no path for. */
async function findViewer(settings: Settings, client: Client): Promise<Viewer> {
  const { status, body } = await client.call<{ data?: { viewer: Viewer | null } }>('POST /graphql', {
    body: { query: VIEWER },
  })
  if (!body.data?.viewer) throw refusalOf(settings.base_url, status, body)
  return body.data.viewer
}

function formatUsage({ name, args, options }: Pick<Command, 'name' | 'args' | 'options'>): string {
  const flags = Object.entries(options).map(([flag, option]) => `[${formatFlag(flag, option)}]`)
  return `Usage: ${['agentpay', name, ...args, ...flags].join(' ')}`
}

function formatHelp(definition: Pick<Command, 'name' | 'args' | 'options' | 'summary'>): string {
  const rows = Object.entries({ ...definition.options, ...GLOBAL_OPTIONS }).map(([flag, option]: [string, Option]) => [
    formatFlag(flag, option),
    option.help,
  ])
  const width = Math.max(...rows.map(([flag = '']) => flag.length))
  const lines = rows.map(([flag = '', help = '']) => `  ${flag.padEnd(width)}  ${help}`)
  return [definition.summary, '', formatUsage(definition), '', ...lines].join('\n')
}

function formatFlag(flag: string, { type, value = 'TEXT', values, multiple = false }: Option): string {
  if (type === 'boolean') return `--${flag}`
  return `--${flag} ${values?.join('|') ?? value}${multiple ? ' ...' : ''}`
}
