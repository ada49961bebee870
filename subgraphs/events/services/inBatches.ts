/** Calls that come while one is under way are made together by the next one: alone each is made at once, many cost little more. */

interface Call<In, Out> {
  readonly input: In
  readonly resolve: (output: Out) => void
  readonly reject: (error: unknown) => void
}

/** @param run returns as many outputs as there are inputs, in their order; what it throws each of them is told */
export function inBatches<In, Out>(
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
  most: number,
): (input: In) => Promise<Out> {
  const waiting: Call<In, Out>[] = []
  let isRunning = false

  async function runWaiting(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const calls = waiting.splice(0, most)
      try {
        const outputs = await run(calls.map(({ input }) => input))
        for (const [index, { resolve }] of calls.entries()) resolve(outputs[index] as Out)
      } catch (error) {
        for (const { reject } of calls) reject(error)
      }
    }
    isRunning = false
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (!isRunning) void runWaiting()
    })
}
