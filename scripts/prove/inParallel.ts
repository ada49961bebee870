/** Runs so many at a time; the results in the order of the items. */
export async function inParallel<T, R>(
  atOnce: number,
  items: readonly T[],
  run: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await run(items[index] as T, index)
    }
  })
  await Promise.all(workers)
  return results
}
