/**
 * Deterministic simulation (reliability 7.2 row 3; 2.6): the group commit, the services and the settlement steps of the
 * product over ports whose time, order and failures one seeded generator chooses: random schedules of payments, holds,
 * deposits, freezes, deaths, lost answers and clocks that jump. What must hold is checked at every commit and at the end of
 * each schedule. A failure repeats with its seed and `--size ci`. `--fault` lets the database overwrite newer versions.
 */
import type { ProofInput, ProofResult } from './proof.ts'
import { runSchedule } from './sim/schedule.ts'

const SCHEDULES = { ci: 40, full: 10_000 } as const
const FAULT_SCHEDULES = 10
/** Run twice, to show that a seed repeats a run. */
const REPEATED_EVERY = 20
/** Seeds of the schedules of one run are neighbours, far from those of the next. */
const SEEDS_EACH = 1_000_003

export async function proveSim({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const figures = { schedules: 0, turns: 0, commands: 0, faults: 0, deaths: 0, repeated: 0 }
  const breaches: string[] = []
  const total = fault ? FAULT_SCHEDULES : SCHEDULES[size]
  for (; figures.schedules < total; figures.schedules++) {
    const own = (seed * SEEDS_EACH + figures.schedules) >>> 0
    const result = await runSchedule(own, fault)
    figures.turns += result.turns
    figures.commands += result.commands
    figures.faults += result.faults
    figures.deaths += result.deaths
    breaches.push(...result.breaches.map((breach) => `schedule ${figures.schedules}: ${breach}`))
    if (figures.schedules % REPEATED_EVERY !== 0) continue
    const { digest } = await runSchedule(own, fault)
    figures.repeated += 1
    if (digest !== result.digest) breaches.push(`schedule ${figures.schedules} does not repeat`)
  }
  return { figures, breaches }
}
