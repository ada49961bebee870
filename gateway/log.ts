/** One JSON line an entry, without secrets: what could open a door is cut out before it is written. */
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

const SECRET_TEXT =
  /\bsk_(?:live|test|agent|enrol)_[A-Za-z0-9_-]+|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g

export function createLog(options: { readonly level: LevelWithSilent; readonly to?: DestinationStream }): Log {
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      // Under any other name an error would show its own fields, which may quote a document, and not its message.
      serializers: {
        err: serializeError,
        error: (value: unknown) => (value instanceof Error ? serializeError(value) : value),
      },
    },
    options.to ?? pino.destination({ fd: 1, sync: false }),
  )
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}

/** Errors quote what they were given: keys and tokens inside their text go too. */
function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: redactText(String(error)) }
  return { type: error.name, message: redactText(error.message), stack: redactText(error.stack ?? '') }
}

function redactText(text: string): string {
  return text.replace(SECRET_TEXT, '[redacted]')
}
