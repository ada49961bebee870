/** Work of several subgraphs that the same stops concern. */
import type { StoppablePayments, StoppedWork } from './stops.ts'

/** As `Promise.all`, but not before all of them have ended. */
export async function allOf<T extends readonly unknown[]>(
  work: { readonly [I in keyof T]: Promise<T[I]> },
): Promise<T> {
  await Promise.allSettled(work)
  return (await Promise.all(work)) as unknown as T
}

/** What stops concern, in both: what is counted is the sum. */
export function joinWork(one: StoppablePayments, other: StoppablePayments): StoppablePayments {
  const both = async (ask: (work: StoppablePayments) => Promise<StoppedWork>) => {
    const [first, second] = await allOf([ask(one), ask(other)])
    const sum = (name: Exclude<keyof StoppedWork, 'cards'>) => first[name] + second[name]
    return { queued: sum('queued'), parked: sum('parked'), broadcast: sum('broadcast') }
  }
  return {
    count: (scope) => both((work) => work.count(scope)),
    stop: (scope) => both((work) => work.stop(scope)),
    beginStop(scope) {
      one.beginStop(scope)
      other.beginStop(scope)
    },
  }
}
