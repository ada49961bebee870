/** The real instant inside a decision, for what has no other time: chains, leases, and what several organizations share. */
import { type ClockOwner, realAt } from '../organizationTime.ts'
import { orgRef } from './positions.ts'
import type { State } from './types.ts'

/** @param owner of the intent; every intent guards its position */
export const realInstant = (state: State, { orgId, mode }: ClockOwner, at: Date): Date =>
  realAt(state.get(orgRef(orgId)), mode, at)
