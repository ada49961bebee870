/** One JSON line an entry. Secrets are redacted by field name and by their format. */
import { inspect } from 'node:util'
import pino, { type DestinationStream, type LevelWithSilent } from 'pino'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { redactText } from './logSecrets.ts'

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
  'shared_token',
  'sharedToken',
  'cvc',
]

/** At the top level and up to three levels down. */
const SECRET_PATHS = SECRET_NAMES.flatMap((name) => {
  const below = name.startsWith('[') ? name : `.${name}`
  return [name, `*${below}`, `*.*${below}`, `*.*.*${below}`]
})

/** Buffered while the reader of the log is slow; beyond it lines are dropped. */
const BUFFER_MAX_BYTES = 16 * 1024 * 1024

export function createLog(options: { readonly level: LevelWithSilent; readonly to?: DestinationStream }): Log {
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      // On the whole line, because messages may quote a secret under any name and at any depth.
      hooks: { streamWrite: redactText },
      // Without a serializer pino would print an error's own fields, which may quote a document, instead of its message.
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
  const output = pino.destination({ fd: 1, sync: false, maxLength: BUFFER_MAX_BYTES })
  // A full disk or a closed pipe loses lines, but does not stop the service.
  output.on('error', () => undefined)
  return output
}

function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  return { type: error.name, message: error.message, stack: error.stack ?? '' }
}

/** Prints why a process or command could not start, for the person at the terminal. */
export function logFailure(error: unknown): void {
  console.error(redactText(error instanceof Error ? error.message : inspect(error)))
}
