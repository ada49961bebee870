/** Reads server-sent events as the HTML standard does: what is cut off in the middle of an event is not told. */
export interface SentEvent {
  /** Of the stream so far: what a client sends as Last-Event-ID. */
  readonly id: string | null
  /** message, where the stream names no other. */
  readonly type: string
  /** Null: only the id was sent. */
  readonly data: string | null
}

/** @returns takes the next part of the text */
export function createSseParser(onEvent: (event: SentEvent) => void): (text: string) => void {
  let rest = ''
  let id: string | null = null
  function read(block: string): void {
    const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) ?? [])
    const last = (name: string) => fields.findLast(([field]) => field === name)?.[1]
    id = last('id') ?? id
    const data = last('data') ?? null
    if (data !== null || last('id') !== undefined) onEvent({ id, type: last('event') ?? 'message', data })
  }
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) read(block)
  }
}
