/**
 * Async iterators whose `return` reaches the source at once. An async generator that waits for its next event handles `return`
 * only after that event, so a closed socket would keep its feed open.
 */

export interface Stream<T> extends AsyncIterableIterator<T, undefined, undefined> {
  /**
   * Hands over what comes, as it comes and without a promise for each, until `take` says that it has not taken one: `next` tells
   * that again. Resolves then, and where something else comes that `next` tells. Until then `next` is not called.
   */
  hand?(take: (value: T) => boolean): Promise<void>
}

export function mapStream<T, U>(source: AsyncIterable<T>, map: (value: T) => U | Promise<U>): Stream<U> {
  const iterator = source[Symbol.asyncIterator]()
  return streamOf(
    async (): Promise<IteratorResult<U, undefined>> => {
      const step = await iterator.next()
      return step.done === true ? END : { done: false, value: await map(step.value) }
    },
    () => endSource(iterator),
  )
}

/** @param onStalled called when the work takes longer; what it waits for is to be ended there */
export async function within(ms: number, work: Promise<void>, onStalled: () => void): Promise<void> {
  const timer = setTimeout(onStalled, ms).unref()
  try {
    await work
  } finally {
    clearTimeout(timer)
  }
}

/** Not awaited, and errors are ignored: nothing reads the source any more. */
export function endSource(iterator: AsyncIterator<unknown>): void {
  Promise.resolve(iterator.return?.()).catch(() => undefined)
}

export const END: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** @param stop called once: by `return`, or when there is nothing more, after which not every reader calls `return` */
export function streamOf<T>(next: () => Promise<IteratorResult<T, undefined>>, stop: () => void): Stream<T> {
  let stopped = false
  const end = async () => {
    if (!stopped) stop()
    stopped = true
    return END
  }
  return {
    async next() {
      if (stopped) return END
      try {
        const step = await next()
        return step.done === true ? await end() : step
      } catch (error) {
        await end()
        throw error
      }
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
