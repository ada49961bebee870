/**
 * Deterministic simulation (reliability 7.2 row 3; 2.6): the group commit, the services and the settlement steps of the
 * product over ports whose time, order and failures one seeded generator chooses: random schedules of payments, holds,
 * deposits, freezes, kill switches, deaths, lost answers, new primaries, commits in doubt, reorganizations and clocks that jump. What
 * must hold is checked at every commit and at the end of each schedule. A failure repeats with its seed and `--size ci`. `--fault`
 * takes away one guard after the other; the loss of each has to be noticed.
 */
import type { ProofInput, ProofResult } from './proof.ts'
import { GUARDS, type Guard } from './sim/memoryDatabase.ts'
import { runSchedule } from './sim/schedule.ts'

const SCHEDULES = { ci: 40, full: 10_000 } as const
/** Until the loss is noticed. */
const FAULT_SCHEDULES = 20
/** Run twice, to show that a seed repeats a run. */
const REPEATED_EVERY = 20
/** Seeds of the schedules of one run are neighbours, far from those of the next. */
const SEEDS_EACH = 1_000_003

export async function proveSim({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  if (fault) return proveFaults(seed)
  const figures = { schedules: 0, turns: 0, commands: 0, faults: 0, deaths: 0, repeated: 0 }
  const events = { switches: 0, reorganizations: 0, elections: 0, doubts: 0 }
  const breaches: string[] = []
  for (; figures.schedules < SCHEDULES[size]; figures.schedules++) {
    const own = seedOf(seed, figures.schedules)
    const result = await runSchedule(own, null)
    for (const name of ['turns', 'commands', 'faults', 'deaths'] as const) figures[name] += result[name]
    for (const name of ['switches', 'reorganizations', 'elections', 'doubts'] as const) events[name] += result[name]
    breaches.push(...result.breaches.map((breach) => `schedule ${figures.schedules}: ${breach}`))
    if (figures.schedules % REPEATED_EVERY !== 0) continue
    const { digest } = await runSchedule(own, null)
    figures.repeated += 1
    if (digest !== result.digest) breaches.push(`schedule ${figures.schedules} does not repeat`)
  }
  return { figures: { ...figures, ...events }, breaches }
}

const seedOf = (seed: number, schedule: number): number => (seed * SEEDS_EACH + schedule) >>> 0

/** No breaches where a loss goes unnoticed. */
async function proveFaults(seed: number): Promise<ProofResult> {
  const found = new Map<Guard, string>()
  for (const guard of GUARDS)
    for (let schedule = 0; schedule < FAULT_SCHEDULES && !found.has(guard); schedule++) {
      const [breach] = (await runSchedule(seedOf(seed, schedule), guard)).breaches
      if (breach !== undefined) found.set(guard, `without ${guard}, schedule ${schedule}: ${breach}`)
    }
  const isEach = found.size === GUARDS.length
  return { figures: { guards: GUARDS.length, noticed: found.size }, breaches: isEach ? [...found.values()] : [] }
}
