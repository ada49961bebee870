/** One JSON line an entry, without secrets: what could open a door is cut out before it is written. */
import { inspect } from 'node:util'
import pino, { type DestinationStream, type LevelWithSilent } from 'pino'
import type { Log } from '../subgraphs/shared/subgraph.ts'

const SECRET_NAMES = [
  'authorization',
  '["x-api-key"]',
  'api_key',
  'apiKey',
  'secret',
  'refresh_token',
  'refreshToken',
  'access_token',
  'accessToken',
  'private_key',
  'privateKey',
  'password',
]

/** Names at the top and up to three levels down. */
const SECRET_PATHS = SECRET_NAMES.flatMap((name) => {
  const below = name.startsWith('[') ? name : `.${name}`
  return [name, `*${below}`, `*.*${below}`, `*.*.*${below}`]
})

/** Keys and tokens by their prefixes, and whatever stands before the host of an address. */
const SECRET_TEXT = [
  /\bsk_[a-z]+_[A-Za-z0-9_-]+/g,
  /\brt_[A-Za-z0-9_-]{8,}/g,
  /\bwhsec_[A-Za-z0-9+/=_-]+/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g,
  // A password may hold a slash that should have been encoded.
  /(?<=:\/\/)(?:[^\s"\\/?#@]*|[^\s"\\:/@]*:[^\s"\\]*)(?=@)/g,
]

/** What waits for a reader of the log that reads nothing. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024

export function createLog(options: { readonly level: LevelWithSilent; readonly to?: DestinationStream }): Log {
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      // The whole line: texts quote what they were given, under any name and at any depth.
      hooks: { streamWrite: redactText },
      // Under any other name an error would show its own fields, which may quote a document, and not its message.
      serializers: {
        err: serializeError,
        error: (value: unknown) => (value instanceof Error ? serializeError(value) : value),
      },
    },
    options.to ?? openOutput(),
  )
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}

function openOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false, maxLength: WAITING_MAX_BYTES })
  // A full disk or a reader that has gone costs lines, not the service.
  output.on('error', () => undefined)
  return output
}

function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  return { type: error.name, message: error.message, stack: error.stack ?? '' }
}

function redactText(text: string): string {
  return SECRET_TEXT.reduce((cut, secret) => cut.replace(secret, '[redacted]'), text)
}

/** Why a process could not start or a command not run, for the person in front of it. */
export function logFailure(error: unknown): void {
  console.error(redactText(error instanceof Error ? error.message : inspect(error)))
}
