/** The routes that a server has mounted: the one list by which paths are judged outside the router. */

export interface Mounted {
  readonly method: string
  /** With `:name` for parameters. */
  readonly url: string
  /** An emergency act. */
  readonly isStop: boolean
  /** Of the table of REST. */
  readonly isRow: boolean
  /** A row that answers with server-sent events. */
  readonly isStream: boolean
}

/** @param segments of a path without its query */
export function matches({ url }: Pick<Mounted, 'url'>, segments: readonly string[]): boolean {
  const parts = url.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part === segments[index] || (part.startsWith(':') && segments[index] !== ''))
  )
}

export const segmentsOf = (url: string): string[] => (url.split('?')[0] ?? '/').split('/')
