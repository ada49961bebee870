/**
 * Resuming over graphql-ws: a client that is cut off says after which cursor each of its operations goes on. A client's library
 * subscribes again with the same id and document, so `connectionParams.resume` names cursors by the ids of operations;
 * `extensions.resume` of a subscribe message is the cursor of that operation.
 */
import { invalidField } from '../../subgraphs/shared/errors.ts'

export interface ResumePoint {
  /** Its form is checked where it is used. */
  readonly cursor: string | null
  /** Whether the connection named it: its operation was cut off with an earlier connection. */
  readonly wasCutOff: boolean
}

const NOWHERE: ResumePoint = { cursor: null, wasCutOff: false }

/** @throws DomainError invalid_request, for what is no text */
export function readResumePoint(
  /** `connectionParams.resume`, out of which cursors are taken. */
  resume: unknown,
  id: string,
  extensions: Readonly<Record<string, unknown>> | null | undefined,
): ResumePoint {
  const own = textIn(extensions?.resume, 'extensions.resume')
  if (own !== null) return { cursor: own, wasCutOff: false }
  if (resume === undefined || resume === null) return NOWHERE
  if (typeof resume !== 'object' || Array.isArray(resume))
    throw invalidField('connectionParams.resume', 'invalid_type', 'is an object of cursors by the ids of operations.')
  if (!Object.hasOwn(resume, id)) return NOWHERE
  const cursor = textIn((resume as Record<string, unknown>)[id], `connectionParams.resume.${id.slice(0, ID_SHOWN)}`)
  // For the operation that was cut off, not for a later one with its id.
  delete (resume as Record<string, unknown>)[id]
  return { cursor, wasCutOff: cursor !== null }
}

/** Clients that go on by themselves say so when they connect, the first time too. */
export const goesOn = (connectionParams: Readonly<Record<string, unknown>> | undefined): boolean =>
  connectionParams?.resume !== undefined

const ID_SHOWN = 64

/** @throws DomainError invalid_request */
export function textIn(cursor: unknown, path: string): string | null {
  if (cursor === undefined || cursor === null) return null
  if (typeof cursor === 'string') return cursor
  throw invalidField(path, 'invalid_type', 'is the cursor of an event, which is text.')
}

/** Any client replies to a ping; one that resumes reads from it after which cursor the operation's events come. */
export const startFrame = (id: string, cursor: string): string =>
  JSON.stringify({ type: 'ping', payload: { resume: { [id]: cursor } } })
