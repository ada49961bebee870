/**
 * Time and chance of a simulation: every timer of the process is a task, and one seeded generator chooses which of those that
 * are due runs next. The same seed gives the same run, whatever the machine does.
 */
import { createRandom } from '../proof.ts'

export interface Scheduler {
  readonly random: () => number
  /** Virtual milliseconds since the start. */
  now(): number
  /** Resolves after about so long in virtual time. */
  sleep(ms: number): Promise<void>
  /** Lets others run first. */
  turn(): Promise<void>
  chance(share: number): boolean
  pick<T>(all: readonly T[]): T
  /** Runs tasks until this resolves. @throws Error when nothing is left to run before, or after too many turns */
  run(until: Promise<void>): Promise<void>
  turns(): number
}

interface Task {
  readonly id: number
  readonly dueAt: number
  readonly run: () => void
}

/** Tasks that are due so soon after the first may overtake it. */
const REORDERED_MS = 20
const TURN_MS = 5
const TURNS_MAX = 200_000

const real = {
  ...{ setTimeout, clearTimeout, setImmediate, random: Math.random },
  performanceNow: performance.now.bind(performance),
}

/** Takes over the timers of this process until `restore` is called. One simulation at a time. */
export function installScheduler(seed: number): Scheduler & { restore(): void } {
  const random = createRandom(seed)
  const tasks: Task[] = []
  let [now, lastId, turns] = [0, 0, 0]

  function add(run: () => void, ms: number): number {
    lastId += 1
    tasks.push({ id: lastId, dueAt: now + Math.max(0, ms), run })
    return lastId
  }
  function remove(id: unknown): void {
    const at = tasks.findIndex((task) => task.id === id)
    if (at >= 0) tasks.splice(at, 1)
  }
  function takeNext(): Task {
    const first = tasks.reduce((least, { dueAt }) => Math.min(least, dueAt), Number.POSITIVE_INFINITY)
    const due = tasks.filter(({ dueAt }) => dueAt <= first + REORDERED_MS)
    const task = due[Math.floor(random() * due.length)]
    if (task === undefined) throw new Error('the simulation has nothing left to run')
    remove(task.id)
    now = Math.max(now, task.dueAt)
    return task
  }

  const sleep = (ms: number) => new Promise<void>((resolve) => void add(resolve, ms))
  const timers = {
    // With arguments it is one of a connection that a proof before this has left open, and no part of the simulation.
    setTimeout: (run: () => void, ms = 0, ...args: []) =>
      args.length > 0 ? real.setTimeout(run, ms, ...args) : add(run, ms),
    setImmediate: (run: () => void) => add(run, 0),
    clearTimeout: (id: unknown) => (typeof id === 'number' ? remove(id) : real.clearTimeout(id as NodeJS.Timeout)),
  }
  Object.assign(globalThis, timers)
  Math.random = random
  performance.now = () => now

  return {
    random,
    now: () => now,
    sleep,
    turn: () => sleep(random() * TURN_MS),
    chance: (share) => random() < share,
    pick: <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T,
    turns: () => turns,
    async run(until) {
      const end = { isReached: false, error: null as unknown }
      until.then(
        () => Object.assign(end, { isReached: true }),
        (error: unknown) => Object.assign(end, { isReached: true, error }),
      )
      // What a task has resolved runs to its next wait before another task is chosen.
      for (;;) {
        await new Promise<void>((resolve) => void real.setImmediate(resolve))
        if (end.isReached) break
        turns += 1
        if (turns > TURNS_MAX) throw new Error(`the simulation does not end in ${TURNS_MAX} turns`)
        takeNext().run()
      }
      if (end.error !== null) throw end.error
    },
    restore() {
      const { performanceNow, random: realRandom, ...timersBefore } = real
      Object.assign(globalThis, timersBefore)
      Math.random = realRandom
      performance.now = performanceNow
    },
  }
}
