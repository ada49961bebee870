/**
 * Resuming over graphql-ws: a client that is cut off says after which cursor each of its operations goes on. A client's library
 * subscribes again with the same id and document, so `connectionParams.resume` names cursors by the ids of operations;
 * `extensions.resume` of a subscribe message is the cursor of that operation.
 */

/** @returns the cursor; null without one. Its form is checked where it is used. */
export function readResumePoint(
  connectionParams: Readonly<Record<string, unknown>> | undefined,
  id: string,
  extensions: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  const own = extensions?.resume
  if (typeof own === 'string') return own
  const { resume } = connectionParams ?? {}
  if (typeof resume !== 'object' || resume === null || !Object.hasOwn(resume, id)) return null
  const cursor = (resume as Record<string, unknown>)[id]
  // For the operation that was cut off, not for a later one with its id.
  delete (resume as Record<string, unknown>)[id]
  return typeof cursor === 'string' ? cursor : null
}

/** Any client replies to a ping; one that resumes reads from it after which cursor the operation's events come. */
export const startFrame = (id: string, cursor: string): string =>
  JSON.stringify({ type: 'ping', payload: { resume: { [id]: cursor } } })
