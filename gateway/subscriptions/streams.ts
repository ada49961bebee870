/**
 * Async iterators whose `return` reaches the source at once. An async generator that waits for its next event handles `return`
 * only after that event, so a closed socket would keep its feed open.
 */

export type Stream<T> = AsyncIterableIterator<T, undefined, undefined>

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

export interface QueueBounds {
  readonly itemsMax: number
  readonly bytesMax: number
}

/**
 * Reads ahead of a slow consumer up to the bounds, then ends and calls `onOverflow` with the last item that the consumer had
 * processed.
 */
export function boundedStream<T>(
  source: AsyncIterable<T>,
  bounds: QueueBounds,
  sizeOf: (item: T) => number,
  onOverflow: (lastTaken: T | undefined) => void,
): Stream<T> {
  const iterator = source[Symbol.asyncIterator]()
  const queue: { item: T; size: number }[] = []
  let bytes = 0
  let ended = false
  let failure: { error: unknown } | null = null
  let taken: T | undefined
  let lastTaken: T | undefined
  let wake: (() => void) | null = null

  const notify = () => {
    wake?.()
    wake = null
  }
  void pump()

  async function pump(): Promise<void> {
    try {
      for (let step = await iterator.next(); !ended && step.done !== true; step = await iterator.next()) {
        // Items that do not wait are not measured.
        const size = queue.length === 0 && wake !== null ? 0 : sizeOf(step.value)
        queue.push({ item: step.value, size })
        bytes += size
        if (queue.length > bounds.itemsMax || bytes > bounds.bytesMax) {
          queue.length = 0
          stop()
          onOverflow(lastTaken)
        }
        notify()
      }
    } catch (error) {
      failure = { error }
      // What has failed in a mapping is still open below.
      endSource(iterator)
    }
    ended = true
    notify()
  }

  function stop(): void {
    ended = true
    endSource(iterator)
    notify()
  }

  return streamOf(async (): Promise<IteratorResult<T, undefined>> => {
    // Asking for more means that the item before was processed.
    lastTaken = taken ?? lastTaken
    while (queue.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve))
    const next = queue.shift()
    if (next !== undefined) {
      bytes -= next.size
      taken = next.item
      return { done: false, value: next.item }
    }
    if (failure !== null) throw failure.error
    return END
  }, stop)
}

/** Not awaited, and errors are ignored: nothing reads the source any more. */
function endSource(iterator: AsyncIterator<unknown>): void {
  Promise.resolve(iterator.return?.()).catch(() => undefined)
}

const END: IteratorReturnResult<undefined> = { done: true, value: undefined }

function streamOf<T>(next: () => Promise<IteratorResult<T, undefined>>, stop: () => void): Stream<T> {
  let stopped = false
  const end = async () => {
    if (!stopped) stop()
    stopped = true
    return END
  }
  return {
    next: async () => (stopped ? END : next()),
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
