/** A stream of results that ends at once when its reader has had enough. */

export type Stream<T> = AsyncIterableIterator<T, undefined>

/** An async generator that waits for its next item handles `return` only after that item. */
export function closable<T>(source: AsyncIterator<T>, closing: AbortController): Stream<T> {
  const stream: Stream<T> = {
    next: () => source.next() as Promise<IteratorResult<T, undefined>>,
    return: async () => {
      closing.abort()
      return { value: undefined, done: true }
    },
    throw: async (error) => {
      closing.abort()
      throw error
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}
